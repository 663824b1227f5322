"""The cost of each of the last days as small bars, with today at the right end."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from ....core.money import money
from ....records.spend import DaySpend
from ... import theme
from ...text import formatting
from ...text.translation import tr, tr_count
from ...widgets.elided_label import escape_tool_tip

HEIGHT = 44
STEP, GAP = 7, 2
WIDEST = 16


class DailySpendBars(QWidget):
    """As many days as there is room for. Hovering a bar says the day and what it cost; a line marks the day's cap."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._days: tuple[DaySpend, ...] = ()
        self._cap = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(HEIGHT)
        theme.theme_changed.connect(self.update)

    def show_days(self, days: Sequence[DaySpend], cap: float) -> None:
        """Show these, oldest first. ``cap`` 0: none."""
        self._days, self._cap = tuple(days), cap
        spent = [day.usd for day in days]
        most = max(days, key=lambda day: day.usd, default=None)
        total = money(sum(spent))
        said = tr_count("Cost of the last day: {total}", "Cost of the last %n days: {total}", len(days), total=total)
        if most is not None and most.usd:
            said = tr("{cost}, most on {day}: {amount}", cost=said, day=_day(most), amount=money(most.usd))
        self.setAccessibleName(said)
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(120, HEIGHT)

    def day_at(self, x: float) -> DaySpend | None:
        """The day whose bar is there."""
        shown, step = self._shown()
        at = int((x - (self.width() - len(shown) * step)) // step) if shown else -1
        return shown[at] if 0 <= at < len(shown) else None

    def event(self, event: QEvent) -> bool:
        """Hovering says what a day has cost."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            day = self.day_at(event.pos().x())
            if day is None:
                QToolTip.hideText()
            else:
                QToolTip.showText(event.globalPos(), escape_tool_tip(day_text(day)), self)
            return True
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A bar for each day; a day without cost keeps a mark on the ground line."""
        t = theme.current_tokens()
        shown, step = self._shown()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        top = max((day.usd for day in shown), default=0.0)
        capped = bool(self._cap) and top > 0.4 * self._cap
        scale = (HEIGHT - 4) / max(top, self._cap if capped else 0.0, 0.01)
        left = float(self.width() - len(shown) * step)
        for at, day in enumerate(shown):
            over = bool(self._cap) and round(day.usd, 4) >= self._cap
            tone = t.bad if over else t.accent if at == len(shown) - 1 else t.faint
            height = max(1.0, day.usd * scale)
            painter.setBrush(QColor(tone if day.usd else t.line))
            painter.drawRoundedRect(QRectF(left + at * step, HEIGHT - 1 - height, step - GAP, height), 1, 1)
        if capped:
            painter.setPen(QPen(QColor(t.warn), 1, Qt.PenStyle.DashLine))
            height = HEIGHT - 1 - self._cap * scale
            painter.drawLine(0, round(height), self.width(), round(height))
        painter.end()

    def _shown(self) -> tuple[tuple[DaySpend, ...], float]:
        number = min(len(self._days), self.width() // STEP)
        shown = self._days[len(self._days) - number :] if number else ()
        return shown, min(WIDEST, self.width() / number) if number else STEP


def day_text(day: DaySpend) -> str:
    """``Fri 14 Nov: $0.42 in 3 sessions``."""
    if not day.sessions:
        return tr("{day}: no sessions", day=_day(day))
    return tr_count(
        "{day}: {amount} in %n session",
        "{day}: {amount} in %n sessions",
        day.sessions,
        day=_day(day),
        amount=money(day.usd),
    )


def _day(day: DaySpend) -> str:
    at = date.fromisoformat(day.day)
    return f"{formatting.WEEKDAYS[at.weekday()]} {at.day} {formatting.MONTHS[at.month - 1]}"
