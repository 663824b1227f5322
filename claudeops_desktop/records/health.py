"""Health (S13): what was checked, when, and how it stood, by service, over time."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from ..clock import to_text
from ..store import Store
from .tables import HealthRow


@dataclass(frozen=True, slots=True)
class HealthCheck:
    """A row of ``health_checks``; ``status`` is healthy, degraded, down or unknown."""

    id: int
    session_id: int | None
    service: str
    check_type: str
    status: str
    detail: str
    response_ms: float | None
    measured: int
    checked_at: str

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        return asdict(self)


_FIELDS = [getattr(HealthRow, name) for name in HealthCheck.__dataclass_fields__]


class Health:
    """The questions and the writes on health. Writes must run inside ``store.write``."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(
        self,
        *,
        service: str,
        status: str,
        session_id: int | None,
        now: datetime,
        check_type: str = "",
        detail: str = "",
        response_ms: float | None = None,
        measured: bool = False,
    ) -> int:
        """Record one check; its id."""
        row = HealthRow.create(
            service=service,
            status=status,
            session_id=session_id,
            check_type=check_type,
            detail=detail,
            response_ms=response_ms,
            measured=int(measured),
            checked_at=to_text(now),
        )
        self._store.changed("health_checks", row.id, what="inserted")
        return int(row.id)

    def latest(self) -> list[HealthCheck]:
        """The last check of each service, by name."""
        sql = (
            f"SELECT {', '.join(field.column_name for field in _FIELDS)} FROM health_checks WHERE id IN"
            " (SELECT max(id) FROM health_checks GROUP BY service) ORDER BY service"
        )
        return [HealthCheck(*row) for row in self._store.database.execute_sql(sql)]

    def of_service(self, service: str, *, limit: int = 100) -> list[HealthCheck]:
        """Checks of one service, newest first."""
        query = HealthRow.select(*_FIELDS).where(HealthRow.service == service)
        return [HealthCheck(*row) for row in query.order_by(HealthRow.id.desc()).limit(limit).tuples()]

    def of_session(self, session_id: int) -> list[HealthCheck]:
        """Checks of one session, in order."""
        query = HealthRow.select(*_FIELDS).where(HealthRow.session_id == session_id)
        return [HealthCheck(*row) for row in query.order_by(HealthRow.id).tuples()]

    def standing_since(self, service: str) -> str | None:
        """Since when the service has stood as it stands now: the first check of the unbroken last stretch."""
        sql = (
            "SELECT min(checked_at) FROM health_checks WHERE service = ?1 AND id > coalesce((SELECT max(id) FROM"
            " health_checks WHERE service = ?1 AND status <> (SELECT status FROM health_checks WHERE service = ?1"
            " ORDER BY id DESC LIMIT 1)), 0)"
        )
        found = self._store.database.execute_sql(sql, (service,)).fetchone()
        return found[0] if found else None
