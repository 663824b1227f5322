"""How a chart is drawn: its series by place, each with a colour, a line style and a marker, or a filling; its bands,
and the state of each stretch."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from .. import theme
from ..text.translation import tr
from ..widgets.state_dot import state_word

MAINTENANCE = "maintenance"
BANDS = {"down": tr("outage"), "degraded": tr("degraded"), MAINTENANCE: tr("in maintenance")}
MARKED_UP_TO = 60  # points; past that markers would hide the line
RADIUS = 2.6
_STYLES = (
    Qt.PenStyle.SolidLine,
    Qt.PenStyle.DashLine,
    Qt.PenStyle.DotLine,
    Qt.PenStyle.DashDotLine,
    Qt.PenStyle.DashDotDotLine,
)
_FILLINGS = (
    Qt.BrushStyle.SolidPattern,
    Qt.BrushStyle.BDiagPattern,
    Qt.BrushStyle.Dense4Pattern,
    Qt.BrushStyle.HorPattern,
    Qt.BrushStyle.CrossPattern,
)
MOST_SERIES = len(_STYLES)


def series_colour(place: int) -> QColor:
    """The colour of a series, of the theme's."""
    t = theme.current_tokens()
    return QColor((t.accent, t.warn, t.good, t.bad, t.idle)[place % MOST_SERIES])


def series_pen(place: int) -> QPen:
    """The line of a series."""
    return QPen(series_colour(place), 1.8, _STYLES[place % MOST_SERIES], Qt.PenCapStyle.FlatCap)


