"""A yes to what cannot be taken back waits five seconds, so that a slip of the finger can be undone.

Until then nothing is written: whatever ends the window meanwhile leaves the question as it was.
"""

from __future__ import annotations

import math
import time

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer, Signal

from ..records.approvals import HELD_BACK_S, Approval

LOOK_EVERY_MS = 200
monotonic = time.monotonic


class DelayedAnswer(Struct, frozen=True):
    """An answer that has not taken effect: ``state`` and ``note`` are to be written at ``due`` (of ``monotonic``)."""

    approval: Approval
    state: str
    note: str
    due: float


class DelayedAnswers(QObject):
    """``changed`` says that one began, went, or that a second passed; ``answer_due`` carries one that takes effect
    now."""

    changed = Signal()
    answer_due = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._held: dict[int, DelayedAnswer] = {}
        self._told: tuple[tuple[int, int], ...] = ()
        self._timer = QTimer(self, interval=LOOK_EVERY_MS)
        self._timer.timeout.connect(self.apply_due)

    @property
    def all_held(self) -> tuple[DelayedAnswer, ...]:
        """Those that wait, the oldest first."""
        return tuple(self._held.values())

    def hold_answer(self, approval: Approval, state: str, note: str) -> None:
        """Take an answer that is to be written in five seconds. One that is held already stays as it is."""
        if approval.id not in self._held:
            self._held[approval.id] = DelayedAnswer(approval, state, note, monotonic() + HELD_BACK_S)
            self._timer.start()
            self._tell()

    def undo(self, approval_id: int) -> bool:
        """Take an answer back; False where it is held no longer."""
        found = self._held.pop(approval_id, None) is not None
        self._tell()
        return found

    def keep_only(self, approval_ids: frozenset[int]) -> None:
        """Drop the answers to questions that wait no longer."""
        for number in [number for number in self._held if number not in approval_ids]:
            del self._held[number]
        self._tell()

    def cancel_all(self) -> int:
        """Take all of them back: the window goes away. How many there were."""
        number = len(self._held)
        self._held.clear()
        self._tell()
        return number

    def seconds_left(self, approval_id: int) -> int | None:
        """In how many whole seconds an answer takes effect; None where none is held."""
        held = self._held.get(approval_id)
        return None if held is None else max(0, math.ceil(held.due - monotonic()))

    def apply_due(self) -> None:
        """Let those take effect whose time has come."""
        now = monotonic()
        for held in [held for held in self._held.values() if held.due <= now]:
            del self._held[held.approval.id]
            self.answer_due.emit(held)
        self._tell()

    def _tell(self) -> None:
        if not self._held:
            self._timer.stop()
        told = tuple((number, self.seconds_left(number) or 0) for number in self._held)
        if told != self._told:
            self._told = told
            self.changed.emit()
