"""Facts that rules drew from prose: held until something confirms them (E3a, E4). Inside ``store.read`` or ``write``.

A marker, what an agent asks to be remembered, a model's reading, a measurement or the operator confirms one. Rules
reading other prose that says the same do not.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..core.clock import to_text
from ..language.types import Verdict
from . import lifecycle, tables
from .apply_verdict import ChangeCause
from .context import one_line
from .types import GateDecision, Memory

DRAWN = GateDecision(
    "hold", "drawn", "Rules drew it from prose: it waits until a marker, a model, a measurement or you confirm it."
)
IS_DRAWN = "gate = 'hold' AND gate_why = ?"
MOST_COMPARED = 200


def find_drawn(service: str | None, text: str) -> Memory | None:
    """The fact that waits and says the same of a service, the surest one; None where none does."""
    waiting = tables.select(
        f"{IS_DRAWN} AND service IS ?", (DRAWN.why, service), f"ORDER BY id DESC LIMIT {MOST_COMPARED}"
    )
    if not waiting:
        return None
    from ..language.compare import judge
    from ..language.subjects.strip_subject import bare_all, strip_subject

    texts = bare_all([memory.observation for memory in waiting], service)
    judged = judge.judge_all(strip_subject(text, service), texts)
    same = [(one.score, memory) for one, memory in zip(judged, waiting, strict=True) if one.verdict is Verdict.SAME]
    return max(same, key=lambda pair: (pair[0], -pair[1].id))[1] if same else None


def admit_drawn(memory: Memory, cause: ChangeCause, confidence: float, text: str = "") -> Memory:
    """Let a fact in that waited. ``text`` are the words of what confirmed it, "" leaves its own."""
    now = to_text(cause.now)
    value = lifecycle.clamp_confidence(max(memory.confidence, confidence))
    columns: dict[str, Any] = {
        "gate": "allow",
        "gate_why": "",
        "active": int(lifecycle.is_active_confidence(value)),
        "confidence": value,
        "observation": text or memory.observation,
        "updated_at": now,
        "last_confirmed_at": max(memory.last_confirmed_at, cause.said_at or now),
    }
    after = replace(memory, **columns)
    tables.update(memory.id, **columns)
    why = f"It waited for a confirmation. Said by another source: “{one_line(cause.text)}”."
    tables.add_version(after, action="confirmed", by=cause.by, why=why, now=cause.now, **cause.source)
    return after
