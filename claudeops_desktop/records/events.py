"""Events (S8): what happened to a service, as the agent said it."""

from __future__ import annotations

import builtins
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from ..core.clock import to_text
from ..storage import DataStore
from .tables import EventRow

LEVELS = ("info", "warning", "critical")


@dataclass(frozen=True, slots=True)
class Event:
    """A row of ``events``; ``level`` is one of LEVELS, ``acknowledged_at`` None until the operator has seen to it."""

    id: int
    session_id: int | None
    level: str
    service: str | None
    message: str
    created_at: str
    acknowledged_at: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        return asdict(self)


_FIELDS = [getattr(EventRow, name) for name in Event.__dataclass_fields__]


class EventRecords:
    """The questions and the writes on events. Writes must run inside ``store.write``."""

    def __init__(self, store: DataStore) -> None:
        self._store = store

    def add(self, *, level: str, message: str, service: str | None, session_id: int | None, now: datetime) -> int:
        """Insert one event; its id."""
        row = EventRow.create(
            level=level, message=message, service=service, session_id=session_id, created_at=to_text(now)
        )
        self._store.changed("events", row.id, what="inserted")
        return int(row.id)

    def get(self, event_id: int) -> Event | None:
        """One event."""
        row = EventRow.select(*_FIELDS).where(EventRow.id == event_id).tuples().first()
        return Event(*row) if row else None

    def list(
        self,
        *,
        session_id: int | None = None,
        level: str | None = None,
        service: str | None = None,
        since: str = "",
        until: str = "",
        limit: int | None = None,
    ) -> builtins.list[Event]:
        """Return events, newest first, for what belongs to a session, service or span. ``since`` and ``until`` are
        stored moments, "" for open. What people and programs list is ``operations.event_list``."""
        query = EventRow.select(*_FIELDS).order_by(EventRow.id.desc())
        if session_id is not None:
            query = query.where(EventRow.session_id == session_id)
        if level:
            query = query.where(EventRow.level == level)
        if service:
            query = query.where(EventRow.service == service)
        if since:
            query = query.where(EventRow.created_at >= since)
        if until:
            query = query.where(EventRow.created_at < until)
        if limit is not None:
            query = query.limit(limit)
        return [Event(*row) for row in query.tuples()]

    def services(self) -> builtins.list[str]:
        """Names of all services that events speak of."""
        query = EventRow.select(EventRow.service).where(EventRow.service.is_null(False)).distinct()
        return sorted(name for (name,) in query.tuples())

    def acknowledge(self, ids: Iterable[int], now: datetime) -> builtins.list[int]:
        """The operator has seen to these; the ids of those that were not acknowledged yet."""
        wanted = json.dumps(list(ids))
        sql = (
            "UPDATE events SET acknowledged_at = ? WHERE acknowledged_at IS NULL"
            " AND id IN (SELECT value FROM json_each(?)) RETURNING id"
        )
        return self._told(self._store.database.execute_sql(sql, (to_text(now), wanted)).fetchall())

    def unacknowledge(self, ids: Iterable[int]) -> builtins.list[int]:
        """Take it back; the ids of those that were acknowledged."""
        sql = (
            "UPDATE events SET acknowledged_at = NULL WHERE acknowledged_at IS NOT NULL"
            " AND id IN (SELECT value FROM json_each(?)) RETURNING id"
        )
        return self._told(self._store.database.execute_sql(sql, (json.dumps(list(ids)),)).fetchall())

    def _told(self, rows: builtins.list[tuple[int]]) -> builtins.list[int]:
        changed = [row[0] for row in rows]
        if changed:
            self._store.changed("events", *(changed if len(changed) <= 100 else ()))
        return changed
