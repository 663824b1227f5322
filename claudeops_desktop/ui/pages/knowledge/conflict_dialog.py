"""Two texts of one file, side by side, of which the operator keeps one or both."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QSplitter, QVBoxLayout, QWidget
from shiboken6 import isValid

from ....knowledge import KeptPair
from ... import theme
from ...text import formatting
from ...text.translation import tr
from ...widgets.growing_dialog import GrowingDialog
from .difference_view import DifferenceView

_WIDTH, _HEIGHT = 900, 640
_SHOWN = 200_000


class ConflictDialog(GrowingDialog):
    """``decided`` carries first, second or both. Nothing is chosen beforehand; Esc leaves both as they are."""

    decided = Signal(str)

    def __init__(self, pair: KeptPair, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Two texts of {path}", path=pair.path))
        self.resize(_WIDTH, _HEIGHT)
        about = theme.plain_label(
            tr("The file was changed in two places at once, so both texts were kept. Which one holds?"),
            wrap=True,
        )
        self.difference = DifferenceView(self)
        self.first = _text_view(tr("What stood there"))
        self.second = _text_view(tr("Your text"))
        both = QWidget(self)
        row = QHBoxLayout(both)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP_M)
        for name, view in ((pair.path, self.first), (pair.beside, self.second)):
            column = QVBoxLayout()
            column.addWidget(theme.plain_label(f"{view.accessibleName()} · {name}", "strong"))
            column.addWidget(view, 1)
            row.addLayout(column, 1)
        lower = QWidget(self)
        below = QVBoxLayout(lower)
        below.setContentsMargins(0, theme.GAP_S, 0, 0)
        below.addWidget(theme.plain_label(tr("How yours differs"), "strong"))
        below.addWidget(self.difference, 1)
        parts = QSplitter(Qt.Orientation.Vertical, self)
        parts.setChildrenCollapsible(False)
        parts.addWidget(both)
        parts.addWidget(lower)
        self.keep_first = self._button(tr("Keep what stood there"), "first")
        self.keep_second = self._button(tr("Take my text"), "second")
        self.keep_both = self._button(tr("Keep both as two files"), "both")
        later = QPushButton(tr("Decide later"), self)
        later.clicked.connect(self.reject)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.GAP_S)
        buttons.addWidget(later)
        buttons.addStretch()
        for one in (self.keep_both, self.keep_first, self.keep_second):
            buttons.addWidget(one)
        whole = QVBoxLayout(self)
        whole.setSpacing(theme.GAP_M)
        whole.addWidget(about)
        whole.addWidget(parts, 1)
        whole.addLayout(buttons)

    def show_texts(self, texts: tuple[str, str, str]) -> None:
        """The texts and how they differ, once they were read."""
        if not isValid(self):
            return
        for view, text in zip((self.first, self.second), texts, strict=False):
            view.setPlainText(formatting.strip_direction_marks(text[:_SHOWN]))
        self.difference.show_difference(texts[2][:_SHOWN])

    def _button(self, text: str, choice: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setAutoDefault(False)
        button.setProperty("choice", choice)
        button.clicked.connect(self._decide)
        return button

    def _decide(self) -> None:
        self.decided.emit(str(self.sender().property("choice")))
        self.accept()


def _text_view(name: str) -> QPlainTextEdit:
    view = QPlainTextEdit()
    view.setReadOnly(True)
    view.setTabChangesFocus(True)
    view.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
    view.setAccessibleName(name)
    return view
