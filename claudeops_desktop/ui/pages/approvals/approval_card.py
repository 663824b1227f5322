"""One question that waits: what is asked, how long it still waits, and the three answers."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ....records.approvals import LONGEST_NOTE, YES, Approval, is_held_back
from ... import theme
from ...text import approval_text
from ...text.translation import tr
from ...widgets.decision_card import DecisionCard
from ...widgets.elided_label import ElidedLabel
from ...widgets.state_dot import StateDot
from .request_view import ApprovalRequestView

BAR = 96


class ApprovalCard(DecisionCard):
    """``answered`` carries ``approved``, ``approved_run`` or ``refused``; ``undo_requested`` takes one back that
    has not taken effect. The page gives the card its keys.
    """

    answered = Signal(str)
    undo_requested = Signal()
    session_requested = Signal(int)

    def __init__(self, approval: Approval, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.approval = approval
        self._title = ElidedLabel(role="section")
        self._left = theme.plain_label(role="muted")
        self._bar = QProgressBar(self)
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(BAR)
        self._bar.setRange(0, 1000)
        self._bar.setAccessibleName(tr("Time left"))
        self._inner = QWidget(self.area)
        theme.set_role(self._inner, "surface")
        self.request_view = ApprovalRequestView(self._inner)
        self.request_view.session_requested.connect(self.session_requested)
        self.note = QLineEdit(self)
        self.note.setPlaceholderText(tr("Optional note"))
        self.note.setAccessibleName(tr("A note on your answer"))
        self.note.setMaxLength(LONGEST_NOTE)
        self.note.setMinimumWidth(4 * theme.ROW)
        later = tr(". It takes effect after five seconds") if is_held_back(approval) else ""
        self.approve = QPushButton(tr("Approve"), self)
        self.approve.setToolTip(tr("Allow this once (A){later}", later=later))
        self.approve_run = QPushButton(tr("Approve for this run"), self)
        same = tr("every tier") if approval.kind == "tier" else tr("everything of this kind")
        self.approve_run.setToolTip(
            tr("Allow this and {same} that this run asks for later (Shift+A){later}", same=same, later=later)
        )
        self.refuse = QPushButton(tr("Refuse"), self)
        self.refuse.setToolTip(tr("Do not allow this (R)"))
        theme.set_role(self.refuse, "danger")
        for button, state in (
            (self.approve, "approved"),
            (self.approve_run, "approved_run"),
            (self.refuse, "refused"),
        ):
            button.setAutoDefault(False)
            button.setProperty("answer", state)
            button.clicked.connect(self._clicked)
        self.held: QLabel = theme.plain_label(role="strong")
        self.undo = QPushButton(tr("Undo"), self)
        self.undo.setToolTip(tr("Take the approval back: the question stays open (Z)"))
        self.undo.setAutoDefault(False)
        self.undo.clicked.connect(self.undo_requested)
        self._lay_out()
        self.request_view.show_approval(approval)
        self._title.setText(approval_text.approval_title(approval))
        self.setAccessibleName(approval_text.approval_line(approval))
        self.setAccessibleDescription(
            tr(
                "Press A to approve, Shift+A to approve for this run, R to refuse; Page Down to read on, "
                "arrows for the other questions"
            )
        )

    def update_time_left(self, now: datetime) -> None:
        """Count down; where motion is reduced nothing ticks: the moment is said instead."""
        still = theme.reduce_motion()
        self._left.setText(approval_text.time_left(self.approval, now, coarse=still))
        self._bar.setVisible(not still)
        share = approval_text.share_left(self.approval, now)
        self._bar.setValue(round(share * 1000))
        self.request_view.refresh_times()

    def show_held(self, seconds: int | None) -> None:
        """An approval of it takes effect in so many seconds; None: none is on its way."""
        was, had = self.is_held, self.has_keys
        if seconds is not None:
            self.held.setText(approval_text.delayed_text(self.approval, seconds))
            self.held.setAccessibleName(self.held.text())
        self._answers.setCurrentIndex(0 if seconds is None else 1)
        if was != self.is_held:
            self.check_view()
        if had and not was and seconds is not None:
            self.setFocus()  # not to whatever follows a button that is gone
        if was and seconds is None and self.isVisible():
            self.restart_settling()  # the buttons are back under the pointer

    @property
    def keys_text(self) -> str:
        """What the keys do now."""
        if self.is_held:
            return tr("Z takes the approval back, R refuses")
        return tr("A approves, Shift+A for the whole run, R refuses")

    @property
    def is_held(self) -> bool:
        """Whether an approval of it is on its way."""
        return self._answers.currentIndex() == 1

    @property
    def left_text(self) -> str:
        """How long it still waits, as it is shown."""
        return self._left.text()

    def give_answer(self, state: str) -> None:
        """Answer."""
        self.answered.emit(state)

    def set_readable(self, readable: bool) -> None:
        """What was not read to its end cannot be approved."""
        for button in (self.approve, self.approve_run):
            button.setEnabled(readable)

    def _clicked(self) -> None:
        state = str(self.sender().property("answer"))
        if self.takes_click(approves=state in YES):
            self.give_answer(state)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(StateDot("waiting", theme.ICON_LARGE))
        head.addWidget(self._title, 1)
        head.addWidget(self._bar)
        head.addWidget(self._left)
        inner = QVBoxLayout(self._inner)
        inner.setContentsMargins(0, 0, theme.GAP_S, 0)
        inner.addWidget(self.request_view)
        self.set_content(self._inner, self.request_view.facts)
        self._answers = QStackedWidget(self)
        asks, held = QWidget(self._answers), QWidget(self._answers)
        for part, widgets in (
            (asks, (self.note, self.approve, self.approve_run, self.refuse)),
            (held, (self.held, self.undo)),
        ):
            row = QHBoxLayout(part)
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(theme.GAP_S)
            for widget in widgets:
                row.addWidget(widget, 1 if widget in (self.note, self.held) else 0)
            self._answers.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_L, theme.GAP_M, theme.GAP_L, theme.GAP_M)
        column.setSpacing(theme.GAP_S)
        column.addLayout(head)
        column.addWidget(self.area, 1)
        column.addWidget(self._answers)
        column.addWidget(self.hint)
