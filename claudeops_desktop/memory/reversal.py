"""Undo and redo: from how an operation left things back to how they were (M14, D8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..clock import Clock
from ..errors import OperatorError
from ..records.book import Book
from . import tables
from .fact import Memory, MemoryChange, Snapshot

OPERATOR = "operator"


class Reversal:
    """Takes operations back. Everything here runs inside ``store.write``."""

    def __init__(self, book: Book, clock: Clock) -> None:
        self._book = book
        self._store = book.store
        self._clock = clock

    def undo(self, change: MemoryChange) -> MemoryChange:
        """Take an operation back."""
        return self._bring(f"Undo: {change.label}", change.after, change.before)

    def redo(self, change: MemoryChange) -> MemoryChange:
        """Do an operation that was taken back once more."""
        return self._bring(f"Redo: {change.label}", change.before, change.after)

    def _bring(self, label: str, now: Sequence[Snapshot], wanted: Sequence[Snapshot]) -> MemoryChange:
        """From how an operation left things to how they were, touching only what it had changed."""
        there, want = {s.memory.id: s for s in now}, {s.memory.id: s for s in wanted}
        ids = sorted(there | want)
        before = self.snapshots(ids)
        gone = [number for number in ids if number not in want]
        if gone:
            self._book.markers.blank("memory", gone)
            tables.remove(gone)
            self._store.changed("memories", *gone, what="deleted")
        back = [want[number] for number in ids if number in want and number not in there]
        for snapshot in back:
            self._restore(snapshot)
        for snapshot in back:  # when all rows are there
            for link in snapshot.links:
                if tables.get(link.from_id) and tables.get(link.to_id):
                    tables.add_link(link)
        if back:
            self._store.changed("memories", *(s.memory.id for s in back), what="inserted")
        both = [number for number in ids if number in want and number in there]
        for number in both:
            self._revert(there[number].memory, want[number].memory, label)
        if both:
            self._store.changed("memories", *both)
        return MemoryChange(label, before, self.snapshots(ids))

    def _restore(self, snapshot: Snapshot) -> None:
        if tables.get(snapshot.memory.id) is None:
            tables.insert(snapshot.memory)
            tables.restore_versions(snapshot.versions)
            self._book.markers.unblank("memory", snapshot.memory.id, snapshot.markers)

    def _revert(self, then: Memory, wanted: Memory, label: str) -> None:
        current = tables.get(then.id)
        if current is None:
            return
        fields = [name for name in Memory.__dataclass_fields__ if getattr(then, name) != getattr(wanted, name)]
        if current.updated_at != then.updated_at:  # the agent was at it since: leave it its own
            fields = [name for name in fields if name not in ("updated_at", "decay_from", "decay_weeks")]
        columns = {name: getattr(wanted, name) for name in fields}
        if columns:
            tables.update(current.id, **columns)
            restored = replace(current, **columns)
            tables.add_version(restored, action="restored", by=OPERATOR, why=f"{label}.", now=self._clock())

    def snapshots(self, ids: Sequence[int]) -> tuple[Snapshot, ...]:
        """Everything the database holds of these memories; those that are gone are left out."""
        return tuple(self.snapshot(memory.id, memory) for memory in tables.by_ids(ids))

    def snapshot(self, memory_id: int, memory: Memory | None = None) -> Snapshot:
        """Everything the database holds of one. Raises OperatorError where there is none."""
        found = memory or tables.get(memory_id)
        if found is None:
            raise OperatorError(f"There is no memory {memory_id}.", "List them with `claudeops memory list`.")
        sources = self._book.markers.of_target("memory", memory_id)
        return Snapshot(
            found,
            tuple(tables.versions(memory_id)),
            tuple(tables.links(memory_id)),
            tuple((source.id, source.line, source.said) for source in sources),
        )
