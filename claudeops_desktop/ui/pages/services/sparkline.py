"""Response times as a line over time: each check a point, those that were not healthy with their shape."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from ....core.clock import from_text
from ....records.health import HealthCheck
from ... import theme
from ...text import formatting
from ...text.translation import tr, tr_count
from ...widgets.elided_label import escape_tool_tip
from ...widgets.state_dot import paint_state, state_word

HEIGHT, SHAPE = 56, 10


class ResponseSparkline(QWidget):
    """``show_checks`` takes them newest first. Hovering names the check nearest to the mouse."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._checks: tuple[HealthCheck, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.theme_changed.connect(self.update)

    def show_checks(self, checks: Sequence[HealthCheck]) -> None:
        """Show those that were timed."""
        self._checks = tuple(reversed([check for check in checks if check.response_ms is not None]))
        self.setAccessibleName(tr("Response times: {summary_text}", summary_text=self.summary_text))
        self.update()

    @property
    def summary_text(self) -> str:
        """``60 checks since Mon 14:00, mostly 12 ms, slowest 4.2 s``; empty where nothing was timed."""
        times = [check.response_ms for check in self._checks if check.response_ms is not None]
        if not times:
            return ""
        since = formatting.format_clock_time(self._checks[0].checked_at)
        many = tr_count("%n check", "%n checks", len(times))
        return tr(
            "{many_value} since {since}, mostly {median}, slowest {times}",
            many_value=many,
            since=since,
            median=formatting.format_duration_ms(median(times)),
            times=formatting.format_duration_ms(max(times)),
        )

    @property
    def number(self) -> int:
        """How many points there are."""
        return len(self._checks)

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(200, HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A base line, the line of times, and the shapes of trouble on it."""
        t = theme.current_tokens()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(t.line), 1))
        painter.drawLine(QPointF(0, self.height() - 1.5), QPointF(self.width(), self.height() - 1.5))
        points = self._points()
        if len(points) > 1:
            painter.setPen(QPen(QColor(t.accent), 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawPolyline(QPolygonF(points))
        for point, check in zip(points, self._checks, strict=True):
            if check.status != "healthy":
                box = QRectF(point.x() - SHAPE / 2, point.y() - SHAPE / 2, SHAPE, SHAPE)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(t.surface))
                painter.drawEllipse(box)
                paint_state(painter, box, check.status)
            elif len(points) < 60:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(t.accent))
                painter.drawEllipse(point, 1.8, 1.8)
        painter.end()

    def event(self, event: QEvent) -> bool:
        """What the nearest check found."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            points = self._points()
            if points:
                near = min(range(len(points)), key=lambda n: abs(points[n].x() - event.pos().x()))
                check = self._checks[near]
                said = (
                    f"{formatting.format_exact_time(check.checked_at)}\n"
                    f"{state_word(check.status)}, {formatting.format_duration_ms(check.response_ms)}"
                )
                QToolTip.showText(event.globalPos(), escape_tool_tip(f"{said}\n{check.detail}".strip()), self)
            return True
        return super().event(event)

    def _points(self) -> list[QPointF]:
        if not self._checks:
            return []
        moments = [from_text(check.checked_at).timestamp() for check in self._checks]
        slowest = max(check.response_ms or 0.0 for check in self._checks) or 1.0
        first, length = moments[0], max(moments[-1] - moments[0], 1.0)
        room = QRectF(self.rect()).adjusted(SHAPE, SHAPE / 2 + 1, -SHAPE, -SHAPE / 2 - 3)
        return [
            QPointF(
                room.left() + (moment - first) / length * room.width(),
                room.bottom() - (check.response_ms or 0.0) / slowest * room.height(),
            )
            for moment, check in zip(moments, self._checks, strict=True)
        ]
