"""Trains the weights of the gate's doubt from its rounds: ``python -m benchmarks.train_gate``.

The rounds are those of ``tests/memory/gate/gate_rounds.txt``, each written before the gate knew it, the cases beside
them, the rows of ``gate_styles.txt`` that are for training, the voices of ``data/gate_voices.txt``, the statements of
``data/gate_consequences.txt``, and the sentences of the judge's own pairs, texts and lives as plain facts (never the
held-out ones: those say here how many plain facts are held). ``--check`` leaves one round out after the other, learns
from the rest and says how many of its hostile texts are stopped where 1, 2, 3 and 5 in a hundred of all harmless ones
are held; it writes nothing. Words that were added to ``concepts.txt`` because of a round flatter that round a little.
Needs numpy; takes a minute or two.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import numpy as np

from claudeops_desktop.memory.gate.classifier_features import marks
from claudeops_desktop.memory.gate.embedding_direction import direction
from claudeops_desktop.memory.gate.met_rules import met_rules
from claudeops_desktop.memory.gate.normalize import NormalizedText, normalize_text
from claudeops_desktop.stream.own_hosts import OperatorHosts

HERE = Path(__file__).parent
TESTS = HERE.parent / "tests" / "memory" / "gate"
WEIGHTS = HERE.parent / "claudeops_desktop" / "memory" / "gate" / "weights.txt"
SCALES = {
    "c": 1.0,
    "p": 0.7,
    "o": 0.6,
    "1": 0.7,
    "f": 0.8,
    "w": 0.5,
    "b": 0.35,
    "s": 0.4,
    "foreign": 1.0,
    "many": 0.5,
    "r": 1.0,
}
"""By kind of mark: how freely it may be weighed (concepts before words, since words change)."""
PENALTY = 1.5e-5
DIRECTION = 4.0
"""How freely the direction of a text may be weighed beside its marks."""
HELD_BY_WORDS = 0.02
"""The share of plain facts that lies above 0 where the word model does not load and the marks decide alone."""
FOLDS = 5
ITERATIONS = 900
HOSTILE_COUNTS = 2.0
LINE = 0.8
"""Where doubt begins: 6 of the 524 held-out plain facts lie above."""
LEAST = 3
"""Hundredths; a mark that weighs less is left out."""
PLAIN = "plain"
STYLES = "styles"
CASES = "cases"
OLD_COUNTS = 4.0
PHRASE = "phrase"
PHRASES = 6
VOICE = "voice "
CONSEQUENCE = "consequence "
OTHER = "other"
COUNTS = {PHRASE: 0.4, STYLES: 2.0, OTHER: 0.6, CASES: 8.0}
HEADING_COUNTS = {VOICE: 3.0, CONSEQUENCE: 2.0}
"""How much a text of each origin teaches: what is put together least, since its subjects repeat, and the cases most,
which hold the specification's own examples."""
BEFORE = (
    "according to the runbook ",
    "as agreed with the network team ",
    "on this host ",
    "after an outage ",
    "when the load is high ",
    "the vendor says that ",
    "at night ",
    "since the upgrade ",
    "for postgres ",
)


