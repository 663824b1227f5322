"""Events (S8): what happened to a service, as the agent said it."""

from __future__ import annotations

import builtins
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from ..clock import to_text
from ..store import Store
from .tables import EventRow

LEVELS = ("info", "warning", "critical")


@dataclass(frozen=True, slots=True)
class Event:
    """A row of ``events``; ``level`` is one of LEVELS."""

    id: int
    session_id: int | None
    level: str
    service: str | None
    message: str
    created_at: str

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        return asdict(self)


_FIELDS = [getattr(EventRow, name) for name in Event.__dataclass_fields__]


class Events:
    """The questions and the writes on events. Writes must run inside ``store.write``."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(self, *, level: str, message: str, service: str | None, session_id: int | None, now: datetime) -> int:
        """Insert one event; its id."""
        row = EventRow.create(
            level=level, message=message, service=service, session_id=session_id, created_at=to_text(now)
        )
        self._store.changed("events", row.id, what="inserted")
        return int(row.id)

    def list(
        self,
        *,
        session_id: int | None = None,
        level: str | None = None,
        service: str | None = None,
        text: str = "",
        limit: int | None = None,
    ) -> builtins.list[Event]:
        """Events, newest first."""
        query = EventRow.select(*_FIELDS).order_by(EventRow.id.desc())
        if session_id is not None:
            query = query.where(EventRow.session_id == session_id)
        if level:
            query = query.where(EventRow.level == level)
        if service:
            query = query.where(EventRow.service == service)
        if text:
            query = query.where(EventRow.message.contains(text))
        if limit is not None:
            query = query.limit(limit)
        return [Event(*row) for row in query.tuples()]

    def services(self) -> builtins.list[str]:
        """Names of all services that events speak of."""
        query = EventRow.select(EventRow.service).where(EventRow.service.is_null(False)).distinct()
        return sorted(name for (name,) in query.tuples())
