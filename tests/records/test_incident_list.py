"""Incidents as a page lists them: each over those that it explains, with what was tried."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from claudeops_desktop.records.incident_list import (
    IncidentLine,
    describe_incidents,
    load_incident_lines,
    put_under_roots,
)
from claudeops_desktop.records.incidents import BY_MEASUREMENT, Incident

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def opened(book, write):
    def open_one(service, minute=0, worst="down"):
        at = NOW + minute * MINUTE
        return write(
            lambda: book.incidents.open(service=service, source="check", started_at=at, worst=worst, cause="", now=at)
        ).id

    return open_one


@pytest.fixture
def resolve(book, write):
    return lambda number, at=NOW: write(lambda: book.incidents.resolve(number, BY_MEASUREMENT, at))


def services(lines):
    return [line.incident.service for line in lines]


def test_open_ones_come_first_and_then_the_resolved_ones_newest_first(book, opened, resolve, write):
    for service in ("first", "second", "third"):
        resolve(opened(service))
    slow, down, child = opened("slow", worst="degraded"), opened("down", 1), opened("child")
    write(lambda: book.incidents.fold(child, slow, NOW))
    lines = load_incident_lines(book.store)
    assert services(lines) == ["down", "slow", "child", "third", "second", "first"]
    assert [(line.root, line.is_folded, line.folded) for line in lines[:4]] == [
        ("", False, ()),
        ("", False, ("child",)),
        ("slow", True, ()),
        ("", False, ()),
    ]
    assert [line.incident.id for line in lines[:2]] == [down, slow]
    assert services(load_incident_lines(book.store, open_only=True)) == ["down", "slow", "child"]
    assert services(load_incident_lines(book.store, limit=4)) == ["down", "slow", "child", "third"]


def incident(number, folded_into=None):
    return Incident(number, f"s{number}", "open", "check", "", "", folded_into=folded_into)


@pytest.mark.parametrize(
    ("live", "ordered"),
    [
        ([], []),
        ([(1, None), (2, None)], [1, 2]),
        ([(3, 2), (1, None), (2, None), (4, 2)], [1, 2, 3, 4]),
        ([(3, 9), (1, None)], [3, 1]),  # what explained it is over
    ],
)
def test_what_is_explained_follows_what_explains_it(live, ordered):
    assert [one.id for one in put_under_roots([incident(*one) for one in live])] == ordered


def test_a_line_tells_what_was_tried_in_the_time_of_the_incident(book, opened, resolve, write):
    web, db, cache = opened("web"), opened("db"), opened("cache")
    write(lambda: book.incidents.fold(web, db, NOW))
    write(lambda: book.incidents.fold(cache, db, NOW))

    def try_things():
        for number, run_id in ((db, 8), (db, 3), (web, 3)):
            book.incidents.link_run(number, run_id, NOW)
        for service, at in [
            ("web", NOW - timedelta(milliseconds=1)),
            ("web", NOW),
            ("web", NOW + MINUTE),
            ("web", NOW + MINUTE + timedelta(milliseconds=1)),
            ("db", NOW + 100 * MINUTE),
            ("other", NOW),
        ]:
            book.cooldowns.add(
                service=service, action_type="restart", success=True, message="", session_id=None, tier=2, now=at
            )

    write(try_things)
    resolve(web, NOW + MINUTE)
    found = [book.incidents.get(number) for number in (web, db, cache)]
    assert describe_incidents(book.store, found) == [
        IncidentLine(found[0], (), "db", (3,), 2),
        IncidentLine(found[1], ("cache", "web"), "", (3, 8), 1),
        IncidentLine(found[2], (), "db", (), 0),
    ]
    assert describe_incidents(book.store, found[2:]) == [IncidentLine(found[2], (), "db")]
    assert describe_incidents(book.store, []) == []
