"""What waits for the operator's yes, known to the whole window: the bar, the side bar, the tray and two pages."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from ..core.clock import from_text, utc_now
from ..core.emergency_stop_marker import HOW_TO_RESUME, STOPPED, is_stopped
from ..records.approvals import YES, Approval, is_held_back, state_at
from ..storage.change_events import CommittedChange
from .delayed_answers import DelayedAnswer, DelayedAnswers
from .text import approval_text
from .text.translation import error_text, tr

if TYPE_CHECKING:
    from pathlib import Path

    from ..operations.approvals import ApprovalAnswer
    from ..records.record_books import RecordRepositories
    from ..storage.qt_async import StoreBridge

BURST_MS = 50
BY = "window"
SAID = {
    "approved": tr("Approved: {about}. The run goes on."),
    "approved_run": tr("Approved for this run: {about}. Nothing of this kind is asked again."),
    "refused": tr("Refused: {about}."),
}
UNDONE = tr("Not approved: {about}. It waits for your answer.")
CLOSED = tr("Not approved, as the window was closed within five seconds: {about}.")


class PendingApprovals(QObject):
    """``changed`` says that ``waiting`` moved; ``message_posted`` carries what became of a question, in one sentence.

    ``held`` has the approvals that take effect in a few seconds. Only what happens to questions is told: an answer
    given here, elsewhere, or by the time.
    """

    changed = Signal()
    message_posted = Signal(str)

    def __init__(self, root: Path, book: RecordRepositories, bridge: StoreBridge) -> None:
        super().__init__()
        self._root = root
        self._book = book
        self._bridge = bridge
        self.waiting: tuple[Approval, ...] = ()
        self._mine: set[int] = set()
        self.held = DelayedAnswers(self)
        self.held.answer_due.connect(self._take_effect)
        self._burst = QTimer(self, singleShot=True, interval=BURST_MS)
        self._burst.timeout.connect(self.refresh)
        self._next_end = QTimer(self, singleShot=True)
        self._next_end.setTimerType(Qt.TimerType.PreciseTimer)
        self._next_end.timeout.connect(self.refresh)
        self._following = False

    def start_watching(self) -> None:
        """Know what waits from now on."""
        if not self._following:
            self._following = True
            self._bridge.changed.connect(self._changed)
        self.refresh()

    def close(self) -> None:
        """The window ends: ask nothing more."""
        if self._following:
            self._following = False
            self._bridge.changed.disconnect(self._changed)
        self.held.cancel_all()
        self._burst.stop()
        self._next_end.stop()

    def refresh(self) -> None:
        """Ask what waits, and what became of what waited."""
        self._burst.stop()
        known = tuple(one.id for one in self.waiting)
        self._bridge.ask(partial(_load_pending, self._book, known, utc_now()), self._answered, newest=True)

    def answer(self, approval: Approval, state: str, note: str = "") -> None:
        """Answer one: ``approved``, ``approved_run`` or ``refused``.

        A yes to what cannot be taken back is held for five seconds; anything else is off the screen at once. While
        everything is stopped nothing is approved.
        """
        if state in YES and is_stopped(self._root):
            self._bridge.failed.emit(f"{STOPPED}. {HOW_TO_RESUME}")
            self.refresh()
            return
        if state in YES and is_held_back(approval):
            self.held.hold_answer(approval, state, note)
            return
        self.held.undo(approval.id)
        self._give(approval, state, note)

    def undo(self, approval_id: int) -> None:
        """Take an approval back that has not taken effect."""
        found = next((held.approval for held in self.held.all_held if held.approval.id == approval_id), None)
        if found is not None and self.held.undo(approval_id):
            self.message_posted.emit(UNDONE.format(about=approval_text.approval_subject(found)))

    def drop_held(self) -> None:
        """The window goes out of sight: what could not be undone any more is not approved."""
        for held in self.held.all_held:
            self.message_posted.emit(CLOSED.format(about=approval_text.approval_subject(held.approval)))
        self.held.cancel_all()

    def _take_effect(self, held: DelayedAnswer) -> None:
        if is_stopped(self._root):
            self._bridge.failed.emit(f"{STOPPED}. {HOW_TO_RESUME}")
            self.refresh()
        elif any(one.id == held.approval.id for one in self.waiting):
            self._give(held.approval, held.state, held.note)

    def _give(self, approval: Approval, state: str, note: str) -> None:
        self._mine.add(approval.id)
        self._show(tuple(one for one in self.waiting if one.id != approval.id))
        self._bridge.write(
            partial(_store_answer, self._book, approval.id, state, note, utc_now()),
            partial(self._was_taken, approval, state),
            partial(self._was_not_taken, approval),
        )

    def refuse_all(self) -> None:
        """Everything is stopped: nothing waits any more, and what was to take effect does not. The records follow."""
        self.held.cancel_all()
        self._show(())

    def _changed(self, change: CommittedChange) -> None:
        if change.table == "stop":
            if is_stopped(self._root):
                self.refuse_all()
            self.refresh()
        if change.table in ("approvals", "*") and not self._burst.isActive():
            self._burst.start()

    def _answered(self, answer: tuple[tuple[Approval, ...], tuple[Approval, ...]]) -> None:
        waiting, gone = answer
        if not self._following:
            return
        for one in gone:
            if one.id not in self._mine:
                self._mine.add(one.id)  # told once
                self.message_posted.emit(approval_text.closed_text(one))
        stopped = is_stopped(self._root)
        self._show(() if stopped else tuple(one for one in waiting if one.id not in self._mine))

    def _show(self, waiting: tuple[Approval, ...]) -> None:
        self._next_end.stop()
        if waiting:
            ends = min(from_text(one.expires_at) for one in waiting)
            self._next_end.start(max(1, min(2**31 - 1, int((ends - utc_now()).total_seconds() * 1000) + 20)))
        if waiting != self.waiting:
            self.waiting = waiting
            self.held.keep_only(frozenset(one.id for one in waiting))
            self.changed.emit()

    def _was_taken(self, approval: Approval, state: str, taken: Approval | None) -> None:
        if taken is None:
            self.message_posted.emit(SAID[state].format(about=approval_text.approval_subject(approval)))
        else:
            self.message_posted.emit(
                tr("Your answer came too late. {what_happened}", what_happened=approval_text.late_text(taken))
            )

    def _was_not_taken(self, approval: Approval, error: Exception) -> None:
        self._mine.discard(approval.id)
        self._bridge.failed.emit(error_text(error))
        self.refresh()


def _load_pending(
    book: RecordRepositories, known: tuple[int, ...], now: datetime
) -> tuple[tuple[Approval, ...], tuple[Approval, ...]]:
    waiting = tuple(book.approvals.waiting(now))
    here = {one.id for one in waiting}
    gone = [book.approvals.get(number) for number in known if number not in here]
    return waiting, tuple(state_at(one, now) for one in gone if one is not None)


def _store_answer(book: RecordRepositories, approval_id: int, state: str, note: str, now: datetime) -> Approval | None:
    """Answer by the rule of every door, and return how the question ended where it waits no longer."""
    from ..operations.approvals import AnswerApproval, AnswerTooLate, answer_approval

    try:
        answer = AnswerApproval(approval_id, cast("ApprovalAnswer", state), BY, note, confirmed=True)
        answer_approval(book, answer, now)
    except AnswerTooLate as late:
        return late.approval
    return None
