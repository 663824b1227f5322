"""How well recall finds the one memory that answers: ``python -m benchmarks.devbench FILE.json``.

The file holds memories of a developer (``content``, ``tags``, ``created_at_iso``) and questions, each with the tags of
the memories that answer it. The memories become facts in a data folder of their own, and the application's own recall
is asked. hit@k is the share of questions with an answer among the first k; questions that no memory answers are
counted apart (``unanswerable``: how many memories they bring back all the same).
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

from .recall_ground import STAGES, Told, ground

FIRST = 10


def measure(document: dict[str, Any], stages: dict[str, StageSwitches]) -> dict[str, Any]:
    """hit@1, hit@5, MRR for each stage; ``missed`` are the questions without the answer at the first place."""
    memories = sorted(document["memories"], key=lambda memory: memory["created_at_iso"])
    facts = [
        Told(
            memory["content"],
            datetime.fromisoformat(memory["created_at_iso"].replace("Z", "+00:00")),
            domain="system-architecture",
        )
        for memory in memories
    ]
    end = max((fact.at for fact in facts), default=datetime(2026, 1, 1, tzinfo=UTC)) + timedelta(days=1)
    found: dict[str, Any] = {}
    with ground() as there:
        tags = dict(zip(there.keep(facts), (set(memory["tags"]) for memory in memories), strict=True))
        for name, switches in stages.items():
            recall = there.recall(switches)
            recall.indexer.catch_up()
            places, missed, brought = list[int](), list[str](), list[int]()
            for question in document["queries"]:
                wanted = set(question["expected_tags"])
                request = RecallRequest(question["question"], end, profile="deep", limit=FIRST, asked_by="benchmark")
                items = recall.recall(request).items
                if not wanted:
                    brought.append(len(items))
                    continue
                place = next((at for at, item in enumerate(items, 1) if tags[item.memory.id] & wanted), 0)
                places.append(place)
                missed += [] if place == 1 else [f"{question['id']}: place {place or 'none'}"]
            there.store.drain()
            recall.close()
            found[name] = {
                "hit@1": _share([place == 1 for place in places]),
                "hit@5": _share([0 < place <= 5 for place in places]),
                "mrr": round(statistics.fmean(1 / place if place else 0.0 for place in places), 4),
                "unanswerable": round(statistics.fmean(brought), 1) if brought else 0.0,
                "missed": missed,
            }
    return found.pop("all") | {"questions": sum(bool(q["expected_tags"]) for q in document["queries"]), "stages": found}


def _share(hits: Sequence[bool]) -> float:
    return round(sum(hits) / len(hits), 4) if hits else 0.0


def table(found: dict[str, Any]) -> str:
    """The same for people, as a Markdown table."""
    rows = [("all stages", found), *found["stages"].items()]
    lines = ["| stages | hit@1 | hit@5 | MRR | brought for the unanswerable |", "|---|---|---|---|---|"]
    lines += [
        f"| {name} | {one['hit@1']:.3f} | {one['hit@5']:.3f} | {one['mrr']:.3f} | {one['unanswerable']} |"
        for name, one in rows
    ]
    return "\n".join([*lines, "", f"Not at the first place: {'; '.join(found['missed']) or 'none'}."])


def main(argv: Sequence[str] | None = None) -> int:
    """Read the file, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.devbench", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args(argv)
    found = measure(json.loads(options.file.read_text()), STAGES)
    print(json.dumps(found, indent=2) if options.json else table(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
