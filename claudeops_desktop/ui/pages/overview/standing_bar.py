"""The headline of the page: one line on how all services stand, and a line of remarks below it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ... import theme
from ...text.translation import tr
from ...widgets.elided_label import ElidedLabel
from ...widgets.state_dot import StateDot
from .standing_label import StandingLine


class StandingBar(QWidget):
    """``services_requested``: the operator wants to see the services."""

    services_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("overview-standing")
        self._dot = StateDot("unknown", theme.ICON_LARGE)
        self.headline = ElidedLabel(role="section")
        self.notes = ElidedLabel(role="muted")
        self.button = QPushButton(tr("Show services"))
        self.button.clicked.connect(self.services_requested)
        said = QVBoxLayout()
        said.setSpacing(0)
        said.addWidget(self.headline)
        said.addWidget(self.notes)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP_S)
        row.addWidget(self._dot)
        row.addLayout(said, 1)
        row.addWidget(self.button)

    def show_line(self, line: StandingLine, *, any_service: bool) -> None:
        """Show a headline; without services the button leads to adding some."""
        self._dot.set_state(line.state)
        self.headline.setText(line.text)
        self.notes.setText(" ".join(line.notes))
        self.setAccessibleName(" ".join((f"{line.text}.", *line.notes)))
        self.button.setText(tr("Show services") if any_service else tr("Add services…"))
