"""What the recall page says. Pure: sentences from dataclasses (UI.md, Words)."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.money import money
from ....memory import (
    ARCHIVED,
    CONFLICT,
    HELD,
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

PROFILES = {
    "auto": "Automatic depth",
    "lean": "Lean: 2 to 3 answers",
    "balanced": "Balanced: 5 to 7",
    "deep": "Deep: 10 to 15",
}
STAGES = {
    "rewrite": "Wording",
    "summaries": "Summaries",
    "keywords": "Keywords",
    "vectors": "Meaning",
    "fusion": "Both together",
    "graph": "Graph",
    "decay": "Fading",
    "weight": "Weight",
    "trust": "Trust",
    "cap": "Limit",
    "evidence": "Evidence",
}
MARKS = {
    CONFLICT: "conflict: another answer says otherwise",
    UNCERTAIN: "uncertain: its confidence is under 0.3",
    STALE: "stale: not confirmed for long",
    HELD: "needs review",
    SUPERSEDED: "replaced by a newer one",
    ARCHIVED: "archived: long not asked for",
    WEAK: "weak: it meets little of the question, and stands beside better answers",
}


def stage_name(name: str) -> str:
    """A stage in a word."""
    return STAGES.get(name, name.replace("_", " ").capitalize())


def mark_text(mark: str) -> str:
    """A trust mark in words."""
    return MARKS.get(mark, mark.strip("[]"))


def answer_summary(found: RecallResult) -> str:
    """How the question was answered: ``5 answers in 12 ms · balanced · from the search · no cost``."""
    number = len(found.items)
    parts = [
        f"{formatting.format_count(number, 'answer')} in {formatting.format_duration_ms(found.duration_ms)}"
        if number
        else "No answer"
    ]
    parts.append(found.profile)
    tier = {"summaries": "the summaries were enough", "search": "from the search"}.get(found.tier, "")
    if tier and number:
        parts.append(tier)
    parts.append(money(found.cost_usd) if found.cost_usd else "no cost")
    return " · ".join(parts)


def rewritten_question(found: RecallResult) -> str:
    """The question as it was searched for, where that is not as it was asked."""
    return f"Searched for: {found.rewritten}" if found.rewritten and found.rewritten != found.question else ""


def memory_subject(memory: Memory) -> str:
    """``jellyfin · timing``."""
    return f"{shown_service(memory.service)} · {memory.category}"


def memory_state(memory: Memory) -> str:
    """``confidence 0.70 · confirmed 3 d ago``."""
    confirmed = memory.last_confirmed_at or memory.updated_at
    return f"confidence {memory.confidence:.2f} · confirmed {formatting.format_relative_time(confirmed)}"


def score_explanation(item: RecalledItem) -> str:
    """How the score came about: ``Found 0.70 × 0.95 fading × 1.00 weight = 0.66``."""
    return f"Found {item.raw:.2f} × {item.decay:.2f} fading × {item.weight:.2f} weight = {item.score:.2f}"


def accessible_answer(place: int, item: RecalledItem) -> str:
    """An answer for a screen reader."""
    marks = f" {', '.join(mark_text(mark) for mark in item.marks)}." if item.marks else ""
    return f"Answer {place}, {memory_subject(item.memory)}: {item.memory.observation[:400]}.{marks}"


def fact_line(facets: FilterCounts) -> str:
    """The line under the title: ``218 memories active · 12 wait for review``."""
    if not facets.total:
        return "Nothing is known yet"
    said = f"{formatting.format_count(facets.active, 'memory', 'memories')} active"
    held = facets.states.get("held", 0)
    return f"{said} · {held:,} {'needs' if held == 1 else 'need'} review" if held else said


def no_answer_hint(included: Sequence[str]) -> str:
    """What to try where nothing was found."""
    more = "" if len(included) == 3 else " Or let it look among held, replaced and archived facts too (Options)."
    return f"Other words may find it, or a deeper search.{more}"
