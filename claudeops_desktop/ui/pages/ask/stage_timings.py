"""How a question was answered, folded: each stage with its time and its word."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from ....memory import RecallStage
from ... import theme
from ...text import formatting
from ...text.translation import tr
from ...widgets.fold_button import FoldButton
from . import text


class StageTimings(QWidget):
    """A fold over a small table."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fold = FoldButton(tr("How it was found"), self)
        self._body = QWidget(self)
        self._body.hide()
        self.fold.toggled.connect(self._body.setVisible)
        self._grid = QGridLayout(self._body)
        self._grid.setContentsMargins(theme.GAP_S, 0, 0, theme.GAP_XS)
        self._grid.setHorizontalSpacing(theme.GAP_L)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(2, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._body)
        self.lines: list[str] = []

    def show_stages(self, stages: Sequence[RecallStage]) -> None:
        """Show these instead."""
        while self._grid.count():
            item = self._grid.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.lines = []
        for row, stage in enumerate(stages):
            took = theme.plain_label(_ms(stage.ms), "muted")
            took.setFont(theme.number_font())
            took.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
            detail: QLabel = theme.plain_label(formatting.make_breakable(stage.detail), "muted", wrap=True, select=True)
            for part in (took, detail):
                part.setContentsMargins(0, 1, 0, 0)  # smaller letters stand on the line of the larger ones
            self._grid.addWidget(theme.plain_label(text.stage_name(stage.name)), row, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(took, row, 1)
            self._grid.addWidget(detail, row, 2)
            self.lines.append(f"{text.stage_name(stage.name)} {_ms(stage.ms)}: {stage.detail}")
        self.setVisible(bool(stages))


def _ms(value: float) -> str:
    return tr("{value} ms", value=f"{value:.1f}") if value < 10 else formatting.format_duration_ms(value)
