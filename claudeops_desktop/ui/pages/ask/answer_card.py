"""One answer: what all have, and a memory with how it stands and, folded, why it came and with which scores."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ....memory import RecalledItem
from ... import theme
from ...text import formatting
from ...text.translation import tr
from ...widgets.fold_button import FoldButton
from ..memories.untrusted_text_view import UntrustedTextView
from . import text as page_text
from .score_bar import ScoreBar


class AnswerCard(QFrame):
    """An answer by its place, with a head, a text and a way to open it. ``step_requested`` carries 1 or -1 for the
    arrow keys."""

    step_requested = Signal(int)

    def __init__(self, place: int, name: str, title: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("approval")
        theme.set_role(self, "card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(name)
        number = theme.plain_label(f"{place}", "muted")
        number.setFont(theme.number_font())
        number.setFixedWidth(theme.ICON_LARGE)
        self.open = QPushButton(tr("Show it"))
        theme.set_role(self.open, "link")
        self.open.clicked.connect(self.open_answer)
        self.head = QHBoxLayout()
        self.head.setSpacing(theme.GAP_S)
        self.head.addWidget(number)
        self.head.addWidget(theme.plain_label(formatting.strip_direction_marks(title), "strong"))
        view = UntrustedTextView(tr("Answer {place}", place=place), parent=self)
        view.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        view.show_text(text)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(theme.GAP_M, theme.GAP_S, theme.GAP_S, theme.GAP_S)
        self.column.setSpacing(theme.GAP_XS)
        self.column.addLayout(self.head)
        self.add_inset(view)

    def add_inset(self, part: QWidget) -> None:
        """Add a part below, as far in as the title."""
        inset = QHBoxLayout()
        inset.setContentsMargins(theme.ICON_LARGE + theme.GAP_S, 0, theme.GAP_S, 0)
        inset.addWidget(part)
        self.column.addLayout(inset)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return opens it, arrows go to the others."""
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.open_answer()
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.step_requested.emit(1 if key == Qt.Key.Key_Down else -1)
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        """As Return."""
        self.open_answer()

    def open_answer(self) -> None:
        """Ask for the page of what answers."""
        raise NotImplementedError


class RecallAnswerCard(AnswerCard):
    """A memory. ``memory_requested`` carries its id."""

    memory_requested = Signal(int)

    def __init__(self, place: int, item: RecalledItem, parent: QWidget | None = None) -> None:
        name, title = page_text.accessible_answer(place, item), page_text.memory_subject(item.memory)
        super().__init__(place, name, title, item.memory.observation, parent)
        self.item = item
        self.setAccessibleDescription(tr("Return opens the memory, Space shows why it came"))
        self._why: QWidget | None = None
        self.standing = theme.plain_label(page_text.memory_state(item.memory), "muted")
        self.standing.setToolTip(formatting.format_exact_time(item.memory.last_confirmed_at or item.memory.updated_at))
        self.fold = FoldButton(tr("Why"))
        self.fold.setAccessibleName(tr("Why answer {place} came", place=place))
        self.fold.toggled.connect(self._unfold)
        self.open.setAccessibleName(tr("Show the memory of answer {place}", place=place))
        for mark in item.marks:
            self.head.addWidget(_mark(mark))
        self.head.addStretch()
        for part in (self.standing, self.fold, self.open):
            self.head.addWidget(part)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space folds; other keys as on any answer."""
        if event.key() == Qt.Key.Key_Space:
            self.fold.toggle()
        else:
            super().keyPressEvent(event)

    def open_answer(self) -> None:
        """Ask for the memory."""
        self.memory_requested.emit(self.item.memory.id)

    def _unfold(self, on: bool) -> None:
        if on and self._why is None:
            self._why = _why(self.item)
            self.column.addWidget(self._why)
        if self._why is not None:
            self._why.setVisible(on)


def _mark(mark: str) -> QWidget:
    """A trust mark: its word, with what it means on hover."""
    label = theme.plain_label(mark.strip("[]"), "badge")
    label.setToolTip(page_text.mark_text(mark).capitalize())
    return label


def _why(item: RecalledItem) -> QWidget:
    """The scores, and how they came together."""
    whole = QWidget()
    grid = QGridLayout(whole)
    grid.setContentsMargins(theme.ICON_LARGE + theme.GAP_S, theme.GAP_XS, 0, theme.GAP_XS)
    grid.setHorizontalSpacing(theme.GAP_M)
    grid.setVerticalSpacing(theme.GAP_XS)
    for at, (name, value) in enumerate(_scores(item)):
        grid.addWidget(theme.plain_label(name, "muted"), 0, 2 * at)
        grid.addWidget(ScoreBar(name, value), 0, 2 * at + 1)
    grid.setColumnStretch(8, 1)
    for row, text in enumerate((page_text.score_explanation(item), item.why), 1):
        line = theme.plain_label(formatting.make_breakable(text), "muted", wrap=True, select=True)
        if row == 1:
            line.setFont(theme.number_font())
        grid.addWidget(line, row, 0, 1, 9)
    for row, mark in enumerate(item.marks, 3):
        grid.addWidget(theme.plain_label(page_text.mark_text(mark).capitalize(), "warn", wrap=True), row, 0, 1, 9)
    return whole


def _scores(item: RecalledItem) -> tuple[tuple[str, float], ...]:
    """What brought it, and how much of the question it meets by itself."""
    return (
        (tr("Keywords"), item.keyword),
        (tr("Meaning"), item.vector),
        (tr("Graph"), item.graph),
        (tr("Evidence"), item.evidence),
    )
