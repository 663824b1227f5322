"""The bar over every page while something waits for the operator's yes."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ..pages.base_page import PageLocation
from ..pending_approvals import PendingApprovals
from ..text import approval_text
from ..text.translation import tr, tr_count
from .message_bar import MessageBar


class ApprovalBar(MessageBar):
    """Tells what asked first and how many more wait. ``navigation_requested`` carries the PageLocation of its card.

    A question is answered at its card alone: a click that was meant for a notification over the bar answers nothing.
    While an approval can still be undone, that is what the bar tells of and offers.
    """

    navigation_requested = Signal(object)

    def __init__(self, questions: PendingApprovals, parent: QWidget | None = None) -> None:
        super().__init__("question", "question", "warn", tr("Show"), tr("Undo"), parent=parent)
        self._questions = questions
        self.button.setAccessibleName(tr("Show the question"))
        self.other_button.setAccessibleName(tr("Take the approval back"))
        self.action_triggered.connect(self._look)
        self.other_action_triggered.connect(self._undo)
        questions.changed.connect(self._tell)
        questions.held.changed.connect(self._tell)
        self._tell()

    def _tell(self) -> None:
        waiting = self._questions.waiting
        if not waiting:
            self.show_message("")
            return
        held = self._questions.held.all_held[:1]
        self.other_button.setVisible(bool(held))
        if held:
            seconds = self._questions.held.seconds_left(held[0].approval.id) or 0
            self.show_message(approval_text.delayed_text(held[0].approval, seconds))
            return
        more = len(waiting) - 1
        line = approval_text.approval_line(waiting[0])
        self.show_message(
            tr_count("{question} · %n more question", "{question} · %n more questions", more, question=line)
            if more
            else line
        )

    def _look(self) -> None:
        held = self._questions.held.all_held[:1]
        first = held[0].approval if held else next(iter(self._questions.waiting), None)
        if first is not None:
            self.navigation_requested.emit(PageLocation("inbox", id=first.id))

    def _undo(self) -> None:
        for held in self._questions.held.all_held[:1]:
            self._questions.undo(held.approval.id)
