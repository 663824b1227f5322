"""How many facts there are, of which state, domain and source (R5; the memory build's health report)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from ...storage.database import proxy
from ..period_summary import count_held

MONTH = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class MemoryStatistics:
    """``states`` counts the facts that hold by their state, ``domains`` and ``sources`` those of all states that no
    newer one superseded. ``held`` wait for review. ``grown`` is how many more are known than a month ago."""

    total: int
    states: Mapping[str, int]
    domains: Mapping[str, int]
    sources: Mapping[str, int]
    superseded: int
    held: int
    grown: int

    def as_json(self) -> dict[str, Any]:
        """For the activity log."""
        return asdict(self)


def count_memories(now: datetime) -> MemoryStatistics:
    """Count them. Inside ``store.read``."""
    standing = "superseded_by IS NULL AND gate <> 'hold'"

    def grouped(column: str) -> dict[str, int]:
        sql = f"SELECT {column}, count(*) FROM memories WHERE {standing} GROUP BY {column} ORDER BY {column}"
        return dict(proxy.execute_sql(sql).fetchall())

    def count(where: str) -> int:
        return int(proxy.execute_sql(f"SELECT count(*) FROM memories WHERE {where}").fetchone()[0])

    return MemoryStatistics(
        count("1"), grouped("state"), grouped("domain"), grouped("source"), count("superseded_by IS NOT NULL"),
        count("gate = 'hold'"), count_held(now) - count_held(now - MONTH),
    )  # fmt: skip
