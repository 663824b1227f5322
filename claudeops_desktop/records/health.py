"""Health (S13): what was checked, when, and how it stood, by service, over time."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any

import orjson

from ..core.clock import to_text
from ..storage import DataStore
from .tables import HealthRow

STATES = ("healthy", "unknown", "degraded", "down")  # from best to worst


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


@dataclass(frozen=True, slots=True)
class CellCount:
    """How often a service stood how within one stretch of time, the stretches counted from 0."""

    service: str
    cell: int
    status: str
    number: int


_FIELDS = [getattr(HealthRow, name) for name in HealthCheck.__dataclass_fields__]
_COLUMNS = ", ".join(f"h.{field.column_name}" for field in _FIELDS)
# All names by seeking from one to the next: a hundred thousand rows are not read for two hundred names.
_NAMES = (
    "WITH RECURSIVE names(service) AS (SELECT min(service) FROM health_checks UNION ALL SELECT (SELECT min(service)"
    " FROM health_checks WHERE service > names.service) FROM names WHERE names.service IS NOT NULL)"
)


class HealthRecords:
    """The questions and the writes on health. Writes must run inside ``store.write``."""

    def __init__(self, store: DataStore) -> None:
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
            f"{_NAMES} SELECT {_COLUMNS} FROM names JOIN health_checks h ON h.id ="
            " (SELECT max(id) FROM health_checks WHERE service = names.service) ORDER BY h.service"
        )
        return [HealthCheck(*row) for row in self._rows(sql)]

    def latest_measured(self, service: str = "", *, since: str = "") -> builtins.list[HealthCheck]:
        """The last measurement by our own code of each kind of check of each service; of one ``service`` only, and from
        ``since`` (stored text) on, where they are given."""
        where = "measured = 1" + (" AND service = ? AND checked_at >= ?" if service else "")
        values = (service, since) if service else ()
        sql = (
            f"SELECT {_COLUMNS} FROM health_checks h WHERE h.id IN"
            f" (SELECT max(id) FROM health_checks WHERE {where} GROUP BY service, check_type)"
        )
        return [HealthCheck(*row) for row in self._rows(sql, values)]

    def of_service(self, service: str, *, since: str = "", limit: int | None = 100) -> builtins.list[HealthCheck]:
        """Checks of one service, newest first; those from ``since`` (stored text) on."""
        query = HealthRow.select(*_FIELDS).where(HealthRow.service == service)
        if since:
            query = query.where(HealthRow.checked_at >= since)
        return [HealthCheck(*row) for row in query.order_by(HealthRow.id.desc()).limit(limit).tuples()]

    def of_session(self, session_id: int) -> builtins.list[HealthCheck]:
        """Checks of one session, in order."""
        query = HealthRow.select(*_FIELDS).where(HealthRow.session_id == session_id)
        return [HealthCheck(*row) for row in query.order_by(HealthRow.id).tuples()]

    def current_states(self) -> dict[str, str]:
        """Since when each service has stood as it stands now."""
        sql = f"{_NAMES} SELECT service, {_SINCE.replace('?1', 'names.service')} FROM names WHERE service IS NOT NULL"
        return dict(self._rows(sql))

    def in_cells(self, edges: Sequence[datetime]) -> builtins.list[CellCount]:
        """How often each service stood how between each two neighbours of these moments."""
        moments = [to_text(edge) for edge in edges]
        cells = orjson.dumps([[n, *pair] for n, pair in enumerate(pairwise(moments))]).decode()
        # CROSS JOIN keeps the order: each cell is one stretch of the index. In one row: fewer turns of Python's lock.
        sql = (
            "SELECT json_group_array(json_array(service, cell, status, number)) FROM (SELECT h.service,"
            " CAST(json_extract(c.value, '$[0]') AS INTEGER) cell, h.status, count(*) number"
            " FROM json_each(?) c CROSS JOIN"
            " health_checks h ON h.checked_at >= json_extract(c.value, '$[1]')"
            " AND h.checked_at < json_extract(c.value, '$[2]') GROUP BY 1, 2, 3)"
        )
        return [CellCount(*row) for row in orjson.loads(self._rows(sql, (cells,))[0][0])]

    def counts(self, service: str, since: str) -> dict[str, int]:
        """How often a service stood how, from a moment (stored text) on."""
        sql = "SELECT status, count(*) FROM health_checks WHERE service = ? AND checked_at >= ? GROUP BY status"
        return dict(self._rows(sql, (service, since)))

    def _rows(self, sql: str, values: Sequence[Any] = ()) -> builtins.list[Any]:
        found: builtins.list[Any] = self._store.database.execute_sql(sql, tuple(values)).fetchall()
        return found


# The last check of another status is the highest of the last ones of each other status: a seek for each.
_OTHERS = " UNION ALL ".join(
    f"SELECT (SELECT max(id) FROM health_checks WHERE service = ?1 AND status = '{state}') last" for state in STATES
)
_NOW = "(SELECT status FROM health_checks WHERE id = (SELECT max(id) FROM health_checks WHERE service = ?1))"
_SINCE = (
    "(SELECT checked_at FROM health_checks WHERE service = ?1 AND id > coalesce((SELECT max(last) FROM"
    f" ({_OTHERS}) WHERE last < (SELECT max(id) FROM health_checks WHERE service = ?1)"
    f" AND (SELECT status FROM health_checks WHERE id = last) <> {_NOW}), 0) ORDER BY id LIMIT 1)"
)


@dataclass(frozen=True, slots=True)
class MeasuredStatus:
    """One measurement of a check by our own code, as incidents are made from it.

    ``key`` tells the checks of a service apart; ``attempts`` is how often it was tried before it was called bad;
    ``counts_when_degraded``: being degraded is bad enough for an incident; ``has_own_event``: whoever measured it
    reports it as an event too.
    """

    service: str
    key: str
    check_type: str
    status: str
    detail: str
    at: datetime
    attempts: int = 1
    counts_when_degraded: bool = False
    has_own_event: bool = False

    @property
    def is_bad(self) -> bool:
        """Tell whether it is a reason for an incident. What could not be measured is neither bad nor good."""
        return self.status == "down" or (self.status == "degraded" and self.counts_when_degraded)

    @property
    def is_good(self) -> bool:
        """Tell whether it is a step towards the end of an incident."""
        return self.status in ("healthy", "degraded") and not self.is_bad
