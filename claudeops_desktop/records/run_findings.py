"""How runs and sessions left the services that they checked: by the last check of each.

One that completed and left a service down is not shown like one that found all in order, wherever it is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..storage import DataStore
from .health import STATES

_LAST_AND_BAD = (
    "SELECT DISTINCT s.{of}, h.status FROM sessions s JOIN health_checks h ON h.session_id = s.id"
    " WHERE s.{of} IN ({which}) AND h.status IN ('down', 'degraded') AND NOT EXISTS (SELECT 1 FROM sessions t"
    " JOIN health_checks l ON l.session_id = t.id WHERE t.{of} = s.{of} AND l.id > h.id"
    " AND l.service = h.service AND l.check_type = h.check_type)"
)


def find_left_by_runs(store: DataStore, which: str, values: Sequence[object]) -> dict[int, str]:
    """Return for each run that left a service down or degraded which of the two, down before degraded. ``which`` is the
    inner part of an SQL list: marks, or a selection of run ids. Call inside ``store.read``."""
    return _find(store, "run_id", which, values)


def find_left_by_sessions(store: DataStore, ids: Sequence[int]) -> dict[int, str]:
    """Return the same for each of these sessions by itself. Call inside ``store.read``."""
    return _find(store, "id", ", ".join("?" * len(ids)), ids)


def look_of(status: str, found: str) -> str:
    """Return the status as screens show it: one that completed and left a service down is told from one without."""
    return f"found_{found}" if found and status == "completed" else status


def _find(store: DataStore, of: str, which: str, values: Sequence[object]) -> dict[int, str]:
    database: Any = store.database
    worst: dict[int, str] = {}
    for one, status in database.execute_sql(_LAST_AND_BAD.format(of=of, which=which), tuple(values)):
        worst[one] = max(worst.get(one, status), status, key=STATES.index)
    return worst
