"""Events folded (UI: repeated ones folded with a count)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from support.folders import used_folder

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.records.event_groups import (
    EventFacets,
    EventGroup,
    EventGroupKey,
    EventGroupRecords,
    EventQuery,
    query_span,
)
from claudeops_desktop.records.events import Event
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
    assert folds.waiting(NOW) == {"critical": 1, "warning": 1}
    book.store.write(lambda: book.events.acknowledge([1, 2, 4], NOW)).result()
    assert folds.waiting(NOW) == {"warning": 1}
    say(book, ("critical", "caddy", "Down"))
    assert folds.waiting(NOW) == {"critical": 1, "warning": 1}


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


# --- every filter on both sides --------------------------------------------------------------------------------------

MINUTE = timedelta(minutes=1)


def at(minute):
    return to_text(NOW + minute * MINUTE)


@pytest.fixture
def folds(book):
    """Eight events a minute apart: five folds, of which one waits in part and two are muted wholly or in part."""
    say(
        book,
        ("warning", "web", "Slow 1 s"),  # fold 1: acknowledged
        ("critical", "web", "Down"),  # fold 2
        ("warning", "web", "Slow 2 s"),  # fold 1
        ("info", None, "Fine"),  # fold 4: acknowledged
        ("warning", "mail", "Full"),  # fold 5: muted
        ("warning", "web", "Slow 3 s"),  # fold 1: muted by its text
        ("info", "db", "Fine"),  # fold 7
        ("critical", "web", "Down"),  # fold 2
    )
    book.store.write(lambda: book.events.acknowledge([1, 4], NOW)).result()
    book.store.write(lambda: book.mutes.add(service="mail", now=NOW)).result()
    book.store.write(lambda: book.mutes.add(text="3 s", until=NOW + 60 * MINUTE, now=NOW)).result()
    return EventGroupRecords(book.store)


DOWN, FINE_DB, FINE = EventGroupKey(2, 8, 2, 2, 2), EventGroupKey(7, 7, 7, 1, 1), EventGroupKey(4, 4, 4, 1, 0)
SLOW = EventGroupKey(1, 3, 1, 2, 1)


@pytest.mark.parametrize(
    ("query", "found", "facets"),
    [
        (
            {},
            [DOWN, FINE_DB, FINE, SLOW],
            EventFacets(8, 6, {"critical": 2, "info": 2, "warning": 2}, {"db": 1, "general": 1, "web": 4}, 4, 2, 2, 2),
        ),
        (
            {"state": "waiting"},
            [DOWN, FINE_DB, EventGroupKey(1, 3, 3, 1, 1)],
            EventFacets(8, 4, {"critical": 2, "info": 1, "warning": 1}, {"db": 1, "web": 3}, 4, 2, 2, 2),
        ),
        (
            {"state": "acknowledged"},
            [FINE, EventGroupKey(1, 1, 1, 1, 0)],
            EventFacets(8, 2, {"info": 1, "warning": 1}, {"general": 1, "web": 1}, 4, 2, 2, 2),
        ),
        (
            {"state": "muted"},
            [EventGroupKey(1, 6, 6, 1, 1), EventGroupKey(5, 5, 5, 1, 1)],
            EventFacets(8, 2, {"warning": 2}, {"mail": 1, "web": 1}, 4, 2, 2, 2),
        ),
        (
            {"level": "warning"},
            [SLOW],
            EventFacets(8, 2, {"critical": 2, "info": 2, "warning": 2}, {"web": 2}, 1, 1, 2, 2),
        ),
        (
            {"service": "web"},
            [DOWN, SLOW],
            EventFacets(8, 4, {"critical": 2, "warning": 2}, {"db": 1, "general": 1, "web": 4}, 3, 1, 1, 2),
        ),
        (
            {"level": "info", "service": "general"},
            [FINE],
            EventFacets(8, 1, {"info": 1}, {"db": 1, "general": 1}, 0, 1, 0, 2),
        ),
        (
            {"level": "", "service": "", "text": "slow WEB"},
            [SLOW],
            EventFacets(8, 2, {"warning": 2}, {"web": 2}, 1, 1, 1, 2),
        ),
        (
            {"time": f"{at(1)}/{at(4)}"},
            [FINE, EventGroupKey(1, 3, 3, 1, 1), EventGroupKey(2, 2, 2, 1, 1)],
            EventFacets(8, 3, {"critical": 1, "info": 1, "warning": 1}, {"general": 1, "web": 2}, 2, 1, 0, 2),
        ),
        ({"text": "nothing"}, [], EventFacets(8, 0, {}, {}, 0, 0, 0, 2)),
    ],
)
def test_what_matches_and_what_each_filter_would_leave(folds, query, found, facets):
    assert folds.listing(EventQuery(**query), NOW) == (found, facets)


def test_a_mute_that_is_over_hides_nothing(folds):
    later = NOW + 60 * MINUTE
    assert folds.listing(EventQuery(text="slow"), later)[0] == [EventGroupKey(1, 6, 1, 3, 2)]
    assert folds.listing(EventQuery(), later)[1].mutes == 1


@pytest.mark.parametrize(
    ("query", "more", "found"),
    [
        ({}, {}, [8, 7, 4, 3, 2, 1]),
        ({"state": "all"}, {}, [8, 7, 6, 5, 4, 3, 2, 1]),
        ({"state": "muted"}, {}, [6, 5]),
        ({"state": "waiting"}, {}, [8, 7, 3, 2]),
        ({"state": "acknowledged"}, {}, [4, 1]),
        ({"level": "warning"}, {}, [3, 1]),
        ({"service": "general"}, {}, [4]),
        ({"service": "web", "state": "all"}, {}, [8, 6, 3, 2, 1]),
        ({"text": "slow"}, {}, [3, 1]),
        ({"text": "slow 1"}, {}, [1]),
        ({"time": f"{at(2)}/"}, {}, [8, 7, 4, 3]),
        ({"time": f"/{at(2)}"}, {}, [2, 1]),
        ({}, {"session_id": 0}, []),
        ({}, {"before": 4}, [3, 2, 1]),
        ({}, {"before": 0}, []),
        ({}, {"limit": 0}, []),
        ({}, {"limit": 5}, [8, 7, 4, 3, 2]),
        ({"state": "all"}, {"limit": 8}, [8, 7, 6, 5, 4, 3, 2, 1]),
    ],
)
def test_events_one_by_one(folds, query, more, found):
    assert [event.id for event in folds.events(EventQuery(**query), NOW, **more)] == found


@pytest.mark.parametrize(
    ("time", "span"),
    [
        (None, ("", "")),
        ("", ("", "")),
        ("hour", ("2026-03-01T11:00:00.000Z", "")),
        ("day", ("2026-02-28T12:00:00.000Z", "")),
        ("week", ("2026-02-22T12:00:00.000Z", "")),
        ("a/b", ("a", "b")),
        ("a/", ("a", "")),
        ("/b", ("", "b")),
    ],
)
def test_a_span_of_time(time, span):
    assert query_span(time, NOW) == span


def test_folds_are_told_in_the_order_asked_for(folds):
    keys = [FINE, EventGroupKey(1, 99, 1, 1, 1), EventGroupKey(1, 1, 99, 1, 1), DOWN]
    assert folds.folds(keys) == [
        EventGroup(FINE, Event(4, None, "info", None, "Fine", at(3), at(0)), at(3)),
        EventGroup(DOWN, Event(8, None, "critical", "web", "Down", at(7)), at(1)),
    ]
    assert folds.folds([]) == []


def test_the_events_of_a_fold_have_a_limit(book, folds):
    assert [[event.id for event in folds.occurrences(3, limit)] for limit in (0, 2, 3, 4)] == [
        [],
        [6, 3],
        [6, 3, 1],
        [6, 3, 1],
    ]
    assert folds.occurrences(99) == []
    say(book, *[("info", "many", f"{n}") for n in range(201)])
    assert [event.id for event in folds.occurrences(209)] == list(range(209, 9, -1))


@pytest.mark.parametrize(
    ("state", "key", "acknowledged"),
    [
        (None, EventGroupKey(1, 6, 1, 3, 2), [3]),
        (None, EventGroupKey(1, 2, 1, 3, 2), []),
        ("muted", EventGroupKey(1, 6, 6, 1, 1), [3, 6]),
        (None, EventGroupKey(5, 5, 5, 1, 1), []),
        ("muted", EventGroupKey(5, 5, 5, 1, 1), [5]),
    ],
)
def test_what_is_muted_is_acknowledged_where_it_is_shown(book, folds, state, key, acknowledged):
    heard = []
    book.store.hub.listen(heard.append)
    done = book.store.write(lambda: folds.acknowledge([key], EventQuery(state=state), NOW)).result()
    assert sorted(done) == acknowledged
    assert [(one.table, one.ids, one.what) for one in heard] == ([("events", (), "updated")] if acknowledged else [])
    now = {event.id for event in book.events.list() if event.acknowledged_at}
    assert now == {1, 4, *acknowledged}


@pytest.mark.parametrize(
    ("time", "acknowledged"),
    [(f"{at(1)}/", [2, 8]), (f"{at(2)}/", [8]), (f"/{at(7)}", [2]), (f"/{at(8)}", [2, 8]), (f"{at(2)}/{at(7)}", [])],
)
def test_acknowledging_keeps_to_the_filter_of_time(book, folds, time, acknowledged):
    done = book.store.write(lambda: folds.acknowledge([DOWN], EventQuery(time=time), NOW)).result()
    assert sorted(done) == acknowledged
