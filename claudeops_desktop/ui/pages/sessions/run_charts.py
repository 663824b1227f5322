"""Cost and length of the last runs as small bars: is this run dearer or longer than the others?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolTip, QWidget

from ....core.money import money
from ....records.run_list import RunFigure
from ... import theme
from ...text import formatting
from ...text.translation import tr, tr_count
from ...widgets import state_dot

TITLE, BARS = 18, 30
WIDEST_BAR = 14.0


class BarChart(QWidget):
    """One figure of each run, oldest left: ``value`` reads it, ``words`` writes it. Left and Right go from bar to bar,
    Return or a click opens the run."""

    run_opened = Signal(int)

    def __init__(
        self, title: str, value: Callable[[RunFigure], float | None], words: Callable[[float], str], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._title, self._value, self._words = title, value, words
        self._figures: tuple[RunFigure, ...] = ()
        self._current = -1
        self.setAccessibleName(title)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(160)
        theme.theme_changed.connect(self.update)

    def show_figures(self, figures: Sequence[RunFigure]) -> None:
        """Show these runs, oldest first; the current bar stays at its run."""
        kept = self._figures[self._current].run_id if self._current >= 0 else None
        self._figures = tuple(figures)
        self._move(next((place for place, one in enumerate(figures) if one.run_id == kept), -1))

    @property
    def sentence(self) -> str:
        """Return the current bar in words, or all of them."""
        return self._bar_text(self._current) if self._current >= 0 else self.summary

    @property
    def summary(self) -> str:
        """Return all of it in words."""
        values = [value for one in self._figures if (value := self._value(one)) is not None]
        if not values:
            return tr("{title}: nothing yet", title=self._title)
        return tr(
            "{title}: {runs}, most {value_text}, median {value_text_2}",
            title=self._title,
            runs=tr_count("%n run", "%n runs", len(values)),
            value_text=self._words(max(values)),
            value_text_2=self._words(median(values)),
        )

    def _bar_text(self, place: int) -> str:
        one = self._figures[place]
        value = self._value(one)
        said = self._words(value) if value is not None else tr("not known")
        return f"{formatting.format_clock_time(one.started_at)}: {said}, {state_dot.state_word(one.status)}"

    def sizeHint(self) -> QSize:
        """Return the size of a line of words over the bars."""
        return QSize(260, TITLE + BARS + 2)

    def rects(self) -> list[QRectF]:
        """Return where each bar stands; one without a value is a dot on the ground."""
        values = [self._value(one) or 0.0 for one in self._figures]
        highest = max(values, default=0.0) or 1.0
        step = min(WIDEST_BAR, self.width() / max(1, len(values)))
        heights = [max(1.0, (BARS - 2) * value / highest) for value in values]
        return [
            QRectF(place * step, TITLE + BARS - height, max(2.0, step - 2), height)
            for place, height in enumerate(heights)
        ]

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the title with the current value, the bars, the ground."""
        painter = QPainter(self)
        t = theme.current_tokens()
        painter.setFont(theme.muted_font())
        painter.setPen(t.colour("muted"))
        shown = painter.fontMetrics().elidedText(self.sentence, Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(QRectF(0, 0, self.width(), TITLE - 2), Qt.AlignmentFlag.AlignLeft, shown)
        for place, (one, rect) in enumerate(zip(self._figures, self.rects(), strict=True)):
            tone = state_dot.state_look(one.status)[1]
            colour = t.colour("accent" if tone in ("good", "accent") else tone)
            colour.setAlphaF(1.0 if place == self._current else 0.55)
            painter.fillRect(rect, colour)
        painter.setPen(QPen(t.colour("line"), 1))
        painter.drawLine(QPointF(0, TITLE + BARS + 0.5), QPointF(self.width(), TITLE + BARS + 0.5))
        if self.hasFocus():
            painter.setPen(QPen(t.colour("accent"), 2))
            painter.drawRect(QRectF(1, 1, self.width() - 2, self.height() - 2))
        painter.end()

    def event(self, event: QEvent) -> bool:
        """Say what a bar is on hover."""
        if event.type() != QEvent.Type.ToolTip or not isinstance(event, QHelpEvent):
            return super().event(event)
        place = self._place_at(QPointF(event.pos()))
        QToolTip.showText(event.globalPos(), self._bar_text(place) if place >= 0 else self.summary, self)
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Open the run of a bar."""
        place = self._place_at(event.position())
        if place >= 0:
            self.run_opened.emit(self._figures[place].run_id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from bar to bar, and open the run."""
        last, keys = len(self._figures) - 1, Qt.Key
        place = self._current if self._current >= 0 else last + 1
        steps = {keys.Key_Left: place - 1, keys.Key_Right: place + 1, keys.Key_Home: 0, keys.Key_End: last}
        target = steps.get(Qt.Key(event.key()))
        if target is not None and last >= 0:
            self._move(min(max(target, 0), last))
        elif event.key() in (keys.Key_Return, keys.Key_Enter) and self._current >= 0:
            self.run_opened.emit(self._figures[self._current].run_id)
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show the summary again."""
        self._move(-1)
        super().focusOutEvent(event)

    def _move(self, place: int) -> None:
        self._current = place
        self.setAccessibleDescription(self.sentence)
        self.update()

    def _place_at(self, point: QPointF) -> int:
        rects = enumerate(self.rects())
        return next((place for place, rect in rects if rect.left() <= point.x() <= rect.right() + 2), -1)


class RunCharts(QWidget):
    """Both charts side by side. ``run_opened`` carries the id of a run."""

    run_opened = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cost = BarChart(tr("Cost of the last runs"), lambda one: one.cost_usd, money, self)
        self.length = BarChart(tr("Length of the last runs"), lambda one: one.seconds, formatting.format_duration, self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP_XL)
        for chart in (self.cost, self.length):
            chart.run_opened.connect(self.run_opened)
            row.addWidget(chart)

    def show_figures(self, figures: Sequence[RunFigure]) -> None:
        """Show these runs, oldest first."""
        self.cost.show_figures(figures)
        self.length.show_figures(figures)
