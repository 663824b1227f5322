"""Due times as a page lists them: which match, in what order, and what each filter would leave."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.records.occurrence_list import OccurrenceFacets, OccurrenceList, OccurrenceQuery
from claudeops_desktop.records.occurrences import Schedule, ScheduleOccurrence

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
AT = [to_text(NOW + minute * MINUTE) for minute in range(6)]


@pytest.fixture
def due_times(book, write):
    """Two schedules and five due times of theirs, written in another order than that of their times."""

    def fill():
        for name in ("nightly 100%", "backup", "never due"):
            book.schedules.save(Schedule(0, name, "cron", "0 3 * * *", 1, 0, 1, "", "", (), AT[0], AT[0], AT[0]))
        for schedule, minute, state, why in [
            (1, 3, "ran", ""),
            (1, 1, "missed", "The computer slept."),
            (2, 2, "missed", "Claude Ops was closed."),
            (2, 1, "ran", ""),
            (1, 5, "queued", "another run of the backup goes on"),
        ]:
            book.schedules.note_due(schedule, NOW + minute * MINUTE, state, why)

    write(fill)
    return OccurrenceList(book.store)


def due(number, schedule, minute, state, why=""):
    return ScheduleOccurrence(number, schedule, AT[minute], state, why, None, None, None)


ALL = [
    due(5, 1, 5, "queued", "another run of the backup goes on"),
    due(1, 1, 3, "ran"),
    due(3, 2, 2, "missed", "Claude Ops was closed."),
    due(4, 2, 1, "ran"),
    due(2, 1, 1, "missed", "The computer slept."),
]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (OccurrenceQuery(), [5, 1, 3, 4, 2]),
        (OccurrenceQuery(state="missed"), [3, 2]),
        (OccurrenceQuery(state=""), []),
        (OccurrenceQuery(schedule=2), [3, 4]),
        (OccurrenceQuery(schedule=0), []),
        (OccurrenceQuery(schedule=1, state="ran"), [1]),
        (OccurrenceQuery(since=AT[2]), [5, 1, 3]),
        (OccurrenceQuery(until=AT[2]), [4, 2]),
        (OccurrenceQuery(since=AT[1], until=AT[3]), [3, 4, 2]),
        (OccurrenceQuery(text="BACKUP"), [5, 3, 4]),
        (OccurrenceQuery(text=" closed backup "), [3]),
        (OccurrenceQuery(text="100%"), [5, 1, 2]),
        (OccurrenceQuery(text="1%0"), []),
        (OccurrenceQuery(text="slept", state="ran"), []),
    ],
)
def test_what_matches_is_newest_first(due_times, query, found):
    assert due_times.ids(query) == found
    assert due_times.list(query) == [one for one in ALL if one.id in found]
    assert due_times.facets(query).matching == len(found)


@pytest.mark.parametrize(("limit", "number"), [(0, 0), (1, 1), (4, 4), (5, 5), (6, 5), (None, 5)])
def test_the_list_has_a_limit(due_times, limit, number):
    assert due_times.list(OccurrenceQuery(), limit) == ALL[:number]


def test_rows_are_those_asked_for_that_are_there(due_times):
    found = due_times.rows([4, 99, 1])
    assert sorted(found, key=lambda one: one.id) == [due(1, 1, 3, "ran"), due(4, 2, 1, "ran")]
    assert due_times.rows([]) == []


def test_the_latest_of_each_schedule_is_that_of_the_latest_moment(due_times):
    assert due_times.latest() == {1: ALL[0], 2: ALL[2]}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (OccurrenceQuery(), OccurrenceFacets(5, 5, {"missed": 2, "ran": 2, "queued": 1}, {1: 3, 2: 2})),
        (OccurrenceQuery(schedule=2), OccurrenceFacets(5, 2, {"missed": 1, "ran": 1}, {1: 3, 2: 2})),
        (OccurrenceQuery(state="queued"), OccurrenceFacets(5, 1, {"missed": 2, "ran": 2, "queued": 1}, {1: 1})),
        (OccurrenceQuery(text="nothing"), OccurrenceFacets(5, 0, {}, {})),
    ],
)
def test_each_filter_says_what_it_would_leave_under_the_others(due_times, query, expected):
    found = due_times.facets(query)
    assert found == expected
    assert list(found.states) == list(expected.states)
    assert list(found.schedules) == list(expected.schedules)
