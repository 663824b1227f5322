"""The judge's learned weights: boosted decision trees, and how often a verdict of theirs is right.

``benchmarks/train_judge.py`` makes ``weights.json`` from the labelled pairs beside it; here it is only read and
evaluated, in plain Python, on first use.
"""

from __future__ import annotations

import itertools
import json
import math
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from claudeops_desktop.language.compare.features import NAMES
from claudeops_desktop.language.types import Verdict

WEIGHTS = Path(__file__).with_name("weights.json")

#: A tree: feature, threshold, what follows at most it and above it; a number is a leaf, and what it adds.
Tree = tuple[int, float, Any, Any] | float


@dataclass(frozen=True, slots=True)
class DecisionTrees:
    """Trees for same, contradiction, different (in this order).

    ``calibration`` holds, by verdict, points (chance, share of the verdicts with that chance which were right on styles
    that the trees had not seen), by rising chance.
    """

    trees: tuple[tuple[Tree, ...], ...]
    calibration: dict[Verdict, tuple[tuple[float, float], ...]]

    def chances(self, features: tuple[float, ...]) -> tuple[float, float, float]:
        """The probabilities of same, contradiction, different."""
        same, contradiction, different = _softmax([_sum_of(trees, features) for trees in self.trees])
        return same, contradiction, different

    def certainty_of(self, verdict: Verdict, chance: float) -> float:
        """How often a verdict with this chance is right (0 to 1), read off the calibration."""
        points = self.calibration[verdict]
        if chance <= points[0][0]:
            return points[0][1]
        for (low, below), (high, above) in itertools.pairwise(points):
            if chance <= high:
                return below + (above - below) * (chance - low) / (high - low) if high > low else above
        return points[-1][1]


def _sum_of(trees: tuple[Tree, ...], features: tuple[float, ...]) -> float:
    total = 0.0
    for node in trees:  # hundreds for each pair
        while type(node) is tuple:
            node = node[2] if features[node[0]] <= node[1] else node[3]  # noqa: PLW2901
        total += node  # type: ignore[operator]
    return total


def _softmax(values: list[float]) -> list[float]:
    most = max(values)
    powers = [math.exp(value - most) for value in values]
    total = sum(powers)
    return [power / total for power in powers]


def _tree(raw: Any) -> Tree:
    """A tree as the file holds it: ``[feature, threshold, at most, above]``, or a leaf's number."""
    return (int(raw[0]), float(raw[1]), _tree(raw[2]), _tree(raw[3])) if isinstance(raw, list) else float(raw)


@lru_cache(maxsize=1)
def model() -> DecisionTrees:
    """The weights, read once. ``ValueError`` where they were trained for other features than the code computes."""
    raw = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    if tuple(raw["features"]) != NAMES:
        raise ValueError(f"{WEIGHTS.name} was trained for other features: run python -m benchmarks.train_judge")
    return DecisionTrees(
        trees=tuple(tuple(_tree(root) for root in roots) for roots in raw["trees"]),
        calibration={
            Verdict(verdict): tuple((float(chance), float(share)) for chance, share in points)
            for verdict, points in raw["calibration"].items()
        },
    )
