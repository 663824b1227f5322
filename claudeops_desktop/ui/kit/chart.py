"""A chart over time: lines or bars between axes with units, outages as bands behind them, the states of the stretches
below, and the values of a stretch under the mouse or the keys.

Each series has a colour, a line style and a marker of its own: none is told by its colour alone.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from .. import theme
from ..text.translation import tr, tr_count
from ..widgets.elided_label import escape_tool_tip
from .chart_data import ChartData
from .chart_paint import (
    BANDS,
    MAINTENANCE,
    paint_band,
    paint_band_key,
    paint_bar_key,
    paint_bars,
    paint_line,
    paint_line_key,
    paint_state_cell,
)
from .chart_scale import longest_that_fits, moment_text, shown_moments, step_text, stretch_text, value_marks

HEIGHT, LEAST_WIDTH, STRIP = 190, 260, 14
MARK_ROOM, MOMENT_ROOM = 34, 74
KEY = 30  # of a series in the head: its line, and the room around its name


class TimeChart(QWidget):
    """``stretch_chosen`` carries the place of the stretch under the mouse or the keys, -1 for none."""

    stretch_chosen = Signal(int)

    def __init__(self, title: str, nothing: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title, self._nothing = title, nothing
        self._data = ChartData()
        self._current = -1
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setMinimumSize(LEAST_WIDTH, HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        theme.set_accessible_name(self, title)
        theme.theme_changed.connect(self.update)

    @property
    def data(self) -> ChartData:
        """What it shows."""
        return self._data

    @property
    def current(self) -> int:
        """The stretch that is chosen; -1 for none."""
        return self._current

    def set_words(self, title: str, nothing: str) -> None:
        """Show under another title; ``nothing`` is what stands in place of values where there are none."""
        self._title, self._nothing = title, nothing
        theme.set_accessible_name(self, title)
        self.update()

    def show_data(self, data: ChartData) -> None:
        """Show this. The stretch that was chosen stays chosen where it is still there."""
        same = data.edges == self._data.edges
        self._data = data
        self.choose(self._current if same else -1)
        self.setAccessibleDescription(self.summary_text)
        self.update()

    @property
    def summary_text(self) -> str:
        """All of it in one sentence a series: ``web: 99.20 % to 100 %, last 100 %``."""
        if self._data.is_empty:
            return self._nothing
        said = []
        for series in self._data.series:
            values = [value for value in series.values if value is not None]
            if values:
                low, high, last = map(self._data.format_value, (min(values), max(values), values[-1]))
                said.append(tr("{name}: {low} to {high}, last {last}", name=series.name, low=low, high=high, last=last))
        outages = sum(band.look != MAINTENANCE for band in self._data.bands)
        if outages:
            said.append(tr_count("%n outage", "%n outages", outages))
        return ". ".join(said) or self._nothing

    def stretch_values(self, place: int) -> str:
        """A stretch in words, a line a series."""
        if not 0 <= place < self._data.count:
            return ""
        said = [stretch_text(*self._data.edges[place : place + 2])]
        return "\n".join([*said, *(f"{name}: {value}" for name, value in self._data.at(place))])

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(480, HEIGHT)

    # --- painting --------------------------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Title and key, axes, the series, the stretch that is chosen."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # time runs to the right in every language
        t = theme.current_tokens()
        self._paint_head(painter)
        if not self._data.count:  # nothing was loaded yet
            painter.end()
            return
        if self._data.is_empty:
            self._paint_nothing(painter, QRectF(self.rect()).adjusted(theme.GAP_M, 2 * theme.GAP_L, -theme.GAP_M, 0))
        else:
            marks = self._marks()
            room = self._room(marks)
            self._paint_bands(painter, room)
            self._paint_axes(painter, room, marks)
            self._paint_current(painter, room)
            self._paint_states(painter, room)
            if marks:
                painter.setClipRect(room.adjusted(-4, -4, 4, 2))
                self._paint_series(painter, room, marks)
                painter.setClipping(False)
            else:
                self._paint_nothing(painter, room)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(t.accent), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        painter.end()

    def _paint_nothing(self, painter: QPainter, room: QRectF) -> None:
        painter.setFont(theme.muted_font())
        painter.setPen(theme.current_tokens().colour("muted"))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self._nothing)

    def _paint_head(self, painter: QPainter) -> None:
        """The title, and right of it each series with its own line and marker."""
        t = theme.current_tokens()
        painter.setFont(theme.body_font())
        metrics = painter.fontMetrics()
        painter.setPen(QColor(t.text))
        base = float(theme.GAP_S + metrics.ascent())
        painter.drawText(QPointF(theme.GAP_S, base), self._title)
        left = theme.GAP_L + metrics.horizontalAdvance(self._title)
        if not self._data.is_empty:
            painter.setFont(theme.muted_font())
            painter.setPen(QColor(t.muted))
            every = step_text(self._data.edges[1] - self._data.edges[0])
            painter.drawText(QPointF(left, base), every)
            left += painter.fontMetrics().horizontalAdvance(every) + theme.GAP_L
        self._paint_keys(painter, left)

    def _paint_keys(self, painter: QPainter, left: float) -> None:
        keys = self._keys()
        painter.setFont(theme.muted_font())
        metrics = painter.fontMetrics()
        x = float(self.width() - theme.GAP_S)
        y = theme.GAP_S + metrics.ascent()
        wanted = [metrics.horizontalAdvance(name) + 2 for name, _ in keys]  # a little more, or the last letter is cut
        longest = longest_that_fits(wanted, int(x - left) - KEY * len(wanted))
        widths = [min(longest, width) + KEY for width in wanted]
        x = max(left, x - sum(widths))
        for (name, paint), width in zip(keys, widths, strict=True):
            paint(painter, QRectF(x, y - metrics.ascent() / 2 - 4, 18, 10))
            painter.setPen(theme.current_tokens().colour("muted"))
            painter.drawText(QPointF(x + 22, y), metrics.elidedText(name, Qt.TextElideMode.ElideRight, longest))
            x += width

    def _keys(self) -> list[tuple[str, Callable[[QPainter, QRectF], None]]]:
        """Return the names of the series, where there are several, and of the bands, each with what draws its key."""
        several = len(self._data.series) > 1
        paint_key = paint_bar_key if self._data.bars else paint_line_key
        names = [series.name for series in self._data.series] if several else []
        looks = {band.look for band in self._data.bands}
        return [
            *((name, partial(paint_key, place)) for place, name in enumerate(names)),
            *((words, partial(paint_band_key, look)) for look, words in BANDS.items() if look in looks),
        ]

    def _marks(self) -> list[float]:
        if not self._data.has_values:
            return []
        values = [value for series in self._data.series for value in series.values if value is not None]
        if self._data.bars:
            columns = zip(*(series.values for series in self._data.series), strict=True)
            values = [sum(value or 0.0 for value in column) for column in columns]
        low = min(values) if self._data.low is None else min(self._data.low, *values)
        high = max(values) if self._data.high is None else max(self._data.high, *values)
        most = max(2, int((self.height() - 2 * MARK_ROOM) / MARK_ROOM))
        marks = value_marks(low, high, most, 1.0 if self._data.counted else 0.0)
        if self._data.high is not None and high == self._data.high:
            marks = [mark for mark in marks if mark <= high * (1 + 1e-9)]
        return marks

    def _room(self, marks: Sequence[float]) -> QRectF:
        metrics = QFontMetrics(theme.muted_font())
        widths = (metrics.horizontalAdvance(self._data.format_value(mark)) for mark in marks)
        left = max(widths, default=0) + 2 * theme.GAP_S
        top = theme.GAP_S + QFontMetrics(theme.body_font()).height() + theme.GAP_S
        bottom = self.height() - metrics.height() - theme.GAP_S - (STRIP + theme.GAP_XS if self._data.states else 0)
        return QRectF(left, top, max(10, self.width() - left - theme.GAP_M), max(10, bottom - top))

    def _paint_axes(self, painter: QPainter, room: QRectF, marks: Sequence[float]) -> None:
        t = theme.current_tokens()
        painter.setFont(theme.muted_font())
        metrics = painter.fontMetrics()
        for mark in marks:
            y = self._height_of(mark, room, marks)
            painter.setPen(QPen(QColor(t.line), 1))
            painter.drawLine(QPointF(room.left(), y), QPointF(room.right(), y))
            text = self._data.format_value(mark)
            painter.setPen(QColor(t.muted))
            x = room.left() - theme.GAP_S - metrics.horizontalAdvance(text)
            painter.drawText(QPointF(x, y + metrics.ascent() / 2 - 1), text)
        width = room.width() / self._data.count
        step = self._data.edges[1] - self._data.edges[0]
        free = room.left() - theme.GAP_S
        for place in shown_moments(self._data.edges, max(1, int(room.width() / MOMENT_ROOM))):
            text = moment_text(self._data.edges[place], step)
            x = room.left() + place * width
            if x >= free and x + metrics.horizontalAdvance(text) <= self.width():
                painter.setPen(QPen(QColor(t.line), 1))
                bottom = self.height() - metrics.height() - theme.GAP_S
                painter.drawLine(QPointF(x, bottom), QPointF(x, bottom + 4))
                painter.setPen(QColor(t.muted))
                painter.drawText(QPointF(x, self.height() - theme.GAP_XS - metrics.descent()), text)
                free = x + metrics.horizontalAdvance(text) + theme.GAP_S

    def _paint_bands(self, painter: QPainter, room: QRectF) -> None:
        for band in self._data.bands:
            left, right = (self._x_of(moment, room) for moment in (band.start, band.end))
            paint_band(painter, QRectF(left, room.top(), max(2.0, right - left), room.height()), band.look)

    def _paint_states(self, painter: QPainter, room: QRectF) -> None:
        width = room.width() / self._data.count
        top = room.bottom() + theme.GAP_XS
        for place, state in enumerate(self._data.states):
            paint_state_cell(painter, QRectF(room.left() + place * width + 1, top, width - 2, STRIP), state.look)

    def _x_of(self, moment: datetime, room: QRectF) -> float:
        """Where a moment is: stretches are drawn equally wide, though a day may have 23 hours."""
        edges = self._data.edges
        moment = min(max(moment, edges[0]), edges[-1])
        place = min(bisect_right(edges, moment) - 1, self._data.count - 1)
        share = (moment - edges[place]) / (edges[place + 1] - edges[place])
        return room.left() + (place + share) * room.width() / self._data.count

    def _paint_current(self, painter: QPainter, room: QRectF) -> None:
        if self._current >= 0:
            width = room.width() / self._data.count
            below = STRIP + theme.GAP_XS if self._data.states else 0
            area = QRectF(room.left() + self._current * width, room.top(), width, room.height() + below)
            colour = QColor(theme.current_tokens().accent)
            colour.setAlphaF(0.14)  # the bands show through
            painter.fillRect(area, colour)

    def _paint_series(self, painter: QPainter, room: QRectF, marks: Sequence[float]) -> None:
        width = room.width() / self._data.count
        if self._data.bars:
            tops = [0.0] * self._data.count
            for place, series in enumerate(self._data.series):
                bars = []
                for at, value in enumerate(series.values):
                    if value:
                        low = self._height_of(tops[at], room, marks)
                        tops[at] += value
                        high = self._height_of(tops[at], room, marks)
                        gap = min(3.0, width / 5)
                        bars.append(QRectF(room.left() + at * width + gap, high, width - 2 * gap, low - high))
                paint_bars(painter, place, bars)
            return
        for place, series in enumerate(self._data.series):
            line: list[QPointF] = []
            for at, value in enumerate((*series.values, None)):
                if value is not None:
                    line.append(QPointF(room.left() + (at + 0.5) * width, self._height_of(value, room, marks)))
                elif line:  # a gap: where nothing was measured, nothing is drawn
                    paint_line(painter, place, line)
                    line = []

    @staticmethod
    def _height_of(value: float, room: QRectF, marks: Sequence[float]) -> float:
        share = (value - marks[0]) / ((marks[-1] - marks[0]) or 1.0)
        return room.bottom() - share * room.height()

    # --- moving ----------------------------------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """The values of the stretch under the mouse."""
        self.choose(self._place_at(event.position()))
        if self._current >= 0:
            QToolTip.showText(
                event.globalPosition().toPoint(), escape_tool_tip(self.stretch_values(self._current)), self
            )
        else:
            QToolTip.hideText()

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is under the mouse any more."""
        super().leaveEvent(event)
        if not self.hasFocus():
            self.choose(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left, Right, Home and End choose a stretch, Escape none."""
        last = self._data.count - 1
        if self._data.is_empty:
            super().keyPressEvent(event)
            return
        here = self._current
        moves = {
            Qt.Key.Key_Left: last if here < 0 else max(0, here - 1),
            Qt.Key.Key_Right: 0 if here < 0 else min(last, here + 1),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        if event.key() in moves:
            self.choose(moves[Qt.Key(event.key())])
        elif event.key() == Qt.Key.Key_Escape and here >= 0:
            self.choose(-1)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The ring shows."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The ring goes."""
        super().focusOutEvent(event)
        self.update()

    def _place_at(self, at: QPointF) -> int:
        if self._data.is_empty:
            return -1
        room = self._room(self._marks())
        if not (room.left() <= at.x() <= room.right() and room.top() <= at.y() <= room.bottom() + STRIP):
            return -1
        return min(self._data.count - 1, int((at.x() - room.left()) / room.width() * self._data.count))

    def choose(self, place: int) -> None:
        """Choose a stretch; -1 for none."""
        if not -1 <= place < self._data.count:
            place = -1
        if place != self._current:
            self._current = place
            self.setAccessibleDescription(self.stretch_values(place) or self.summary_text)
            self.stretch_chosen.emit(place)
            self.update()
