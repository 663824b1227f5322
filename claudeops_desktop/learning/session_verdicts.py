"""The verdicts of sessions that are over, kept as deliberations: of tiers, of the operator, of the guard (L1).

Writes must run inside ``store.write``; the same verdict is kept once.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from ..records.record_books import RecordRepositories
from ..records.sessions import Session
from ..storage.database import proxy
from .deliberations.records import TIER_ROLES, DeliberationRecords, NewDeliberation
from .patterns.evidence import SessionOutput
from .patterns.records import PatternRecords
from .verification import settle_verification, verified_session

MOST = 50  # sessions in one transaction
VERDICTS = {"completed": "done", "failed": "fail", "escalated": "escalated", "timed_out": "unfinished"}


def sessions_without_verdict(limit: int = MOST) -> list[int]:
    """Sessions of agents that are over and whose verdict is not kept yet, oldest first. Inside ``store.read``."""
    rows = proxy.execute_sql(
        "SELECT s.id FROM sessions s WHERE s.status NOT IN ('running', 'queued') AND s.ended_at IS NOT NULL AND"
        " (s.response <> '' OR s.summary <> '') AND NOT EXISTS (SELECT 1 FROM deliberations d WHERE d.key ="
        " 'session:' || s.id) ORDER BY s.id DESC LIMIT ?",
        (limit,),
    )
    return sorted(number for (number,) in rows)


def keep_session_verdict(
    book: RecordRepositories,
    deliberations: DeliberationRecords,
    patterns: PatternRecords,
    session_id: int,
    outputs: Sequence[SessionOutput] = (),
    said: str = "",
) -> int | None:
    """Keep what a session concluded, what the operator answered in it, and where he approved what the guard asked
    about; the number of its deliberation. A session that failed marks the patterns that it did not use. ``outputs`` are
    what the tools of a verifier answered, ``said`` all that it said."""
    session = book.sessions.get(session_id)
    if session is None:
        return None
    if verified_session(session.id) is not None:
        return settle_verification(book, deliberations, patterns, session, outputs, said)
    services = _services(session)
    number = deliberations.add(
        NewDeliberation(
            TIER_ROLES[min(max(session.tier, 1), 3) - 1],
            VERDICTS.get(session.status, session.status),
            session.response,
            session.summary,
            services=services,
            session_id=session.id,
            run_id=session.run_id,
            key=f"session:{session.id}",
        )
    )
    for approval in book.approvals.of_session(session.id):
        if approval.answered_at is None:
            continue
        approved = approval.state.startswith("approved") and approval.kind == "action"
        deliberations.add(
            NewDeliberation(
                "operator",
                "approved what the guard asked about" if approved else approval.state,
                "\n".join(part for part in (approval.action, approval.command, approval.reason, approval.note) if part),
                approval.action,
                services=services,
                session_id=session.id,
                run_id=session.run_id,
                key=f"approval:{approval.id}",
            )
        )
    for call in book.tool_calls.of_session(session.id):
        if call.verdict == "deny":
            deliberations.add(
                NewDeliberation(
                    "guard", "refused", f"{call.tool_name} {call.input}\n{call.why}", call.why, services=call.services,
                    session_id=session.id, run_id=session.run_id, key=f"call:{call.id}",
                )
            )  # fmt: skip
    if session.status == "failed":
        patterns.mark_ignored_by_failed_run(session.id)
    return number


def _services(session: Session) -> tuple[str, ...]:
    row = proxy.execute_sql("SELECT services FROM runs WHERE id = ?", (session.run_id,)).fetchone()
    return tuple(json.loads(row[0])) if row else ()
