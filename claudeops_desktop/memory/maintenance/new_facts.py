"""What was extracted within a day comes before older facts that answer as well (ADR-0077, Nightly): +0.1 in recall,
once. What use shows later counts more (E12)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, timedelta

from ...core.clock import to_text
from ...storage import DataStore
from ...storage.database import proxy
from .. import tables

RAISED_BY = 0.1
NEW_FOR = timedelta(days=1)
BY, ACTION = "routine", "preferred"
_EXTRACTED = ("marker", "observed", "agent")


def list_new(now: datetime, among: Sequence[int] | None = None) -> list[int]:
    """Facts that were extracted within a day, hold, and were not raised yet; of these only where ``among`` is given.
    Inside ``store.read``."""
    marks = ", ".join("?" * len(_EXTRACTED))
    these = "" if among is None else " AND m.id IN (SELECT value FROM json_each(?))"
    sql = (
        f"SELECT m.id FROM memories m WHERE m.created_at > ? AND m.created_at <= ? AND m.source IN ({marks})"
        " AND m.gate = 'allow' AND m.active = 1 AND m.superseded_by IS NULL AND NOT EXISTS"
        f" (SELECT 1 FROM memory_versions v WHERE v.memory_id = m.id AND v.action = ?){these} ORDER BY m.id"
    )
    values = [to_text(now - NEW_FOR), to_text(now), *_EXTRACTED, ACTION]
    if among is not None:
        values.append(json.dumps(list(among)))
    return [number for (number,) in proxy.execute_sql(sql, values)]


def prefer(store: DataStore, ids: Sequence[int], now: datetime) -> int:
    """Raise these, as far as they were not raised yet; how many. Inside ``store.write``: the history that says so is
    written together with it, so that nothing is raised twice."""
    raised = tables.by_ids(list_new(now, ids))
    for memory in raised:
        tables.update(memory.id, retrieval_priority=round(min(1.0, memory.retrieval_priority + RAISED_BY), 4))
        why = "New: it comes before older facts that answer as well."
        tables.add_version(memory, action=ACTION, by=BY, why=why, now=now)
    if raised:
        store.changed("memories", *(memory.id for memory in raised))
    return len(raised)
