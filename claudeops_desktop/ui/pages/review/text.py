"""What the review page says. Pure: sentences from dataclasses (UI.md, Words)."""

from __future__ import annotations

from ....language.types import Verdict
from ....memory import ConflictKind, ExpiringFact, Memory, shown_service
from ...text import formatting
from .queries import ConflictPair, HeldFact, ReviewItemKind

KIND_NAMES: dict[ReviewItemKind, str] = {"held": "New fact", "conflict": "Possible conflict", "expiring": "Still true?"}
KEYS: dict[ReviewItemKind, str] = {
    "held": "A approves, E edits, R rejects",
    "conflict": "B: both hold, N: the new one replaces, S: they are the same",
    "expiring": "T: still true, L: let go, C: check",
}

SOURCES = {
    "marker": "said by the agent in a marker",
    "observed": "drawn from what the agent said",
    "agent": "noted by the agent while it worked",
    "operator": "added by hand",
    "import": "taken in from an import",
}
STRENGTHS = {"explicit": "said outright", "implied": "implied", "inferred": "inferred"}


def source_text(waiting: HeldFact) -> str:
    """Where it comes from and how sure it is: ``Drawn from what the agent said 2 h ago · implied``."""
    return memory_source_text(waiting.memory)


def memory_source_text(memory: Memory) -> str:
    """The same of any memory."""
    said = SOURCES.get(memory.source, memory.source)
    parts = [f"{said[:1].upper()}{said[1:]} {formatting.format_relative_time(memory.created_at)}"]
    parts.append(STRENGTHS.get(memory.strength, memory.strength))
    parts.append(f"confidence {memory.confidence:.2f}")
    if memory.sentiment not in ("", "neutral"):
        parts.append(f"tone: {memory.sentiment}")
    return " · ".join(parts)


def held_reason(memory: Memory) -> str:
    """The gate's sentence, or what holds for every fact without one."""
    return memory.gate_why or "The gate was not sure of it."


def impact_text(verdict: Verdict) -> str:
    """What approving it does to another memory."""
    return {
        Verdict.CONTRADICTION: "It replaces this one, which loses 0.2 and is in no prompt any more",
        Verdict.SAME: "It confirms this one",
    }.get(verdict, "It stands beside this one")


def conflict_reason(pair: ConflictPair) -> str:
    """What is in doubt, what was done about it so far, and the judge's reason."""
    found = pair.conflict
    if found.kind is ConflictKind.LIKELY:
        doubt = "The newer fact probably replaces the older one, whose confidence was lowered by 0.2."
    else:
        doubt = "The newer fact may replace the older one, or both may hold."
    sure = formatting.format_percent(found.certainty)
    return f"{doubt} Until you answer, prompts hold both, marked as in conflict. {found.why} Certainty: {sure}."


def expiry_reason(one: ExpiringFact) -> str:
    """When it leaves the prompts and why; and whether a session was asked to check it."""
    if not one.asked:
        return one.why
    return f"{one.why} You asked for a check: the next session about {shown_service(one.memory.service)} makes it."


def keys_hint(kind: ReviewItemKind) -> str:
    """What the keys do while a row of this kind is shown."""
    return f"{KEYS[kind]}; Z undoes the last answer; arrows move to the next."


def position_text(at: int, number: int) -> str:
    """``3 of 12``."""
    return f"{at + 1:,} of {number:,}" if at >= 0 else ""


def fact_line(waiting: int, shown: int) -> str:
    """The line under the title."""
    if not waiting:
        return "Nothing needs review"
    said = f"{formatting.format_count(waiting, 'item')} {'needs' if waiting == 1 else 'need'} review"
    return said if shown == waiting else f"{said} · {shown:,} shown"


def passage_title(kind: str) -> str:
    """What a passage is called by the kind of its resource."""
    return {
        "marker": "The line that said it",
        "operator": "What you wrote",
        "passage": "The passage it was drawn from",
        "agent": "What the agent noted",
        "import": "What was imported",
        "tombstone": "The passage was purged",
    }.get(kind, "Where it comes from")
