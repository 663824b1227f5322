"""Events folded (UI: repeated ones folded with a count)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from support.folders import used_folder

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.records.event_groups import EventGroupKey, EventGroupRecords, EventQuery
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store

pytestmark = pytest.mark.both_stores

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def book(tmp_path):
    store = open_store(used_folder(tmp_path))
    yield RecordRepositories(store)
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


def keys(book, query=EventQuery(), now=NOW):  # noqa: B008
    return EventGroupRecords(book.store).listing(query, now)[0]


def test_the_same_but_for_its_numbers_is_one_fold(book):
    say(
        book,
        ("warning", "jellyfin", "Took 61 s to answer"),
        ("warning", "jellyfin", "Took 9.5 s to answer"),
        ("warning", "jellyfin", "Took 1,200 s to answer"),
    )
    folds = EventGroupRecords(book.store)
    assert keys(book) == [EventGroupKey(1, 3, 1, 3, 3)]
    (fold,) = folds.folds(keys(book))
    assert fold.event.message == "Took 1,200 s to answer"
    assert fold.first_at == to_text(NOW)


@pytest.mark.parametrize(
    "other", [("critical", "jellyfin", "Down"), ("warning", "caddy", "Down"), ("warning", "jellyfin", "Up")]
)
def test_another_level_service_or_message_is_another_fold(book, other):
    say(book, ("warning", "jellyfin", "Down"), other)
    assert len(keys(book)) == 2


def test_the_fold_that_spoke_last_comes_first(book):
    say(book, ("info", None, "a"), ("info", None, "b"), ("info", None, "a"))
    assert [key.newest for key in keys(book)] == [3, 2]


def test_occurrences_are_newest_first(book):
    say(book, ("info", None, "up 1"), ("info", None, "other"), ("info", None, "up 2"))
    assert [event.id for event in EventGroupRecords(book.store).occurrences(3)] == [3, 1]
    assert EventGroupRecords(book.store).fold_of(3) == 1
    assert EventGroupRecords(book.store).fold_of(77) is None


def test_filters_say_what_they_leave_under_the_others(book):
    say(book, ("critical", "caddy", "Down"), ("info", None, "Fine"), ("info", "caddy", "Certificate renewed"))
    facets = EventGroupRecords(book.store).listing(EventQuery(service="caddy"), NOW)[1]
    assert (facets.total, facets.matching) == (3, 2)
    assert facets.levels == {"critical": 1, "info": 1}
    assert facets.services == {"caddy": 2, "general": 1}
    assert [key.newest for key in keys(book, EventQuery(service="general"))] == [2]
    assert [key.newest for key in keys(book, EventQuery(text="cert caddy"))] == [3]
    assert [key.newest for key in keys(book, EventQuery(level="critical"))] == [1]


def test_what_waits_counts_warnings_and_critical_folds(book):
    say(
        book,
        ("critical", "caddy", "Down"),
        ("critical", "caddy", "Down"),
        ("warning", "caddy", "Slow 3 s"),
        ("info", "caddy", "Fine"),
    )
    folds = EventGroupRecords(book.store)
    assert folds.waiting(NOW) == 2
    book.store.write(lambda: book.events.acknowledge([1, 2, 4], NOW)).result()
    assert folds.waiting(NOW) == 1
    say(book, ("critical", "caddy", "Down"))
    assert folds.waiting(NOW) == 2


def test_filters_by_time(book):
    say(book, *[("info", None, name) for name in ("first", "second", "third")])  # a minute apart
    later = NOW + timedelta(minutes=61)
    assert [key.newest for key in keys(book, EventQuery(time="hour"), later)] == [3, 2]
    between = f"{to_text(NOW)}/{to_text(NOW + timedelta(minutes=1))}"
    assert [key.newest for key in keys(book, EventQuery(time=between))] == [1]
    assert [key.newest for key in keys(book, EventQuery(time=f"{to_text(NOW + timedelta(minutes=2))}/"))] == [3]


def test_a_fold_says_how_many_of_it_wait(book):
    say(book, *[("warning", "caddy", f"Slow {n} s") for n in range(3)])
    book.store.write(lambda: book.events.acknowledge([1, 2], NOW)).result()
    assert keys(book) == [EventGroupKey(1, 3, 1, 3, 1)]
    assert keys(book, EventQuery(state="waiting")) == [EventGroupKey(1, 3, 3, 1, 1)]
    assert keys(book, EventQuery(state="acknowledged")) == [EventGroupKey(1, 2, 1, 2, 0)]
    facets = EventGroupRecords(book.store).listing(EventQuery(), NOW)[1]
    assert (facets.waiting, facets.acknowledged) == (1, 2)


def test_acknowledging_a_fold_takes_what_was_shown_of_it(book):
    say(book, *[("warning", "caddy", f"Slow {n} s") for n in range(3)])
    folds, shown = EventGroupRecords(book.store), keys(book)
    say(book, ("warning", "caddy", "Slow 4 s"))
    done = book.store.write(lambda: folds.acknowledge(shown, EventQuery(), NOW)).result()
    assert sorted(done) == [1, 2, 3]
    assert [event.acknowledged_at for event in book.events.list()] == [None, to_text(NOW), to_text(NOW), to_text(NOW)]


def test_acknowledging_leaves_what_the_filter_of_time_left_out(book):
    say(book, *[("warning", "caddy", f"Slow {n} s") for n in range(3)])
    query = EventQuery(time=f"{to_text(NOW + timedelta(minutes=1))}/")
    done = book.store.write(lambda: EventGroupRecords(book.store).acknowledge(keys(book, query), query, NOW)).result()
    assert sorted(done) == [2, 3]


def test_a_fold_keeps_its_number_when_its_events_are_filtered(book):
    say(book, *[("warning", "caddy", f"Slow {n} s") for n in range(3)])
    query = EventQuery(time=f"{to_text(NOW + timedelta(minutes=1))}/")
    assert [key.fold for key in keys(book, query)] == [key.fold for key in keys(book)] == [1]
