"""Measures the judge on labelled pairs: ``python -m benchmarks.pairs FILE [--format ops|sick]``.

``ops``: JSON lines with ``old``, ``new``, ``label`` (same, contradiction, different) and ``hard``. ``sick``: the tab
separated SICK file (entailment counts as same, neutral as different), for comparison with general English, which the
judge was not made for. A table for people goes to stderr, one JSON object to stdout.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.table import Table

from claudeops_desktop.language.compare.judge import judge

LABELS = ("same", "contradiction", "different")
SICK = {"ENTAILMENT": "same", "CONTRADICTION": "contradiction", "NEUTRAL": "different"}


@dataclass(frozen=True)
class Pair:
    """A labelled pair; ``hard`` None where the file does not say."""

    id: str
    old: str
    new: str
    label: str
    hard: bool | None = None


@dataclass(frozen=True)
class Judged:
    """A pair with the judge's verdict and why."""

    pair: Pair
    verdict: str
    why: str


def read_ops(path: Path) -> list[Pair]:
    """Pairs from JSON lines."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [
        Pair(str(row.get("id", number)), row["old"], row["new"], row["label"], row.get("hard"))
        for number, row in enumerate(rows, start=1)
    ]


def read_sick(path: Path) -> list[Pair]:
    """Pairs from a SICK file, whose label column has been given several names."""
    pairs = []
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            label = row.get("entailment_label") or row.get("entailment_judgment") or ""
            pairs.append(Pair(row.get("pair_ID", ""), row["sentence_A"], row["sentence_B"], SICK[label.strip()]))
    return pairs


def figures(judged: Iterable[Judged]) -> dict[str, Any]:
    """Per label precision, recall, F1 and n; ``macro_f1`` over the labels that occur, None where there is nothing."""
    judged = list(judged)
    labels: dict[str, dict[str, float]] = {}
    for label in LABELS:
        hit = sum(1 for one in judged if one.pair.label == label == one.verdict)
        real = sum(1 for one in judged if one.pair.label == label)
        said = sum(1 for one in judged if one.verdict == label)
        precision, recall = hit / said if said else 0.0, hit / real if real else 0.0
        f1 = 2 * precision * recall / (precision + recall) if hit else 0.0
        labels[label] = {"precision": round(precision, 4), "recall": round(recall, 4), "f1": round(f1, 4), "n": real}
    scored = [row["f1"] for row in labels.values() if row["n"]]
    return {
        "n": len(judged),
        "macro_f1": round(sum(scored) / len(scored), 4) if scored else None,
        "contradiction_as_same": sum(
            1 for one in judged if one.pair.label == "contradiction" and one.verdict == "same"
        ),
        "labels": labels,
    }


def measure(pairs: Iterable[Pair]) -> tuple[dict[str, Any], list[Judged]]:
    """Judges every pair; the figures (with those of hard and easy pairs) and the verdicts."""
    begun = perf_counter()
    judged = []
    for pair in pairs:
        judgement = judge(pair.old, pair.new)
        judged.append(Judged(pair, str(judgement.verdict), judgement.why))
    seconds = perf_counter() - begun
    result = figures(judged)
    for name, hard in (("hard", True), ("easy", False)):
        part = figures(one for one in judged if one.pair.hard is hard)
        result[f"macro_f1_{name}"] = part["macro_f1"]
        result[f"labels_{name}"] = part["labels"]
    result["ms_per_pair"] = round(1000 * seconds / max(1, len(judged)), 3)
    return result, judged


def show(result: dict[str, Any], name: str) -> None:
    """The table for people, on stderr."""
    table = Table(title=f"{name}: {result['n']} pairs")
    for column in ("label", "n", "precision", "recall", "F1", "F1 hard", "F1 easy"):
        table.add_column(column, justify="left" if column == "label" else "right")
    for label, row in result["labels"].items():
        hard, easy = result["labels_hard"][label], result["labels_easy"][label]
        table.add_row(
            label, str(row["n"]), *(f"{row[key]:.3f}" for key in ("precision", "recall", "f1")),
            *(f"{part['f1']:.3f}" if part["n"] else "" for part in (hard, easy)),
        )  # fmt: skip
    macro = [result[key] for key in ("macro_f1", "macro_f1_hard", "macro_f1_easy")]
    table.add_row("macro", "", "", "", *("" if value is None else f"{value:.3f}" for value in macro))
    console = Console(stderr=True)
    console.print(table)
    console.print(
        f"contradictions called same: {result['contradiction_as_same']} of {result['labels']['contradiction']['n']};"
        f" {result['ms_per_pair']} ms a pair"
    )


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pairs", description="Measure the judge.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--format", choices=("ops", "sick"), default="ops")
    parser.add_argument("--errors", action="store_true", help="also list the wrong verdicts, on stderr")
    chosen = parser.parse_args(arguments)
    pairs = read_sick(chosen.file) if chosen.format == "sick" else read_ops(chosen.file)
    result, judged = measure(pairs)
    show(result, chosen.file.name)
    if chosen.errors:
        for one in judged:
            if one.verdict != one.pair.label:
                print(f"{one.pair.id}: {one.pair.label}, called {one.verdict}", file=sys.stderr)
                print(f"    {one.pair.old}\n    {one.pair.new}\n    {one.why}", file=sys.stderr)
    print(json.dumps(result))
    return 0


if __name__ == "__main__":
    sys.exit(main())
