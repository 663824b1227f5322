"""Alerts of other programs: what came in, what became of each, and that old ones go."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.records.alerts import KEPT, RECEIVED, REFUSED, REPEATED, RESOLVED, STARTED, TEST, AlertRecord

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def add(book, write):
    def received(state=RECEIVED, now=NOW, **fields):
        said = {"source": "grafana", "key": "k", "title": "Down", "services": ("web",), "payload": "{}", "why": ""}
        return write(lambda: book.alerts.add(**(said | fields), state=state, now=now))

    return received


def alert(number, state=RECEIVED, **fields):
    return replace(AlertRecord(number, "grafana", "k", "Down", ("web",), "{}", state, "", None, to_text(NOW)), **fields)


def test_an_alert_is_kept_as_it_came(book, add, told):
    number = add(REFUSED, NOW + MINUTE, services=("web", "db"), payload='{"a": 1}', why="unknown sender")
    assert told() == [("alerts", (1,), "inserted")]
    kept = alert(
        1,
        REFUSED,
        services=("web", "db"),
        payload='{"a": 1}',
        why="unknown sender",
        received_at="2026-03-01T12:01:00.000Z",
    )
    assert (number, book.alerts.list()) == (1, [kept])
    assert (book.alerts.get(1), book.alerts.get(2)) == (kept, None)
    assert kept.as_json() == {
        "id": 1,
        "source": "grafana",
        "key": "k",
        "title": "Down",
        "state": "refused",
        "why": "unknown sender",
        "run_id": None,
        "received_at": "2026-03-01T12:01:00.000Z",
        "services": ["web", "db"],
    }


def test_alerts_are_settled_together(book, add, write, run, told):
    number = run()
    first, second, third = add(), add(), add()
    told()
    write(lambda: book.alerts.settle((first, third), STARTED, run_id=number))
    assert told() == [("alerts", (first, third), "updated")]
    write(lambda: book.alerts.settle((second,), REPEATED, "as before"))
    assert book.alerts.list() == [
        alert(3, STARTED, run_id=number),
        alert(2, REPEATED, why="as before"),
        alert(1, STARTED, run_id=number),
    ]


def test_an_alert_repeats_one_of_its_key_that_a_run_was_asked_for(book, add):
    add(RECEIVED, NOW - MINUTE)
    add(STARTED, NOW)
    add(RECEIVED, NOW, key="other")
    for state in (REPEATED, REFUSED, RESOLVED, TEST):
        add(state, NOW + MINUTE)
    assert book.alerts.started_since("k", NOW - MINUTE) == alert(2, STARTED)
    assert book.alerts.started_since("k", NOW) == alert(2, STARTED)
    assert book.alerts.started_since("k", NOW + timedelta(milliseconds=1)) is None
    assert book.alerts.started_since("another", NOW - MINUTE) is None
    add(RECEIVED)
    assert book.alerts.started_since("k", NOW) == alert(8)


def test_those_whose_run_has_not_begun_are_oldest_first(book, add):
    for state in (RECEIVED, STARTED, RECEIVED, REFUSED):
        add(state)
    assert book.alerts.received() == [alert(1), alert(3)]


def test_the_list_is_newest_first_and_can_be_narrowed(book, add):
    for services in (("web",), ("webmail", "db"), ("db", "web"), ()):
        add(services=services)
    assert [one.id for one in book.alerts.list()] == [4, 3, 2, 1]
    assert [[one.id for one in book.alerts.list(limit=limit)] for limit in (0, 3, 4, 5)] == [
        [],
        [4, 3, 2],
        [4, 3, 2, 1],
        [4, 3, 2, 1],
    ]
    assert [one.id for one in book.alerts.list(service="web")] == [3, 1]
    assert [one.id for one in book.alerts.list(service="web", limit=1)] == [3]
    assert [one.id for one in book.alerts.list(service="caddy")] == []


def test_ten_thousand_are_kept(book, add, write):
    add()
    add()
    write(lambda: book.store.database.keep_numbers_from("alerts", KEPT))
    assert KEPT == 10_000
    assert add() == KEPT + 1
    assert [one.id for one in book.alerts.list()] == [KEPT + 1, 2]
