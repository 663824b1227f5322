"""How well recall finds the document that answers: ``python -m benchmarks.documents [FILE.jsonl ALERTS.jsonl]``.

Without files the documents are this project's own, each asked for by its heading, which is taken out of it. With files
they are runbooks (``name`` and ``text`` a line) and alerts (``alert``, ``summary``, ``description``); the name that
both share is taken out. Beside the stages of the application's recall stands the word index's own ranking.
"""

from __future__ import annotations

import json
import math
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path

from claudeops_desktop.memory.recall.types import RecallRequest

from .recall_ground import FTS5, STAGES, Told, ground
from .train_answering import NOW, SAID, Question, Source, from_documents

FIRST = 10


def from_runbooks(runbooks: Path, alerts: Path) -> Source:
    """Runbooks as facts, alerts as questions."""
    books = [json.loads(line) for line in runbooks.read_text(encoding="utf-8").splitlines()]
    places: dict[str, set[int]] = {}
    for number, book in enumerate(books):
        places.setdefault(book["name"].lower(), set()).add(number)
    rows = [json.loads(line) for line in alerts.read_text(encoding="utf-8").splitlines()]
    questions = [
        Question(row["summary"] or row["description"], frozenset(places[row["alert"].lower()]))
        for row in rows
        if row["alert"].lower() in places
    ]
    facts = [Told(book["text"].replace(book["name"], "")[:4_000], SAID) for book in books]
    return Source("runbooks", tuple(facts), tuple(questions))


def measure(source: Source) -> dict[str, tuple[float, float, float]]:
    """recall@10, MRR and nDCG@10 for each stage."""
    found: dict[str, tuple[float, float, float]] = {}
    with ground() as there:
        ids = there.keep(source.facts)
        place = {number: at for at, number in enumerate(ids)}
        for name, switches in STAGES.items():
            recall = there.recall(switches)
            recall.indexer.catch_up()
            lists = []
            for question in source.questions:
                request = RecallRequest(question.text, NOW, "deep", FIRST, everything=True, asked_by="benchmark")
                lists.append([place[item.memory.id] for item in recall.recall(request).items])
            there.store.drain()
            recall.close()
            found[name] = _scores(source.questions, lists)
        asked = [[place[n] for n in there.by_word_index(q.text, FIRST)] for q in source.questions]
        found[FTS5] = _scores(source.questions, asked)
    return found


def _scores(questions: Sequence[Question], lists: Sequence[Sequence[int]]) -> tuple[float, float, float]:
    shares, firsts, gains = [], [], []
    for question, places in zip(questions, lists, strict=True):
        hits = [at for at, place in enumerate(places) if place in question.answers]
        shares.append(len(hits) / len(question.answers))
        firsts.append(1 / (hits[0] + 1) if hits else 0.0)
        best = sum(1 / math.log2(at + 2) for at in range(min(FIRST, len(question.answers))))
        gains.append(sum(1 / math.log2(at + 2) for at in hits) / best)
    return statistics.fmean(shares), statistics.fmean(firsts), statistics.fmean(gains)


def main() -> int:
    """Measure and print a table."""
    files = [Path(name) for name in sys.argv[1:]]
    source = from_runbooks(*files) if files else from_documents()
    print("| stages | recall@10 | MRR | nDCG@10 |\n|---|---|---|---|")
    for name, (share, first, gain) in measure(source).items():
        print(f"| {name} | {share:.3f} | {first:.3f} | {gain:.3f} |")
    print(f"\n{len(source.questions)} questions, {len(source.facts)} documents.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
