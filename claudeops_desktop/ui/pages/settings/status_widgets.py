"""A button that tries something out on a thread, with what came of it beside it: every group that can fail has one."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from ... import theme
from ...app_context import AppContext
from ...text.translation import error_text
from ...widgets.state_dot import StateDot


class StatusLabel(QWidget):
    """A dot and a sentence: how something stands."""

    def __init__(self, sentence: str = "") -> None:
        super().__init__()
        self.dot = StateDot("unknown")
        self.text = theme.plain_label(sentence, wrap=True, select=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP_S)
        row.addWidget(self.dot)
        row.addWidget(self.text, 1)

    def set_state(self, state: str, sentence: str) -> None:
        """Show it."""
        self.dot.set_state(state)
        self.text.setText(sentence)


class TestButton(QWidget):
    """``work`` runs on a thread and answers a sentence, or raises one; ``doing`` stands there meanwhile."""

    def __init__(self, desk: AppContext, title: str, doing: str, work: Callable[[], str]) -> None:
        super().__init__()
        self._desk = desk
        self._doing = doing
        self._work = work
        self.button = QPushButton(title)
        self.button.clicked.connect(self.start)
        self.outcome = theme.plain_label(wrap=True, select=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, theme.GAP_XS, 0, theme.GAP_XS)
        row.setSpacing(theme.GAP_M)
        row.addWidget(self.button)
        row.addWidget(self.outcome, 1)

    def start(self) -> None:
        """Try it."""
        self.button.setEnabled(False)
        self.outcome.setText(self._doing)
        self._desk.run_in_background(self._work, self._said, self._failed)

    def _said(self, sentence: str) -> None:
        self.button.setEnabled(True)
        self.outcome.setText(sentence)

    def _failed(self, error: Exception) -> None:
        self._said(error_text(error))
