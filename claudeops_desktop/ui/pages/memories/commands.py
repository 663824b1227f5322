"""What the operator does to memories: written in the background, remembered for undo, told in the past tense."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from ....memory import Memory, MemoryCandidate, MemoryChange, MemoryEdit, MemoryService
from ...app_context import AppContext
from ...text.translation import error_text, tr, tr_count
from ...undo_stack import UndoStack
from .text import change_text

if TYPE_CHECKING:
    from ....memory import VisibilityChange


@dataclass(frozen=True, slots=True)
class VisibilityNotes:
    """Changes of who sees memories; ``notes`` say what stayed as it was, or needs review."""

    changes: tuple[VisibilityChange, ...]

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences for the operator, each once."""
        return tuple(dict.fromkeys(one.why for one in self.changes if one.why))


class MemoryCommands(QObject):
    """``message_posted`` carries a sentence for the toast and a callable that undoes it, or None; ``change_finished``
    the MemoryChange; ``failed`` says that nothing was changed and what is shown may be wrong.
    """

    message_posted = Signal(str, object)
    change_finished = Signal(object)
    failed = Signal()

    def __init__(self, desk: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk

    def add(self, candidate: MemoryCandidate) -> None:
        """Add an operator's memory, as the judge has it."""
        self._write(partial(self._desk.memory.edits.add_judged, candidate))

    def edit(self, ids: Sequence[int], edit: MemoryEdit) -> None:
        """Change what ``edit`` names on all of them."""
        self._write(partial(self._desk.memory.edits.edit, tuple(ids), edit))

    def adjust(self, ids: Sequence[int], by: float) -> None:
        """Raise or lower their confidence."""
        self._write(partial(self._desk.memory.edits.adjust, tuple(ids), by))

    def pin(self, ids: Sequence[int], on: bool) -> None:
        """Pin or unpin them."""
        self.edit(ids, MemoryEdit(pinned=on))

    def delete(self, ids: Sequence[int]) -> None:
        """Delete them, into the trash; ask first."""
        trash = self._desk.memory.trash
        self._desk.bridge.write(partial(trash.trash_memories, tuple(ids)), self._deleted, self._lost)

    def delete_for_good(self, memory_id: int) -> None:
        """Remove one from the trash; ask first."""
        call = partial(self._desk.memory.trash.delete_for_good, (memory_id,))
        self._desk.bridge.write(call, self._deleted_for_good, self._lost)

    def share(self, ids: Sequence[int]) -> None:
        """Show them to everyone; undoing it makes them private again."""
        visibility = self._desk.memory.visibility
        label = tr_count("Shared %n memory with everyone", "Shared %n memories with everyone", len(ids))
        self._change_visibility(label, visibility.share, ids)

    def share_with(self, project: str, ids: Sequence[int]) -> None:
        """Show them to a project, and to nobody else; undoing it shows them as before."""
        visibility = self._desk.memory.visibility
        label = tr_count(
            "Shared %n memory with the project {name}",
            "Shared %n memories with the project {name}",
            len(ids),
            name=project,
        )
        self._change_visibility(label, partial(visibility.share, project=project), ids)

    def unshare(self, ids: Sequence[int]) -> None:
        """Take them back; undoing it shows them as before."""
        visibility = self._desk.memory.visibility
        label = tr_count("Made %n memory private", "Made %n memories private", len(ids))
        self._change_visibility(label, visibility.unshare, ids)

    def _change_visibility(self, label: str, change: Callable[[int], VisibilityChange], ids: Sequence[int]) -> None:
        visibility, wanted = self._desk.memory.visibility, tuple(ids)

        def do() -> VisibilityNotes:
            return VisibilityNotes(tuple(change(number) for number in wanted))

        def undo(done: VisibilityNotes) -> VisibilityNotes:
            return VisibilityNotes(tuple(visibility.put_back(one) for one in done.changes if one.changed))

        if wanted:
            self._desk.undo.perform(label, do, undo, failed=self._lost)

    def reopen(self, memory_id: int) -> None:
        """Make one valid again that was closed, lowered or silenced by age."""
        memory = self._desk.memory
        do = partial(memory.review.reopen_closed, (memory_id,))
        self._desk.undo.perform(tr("Made 1 memory valid again"), do, memory.review.undo_reopening, failed=self._lost)

    def restore(self, memory_id: int) -> None:
        """Bring one back from the trash; undoing it puts it there again."""
        memory = self._desk.memory
        do = partial(memory.trash.bring_back, memory_id)
        self._desk.undo.perform(tr("Restored 1 memory"), do, partial(_trash_again, memory), failed=self._lost)

    def _write(self, call: Callable[[], MemoryChange]) -> None:
        self._desk.bridge.write(call, self._have, self._lost)

    def _have(self, change: MemoryChange) -> None:
        if not change.before and not change.after and isValid(self):
            self.message_posted.emit(tr("It no longer exists: nothing was changed."), None)
            self.failed.emit()
            return
        self._desk.undo.push_change(change, tell=False)
        if not isValid(self):  # the page is gone, what it did is not
            return
        self.message_posted.emit(change_text(change), partial(undo_memory_change, self._desk.undo, change))
        self.change_finished.emit(change)

    def _deleted(self, change: MemoryChange) -> None:
        if not change.before:
            self._have(change)
            return
        number = len(change.before)
        label = tr_count("Deleted %n memory", "Deleted %n memories", number)
        trash = self._desk.memory.trash
        do, undo = partial(trash.trash_memories, change.ids), partial(trash.bring_all_back, change.ids)
        take_back = self._desk.undo.push_step(label, undo, do, tell=False)
        if isValid(self):
            self.message_posted.emit(f"{label}.", take_back)
            self.change_finished.emit(change)

    def _deleted_for_good(self, number: int) -> None:
        if isValid(self):
            told = tr("Deleted for good.") if number else tr("It no longer exists: nothing was changed.")
            self.message_posted.emit(told, None)

    def _lost(self, error: Exception) -> None:
        if not isValid(self):
            return
        self.message_posted.emit(error_text(error), None)
        self.failed.emit()


def _trash_again(agent: MemoryService, memory: Memory) -> MemoryChange:
    return agent.trash.trash_memories((memory.id,))


def undo_memory_change(stack: UndoStack, change: MemoryChange) -> None:
    """The toast's Undo: its own change only, never a later one."""
    if stack.holds_last(change):
        stack.undo()
