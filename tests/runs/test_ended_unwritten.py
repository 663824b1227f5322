"""The application ends before it is written down how a session ended, as in a long outage of the store's server: the
next start closes the session as its log says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from claudeops_desktop.engine import ApplicationEngine
from claudeops_desktop.records.sessions import Session, SessionStatus
from claudeops_desktop.runs.resume import REASON

STRUCTURED = {
    "summary": "jellyfin is slow",
    "services_checked": [{"service": "jellyfin", "status": "degraded", "check_type": "http", "detail": "9 s"}],
    "escalation": {"needed": True, "reason": "the disk is slow", "services": ["jellyfin"], "context": ""},
}


@pytest.fixture
def unwritten(engine: ApplicationEngine, play: Callable[..., Any]) -> Callable[..., Session]:
    """Play a session, take back what was written of its end, and start again; its row."""

    def run(**stream: Any) -> Session:
        ended = play("I looked.", request={"max_tier": 1}, **stream)
        (number,) = ended.session_ids

        def forget() -> None:
            book, sql = engine.book, engine.store.database.execute_sql
            for table in ("health_checks", "events"):
                sql(f"DELETE FROM {table}")
            open_again = {"ended_at": None, "response": "", "summary": "", "cost_usd": None, "owner": "1:0.00"}
            book.sessions.update(number, status=SessionStatus.RUNNING, status_reason="", **open_again)
            book.sessions.reopen_run(ended.run_id)

        engine.store.write(forget).result()
        engine.reconcile()
        return engine.book.sessions.get(number)

    return run


def test_one_whose_agent_had_finished_is_completed_with_all_that_it_said(
    engine: ApplicationEngine, unwritten: Callable[..., Session]
) -> None:
    session = unwritten(structured=STRUCTURED)
    assert (session.status, session.status_reason) == (SessionStatus.COMPLETED, "")
    assert (session.summary, session.cost_usd) == ("jellyfin is slow", 0.01)
    assert engine.book.sessions.run(session.run_id).status == SessionStatus.COMPLETED
    assert [(row.service, row.status) for row in engine.book.health.of_session(session.id)] == [
        ("jellyfin", "degraded")
    ]


def test_the_tier_that_did_not_follow_is_named(engine: ApplicationEngine, unwritten: Callable[..., Session]) -> None:
    unwritten(structured=STRUCTURED)
    (told,) = [event.message for event in engine.book.events.list()]
    assert told.endswith("The next tier, which it asked for, did not follow: the disk is slow")


def test_one_that_ended_badly_failed(unwritten: Callable[..., Session]) -> None:
    assert unwritten(is_error=True).status == SessionStatus.FAILED


def test_one_without_a_result_was_interrupted(unwritten: Callable[..., Session]) -> None:
    session = unwritten(result=False)
    assert (session.status, session.status_reason) == (SessionStatus.INTERRUPTED, REASON)
