"""How vectors are kept (E8): float32 beside the model's name, one row a memory and model. SQL only."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ...storage.database import proxy

if TYPE_CHECKING:
    from ..embed.types import Vectors

_THESE = "(SELECT value FROM json_each(?))"


def store_vectors(rows: Iterable[tuple[int, str]], vectors: Vectors, model: str) -> list[int]:
    """Keep vectors of (memory id, the text they were reckoned from); the ids that were kept. Inside ``store.write``.

    One whose memory went, or reads otherwise by now, is not kept: it would be the vector of another text.
    """
    kept = []
    for (number, text), vector in zip(rows, vectors, strict=True):
        done = proxy.execute_sql(
            "INSERT OR REPLACE INTO memory_vectors (memory_id, model, vector)"
            " SELECT id, ?, ? FROM memories WHERE id = ? AND observation = ?",
            (model, vector.astype("<f4").tobytes(), number, text),
        )
        if done.rowcount > 0:
            kept.append(number)
    return kept


def missing(model: str, after: int, limit: int) -> list[tuple[int, str]]:
    """(Id, text) of memories with an id above ``after`` that have no vector of this model, by id."""
    sql = (
        "SELECT m.id, m.observation FROM memories m WHERE m.id > ? AND NOT EXISTS"
        " (SELECT 1 FROM memory_vectors v WHERE v.memory_id = m.id AND v.model = ?) ORDER BY m.id LIMIT ?"
    )
    return list(proxy.execute_sql(sql, (after, model, limit)))


def count(model: str) -> tuple[int, int]:
    """How many memories have a vector of this model, and how many memories there are."""
    there = proxy.execute_sql("SELECT count(*) FROM memory_vectors WHERE model = ?", (model,)).fetchone()[0]
    return int(there), int(proxy.execute_sql("SELECT count(*) FROM memories").fetchone()[0])


def drop_vectors(ids: Sequence[int], model: str) -> None:
    """Forget vectors that are not what they should be; the indexer makes them anew. Inside ``store.write``."""
    proxy.execute_sql(f"DELETE FROM memory_vectors WHERE model = ? AND memory_id IN {_THESE}", (model, json.dumps(ids)))


def drop_others(model: str) -> int:
    """Forget the vectors of all other models, once this one has them all. Inside ``store.write``."""
    return int(proxy.execute_sql("DELETE FROM memory_vectors WHERE model <> ?", (model,)).rowcount)


def drop_model(model: str) -> int:
    """Forget all vectors of a model. Inside ``store.write``."""
    return int(proxy.execute_sql("DELETE FROM memory_vectors WHERE model = ?", (model,)).rowcount)
