"""The memories nearest to a fact by meaning, among those of its service, for the judge to compare it with (E7).

Only where the embedding model is loaded anyway and answers at once: nothing is loaded, nor asked over a network, while
a fact is written. Without it, candidates are found by their words.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ..store.database import proxy

if TYPE_CHECKING:
    from .embed.words import Embedder

log = logging.getLogger(__name__)

_SELECT = (
    "SELECT memory_id, CAST(vector AS BLOB) FROM memory_vectors"
    " WHERE model = ? AND memory_id IN (SELECT value FROM json_each(?))"
)


class NearBy:
    """Ranks memories by the cosine of their vectors. ``embedder`` gives the model where it is loaded, else None."""

    def __init__(self, embedder: Callable[[], Embedder | None]) -> None:
        self._embedder = embedder

    def __call__(self, text: str, ids: Sequence[int]) -> list[int]:
        """Those of ``ids`` that lie near, nearest first; none without a model at hand. In a read or a write: about a
        millisecond for 400. Never raises for a model that fails or a vector that is damaged."""
        embedder = self._embedder()
        if embedder is None or not embedder.local:
            return []
        import numpy as np  # loaded with the model already

        from .embed.words import EmbeddingFault

        try:
            asked = embedder.embed([text])[0]
        except EmbeddingFault as fault:
            log.warning("candidates are found by words alone: %s", fault.told)
            return []
        size = 4 * asked.shape[0]
        found = proxy.execute_sql(_SELECT, (embedder.name, json.dumps(list(ids))))
        rows = [(number, blob) for number, blob in found if blob is not None and len(blob) == size]
        if not rows:
            return []
        vectors = np.frombuffer(b"".join([blob for _, blob in rows]), "<f4").reshape(len(rows), -1)
        cosines = np.nan_to_num(vectors @ asked, nan=0.0, posinf=0.0, neginf=0.0)
        order = np.argsort(-cosines, kind="stable")
        return [rows[place][0] for place in order.tolist()]
