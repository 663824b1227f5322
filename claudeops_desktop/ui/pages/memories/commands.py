"""What the operator does to memories, lessons and reminders: written in the background and remembered for undo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from ....memory import MemoryCandidate, MemoryChange, MemoryEdit, MemoryService
from ...app_context import AppContext
from ...text.translation import error_text, tr, tr_count
from ...undo_stack import UndoStack, ignore_answer
from .rows import IN_PROMPTS, day_text, lesson_row
from .text import change_text

if TYPE_CHECKING:
    from ....memory import FutureTrigger, StoredLesson, VisibilityChange


@dataclass(frozen=True, slots=True)
class VisibilityNotes:
    """Changes of who sees memories; ``notes`` say what stayed as it was, or needs review."""

    changes: tuple[VisibilityChange, ...]

    @property
    def notes(self) -> tuple[str, ...]:
        """Return the sentences for the operator, each once."""
        return tuple(dict.fromkeys(one.why for one in self.changes if one.why))


class MemoryCommands(QObject):
    """``message_posted`` carries a sentence for the toast and a callable that undoes it, or None; ``change_finished``
    the MemoryChange; ``failed`` says that nothing was changed and what is shown may be wrong.
    """

    message_posted = Signal(str, object)
    change_finished = Signal(object)
    failed = Signal()

    def __init__(self, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context

    # --- facts -------------------------------------------------------------------------------------------------------

    def add(self, candidate: MemoryCandidate) -> None:
        """Add an operator's memory, as the judge has it."""
        self._write(partial(self._context.memory.edits.add_judged, candidate))

    def edit(self, ids: Sequence[int], edit: MemoryEdit) -> None:
        """Change what ``edit`` names on all of them."""
        self._write(partial(self._context.memory.edits.edit, tuple(ids), edit))

    def change_all(self, ids: Sequence[int], edit: MemoryEdit, by: float) -> None:
        """Change what ``edit`` names on all of them and raise or lower their confidence, as one step."""
        self._write(partial(_edit_and_adjust, self._context.memory, tuple(ids), edit, by))

    def pin(self, ids: Sequence[int], on: bool) -> None:
        """Pin or unpin them."""
        self.edit(ids, MemoryEdit(pinned=on))

    def delete(self, ids: Sequence[int]) -> None:
        """Delete them, into the trash; ask first."""
        trash = self._context.memory.trash
        self._context.bridge.write(partial(trash.trash_memories, tuple(ids)), self._deleted, self._lost)

    def delete_for_good(self, ids: Sequence[int]) -> None:
        """Remove these from the trash; ask first."""
        call = partial(self._context.memory.trash.delete_for_good, tuple(ids))
        self._context.bridge.write(call, self._deleted_for_good, self._lost)

    def reopen(self, *ids: int) -> None:
        """Make memories valid again that were closed, lowered or silenced by age."""
        review = self._context.memory.review
        label = tr_count("Made %n memory valid again", "Made %n memories valid again", len(ids))
        do = partial(review.reopen_closed, ids)
        self._context.undo.perform(label, do, review.undo_reopening, failed=self._lost)

    def restore(self, *ids: int) -> None:
        """Bring memories back from the trash; undoing it puts them there again."""
        trash = self._context.memory.trash
        label = tr_count("Restored %n memory", "Restored %n memories", len(ids))
        do, undo = partial(trash.bring_all_back, ids), partial(trash.trash_memories, ids)
        self._context.undo.perform(label, do, ignore_answer(undo), failed=self._lost)

    # --- who sees them -----------------------------------------------------------------------------------------------

    def share(self, ids: Sequence[int]) -> None:
        """Show them to everyone; undoing it makes them private again."""
        visibility = self._context.memory.visibility
        label = tr_count("Shared %n memory with everyone", "Shared %n memories with everyone", len(ids))
        self._change_visibility(label, visibility.share, ids)

    def share_with(self, project: str, ids: Sequence[int]) -> None:
        """Show them to a project, and to nobody else; undoing it shows them as before."""
        visibility = self._context.memory.visibility
        label = tr_count(
            "Shared %n memory with the project {name}",
            "Shared %n memories with the project {name}",
            len(ids),
            name=project,
        )
        self._change_visibility(label, partial(visibility.share, project=project), ids)

    def unshare(self, ids: Sequence[int]) -> None:
        """Take them back; undoing it shows them as before."""
        visibility = self._context.memory.visibility
        label = tr_count("Made %n memory private", "Made %n memories private", len(ids))
        self._change_visibility(label, visibility.unshare, ids)

    def _change_visibility(self, label: str, change: Callable[[int], VisibilityChange], ids: Sequence[int]) -> None:
        visibility, wanted = self._context.memory.visibility, tuple(ids)

        def do() -> VisibilityNotes:
            return VisibilityNotes(tuple(change(number) for number in wanted))

        def undo(done: VisibilityNotes) -> VisibilityNotes:
            return VisibilityNotes(tuple(visibility.put_back(one) for one in done.changes if one.changed))

        if wanted:
            self._context.undo.perform(label, do, undo, failed=self._lost)

    # --- lessons -----------------------------------------------------------------------------------------------------

    def add_lesson(self, text: str) -> None:
        """Add a lesson; undone by removing it."""
        lessons = self._context.memory.lessons
        self._context.undo.perform(
            tr("Added a lesson"), partial(lessons.add, text), lambda made: lessons.remove(made.id)
        )

    def reword_lesson(self, lesson: StoredLesson, text: str) -> None:
        """Change the words of a lesson."""
        change = partial(self._context.memory.lessons.edit, lesson.id, text=text)
        self._change_lesson(lesson, tr("Changed a lesson"), change)

    def toggle_lesson(self, lesson: StoredLesson) -> None:
        """Turn a lesson on or off; one that waits is approved."""
        state = lesson_row(lesson).state
        labels = {
            "in prompts": tr("Turned a lesson off"),
            "waits": tr("Approved a lesson"),
            "off": tr("Turned a lesson on"),
        }
        change = partial(self._context.memory.lessons.edit, lesson.id, active=state not in IN_PROMPTS)
        self._change_lesson(lesson, labels[state], change)

    def remove_lesson(self, lesson: StoredLesson) -> None:
        """Remove a lesson; undone by bringing it back."""
        change = partial(self._context.memory.lessons.remove, lesson.id)
        self._change_lesson(lesson, tr("Removed a lesson"), change)

    def _change_lesson(self, before: StoredLesson, label: str, change: Callable[[], object]) -> None:
        restore = ignore_answer(partial(self._context.memory.lessons.restore, before))
        self._context.undo.perform(label, change, restore, failed=self._lost)

    # --- reminders ---------------------------------------------------------------------------------------------------

    def toggle_reminder(self, reminder: FutureTrigger) -> None:
        """Cancel a reminder, or have prompts include a cancelled one again. One whose day is over stays as it is."""
        if reminder.state == "fired":
            return
        reminders, day = self._context.memory.reminders, day_text(reminder.trigger_date)
        cancel, restore = partial(reminders.cancel, reminder.id), partial(reminders.restore, reminder.id)
        if reminder.state == "cancelled":
            self._context.undo.perform(tr("{day} is in prompts again", day=day), restore, ignore_answer(cancel))
        else:
            label = tr("Cancelled {trigger_date}", trigger_date=day)
            self._context.undo.perform(label, cancel, ignore_answer(restore))

    # --- what came of it ---------------------------------------------------------------------------------------------

    def _write(self, call: Callable[[], MemoryChange]) -> None:
        self._context.bridge.write(call, self._have, self._lost)

    def _have(self, change: MemoryChange) -> None:
        if not change.before and not change.after and isValid(self):
            self.message_posted.emit(tr("It no longer exists: nothing was changed."), None)
            self.failed.emit()
            return
        self._context.undo.push_change(change, tell=False)
        if not isValid(self):  # the page is gone, what it did is not
            return
        self.message_posted.emit(change_text(change), partial(undo_memory_change, self._context.undo, change))
        self.change_finished.emit(change)

    def _deleted(self, change: MemoryChange) -> None:
        if not change.before:
            self._have(change)
            return
        label = tr_count("Deleted %n memory", "Deleted %n memories", len(change.before))
        trash = self._context.memory.trash
        do, undo = partial(trash.trash_memories, change.ids), partial(trash.bring_all_back, change.ids)
        take_back = self._context.undo.push_step(label, undo, do, tell=False)
        if isValid(self):
            self.message_posted.emit(f"{label}.", take_back)
            self.change_finished.emit(change)

    def _deleted_for_good(self, number: int) -> None:
        if isValid(self):
            told = tr("Deleted for good.") if number else tr("It no longer exists: nothing was changed.")
            self.message_posted.emit(told, None)

    def _lost(self, error: Exception) -> None:
        if isValid(self):
            self.message_posted.emit(error_text(error), None)
            self.failed.emit()


def _edit_and_adjust(memory: MemoryService, ids: Sequence[int], edit: MemoryEdit, by: float) -> MemoryChange:
    """Do both in one write, and answer with one change that takes both back."""
    if edit == MemoryEdit():
        return memory.edits.adjust(ids, by)
    first = memory.edits.edit(ids, edit)
    if not by:
        return first
    second = memory.edits.adjust(ids, by)
    return replace(first, after=second.after, notes=(*first.notes, *second.notes))


def undo_memory_change(stack: UndoStack, change: MemoryChange) -> None:
    """Undo this change from its toast, never a later one."""
    if stack.holds_last(change):
        stack.undo()
