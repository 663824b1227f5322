"""How well recall finds the turns that answer a question: ``python -m benchmarks.locomo FILE.json``.

The file holds long conversations with questions and the turns that are the evidence for each answer. Each turn becomes
a memory, ``Speaker: text``, in a data folder of its own for each conversation, and the application's own recall is
asked for its ranking, also where it would say that nothing answers; nothing here searches by itself. recall@k is the
share of a question's evidence turns among the first k, averaged over the questions with evidence. ``FTS5 alone`` is
the word index's own ranking, beside which the stages stand. With ``--end-to-end`` the turns go through the gate and
the judge, as an import or as what was observed; what is held or dropped is not found, and a turn that was merged is
found where the memory is that took it in.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from claudeops_desktop.memory.recall import server_search
from claudeops_desktop.memory.recall.search import StageSwitches
from claudeops_desktop.memory.recall.types import RecallRequest
from claudeops_desktop.memory.types import MemoryAction

from .recall_ground import FTS5, STAGES, Ground, Told, ground

FIRST = 20
ANSWERABLE = (1, 2, 3, 4)
STABLE = "people-relationships"  # what such conversations are about: facts that hold for long
_TURN = re.compile(r"D\d+:\d+")
_WHEN = re.compile(r"(\d{1,2}):(\d{2}) (am|pm) on (\d{1,2}) (\w+),? (\d{4})", re.I)
_SECONDS_A_TURN = 30
Stages = dict[str, StageSwitches]
Turns = dict[str, list[str]]  # of each question, by its key


@dataclass(frozen=True, slots=True)
class Question:
    """One question. ``key`` is the sample's id and the place in its ``qa``."""

    key: str
    text: str
    evidence: tuple[str, ...]
    category: int


@dataclass(frozen=True, slots=True)
class Conversation:
    """One conversation: its turns by their ids, as facts, and its questions."""

    name: str
    turns: tuple[str, ...]
    facts: tuple[Told, ...]
    questions: tuple[Question, ...]
    end: datetime


def read(sample: dict[str, Any], domain: str = STABLE) -> Conversation:
    """One sample of the file."""
    name, talk = str(sample["sample_id"]), sample["conversation"]
    turns: list[str] = []
    facts: list[Told] = []
    number = 1
    at = datetime(2023, 1, 1, tzinfo=UTC)
    while f"session_{number}" in talk:
        at = _moment(talk.get(f"session_{number}_date_time", "")) or at + timedelta(days=1)
        for place, turn in enumerate(talk[f"session_{number}"]):
            shown = f" (shows {turn['blip_caption']})" if turn.get("blip_caption") else ""
            turns.append(turn["dia_id"])
            said = at + timedelta(seconds=_SECONDS_A_TURN * place)
            facts.append(Told(f"{turn['speaker']}: {turn['text']}{shown}", said, f"{name}:{number}", None, domain))
        number += 1
    questions = [
        Question(
            f"{name}:{place}",
            str(one["question"]),
            tuple(dict.fromkeys(turn for text in one.get("evidence") or () for turn in _TURN.findall(str(text)))),
            int(one.get("category", 0)),
        )
        for place, one in enumerate(sample["qa"])
    ]
    return Conversation(name, tuple(turns), tuple(facts), tuple(questions), at + timedelta(days=1))


def _moment(text: str) -> datetime | None:
    """``1:56 pm on 8 May, 2023``."""
    found = _WHEN.search(text)
    if not found:
        return None
    hour, minute, half, day, month, year = found.groups()
    try:
        base = datetime.strptime(f"{day} {month} {year}", "%d %B %Y").replace(tzinfo=UTC)
    except ValueError:
        return None
    return base + timedelta(hours=int(hour) % 12 + 12 * (half.lower() == "pm"), minutes=int(minute))


def ranked(
    conversation: Conversation, stages: dict[str, StageSwitches], source: str = "", server: str = ""
) -> tuple[dict[str, dict[str, list[str]]], list[float]]:
    """Under each stage's name, each question's first 20 turns; and the milliseconds of each recall with all stages."""
    found: dict[str, Turns] = {}
    times: list[float] = []
    with ground(server) as there:
        turn_of: dict[int, list[str]] = {}
        for number, turn in zip(_brought(there, conversation, source), conversation.turns, strict=True):
            if number:
                turn_of.setdefault(number, []).append(turn)
        for name, switches in stages.items():
            recall = there.recall(switches)
            recall.indexer.catch_up()
            recall.warm()
            found[name] = {}
            for question in conversation.questions:
                request = RecallRequest(
                    question.text, conversation.end, "deep", limit=FIRST, everything=True, asked_by="benchmark"
                )
                answer = recall.recall(request)
                found[name][question.key] = [turn for item in answer.items for turn in turn_of[item.memory.id]]
                if name == "all":
                    times.append(answer.duration_ms)
            there.store.drain()
            recall.close()
        found[FTS5] = {
            q.key: [turn for number in there.by_word_index(q.text, FIRST) for turn in turn_of.get(number, ())]
            for q in conversation.questions
        }
    return found, times


