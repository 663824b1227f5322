"""Trains the judge's weights from the labelled pairs beside this file: ``python -m benchmarks.train_judge``.

Needs LightGBM and scikit-learn, which the application does not: run it from an environment of its own that also has
rapidfuzz and orjson. ``--check`` prints figures on styles that were left out instead of writing
``claudeops_desktop/language/compare/weights.json``; ``--add FILE`` learns from further labelled pairs as well.

The pairs are ours. ``ops_pairs_dev.jsonl``, ``ops_pairs_own.jsonl`` (2,075; families o696 to o1221 and scenes of
everyday English o1382 to o1475 count half), ``ops_pairs_attributes.jsonl`` (parts, attributes and scopes of a service,
counts half), ``ops_pairs_second_hand.jsonl`` (120 by somebody who had not seen the judge, measured on first and then
learned from) and the families in ten styles of ``benchmarks/pair_families.py``, which count 0.6. Each label weighs the
same in all, and each pair is learned in both directions, the second one counting half.
``ops_pairs_heldout.jsonl`` was written by somebody who had not seen the judge; it is measured on and never learned
from, nor read for what to mend. So is ``ops_pairs_subjects_heldout.jsonl``, on what sentences speak of, which was
written by us before the rules for it.

Folds leave out two styles of the families and a block of a fifth of each other file: never single rows.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path

import lightgbm
import numpy as np
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import f1_score

from benchmarks.pair_families import family_pairs
from claudeops_desktop.language.claims.sentence_reading import read
from claudeops_desktop.language.compare import judge
from claudeops_desktop.language.compare.features import NAMES, AlignedReadings, align_readings
from claudeops_desktop.language.types import Verdict

HERE = Path(__file__).parent
WEIGHTS = HERE.parent / "claudeops_desktop" / "memory" / "judge" / "weights.json"
LABELS = ("same", "contradiction", "different")
FILES = (
    "ops_pairs_dev.jsonl", "ops_pairs_own.jsonl", "ops_pairs_attributes.jsonl", "ops_pairs_second_hand.jsonl",
)  # fmt: skip
FAMILIES_COUNT, BACKWARD_COUNTS = 0.6, 0.5
FOLDS = 5
ROUNDS = 120
SETTINGS = {
    "objective": "multiclass", "num_class": 3, "num_leaves": 8, "max_depth": 3, "learning_rate": 0.09,
    "feature_fraction": 0.3, "bagging_fraction": 0.7, "bagging_freq": 1, "min_data_in_leaf": 20, "lambda_l2": 2,
    "verbose": -1, "num_threads": 1, "seed": 1, "deterministic": True,
}  # fmt: skip


@dataclass
class Pairs:
    """Labelled pairs as the trees see them: meetings, features forward and backward, labels, how much each counts, the
    fold that each is left out in, and what it is a pair of (style or file, kind)."""

    meetings: list[AlignedReadings]
    forward: np.ndarray
    backward: np.ndarray
    labels: np.ndarray
    counts: np.ndarray
    folds: np.ndarray
    groups: list[tuple[str, str]]


def _pairs(rows, folds, groups) -> Pairs:
    meetings = [align_readings(read(row["old"]), read(row["new"])) for row in rows]
    return Pairs(
        meetings,
        np.array([meeting.features for meeting in meetings], float),
        np.array([align_readings(read(row["new"]), read(row["old"])).features for row in rows], float),
        np.array([LABELS.index(row["label"]) for row in rows]),
        np.array([row.get("weight", 1.0) for row in rows], float),
        np.array(folds),
        groups,
    )


def load_file(path: Path) -> Pairs:
    """A file of pairs; its folds are blocks of rows, since families stand together."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    folds = [number * FOLDS // len(rows) for number in range(len(rows))]
    return _pairs(rows, folds, [(path.stem, row.get("kind", "")) for row in rows])


def load_families() -> Pairs:
    """The families; a fold is two styles, the first with the sixth in order and so on."""
    found = family_pairs()
    styles = sorted({pair.style for pair in found})
    rows = [{"old": p.old, "new": p.new, "label": p.label, "weight": FAMILIES_COUNT} for p in found]
    return _pairs(rows, [styles.index(p.style) % FOLDS for p in found], [(p.style, p.kind) for p in found])


def join(parts: list[Pairs]) -> Pairs:
    """Several sets of pairs as one."""
    arrays = ("forward", "backward", "labels", "counts", "folds")
    return Pairs(
        meetings=[meeting for part in parts for meeting in part.meetings],
        groups=[group for part in parts for group in part.groups],
        **{name: np.concatenate([getattr(part, name) for part in parts]) for name in arrays},
    )


