"""Prompts that the operator keeps."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from support.folders import used_folder

from claudeops_desktop.core.errors import UsageError
from claudeops_desktop.records.record_books import RecordRepositories
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
