"""Cooldown records (S11): what was done to a service, when, and whether it helped.

The guard writes an attempt before the tool runs; the tool's result, or what the session says of it, completes it. What
the guard did not see run is a claim of the session's, and takes no slot.
"""

from __future__ import annotations

import builtins
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from ..core.clock import to_text
from ..core.cooldown_states import ATTEMPTED, CLAIMED, COMPLETED, FAILED, NOT_RUN, RAN, START, UNCOUNTED
from ..storage import DataStore
from .tables import CooldownRow, MarkerRow


@dataclass(frozen=True, slots=True)
class CooldownAction:
    """A row of ``cooldown_actions``; a cleared one counts no longer. ``state`` is one of ``core.cooldown_states``;
    ``tool_use_id`` is "" for one that the guard did not see. ``action_type`` is restart, redeployment, or start: the
    first start of a service, which takes no slot."""

    id: int
    service: str
    action_type: str
    success: int
    message: str
    created_at: str
    session_id: int | None
    tier: int
    cleared_at: str | None
    cleared_why: str
    state: str = "completed"
    tool_use_id: str = ""
    completed_at: str | None = None

    @property
    def outcome(self) -> str:
        """Return one of ``core.cooldown_states.OUTCOME_WORDS``: whether its call failed is known of a completed one
        alone."""
        if self.state != COMPLETED:
            return self.state
        return RAN if self.success else FAILED

    def as_json(self) -> dict[str, Any]:
        """Return the row for ``--json``."""
        return {**asdict(self), "outcome": self.outcome}


_FIELDS = [getattr(CooldownRow, name) for name in CooldownAction.__dataclass_fields__]
_COUNTS = CooldownRow.cleared_at.is_null() & CooldownRow.state.not_in(UNCOUNTED)


class CooldownRecords:
    """The questions and the writes on cooldown actions. Writes must run inside ``store.write``."""

    def __init__(self, store: DataStore) -> None:
        self._store = store

    def add(
        self,
        *,
        service: str,
        action_type: str,
        success: bool,
        message: str,
        session_id: int | None,
        tier: int,
        now: datetime,
        state: str = COMPLETED,
    ) -> int:
        """Record one action; its id."""
        row = CooldownRow.create(
            service=service,
            action_type=action_type,
            success=int(success),
            message=message,
            session_id=session_id,
            tier=tier,
            created_at=to_text(now),
            completed_at=to_text(now),
            state=state,
        )
        self._store.changed("cooldown_actions", row.id, what="inserted")
        return int(row.id)

    def claim(
        self,
        *,
        service: str,
        action_type: str,
        success: bool,
        message: str,
        session_id: int,
        tier: int,
        now: datetime,
    ) -> int:
        """Record an action that a session tells of and the guard did not see: it takes no slot; its id."""
        return self.add(
            service=service,
            action_type=action_type,
            success=success,
            message=message,
            session_id=session_id,
            tier=tier,
            now=now,
            state=CLAIMED,
        )

    def complete(self, session_id: int, tool_use_id: str, *, success: bool, now: datetime) -> int:
        """The tool came back: the attempts that it made are completed; how many there were. Its result stands against
        what the session may have said of it before."""
        said_otherwise = (CooldownRow.state == COMPLETED) & (CooldownRow.success != int(success))
        return self._settle(
            session_id,
            tool_use_id,
            (CooldownRow.state == ATTEMPTED) | said_otherwise,
            state=COMPLETED,
            success=int(success),
            completed_at=to_text(now),
        )

    def not_run(self, session_id: int, tool_use_id: str, now: datetime) -> int:
        """The CLI's own list refused the call: what it was to do was not done; how many attempts there were."""
        return self._settle(
            session_id, tool_use_id, CooldownRow.state == ATTEMPTED, state=NOT_RUN, completed_at=to_text(now)
        )

    def _settle(self, session_id: int, tool_use_id: str, which: Any, **columns: Any) -> int:
        done = (
            CooldownRow.update(**columns)
            .where((CooldownRow.session_id == session_id) & (CooldownRow.tool_use_id == tool_use_id) & which)
            .execute()
        )
        if done:
            self._store.changed("cooldown_actions")
        return int(done)

    def report_action(
        self, session_id: int, service: str, action_type: str, *, success: bool, message: str, now: datetime
    ) -> int | None:
        """The session tells of an action that the guard saw it take: that one is completed; its id, None where none is.

        How it went is the call's result where that is known, else the session's word. A start may be told of as a
        restart. What was told of before is not told of twice.
        """
        told = MarkerRow.select(MarkerRow.target_id).where(
            (MarkerRow.session_id == session_id) & (MarkerRow.kind == "cooldown") & MarkerRow.target_id.is_null(False)
        )
        kinds = (action_type, START) if action_type == "restart" else (action_type,)
        row = (
            CooldownRow.select(CooldownRow.id, CooldownRow.state)
            .where(
                (CooldownRow.session_id == session_id)
                & (CooldownRow.service == service)
                & CooldownRow.action_type.in_(kinds)
                & (CooldownRow.tool_use_id != "")
                & CooldownRow.state.not_in(UNCOUNTED)
                & CooldownRow.id.not_in(told)
            )
            .order_by(CooldownRow.id)
            .first()
        )
        if row is None:
            return None
        said: dict[str, Any] = {"message": message}
        if row.state == ATTEMPTED:
            said |= {"state": COMPLETED, "success": int(success), "completed_at": to_text(now)}
        CooldownRow.update(said).where(CooldownRow.id == row.id).execute()
        self._store.changed("cooldown_actions", row.id)
        return int(row.id)

    def clear_service(self, service: str, why: str, now: datetime) -> int:
        """Let all actions on a service count no longer; how many there were."""
        cleared = (
            CooldownRow.update(cleared_at=to_text(now), cleared_why=why)
            .where((CooldownRow.service == service) & _COUNTS)
            .execute()
        )
        self._store.changed("cooldown_actions")
        return int(cleared)

    def list(
        self, *, service: str | None = None, limit: int | None = None, before: int | None = None
    ) -> builtins.list[CooldownAction]:
        """Actions, newest first; with ``before`` those of smaller ids."""
        query = CooldownRow.select(*_FIELDS).order_by(CooldownRow.id.desc())
        if before is not None:
            query = query.where(CooldownRow.id < before)
        if service:
            query = query.where(CooldownRow.service == service)
        if limit is not None:
            query = query.limit(limit)
        return [CooldownAction(*row) for row in query.tuples()]

    def get(self, action_id: int) -> CooldownAction | None:
        """Return one action; None where there is none."""
        row = CooldownRow.select(*_FIELDS).where(CooldownRow.id == action_id).tuples().first()
        return CooldownAction(*row) if row is not None else None

    def counting(self, since: datetime) -> builtins.list[CooldownAction]:
        """Actions since then that were done and are not cleared, oldest first."""
        query = (
            CooldownRow.select(*_FIELDS)
            .where((CooldownRow.created_at >= to_text(since)) & _COUNTS)
            .order_by(CooldownRow.id)
        )
        return [CooldownAction(*row) for row in query.tuples()]
