"""A case among the answers: what was out of order before, and what helped."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ....core.clock import utc_now
from ....learning import CaseMatch
from ... import theme
from ...text import formatting
from ...text.translation import tr
from ...widgets.state_dot import StateDot
from ..cases.text import LOOKS, case_facts, failed_text, helped_text, symptom_text


class CaseAnswerCard(QFrame):
    """``case_requested`` carries the id of its case."""

    case_requested = Signal(int)

    def __init__(self, match: CaseMatch, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.match = match
        case = match.case
        self.setObjectName("approval")
        theme.set_role(self, "card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        title = theme.plain_label(
            formatting.make_breakable(f"{case.service}: {symptom_text(case)}"), "strong", wrap=True
        )
        self.setAccessibleName(tr("Case: {symptom}", symptom=symptom_text(case)))
        self.setAccessibleDescription(tr("Return opens the case"))
        dot = StateDot(LOOKS.get(case.state, "unknown"), theme.ICON_LARGE)
        self.open = QPushButton(tr("Show the case"))
        theme.set_role(self.open, "link")
        self.open.clicked.connect(self._open)
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(dot)
        head.addWidget(title, 1)
        head.addWidget(self.open)
        told = [tr("What helped: {helped}", helped=helped_text(case))]
        if failed := failed_text(case):
            told.append(tr("What did not help: {failed}", failed=failed))
        self.text = theme.plain_label(formatting.make_breakable("\n".join(told)), "body", wrap=True, select=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_M, theme.GAP_S, theme.GAP_S, theme.GAP_S)
        column.setSpacing(theme.GAP_XS)
        column.addLayout(head)
        for part in (self.text, theme.plain_label(case_facts(case, utc_now()), "muted", wrap=True)):
            inset = QHBoxLayout()
            inset.setContentsMargins(theme.ICON_LARGE + theme.GAP_S, 0, theme.GAP_S, 0)
            inset.addWidget(part)
            column.addLayout(inset)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return opens it."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open()
        else:
            super().keyPressEvent(event)

    def _open(self) -> None:
        self.case_requested.emit(self.match.case.id)
