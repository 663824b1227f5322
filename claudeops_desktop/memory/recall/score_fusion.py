"""Scores that were reckoned in different ways become one: a convex sum of normalised scores (E9). Pure.

Reciprocal ranks with equal weights can lose to keywords alone; a convex sum of scores does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Scores = NDArray[np.float32]
    Places = NDArray[np.int32]
    Mask = NDArray[np.bool_]

KEYWORDS = 0.5  # of keywords and vectors together
SEMANTIC = 0.5  # of those two and the graph together (ADR-0077, Dual Search)
SHARPNESS = 5  # how much more the best match counts than one that matches half as well: 2 to this power
BEFORE, AFTER = 0.4, 0.3  # what the fact said just before, and just after, lends to a vector score,
FARTHER = 0.5  # and the one beyond it half of that


def normalised(scores: Scores, among: Mask, floor: float | None = None) -> Scores:
    """From 0 for the least (or for ``floor``) to 1 for the best of those that ``among`` names.

    Where all are alike, 1 for any at all.
    """
    import numpy as np

    some = scores[among]
    if not some.size:
        return np.zeros_like(scores)
    least, best = float(some.min()) if floor is None else floor, float(some.max())
    if best - least <= 1e-9:
        return (scores > 0).astype(np.float32)
    found: Scores = np.clip((scores - least) / (best - least), 0, 1)
    return found


def spread_scores(scores: Scores, before: Places, after: Places) -> Scores:
    """Each score with what its neighbours lend. ``before`` and ``after`` are places, -1 for none."""
    import numpy as np

    padded = np.append(scores, np.float32(0))  # place -1 is nobody
    found: Scores = scores.copy()
    for beside, part in ((before, BEFORE), (after, AFTER)):
        one = padded[beside]
        # What the neighbour's neighbour has, it has through the neighbour.
        one[beside >= 0] += np.float32(FARTHER) * padded[beside[beside[beside >= 0]]]
        found += np.float32(part) * one
    return found


def convex(keyword: Scores | None, vector: Scores | None) -> Scores | None:
    """Half keywords, half vectors; one alone where the other is missing."""
    import numpy as np

    if keyword is None or vector is None:
        return keyword if vector is None else vector
    found: Scores = np.float32(KEYWORDS) * keyword + np.float32(1 - KEYWORDS) * vector
    return found


def dual(semantic: Scores, graph: Scores) -> Scores:
    """Half of what the words say, half of how near it lies to what was named (ADR-0077, Dual Search)."""
    import numpy as np

    found: Scores = np.float32(SEMANTIC) * semantic + np.float32(1 - SEMANTIC) * graph
    return found


def sharpened(scores: Scores) -> Scores:
    """Relevance against the best match of this question, which becomes 1: the order stays, the differences grow.

    Sums of normalised scores lie close together, and any decay would reorder them: two facts that answer as well may
    be told apart by their age, but a fact that answers half as well must not win by being younger.
    """
    import numpy as np

    best = float(scores.max()) if scores.size else 0.0
    found: Scores = (scores / np.float32(best)) ** SHARPNESS if best > 0 else np.zeros_like(scores)
    return found