def _brought(there: Ground, conversation: Conversation, source: str) -> list[int]:
    """The memory of each turn, 0 for one that was held or dropped."""
    if not source:
        return there.keep(conversation.facts)
    taken = there.take(conversation.facts, source)
    return [0 if one.memory is None or one.action == MemoryAction.HELD else one.memory.id for one in taken]


def score(questions: Iterable[Question], turns: Turns) -> dict[str, Any]:
    """recall@5, recall@10 for categories 1 to 4 and all, and MRR over those with evidence."""
    known = [question for question in questions if question.evidence]
    found: dict[str, Any] = {}
    for k in (5, 10):
        shares = [(q.category, len(set(q.evidence) & set(turns[q.key][:k])) / len(set(q.evidence))) for q in known]
        found[f"recall@{k}"] = {
            "1-4": _mean([share for category, share in shares if category in ANSWERABLE]),
            "all": _mean([share for _, share in shares]),
        }
    first = [
        next((1 / (place + 1) for place, turn in enumerate(turns[q.key]) if turn in q.evidence), 0.0)
        for q in known
        if q.category in ANSWERABLE
    ]
    return found | {"mrr": _mean(first)}


def _mean(numbers: Sequence[float]) -> float:
    return round(statistics.fmean(numbers), 4) if numbers else 0.0


def measure(
    samples: Sequence[dict[str, Any]], stages: dict[str, StageSwitches], source: str = "", server: str = ""
) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """The document that is printed, and the first 20 turns of each question with all stages on."""
    conversations = [read(sample) for sample in samples]
    turns: dict[str, Turns] = {name: {} for name in (*stages, FTS5)}
    times: list[float] = []
    started = time.perf_counter()
    for conversation in conversations:
        found, spent = ranked(conversation, stages, source, server)
        times += spent
        for name, by_question in found.items():
            turns[name] |= by_question
    questions = [question for conversation in conversations for question in conversation.questions]
    document = score(questions, turns["all"])
    document["stages"] = {name: score(questions, found) for name, found in turns.items() if name != "all"}
    document["by_conversation"] = {c.name: score(c.questions, turns["all"]) for c in conversations}
    document["by_category"] = {
        str(category): score([q for q in questions if q.category == category], turns["all"])["recall@10"]["all"]
        for category in sorted({q.category for q in questions})
    }
    document["questions"] = sum(bool(q.evidence) for q in questions)
    document["turns"] = sum(len(c.turns) for c in conversations)
    document["ms_a_recall"] = _mean(times)
    document["seconds"] = round(time.perf_counter() - started, 1)
    return document, turns["all"]


def table(document: dict[str, Any]) -> str:
    """The same for people, as a Markdown table."""
    rows = [("all stages", document), *document["stages"].items()]
    lines = ["| stages | recall@5 (1-4) | recall@10 (1-4) | recall@10 (all) | MRR |", "|---|---|---|---|---|"]
    lines += [
        f"| {name} | {found['recall@5']['1-4']:.3f} | {found['recall@10']['1-4']:.3f}"
        f" | {found['recall@10']['all']:.3f} | {found['mrr']:.3f} |"
        for name, found in rows
    ]
    tail = f"{document['questions']:,} questions with evidence, {document['turns']:,} turns"
    return "\n".join([*lines, "", f"{tail}; {document['ms_a_recall']:.1f} ms a recall."])


def main(argv: Sequence[str] | None = None) -> int:
    """Read the file, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.locomo", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--ranked", type=Path, help="write each question's first 20 turns here, as JSON lines")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--quick", action="store_true", help="all stages on, and the word index")
    parser.add_argument("--end-to-end", action="store_true", help="through the gate and the judge")
    parser.add_argument("--source", choices=("import", "observed"), default="import", help="how turns come in then")
    parser.add_argument("--server", default="", metavar="URL", help="a PostgreSQL server on which databases are made")
    parser.add_argument(
        "--pgvector", choices=("exact", "hnsw"), help="have the server search the vectors, however few there are"
    )
    parser.add_argument("--conversations", type=int, default=0, help="only so many of the first conversations")
    options = parser.parse_args(argv)
    stages = {"all": STAGES["all"]} if options.quick else STAGES
    if options.pgvector:
        server_search.FROM_MEMORIES = 1
        server_search.EXACT_UP_TO = sys.maxsize if options.pgvector == "exact" else 0
    samples = json.loads(options.file.read_text())[: options.conversations or None]
    document, turns = measure(samples, stages, options.source if options.end_to_end else "", options.server)
    if options.ranked:
        lines = [json.dumps({"question": key, "turns": found}) for key, found in turns.items()]
        options.ranked.write_text("\n".join(lines) + "\n")
    print(json.dumps(document, indent=2) if options.json else table(document))
    return 0


if __name__ == "__main__":
    sys.exit(main())
