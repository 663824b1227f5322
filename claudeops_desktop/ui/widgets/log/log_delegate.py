"""How a row of the log is drawn: time, kind as a word, text; plain text only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from ....core.clock import from_text
from ... import theme
from .log_entry import LogEntry
from .log_model import KIND_WORDS, LogRole, kind_word

Index = QModelIndex | QPersistentModelIndex
TIME_COLUMNS = 9
KIND_COLUMNS = max(9, max(map(len, KIND_WORDS.values())) + 1)  # the words are those of the operator's language
TONES = {
    "start": "faint",
    "text": "text",
    "marker": "text",
    "near_miss": "warn",
    "thinking": "muted",
    "tool": "accent",
    "output": "muted",
    "note": "faint",
    "error": "bad",
    "stderr": "bad",
    "result": "good",
    "garbage": "faint",
}
BAR = 3
MARK = 0.3  # how much of the colour a marked word shows


class LogDelegate(QStyledItemDelegate):
    """Draws LogModel's rows in the fixed-width font. ``with_time`` goes where there is little room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.with_time = True
        self._font = theme.mono_font()
        self._metrics = QFontMetrics(self._font)
        self._advance = QFontMetricsF(self._font).horizontalAdvance("0" * 100) / 100 or 1.0
        self.highlighted = 0  # the log line that a link led to
        self.words: tuple[str, ...] = ()  # what was looked for, in small letters: it stands on a ground of its own

    @property
    def row_height(self) -> int:
        """The same for every row."""
        return self._metrics.height() + 2

    def gutter(self) -> int:
        """Pixels before the text."""
        columns = KIND_COLUMNS + (TIME_COLUMNS if self.with_time else 0)
        return theme.GAP_S + BAR + round(columns * self._advance)

    def columns(self, width: int) -> int:
        """Characters that fit into a view of this width."""
        return int((width - self.gutter() - theme.GAP_S) / self._advance)

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """One height for all; the width is the view's."""
        return QSize(0, self.row_height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one row."""
        entry: LogEntry = index.data(LogRole.ENTRY)
        t = theme.current_tokens()
        rect: QRect = option.rect
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        marked = entry.kind in ("marker", "near_miss")
        painter.save()
        if selected or marked:
            painter.fillRect(rect, t.colour("accent_weak"))
        if marked:
            painter.fillRect(QRect(rect.topLeft(), QSize(BAR, rect.height())), t.colour(_bar(entry.kind)))
        if entry.number == self.highlighted:
            painter.fillRect(QRect(rect.topLeft(), QSize(BAR, rect.height())), t.colour("accent"))
        painter.setFont(self._font)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # a log reads as it was written
        base = rect.top() + 1 + self._metrics.ascent()
        at = rect.left() + theme.GAP_S + BAR
        if index.data(LogRole.LEADS):
            painter.setPen(t.colour("faint"))
            if self.with_time:
                painter.drawText(QPoint(at, base), _time(entry.at))
            kind_at = at + (round(TIME_COLUMNS * self._advance) if self.with_time else 0)
            painter.setPen(t.colour(_bar(entry.kind) if marked else TONES.get(entry.kind, "muted")))
            painter.drawText(QPoint(kind_at, base), kind_word(entry.kind))
        painter.setPen(t.colour(TONES.get(entry.kind, "text")))
        left = rect.left() + self.gutter()
        room = rect.right() - left
        text = index.data(Qt.ItemDataRole.DisplayRole)
        if self._metrics.horizontalAdvance(text) > room:  # wide characters: the fold counts all as one column
            text = self._metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        self._mark_words(painter, QPoint(left, rect.top()), text)
        painter.drawText(QPoint(left, base), text)
        painter.restore()

    def _mark_words(self, painter: QPainter, origin: QPoint, text: str) -> None:
        for start, end in find_words(text, self.words):
            left = self._metrics.horizontalAdvance(text[:start])
            width = self._metrics.horizontalAdvance(text[start:end])
            ground = theme.current_tokens().colour("warn")
            ground.setAlphaF(MARK)
            painter.fillRect(QRect(origin.x() + left, origin.y(), width, self.row_height), ground)


def find_words(text: str, words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where the words stand in a row."""
    small = text.lower()
    if len(small) != len(text):
        return
    for word in words:
        at = small.find(word)
        while at >= 0:
            yield at, at + len(word)
            at = small.find(word, at + len(word))


def _bar(kind: str) -> str:
    return "warn" if kind == "near_miss" else "accent"


def _time(at: str) -> str:
    try:
        return f"{from_text(at).astimezone():%H:%M:%S}"
    except ValueError:
        return ""
