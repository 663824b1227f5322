"""How the review page writes an answer, and how it tells of it: in the background, with a way back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from ....memory.conflicts import ConflictState
from ....memory.fact import MemoryChange
from ..memories.operations import TakeBack
from ..memories.phrases import happened
from .operations import PAIR_ANSWERED, Checking, Operation, PairAnswer

if TYPE_CHECKING:
    from ...desk import Desk

NOTHING = "It was answered elsewhere: nothing was changed."


class Answering(QObject):
    """``told`` carries a sentence for the toast and a callable that undoes it, or None. ``failed`` says that nothing
    was written, so that what was answered still waits."""

    told = Signal(str, object)
    failed = Signal()

    def __init__(self, desk: Desk, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk

    def write(self, operation: Operation) -> None:
        """Write an answer that changes memories alone."""
        self._desk.bridge.write(operation, self._done, self._lost)

    def answer_pair(self, conflict_id: int, state: ConflictState) -> None:
        """Write the answer to a pair; undoing it makes the pair wait again."""
        memory = self._desk.memory
        answer = PairAnswer(memory, conflict_id, state)
        self._desk.undo.perform(PAIR_ANSWERED[state], answer, memory.undo_answer, failed=self._lost)

    def check(self, memory_id: int) -> None:
        """Have a fact checked; undoing it withdraws the wish."""
        memory = self._desk.memory
        self._desk.undo.perform("Checked a fact", Checking(memory, memory_id), memory.undo_check, failed=self._lost)

    def _done(self, change: MemoryChange) -> None:
        if not change.before and not change.after:
            if isValid(self):
                self.told.emit(NOTHING, None)
            return
        self._desk.undo.push(change, tell=False)
        if isValid(self):
            self.told.emit(happened(change), TakeBack(self._desk.undo, change))

    def _lost(self, error: Exception) -> None:
        if isValid(self):
            self.told.emit(getattr(error, "told", str(error)), None)
            self.failed.emit()
