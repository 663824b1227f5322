"""Does recall know what it does not know? ``python -m benchmarks.answerable [FILE]``.

The file holds facts of an operator and questions to them, as JSON lines: *known* ones with the facts that answer,
*foreign* ones about what the memory never heard of, and *near* ones about a thing that it knows, of which it does not
know that. The floor was set by ``ops_questions.jsonl``; ``ops_questions_heldout.jsonl`` (the one taken without an
argument) was written afterwards, about another memory, and nothing was set by it. The application's own recall is
asked, profile balanced.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from claudeops_desktop.memory.recall.search import StageSwitches
from claudeops_desktop.memory.recall.types import RecallRequest

from .recall_ground import Told, ground

QUESTIONS = Path(__file__).parent / "ops_questions_heldout.jsonl"
NOW = datetime(2026, 6, 1, tzinfo=UTC)
KINDS = ("known", "foreign", "near")


def measure(
    rows: Sequence[dict[str, Any]], profile: str = "balanced", *, sentences: bool = False
) -> list[dict[str, Any]]:
    """With the floor, and without it (``everything``): what each kind of question brings. By the static model, or by
    the sentence model."""
    facts = [row for row in rows if "fact" in row]
    questions = [row for row in rows if "question" in row]
    told = [
        Told(row["text"], NOW - timedelta(days=row["fact"] * 37 % 60), "", row["service"], row["domain"])
        for row in facts
    ]
    with ground() as there:
        number = dict(zip(there.keep(told), (row["fact"] for row in facts), strict=True))
        recall = there.recall(StageSwitches(), sentences=sentences)
        recall.indexer.catch_up()
        recall.warm()
        found = []
        for everything in (False, True):
            brought: dict[str, list[list[int]]] = {kind: [] for kind in KINDS}
            right = []
            for question in questions:
                request = RecallRequest(question["question"], NOW, profile, everything=everything, asked_by="benchmark")
                ids = [number[item.memory.id] for item in recall.recall(request).items]
                brought[question["kind"]].append(ids)
                if question["kind"] == "known":
                    right.append(bool(set(ids) & set(question["answer"])))
            found.append(
                {
                    "rules": "without the floor" if everything else "all",
                    "answered": round(statistics.fmean(right), 3),
                    **{kind: round(statistics.fmean(len(ids) for ids in lists), 1) for kind, lists in brought.items()},
                    **{f"{kind}_empty": round(statistics.fmean(not ids for ids in brought[kind]), 2) for kind in KINDS},
                }
            )
        there.store.drain()
        recall.close()
    return found


def table(found: Sequence[dict[str, Any]]) -> str:
    """The same for people, as a Markdown table."""
    lines = [
        "| rules | answer among them | memories for a known question | foreign | near | foreign: nothing came | near |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in found:
        empty = f"{row['foreign_empty']:.0%} | {row['near_empty']:.0%}"
        lines.append(
            f"| {row['rules']} | {row['answered']:.3f} | {row['known']} | {row['foreign']} | {row['near']} | {empty} |"
        )
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Read the file, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.answerable", description=__doc__)
    parser.add_argument("file", type=Path, nargs="?", default=QUESTIONS)
    parser.add_argument("--profile", default="balanced")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args(argv)
    rows = [json.loads(line) for line in options.file.read_text().splitlines()]
    found = measure(rows, options.profile)
    print(json.dumps(found, indent=2) if options.json else table(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
