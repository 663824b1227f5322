"""The map as it is drawn: services as boxes with state by colour, shape and word; lines down to what they need.

Painted by hand, only what is in view. Where the scale leaves no room for words the shapes of the states stay.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolTip, QWidget

from ....topology.dependencies import PROPOSED
from ... import icons, theme
from ...text import formatting
from ...text.translation import tr
from ...widgets.elided_label import escape_tool_tip
from ...widgets.state_dot import state_look
from .map_layout import HEIGHT, WIDTH, MapBox, MapLine
from .model import MapScene, step_along

SMALLEST, LARGEST, STEP = 0.1, 2.0, 1.25
READABLE = 0.65  # a map that does not fit begins at this scale, and is scrolled
WORDS_FROM, NAMES_FROM = 0.6, 0.42
ARROW = 5.0
MANY_LINES = 150
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class MapView(QAbstractScrollArea):
    """``service_selected`` carries the service that became current; ``service_opened`` one that was entered or
    double-clicked; ``scale_changed`` the scale. Arrow keys follow the lines, + and - change the scale, 0 fits all."""

    service_selected = Signal(str)
    service_opened = Signal(str)
    scale_changed = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("serviceMap")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(tr("Map of the services; the table says the same"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setAutoFillBackground(False)
        self.viewport().setMouseTracking(True)
        self.scene = MapScene()
        self.current = ""
        self.scale = 1.0
        self._fitted: float | None = READABLE  # the least scale of the fit that is in force; None: chosen by hand
        self._paths: list[QPainterPath] = []
        self._dragged_from: QPoint | None = None
        theme.theme_changed.connect(self.viewport().update)

    def sizeHint(self) -> QSize:
        """As large as there is room."""
        return QSize(640, 400)

    def show_scene(self, scene: MapScene) -> None:
        """Show this one. The current service and the scale stay; the first one begins where something is wrong."""
        is_new = scene.layout is not self.scene.layout
        is_first = not self.scene.layout.boxes
        self.scene = scene
        if is_new:
            self._paths = [_line_path(line) for line in scene.layout.lines]
        if self.current not in scene.layout.boxes:
            self.current = self._worst()
        if is_new and self._fitted is not None:
            self.fit(self._fitted)
        self._measure()
        if is_first:
            self._reveal()
        self._tell()

    def select_service(self, name: str) -> None:
        """Make a service the current one, and bring it into view."""
        if name in self.scene.layout.boxes and name != self.current:
            self.current = name
            self._reveal()
            self._tell()
            self.service_selected.emit(name)

    def fit(self, least: float = SMALLEST) -> None:
        """Show all of it, but no smaller than ``least`` and no larger than life."""
        layout = self.scene.layout
        room = self.viewport().size()
        if layout.width and layout.height:
            fitting = min(room.width() / layout.width, room.height() / layout.height, 1.0)
            self.set_scale(max(fitting, least))
            self._fitted = least

    def set_scale(self, scale: float, at: QPointF | None = None) -> None:
        """Another scale; the place under ``at`` (the middle, where it is None) stays where it is."""
        scale = min(LARGEST, max(SMALLEST, scale))
        at = at or QPointF(self.viewport().rect().center())
        held = self.map_point(at)
        self.scale, self._fitted = scale, None
        self._measure()
        moved = self._view_point(held.x(), held.y()) - at
        self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() + round(moved.x()))
        self.verticalScrollBar().setValue(self.verticalScrollBar().value() + round(moved.y()))
        self.scale_changed.emit(scale)

    def service_at(self, at: QPointF) -> str:
        """The service at a point of the viewport; empty for none."""
        place = self.map_point(at)
        return next((b.name for b in self.scene.layout.boxes.values() if _rect(b).contains(place)), "")

    def map_point(self, at: QPointF) -> QPointF:
        """A point of the viewport as one of the map."""
        return (at - self._origin()) / self.scale

    def box_in_view(self, name: str) -> QRectF:
        """Where a service stands in the viewport."""
        box = _rect(self.scene.layout.boxes[name])
        return QRectF(self._view_point(box.left(), box.top()), box.size() * self.scale)

    # --- measures --------------------------------------------------------------------------------------------------

    def _origin(self) -> QPointF:
        """Where the map's upper left corner is in the viewport; a map with room to spare stands in the middle."""
        layout, room = self.scene.layout, self.viewport().size()
        x = max(0.0, (room.width() - layout.width * self.scale) / 2) - self.horizontalScrollBar().value()
        y = max(0.0, (room.height() - layout.height * self.scale) / 2) - self.verticalScrollBar().value()
        return QPointF(x, y)

    def _view_point(self, x: float, y: float) -> QPointF:
        return QPointF(x, y) * self.scale + self._origin()

    def _measure(self) -> None:
        layout, room = self.scene.layout, self.viewport().size()
        for bar, long, seen in (
            (self.horizontalScrollBar(), layout.width, room.width()),
            (self.verticalScrollBar(), layout.height, room.height()),
        ):
            bar.setPageStep(max(1, seen))
            bar.setSingleStep(round(HEIGHT))
            bar.setRange(0, max(0, round(long * self.scale) - seen))
        self.viewport().update()

    def _reveal(self) -> None:
        if self.current in self.scene.layout.boxes:
            box = self.box_in_view(self.current).adjusted(-theme.GAP_L, -theme.GAP_L, theme.GAP_L, theme.GAP_L)
            for bar, low, high, room in (
                (self.horizontalScrollBar(), box.left(), box.right(), self.viewport().width()),
                (self.verticalScrollBar(), box.top(), box.bottom(), self.viewport().height()),
            ):
                if low < 0:
                    bar.setValue(bar.value() + round(low))
                elif high > room:
                    bar.setValue(bar.value() + round(high - room))
        self.viewport().update()

    def _worst(self) -> str:
        """The first service that is down and stands by itself; else the first that is not well; else the first."""
        names, scene = self.scene.names, self.scene
        wrong = [name for name in names if scene.state(name) in ("down", "degraded")]
        roots = [name for name in wrong if name not in scene.folded]
        return next(iter((*sorted(roots, key=lambda name: scene.state(name) != "down"), *wrong, *names)), "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A map that was fitted stays so."""
        super().resizeEvent(event)
        if self._fitted is not None:
            self.fit(self._fitted)
        self._measure()
        self._reveal()

    def scrollContentsBy(self, _dx: int, _dy: int) -> None:
        """What is in view is painted anew."""
        self.viewport().update()

    # --- painting --------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Frames, lines, services, the heading of those apart."""
        painter = QPainter(self.viewport())
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        origin = self._origin()
        painter.translate(origin)
        painter.scale(self.scale, self.scale)
        seen = QRectF(self.map_point(QPointF(event.rect().topLeft())), QRectF(event.rect()).size() / self.scale)
        t = theme.current_tokens()
        for block in self.scene.layout.blocks:
            frame = QRectF(block.x, block.y, block.width, block.height)
            if frame.intersects(seen):
                painter.setPen(QPen(t.colour("line"), 1))
                painter.setBrush(t.colour("window"))
                painter.drawRoundedRect(frame, 10, 10)
        for is_near in (False, True):
            for line, path in zip(self.scene.layout.lines, self._paths, strict=True):
                room = path.controlPointRect().adjusted(-1, -1, 1, 1)  # a straight line has no width: it meets nothing
                if self._is_near(line) == is_near and room.intersects(seen):
                    self._paint_line(painter, line, path, is_near)
        for box in self.scene.layout.boxes.values():
            if _rect(box).intersects(seen):
                self._paint_box(painter, box)
        if self.scene.layout.apart_y is not None:
            self._paint_heading(painter, self.scene.layout.apart_y)
        painter.end()

    def _is_near(self, line: MapLine) -> bool:
        return any(self.current in (edge.start, edge.end) for edge in line.edges)

    def _paint_line(self, painter: QPainter, line: MapLine, path: QPainterPath, is_near: bool) -> None:
        t = theme.current_tokens()
        edge = line.edges[0]
        is_wrong = any(
            self.scene.folded.get(each.start) and self.scene.state(each.end) == "down" for each in line.edges
        )
        token = "accent" if is_near else "bad" if is_wrong else "faint"
        colour = t.colour(token)
        if not (is_near or is_wrong):
            colour.setAlphaF(0.75 if len(self._paths) < MANY_LINES else 0.4)
        pen = QPen(colour, (2.0 if is_near else 1.2) / max(self.scale, 0.5))
        if edge.source == PROPOSED:
            pen.setStyle(Qt.PenStyle.DashLine)
        elif not edge.applied:
            pen.setStyle(Qt.PenStyle.DashDotLine)
            pen.setColor(t.colour("warn"))
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
        if self.scale >= NAMES_FROM:
            tip = line.points[-1]
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(pen.color())
            head = [QPointF(tip.x - ARROW, tip.y - 1.6 * ARROW), QPointF(tip.x + ARROW, tip.y - 1.6 * ARROW)]
            painter.drawPolygon(QPolygonF([*head, QPointF(tip.x, tip.y)]))

    def _paint_box(self, painter: QPainter, box: MapBox) -> None:
        t = theme.current_tokens()
        rect, name = _rect(box), box.name
        state, is_current = self.scene.state(name), name == self.current
        icon, token = state_look(state)
        is_wrong = state in ("down", "degraded")
        fill = t.colour("accent_weak" if is_current else "surface")
        if is_wrong and self.scale < NAMES_FROM:  # what is wrong is found from afar
            fill = t.colour(token)
            fill.setAlphaF(0.3)
        painter.setBrush(fill)
        outline = QPen(t.colour("accent" if is_current else token if is_wrong else "line"), 1.0)
        if is_current:
            outline.setWidthF((2.5 if self.hasFocus() else 1.5) / min(1.0, max(self.scale, 0.4)))
        elif is_wrong and name not in self.scene.folded:
            outline.setWidthF(2.0)
        if name in self.scene.folded and not is_current:
            outline.setStyle(Qt.PenStyle.DotLine)
        painter.setPen(outline)
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        if self.scale < NAMES_FROM:  # no room for words: the shape alone, as large as it can be
            side = rect.height() * 0.7
            place = QRectF(rect.center().x() - side / 2, rect.center().y() - side / 2, side, side)
            self._paint_icon(painter, place, icon, token)
            return
        side = float(theme.ICON)
        place = QRectF(rect.left() + 8, rect.center().y() - side / 2, side, side)
        self._paint_icon(painter, place, icon, token)
        room = rect.adjusted(side + 14, 3, -6, -3)
        has_words = self.scale >= WORDS_FROM
        upper = QRectF(room.left(), room.top(), room.width(), room.height() / 2 if has_words else room.height())
        painter.setFont(theme.body_font())
        painter.setPen(t.colour("text"))
        shown = formatting.strip_direction_marks(name)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        shown = painter.fontMetrics().elidedText(shown, Qt.TextElideMode.ElideMiddle, int(upper.width()))
        painter.drawText(upper, flags, shown)
        if has_words:
            painter.setFont(theme.muted_font())
            painter.setPen(t.colour(token if is_wrong else "muted"))
            words = self._box_words(name)
            words = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, int(room.width()))
            painter.drawText(room.adjusted(0, room.height() / 2, 0, 0), flags, words)

    def _paint_icon(self, painter: QPainter, place: QRectF, icon: str, token: str) -> None:
        """As a picture that is kept: drawing five hundred shapes anew takes a quarter of a second."""
        ratio = max(0.5, round(self.scale * self.devicePixelRatioF() * 4) / 4)
        picture = icons.themed_pixmap(icon, round(place.width()), token, ratio)
        painter.drawPixmap(place, picture, QRectF(picture.rect()))

    def _box_words(self, name: str) -> str:
        """The second line: of a folded service its root, which is what one wants to know of it."""
        if name in self.scene.folded:
            return tr(
                "under {strip_direction_marks}",
                strip_direction_marks=formatting.strip_direction_marks(self.scene.folded[name]),
            )
        if explained := self.scene.explains.get(name):
            return tr(
                "{state}, explains {explained}",
                state=self.scene.state(name),
                explained=formatting.format_number(len(explained)),
            )
        return self.scene.state_text(name)

    def _paint_heading(self, painter: QPainter, y: float) -> None:
        if self.scale >= NAMES_FROM:
            painter.setFont(theme.muted_font())
            painter.setPen(theme.current_tokens().colour("muted"))
            painter.drawText(QPointF(theme.GAP_XL, y + HEIGHT * 0.45), tr("Without dependencies"))

    # --- what the operator does ------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows along the lines, Home, End, Return, the scale."""
        key = Qt.Key(event.key())
        names = self.scene.names
        if key in _ARROWS and names:
            self.select_service(step_along(self.scene, self.current, *_ARROWS[key]))
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and names:
            self.select_service(names[0 if key == Qt.Key.Key_Home else -1])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.current:
            self.service_opened.emit(self.current)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.set_scale(self.scale * STEP)
        elif key == Qt.Key.Key_Minus:
            self.set_scale(self.scale / STEP)
        elif key == Qt.Key.Key_0:
            self.fit()
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """With Ctrl the scale, around the mouse; else it scrolls."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.set_scale(self.scale * STEP ** (event.angleDelta().y() / 120), event.position())
            event.accept()
        else:
            super().wheelEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click chooses; beside the services it takes hold of the map."""
        name = self.service_at(event.position())
        if name:
            self.select_service(name)
        else:
            self._dragged_from = event.position().toPoint()
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """The map follows where it was taken hold of."""
        if self._dragged_from is None:
            is_over = bool(self.service_at(event.position()))
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if is_over else Qt.CursorShape.ArrowCursor)
            return
        moved = event.position().toPoint() - self._dragged_from
        self._dragged_from = event.position().toPoint()
        self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() - moved.x())
        self.verticalScrollBar().setValue(self.verticalScrollBar().value() - moved.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go of it."""
        self._dragged_from = None
        self.viewport().setCursor(Qt.CursorShape.ArrowCursor)
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A double click opens."""
        name = self.service_at(event.position())
        if name:
            self.service_opened.emit(name)

    def viewportEvent(self, event: QEvent) -> bool:
        """Hovering says what a service is."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            name = self.service_at(QPointF(event.pos()))
            if name:
                QToolTip.showText(event.globalPos(), escape_tool_tip(self.scene.spoken(name)), self)
            else:
                QToolTip.hideText()
            return True
        return super().viewportEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The ring shows."""
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The ring goes."""
        super().focusOutEvent(event)
        self.viewport().update()

    def _tell(self) -> None:
        self.setAccessibleDescription(self.scene.spoken(self.current) if self.current else "")


def _rect(box: MapBox) -> QRectF:
    return QRectF(box.x, box.y, WIDTH, HEIGHT)


def _line_path(line: MapLine) -> QPainterPath:
    """Straight through the slots of rows, a soft bend between them."""
    first = line.points[0]
    path = QPainterPath(QPointF(first.x, first.y))
    for place, (here, there) in enumerate(zip(line.points, line.points[1:], strict=False)):
        if place % 2:  # through a slot
            path.lineTo(QPointF(there.x, there.y))
        else:
            bend = (there.y - here.y) / 2
            path.cubicTo(QPointF(here.x, here.y + bend), QPointF(there.x, there.y - bend), QPointF(there.x, there.y))
    return path