def train(pairs: Pairs, chosen=None):
    """Trees learned from the chosen pairs (all by default), each label weighing the same."""
    chosen = np.ones(len(pairs.labels), bool) if chosen is None else chosen
    labels, counts = pairs.labels[chosen], pairs.counts[chosen].copy()
    totals = np.array([counts[labels == label].sum() for label in range(3)])
    counts *= (totals.sum() / 3 / totals)[labels]
    features = np.vstack([pairs.forward[chosen], pairs.backward[chosen]])
    weights = np.r_[counts, counts * BACKWARD_COUNTS]
    data = lightgbm.Dataset(features, label=np.r_[labels, labels], weight=weights)
    return lightgbm.train(SETTINGS, data, ROUNDS)


def left_out_chances(pairs: Pairs) -> np.ndarray:
    """The chances of each pair by trees that saw nothing of its fold."""
    chances = np.zeros((len(pairs.labels), 3))
    for fold in range(FOLDS):
        out = pairs.folds == fold
        chances[out] = train(pairs, ~out).predict(pairs.forward[out])
    return chances


def settled(pairs: Pairs, chances: np.ndarray) -> list[tuple[Verdict, float]]:
    """The verdicts as the judge takes them, with their chances."""
    return [judge.decide_verdict(meeting, tuple(row))[:2] for meeting, row in zip(pairs.meetings, chances, strict=True)]


def figures(labels, verdicts) -> dict[str, float]:
    """Macro-F1, and the mistakes that matter: changes called same, paraphrases and neighbours called contradictions."""
    return {
        "pairs": len(labels),
        "macro_f1": round(float(f1_score(labels, verdicts, average="macro")), 3),
        "contradictions_called_same": int(((labels == 1) & (verdicts == 0)).sum()),
        "contradictions": int((labels == 1).sum()),
        "same_called_contradiction": int(((labels == 0) & (verdicts == 1)).sum()),
        "different_called_contradiction": int(((labels == 2) & (verdicts == 1)).sum()),
    }


def calibrate(pairs: Pairs, chances: np.ndarray) -> dict[str, list[list[float]]]:
    """By verdict, points (chance, share that is right) of a rising curve through what was left out."""
    found = settled(pairs, chances)
    curves = {}
    for number, label in enumerate(LABELS):
        mine = [place for place, (verdict, _) in enumerate(found) if str(verdict) == label]
        chance = np.array([found[place][1] for place in mine])
        right = (pairs.labels[mine] == number).astype(float)
        curve = IsotonicRegression(y_min=0, y_max=0.98, out_of_bounds="clip").fit(chance, right, pairs.counts[mine])
        at = np.unique(np.quantile(chance, np.linspace(0, 1, 12)).round(3))
        curves[label] = [[float(x), round(float(y), 3)] for x, y in zip(at, curve.predict(at), strict=True)]
    return curves


def _tree(node):
    if "leaf_value" in node:
        return round(node["leaf_value"], 4)
    below, above = _tree(node["left_child"]), _tree(node["right_child"])
    return [node["split_feature"], round(node["threshold"], 5), below, above]


def load_all(further: list[Path]) -> Pairs:
    """Everything that is learned from."""
    return join([load_families(), *(load_file(HERE / name) for name in FILES), *map(load_file, further)])


def check(pairs: Pairs) -> None:
    """Prints figures of the styles and blocks that were left out."""
    verdicts = np.array([LABELS.index(str(verdict)) for verdict, _ in settled(pairs, left_out_chances(pairs))])
    for name in sorted({group for group, _ in pairs.groups}):
        mine = np.array([group == name for group, _ in pairs.groups])
        print(name, figures(pairs.labels[mine], verdicts[mine]), file=sys.stderr)


def write(pairs: Pairs) -> None:
    """Trains on everything and writes the weights."""
    calibration = calibrate(pairs, left_out_chances(pairs))
    trees = [info["tree_structure"] for info in train(pairs).dump_model()["tree_info"]]
    raw = {
        "features": list(NAMES),
        "labels": list(LABELS),
        "pairs": len(pairs.labels),
        "calibration": calibration,
        "trees": [[_tree(tree) for tree in trees[label::3]] for label in range(3)],
    }
    WEIGHTS.write_text(json.dumps(raw, separators=(",", ":")) + "\n", encoding="utf-8")
    print(f"{WEIGHTS}: {len(pairs.labels)} pairs, {WEIGHTS.stat().st_size:,} bytes", file=sys.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="measure on what is left out, write nothing")
    parser.add_argument("--add", type=Path, action="append", default=[], help="further labelled pairs to learn from")
    chosen = parser.parse_args()
    everything = load_all(chosen.add)
    check(everything) if chosen.check else write(everything)
