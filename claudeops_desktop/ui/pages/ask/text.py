"""What the recall page says. Pure: sentences from dataclasses (UI.md, Words)."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.money import money
from ....knowledge import AnswerPassage, FederatedAnswer
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
    shown_service,
)
from ...text import formatting
from ...text.translation import tr, tr_count

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


PASSAGE_KINDS = {"note": tr("Note"), "library": tr("Library")}


def stage_name(name: str) -> str:
    """A stage in a word."""
    return STAGES.get(name, name.replace("_", " ").capitalize())


def mark_text(mark: str) -> str:
    """A trust mark in words."""
    return MARKS.get(mark, mark.strip("[]"))


def answer_summary(answer: FederatedAnswer) -> str:
    """How the question was answered: ``5 answers in 12 ms · balanced · from the search · no cost``."""
    found, number = answer.memory, len(answer.results)
    parts = [
        tr_count(
            "%n answer in {time}",
            "%n answers in {time}",
            number,
            time=formatting.format_duration_ms(found.duration_ms),
        )
        if number
        else tr("No answer")
    ]
    parts.append(found.profile)
    tier = {"summaries": tr("the surest facts were enough"), "search": tr("from the search")}.get(found.tier, "")
    if tier and found.items:
        parts.append(tier)
    parts.append(money(found.cost_usd) if found.cost_usd else tr("no cost"))
    return " · ".join(parts)


def rewritten_question(found: RecallResult) -> str:
    """The question as it was searched for, where that is not as it was asked."""
    return (
        tr("Searched for: {rewritten}", rewritten=found.rewritten)
        if found.rewritten and found.rewritten != found.question
        else ""
    )


def memory_subject(memory: Memory) -> str:
    """``jellyfin · timing``."""
    return f"{shown_service(memory.service)} · {memory.category}"


def memory_state(memory: Memory) -> str:
    """``confidence 0.70 · confirmed 3 d ago``."""
    confirmed = memory.last_confirmed_at or memory.updated_at
    return tr(
        "confidence {confidence} · confirmed {confirmed}",
        confidence=f"{memory.confidence:.2f}",
        confirmed=formatting.format_relative_time(confirmed),
    )


def score_explanation(item: RecalledItem) -> str:
    """How the score came about: ``Found 0.70 × 0.95 fading × 1.00 weight = 0.66``."""
    return tr(
        "Found {raw} × {decay} fading × {weight} weight = {score}",
        raw=f"{item.raw:.2f}",
        decay=f"{item.decay:.2f}",
        weight=f"{item.weight:.2f}",
        score=f"{item.score:.2f}",
    )


def accessible_answer(place: int, item: RecalledItem) -> str:
    """An answer for a screen reader."""
    marks = f" {', '.join(mark_text(mark) for mark in item.marks)}." if item.marks else ""
    return tr(
        "Answer {place}, {memory}: {observation}.{marks}",
        place=place,
        memory=memory_subject(item.memory),
        observation=item.memory.observation[:400],
        marks=marks,
    )


def passage_date(passage: AnswerPassage) -> str:
    """``written 3 d ago`` of a note, ``read 3 d ago`` of a document, "" where that is not known."""
    if not passage.date:
        return ""
    date = formatting.format_relative_time(passage.date)
    return tr("written {date}", date=date) if passage.kind == "note" else tr("read {date}", date=date)


def passage_place(passage: AnswerPassage) -> str:
    """The file of a note; of a document where in it, and its file or address."""
    return " · ".join(filter(None, (passage.place.removeprefix(f"{passage.title}, "), passage.source)))


def accessible_passage(place: int, passage: AnswerPassage) -> str:
    """A passage for a screen reader."""
    return tr(
        "Answer {place}, {kind} {title}: {text}",
        place=place,
        kind=PASSAGE_KINDS[passage.kind],
        title=passage.title,
        text=passage.text,
    )


def fact_line(facets: FilterCounts) -> str:
    """The line under the title: ``218 memories active · 12 wait for review``."""
    if not facets.total:
        return tr("Nothing is known yet")
    said = tr_count("%n memory active", "%n memories active", facets.active)
    held = facets.states.get("held", 0)
    return " · ".join((said, tr_count("%n needs review", "%n need review", held))) if held else said


def no_answer_hint(included: Sequence[str]) -> str:
    """What to try where nothing was found."""
    if len(included) == 3:
        return tr("Other words may find it, or a deeper search.")
    return tr(
        "Other words may find it, or a deeper search. Options also search memories that need review or were replaced"
        " or archived."
    )
