"""Cooldown records (S11): what was done to a service, when, and whether it helped."""

from __future__ import annotations

import builtins
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from ..clock import to_text
from ..store import Store
from .tables import CooldownRow

ACTIONS = ("restart", "redeployment")


@dataclass(frozen=True, slots=True)
class CooldownAction:
    """A row of ``cooldown_actions``; a cleared one counts no longer."""

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

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        return asdict(self)


_FIELDS = [getattr(CooldownRow, name) for name in CooldownAction.__dataclass_fields__]


class Cooldowns:
    """The questions and the writes on cooldown actions. Writes must run inside ``store.write``."""

    def __init__(self, store: Store) -> None:
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
        )
        self._store.changed("cooldown_actions", row.id, what="inserted")
        return int(row.id)

    def clear(self, service: str, why: str, now: datetime) -> int:
        """Let all actions on a service count no longer; how many there were."""
        cleared = (
            CooldownRow.update(cleared_at=to_text(now), cleared_why=why)
            .where((CooldownRow.service == service) & CooldownRow.cleared_at.is_null())
            .execute()
        )
        self._store.changed("cooldown_actions")
        return int(cleared)

    def list(self, *, service: str | None = None, limit: int | None = None) -> builtins.list[CooldownAction]:
        """Actions, newest first."""
        query = CooldownRow.select(*_FIELDS).order_by(CooldownRow.id.desc())
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
