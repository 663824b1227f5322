"""How vectors are kept (E8): float32 beside the name of the index, one row a memory and index. SQL only.

An index is a model and the text that is reckoned with it: the name of the service stands before each fact, for few
facts name what they are about.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from ...core.clock import to_text
from ...storage.database import proxy

if TYPE_CHECKING:
    from ...storage.postgres.server_vectors import ServerVectors
    from ..embed.types import Vectors

_THESE = "(SELECT value FROM json_each(?))"
_AT_ONCE = (64, 8, 1)  # rows of one statement: few sizes, so that few statements must be read and translated
_ROW = "SELECT ? AS id, ? AS text, ? AS vector"
_TEXT = "CASE WHEN m.service IS NULL THEN m.observation ELSE m.service || ': ' || m.observation END"


def embedded_text(service: str | None, text: str) -> str:
    """What a fact or a question about a service is reckoned from; as ``_TEXT`` says it in SQL."""
    return text if service is None else f"{service}: {text}"


def index_name(model: str) -> str:
    """The index of a model, "" for none. A model's own name is that of an index of bare texts, which earlier versions
    made."""
    return f"{model} of service and text" if model else ""


def indexes_of(model: str) -> tuple[str, str]:
    """The index of a model, and the one of bare texts that serves until the other is complete."""
    return index_name(model), model


def serving_index(model: str) -> str:
    """The index of a model that is searched: the one of bare texts as long as it holds more. In a read."""
    named = index_name(model)
    sql = "SELECT model, count(*) FROM memory_vectors WHERE model IN (?, ?) GROUP BY model"
    held = dict(proxy.execute_sql(sql, (model, named)).fetchall())
    return model if held.get(model, 0) > held.get(named, 0) else named


def server_vectors() -> ServerVectors | None:
    """Those that the server of the store searches itself; None for a file."""
    database = proxy.obj
    return database.server_vectors if getattr(database, "is_server", False) else None


def store_vectors(rows: Sequence[tuple[int, str]], vectors: Vectors, model: str) -> list[int]:
    """Keep vectors of (memory id, the text they were reckoned from); the ids that were kept. Inside ``store.write``.

    One whose memory went, or reads otherwise by now, is not kept: it would be the vector of another text.
    """
    kept: list[int] = []
    done, server = 0, server_vectors()
    while done < len(rows):
        size = next(size for size in _AT_ONCE if size <= len(rows) - done)
        part, made = rows[done : done + size], vectors[done : done + size]
        kept += _store_part(part, made, model)
        if server is not None and server.is_kept():
            server.put([number for number, _ in part], made.tolist(), model)
        done += size
    return kept


def _store_part(rows: Sequence[tuple[int, str]], vectors: Vectors, model: str) -> list[int]:
    values: list[object] = [model]
    for (number, text), vector in zip(rows, vectors, strict=True):
        values += (number, text, vector.astype("<f4").tobytes())
    sql = (
        "INSERT OR REPLACE INTO memory_vectors (memory_id, model, vector) SELECT m.id, ?, n.vector FROM"
        f" ({' UNION ALL '.join([_ROW] * len(rows))}) n CROSS JOIN memories m ON m.id = n.id AND {_TEXT} = n.text"
    )
    ids = [number for number, _ in rows]
    if int(proxy.execute_sql(sql, tuple(values)).rowcount) == len(rows):
        return ids
    there = f"SELECT memory_id FROM memory_vectors WHERE model = ? AND memory_id IN {_THESE} ORDER BY memory_id"
    return [number for (number,) in proxy.execute_sql(there, (model, json.dumps(ids)))]


def stored(ids: Sequence[int], model: str) -> list[tuple[int, bytes]]:
    """(Memory id, vector) of those of these memories that have one of this model; whatever a damaged row holds, it
    comes as bytes."""
    sql = f"SELECT memory_id, CAST(vector AS BLOB) FROM memory_vectors WHERE model = ? AND memory_id IN {_THESE}"
    return [(n, vector) for n, vector in proxy.execute_sql(sql, (model, json.dumps(list(ids)))) if vector is not None]


def readable(rows: Sequence[tuple[int, bytes]], size: int) -> dict[int, list[float]]:
    """The numbers of vectors as they are stored, by memory id; one that is damaged is left out."""
    import numpy as np

    found = {number: np.frombuffer(vector, "<f4") for number, vector in rows if len(vector) == 4 * size}
    return {number: vector.tolist() for number, vector in found.items() if np.isfinite(vector).all()}


def missing(model: str, after: int, limit: int) -> list[tuple[int, str]]:
    """(Id, text to embed) of memories with an id above ``after`` that have no vector of this index, by id."""
    sql = (
        f"SELECT m.id, {_TEXT} FROM memories m WHERE m.id > ? AND NOT EXISTS"
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


def drop_others(indexes: Sequence[str]) -> int:
    """Forget the vectors of all indexes but these, once these have theirs. Inside ``store.write``."""
    kept = (json.dumps(list(indexes)),)
    proxy.execute_sql(f"DELETE FROM complete_indexes WHERE name NOT IN {_THESE}", kept)
    return int(proxy.execute_sql(f"DELETE FROM memory_vectors WHERE model NOT IN {_THESE}", kept).rowcount)


def drop_model(model: str) -> int:
    """Forget all vectors of a model. Inside ``store.write``."""
    set_complete(model, None)
    return int(proxy.execute_sql("DELETE FROM memory_vectors WHERE model = ?", (model,)).rowcount)


def is_complete(index: str) -> bool:
    """Tell whether the store names this index as one that holds all memories."""
    return proxy.execute_sql("SELECT 1 FROM complete_indexes WHERE name = ?", (index,)).fetchone() is not None


def set_complete(index: str, at: datetime | None, memories: int = 0) -> None:
    """Name an index as complete since ``at``, with so many memories; None: it is so no more. Inside ``store.write``."""
    if at is None:
        proxy.execute_sql("DELETE FROM complete_indexes WHERE name = ?", (index,))
    else:
        sql = "INSERT OR REPLACE INTO complete_indexes (name, memories, completed_at) VALUES (?, ?, ?)"
        proxy.execute_sql(sql, (index, memories, to_text(at)))
