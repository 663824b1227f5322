"""Cooldown records (S11): what was done to a service, when, and whether it helped.

The guard writes an attempt before the tool runs; the tool's result, or what the session says of it, completes it.
"""

from __future__ import annotations

import builtins
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from ..core.clock import to_text
from ..storage import DataStore
from .tables import CooldownRow, MarkerRow

ACTIONS = ("restart", "redeployment")


@dataclass(frozen=True, slots=True)
class CooldownAction:
    """A row of ``cooldown_actions``; a cleared one counts no longer. ``state`` is attempted or completed;
    ``tool_use_id`` is "" for one that the guard did not see."""

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

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        return asdict(self)


_FIELDS = [getattr(CooldownRow, name) for name in CooldownAction.__dataclass_fields__]


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
        )
        self._store.changed("cooldown_actions", row.id, what="inserted")
        return int(row.id)

    def complete(self, session_id: int, tool_use_id: str, *, success: bool, now: datetime) -> int:
        """The tool came back: the attempts that it made are completed; how many there were."""
        done = (
            CooldownRow.update(state="completed", success=int(success), completed_at=to_text(now))
            .where(
                (CooldownRow.session_id == session_id)
                & (CooldownRow.tool_use_id == tool_use_id)
                & (CooldownRow.state == "attempted")
            )
            .execute()
        )
        if done:
            self._store.changed("cooldown_actions")
        return int(done)

    def report_action(
        self, session_id: int, service: str, action_type: str, *, success: bool, message: str, now: datetime
    ) -> int | None:
        """The session tells of an action that the guard saw it take: that one is completed; its id, None where none is.

        What was told of before is not told of twice.
        """
        told = MarkerRow.select(MarkerRow.target_id).where(
            (MarkerRow.session_id == session_id) & (MarkerRow.kind == "cooldown") & MarkerRow.target_id.is_null(False)
        )
        row = (
            CooldownRow.select(CooldownRow.id)
            .where(
                (CooldownRow.session_id == session_id)
                & (CooldownRow.service == service)
                & (CooldownRow.action_type == action_type)
                & (CooldownRow.tool_use_id != "")
                & CooldownRow.id.not_in(told)
            )
            .order_by(CooldownRow.id)
            .first()
        )
        if row is None:
            return None
        CooldownRow.update(state="completed", success=int(success), message=message, completed_at=to_text(now)).where(
            CooldownRow.id == row.id
        ).execute()
        self._store.changed("cooldown_actions", row.id)
        return int(row.id)

    def clear_service(self, service: str, why: str, now: datetime) -> int:
        """Let all actions on a service count no longer; how many there were."""
        cleared = (
            CooldownRow.update(cleared_at=to_text(now), cleared_why=why)
            .where((CooldownRow.service == service) & CooldownRow.cleared_at.is_null())
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

    def counting(self, since: datetime) -> builtins.list[CooldownAction]:
        """Actions since then that still count, oldest first."""
        query = (
            CooldownRow.select(*_FIELDS)
            .where((CooldownRow.created_at >= to_text(since)) & CooldownRow.cleared_at.is_null())
            .order_by(CooldownRow.id)
        )
        return [CooldownAction(*row) for row in query.tuples()]
