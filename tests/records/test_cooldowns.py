"""Cooldown records: what was attempted, what it came to, and what still counts."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta

import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.records.cooldowns import CooldownAction
from claudeops_desktop.records.markers import MarkerPlace

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
LATER = NOW + timedelta(minutes=1)


@pytest.fixture
def add(book, write):
    def done(service="web", action_type="restart", now=NOW, **fields):
        said = {"success": True, "message": "ok", "session_id": None, "tier": 2} | fields
        return write(lambda: book.cooldowns.add(service=service, action_type=action_type, now=now, **said))

    return done


@pytest.fixture
def attempt(book, write):
    """An action as the guard writes it before the tool runs."""

    def noted(session_id, tool_use_id="t1", service="web", action_type="restart", state="attempted"):
        sql = (
            "INSERT INTO cooldown_actions (service, action_type, success, created_at, session_id, tier, state,"
            " tool_use_id) VALUES (?, ?, 0, ?, ?, 2, ?, ?)"
        )
        values = (service, action_type, to_text(NOW), session_id, state, tool_use_id)
        write(lambda: book.store.database.execute_sql(sql, values))
        return book.cooldowns.list(limit=1)[0].id

    return noted


def action(number, service="web", **fields):
    at = to_text(NOW)
    return replace(
        CooldownAction(number, service, "restart", 1, "ok", at, None, 2, None, "", "completed", "", at), **fields
    )


def attempted(number, session_id, **fields):
    start = {"success": 0, "message": "", "session_id": session_id, "state": "attempted", "completed_at": None}
    return action(number, **(start | {"tool_use_id": "t1"} | fields))


def test_an_action_is_kept_as_it_was_told(book, add, session, told):
    number = session()
    told()
    assert add("db", "redeployment", success=False, message="it broke", session_id=number, tier=3) == 1
    assert told() == [("cooldown_actions", (1,), "inserted")]
    add()
    first = action(1, "db", action_type="redeployment", success=0, message="it broke", session_id=number, tier=3)
    assert book.cooldowns.list() == [action(2), first]
    assert first.as_json() == {**asdict(first), "outcome": "failed"}


def test_the_list_is_newest_first_and_can_be_narrowed(book, add):
    for service in ("web", "db", "web", "web"):
        add(service)
    listed = book.cooldowns.list

    assert [one.id for one in listed()] == [4, 3, 2, 1]
    assert [one.id for one in listed(service="web")] == [4, 3, 1]
    assert [one.id for one in listed(before=3)] == [2, 1]
    assert [one.id for one in listed(before=0)] == []
    assert [one.id for one in listed(service="web", before=4, limit=1)] == [3]
    assert [len(listed(limit=limit)) for limit in (0, 3, 4, 5)] == [0, 3, 4, 4]


def test_what_is_cleared_counts_no_longer(book, add, write, told):
    add("web", now=NOW - timedelta(milliseconds=1))
    for service in ("web", "db", "web"):
        add(service)
    told()
    assert [one.id for one in book.cooldowns.counting(NOW)] == [2, 3, 4]
    assert write(lambda: book.cooldowns.clear_service("web", "replaced the disk", LATER)) == 3
    assert told() == [("cooldown_actions", (), "updated")]
    assert [one.id for one in book.cooldowns.counting(NOW - timedelta(days=1))] == [3]
    assert book.cooldowns.list()[0] == action(4, cleared_at=to_text(LATER), cleared_why="replaced the disk")
    assert write(lambda: book.cooldowns.clear_service("web", "again", LATER)) == 0
    assert book.cooldowns.list()[0].cleared_why == "replaced the disk"


@pytest.mark.parametrize("success", [True, False])
def test_the_result_of_a_tool_completes_what_it_attempted(book, attempt, session, write, told, success):
    mine, other = session(), session()
    attempt(mine), attempt(mine, service="db"), attempt(mine, "t2"), attempt(other)
    told()
    assert write(lambda: book.cooldowns.complete(mine, "t1", success=success, now=LATER)) == 2
    assert told() == [("cooldown_actions", (), "updated")]
    done = {"state": "completed", "success": int(success), "completed_at": to_text(LATER)}
    assert book.cooldowns.list() == [
        attempted(4, other),
        attempted(3, mine, tool_use_id="t2"),
        attempted(2, mine, service="db", **done),
        attempted(1, mine, **done),
    ]
    assert write(lambda: book.cooldowns.complete(mine, "t1", success=success, now=LATER)) == 0
    assert told() == []


@pytest.fixture
def report(book, write):
    """The session tells of an action, as a marker does; the action's id."""
    lines = iter(range(1, 99))

    def say(session_id, service="web", action_type="restart", *, success=True, kind="cooldown"):
        def tell():
            marker = book.markers.claim(
                MarkerPlace(session_id, next(lines), 0, 0), kind=kind, line="", said="", now=NOW
            )
            found = book.cooldowns.report_action(
                session_id, service, action_type, success=success, message="done", now=LATER
            )
            book.markers.settle(marker, action="completed", why="", target_id=found)
            return found

        return write(tell)

    return say


