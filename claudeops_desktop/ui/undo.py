"""Undo and redo of changes to memories (M14): one stack for the window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from ..memory.fact import MemoryChange
    from .desk import Desk

DEPTH = 200


class UndoStack(QObject):
    """What was done to memories, so that it can be undone and done again while the application is open.

    ``changed`` says that the texts for menus moved; ``message`` carries a sentence and a callable that takes it back,
    or None, as ``Page.message`` does.
    """

    changed = Signal()
    message = Signal(str, object)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._done: list[MemoryChange] = []
        self._undone: list[MemoryChange] = []
        self._busy = False

    @property
    def undo_text(self) -> str:
        """What undo would take back, or nothing."""
        return self._done[-1].label if self._done else ""

    @property
    def redo_text(self) -> str:
        """What redo would do again, or nothing."""
        return self._undone[-1].label if self._undone else ""

    @property
    def busy(self) -> bool:
        """Whether an undo or redo is on its way to the database."""
        return self._busy

    def push(self, change: MemoryChange, *, tell: bool = True) -> None:
        """Remember a change that has happened. With ``tell`` the toast says so and offers to undo it."""
        if not change.before and not change.after:
            return
        self._done.append(change)
        del self._done[:-DEPTH]
        self._undone.clear()
        self.changed.emit()
        if tell:
            self.message.emit(" ".join((f"{change.label}.", *change.notes)), _UndoThis(self, change))

    def undo(self) -> None:
        """Take back the last change. Does nothing while another one is on its way."""
        if self._done and not self._busy:
            self._begin(self._done[-1], self._desk.memory.undo, self._was_undone)

    def redo(self) -> None:
        """Do again what was undone last."""
        if self._undone and not self._busy:
            self._begin(self._undone[-1], self._desk.memory.redo, self._was_redone)

    def holds_last(self, change: MemoryChange) -> bool:
        """Whether ``change`` is the one that undo would take back."""
        return bool(self._done) and self._done[-1] is change

    def _begin(
        self,
        change: MemoryChange,
        operation: Callable[[MemoryChange], MemoryChange],
        done: Callable[[MemoryChange], None],
    ) -> None:
        self._busy = True
        self._desk.bridge.write(_Operation(operation, change), done, self._failed)

    def _was_undone(self, happened: MemoryChange) -> None:
        self._busy = False
        change = self._done.pop()
        self._undone.append(change)
        self.changed.emit()
        self.message.emit(" ".join((f"Undone: {change.label}.", *happened.notes)), self.redo)

    def _was_redone(self, happened: MemoryChange) -> None:
        self._busy = False
        change = self._undone.pop()
        again = replace(happened, label=change.label) if happened.before or happened.after else change
        self._done.append(again)
        self.changed.emit()
        self.message.emit(" ".join((f"{again.label}.", *happened.notes)), _UndoThis(self, again))

    def _failed(self, error: Exception) -> None:
        self._busy = False
        self.changed.emit()
        self.message.emit(getattr(error, "told", str(error)), None)


@dataclass(frozen=True, slots=True)
class _Operation:
    operation: Callable[[MemoryChange], MemoryChange]
    change: MemoryChange

    def __call__(self) -> MemoryChange:
        return self.operation(self.change)


@dataclass(frozen=True, slots=True)
class _UndoThis:
    """The toast's Undo: it takes back its own change only, never a later one."""

    stack: UndoStack
    change: MemoryChange

    def __call__(self) -> None:
        if self.stack.holds_last(self.change):
            self.stack.undo()
