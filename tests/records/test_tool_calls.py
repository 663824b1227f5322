"""Tool calls: what the guard was asked about, in order, and whose they were."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest

from claudeops_desktop.core.clock import from_text
from claudeops_desktop.records.tool_calls import ToolCall

AT = [f"2026-03-01T12:0{minute}:00.000Z" for minute in range(6)]
CALL = ToolCall(0, 1, "t1", "Bash", "restart web", "restart", (), "allow", "tier", "", None, AT[0], AT[1])


@pytest.fixture
def add(book, write):
    return lambda call: write(lambda: book.tool_calls.add(call))


def test_a_call_is_kept_once_as_it_was_decided(book, write, add, session, told):
    mine, other = session(), session()
    told()
    first = replace(CALL, session_id=mine, services=("web", "db"), why="within the tier")
    add(first)
    assert told() == [("tool_calls", (), "updated")]
    second = replace(CALL, session_id=mine, tool_use_id="t2", verdict="deny", by="list", answered_at=None)
    add(replace(CALL, session_id=other))
    add(second)
    kept = replace(first, id=1)
    told()
    add(replace(first, verdict="deny"))
    assert told() == []
    assert book.tool_calls.of_session(mine) == [kept, replace(second, id=3)]
    assert book.tool_calls.get(mine, "t2") == replace(second, id=3)
    assert (book.tool_calls.get(other, "t2"), book.tool_calls.get(99, "t1")) == (None, None)
    assert kept.as_json() == asdict(kept)


@pytest.mark.parametrize(
    ("session_id", "call", "verdict", "by", "refused"),
    [
        (1, "t1", "allow", "list", True),
        (2, "t1", "allow", "list", False),
        (1, "t2", "allow", "list", False),
        (1, "t1", "deny", "list", False),
        (1, "t1", "allow", "tier", False),
    ],
)
def test_the_cli_s_own_list_may_refuse_what_the_guard_let_pass(
    book, write, add, session, told, session_id, call, verdict, by, refused
):
    session(), session()
    add(replace(CALL, verdict=verdict, by=by, why="as it was"))
    told()
    assert write(lambda: book.tool_calls.refused_by_list(session_id, call, "not on the list")) is refused
    now = {"verdict": "deny", "why": "not on the list"} if refused else {"verdict": verdict, "why": "as it was"}
    assert book.tool_calls.of_session(1) == [replace(CALL, id=1, by=by, **now)]
    assert told() == ([("tool_calls", (), "updated")] if refused else [])


@pytest.mark.parametrize(
    ("since", "until", "services", "runs", "found"),
    [
        (AT[0], AT[5], ["web"], [], [2, 5, 6, 1]),  # 1 is the last by its time
        (AT[1], AT[3], ["web"], [], [2, 5, 6]),
        (AT[2], AT[3], ["web"], [], [5, 6]),
        (AT[1], AT[2], ["web"], [], [2]),
        (AT[0], AT[5], ["db"], [], [3]),
        (AT[0], AT[5], ["web", "db"], [], [2, 3, 5, 6, 1]),
        (AT[0], AT[5], [], [1], [5, 1]),
        (AT[0], AT[5], ["db"], [2], [2, 3, 4, 6]),
        (AT[0], AT[5], [], [], []),
    ],
)
def test_calls_of_a_time_are_found_by_what_they_or_their_runs_are_about(
    book, add, session, run, since, until, services, runs, found
):
    about_web, about_none = session(run(services=("web",))), session(run())
    for place, (session_id, named, at) in enumerate(
        [
            (about_web, (), AT[4]),
            (about_none, ("web",), AT[1]),
            (about_none, ("db", "disk"), AT[2]),
            (about_none, (), AT[2]),
            (about_web, (), AT[3]),
            (about_none, ("disk", "web"), AT[3]),
        ]
    ):
        add(replace(CALL, session_id=session_id, tool_use_id=f"t{place}", services=named, asked_at=at))
    assert [call.id for call in book.tool_calls.between(since, until, services, runs)] == found


def test_a_call_about_another_service_is_not_one_of_its_run_s_services(book, add, session, run):
    about_web = session(run(services=("web",)))
    add(replace(CALL, session_id=about_web, services=("db",)))
    assert book.tool_calls.between(AT[0], AT[5], ["web"], []) == []
    assert book.tool_calls.between(AT[0], AT[5], ["db"], []) == [
        replace(CALL, id=1, session_id=about_web, services=("db",))
    ]


BEGAN = replace(CALL, began_at=AT[1])


def moment(number: int):
    return from_text(AT[number])


def test_the_result_of_an_allowed_call_ends_it(book, write, add, session):
    add(replace(BEGAN, session_id=session()))
    assert write(lambda: book.tool_calls.finish(1, "t1", failed=True, now=moment(3)))
    assert book.tool_calls.of_session(1) == [replace(BEGAN, id=1, ended_at=AT[3], result="error")]


def test_a_refused_call_has_no_result(book, write, add, session):
    refused = replace(CALL, session_id=session(), verdict="deny")
    add(refused)
    assert not write(lambda: book.tool_calls.finish(1, "t1", failed=True, now=moment(3)))
    assert book.tool_calls.of_session(1) == [replace(refused, id=1)]


def test_the_first_result_of_a_call_stands(book, write, add, session):
    add(replace(BEGAN, session_id=session()))
    write(lambda: book.tool_calls.finish(1, "t1", failed=False, now=moment(2)))
    assert not write(lambda: book.tool_calls.finish(1, "t1", failed=True, now=moment(3)))
    assert book.tool_calls.get(1, "t1").result == "ok"


def test_a_call_that_the_cli_s_own_list_refused_never_began(book, write, add, session):
    add(replace(BEGAN, session_id=session(), by="list"))
    write(lambda: book.tool_calls.refused_by_list(1, "t1", "not on the list"))
    assert book.tool_calls.get(1, "t1").began_at is None
