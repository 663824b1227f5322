"""Events folded (UI: repeated ones folded with a count)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from claudeops_desktop.clock import to_text
from claudeops_desktop.paths import DataFolder
from claudeops_desktop.records.book import Book
from claudeops_desktop.records.event_folds import EventFolds, EventQuery, FoldKey
from claudeops_desktop.store import open_store

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def book(tmp_path):
    store = open_store(DataFolder(tmp_path))
    yield Book(store)
    store.close()


def say(book, *events):
    def write():
        return [
            book.events.add(
                level=level, message=message, service=service, session_id=None, now=NOW + timedelta(minutes=n)
            )
            for n, (level, service, message) in enumerate(events)
        ]

    return book.store.write(write).result()


def test_the_same_but_for_its_numbers_is_one_fold(book):
    say(
        book,
        ("warning", "jellyfin", "Took 61 s to answer"),
        ("warning", "jellyfin", "Took 9.5 s to answer"),
        ("warning", "jellyfin", "Took 1,200 s to answer"),
    )
    folds = EventFolds(book.store)
    assert folds.keys(EventQuery()) == [FoldKey(3, 1, 3)]
    (fold,) = folds.folds(folds.keys(EventQuery()))
    assert fold.event.message == "Took 1,200 s to answer"
    assert fold.first_at == to_text(NOW)


@pytest.mark.parametrize(
    "other", [("critical", "jellyfin", "Down"), ("warning", "caddy", "Down"), ("warning", "jellyfin", "Up")]
)
def test_another_level_service_or_message_is_another_fold(book, other):
    say(book, ("warning", "jellyfin", "Down"), other)
    assert len(EventFolds(book.store).keys(EventQuery())) == 2


def test_the_fold_that_spoke_last_comes_first(book):
    say(book, ("info", None, "a"), ("info", None, "b"), ("info", None, "a"))
    assert [key.newest for key in EventFolds(book.store).keys(EventQuery())] == [3, 2]


def test_occurrences_are_newest_first(book):
    say(book, ("info", None, "up 1"), ("info", None, "other"), ("info", None, "up 2"))
    assert [event.id for event in EventFolds(book.store).occurrences(3)] == [3, 1]
    assert EventFolds(book.store).key_of(1) == FoldKey(3, 1, 2)
    assert EventFolds(book.store).key_of(77) is None


def test_filters_say_what_they_leave_under_the_others(book):
    say(book, ("critical", "caddy", "Down"), ("info", None, "Fine"), ("info", "caddy", "Certificate renewed"))
    folds = EventFolds(book.store)
    facets = folds.facets(EventQuery(service="caddy"))
    assert (facets.total, facets.matching) == (3, 2)
    assert facets.levels == {"critical": 1, "info": 1}
    assert facets.services == {"caddy": 2, "general": 1}
    assert [key.newest for key in folds.keys(EventQuery(service="general"))] == [2]
    assert [key.newest for key in folds.keys(EventQuery(text="cert caddy"))] == [3]
    assert [key.newest for key in folds.keys(EventQuery(level="critical"))] == [1]


def test_what_waits_counts_warnings_and_critical_folds_since(book):
    say(
        book,
        ("critical", "caddy", "Down"),
        ("critical", "caddy", "Down"),
        ("warning", "caddy", "Slow 3 s"),
        ("info", "caddy", "Fine"),
    )
    folds = EventFolds(book.store)
    assert folds.waiting(0) == 2
    assert folds.waiting(2) == 1
    assert folds.waiting(folds.newest_id()) == 0
