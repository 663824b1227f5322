"""What happened lately, in a few numbers and lines: the overview's question, answered in one go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from ..clock import to_text
from ..store import Store


@dataclass(frozen=True, slots=True)
class Learned:
    """One marker that changed a memory: what it said, what it did, which memory and session, when."""

    said: str
    action: str
    memory_id: int | None
    session_id: int
    created_at: str


@dataclass(frozen=True, slots=True)
class Digest:
    """``levels`` counts events and ``actions`` the markers that changed memories, both since a moment."""

    levels: Mapping[str, int] = field(default_factory=dict)
    actions: Mapping[str, int] = field(default_factory=dict)
    learned: tuple[Learned, ...] = ()


def digest(store: Store, since: datetime, *, newest: int = 3) -> Digest:
    """Events and learning since a moment, with the newest lines learned ever. Call inside ``store.read``."""
    database: Any = store.database
    moment = to_text(since)
    levels = database.execute_sql("SELECT level, count(*) FROM events WHERE created_at >= ? GROUP BY level", (moment,))
    actions = database.execute_sql(
        "SELECT action, count(*) FROM markers WHERE kind = 'memory' AND session_id >="
        " coalesce((SELECT min(id) FROM sessions WHERE started_at >= ?), 9e18)"
        " AND action IN ('inserted', 'reinforced', 'contradicted') GROUP BY action",
        (moment,),
    )
    lines = database.execute_sql(
        "SELECT said, action, target_id, session_id, created_at FROM markers WHERE kind = 'memory'"
        " AND action IN ('inserted', 'reinforced', 'contradicted') ORDER BY id DESC LIMIT ?",
        (newest,),
    )
    return Digest(dict(levels), dict(actions), tuple(Learned(*row) for row in lines))
