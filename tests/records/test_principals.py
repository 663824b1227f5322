"""People, agents and projects that a store knows: which names may be used."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime, timedelta

import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.errors import OperatorError, UsageError
from claudeops_desktop.records.principals import KnownName, PrincipalRecords
from claudeops_desktop.records.prompt_requests import WISH, wish_in

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)


@pytest.fixture(params=["principals", "projects"])
def directory(request):
    return request.param


@pytest.fixture
def names(book, directory):
    return PrincipalRecords(book.store, directory)


def known(name, kind="", removed_at=None, now=NOW):
    return KnownName(name, kind, to_text(now), removed_at)


def test_a_name_is_kept_once_in_small_letters(names, write, told, directory):
    assert write(lambda: names.add(" Web-Shop ", NOW, "agent")) == known("web-shop", "agent")
    assert told() == [(directory, (), "updated")]
    assert write(lambda: names.add("web-shop", LATER, "agent")) == known("web-shop", "agent")
    assert told() == []
    write(lambda: names.add("anna", LATER))
    assert names.list() == [known("anna", now=LATER), known("web-shop", "agent")]
    assert [names.get(name) for name in (" ANNA ", "bert")] == [known("anna", now=LATER), None]
    assert names.require(" ANNA ") == known("anna", now=LATER)
    assert known("anna").as_json() == asdict(known("anna"))


def test_a_removed_name_may_not_be_used_and_can_be_made_again(names, write, told, directory):
    write(lambda: names.add("anna", NOW, "person"))
    write(lambda: names.add("bert", NOW, "person"))
    told()
    assert write(lambda: names.remove(" Anna", LATER)) == known("anna", "person")
    assert told() == [(directory, (), "updated")]
    assert names.list() == [known("anna", "person", to_text(LATER)), known("bert", "person")]
    for refused in (lambda: names.require("anna"), lambda: names.remove("anna", LATER)):
        with pytest.raises(OperatorError, match="“anna” does not exist"):
            write(refused)
    assert write(lambda: names.add("anna", LATER, "agent")) == known("anna", "agent")
    assert told() == [(directory, (), "updated")]


def test_what_was_never_made_does_not_exist(names):
    with pytest.raises(OperatorError) as refused:
        names.require(" " + "x" * 61)
    assert f"“{'x' * 60}” does not exist" in refused.value.full_text


def test_a_name_is_of_one_kind(names, write):
    write(lambda: names.add("anna", NOW, "person"))
    with pytest.raises(OperatorError, match="“anna” is used for another kind: person"):
        write(lambda: names.add("anna", NOW, "agent"))
    assert names.list() == [known("anna", "person")]


def test_what_is_no_name_is_refused(names, write):
    with pytest.raises(UsageError, match="cannot be used"):
        write(lambda: names.add("everyone", NOW))
    assert names.list() == []


def test_the_remedy_is_that_of_the_directory(book):
    remedies = {"principals": "claudeops tokens add NAME", "projects": "claudeops projects add NAME"}
    for directory, remedy in remedies.items():
        with pytest.raises(OperatorError) as refused:
            PrincipalRecords(book.store, directory).require("anna")
        assert remedy in refused.value.full_text


@pytest.mark.parametrize(
    ("prompt", "wish"),
    [
        ("", ""),
        ("Look at all.", ""),
        (f"Look at all.\n\n{WISH}\n\nRestart web.\n\nGently.", "Restart web.\n\nGently."),
        (f"Look at all.\n{WISH}\nRestart web.", ""),
        (f"A.\n\n{WISH}\n\nB.\n\n{WISH}\n\nC.", f"B.\n\n{WISH}\n\nC."),
    ],
)
def test_what_was_asked_of_a_session_stands_in_its_prompt(prompt, wish):
    assert wish_in(prompt) == wish
