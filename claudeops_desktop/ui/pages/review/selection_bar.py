"""The line over the card: what the keys do, or the buttons that answer several facts at once."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from ... import theme, words
from .card import HINT


class SelectionBar(QWidget):
    """``approve_asked`` and ``reject_asked`` mean all that are selected: most of them are not in view, so that no key
    answers them.
    """

    approve_asked = Signal()
    reject_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._said = theme.label(HINT, "muted", wrap=True)
        self.approve_all = QPushButton("Approve")
        self.reject_all = QPushButton("Reject")
        theme.set_role(self.reject_all, "danger")
        self.approve_all.clicked.connect(self.approve_asked)
        self.reject_all.clicked.connect(self.reject_asked)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP_S)
        row.addWidget(self._said, 1)
        row.addWidget(self.approve_all)
        row.addWidget(self.reject_all)

    def tell(self, number: int) -> None:
        """So many facts are selected."""
        several = number > 1
        facts = words.counted(number, "fact")
        self._said.setText(f"{facts} selected. The buttons answer all of them." if several else HINT)
        self.approve_all.setVisible(several)
        self.reject_all.setVisible(several)
        self.approve_all.setText(f"Approve {number:,}")
        self.reject_all.setText(f"Reject {number:,}")
