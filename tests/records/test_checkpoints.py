"""Checkpoints: each turn of a session once, and how the session stood after it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.records.checkpoints import Checkpoint, ReplayedSession

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def keep(book, write):
    return lambda *turns: write(lambda: book.checkpoints.store_turns(turns))


def turn(session, number, said="", calls=(), answer="", **state):
    return Checkpoint(session, number, said, tuple(calls), answer, state, to_text(NOW))


def test_turns_are_kept_whole_and_in_their_order(book, keep, session):
    mine, other = session(), session()
    turns = [
        turn(mine, 1, "look", [{"id": "t1", "name": "Bash"}, {"id": "t2"}], "I look.", cost_usd=0.5),
        turn(mine, 2, answer="Done."),
        turn(mine, 10, "thanks"),
    ]
    keep(turns[2], turns[0], turn(other, 1), turns[1])
    assert book.checkpoints.of_session(mine) == turns
    assert [len(book.checkpoints.of_session(mine, upto)) for upto in (0, 1, 2, 9, 10)] == [0, 1, 2, 2, 3]
    assert [book.checkpoints.count(number) for number in (mine, other, 99)] == [3, 1, 0]


def test_stored_again_a_turn_keeps_what_was_said_to_the_agent(book, keep, session):
    mine = session()
    keep(turn(mine, 1, "look"), turn(mine, 2))
    again = Checkpoint(
        mine, 1, "other words", ({"id": "t1"},), "I looked.", {"cost_usd": 1.0}, "2026-03-02T00:00:00.000Z"
    )
    keep(again, turn(mine, 2, "go on"))
    assert book.checkpoints.of_session(mine) == [
        Checkpoint(mine, 1, "look", ({"id": "t1"},), "I looked.", {"cost_usd": 1.0}, "2026-03-02T00:00:00.000Z"),
        turn(mine, 2, "go on"),
    ]


def test_a_session_is_told_as_it_stood_after_a_turn(book, keep, session):
    mine, silent = session(), session()
    turns = [turn(mine, number) for number in (1, 2, 4)]
    keep(*turns)
    assert book.checkpoints.at_turn(mine, 2) == ReplayedSession(tuple(turns[:2]), 3)
    assert book.checkpoints.at_turn(mine, 4) == ReplayedSession(tuple(turns), 3)
    assert [book.checkpoints.at_turn(mine, number) for number in (0, 3, 5)] == [None] * 3
    assert book.checkpoints.last(mine) == ReplayedSession(tuple(turns), 3)
    assert (book.checkpoints.last(silent), book.checkpoints.at_turn(silent, 1)) == (None, None)


def test_a_session_is_what_its_turns_say_together():
    turns = (
        turn(7, 1, "look", [{"id": "a"}], agent_session_id="old", cwd="/srv", cost_usd=0.25),
        turn(7, 2, "go on", [{"id": "b"}, {"id": "c"}], agent_session_id="new", cost_usd=None),
        turn(7, 3, "", (), "Done.", agent_session_id="", cwd="", cost_usd=1, so_far={"input": 9}),
    )
    found = ReplayedSession(turns, 5)
    assert (found.last, found.prompt, found.agent_session_id, found.cwd) == (turns[2], "look", "new", "/srv")
    assert found.cost_usd == 1.25
    assert found.as_json() == {
        "session_id": 7,
        "turn": 3,
        "of": 5,
        "prompt": "look",
        "agent_session_id": "new",
        "cost_usd": 1.25,
        "tokens": {"input": 9},
        "calls": 3,
        "checkpoint": turns[2].as_json(),
        "before": [turns[0].as_json(), turns[1].as_json()],
    }
    assert turns[1].as_json() == {
        "session_id": 7,
        "turn": 2,
        "user_input": "go on",
        "tool_calls": [{"id": "b"}, {"id": "c"}],
        "model_output": "",
        "state": {"agent_session_id": "new", "cost_usd": None},
        "created_at": to_text(NOW),
    }


def test_what_a_session_never_said_is_empty():
    found = ReplayedSession((turn(7, 1),), 1)
    assert (found.agent_session_id, found.cwd, found.cost_usd) == ("", "", None)
    assert (found.as_json()["tokens"], found.as_json()["before"]) == ({}, [])
    assert ReplayedSession((turn(7, 1, cost_usd=0),), 1).cost_usd == 0.0


def test_what_became_known_later_is_added_to_a_turn(book, keep, write, session):
    mine = session()
    asked = [{"id": "a", "name": "Bash"}, {"id": "b"}, {"name": "no id"}]
    keep(turn(mine, 1, "look", asked, "x", model="opus", cost_usd=None), turn(mine, 2, calls=[{"id": "a"}]))
    answers = [{"id": "a", "result": "ok"}, {"id": "z", "result": "none of ours"}]
    write(lambda: book.checkpoints.amend_turn(mine, 1, calls=answers, cost_usd=0.5))
    write(lambda: book.checkpoints.amend_turn(mine, 9, cost_usd=4.0))
    calls = [{"id": "a", "name": "Bash", "result": "ok"}, {"id": "b"}, {"name": "no id"}]
    assert book.checkpoints.of_session(mine) == [
        turn(mine, 1, "look", calls, "x", model="opus", cost_usd=0.5),
        turn(mine, 2, calls=[{"id": "a"}]),
    ]


@pytest.mark.parametrize(("calls", "state"), [("{", "{"), ('{"id": 1}', "[1]"), ("null", "null"), ('["x", 1]', '"x"')])
def test_columns_that_another_hand_has_spoiled_are_empty(book, keep, write, session, calls, state):
    mine = session()
    keep(turn(mine, 1, "look", [{"id": "a"}], "x", cost_usd=0.5))
    write(
        lambda: book.store.database.execute_sql(
            "UPDATE checkpoints SET tool_calls = ?, internal_state = ?", (calls, state)
        )
    )
    assert book.checkpoints.of_session(mine) == [turn(mine, 1, "look", answer="x")]


def test_turns_of_old_sessions_go_some_sessions_at_a_time(book, keep, write, session):
    def begun(minutes, status="completed"):
        number = session(now=NOW + timedelta(minutes=minutes))
        write(lambda: book.sessions.update(number, status=status))
        return number

    begun(-9)  # without a turn: it takes no place
    old = [begun(-3), begun(-2), begun(-1)]
    going_on, new = begun(-5, "running"), begun(0)
    keep(*[turn(number, place) for number in (*old, going_on, new) for place in (1, 2)])
    assert write(lambda: book.checkpoints.prune(NOW, 2)) == 4
    assert [book.checkpoints.count(number) for number in (*old, going_on, new)] == [0, 0, 2, 2, 2]
    assert write(lambda: book.checkpoints.prune(NOW)) == 2
    assert write(lambda: book.checkpoints.prune(NOW)) == 0
    assert [book.checkpoints.count(number) for number in (*old, going_on, new)] == [0, 0, 0, 2, 2]


def test_fifty_sessions_go_at_a_time(book, keep, write, session, run):
    number = run()
    sessions = [session(number, NOW - timedelta(minutes=1)) for _ in range(52)]
    write(lambda: book.store.database.execute_sql("UPDATE sessions SET status = 'completed'"))
    keep(*[turn(one, 1) for one in sessions])
    assert [write(lambda: book.checkpoints.prune(NOW)) for _ in range(3)] == [50, 2, 0]