def texts() -> list[tuple[str, bool, str]]:
    """Round, whether hostile, text."""
    found = []
    name = ""
    for line in (TESTS / "gate_rounds.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("# --- "):
            head = re.match(r"# --- round (\d+)", line)
            name = head[1] if head else PLAIN
        kind, _, text = line.partition(" | ")
        if kind in ("stop", "passes", "allow", "held"):
            text = text.replace("\\u200b", "\u200b").replace("\\n", "\n")
            found.append((name, kind in ("stop", "passes"), text))
    for line in (TESTS / "gate_cases.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            outcome, source, text = (part.strip() for part in line.split("|", 2))
            if source != "operator" and outcome in ("allow", "hold"):
                found.append((CASES, outcome == "hold", text))
    for line in (TESTS / "gate_styles.txt").read_text(encoding="utf-8").splitlines():
        split, _, row = line.partition("|")
        if split == "train":
            kind, _, text = row.partition("|")
            found.append((STYLES, kind == "stop", text))
    found += under_headings("gate_voices.txt", VOICE) + under_headings("gate_consequences.txt", CONSEQUENCE)
    for file in ("ops_pairs_own.jsonl", "ops_pairs_dev.jsonl"):
        found += [(PLAIN, False, text) for text in _sentences(file)]
    return found + phrases() + [(OTHER, False, text) for text in other_facts()]


def other_facts() -> list[str]:
    """Plain facts that were written for the judge, for its pairs of attributes and as lives of services."""
    found = set(_sentences("ops_pairs_attributes.jsonl"))
    for file in sorted((HERE / "data" / "judge").glob("*.txt")):
        found |= {line[2:] for line in file.read_text(encoding="utf-8").splitlines() if line[1:2] == " "}
    for line in (HERE / "data" / "lives" / "lives.jsonl").read_text(encoding="utf-8").splitlines():
        found |= {said["text"] for said in json.loads(line)["said"]}
    return sorted(found)


def under_headings(file: str, kind_of: str) -> list[tuple[str, bool, str]]:
    """Hostile and ordinary facts, each under its heading: the voice it is written in, or what it speaks of."""
    found = []
    name = ""
    for line in (HERE / "data" / file).read_text(encoding="utf-8").splitlines():
        kind, _, text = line.partition(" | ")
        if line.startswith("["):
            name = f"{kind_of}{line[1:-1]}"
        elif kind in ("stop", "allow"):
            found.append((name, kind == "stop", text))
    return found


def phrases() -> list[tuple[str, bool, str]]:
    """Subjects with what may be said of them: some hundreds of each kind, some with a word before them."""
    by_chance = random.Random(7)
    found = []
    parts: dict[str, list[str]] = {}
    lines = (HERE / "data" / "gate_phrases.txt").read_text(encoding="utf-8").splitlines()
    for line in lines:
        kind, *said = (part.strip() for part in line.split(" | "))
        if kind == "of":
            parts = {"of": said}
        elif kind in ("stop", "allow"):
            for predicate in said:
                for subject in by_chance.sample(parts["of"], min(PHRASES, len(parts["of"]))):
                    before = by_chance.choice(BEFORE) if by_chance.random() < 0.3 else ""
                    text = f"{before}{subject} {predicate}"
                    found.append((PHRASE, kind == "stop", text[0].upper() + text[1:]))
    return found


def _sentences(file: str) -> list[str]:
    rows = [json.loads(line) for line in (HERE / file).read_text(encoding="utf-8").splitlines()]
    return sorted({row[side] for row in rows for side in ("old", "new")})


class Matrix(NamedTuple):
    """A row a text: the columns of its marks with their scales, then its direction, then 1."""

    of_row: np.ndarray
    columns: np.ndarray
    scales: np.ndarray
    along: np.ndarray
    width: int

    def times(self, weights: np.ndarray) -> np.ndarray:
        """The product with a column of weights."""
        each = self.scales * weights[self.columns]
        by_marks = np.bincount(self.of_row, each, len(self.along))
        found: np.ndarray = by_marks + self.along @ weights[self.width : -1] + weights[-1]
        return found

    def transposed_times(self, values: np.ndarray) -> np.ndarray:
        """The product of the transposed matrix with a column of values."""
        by_marks = np.bincount(self.columns, self.scales * values[self.of_row], self.width)
        return np.concatenate([by_marks, values @ self.along, [values.sum()]])


def matrix(found: list[set[str]], columns: dict[str, int], along: np.ndarray) -> Matrix:
    """The marks that have a column, and the directions."""
    cells = [
        (row, columns[name], SCALES[name.split(" ")[0]])
        for row, names in enumerate(found)
        for name in names
        if name in columns
    ]
    rows, places, scales = (np.array(part) for part in zip(*cells, strict=True))
    return Matrix(rows, places, scales, along * DIRECTION, len(columns))


def fit(rows: Matrix, hostile: np.ndarray, of: np.ndarray) -> np.ndarray:
    """Logistic regression, by accelerated descent."""
    by_round = np.array([COUNTS.get(name) or HEADING_COUNTS.get(name.split(" ")[0] + " ", 1.0) for name in of])
    counts = np.where(hostile, HOSTILE_COUNTS, 1.0) * by_round
    counts *= np.array([OLD_COUNTS if _is_old(name) else 1.0 for name in of])
    counts /= counts.mean()
    size = rows.width + rows.along.shape[1] + 1
    steep = np.random.default_rng(0).normal(size=size)
    for _ in range(8):
        steep = rows.transposed_times(rows.times(steep))
        length = float(np.linalg.norm(steep))
        steep /= length
    step = 1 / (0.25 * counts.max() * length / len(hostile) + PENALTY)
    penalty = np.full(size, PENALTY)
    penalty[-1] = 0
    ahead = best = np.zeros(size)
    speed = 1.0
    for _ in range(ITERATIONS):
        wrong = (1 / (1 + np.exp(-rows.times(ahead))) - hostile) * counts
        moved = ahead - step * (rows.transposed_times(wrong) / len(hostile) + penalty * ahead)
        faster = (1 + (1 + 4 * speed * speed) ** 0.5) / 2
        ahead = moved + (speed - 1) / faster * (moved - best)
        best, speed = moved, faster
    return best


def _is_old(name: str) -> bool:
    """Whether a text is of a round or of the judge's pairs: what was decided once stays so."""
    return name == PLAIN or name.isdigit()


def marks_of(text: str) -> set[str]:
    """The marks of a text, and the rules that it meets."""
    read = normalize_text(text)
    return marks(read) | {f"r {name}" for name in met_rules(text, read, OperatorHosts())}


def columns_of(found: list[set[str]]) -> dict[str, int]:
    """Marks that two texts at least have."""
    counts = Counter(name for names in found for name in names)
    return {name: place for place, name in enumerate(sorted(name for name, count in counts.items() if count > 1))}


def directions(read: list[NormalizedText]) -> np.ndarray:
    """A row a text. Raises RuntimeError where the built-in model is missing: weights for it cannot be learned then."""
    rows = [direction(one) for one in read]
    if any(row is None for row in rows):
        raise RuntimeError("The built-in embedding model did not load. Run scripts/setup --dev again.")
    return np.array(rows, np.float32)


def left_out(
    known: list[tuple[str, bool, str]], found: list[set[str]], along: np.ndarray, names: list[list[str]]
) -> None:
    """Say how many of each round's hostile texts are stopped by weights that know the other rounds only."""
    hostile = np.array([text[1] for text in known])
    of = np.array([text[0] for text in known])
    values = {}
    for group in names:
        others = ~np.isin(of, group)
        columns = columns_of([one for one, is_other in zip(found, others, strict=True) if is_other])
        known_to = [one for one, is_other in zip(found, others, strict=True) if is_other]
        left = [one for one, is_other in zip(found, others, strict=True) if not is_other]
        weights = fit(matrix(known_to, columns, along[others]), hostile[others], of[others])
        values[group[0]] = (matrix(left, columns, along[~others]).times(weights), hostile[~others])
    harmless = np.concatenate([value[~is_hostile] for value, is_hostile in values.values()])
    for share in (0.01, 0.02, 0.03, 0.05):
        line = float(np.quantile(harmless, 1 - share))
        stopped = {name: f"{(value[is_hostile] > line).mean():.0%}" for name, (value, is_hostile) in values.items()}
        print(f"harmless held {share:.0%} (line {line:.2f}): hostile stopped {stopped}")


def main() -> None:
    """Train, or check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="leave one round out after the other, write nothing")
    parser.add_argument("--line", type=float, default=LINE, help="where doubt begins")
    parser.add_argument("--rounds", help="the rounds to leave out, with commas between them; all if not said")
    given = parser.parse_args()
    known = texts()
    read = [normalize_text(text) for _, _, text in known]
    found = [marks_of(text) for _, _, text in known]
    along = directions(read)
    if given.check:
        every = sorted({name for name, _, _ in known} - {PLAIN, PHRASE, OTHER})
        spoken = [name for name in every if name.startswith((VOICE, CONSEQUENCE))]
        groups = [[name] for name in every if name not in spoken] + [spoken[part::FOLDS] for part in range(FOLDS)]
        left_out(known, found, along, [[name] for name in given.rounds.split(",")] if given.rounds else groups)
        return
    columns = columns_of(found)
    rows = matrix(found, columns, along)
    hostile = np.array([text[1] for text in known])
    weights = fit(rows, hostile, np.array([text[0] for text in known]))
    by_words = rows._replace(along=rows.along * 0).times(np.concatenate([weights[:-1], [0]]))
    of_words = float(np.quantile(by_words[~hostile], 1 - HELD_BY_WORDS))
    lines = ["# What the marks of a text weigh, in hundredths. Written by benchmarks.train_gate."]
    lines.append(f"{round((float(weights[-1]) - given.line) * 100)} bias")
    lines.append(f"{round(-of_words * 100)} bias-of-words")
    for place, weight in enumerate(weights[len(columns) : -1]):
        lines.append(f"{round(float(weight) * DIRECTION * 100)} v {place}")
    for name, place in columns.items():
        value = round(float(weights[place]) * SCALES[name.split(" ")[0]] * 100)
        if abs(value) >= LEAST:
            lines.append(f"{value} {name}")
    WEIGHTS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(lines) - 1} weights written")
    from claudeops_desktop.memory.gate.instruction_classifier import doubt_score  # read after it was written

    for file in ("ops_pairs_heldout.jsonl", "ops_pairs_subjects_heldout.jsonl"):
        plainly = _sentences(file)
        over = [text for text in plainly if doubt_score(normalize_text(text)) > 0]
        print(f"{file}: {len(over)} of {len(plainly)} plain facts held: {over}")


if __name__ == "__main__":
    main()
