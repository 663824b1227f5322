"""What a new fact does to one that is known: it confirms it, or contradicts and thereby closes it (M9, M10, E7).

Each effect changes the row and appends to its history, in one transaction. Inside ``store.write``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from ..core.clock import to_text
from ..language.types import ContradictionCertainty
from . import close_replaced, conflicts, lifecycle, tables
from .conflicts import ConflictKind
from .context import one_line
from .lifecycle import JudgedMemory
from .types import Memory, MemoryLink

MOST_NOTED = 3  # pairs in possible conflict that one new fact may raise


@dataclass(frozen=True, slots=True)
class ChangeCause:
    """Who brought a change about, when, and by what words. ``said_at`` is when they were said ("" for now)."""

    text: str
    by: str
    now: datetime
    session_id: int | None = None
    marker_id: int | None = None
    resource_id: int | None = None
    said_at: str = ""

    @property
    def source(self) -> Mapping[str, Any]:
        """What a version tells of it."""
        return {"session_id": self.session_id, "marker_id": self.marker_id, "resource_id": self.resource_id}


def confirm(judged: JudgedMemory, cause: ChangeCause, *, gain: float, action: str, why: str, **more: Any) -> Memory:
    """It holds: its confidence grows by ``gain``, it is fresh again, and valid again where it was closed.

    ``more`` are further columns (another wording, another merge counted). What was said before the last confirmation
    does not set that back.
    """
    old, now = judged.memory, to_text(cause.now)
    confirmed = max(old.last_confirmed_at, cause.said_at or now)
    columns: dict[str, Any] = {
        "confidence": lifecycle.clamp_confidence(old.confidence + gain),
        "updated_at": now,
        "last_confirmed_at": confirmed,
        "state": "active",
        **close_replaced.reopening_columns(old, cause.now),
        **more,
    }
    memory = replace(old, **columns)
    tables.update(old.id, **{name: value for name, value in columns.items() if value != getattr(old, name)})
    tables.add_version(memory, action=action, by=cause.by, why=why, now=cause.now, **cause.source)
    return memory


def contradict(judged: JudgedMemory, new: Memory, cause: ChangeCause) -> Memory:
    """It is contradicted: its confidence falls, and ``new`` closes it where that is certain and nothing closed it
    before (M10). What is merely likely stands on, lowered and in conflict, until somebody confirms one of the two."""
    old = judged.memory
    value = lifecycle.lowered_confidence(old)
    likely = judged.judgement.certainty is ContradictionCertainty.LIKELY
    closing = {} if likely else close_replaced.closed(old, new.id, cause.now)
    columns: dict[str, Any] = {"confidence": value, "active": int(lifecycle.is_active_confidence(value)), **closing}
    memory = replace(old, **columns)
    tables.update(old.id, **columns)
    tables.add_version(
        memory,
        action="lowered",
        by=cause.by,
        why=f"Contradicted by “{one_line(cause.text)}”. {judged.judgement.why}",
        now=cause.now,
        other_id=new.id,
        **cause.source,
    )
    tables.add_link(MemoryLink(new.id, old.id, "contradicts", judged.judgement.why, to_text(cause.now)))
    kind = ConflictKind.LIKELY if likely else ConflictKind.CERTAIN
    conflicts.record(old, new, kind, judged.judgement.why, judged.judgement.score, cause.now)
    return memory


def note_unsure(judged: Sequence[JudgedMemory], new: Memory, now: datetime) -> None:
    """Record what may contradict ``new`` and stands beside it, the surest first; at most ``MOST_NOTED``."""
    unsure = [j for j in judged if j.judgement.certainty is ContradictionCertainty.UNSURE and _stands(j.memory, new)]
    for one in sorted(unsure, key=lambda j: (-j.judgement.score, -j.memory.id))[:MOST_NOTED]:
        conflicts.record(one.memory, new, ConflictKind.UNSURE, one.judgement.why, one.judgement.score, now)


def settle_likely(confirmed: Memory, cause: ChangeCause) -> list[Memory]:
    """A fact that was confirmed by another session closes what it had only likely contradicted (M10)."""
    if cause.session_id is not None and cause.session_id == confirmed.session_id:
        return []
    why = f"Memory {confirmed.id} was confirmed: “{one_line(cause.text)}”."
    return conflicts.close_contradicted(confirmed.id, cause.by, cause.now, why)


def _stands(old: Memory, new: Memory) -> bool:
    return bool(old.active) and old.superseded_by is None and old.id != new.id


def said_again(cause: ChangeCause, judged: JudgedMemory) -> str:
    """Why a memory was confirmed, for its history."""
    return f"Said again: “{one_line(cause.text)}”. {judged.judgement.why}"
