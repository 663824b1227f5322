"""What notes and library do to the answers of memory: ``python -m benchmarks.federated [FILE] [RUNBOOKS ALERTS]``.

FILE holds facts and questions as ``answerable`` has them (``ops_questions_heldout.jsonl`` without one). They are asked
beside a library that holds this project's guide, and the runbooks where such a file is named: how high the fact that
answers stands among memories alone and among all results, and how many of the questions bring passages of a library
that knows nothing of these services. The guide's own questions (the half that no weight was learned from) and alerts
are asked too: how many of them the library answers, and with a passage of the document that has the answer.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from claudeops_desktop.knowledge import AnswerPassage, FederatedAnswer, FederatedRecall
from claudeops_desktop.memory import MemoryService, RecalledItem, RecallRequest
from claudeops_desktop.records.record_books import RecordRepositories

from .answerable import KINDS, NOW, QUESTIONS
from .library import LibraryGround, guide_ground, keep, runbook_ground
from .recall_ground import Told, ground


def measure(rows: Sequence[dict[str, Any]], grounds: Sequence[LibraryGround]) -> dict[str, float]:
    """Return the figures by name."""
    facts = [row for row in rows if "fact" in row]
    told = [Told(row["text"], NOW - timedelta(days=row["fact"] * 37 % 60), "", row["service"]) for row in facts]
    with ground() as there:
        number = dict(zip(there.keep(told), (row["fact"] for row in facts), strict=True))
        book = RecordRepositories(there.store)
        memory = MemoryService(book)
        memory.recall.indexer.catch_up()
        memory.recall.warm()
        recall = FederatedRecall(book, memory)
        for documents in grounds:
            keep(there.store, recall.library, documents.documents)

        def ask(question: str) -> FederatedAnswer:
            return recall.ask(RecallRequest(question, NOW, "balanced", asked_by="benchmark"))

        def is_hit(results: Sequence[RecalledItem | AnswerPassage], right: Sequence[int]) -> bool:
            return any(isinstance(one, RecalledItem) and number[one.memory.id] in right for one in results)

        figures: dict[str, float] = {}
        known = [row for row in rows if row.get("kind") == "known"]
        answers = [(ask(row["question"]), row["answer"]) for row in known]
        for most in (1, 5):
            alone = (is_hit(found.memory.items[:most], right) for found, right in answers)
            among = (is_hit(found.results[:most], right) for found, right in answers)
            figures[f"{len(known)} questions: hit@{most}, memories alone"] = statistics.fmean(alone)
            figures[f"{len(known)} questions: hit@{most}, all results"] = statistics.fmean(among)
        for kind in KINDS:
            asked = [row["question"] for row in rows if row.get("kind") == kind]
            figures[f"{len(asked)} {kind} questions: share that a library without an answer met"] = statistics.fmean(
                bool(ask(question).passages) for question in asked
            )
        for documents in grounds:
            questions = documents.questions[1::2]
            found = [(ask(question).passages, right) for question, right in questions]
            name = f"{documents.name}, {len(questions)} questions"
            figures[f"{name}: answered by the library"] = statistics.fmean(bool(one) for one, _ in found)
            figures[f"{name}: by a document with the answer"] = statistics.fmean(_is_right(*one) for one in found)
        there.store.drain()
        memory.recall.close()
    return figures


def _is_right(passages: Sequence[AnswerPassage], right: frozenset[str]) -> bool:
    return any(one.source in right for one in passages)


def main(argv: Sequence[str] | None = None) -> int:
    """Read the files, measure, print."""
    files = [Path(one) for one in (sys.argv[1:] if argv is None else argv)]
    questions = files[0] if len(files) % 2 else QUESTIONS
    grounds = [guide_ground(), *([runbook_ground(*files[-2:])] if len(files) > 1 else [])]
    rows = [json.loads(line) for line in questions.read_text().splitlines()]
    for name, figure in measure(rows, grounds).items():
        print(f"{name}: {figure:.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
