"""The judge's learned weights: boosted decision trees, and how often a verdict of theirs is right.

``benchmarks/train_judge.py`` makes ``weights.json`` from the labelled pairs beside it; here it is only read, on first
use, and evaluated, all trees at once.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claudeops_desktop.language.compare.features import NAMES
from claudeops_desktop.language.types import Verdict

WEIGHTS = Path(__file__).with_name("weights.json")

#: A tree as the file holds it: ``[feature, threshold, at most, above]``, or a leaf's number.
Tree = list[Any] | float


@dataclass(frozen=True, slots=True)
class DecisionTrees:
    """Trees for same, contradiction, different (in this order), all filled up to one depth.

    ``tested`` and ``limits`` (verdicts × trees × nodes) are the feature that a node tests and the highest value that
    leads to its left; the children of node ``n`` are ``2n + 1`` and ``2n + 2``. ``leaves`` (verdicts × trees × leaves)
    is what each leaf adds. ``calibration`` holds, by verdict, points (chance, share of the verdicts with that chance
    which were right on styles that the trees had not seen), by rising chance.
    """

    tested: NDArray[np.intp]
    limits: NDArray[np.float64]
    leaves: NDArray[np.float64]
    calibration: dict[Verdict, tuple[tuple[float, float], ...]]

    def chances(self, features: Sequence[Sequence[float]]) -> list[tuple[float, float, float]]:
        """The probabilities of same, contradiction, different, for the features of each pair."""
        values = np.array(features)
        verdicts, trees, nodes = self.tested.shape
        first = np.arange(verdicts * trees) * nodes
        node = np.zeros((len(values), verdicts * trees), np.intp)
        for _ in range(_depth(nodes)):
            at = first + node
            above = np.take_along_axis(values, self.tested.take(at), axis=1) > self.limits.take(at)
            node = 2 * node + 1 + above
        added = self.leaves.take(np.arange(verdicts * trees) * (nodes + 1) + node - nodes)
        sums = added.reshape(len(values), verdicts, trees).sum(axis=2)
        powers = np.exp(sums - sums.max(axis=1, keepdims=True))
        return [(same, apart, rest) for same, apart, rest in (powers / powers.sum(axis=1, keepdims=True)).tolist()]

    def certainty_of(self, verdict: Verdict, chance: float) -> float:
        """How often a verdict with this chance is right (0 to 1), read off the calibration."""
        points = self.calibration[verdict]
        if chance <= points[0][0]:
            return points[0][1]
        for (low, below), (high, above) in itertools.pairwise(points):
            if chance <= high:
                return below + (above - below) * (chance - low) / (high - low) if high > low else above
        return points[-1][1]


def _depth(nodes: int) -> int:
    """How many nodes lie between the root and a leaf of a full tree with so many nodes, the root included."""
    return (nodes + 1).bit_length() - 1


def _height(tree: Tree) -> int:
    return 1 + max(_height(tree[2]), _height(tree[3])) if isinstance(tree, list) else 0


def _fill(trees: list[list[Tree]]) -> tuple[NDArray[np.intp], NDArray[np.float64], NDArray[np.float64]]:
    """Lay trees into arrays, as ``DecisionTrees`` describes them; a leaf above the lowest level is repeated below."""
    deepest = max(_height(tree) for roots in trees for tree in roots)
    most, nodes = max(map(len, trees)), 2**deepest - 1
    tested = np.zeros((len(trees), most, nodes), np.intp)
    limits = np.full(tested.shape, np.inf)
    leaves = np.zeros((len(trees), most, nodes + 1))

    def lay(tree: Tree, verdict: int, number: int, node: int) -> None:
        if node >= nodes:
            leaves[verdict, number, node - nodes] = tree
            return
        below: tuple[Tree, Tree] = (tree, tree)
        if isinstance(tree, list):
            tested[verdict, number, node], limits[verdict, number, node] = tree[:2]
            below = (tree[2], tree[3])
        for side, child in enumerate(below, start=1):
            lay(child, verdict, number, 2 * node + side)

    for verdict, roots in enumerate(trees):
        for number, root in enumerate(roots):
            lay(root, verdict, number, 0)
    return tested, limits, leaves


@lru_cache(maxsize=1)
def model() -> DecisionTrees:
    """The weights, read once. ``ValueError`` where they were trained for other features than the code computes."""
    raw = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    if tuple(raw["features"]) != NAMES:
        raise ValueError(f"{WEIGHTS.name} was trained for other features: run python -m benchmarks.train_judge")
    tested, limits, leaves = _fill(raw["trees"])
    return DecisionTrees(
        tested=tested,
        limits=limits,
        leaves=leaves,
        calibration={
            Verdict(verdict): tuple((float(chance), float(share)) for chance, share in points)
            for verdict, points in raw["calibration"].items()
        },
    )
