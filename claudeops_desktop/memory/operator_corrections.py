"""What the operator put into other words: a correction of what was known (M16, C9). Inside ``store.read``."""

from __future__ import annotations

from dataclasses import dataclass

from ..storage.database import proxy


@dataclass(frozen=True, slots=True)
class CorrectedMemory:
    """A fact that the operator reworded: as it read before, and as it reads since; ``version`` is the change."""

    version: int
    memory_id: int
    before: str
    after: str
    service: str
    at: str


def corrected_since(version: int) -> list[CorrectedMemory]:
    """Facts that the operator reworded after a version of a memory, the oldest change first."""
    rows = proxy.execute_sql(
        "SELECT v.id, v.memory_id, (SELECT b.observation FROM memory_versions b WHERE b.memory_id = v.memory_id"
        " AND b.id < v.id ORDER BY b.id DESC LIMIT 1), v.observation, coalesce(v.service, ''), v.created_at"
        " FROM memory_versions v WHERE v.id > ? AND v.action = 'edited' AND v.by = 'operator' ORDER BY v.id",
        (version,),
    )
    return [CorrectedMemory(*row) for row in rows if row[2] and row[2] != row[3]]


def last_version() -> int:
    """The number of the last change of any memory."""
    return int(proxy.execute_sql("SELECT coalesce(max(id), 0) FROM memory_versions").fetchone()[0])
