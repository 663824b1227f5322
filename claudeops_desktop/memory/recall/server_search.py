"""Nearest vectors where they lie at a PostgreSQL server: for a store of more memories than a process should hold (X3).

In a file, and on a server up to ``FROM_MEMORIES``, each process holds all vectors and compares them all. Beyond that
the server is asked for the nearest ones: by its HNSW index where many memories may be found, and exactly where few may,
for there such an index loses some and is slower (docs/scale.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from . import vectors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ...storage.postgres.server_vectors import ServerVectors
    from .memory_index import MemoryIndex

    Scores = NDArray[np.float32]
    Places = NDArray[np.int64]

FROM_MEMORIES = 100_000  # 190 MB in each process
EXACT_UP_TO = 20_000  # memories that may be found
NEAREST = 400
SAMPLE = 2_048  # memories whose vectors are held here, for what is usual
_HIDDEN = "m.gate = 'allow' AND m.superseded_by IS NULL"
_LAID = "m.state NOT IN ('archived', 'cold')"


class QuestionCosines(NamedTuple):
    """How near each place is to a question in meaning, and the mean and deviation over all that have a vector."""

    each: Scores
    mean: float
    deviation: float


class WantedMemories(NamedTuple):
    """What a server is asked for: the nearest memories, and how near those at the places ``known`` are. ``hidden``:
    also those that are held or superseded; ``laid``: also archived ones."""

    known: Places
    hidden: bool
    laid: bool


def compare_all(index: MemoryIndex, vector: Scores) -> QuestionCosines:
    """QuestionCosines of all places, of vectors that are held here. Under the index's lock."""
    each: Scores = index.vectors[: index.n] @ vector
    there = index.alive[: index.n] & index.has_vector[: index.n]
    return QuestionCosines(each, *statistics_of(each if there.all() else each[there]))


def statistics_of(some: Scores) -> tuple[float, float]:
    """Mean and deviation, 0 where there are none."""
    return (float(some.mean()), float(some.std())) if some.size else (0.0, 0.0)


class ServerSearch:
    """Asks the server. A memory of which it says nothing is taken for as near as others are on average."""

    def __init__(self, vectors: ServerVectors, model: str, size: int) -> None:
        self._vectors = vectors
        self.model, self.size = model, size
        self._sample: tuple[int, Places, NDArray[np.float32]] | None = None

    def cosines(self, index: MemoryIndex, vector: Scores, wanted: WantedMemories) -> QuestionCosines:
        """QuestionCosines of all places. With a connection, under the index's lock. Raises EnvironmentFault."""
        import numpy as np

        n = index.n
        places, vectors = self._sampled(index)
        sampled = vectors @ vector
        mean, deviation = statistics_of(sampled)
        each = np.full(n, mean, np.float32)
        each[~index.has_vector[:n]] = 0
        each[places] = sampled
        where = " AND ".join(["true", *([] if wanted.hidden else [_HIDDEN]), *([] if wanted.laid else [_LAID])])
        values: dict[str, object] = {}
        if index.audience_names is not None:
            where += " AND m.audience = ANY (%(audiences)s)"
            values["audiences"] = list(index.audience_names)
        exact = int(index.alive[:n].sum()) <= EXACT_UP_TO
        known = np.unique(np.concatenate([wanted.known, _beside(index, wanted.known)]))
        asked = vector.tolist()
        found = self._vectors.nearest(asked, self.model, where, values, NEAREST, index.ids[known].tolist(), exact=exact)
        places = self._put(index, each, found)
        more = np.setdiff1d(_beside(index, places), places)  # what was said beside it lends to each
        if len(more):
            self._put(index, each, self._vectors.cosines(asked, self.model, index.ids[more].tolist()))
        there = index.has_vector[:n]
        if there.sum() <= NEAREST:  # the server told of all
            return QuestionCosines(each, *statistics_of(each[there]))
        return QuestionCosines(each, mean, deviation)

    @staticmethod
    def _put(index: MemoryIndex, each: Scores, found: Sequence[tuple[int, float]]) -> Places:
        import numpy as np

        at = np.array([index.place(number) for number, _ in found], np.int64)
        there = at >= 0
        each[at[there]] = np.array([cosine for _, cosine in found], np.float32)[there]
        return np.unique(at[there])

    def _sampled(self, index: MemoryIndex) -> tuple[Places, NDArray[np.float32]]:
        """Places of a sample that are still there, and their vectors. It is drawn anew when memory has doubled."""
        import numpy as np

        known = self._sample
        if known is None or index.n > 2 * known[0]:
            there = np.flatnonzero(index.indexed[: index.n])  # whoever asks first, of all memories
            some = np.random.default_rng(1).choice(there, min(SAMPLE, len(there)), replace=False)
            rows = _stored(index.ids[np.sort(some)].tolist(), self.model, self.size)
            known = self._sample = (index.n, np.array(list(rows), np.int64), _stacked(list(rows.values()), self.size))
        _, ids, vectors = known
        at = np.minimum(np.searchsorted(index.ids[: index.n], ids), max(index.n - 1, 0))
        right = (index.ids[at] == ids) & index.has_vector[at] if len(ids) else np.zeros(0, bool)
        return at[right], vectors[right]


def _beside(index: MemoryIndex, places: Places) -> Places:
    """What was said just before and after these, and before and after that."""
    import numpy as np

    found = [places[:0]]
    for beside in (index.before, index.after):
        one = beside[places]
        one = one[one >= 0]
        two = beside[one]
        found += [one.astype(np.int64), two[two >= 0].astype(np.int64)]
    return np.unique(np.concatenate(found))


def _stored(ids: Sequence[int], model: str, size: int) -> dict[int, bytes]:
    return {number: vector for number, vector in vectors.stored(ids, model) if len(vector) == 4 * size}


def _stacked(found: Sequence[bytes], size: int) -> NDArray[np.float32]:
    import numpy as np

    return np.frombuffer(b"".join(found), "<f4").reshape(-1, size)
