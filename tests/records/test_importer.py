"""Taking over what another database held: everything once, chains as one run, nothing twice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from claudeops_desktop.records.claude_ops_reader import OldAction, OldEvent, OldSession
from claudeops_desktop.records.cooldowns import CooldownAction
from claudeops_desktop.records.events import Event
from claudeops_desktop.records.importer import ClaudeOpsImport
from claudeops_desktop.records.sessions import Run, Session

AT = [f"2026-03-01T12:0{minute}:00.000Z" for minute in range(10)]
OLD = OldSession(
    70,
    None,
    1,
    "opus",
    "scheduled",
    "completed",
    "why",
    "look",
    "more",
    AT[0],
    AT[1],
    0,
    0.5,
    12,
    900,
    "Fine.",
    "Well.",
)


def old(number, parent=None, **fields):
    """A session that began in the minute of its number."""
    return replace(OLD, id=number, parent=parent, started_at=AT[number % 10], **fields)


@pytest.fixture
def take(book, write):
    """Takes sessions over, as one import; how many were inserted, and the import."""

    def taken(*sessions):
        imported = ClaudeOpsImport(book.store)
        return write(lambda: imported.take_sessions(sessions)), imported

    return taken


def chain(book):
    """(our number, our parent, run) of each session."""
    return [(one.id, one.parent_session_id, one.run_id) for one in reversed(book.sessions.list())]


def test_a_session_is_written_whole_with_a_run_of_its_own(book, take, told):
    added, imported = take(OLD)
    assert (added, imported.sessions) == (1, {70: 1})
    assert book.sessions.list() == [
        Session(
            id=1,
            parent_session_id=None,
            agent="claude",
            tier=1,
            model="opus",
            trigger="scheduled",
            status="completed",
            status_reason="why",
            prompt_text="look",
            started_at=AT[0],
            ended_at=AT[1],
            exit_code=0,
            cost_usd=0.5,
            num_turns=12,
            duration_ms=900,
            response="Fine.",
            summary="Well.",
            dry_run=0,
            log_file="",
            run_id=1,
            agent_version="",
            agent_session_id="",
            appended_prompt="more",
            pid=None,
            process_token="",
            owner="",
        )
    ]
    assert book.sessions.runs() == [Run(1, "scheduled", "claude", "completed", AT[0], AT[1], 0.5, 1, 0, ())]
    assert told() == [("sessions", (), "inserted"), ("runs", (), "inserted")]


def test_one_without_an_end_ended_when_it_began(book, take):
    take(replace(OLD, ended_at=None))
    assert (book.sessions.get(1).ended_at, book.sessions.run(1).ended_at) == (AT[0], AT[0])


def test_a_chain_is_one_run_that_sums_it_up(book, take):
    take(
        old(1, tier=1, status="escalated", cost_usd=0.25, ended_at=AT[4]),
        old(2, 1, tier=3, status="failed", cost_usd=None, ended_at=AT[6]),
        old(3, 2, tier=2, status="stopped", cost_usd=1.0, ended_at=AT[5]),
        old(4, cost_usd=None),
    )
    assert chain(book) == [(1, None, 1), (2, 1, 1), (3, 2, 1), (4, None, 2)]
    assert book.sessions.runs() == [
        Run(2, "scheduled", "claude", "completed", AT[4], AT[1], 0.0, 1, 0, ()),
        Run(1, "scheduled", "claude", "stopped", AT[1], AT[6], 1.25, 3, 0, ()),
    ]


def test_a_run_whose_last_session_escalated_is_completed(book, take):
    take(old(1, status="escalated"))
    assert (book.sessions.get(1).status, book.sessions.run(1).status) == ("escalated", "completed")


def test_a_parent_comes_before_its_child_whatever_the_clocks_said(book, take):
    _, imported = take(old(1, 2), old(2, 3), old(3), old(4))
    assert imported.sessions == {3: 1, 2: 2, 1: 3, 4: 4}
    assert chain(book) == [(1, None, 1), (2, 1, 1), (3, 2, 1), (4, None, 2)]


def test_a_parent_that_is_not_there_is_none(book, take):
    take(old(1, 99))
    assert chain(book) == [(1, None, 1)]


def test_sessions_that_are_their_own_ancestors_are_taken_as_they_come(book, take):
    added, imported = take(old(1, 1), old(2, 3), old(3, 2))
    assert (added, imported.sessions) == (3, {1: 1, 3: 2, 2: 3})
    assert chain(book) == [(1, None, 1), (2, None, 2), (3, 2, 2)]


def test_the_same_again_adds_nothing_and_tells_nobody(book, take, told):
    take(old(1), old(2, 1))
    told()
    added, imported = take(old(1), old(2, 1))
    assert (added, imported.sessions, told()) == (0, {1: 1, 2: 2}, [])
    assert chain(book) == [(1, None, 1), (2, 1, 1)]


@pytest.mark.parametrize(
    "other", [{"started_at": AT[9]}, {"tier": 2}, {"model": "haiku"}, {"prompt_text": "look more"}]
)
def test_one_that_differs_in_when_or_what_is_another(book, take, other):
    take(old(1))
    added, imported = take(replace(old(1), **other))
    assert (added, imported.sessions) == (1, {1: 2})


def test_what_the_source_holds_twice_is_kept_twice(book, take):
    assert take(old(1), replace(old(1), id=8))[0] == 2
    added, imported = take(old(1), replace(old(1), id=8), replace(old(1), id=9))
    assert (added, imported.sessions) == (1, {1: 1, 8: 2, 9: 3})


def test_a_chain_that_has_grown_goes_on_in_its_run(book, take):
    take(old(1, status="escalated", cost_usd=0.5))
    added, imported = take(old(1, status="escalated", cost_usd=0.5), old(2, 1, tier=2, status="failed", cost_usd=0.25))
    assert (added, imported.sessions) == (1, {1: 1, 2: 2})
    assert book.sessions.runs() == [Run(1, "scheduled", "claude", "failed", AT[1], AT[1], 0.75, 2, 0, ())]


# --- events and actions --------------------------------------------------------------------------------------------

EVENT = OldEvent(70, "critical", "db", "Down", AT[3])
ACTION = OldAction(70, "db", "restart", 0, "it broke", 2, AT[3])


def test_events_are_taken_over_once_and_acknowledged(book, write, take, told):
    _, imported = take(OLD)
    told()
    found = [EVENT, replace(EVENT, session=None, service=None), replace(EVENT, session=5, level="info"), EVENT]
    assert write(lambda: imported.take_events(found)) == 4
    assert told() == [("events", (), "inserted")]
    assert book.events.list() == [
        Event(4, 1, "critical", "db", "Down", AT[3], AT[3]),
        Event(3, None, "info", "db", "Down", AT[3], AT[3]),
        Event(2, None, "critical", None, "Down", AT[3], AT[3]),
        Event(1, 1, "critical", "db", "Down", AT[3], AT[3]),
    ]
    assert write(lambda: imported.take_events(found)) == 0
    assert told() == []
    others = [replace(EVENT, message="Up"), replace(EVENT, created_at=AT[4]), EVENT, EVENT, EVENT]
    assert write(lambda: imported.take_events(others)) == 3


def test_actions_are_taken_over_once(book, write, take, told):
    _, imported = take(OLD)
    told()
    found = [ACTION, replace(ACTION, session=None, service="web", success=1), ACTION]
    assert write(lambda: imported.take_actions(found)) == 3
    assert told() == [("cooldown_actions", (), "inserted")]
    assert book.cooldowns.list() == [
        CooldownAction(3, "db", "restart", 0, "it broke", AT[3], 1, 2, None, "", "completed", "", AT[3]),
        CooldownAction(2, "web", "restart", 1, "it broke", AT[3], None, 2, None, "", "completed", "", AT[3]),
        CooldownAction(1, "db", "restart", 0, "it broke", AT[3], 1, 2, None, "", "completed", "", AT[3]),
    ]
    assert write(lambda: imported.take_actions(found)) == 0
    assert told() == []
    others = [replace(ACTION, action_type="redeployment"), replace(ACTION, created_at=AT[4]), ACTION, ACTION, ACTION]
    assert write(lambda: imported.take_actions(others)) == 3
