"""What was asked of memory, and what came back: the rows of ``recalls``. Reads belong inside ``store.read``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import orjson

from ...storage.database import proxy

LATEST = 2_000  # so many recalls are looked through for a memory
_COLUMNS = "id, at, session_id, asked_by, question, rewritten, profile, tier, memory_ids, duration_ms, cost_usd"


@dataclass(frozen=True, slots=True)
class RecallRecord:
    """One recall. ``memory_ids`` are those that came back, best first; ``cost_usd`` in dollars."""

    id: int
    at: str
    session_id: int | None
    asked_by: str
    question: str
    rewritten: str
    profile: str
    tier: str
    memory_ids: tuple[int, ...]
    duration_ms: float
    cost_usd: float

    def as_json(self) -> dict[str, Any]:
        """The row, under the table's column names."""
        return asdict(self) | {"memory_ids": list(self.memory_ids)}


def latest(limit: int = 20, asked_by: str = "operator") -> list[RecallRecord]:
    """The newest of somebody's recalls, newest first; ``asked_by`` "" means anybody's."""
    return _select("? IN ('', asked_by) ORDER BY id DESC LIMIT ?", (asked_by, limit))


def of_memory(memory_id: int, limit: int = 50) -> list[RecallRecord]:
    """The newest recalls that brought a memory back, newest first, of the latest 2,000 there were."""
    return _select(
        f"id > (SELECT coalesce(max(id), 0) - {LATEST} FROM recalls)"
        " AND EXISTS (SELECT 1 FROM json_each(memory_ids) WHERE value = ?) ORDER BY id DESC LIMIT ?",
        (memory_id, limit),
    )


def useful(limit: int = 20) -> list[RecallRecord]:
    """The newest questions of people and agents, each once and as it was put, whose best answer was of use to a session
    since and still holds; newest first."""
    best = "json_extract(r.memory_ids, '$[0]')"
    rows = proxy.execute_sql(
        "SELECT max(r.id) FROM recalls r WHERE r.asked_by IN ('operator', 'agent') AND r.rewritten = ''"
        f" AND EXISTS (SELECT 1 FROM memories m WHERE m.id = {best} AND m.active = 1 AND m.superseded_by IS NULL"
        " AND m.state IN ('active', 'stale') AND m.gate <> 'hold')"
        f" AND EXISTS (SELECT 1 FROM injections i WHERE i.memory_id = {best} AND i.used = 1)"
        " GROUP BY r.question ORDER BY max(r.id) DESC LIMIT ?",
        (limit,),
    )
    found = [_select("id = ?", row)[0] for row in rows.fetchall()]
    return [one for one in found if one.question]


def _select(where: str, parameters: Sequence[Any]) -> list[RecallRecord]:
    rows = proxy.execute_sql(f"SELECT {_COLUMNS} FROM recalls WHERE {where}", tuple(parameters))
    return [_record(*row) for row in rows]


def _record(
    number: int,
    at: str,
    session_id: int | None,
    asked_by: str,
    question: str,
    rewritten: str,
    profile: str,
    tier: str,
    memory_ids: str,
    duration_ms: float,
    cost_usd: float,
) -> RecallRecord:
    ids = tuple(orjson.loads(memory_ids))
    return RecallRecord(
        number, at, session_id, asked_by, question, rewritten, profile, tier, ids, duration_ms, cost_usd
    )
