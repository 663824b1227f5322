"""``claudeops recall``: what memory knows about a question, and with --explain how it came to it (E9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from ..core.clock import utc_now
from ..core.money import money
from .cli_context import OpenData
from .command import CommandAnswer, CommandGroup, TextTable
from .options import AsJson, Services
from .output import clean, shown_confidence, warn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..knowledge import AnswerPassage, FederatedAnswer
    from ..learning import CaseMatch
    from ..memory import IndexerProgress, RecalledItem, RecallResult

MEASURED = ("meets", "words", "meaning", "graph", "decay")
MANY = 2_000  # so many memories without an index are worth a word while they are made


ProfileName = Literal["auto", "lean", "balanced", "deep"]

RECALL = CommandGroup("")
register = RECALL.register


@RECALL.command("recall")
def recall(
    data: OpenData,
    question: Annotated[str, typer.Argument(help="What to look for, in your own words.")],
    explain: Annotated[bool, typer.Option("--explain", help="Show each stage, and the scores of each memory.")] = False,
    profile: Annotated[
        ProfileName, typer.Option("--profile", help="lean: 2-3 memories, balanced: 5-7, deep: 10-15.")
    ] = "auto",
    limit: Annotated[int | None, typer.Option("--limit", min=1, max=200, help="At most this many memories.")] = None,
    service: Services = None,
    held: Annotated[bool, typer.Option("--held", help="Include what needs review.")] = False,
    archived: Annotated[bool, typer.Option("--archived", help="Include what is archived or cold.")] = False,
    superseded: Annotated[bool, typer.Option("--superseded", help="Include what a newer fact has replaced.")] = False,
    everything: Annotated[
        bool,
        typer.Option(
            "--everything", help="Include the nearest memories by rank, even if they do not answer the question."
        ),
    ] = False,
    mood: Annotated[
        str, typer.Option("--mood", help="frustrated, excited or uncertain: facts in that tone rank higher.")
    ] = "",
    json: AsJson = False,
) -> CommandAnswer:
    """Ask memory, the cases seen before, the notes and the library. Works without a network or a model, and changes
    only the count of recalls."""
    from ..core.errors import ClaudeOpsError, UsageError
    from ..knowledge import FederatedRecall
    from ..language.types import service_name
    from ..memory import MODEL_WAIT_S, RecallRequest

    if not question.strip():
        raise UsageError("The question is empty.", "Say what to look for.")
    names = tuple(name for name in map(service_name, service or ()) if name)
    try:
        data.memory.recall.indexer.catch_up(MODEL_WAIT_S, told=None if json else _tell, awaited=True)
    except ClaudeOpsError as error:  # the search goes on without vectors, and says so
        warn(error.full_text)
    found = FederatedRecall(data.book, data.memory).ask(
        RecallRequest(
            question=question,
            now=utc_now(),
            profile=profile,
            limit=limit,
            services=names,
            mood=mood.strip().lower(),
            include_held=held,
            include_archived=archived,
            include_superseded=superseded,
            everything=everything,
        )
    )
    text = _cases_in_words(found.cases)
    if found.results or explain or not found.cases:
        if found.memory.note and not json:
            warn(found.memory.note)
        text += _found_in_words(found, explain)
    return CommandAnswer(_document(found), text)


def _document(found: FederatedAnswer) -> dict[str, Any]:
    """Memories and cases are items, what notes and library say are passages; ``rank`` is the place among both."""
    from ..knowledge import AnswerPassage

    ranked = [
        {"kind": one.kind if isinstance(one, AnswerPassage) else "memory", "rank": rank} | one.as_json()
        for rank, one in enumerate(found.results, 1)
    ]
    memories = [row for row in ranked if row["kind"] == "memory"]
    passages = [row for row in ranked if row["kind"] != "memory"]
    return found.memory.as_json() | {"items": [*map(case_item, found.cases), *memories], "passages": passages}


def case_item(match: CaseMatch) -> dict[str, Any]:
    """A case among the items of an answer: its text, and the case itself under ``case``."""
    from ..learning import describe_case

    return {
        "kind": "case",
        "text": describe_case(match.case, utc_now()),
        "case_id": match.case.id,
        "service": match.case.service,
        "score": round(match.score, 6),
        "confidence": match.confidence,
        "offered_as": match.bar,
        "why": " ".join(gate.why for gate in match.gates),
    }


def _cases_in_words(cases: Sequence[CaseMatch]) -> list[str | TextTable]:
    from ..learning import describe_case

    lines = [f"Case {match.case.id}: {clean(describe_case(match.case, utc_now()))}" for match in cases]
    return [*lines, ""] if lines else []


def _tell(progress: IndexerProgress) -> None:
    if progress.total > MANY and (progress.done % 2048 == 0 or progress.done == progress.total):
        warn(f"Indexing {progress.doing}: {progress.done:,} of {progress.total:,}.")


def _row(result: RecalledItem | AnswerPassage) -> tuple[object, ...]:
    from ..knowledge import AnswerPassage

    if isinstance(result, AnswerPassage):
        return result.kind, "", "", f"by {result.by}", "", _passage_text(result)
    memory = result.memory
    text = " ".join((*result.marks, memory.observation))
    return (
        *("memory", memory.id, memory.service or "general", memory.category),
        *(shown_confidence(memory.confidence), text),
    )


def _passage_text(passage: AnswerPassage) -> str:
    """What it says, with where it stands and of which day it is."""
    said = ", ".join(filter(None, (passage.source, passage.date[:10])))
    stale = "[stale] " if passage.stale else ""
    return f"{stale}{passage.place or passage.title}: {passage.text} ({said})"


def _found_in_words(answer: FederatedAnswer, explain: bool) -> list[str | TextTable]:
    found = answer.memory
    text: list[str | TextTable] = []
    if not found.items and (explain or not answer.passages):
        text.append(f"Nothing I remember answers this. {found.nothing}".strip())
    elif explain:
        text.append(_scores(found.items))
    else:
        columns = ("kind", "id", "service", "category", "confidence", "text")
        text.append(TextTable(columns, [*map(_row, answer.results)], right=("id", "confidence")))
    if explain and answer.passages:
        rows = [
            (one.kind, f"{one.answers:.0%}", f"{one.met:.0%}", one.date[:10], _passage_text(one))
            for one in answer.passages
        ]
        text += ["", TextTable(("kind", "answers", "meets", "date", "text"), rows, right=("answers", "meets"))]
    if any(one.by == "others" for one in answer.passages):
        text += ["", "Passages by others are words that nobody has checked."]
    return text + _stages_in_words(found) if explain else text


def _scores(items: Sequence[RecalledItem]) -> TextTable:
    return TextTable(
        ("id", "score", *MEASURED, "weight", "marks", "service", "memory", "why"),
        [
            (
                *(item.memory.id, f"{item.score:.3f}", f"{item.evidence:.0%}"),
                *(f"{number:.2f}" for number in (item.keyword, item.vector, item.graph, item.decay, item.weight)),
                " ".join(item.marks),
                *(item.memory.service or "general", item.memory.observation, item.why),
            )
            for item in items
        ],
        right=("id", "score", *MEASURED, "weight"),
    )


def _stages_in_words(found: RecallResult) -> list[str | TextTable]:
    text: list[str | TextTable] = [""]
    if found.rewritten:
        text.append(f"Searched for: {found.rewritten}")
    answered = {"summaries": "the summaries (tier 1)", "search": "the search (tier 2)"}.get(found.tier, "nobody")
    text.append(
        f"Answered by {answered}, profile {found.profile}, {found.duration_ms:.0f} ms, {money(found.cost_usd)}."
    )
    for first, second in found.conflicts:
        text.append(f"Memory {first} and memory {second} contradict one another; {first} is the stronger.")
    rows = [(stage.name, f"{stage.ms:.1f}", stage.detail) for stage in found.stages]
    return [*text, TextTable(("stage", "ms", "what it did"), rows, right=("ms",))]
