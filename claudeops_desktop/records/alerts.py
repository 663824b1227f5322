"""Alerts that came from other programs, and what became of each."""

from __future__ import annotations

import builtins
import json
from datetime import datetime
from typing import Any

from msgspec import Struct

from ..core.clock import to_text
from ..storage import DataStore
from .tables import AlertRow

RECEIVED, STARTED, REPEATED, REFUSED, RESOLVED = "received", "started", "repeated", "refused", "resolved"
TEST = "test"
KEPT = 10_000


class AlertRecord(Struct, frozen=True):
    """A row of ``alerts``. ``state`` is received, started, repeated, refused, resolved or test."""

    id: int
    source: str
    key: str
    title: str
    services: tuple[str, ...]
    payload: str
    state: str
    why: str
    run_id: int | None
    received_at: str

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``; what came in is left out."""
        names = ("id", "source", "key", "title", "state", "why", "run_id", "received_at")
        return {**{name: getattr(self, name) for name in names}, "services": list(self.services)}


_FIELDS = [getattr(AlertRow, name) for name in AlertRecord.__struct_fields__]


class AlertRecords:
    """The questions and the writes on alerts. Writes must run inside ``store.write``."""

    def __init__(self, store: DataStore) -> None:
        self._store = store

    def add(
        self,
        *,
        source: str,
        key: str,
        title: str,
        services: tuple[str, ...],
        payload: str,
        state: str,
        why: str,
        now: datetime,
    ) -> int:
        """Record one; its id. The oldest go once there are more than ten thousand."""
        row = AlertRow.create(
            source=source,
            key=key,
            title=title,
            services=json.dumps(list(services)),
            payload=payload,
            state=state,
            why=why,
            received_at=to_text(now),
        )
        AlertRow.delete().where(AlertRow.id <= row.id - KEPT).execute()
        self._store.changed("alerts", row.id, what="inserted")
        return int(row.id)

    def settle(self, ids: tuple[int, ...], state: str, why: str = "", run_id: int | None = None) -> None:
        """Record the outcome of these alerts."""
        AlertRow.update(state=state, why=why, run_id=run_id).where(AlertRow.id.in_(ids)).execute()
        self._store.changed("alerts", *ids)

    def started_since(self, key: str, since: datetime) -> AlertRecord | None:
        """The last alert of this key that a run was asked for since then."""
        query = AlertRow.select(*_FIELDS).where(
            (AlertRow.key == key) & (AlertRow.received_at >= to_text(since)) & (AlertRow.state.in_((RECEIVED, STARTED)))
        )
        found = query.order_by(AlertRow.id.desc()).tuples().first()
        return _record(found) if found else None

    def received(self) -> builtins.list[AlertRecord]:
        """Those whose run was asked for and has not begun, oldest first."""
        query = AlertRow.select(*_FIELDS).where(AlertRow.state == RECEIVED).order_by(AlertRow.id)
        return [_record(row) for row in query.tuples()]

    def list(self, *, limit: int | None = None, service: str | None = None) -> builtins.list[AlertRecord]:
        """Alerts, newest first."""
        query = AlertRow.select(*_FIELDS).order_by(AlertRow.id.desc())
        if service:
            query = query.where(AlertRow.services.contains(f'"{service}"'))
        return [_record(row) for row in query.limit(limit).tuples()]

    def get(self, alert_id: int) -> AlertRecord | None:
        """One alert."""
        found = AlertRow.select(*_FIELDS).where(AlertRow.id == alert_id).tuples().first()
        return _record(found) if found else None


def _record(row: tuple[Any, ...]) -> AlertRecord:
    values = list(row)
    values[4] = tuple(json.loads(values[4] or "[]"))
    return AlertRecord(*values)
