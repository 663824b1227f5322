"""One question that waits: what is asked, how long it still waits, and the three answers."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QProgressBar, QPushButton, QVBoxLayout, QWidget

from ....records.approvals import LONGEST_NOTE, Approval
from ... import approval_words, theme
from ...widgets.elided import ElidedLabel
from ...widgets.state_dot import StateDot
from .told import Told

BAR = 96


class ApprovalCard(QFrame):
    """``answered`` carries the answer: ``approved``, ``approved_run`` or ``refused``. The card itself takes the focus,
    so that no key that is pressed by habit answers by accident; the page gives it its keys.
    """

    answered = Signal(str)
    session_wanted = Signal(int)

    def __init__(self, approval: Approval, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.approval = approval
        self.setObjectName("approval")
        theme.set_role(self, "card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._title = ElidedLabel(role="section")
        self._left = theme.label(role="muted")
        self._bar = QProgressBar(self)
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(BAR)
        self._bar.setRange(0, 1000)
        self._bar.setAccessibleName("Time left")
        self.told = Told(self)
        self.told.session_wanted.connect(self.session_wanted)
        self.note = QLineEdit(self)
        self.note.setPlaceholderText("A note, if you like")
        self.note.setAccessibleName("A note on your answer")
        self.note.setMaxLength(LONGEST_NOTE)
        self.approve = QPushButton("Approve", self)
        self.approve.setToolTip("Let this happen, this once (A)")
        self.approve_run = QPushButton("Approve for this run", self)
        same = "every tier" if approval.kind == "tier" else "everything of this kind"
        self.approve_run.setToolTip(f"Let this happen, and {same} that this run asks for later (Shift+A)")
        self.refuse = QPushButton("Refuse", self)
        self.refuse.setToolTip("Do not let this happen (R)")
        theme.set_role(self.refuse, "danger")
        for button, state in (
            (self.approve, "approved"),
            (self.approve_run, "approved_run"),
            (self.refuse, "refused"),
        ):
            button.setAutoDefault(False)
            button.setProperty("answer", state)
            button.clicked.connect(self._clicked)
        self._lay_out()
        self.told.show_approval(approval)
        self._title.setText(approval_words.title(approval))
        self.setAccessibleName(approval_words.line(approval))
        self.setAccessibleDescription("Press A to approve, Shift+A to approve for this run, R to refuse")

    def tell_time(self, now: datetime) -> None:
        """Count down; where motion is reduced nothing ticks: the moment is said instead."""
        still = theme.reduce_motion()
        self._left.setText(approval_words.left(self.approval, now, coarse=still))
        self._bar.setVisible(not still)
        share = approval_words.share_left(self.approval, now)
        self._bar.setValue(round(share * 1000))
        self.told.retell()

    @property
    def left_text(self) -> str:
        """How long it still waits, as it is shown."""
        return self._left.text()

    def give(self, state: str) -> None:
        """Answer."""
        self.answered.emit(state)

    def _clicked(self) -> None:
        self.give(str(self.sender().property("answer")))

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(StateDot("waiting", theme.ICON_LARGE))
        head.addWidget(self._title, 1)
        head.addWidget(self._bar)
        head.addWidget(self._left)
        answers = QHBoxLayout()
        answers.setSpacing(theme.GAP_S)
        answers.addWidget(self.note, 1)
        for button in (self.approve, self.approve_run, self.refuse):
            answers.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_L, theme.GAP_M, theme.GAP_L, theme.GAP_M)
        column.setSpacing(theme.GAP_S)
        column.addLayout(head)
        column.addWidget(self.told)
        column.addLayout(answers)
