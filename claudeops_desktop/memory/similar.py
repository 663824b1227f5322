"""The memories nearest to a fact by meaning, among those of its service, for the judge to compare it with (E7).

Only where the embedding model is loaded anyway and answers at once: nothing is loaded, nor asked over a network, while
a fact is written. Without it, candidates are found by their words. Vectors come from recall's index, where it holds
them; a write never waits for it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from .recall.vectors import index_name, stored

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .embed.types import TextEmbedder, Vectors
    from .recall.memory_index import MemoryIndex

log = logging.getLogger(__name__)


class SimilarMemoryRanker:
    """Ranks memories by the cosine of their vectors. ``embedder`` gives the model where it is loaded, else None;
    ``loaded_index`` what recall has in memory, where there is a recall."""

    def __init__(
        self, embedder: Callable[[], TextEmbedder | None], loaded_index: Callable[[], MemoryIndex | None] = lambda: None
    ) -> None:
        self._embedder = embedder
        self._loaded_index = loaded_index

    def __call__(self, text: str, ids: Sequence[int]) -> list[int]:
        """Those of ``ids`` that lie near what was embedded of a fact (``embedded_text``), nearest first; none without a
        model at hand. In a read or a write: half a
        millisecond for 400, some more where the database is asked for their vectors. Never raises for a model that
        fails or a vector that is damaged."""
        embedder = self._embedder()
        if embedder is None or not embedder.local:
            return []
        import numpy as np  # loaded with the model already

        from .embed.types import EmbeddingFault

        try:
            asked = embedder.embed([text])[0]
        except EmbeddingFault as fault:
            log.warning("candidates are found by words alone: %s", fault.full_text)
            return []
        known, vectors = self._vectors(ids, index_name(embedder.name), asked.shape[0])
        cosines = vectors @ asked
        if not np.isfinite(cosines).all():
            cosines = np.nan_to_num(cosines, nan=0.0, posinf=0.0, neginf=0.0)
        found: list[int] = known[np.lexsort((known, -cosines))].tolist()
        return found

    def prepare(self, texts: Sequence[str]) -> None:
        """Reckon the vectors of texts that will be asked for, in one go. Waits for nothing, and never raises."""
        embedder = self._embedder()
        if embedder is None or not embedder.local:
            return
        from .embed.types import EmbeddingFault

        try:
            embedder.embed(texts)
        except EmbeddingFault as fault:
            log.warning("candidates are found by words alone: %s", fault.full_text)

    def _vectors(self, ids: Sequence[int], index: str, size: int) -> tuple[NDArray[np.int64], Vectors]:
        """The ids of which there is a sound vector, and these."""
        import numpy as np

        known, vectors = np.zeros(0, np.int64), np.zeros((0, size), np.float32)
        if (loaded_index := self._loaded_index()) is not None:
            known, vectors = loaded_index.at_hand(ids, index, size)
        missing = sorted(set(ids).difference(known.tolist()))
        if not missing:
            return known, vectors
        rows = [(number, blob) for number, blob in stored(missing, index) if len(blob) == 4 * size]
        read = np.frombuffer(b"".join([blob for _, blob in rows]), "<f4").reshape(len(rows), size)
        return np.concatenate([known, np.array([n for n, _ in rows], np.int64)]), np.concatenate([vectors, read])


def rank_by_stored_vectors(number: int, ids: Sequence[int], indexes: Sequence[str]) -> list[int]:
    """Return ``ids`` by how near their vectors lie to that of a memory, nearest first, in the first of these indexes
    that holds it; those without a vector are left out. Nothing is embedded, no model is loaded. In a read."""
    import numpy as np

    for index in indexes:
        rows = dict(stored([number, *ids], index))
        own = np.frombuffer(rows.pop(number, b""), "<f4")
        known = [other for other, blob in rows.items() if len(blob) == own.nbytes]
        if not own.size or not known:
            continue
        vectors = np.frombuffer(b"".join([rows[other] for other in known]), "<f4").reshape(len(known), own.size)
        cosines = np.nan_to_num(vectors @ own, nan=-1.0, posinf=-1.0, neginf=-1.0)
        return [known[place] for place in np.lexsort((known, -cosines))]
    return []