def paint_line(painter: QPainter, place: int, points: Sequence[QPointF], marked: Sequence[float] = ()) -> None:
    """A line through these points with a marker on each; or, where ``marked`` has shares, at those of its length."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(series_pen(place))
    if len(points) > 1:
        painter.drawPolyline(QPolygonF(list(points)))
    if marked:
        first, last = points[0], points[-1]
        points = [first + (last - first) * share for share in marked]
    if len(points) <= MARKED_UP_TO:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(series_colour(place))
        for point in points:
            _paint_marker(painter, place, point)


def paint_bars(painter: QPainter, place: int, bars: Sequence[QRectF]) -> None:
    """Bars of a series: an outline, and a filling of its own."""
    colour = series_colour(place)
    painter.setPen(QPen(colour, 1))
    painter.setBrush(QBrush(colour, _FILLINGS[place % MOST_SERIES]))
    for bar in bars:
        painter.drawRect(bar)


def paint_band(painter: QPainter, room: QRectF, look: str) -> None:
    """Draw a band behind the series: an outage filled, a degraded time and maintenance hatched, a line above each."""
    t = theme.current_tokens()
    tone = QColor({"down": t.bad, "degraded": t.warn}.get(look, t.idle))
    pale = QColor(tone)
    pale.setAlphaF(0.16 if look == "down" else 0.5)
    pattern = {"down": Qt.BrushStyle.SolidPattern, "degraded": Qt.BrushStyle.BDiagPattern}
    painter.fillRect(room, QBrush(pale, pattern.get(look, Qt.BrushStyle.HorPattern)))
    painter.setPen(QPen(tone, 2))
    painter.drawLine(room.topLeft(), room.topRight())


def paint_line_key(place: int, painter: QPainter, room: QRectF) -> None:
    """Draw the key of a line."""
    middle = room.center().y()
    paint_line(painter, place, [QPointF(room.left(), middle), QPointF(room.right(), middle)], marked=(0.5,))


def paint_bar_key(place: int, painter: QPainter, room: QRectF) -> None:
    """Draw the key of the bars of a series."""
    paint_bars(painter, place, [QRectF(room.left() + 4, room.top(), 10, room.height())])


def paint_band_key(look: str, painter: QPainter, room: QRectF) -> None:
    """Draw the key of the bands of a look."""
    paint_band(painter, room, look)


def paint_state_cell(painter: QPainter, box: QRectF, state: str) -> None:
    """Draw the state of a stretch, "" for not checked: a shape for each, so that none is told by its colour alone."""
    t = theme.current_tokens()
    bottom, height = box.bottom(), box.height()
    painter.setPen(Qt.PenStyle.NoPen)
    if state == "down":
        painter.setBrush(QColor(t.bad))
        painter.drawRoundedRect(box, 1.5, 1.5)
        _paint_cross(painter, box)
    elif state == "degraded":
        half = QRectF(box.left(), bottom - height * 0.65, box.width(), height * 0.65)
        _fill(painter, half, t.warn, 0.35)
        painter.setBrush(QBrush(QColor(t.warn), Qt.BrushStyle.BDiagPattern))
        painter.drawRoundedRect(half, 1.5, 1.5)
    elif state == "healthy":
        _fill(painter, QRectF(box.left(), bottom - height * 0.3, box.width(), height * 0.3), t.good, 0.55)
    elif state == MAINTENANCE:
        painter.setBrush(QBrush(QColor(t.idle), Qt.BrushStyle.HorPattern))
        painter.drawRoundedRect(QRectF(box.left(), bottom - height * 0.5, box.width(), height * 0.5), 1.5, 1.5)
    elif state:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(t.idle), 1, Qt.PenStyle.DotLine))
        painter.drawRoundedRect(box.adjusted(0.5, height * 0.3, -0.5, -0.5), 1.5, 1.5)
    else:
        painter.setBrush(QColor(t.faint))
        painter.drawEllipse(QPointF(box.center().x(), bottom - 3), 1.3, 1.3)


class StateLegend(QWidget):
    """What the shapes of the states mean: each with its word."""

    STATES = ("healthy", "degraded", "down", "unknown", MAINTENANCE, "")
    SHAPE = 14

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
        """Return the room of its words."""
        metrics = self.fontMetrics()
        return QSize(sum(metrics.horizontalAdvance(self._word(state)) + 40 for state in self.STATES), self.height())

    def minimumSizeHint(self) -> QSize:
        """Return less: it may be cut off at its end."""
        return QSize(120, self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw shapes and words in one line."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.muted_font())
        x, top = 0.0, (self.height() - self.SHAPE) / 2
        for state in self.STATES:
            paint_state_cell(painter, QRectF(x, top, self.SHAPE, self.SHAPE), state)
            painter.setPen(QColor(theme.current_tokens().muted))
            width = painter.fontMetrics().horizontalAdvance(self._word(state))
            room = QRectF(x + self.SHAPE + 6, 0, width + 2, self.height())
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, self._word(state))
            x = room.right() + theme.GAP_M
        painter.end()

    @staticmethod
    def _word(state: str) -> str:
        words = {"": tr("not checked"), "unknown": tr("not known"), MAINTENANCE: tr("in maintenance")}
        return words.get(state) or state_word(state)


def _fill(painter: QPainter, box: QRectF, token: str, alpha: float) -> None:
    pale = QColor(token)
    pale.setAlphaF(alpha)
    painter.setBrush(pale)
    painter.drawRoundedRect(box, 1.5, 1.5)


def _paint_cross(painter: QPainter, box: QRectF) -> None:
    painter.setPen(QPen(QColor(theme.current_tokens().surface), 1.5))
    arm = max(1.0, min(box.width(), box.height()) / 2 - 2.5)
    middle = box.center()
    painter.drawLine(middle + QPointF(-arm, -arm), middle + QPointF(arm, arm))
    painter.drawLine(middle + QPointF(-arm, arm), middle + QPointF(arm, -arm))


def _paint_marker(painter: QPainter, place: int, at: QPointF) -> None:
    """Circle, square, triangle, diamond, bar."""
    shape, r = place % MOST_SERIES, RADIUS
    if shape == 0:
        painter.drawEllipse(at, r, r)
    elif shape == 1:
        painter.drawRect(QRectF(at.x() - r, at.y() - r, 2 * r, 2 * r))
    elif shape == 2:
        painter.drawPolygon(QPolygonF([at + QPointF(0, -r - 1), at + QPointF(r + 1, r), at + QPointF(-r - 1, r)]))
    elif shape == 3:
        s = r + 1
        painter.drawPolygon(
            QPolygonF([at + QPointF(0, -s), at + QPointF(s, 0), at + QPointF(0, s), at + QPointF(-s, 0)])
        )
    else:
        painter.drawRect(QRectF(at.x() - 1, at.y() - r - 1, 2, 2 * r + 2))
