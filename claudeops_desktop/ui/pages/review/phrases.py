"""What the review page says. Pure: sentences from dataclasses (UI.md, Words)."""

from __future__ import annotations

from ....memory.fact import Memory, Verdict
from ... import words
from .known import Waiting

SOURCES = {
    "marker": "said by the agent in a marker",
    "observed": "drawn from what the agent said",
    "agent": "noted by the agent while it worked",
    "operator": "added by hand",
    "import": "taken in from an import",
}
STRENGTHS = {"explicit": "said outright", "implied": "implied", "inferred": "inferred"}


def drawn(waiting: Waiting) -> str:
    """Where it comes from and how sure it is: ``Drawn from what the agent said 2 h ago · implied``."""
    memory = waiting.memory
    said = SOURCES.get(memory.source, memory.source)
    parts = [f"{said[:1].upper()}{said[1:]} {words.when(memory.created_at)}"]
    parts.append(STRENGTHS.get(memory.strength, memory.strength))
    parts.append(f"confidence {memory.confidence:.2f}")
    if memory.sentiment not in ("", "neutral"):
        parts.append(f"it sounded {memory.sentiment}")
    return " · ".join(parts)


def why_held(memory: Memory) -> str:
    """The gate's sentence, or what holds for every fact without one."""
    return memory.gate_why or "The gate was not sure of it."


def would(verdict: Verdict) -> str:
    """What approving it does to another memory."""
    return {
        Verdict.CONTRADICTION: "It replaces this one, which loses 0.2 and is not told any more",
        Verdict.SAME: "It confirms this one",
    }.get(verdict, "It stands beside this one")


def place(at: int, number: int) -> str:
    """``3 of 12``."""
    return f"{at + 1:,} of {number:,}" if at >= 0 else ""


def fact(waiting: int, shown: int) -> str:
    """The line under the title."""
    if not waiting:
        return "Nothing waits for your review"
    said = f"{words.counted(waiting, 'fact')} {'waits' if waiting == 1 else 'wait'} for your review"
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
