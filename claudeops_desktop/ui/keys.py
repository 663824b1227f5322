"""F1: all keys at a glance."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from . import theme
from .command_palette import plain

EVERYWHERE = (
    ("Tab, Shift+Tab", "The next or previous control"),
    ("Arrows, Home, End", "Move in a table or list"),
    ("Escape", "Empty a search field; close a dialog"),
)


class KeysDialog(QDialog):
    """Lists the actions that have a key."""

    def __init__(self, groups: Sequence[tuple[str, Sequence[QAction]]], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keys")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.GAP_XL)
        grid.setVerticalSpacing(theme.GAP_S)
        row = 0
        for title, rows in [(title, _rows(actions)) for title, actions in groups] + [("In every page", EVERYWHERE)]:
            if not rows:
                continue
            heading = theme.label(title, "section")
            heading.setContentsMargins(0, theme.GAP_M if row else 0, 0, 0)
            grid.addWidget(heading, row, 0, 1, 2)
            row += 1
            for keys, what in rows:
                grid.addWidget(theme.label(keys, "mono"), row, 0)
                grid.addWidget(theme.label(what), row, 1)
                row += 1
        grid.setColumnStretch(1, 1)
        inner = QWidget()
        inner.setLayout(grid)
        area = QScrollArea()
        area.setWidget(inner)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setMinimumWidth(inner.sizeHint().width() + theme.GAP_XL)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_L)
        column.addWidget(area)
        column.addWidget(buttons)
        self.resize(self.sizeHint().width(), 600)


def _rows(actions: Sequence[QAction]) -> list[tuple[str, str]]:
    return [
        (", ".join(keys.toString(QKeySequence.SequenceFormat.NativeText) for keys in action.shortcuts()), plain(action))
        for action in actions
        if action.shortcuts()
    ]
