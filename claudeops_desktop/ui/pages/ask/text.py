"""What the page that asks memory says: its answers, how they were found, and what else is known. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ....core.clock import utc_now
from ....core.money import money
from ....knowledge import AnswerPassage, FederatedAnswer
from ....learning import CaseMatch
from ....memory import (
    ARCHIVED,
    CONFLICT,
    HELD,
    OLDER,
    STALE,
    SUPERSEDED,
    UNCERTAIN,
    WEAK,
    FilterCounts,
    Memory,
    RecalledItem,
    RecallResult,
    RecallStage,
    shown_service,
)
from ...text import formatting
from ...text.translation import tr, tr_count
from ..base_page import PageLocation
from ..cases.text import LOOKS, case_facts, failed_text, helped_text, symptom_text

PROFILES = {
    "auto": tr("Automatic depth"),
    "lean": tr("Lean: 2 to 3 answers"),
    "balanced": tr("Balanced: 5 to 7"),
    "deep": tr("Deep: 10 to 15"),
}
STAGES = {
    "rewrite": tr("Wording"),
    "summaries": tr("The surest facts"),
    "keywords": tr("Keywords"),
    "vectors": tr("Meaning"),
    "fusion": tr("Both together"),
    "graph": tr("Graph"),
    "decay": tr("Fading"),
    "weight": tr("Weight"),
    "trust": tr("Trust"),
    "cap": tr("Limit"),
    "evidence": tr("Evidence"),
}
MARKS = {
    CONFLICT: tr("conflict: another answer contradicts it"),
    UNCERTAIN: tr("uncertain: its confidence is below 0.3"),
    STALE: tr("stale: not confirmed for a long time"),
    OLDER: tr("older: a newer answer says that it has changed"),
    HELD: tr("needs review"),
    SUPERSEDED: tr("replaced by a newer one"),
    ARCHIVED: tr("archived: not used for a long time"),
    WEAK: tr("weak: it matches little of the question, and there are better answers"),
}
NOTHING_KNOWN = tr("What the agent learns in a run can be asked for here. You can add what you know under Memories.")
EXAMPLES = tr("Ask as you would ask a colleague: How long does jellyfin take to start? What must run before nextcloud?")
ABOUT_WHY = tr(
    "Describe in your own words what it should have known. This shows each step of "
    "that fact, from the session to the prompt, and the step at which it was lost."
)
PASSAGE_KINDS = {"note": tr("Note"), "library": tr("Library")}


@dataclass(frozen=True)
class AnswerText:
    """What a card says of an answer.

    ``place`` is where all of it stands, ``open`` the words of the button that leads there. ``badges`` are words after
    the title, each with what it means; ``standing`` says how certain or old it is. ``facts`` stand below the text, and
    ``grounds`` are folded: why it is among the answers. A case has its ``state`` as a shape in place of a
    ``number``.
    """

    title: str
    text: str
    place: PageLocation
    spoken: str
    hint: str
    open: str
    open_spoken: str
    standing: tuple[str, str] = ("", "")
    kind: str = ""
    badges: Sequence[tuple[str, str]] = ()
    facts: Sequence[str] = ()
    grounds: Sequence[str] = ()
    state: str = ""
    number: int = 0


# --- the words of an answer ------------------------------------------------------------------------------------------


def describe_answers(found: FederatedAnswer) -> list[AnswerText]:
    """Return the answers in order; what helped last time comes first."""
    answers = [describe_case(match) for match in found.cases]
    for number, one in enumerate(found.results, 1):
        answer = describe_passage(number, one) if isinstance(one, AnswerPassage) else describe_memory(number, one)
        answers.append(replace(answer, number=number))
    return answers


def describe_memory(number: int, item: RecalledItem) -> AnswerText:
    """Return a memory as an answer, with the scores that brought it."""
    memory = item.memory
    meanings = [MARKS.get(mark, mark.strip("[]")) for mark in item.marks]
    title = memory_subject(memory)
    spoken = tr(
        "Answer {place}, {memory}: {observation}.{marks}",
        place=number,
        memory=title,
        observation=memory.observation[:400],
        marks=f" {', '.join(meanings)}." if meanings else "",
    )
    return AnswerText(
        title,
        memory.observation,
        PageLocation("memories", id=memory.id),
        spoken,
        tr("Return opens the memory, Space shows why it came"),
        tr("Show it"),
        tr("Show the memory of answer {place}", place=number),
        (memory_state(memory), formatting.format_exact_time(memory.last_confirmed_at or memory.updated_at)),
        badges=[(mark.strip("[]"), meaning.capitalize()) for mark, meaning in zip(item.marks, meanings, strict=True)],
        grounds=[scores_text(item), score_explanation(item), item.why, *(one.capitalize() for one in meanings)],
    )


def describe_passage(number: int, passage: AnswerPassage) -> AnswerText:
    """Return a part of a note or of the library as an answer: who wrote it, where it stands and of when it is."""
    kind = PASSAGE_KINDS[passage.kind]
    badges = []
    if passage.by == "others":
        badges.append((tr("by others"), tr("Words of others, which nobody has checked.")))
    if passage.stale:
        badges.append((tr("stale"), ""))
    if passage.kind == "note":
        place = PageLocation("knowledge", filters={"path": passage.source})
    else:
        place = PageLocation("library", id=passage.document, filters={"part": passage.part})
    return AnswerText(
        passage.title,
        passage.text,
        place,
        tr("Answer {place}, {kind} {title}: {text}", place=number, kind=kind, title=passage.title, text=passage.text),
        tr("Return opens it"),
        tr("Show it"),
        tr("Show where answer {place} stands", place=number),
        (passage_date(passage), formatting.format_exact_time(passage.date) if passage.date else ""),
        kind=kind,
        badges=badges,
        facts=[formatting.strip_direction_marks(passage_place(passage))],
    )


def describe_case(match: CaseMatch) -> AnswerText:
    """Return a case as an answer: what was out of order before, and what helped."""
    case = match.case
    lines = [tr("What helped: {helped}", helped=helped_text(case))]
    if failed := failed_text(case):
        lines.append(tr("What did not help: {failed}", failed=failed))
    return AnswerText(
        f"{case.service}: {symptom_text(case)}",
        "\n".join(lines),
        PageLocation("cases", id=case.id),
        tr("Case: {symptom}", symptom=symptom_text(case)),
        tr("Return opens the case"),
        tr("Show the case"),
        tr("Show the case"),
        facts=[case_facts(case, utc_now())],
        state=LOOKS.get(case.state, "unknown"),
    )


def memory_subject(memory: Memory) -> str:
    """Return ``jellyfin · timing``."""
    return f"{shown_service(memory.service)} · {memory.category}"


def memory_state(memory: Memory) -> str:
    """Return ``confidence 0.70 · confirmed 3 d ago``."""
    confirmed = memory.last_confirmed_at or memory.updated_at
    return tr(
        "confidence {confidence} · confirmed {confirmed}",
        confidence=f"{memory.confidence:.2f}",
        confirmed=formatting.format_relative_time(confirmed),
    )


def scores_text(item: RecalledItem) -> str:
    """Return what brought an answer, and how much of the question it meets by itself."""
    scores = (
        (tr("Keywords"), item.keyword),
        (tr("Meaning"), item.vector),
        (tr("Graph"), item.graph),
        (tr("Evidence"), item.evidence),
    )
    return " · ".join(f"{name} {value:.2f}" for name, value in scores)


def score_explanation(item: RecalledItem) -> str:
    """Return how the score came about: ``Found 0.70 × 0.95 fading × 1.00 weight = 0.66``."""
    return tr(
        "Found {raw} × {decay} fading × {weight} weight = {score}",
        raw=f"{item.raw:.2f}",
        decay=f"{item.decay:.2f}",
        weight=f"{item.weight:.2f}",
        score=f"{item.score:.2f}",
    )


def passage_date(passage: AnswerPassage) -> str:
    """Return ``written 3 d ago`` of a note, ``read 3 d ago`` of a document, "" where that is not known."""
    if not passage.date:
        return ""
    date = formatting.format_relative_time(passage.date)
    return tr("written {date}", date=date) if passage.kind == "note" else tr("read {date}", date=date)


def passage_place(passage: AnswerPassage) -> str:
    """Return the file of a note; of a document where in it, and its file or address."""
    return " · ".join(filter(None, (passage.place.removeprefix(f"{passage.title}, "), passage.source)))


# --- the words over the answers --------------------------------------------------------------------------------------


def answer_summary(answer: FederatedAnswer) -> str:
    """Return how the question was answered: ``5 answers in 12 ms · balanced · from the search · no cost``."""
    found, number = answer.memory, len(answer.results)
    took = formatting.format_duration_ms(found.duration_ms)
    parts = [tr_count("%n answer in {time}", "%n answers in {time}", number, time=took) if number else tr("No answer")]
    parts.append(found.profile)
    tier = {"summaries": tr("the surest facts were enough"), "search": tr("from the search")}.get(found.tier, "")
    if tier and found.items:
        parts.append(tier)
    parts.append(money(found.cost_usd) if found.cost_usd else tr("no cost"))
    return " · ".join(parts)


def rewritten_question(found: RecallResult) -> str:
    """Return the question as it was searched for, where that is not as it was asked."""
    if not found.rewritten or found.rewritten == found.question:
        return ""
    return tr("Searched for: {rewritten}", rewritten=found.rewritten)


def stage_lines(stages: Sequence[RecallStage]) -> list[str]:
    """Return how a question was answered, a stage a line: ``Keywords, 2.1 ms: 5 found``."""
    return [
        f"{STAGES.get(one.name, one.name.replace('_', ' ').capitalize())}, {_ms(one.ms)}: {one.detail}"
        for one in stages
    ]


def _ms(value: float) -> str:
    return tr("{value} ms", value=f"{value:.1f}") if value < 10 else formatting.format_duration_ms(value)


def fact_line(facets: FilterCounts) -> str:
    """Return the line under the title: ``218 memories active · 12 need review``."""
    if not facets.total:
        return tr("Nothing is known yet")
    active = tr_count("%n memory active", "%n memories active", facets.active)
    held = facets.states.get("held", 0)
    return " · ".join((active, tr_count("%n needs review", "%n need review", held))) if held else active


def no_answer_hint(included: Sequence[str]) -> str:
    """Return what to try where nothing was found."""
    if len(included) == 3:
        return tr("Other words may find it, or a deeper search.")
    return tr(
        "Other words may find it, or a deeper search. Options also search memories that need review or were replaced"
        " or archived."
    )
