"""``judge_doubts``: verdicts that a model may look at again, after the fact (E7). Writes run inside ``store.write``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from ...clock import to_text
from ...store.database import proxy
from ..fact import Judgement


@dataclass(frozen=True, slots=True)
class Doubt:
    """A row of ``judge_doubts``: what was said of two memories; ``state`` is waiting, agreed, corrected or void."""

    id: int
    new_id: int
    old_id: int
    verdict: str
    score: float
    state: str
    answer: str
    why: str
    created_at: str
    settled_at: str


_NAMES = ", ".join(Doubt.__dataclass_fields__)


def add(new_id: int, old_id: int, judgement: Judgement, now: datetime) -> None:
    """Note a doubt, once for two memories."""
    proxy.execute_sql(
        "INSERT INTO judge_doubts (new_id, old_id, verdict, score, why, created_at) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (new_id, old_id) DO NOTHING",
        (new_id, old_id, str(judgement.verdict), judgement.score, judgement.why, to_text(now)),
    )


def waiting(limit: int) -> list[Doubt]:
    """Doubts that wait, oldest first."""
    return _select("state = 'waiting' ORDER BY id LIMIT ?", (limit,))


def by_ids(ids: Sequence[int]) -> list[Doubt]:
    """Doubts by their ids."""
    return _select("id IN (SELECT value FROM json_each(?)) ORDER BY id", (json.dumps(list(ids)),))


def settle(doubt_id: int, state: str, answer: str, why: str, now: datetime) -> None:
    """Say what became of a doubt."""
    proxy.execute_sql(
        "UPDATE judge_doubts SET state = ?, answer = ?, why = ?, settled_at = ? WHERE id = ?",
        (state, answer, why, to_text(now), doubt_id),
    )


def count_waiting() -> int:
    """How many wait."""
    return int(proxy.execute_sql("SELECT count(*) FROM judge_doubts WHERE state = 'waiting'").fetchone()[0])


def _select(where: str, values: Sequence[object]) -> list[Doubt]:
    return [Doubt(*row) for row in proxy.execute_sql(f"SELECT {_NAMES} FROM judge_doubts WHERE {where}", tuple(values))]
