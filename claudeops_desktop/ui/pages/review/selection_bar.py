"""The line over the card: what the keys do, or the buttons that answer several facts at once."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from ... import theme
from ...text.formatting import format_number
from ...text.translation import tr, tr_count
from .queries import ReviewItemKind
from .text import keys_hint


class SelectionBar(QWidget):
    """``answer_requested`` carries approve, reject, keep or let go, and means all facts of that kind that are selected.
    Most of them are not in view, so that no key answers them.
    """

    answer_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._said = theme.plain_label(keys_hint("held"), "muted", wrap=True)
        self.approve_all = self._button("approve")
        self.reject_all = self._button("reject", "danger")
        self.keep_all = self._button("keep")
        self.let_go_all = self._button("let go")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP_S)
        row.addWidget(self._said, 1)
        for button in (self.approve_all, self.reject_all, self.keep_all, self.let_go_all):
            row.addWidget(button)

    def show_selection(self, held: int, expiring: int, number: int, shown: ReviewItemKind) -> None:
        """So many rows are selected, of which so many are held or about to expire; ``shown`` is what the card shows."""
        several = number > 1
        self._said.setText(
            tr(
                "{number} selected. Each button answers all that it counts.",
                number=tr_count("%n row", "%n rows", number),
            )
            if several
            else keys_hint(shown)
        )
        for button, verb, count in (
            (self.approve_all, tr("Approve"), held),
            (self.reject_all, tr("Reject"), held),
            (self.keep_all, tr("Keep"), expiring),
            (self.let_go_all, tr("Drop"), expiring),
        ):
            button.setVisible(several and count > 0)
            button.setText(f"{verb} {format_number(count)}")

    def _button(self, answer: str, role: str = "") -> QPushButton:
        button = QPushButton(self)
        button.setProperty("answer", answer)
        button.hide()
        if role:
            theme.set_role(button, role)
        button.clicked.connect(self._press)
        return button

    def _press(self) -> None:
        self.answer_requested.emit(str(self.sender().property("answer")))
