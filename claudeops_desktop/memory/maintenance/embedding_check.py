"""Whether the embedding model still answers as it did when the vectors were made (ADR-0077, Monthly): a model that was
replaced under the same name would be searched with vectors of another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...storage import DataStore
from ...storage.database import proxy
from ..recall.vectors import embedded_text, index_name

if TYPE_CHECKING:
    from ..embed.types import TextEmbedder

SAMPLE = 64
ALIKE = 0.999  # cosine of two embeddings of one text


def drifted(store: DataStore, embedder: TextEmbedder) -> tuple[int, int]:
    """How many facts were embedded again, and of how many the stored vector is another one."""
    import numpy as np

    rows = store.read(lambda: _sample(index_name(embedder.name))).result()
    if not rows:
        return 0, 0
    made = embedder.embed([text for text, _ in rows])
    differing = 0
    for (_, stored), new in zip(rows, made, strict=True):
        old = np.frombuffer(stored, "<f4")
        norm = float(np.linalg.norm(old) * np.linalg.norm(new))
        differing += old.shape != new.shape or not norm or float(old @ new) / norm < ALIKE
    return len(rows), differing


def _sample(index: str) -> list[tuple[str, bytes]]:
    """Facts spread over all that are in an index, always the same ones."""
    sql = "SELECT min(memory_id), max(memory_id) FROM memory_vectors WHERE model = ?"
    first, last = proxy.execute_sql(sql, (index,)).fetchone()
    if first is None:
        return []
    sql = (
        "SELECT m.service, m.observation, v.vector FROM memory_vectors v JOIN memories m ON m.id = v.memory_id"
        " WHERE v.model = ? AND v.memory_id >= ? ORDER BY v.memory_id LIMIT 1"
    )
    step = max(1, (last - first + 1) // SAMPLE)
    found = {}
    for at in range(first, last + 1, step):
        row = proxy.execute_sql(sql, (index, at)).fetchone()
        if row is not None:
            found[embedded_text(row[0], row[1])] = row[2]
    return list(found.items())
