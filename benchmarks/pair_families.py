"""Labelled pairs of operational facts in ten styles, made from families that were written by hand.

A family is a block of lines in ``benchmarks/data/judge/STYLE.txt``, each a mark and a sentence about one subject:

``=`` one fact, and its paraphrases · ``~`` the same fact in negated wording, or with the opposite words inside
``x`` another value · ``o`` the opposite · ``c`` another conclusion or cure for the same thing
``a`` another attribute of the subject · ``s`` another scope or a like subject · ``l`` one that sounds alike

Two of the first line are *same*, one of the first against one of the second *contradiction*, anything against one of
the last *different*. ``python -m benchmarks.pair_families`` prints the pairs as JSON lines.
"""

from __future__ import annotations

import itertools
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "data" / "judge"
KINDS = {
    "=": "paraphrase", "~": "negated paraphrase", "x": "another value", "o": "opposite", "c": "another conclusion",
    "a": "another attribute", "s": "another scope", "l": "sounds alike",
}  # fmt: skip
SAME, CONTRADICTS, COEXISTS = "=~", "xoc", "asl"


@dataclass(frozen=True)
class FamilyPair:
    """A labelled pair with the style it is written in, its kind and its family."""

    id: str
    old: str
    new: str
    label: str
    kind: str
    style: str
    family: str
    hard: bool = True


def read_families(path: Path) -> list[list[tuple[str, str]]]:
    """The families of one file as (mark, sentence). ``ValueError`` where a line has no known mark."""
    families: list[list[tuple[str, str]]] = [[]]
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            families.append([])
            continue
        mark, _, text = line.partition(" ")
        if mark not in KINDS or not text:
            raise ValueError(f"{path.name}, line {number}: unknown mark “{mark}”")
        families[-1].append((mark, text.strip()))
    return [family for family in families if family]


def _combine(family: list[tuple[str, str]]) -> Iterator[tuple[str, str, str, str]]:
    """(one sentence, the other, label, kind); every sentence is used, and none more than its neighbours."""
    same = [(mark, text) for mark, text in family if mark in SAME]
    against = [(mark, text) for mark, text in family if mark in CONTRADICTS]
    beside = [(mark, text) for mark, text in family if mark in COEXISTS]
    for (_, one), (mark, other) in itertools.combinations(same, 2):
        yield one, other, "same", KINDS[mark]
    for place, (mark, text) in enumerate(against):
        for step in range(2):
            yield same[(place + step) % len(same)][1], text, "contradiction", KINDS[mark]
    for place, (mark, text) in enumerate(beside):
        yield same[place % len(same)][1], text, "different", KINDS[mark]
        if against:
            yield against[place % len(against)][1], text, "different", KINDS[mark]


def family_pairs() -> list[FamilyPair]:
    """All pairs, in the order of the files; every second one is turned round, so that neither side tells anything."""
    pairs = []
    for path in sorted(FOLDER.glob("*.txt")):
        for number, family in enumerate(read_families(path), start=1):
            for count, (one, other, label, kind) in enumerate(_combine(family), start=1):
                name = f"{path.stem}-{number:02}"
                old, new = (one, other) if (number + count) % 2 else (other, one)
                pairs.append(FamilyPair(f"{name}-{count:02}", old, new, label, kind, path.stem, name))
    return pairs


if __name__ == "__main__":
    for pair in family_pairs():
        sys.stdout.write(json.dumps(asdict(pair), ensure_ascii=False) + "\n")
