"""What a cell of the matrix shows and says, and the key to its patterns."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from ....records.health_cells import MAINTENANCE, HealthCell, HealthMatrix
from ... import theme
from ...text import formatting
from ...text.translation import tr, tr_count
from ...widgets.state_dot import state_word

GAP = 2


def paint_cell(painter: QPainter, rect: QRectF, cell: HealthCell | None) -> None:
    """Healthy: a low bar. Degraded: half high, hatched. Down: full and crossed. Not known: an empty outline."""
    t = theme.current_tokens()
    box = rect.adjusted(GAP / 2, 4, -GAP / 2, -4)
    painter.setPen(Qt.PenStyle.NoPen)
    if cell is None:
        painter.setBrush(QColor(t.faint))
        painter.drawEllipse(QPointF(box.center().x(), box.bottom() - 3), 1.3, 1.3)
        return
    if cell.state == "healthy":
        colour = QColor(t.good)
        colour.setAlphaF(0.55)
        painter.setBrush(colour)
        painter.drawRoundedRect(QRectF(box.left(), box.bottom() - 6, box.width(), 6), 1.5, 1.5)
    elif cell.state == "degraded":
        half = QRectF(box.left(), box.top() + box.height() * 0.35, box.width(), box.height() * 0.65)
        pale = QColor(t.warn)
        pale.setAlphaF(0.35)
        painter.setBrush(pale)
        painter.drawRoundedRect(half, 1.5, 1.5)
        painter.setBrush(QBrush(QColor(t.warn), Qt.BrushStyle.BDiagPattern))
        painter.drawRoundedRect(half, 1.5, 1.5)
    elif cell.state == "down":
        painter.setBrush(QColor(t.bad))
        painter.drawRoundedRect(box, 1.5, 1.5)
        painter.setPen(QPen(QColor(t.surface), 1.5))
        arm = min(box.width(), box.height()) / 2 - 2.5
        middle = box.center()
        painter.drawLine(middle + QPointF(-arm, -arm), middle + QPointF(arm, arm))
        painter.drawLine(middle + QPointF(-arm, arm), middle + QPointF(arm, -arm))
    elif cell.state == MAINTENANCE:
        painter.setBrush(QBrush(QColor(t.idle), Qt.BrushStyle.HorPattern))
        painter.drawRoundedRect(QRectF(box.left(), box.bottom() - 10, box.width(), 10), 1.5, 1.5)
    else:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(t.idle), 1, Qt.PenStyle.DotLine))
        painter.drawRoundedRect(box.adjusted(0.5, 6, -0.5, -0.5), 1.5, 1.5)


def cell_text(cell: HealthCell | None) -> str:
    """``down in 3 of 12 checks``, ``healthy in all 12 checks``, ``not checked``."""
    if cell is None:
        return tr("not checked")
    many = tr_count("%n check", "%n checks", cell.checks)
    if cell.state == MAINTENANCE:
        return tr("in maintenance, {checks}", checks=many)
    if len(cell.counts) == 1:
        state = state_word(cell.state)
        return (
            tr("{state} in all {checks}", state=state, checks=many)
            if cell.checks > 1
            else tr("{state} in {checks}", state=state, checks=many)
        )
    worse = [
        tr("{state} in {counts}", state=state_word(state), counts=formatting.format_number(cell.counts[state]))
        for state in ("down", "degraded", "unknown", MAINTENANCE)
        if state in cell.counts
    ]
    return tr("{states} of {checks}", states=", ".join(worse), checks=many)


def span_text(matrix: HealthMatrix, column: int) -> str:
    """When a cell was: ``Mon 14:00 – 15:00``; a whole day is its date."""
    start, end = matrix.bounds[column], matrix.bounds[column + 1]
    if matrix.span == "30d":
        return f"{formatting.WEEKDAYS[start.weekday()]} {formatting.format_date(start)}"
    return f"{formatting.format_clock_time(start)} – {end:%H:%M}"


def edge_text(matrix: HealthMatrix, column: int) -> str:
    """What stands above a column, where there is room."""
    start = matrix.bounds[column]
    if matrix.span == "24h":
        return f"{start:%H:%M}" if start.hour % 3 == 0 else ""
    if matrix.span == "7d":
        return f"{formatting.WEEKDAYS[start.weekday()]} {start.day}" if start.hour < 6 else ""
    return tr("{day} {month}", day=start.day, month=formatting.MONTHS[start.month - 1]) if column % 3 == 0 else ""


class MatrixLegend(QWidget):
    """What the patterns mean: each with its word."""

    STATES = ("healthy", "degraded", "down", "unknown", MAINTENANCE, "")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(theme.TARGET - 6)
        self.setAccessibleName(
            tr(
                "Low bar: healthy. Hatched: degraded. Crossed: down. Outline: not known. Lines: in "
                "maintenance. Dot: not checked."
            )
        )
        theme.theme_changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Its words."""
        metrics = self.fontMetrics()
        return QSize(sum(metrics.horizontalAdvance(self._word(state)) + 40 for state in self.STATES), self.height())

    def minimumSizeHint(self) -> QSize:
        """It may be cut off at its end."""
        return QSize(120, self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Shapes and words in one line."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.muted_font())
        x = 0.0
        for state in self.STATES:
            cell = HealthCell(state, {state: 1}) if state else None
            paint_cell(painter, QRectF(x, -3, 16, self.height() + 6), cell)
            painter.setPen(QColor(theme.current_tokens().muted))
            width = painter.fontMetrics().horizontalAdvance(self._word(state))
            painter.drawText(
                QRectF(x + 20, 0, width + 2, self.height()), Qt.AlignmentFlag.AlignVCenter, self._word(state)
            )
            x += 20 + width + theme.GAP_M
        painter.end()

    @staticmethod
    def _word(state: str) -> str:
        words = {"": tr("not checked"), "unknown": tr("not known"), MAINTENANCE: tr("in maintenance")}
        return words.get(state) or state_word(state)
