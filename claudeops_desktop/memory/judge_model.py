"""The judge's learned weights: a logistic regression and a small forest of boosted trees, averaged.

``benchmarks/train_judge.py`` makes ``judge_weights.json`` from the labelled pairs beside it; here it is only read
and reckoned with, in plain Python, on first use.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from claudeops_desktop.memory.judge_features import NAMES

WEIGHTS = Path(__file__).with_name("judge_weights.json")

Node = Any  # (feature, threshold, at most, above) or a leaf's number


@dataclass(frozen=True, slots=True)
class Model:
    """Numbers for same, contradiction, different (in this order).

    ``linear`` is per label (weights over the raw features, constant); ``trees`` per label the roots; ``start`` what
    the trees add to. ``doubt`` divides the chance of *same* before the labels are compared: a merged contradiction
    is the worst mistake.
    """

    linear: tuple[tuple[tuple[float, ...], float], ...]
    start: tuple[float, ...]
    trees: tuple[tuple[Node, ...], ...]
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


def _sum_of(roots: tuple[Node, ...], features: tuple[float, ...]) -> float:
    total = 0.0
    for root in roots:
        node = root
        while type(node) is tuple:
            node = node[2] if features[node[0]] <= node[1] else node[3]
        total += node
    return total


def _softmax(values: list[float]) -> list[float]:
    most = max(values)
    powers = [math.exp(value - most) for value in values]
    total = sum(powers)
    return [power / total for power in powers]


def _node(raw: Any) -> Node:
    return (int(raw[0]), float(raw[1]), _node(raw[2]), _node(raw[3])) if isinstance(raw, list) else float(raw)


@lru_cache(maxsize=1)
def model() -> Model:
    """The weights, read once. ``ValueError`` where they were trained for other features than the code reckons."""
    raw = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    if tuple(raw["features"]) != NAMES:
        raise ValueError(f"{WEIGHTS.name} was trained for other features: run python -m benchmarks.train_judge")
    return Model(
        linear=tuple((tuple(map(float, row["weights"])), float(row["constant"])) for row in raw["linear"]),
        start=tuple(map(float, raw["start"])),
        trees=tuple(tuple(_node(root) for root in roots) for roots in raw["trees"]),
        doubt=float(raw["doubt"]),
    )
