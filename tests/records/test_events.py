"""Events of services, and whether the operator has acknowledged them."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime, timedelta

import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.records.events import Event

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
AT = [to_text(NOW + minute * MINUTE) for minute in range(6)]


@pytest.fixture
def add(book, write):
    def say(minute=0, level="warning", service="web", message="Slow", session_id=None):
        return write(
            lambda: book.events.add(
                level=level, message=message, service=service, session_id=session_id, now=NOW + minute * MINUTE
            )
        )

    return say


def test_an_event_is_kept_as_it_was_said(book, add, session, told):
    number = session()
    told()
    assert add(1, "critical", None, "Down", number) == 1
    assert told() == [("events", (1,), "inserted")]
    add()
    said = Event(1, number, "critical", None, "Down", AT[1])
    assert book.events.list() == [Event(2, None, "warning", "web", "Slow", AT[0]), said]
    assert (book.events.get(1), book.events.get(3)) == (said, None)
    assert said.as_json() == asdict(said)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, [5, 4, 3, 2, 1]),
        ({"session_id": 1}, [3, 1]),
        ({"session_id": 0}, []),
        ({"level": "critical"}, [4, 2]),
        ({"service": "db"}, [5, 2]),
        ({"since": AT[2]}, [5, 4, 3]),
        ({"until": AT[2]}, [2, 1]),
        ({"since": AT[1], "until": AT[3]}, [3, 2]),
        ({"limit": 0}, []),
        ({"limit": 4}, [5, 4, 3, 2]),
        ({"limit": 5}, [5, 4, 3, 2, 1]),
        ({"level": "critical", "service": "db", "limit": 1}, [2]),
    ],
)
def test_the_list_is_newest_first_and_can_be_narrowed(book, add, session, query, found):
    mine, other = session(), session()
    add(0, session_id=mine)
    add(1, "critical", "db", "Down", other)
    add(2, "info", None, "Fine", mine)
    add(3, "critical", "web", "Disk at 100%")
    add(4, "warning", "db", "slow again")
    assert [one.id for one in book.events.list(**query)] == found


def test_the_services_that_events_speak_of_are_in_order(book, add):
    for service in ("web", "db", None, "web"):
        add(service=service)
    assert book.events.services() == ["db", "web"]


def test_acknowledged_are_those_that_were_not_yet(book, add, write, told):
    for _ in range(4):
        add()
    told()
    assert write(lambda: book.events.acknowledge([2, 99], NOW)) == [2]
    assert told() == [("events", (2,), "updated")]
    assert sorted(write(lambda: book.events.acknowledge(iter([1, 2, 3]), NOW + MINUTE))) == [1, 3]
    assert [one.acknowledged_at for one in book.events.list()] == [None, AT[1], AT[0], AT[1]]
    told()
    assert write(lambda: book.events.acknowledge([1, 2], NOW)) == []
    assert told() == []


def test_acknowledgements_are_taken_back_where_there_are_any(book, add, write, told):
    for _ in range(3):
        add()
    write(lambda: book.events.acknowledge([1, 2], NOW))
    told()
    assert write(lambda: book.events.unacknowledge([2, 3])) == [2]
    assert told() == [("events", (2,), "updated")]
    assert [one.acknowledged_at for one in book.events.list()] == [None, None, AT[0]]
    assert write(lambda: book.events.unacknowledge([2, 3])) == []
    assert told() == []


@pytest.mark.parametrize(("number", "named"), [(1, 1), (99, 99), (100, 100), (101, 0)])
def test_up_to_a_hundred_events_are_named_when_they_change(book, write, told, number, named):
    def say():
        for _ in range(number):
            book.events.add(level="info", message="x", service=None, session_id=None, now=NOW)

    write(say)
    told()
    write(lambda: book.events.acknowledge(range(1, number + 1), NOW))
    assert [(table, sorted(ids), what) for table, ids, what in told()] == [
        ("events", list(range(1, named + 1)), "updated")
    ]
