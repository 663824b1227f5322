"""How the series of a chart are drawn: by place, each with a colour, a line style and a marker, or a filling."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPolygonF

from .. import theme

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
