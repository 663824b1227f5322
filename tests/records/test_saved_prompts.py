"""Prompts that the operator keeps."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta

import pytest
from support.folders import used_folder

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.errors import UsageError
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.records.saved_prompts import SavedPrompt, checked_name
from claudeops_desktop.storage import CommittedChange, open_store

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def book(tmp_path):
    store = open_store(used_folder(tmp_path / "data"))
    yield RecordRepositories(store)
    store.close()


@pytest.fixture
def save(book):
    def keep(name, prompt="look", now=NOW, **more):
        return book.store.write(lambda: book.prompts.save(name, prompt, now, **more)).result()

    return keep


def test_it_is_kept_with_all_that_a_run_needs(book, save):
    kept = save("Nightly", "look at the backups", tier=2, services=("backup",), agent="claude")
    assert book.prompts.list() == [kept]
    assert (kept.name, kept.prompt, kept.tier, kept.services, kept.agent) == (
        "Nightly",
        "look at the backups",
        2,
        ("backup",),
        "claude",
    )


def test_under_the_same_name_the_new_one_takes_its_place_and_number(save):
    first = save("a", "one")
    second = save("a", "two", NOW + timedelta(hours=1))
    assert (second.id, second.prompt, second.created_at) == (first.id, "two", first.created_at)
    assert second.updated_at > first.updated_at


def test_names_are_one_line_and_sorted_without_regard_to_case(book, save):
    for name in ("b", "A\n  thing", "C"):
        save(name)
    assert [kept.name for kept in book.prompts.list()] == ["A thing", "b", "C"]


@pytest.mark.parametrize("name", ["", "  \n", "\x1b", "x" * 81])
def test_a_name_that_is_none_is_refused(save, name):
    with pytest.raises(UsageError):
        save(name)


def test_renamed_to_a_name_that_is_taken_is_refused(book, save):
    first, second = save("a"), save("b")
    with pytest.raises(UsageError, match="Another saved prompt is called"):
        book.store.write(lambda: book.prompts.rename(second.id, "a", NOW)).result()
    book.store.write(lambda: book.prompts.rename(first.id, "a", NOW)).result()
    book.store.write(lambda: book.prompts.rename(second.id, "c", NOW)).result()
    assert [kept.name for kept in book.prompts.list()] == ["a", "c"]


def test_removed_it_can_be_put_back_as_it_was(book, save):
    kept = save("a", services=("x", "y"))
    book.store.write(lambda: book.prompts.remove(kept.id)).result()
    assert book.prompts.list() == []
    book.store.write(lambda: book.prompts.put_back(kept)).result()
    assert book.prompts.list() == [kept]


def test_each_change_is_told(book, save):
    heard: list[CommittedChange] = []
    book.store.hub.listen(heard.append)
    kept = save("a")
    save("a", "two")
    book.store.write(lambda: book.prompts.remove(kept.id)).result()
    assert [(c.table, c.what) for c in heard] == [
        ("saved_prompts", "inserted"),
        ("saved_prompts", "updated"),
        ("saved_prompts", "deleted"),
    ]


# --- whole rows ------------------------------------------------------------------------------------------------------

LATER = NOW + timedelta(hours=1)


def row(number, name, prompt="look", *, updated=NOW, **fields):
    return replace(SavedPrompt(number, name, prompt, 1, (), "", to_text(NOW), to_text(updated)), **fields)


def test_a_prompt_is_its_row(book, save):
    full = row(1, "Nightly", "look", tier=2, services=("web", "db"), agent="claude")
    assert save(" Nightly\t", "look", tier=2, services=("web", "db"), agent="claude") == full
    assert save("other") == row(2, "other")
    assert book.prompts.list() == [full, row(2, "other")]
    assert [book.prompts.get(name) for name in ("  Nightly ", "nightly", "none")] == [full, None, None]
    assert full.as_json() == asdict(full)
    changed = row(1, "Nightly", "more", updated=LATER)
    assert save("Nightly", "more", LATER) == changed
    assert book.prompts.list() == [changed, row(2, "other")]


def test_a_prompt_is_kept_without_what_looks_like_a_secret(save):
    key = "sk-ant-api03-" + "a1B2" * 24
    assert key not in save("a", f"use {key}").prompt


@pytest.mark.parametrize(
    ("name", "kept"),
    [("a", "a"), (" a \n\t b ", "a b"), ("a\x1bb", "a b"), ("x" * 80, "x" * 80), (" " + "x" * 80 + " ", "x" * 80)],
)
def test_a_name_is_kept_on_one_line(name, kept):
    assert checked_name(name) == kept


@pytest.mark.parametrize(
    ("name", "why"), [("", "needs a name"), (" \x00 ", "needs a name"), ("x" * 81, "longer than 80 characters")]
)
def test_a_name_that_cannot_be_used_says_why(name, why):
    with pytest.raises(UsageError, match=why):
        checked_name(name)


def test_a_rename_changes_the_name_and_when_it_was_changed(book, save):
    save("a"), save("b")
    heard: list[CommittedChange] = []
    book.store.hub.listen(heard.append)
    book.store.write(lambda: book.prompts.rename(1, " c\n d ", LATER)).result()
    assert heard == [CommittedChange("saved_prompts", (1,), "updated")]
    assert book.prompts.list() == [row(2, "b"), row(1, "c d", updated=LATER)]


def test_what_is_put_back_takes_the_place_of_what_it_became(book, save):
    before = save("a", services=("web",))
    save("b"), save("a", "other", LATER)
    heard: list[CommittedChange] = []
    book.store.hub.listen(heard.append)
    book.store.write(lambda: book.prompts.put_back(before)).result()
    assert heard == [CommittedChange("saved_prompts", (1,), "updated")]
    assert book.prompts.list() == [before, row(2, "b")]
    heard.clear()
    book.store.write(lambda: book.prompts.remove(1)).result()
    assert heard == [CommittedChange("saved_prompts", (1,), "deleted")]
    assert book.prompts.list() == [row(2, "b")]
