"""What is said to several incidents at once, and how it is taken back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from claudeops_desktop.core.errors import OperatorError
from claudeops_desktop.operations.incidents import (
    IncidentNumbers,
    SnoozeIncidents,
    acknowledge_incidents,
    close_incidents,
    snooze_incidents,
    undo_incident_changes,
)
from claudeops_desktop.records.incidents import Incident
from claudeops_desktop.records.record_books import RecordRepositories

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def opened(book: RecordRepositories, write: Callable[..., Any]) -> Callable[[str], int]:
    def begin(service: str) -> int:
        made = write(
            lambda: book.incidents.open(
                service=service, source="check", started_at=NOW, worst="down", cause="refused", now=NOW
            )
        )
        return int(made.id)

    return begin


def stored(book: RecordRepositories, number: int) -> Incident:
    found = book.store.read(lambda: book.incidents.get(number)).result()
    assert found is not None
    return found


def test_nothing_is_changed_where_one_of_them_is_missing(
    book: RecordRepositories, write: Callable[..., Any], opened: Callable[[str], int]
) -> None:
    number = opened("web")
    with pytest.raises(OperatorError, match=r"There is no incident 98, 99\."):
        write(lambda: acknowledge_incidents(book, IncidentNumbers([number, 98, 99]), NOW))
    assert stored(book, number).state == "open"


def test_a_number_that_no_database_can_hold_is_missing(write: Callable[..., Any], book: RecordRepositories) -> None:
    with pytest.raises(OperatorError, match="There is no incident 9"):
        write(lambda: acknowledge_incidents(book, IncidentNumbers([int("9" * 21)]), NOW))


def test_nothing_is_changed_where_one_of_them_is_resolved(
    book: RecordRepositories, write: Callable[..., Any], opened: Callable[[str], int]
) -> None:
    first, second = opened("web"), opened("db")
    write(lambda: close_incidents(book, IncidentNumbers([second]), NOW))
    with pytest.raises(OperatorError):
        write(lambda: acknowledge_incidents(book, IncidentNumbers([first, second]), NOW))
    assert stored(book, first).state == "open"


def test_a_snooze_is_undone(book: RecordRepositories, write: Callable[..., Any], opened: Callable[[str], int]) -> None:
    number = opened("web")
    until = NOW + timedelta(hours=1)
    done = write(lambda: snooze_incidents(book, SnoozeIncidents([number], until), NOW))
    write(lambda: undo_incident_changes(book, done, NOW))
    assert stored(book, number).snoozed_until is None


def test_an_undone_close_folds_again_what_stood_under_it(
    book: RecordRepositories, write: Callable[..., Any], opened: Callable[[str], int]
) -> None:
    root, below = opened("db"), opened("web")
    write(lambda: book.incidents.fold(below, root, NOW))
    done = write(lambda: close_incidents(book, IncidentNumbers([root]), NOW))
    assert stored(book, below).folded_into is None
    write(lambda: undo_incident_changes(book, done, NOW))
    assert (stored(book, root).state, stored(book, below).folded_into) == ("open", root)
