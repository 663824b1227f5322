"""Two texts of one file, side by side, of which the operator keeps one or both."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QPlainTextEdit, QSplitter, QWidget

from ....knowledge import KeptPair
from ... import theme
from ...app_context import AppContext
from ...kit.layouts import fill_column, fill_row, row_of
from ...kit.work_dialog import WorkDialog
from ...text import formatting
from ...text.translation import error_text, tr
from . import queries
from .difference_view import DifferenceView

SIZE = (900, 640)
SHOWN_UP_TO = 200_000


class ConflictDialog(WorkDialog):
    """``decided`` carries first, second or both. Nothing is chosen beforehand; Esc leaves both as they are."""

    decided = Signal(str)

    def __init__(self, context: AppContext, pair: KeptPair, parent: QWidget) -> None:
        super().__init__(context, tr("Two texts of {path}", path=pair.path), parent)
        self.resize(*SIZE)
        said = tr("The file was changed in two places at once, so both texts were kept. Which one holds?")
        self.about = theme.plain_label(said, wrap=True)
        self.difference = DifferenceView(self)
        self.first = _text_view(tr("What stood there"))
        self.second = _text_view(tr("Your text"))
        both, lower = QWidget(self), QWidget(self)
        views = ((pair.path, self.first), (pair.beside, self.second))
        fill_row(both, *(_titled(f"{view.accessibleName()} · {name}", view) for name, view in views))
        below = fill_column(lower, _titled(tr("How yours differs"), self.difference))
        below.setContentsMargins(0, theme.GAP_S, 0, 0)
        parts = QSplitter(Qt.Orientation.Vertical, self)
        parts.setChildrenCollapsible(False)
        parts.addWidget(both)
        parts.addWidget(lower)
        later = self.make_button(tr("Decide later"), self.reject)
        self.keep_first = self.make_button(tr("Keep what stood there"), partial(self._decide, "first"))
        self.keep_second = self.make_button(tr("Take my text"), partial(self._decide, "second"))
        self.keep_both = self.make_button(tr("Keep both as two files"), partial(self._decide, "both"))
        buttons = row_of(later, None, self.keep_both, self.keep_first, self.keep_second)
        self.lay_out(self.about, parts, buttons, grow=parts)
        self.do_work(partial(queries.load_pair, context, pair), self._show_texts)

    def update_buttons(self) -> None:
        """Let nothing be chosen before the texts are there."""
        for button in (self.keep_first, self.keep_second, self.keep_both):
            button.setEnabled(not self.busy)

    def show_failure(self, error: Exception) -> None:
        """Say why the texts cannot be shown."""
        self.about.setText(error_text(error))

    def _show_texts(self, texts: tuple[str, str, str]) -> None:
        for view, text in zip((self.first, self.second), texts, strict=False):
            view.setPlainText(formatting.strip_direction_marks(text[:SHOWN_UP_TO]))
        self.difference.show_difference(texts[2][:SHOWN_UP_TO])

    def _decide(self, choice: str) -> None:
        self.decided.emit(choice)
        self.accept()


def _titled(title: str, view: QWidget) -> QWidget:
    holder = QWidget()
    fill_column(holder, theme.plain_label(title, "strong"), view, grow=view)
    return holder


def _text_view(name: str) -> QPlainTextEdit:
    view = QPlainTextEdit()
    view.setReadOnly(True)
    view.setTabChangesFocus(True)
    view.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
    view.setAccessibleName(name)
    return view
