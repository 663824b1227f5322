"""Learns the weights of ``claudeops_desktop.memory.recall.answer_detection``: ``python -m benchmarks.train_answering``.

Questions over facts of operators, a household's chat, and the documents of this project (a section is asked for by its
heading, which is taken out of it); then over all of the short facts in one memory, and over everything in one. Foreign
questions are asked of every memory that knows nothing of them. Each source weighs the same. Prints the weights, what
they reach on each source, and what those reach that were learned without it. Nothing is written.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from claudeops_desktop.memory.recall import answer_detection
from claudeops_desktop.memory.recall.search import StageSwitches
from claudeops_desktop.memory.recall.types import RecallRequest

from .recall_ground import Told, ground

HERE = Path(__file__).parent
DOCS = HERE.parent / "docs"
NOW = datetime(2026, 6, 1, tzinfo=UTC)
SAID = NOW - timedelta(days=5)
FILES = {
    "operations": "ops_questions.jsonl",
    "operations, other memory": "ops_questions_heldout.jsonl",
    "operations, in other words": "ops_questions_paraphrased.jsonl",
    "chat": "chat_questions.jsonl",
}
MIXED = ("all facts", "facts and documents")
RIDGE, ROUNDS, EACH = 2.0, 40, 60.0
FROM_RANKING = 15
Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Question:
    """``answers`` are places in the source's facts, empty for a foreign question."""

    text: str
    answers: frozenset[int]


@dataclass(frozen=True, slots=True)
class Source:
    """Facts and what is asked of them."""

    name: str
    facts: tuple[Told, ...]
    questions: tuple[Question, ...]


def from_file(name: str, path: Path) -> Source:
    """Facts and questions of one file; those about a known thing that has no answer are left out."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    facts = [row for row in rows if "text" in row]
    place = {row["fact"]: number for number, row in enumerate(facts)}
    questions = []
    for row in rows:
        if row.get("kind") not in ("known", "foreign"):
            continue
        wanted = row.get("answer", []) if row["kind"] == "known" else []
        wanted = wanted if isinstance(wanted, list) else [wanted]
        questions.append(Question(row["question"], frozenset(place[number] for number in wanted)))
    told = [Told(row["text"], SAID, "", row["service"], row["domain"]) for row in facts]
    return Source(name, tuple(told), tuple(questions))


def from_documents() -> Source:
    """The decisions and the guide of this project: each section without its heading, which is the question."""
    facts: list[Told] = []
    questions: list[Question] = []
    for path in sorted((DOCS / "decisions").glob("*.md")):
        _add(facts, questions, path.read_text(encoding="utf-8"))
    for path in sorted((DOCS / "guide").glob("*.md")):
        for part in re.split(r"(?m)^(?=#{1,2} )", path.read_text(encoding="utf-8")):
            _add(facts, questions, part)
    return Source("documents", tuple(facts), tuple(questions))


def _add(facts: list[Told], questions: list[Question], text: str) -> None:
    heading, _, body = text.partition("\n")
    title = re.sub(r"^#+ (?:\d+\. )?", "", heading).strip()
    if heading.startswith("#") and len(body.strip()) >= 200:
        if len(title.split()) >= 4:
            questions.append(Question(title, frozenset((len(facts),))))
        facts.append(Told(body.strip()[:4_000], SAID))


def sources() -> list[Source]:
    """All sources, each with the foreign questions of the others where it knows nothing of them."""
    own = [from_file(name, HERE / file) for name, file in FILES.items()]
    documents = from_documents()
    foreign = [question for source in own for question in source.questions if not question.answers]
    facts: list[Told] = []
    questions: list[Question] = []
    for source in own:
        moved = [Question(q.text, frozenset(a + len(facts) for a in q.answers)) for q in source.questions]
        questions += moved
        facts += source.facts
    mixed = [
        Source(MIXED[0], tuple(facts), tuple(questions)),
        Source(MIXED[1], (*facts, *documents.facts), tuple(questions)),
    ]
    asked = [Source(one.name, one.facts, tuple(dict.fromkeys((*one.questions, *foreign)))) for one in (*own, documents)]
    return [*asked, *mixed]


@dataclass(frozen=True, slots=True)
class Measured:
    """One row of signs for the likeliest memory of each question that is foreign or has its answer in the ranking."""

    name: str
    signs: Numbers
    known: NDArray[np.bool_]


def measure(source: Source, *, sentences: bool = False) -> Measured:
    """Ask all questions of a source, by the sentence model or by the static one."""
    rows: list[answer_detection.AnswerSigns] = []
    known: list[bool] = []
    with ground() as there:
        place = {number: at for at, number in enumerate(there.keep(source.facts))}
        recall = there.recall(StageSwitches(), sentences=sentences)
        recall.indexer.catch_up()
        for question in source.questions:
            request = RecallRequest(question.text, NOW, "balanced", FROM_RANKING, everything=True, asked_by="benchmark")
            items = [item for item in recall.recall(request).items if item.signs is not None]
            there.store.drain()
            if not items or (question.answers and question.answers.isdisjoint(place[i.memory.id] for i in items)):
                continue
            best = max(items, key=lambda item: item.answers or 0)
            rows.append(best.signs or answer_detection.AnswerSigns(*[0.0] * len(answer_detection.AnswerSigns._fields)))
            known.append(bool(question.answers))
        recall.close()
    return Measured(source.name, np.array(rows, np.float64), np.array(known))


def learn(measured: Sequence[Measured]) -> tuple[Numbers, float]:
    """Weights and bias of a logistic regression, each source and each kind of question weighing the same."""
    rows = np.concatenate([one.signs for one in measured])
    known = np.concatenate([one.known for one in measured]).astype(float)
    weight = np.concatenate(
        [np.where(one.known, EACH / one.known.sum(), EACH / (~one.known).sum()) for one in measured]
    )
    mean, spread = rows.mean(0), rows.std(0) + 1e-9
    table = np.column_stack([(rows - mean) / spread, np.ones(len(rows))])
    ridge = np.eye(table.shape[1]) * RIDGE
    ridge[-1, -1] = 0
    found = np.zeros(table.shape[1])
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-table @ found))
        slope = table.T @ (weight * (chance - known)) + ridge @ found
        found -= np.linalg.solve(table.T @ (table * (weight * chance * (1 - chance))[:, None]) + ridge, slope)
    weights = found[:-1] / spread
    return weights, float(found[-1] - weights @ mean)


def reached(one: Measured, weights: Numbers, bias: float, line: float) -> str:
    """Shares of answered questions that keep something, and of foreign ones that bring nothing."""
    over = one.signs @ weights + bias >= line
    return f"kept {over[one.known].mean():.2f}, nothing {(~over[~one.known]).mean():.2f}"


def main() -> int:
    """Measure, learn, print. ``LINE`` as an argument moves the line that likelihoods are measured against;
    ``--sentences`` learns the weights for the sentence model."""
    words = [word for word in sys.argv[1:] if word != "--sentences"]
    line = float(words[0]) if words else -0.35
    measured = [measure(source, sentences=len(words) < len(sys.argv) - 1) for source in sources()]
    weights, bias = learn(measured)
    for name, value in zip(answer_detection.AnswerSigns._fields, weights, strict=True):
        print(f"{name}: {value:.3f}")
    print(f"bias, with the line at {line}: {bias - line:.3f}")
    for one in measured:
        without = [
            other for other in measured if other is not one and not (other.name in MIXED and one.name not in MIXED)
        ]
        unseen = learn(without)
        print(f"{one.name}: {reached(one, weights, bias, line)}; without it: {reached(one, *unseen, line)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