def test_what_the_guard_saw_is_completed_by_what_the_session_tells(book, attempt, session, report, told):
    mine, other = session(), session()
    attempt(other), attempt(mine, service="db"), attempt(mine, action_type="redeployment"), attempt(mine, "")
    number = attempt(mine)
    told()
    assert report(mine, success=False) == number
    assert ("cooldown_actions", (number,), "updated") in told()
    done = {"message": "done", "success": 0, "state": "completed", "completed_at": to_text(LATER)}
    assert book.cooldowns.list() == [
        attempted(5, mine, **done),
        attempted(4, mine, tool_use_id=""),
        attempted(3, mine, action_type="redeployment"),
        attempted(2, mine, service="db"),
        attempted(1, other),
    ]


def test_what_was_told_of_is_not_told_of_again(book, attempt, session, report, told):
    mine = session()
    assert report(mine) is None
    first, second = attempt(mine, "t1"), attempt(mine, "t2")
    told()
    assert [report(mine), report(mine)] == [first, second]
    told()
    assert report(mine) is None
    assert [change for change in told() if change[0] == "cooldown_actions"] == []


def test_the_result_of_a_call_stands_against_what_the_session_said(book, attempt, session, write, report):
    mine = session()
    number = attempt(mine)
    report(mine, success=True)
    write(lambda: book.cooldowns.complete(mine, "t1", success=False, now=LATER))
    assert (book.cooldowns.list()[0].id, book.cooldowns.list()[0].success) == (number, 0)


def test_what_the_session_says_does_not_change_how_a_call_ended(book, attempt, session, write, report):
    mine = session()
    number = attempt(mine)
    write(lambda: book.cooldowns.complete(mine, "t1", success=False, now=LATER))
    assert report(mine, success=True) == number
    assert (book.cooldowns.list()[0].message, book.cooldowns.list()[0].success) == ("done", 0)


def test_a_start_may_be_told_of_as_a_restart(book, attempt, session, report):
    mine = session()
    number = attempt(mine, action_type="start")
    assert report(mine, action_type="redeployment") is None
    assert report(mine) == number


def test_what_a_session_only_claims_takes_no_slot(book, session, write):
    said = {"service": "web", "action_type": "restart", "success": True, "message": "ok", "tier": 2, "now": NOW}
    number = write(lambda: book.cooldowns.claim(session_id=session(), **said))
    assert [(one.id, one.state) for one in book.cooldowns.list()] == [(number, "claimed")]
    assert book.cooldowns.counting(NOW) == []
    assert write(lambda: book.cooldowns.clear_service("web", "by hand", LATER)) == 0


def test_an_attempt_that_was_not_run_takes_no_slot(book, attempt, session, write, report):
    mine = session()
    attempt(mine)
    assert write(lambda: book.cooldowns.not_run(mine, "t1", LATER)) == 1
    assert book.cooldowns.counting(NOW) == []
    assert report(mine) is None, "what was not run is not told of"
    assert write(lambda: book.cooldowns.complete(mine, "t1", success=True, now=LATER)) == 0


def test_a_marker_of_another_kind_or_session_does_not_tell_of_it(book, attempt, session, write, report):
    mine, other = session(), session()
    number = attempt(mine)

    def mark():
        for session_id, kind in ((mine, "event"), (other, "cooldown")):
            marker = book.markers.claim(MarkerPlace(session_id, 50, 0, 0), kind=kind, line="", said="", now=NOW)
            book.markers.settle(marker, action="", why="", target_id=number)

    write(mark)
    assert report(mine, success=True) == number
    assert book.cooldowns.list()[0].success == 1
