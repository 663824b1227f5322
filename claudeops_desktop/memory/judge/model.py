"""The judge's learned weights: a logistic regression and a small forest of boosted trees, averaged.

``benchmarks/train_judge.py`` makes ``weights.json`` from the labelled pairs beside it; here it is only read
and reckoned with, in plain Python, on first use.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from claudeops_desktop.memory.judge.features import NAMES

WEIGHTS = Path(__file__).with_name("weights.json")

#: A tree of two questions, flat: feature and threshold of the root, then for at most and for above again a feature, a
#: threshold and what is added at most and above it.
Tree = tuple[int, float, int, float, float, float, int, float, float, float]


@dataclass(frozen=True, slots=True)
class Model:
    """Numbers for same, contradiction, different (in this order).

    ``linear`` is per label (weights over the raw features, constant); ``trees`` per label the roots; ``start`` what
    the trees add to. ``doubt`` divides the chance of *same* before the labels are compared: a merged contradiction
    is the worst mistake.
    """

    linear: tuple[tuple[tuple[float, ...], float], ...]
    start: tuple[float, ...]
    trees: tuple[tuple[Tree, ...], ...]
    doubt: float

    def chances(self, features: tuple[float, ...]) -> tuple[float, float, float]:
        """The probabilities of same, contradiction, different."""
        straight = _softmax(
            [constant + sum(map(float.__mul__, weights, features)) for weights, constant in self.linear]
        )
        branched = _softmax(
            [start + _sum_of(roots, features) for start, roots in zip(self.start, self.trees, strict=True)]
        )
        same, contradiction, different = ((a + b) / 2 for a, b in zip(straight, branched, strict=True))
        return same, contradiction, different


def _sum_of(trees: tuple[Tree, ...], features: tuple[float, ...]) -> float:
    total = 0.0  # flat and unpacked: there are hundreds of trees for each pair
    for first, bound, second, low, a, b, third, high, c, d in trees:
        if features[first] <= bound:
            total += a if features[second] <= low else b
        else:
            total += c if features[third] <= high else d
    return total


def _softmax(values: list[float]) -> list[float]:
    most = max(values)
    powers = [math.exp(value - most) for value in values]
    total = sum(powers)
    return [power / total for power in powers]


def _tree(raw: Any) -> Tree:
    """A tree as the file holds it: ``[feature, threshold, at most, above]``, or a leaf's number. ValueError past two
    questions in a row."""
    first, bound, low, high = _question(raw)
    return (first, bound, *_leaves(low), *_leaves(high))


def _leaves(raw: Any) -> tuple[int, float, float, float]:
    feature, threshold, low, high = _question(raw)
    if isinstance(low, list) or isinstance(high, list):
        raise ValueError(f"{WEIGHTS.name} holds deeper trees than the judge reads")
    return feature, threshold, float(low), float(high)


def _question(raw: Any) -> tuple[int, float, Any, Any]:
    return (int(raw[0]), float(raw[1]), raw[2], raw[3]) if isinstance(raw, list) else (0, 0.0, raw, raw)


@lru_cache(maxsize=1)
def model() -> Model:
    """The weights, read once. ``ValueError`` where they were trained for other features than the code reckons."""
    raw = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    if tuple(raw["features"]) != NAMES:
        raise ValueError(f"{WEIGHTS.name} was trained for other features: run python -m benchmarks.train_judge")
    return Model(
        linear=tuple((tuple(map(float, row["weights"])), float(row["constant"])) for row in raw["linear"]),
        start=tuple(map(float, raw["start"])),
        trees=tuple(tuple(_tree(root) for root in roots) for roots in raw["trees"]),
        doubt=float(raw["doubt"]),
    )
