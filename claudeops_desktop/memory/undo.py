"""Undo and redo: from how an operation left things back to how they were (M14, D8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..core.clock import Clock
from ..records.record_books import RecordRepositories
from . import close_replaced, derived_data, lifecycle, tables
from .deletion import MemoryDeletion
from .types import OPERATOR, Memory, MemoryChange, MemorySnapshot

_WORDS = ("observation", "service", "gate_why")
_TIMES = ("updated_at", "last_confirmed_at", "ages_from", "decay_from", "decay_weeks")


class MemoryUndo:
    """Takes operations back. Everything here runs inside ``store.write``."""

    def __init__(self, book: RecordRepositories, clock: Clock, forgetting: MemoryDeletion) -> None:
        self._store = book.store
        self._clock = clock
        self._forgetting = forgetting

    def undo(self, change: MemoryChange) -> MemoryChange:
        """Take an operation back."""
        return self._bring(f"Undo: {change.label}", change.after, change.before)

    def redo(self, change: MemoryChange) -> MemoryChange:
        """Do an operation that was taken back once more."""
        return self._bring(f"Redo: {change.label}", change.before, change.after)

    def _bring(self, label: str, now: tuple[MemorySnapshot, ...], wanted: tuple[MemorySnapshot, ...]) -> MemoryChange:
        """From how an operation left things to how they were, touching only what it had changed."""
        there, want = {s.memory.id: s for s in now}, {s.memory.id: s for s in wanted}
        forgotten = self._forgetting.forget(sorted(there.keys() - want.keys()))
        gone = sorted(want.keys() - there.keys())
        self._forgetting.restore([want[number] for number in gone])
        both = sorted(want.keys() & there.keys())
        before = tables.by_ids(both)
        back = tables.present(gone)
        notes = [f"Memory {number} was purged since: it does not come back." for number in gone if number not in back]
        for memory in before:
            notes += self._revert(memory, there[memory.id].memory, want[memory.id].memory, label)
        if before:
            self._store.changed("memories", *(memory.id for memory in before))
        return MemoryChange(
            label,
            tuple(sorted((*map(MemorySnapshot, before), *forgotten), key=lambda snapshot: snapshot.memory.id)),
            tuple(map(MemorySnapshot, tables.by_ids(sorted(want)))),
            tuple(notes),
        )

    def _revert(self, current: Memory, then: Memory, wanted: Memory, label: str) -> list[str]:
        columns, kept = taken_back(current, then, wanted)
        newer = columns.get("superseded_by")
        if newer is not None and not tables.present([newer]):  # what had closed it went meanwhile: it stays open
            columns = {name: value for name, value in columns.items() if name not in close_replaced.OPENED}
        purged = [name for name in _WORDS if name in columns]
        if purged and derived_data.purged_since(max(then.updated_at, wanted.updated_at)):  # it may have been about them
            columns = {name: value for name, value in columns.items() if name not in purged}
            kept = (*kept, *purged)
        if columns:
            tables.update(current.id, **columns)
            restored = replace(current, **columns)
            tables.add_version(restored, action="restored", by=OPERATOR, why=f"{label}.", now=self._clock())
        return [f"Memory {current.id} was changed since: its {name} was left as it is." for name in kept]


def taken_back(current: Memory, then: Memory, wanted: Memory) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    """The columns that lead from ``then`` back to ``wanted``, and the names of those that somebody changed since.

    What stands as the operation left it goes back to what it was. What was changed since stays; a confidence that
    was raised or lowered since keeps that difference. The times go back together, or not at all.
    """
    columns: dict[str, Any] = {}
    kept: list[str] = []
    for name in Memory.__dataclass_fields__:
        was, left = getattr(wanted, name), getattr(then, name)
        if was == left or name in _TIMES or (name != "confidence" and getattr(current, name) == was):
            continue
        if getattr(current, name) == left:
            columns[name] = was
        elif name == "confidence":
            columns[name] = lifecycle.clamp_confidence(current.confidence + was - left)
        elif name != "active":
            kept.append(name)
    if "confidence" in columns and columns["confidence"] != wanted.confidence:
        columns["active"] = int(lifecycle.is_active_confidence(columns["confidence"]))
    if all(getattr(current, name) == getattr(then, name) for name in _TIMES):
        columns |= {name: getattr(wanted, name) for name in _TIMES if getattr(wanted, name) != getattr(then, name)}
    return columns, tuple(kept)
