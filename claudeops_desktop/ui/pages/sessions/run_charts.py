"""Cost and length of the last runs as small bars: is this run dearer or longer than the others?"""

from __future__ import annotations

from collections.abc import Sequence
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
from . import text

LAST = 40
TITLE, BARS = 18, 30
WIDEST_BAR = 14.0


class BarChart(QWidget):
    """One figure of each run, oldest left. Left and Right go from bar to bar, Return or a click opens the run."""

    run_opened = Signal(int)
    current_changed = Signal(int)

    def __init__(self, title: str, unit: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title, self._unit = title, unit
        self._figures: tuple[RunFigure, ...] = ()
        self._current = -1
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(160)
        theme.theme_changed.connect(self.update)

    def show_figures(self, figures: Sequence[RunFigure]) -> None:
        """These runs, oldest first."""
        kept = self._figures[self._current].run_id if 0 <= self._current < len(self._figures) else None
        self._figures = tuple(figures)
        ids = [one.run_id for one in figures]
        self._current = ids.index(kept) if kept in ids else -1
        self._tell()
        self.update()

    def value(self, one: RunFigure) -> float | None:
        """The figure that is drawn."""
        return one.cost_usd if self._unit == "money" else one.seconds

    def value_text(self, value: float | None) -> str:
        """The same in words."""
        if value is None:
            return tr("not known")
        return money(value) if self._unit == "money" else formatting.format_duration(value)

    def sentence(self, place: int) -> str:
        """One bar in words."""
        one = self._figures[place]
        return (
            f"{formatting.format_clock_time(one.started_at)}: "
            f"{self.value_text(self.value(one))}, {text.status_name(one.status)}"
        )

    @property
    def summary(self) -> str:
        """All of it in words."""
        values = [value for one in self._figures if (value := self.value(one)) is not None]
        if not values:
            return tr("{title}: nothing yet", title=self._title)
        runs = tr_count("%n run", "%n runs", len(values))
        return tr(
            "{title}: {runs}, most {value_text}, median {value_text_2}",
            title=self._title,
            runs=runs,
            value_text=self.value_text(max(values)),
            value_text_2=self.value_text(median(values)),
        )

    def sizeHint(self) -> QSize:
        """A line of words over the bars."""
        return QSize(260, TITLE + BARS + 2)

    def rects(self) -> list[QRectF]:
        """Where each bar stands; one without a value is a dot on the ground."""
        values = [self.value(one) or 0.0 for one in self._figures]
        highest = max(values, default=0.0) or 1.0
        step = min(WIDEST_BAR, self.width() / max(1, len(values)))
        found = []
        for place, value in enumerate(values):
            height = max(1.0, (BARS - 2) * value / highest)
            found.append(QRectF(place * step, TITLE + BARS - height, max(2.0, step - 2), height))
        return found

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The title with the current value, the bars, the ground."""
        painter = QPainter(self)
        t = theme.current_tokens()
        painter.setFont(theme.muted_font())
        painter.setPen(t.colour("muted"))
        said = self.sentence(self._current) if self._current >= 0 else self.summary
        shown = painter.fontMetrics().elidedText(said, Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(QRectF(0, 0, self.width(), TITLE - 2), Qt.AlignmentFlag.AlignLeft, shown)
        for place, (one, rect) in enumerate(zip(self._figures, self.rects(), strict=True)):
            tone = state_dot.state_look(one.status)[1]
            colour = t.colour("accent" if tone in ("good", "accent") else tone)
            colour.setAlphaF(1.0 if place == self._current else 0.55)
            painter.fillRect(rect, colour)
        painter.setPen(QPen(t.colour("line"), 1))
        ground = TITLE + BARS + 0.5
        painter.drawLine(QPointF(0, ground), QPointF(self.width(), ground))
        if self.hasFocus():
            painter.setPen(QPen(t.colour("accent"), 2))
            painter.drawRect(QRectF(1, 1, self.width() - 2, self.height() - 2))
        painter.end()

    def event(self, event: QEvent) -> bool:
        """Hovering says what a bar is."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = self._at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), self.sentence(place) if place >= 0 else self.summary, self)
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Open a run."""
        place = self._at(event.position())
        if place >= 0:
            self._move(place)
            self.run_opened.emit(self._figures[place].run_id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left, Right, Home and End go from bar to bar; Return opens the run."""
        last = len(self._figures) - 1
        place = self._current if self._current >= 0 else last + 1
        target = {
            Qt.Key.Key_Left: place - 1,
            Qt.Key.Key_Right: place + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }.get(Qt.Key(event.key()))
        if target is not None and last >= 0:
            self._move(min(max(target, 0), last))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._current >= 0:
            self.run_opened.emit(self._figures[self._current].run_id)
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The summary again."""
        self._move(-1)
        super().focusOutEvent(event)

    def _move(self, place: int) -> None:
        self._current = place
        self._tell()
        self.update()

    def _tell(self) -> None:
        self.setAccessibleName(self._title)
        self.setAccessibleDescription(self.sentence(self._current) if self._current >= 0 else self.summary)

    def _at(self, point: QPointF) -> int:
        for place, rect in enumerate(self.rects()):
            if rect.left() <= point.x() <= rect.right() + 2:
                return place
        return -1


class RunCharts(QWidget):
    """Both charts side by side. ``run_opened`` carries the id of a run."""

    run_opened = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cost = BarChart(tr("Cost of the last runs"), "money")
        self.length = BarChart(tr("Length of the last runs"), "time")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP_XL)
        for chart in (self.cost, self.length):
            chart.run_opened.connect(self.run_opened)
            row.addWidget(chart)

    def show_figures(self, figures: Sequence[RunFigure]) -> None:
        """These runs, oldest first."""
        self.cost.show_figures(figures)
        self.length.show_figures(figures)
