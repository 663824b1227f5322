"""A graph as it is drawn: nodes as boxes with a name, a second line and a state by shape and colour, and lines between.

It is painted by hand, and only what is in view. Where the scale leaves no room for words, the shapes of states stay.
"""

from __future__ import annotations

from itertools import pairwise

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

from .. import icons, theme
from ..text import formatting
from ..widgets.elided_label import escape_tool_tip
from ..widgets.state_dot import state_look
from .graph_scene import NODE_HEIGHT, NODE_WIDTH, GraphBox, GraphLine, GraphNode, GraphScene, LineStyle

SMALLEST, LARGEST, ZOOM_STEP = 0.1, 2.0, 1.25
READABLE = 0.65  # a graph that does not fit begins at this scale, and is scrolled
WORDS_FROM, NAMES_FROM = 0.6, 0.42
ARROW = 5.0
MANY_LINES = 150
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_PENS = {LineStyle.DASHED: Qt.PenStyle.DashLine, LineStyle.WARNING: Qt.PenStyle.DashDotLine}


class GraphView(QAbstractScrollArea):
    """``node_selected`` carries the key of the node that became current, ``node_opened`` that of one that was opened by
    Return or a double click. Arrow keys walk from node to node, + and - change the scale, 0 shows all."""

    node_selected = Signal(str)
    node_opened = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setAutoFillBackground(False)
        self.viewport().setMouseTracking(True)
        self.scene = GraphScene()
        self.current = ""
        self.scale = 1.0
        self._fitted: float | None = READABLE  # the least scale of the fit that is in force; None: chosen by hand
        self._paths: list[QPainterPath] = []
        self._dragged_from: QPoint | None = None
        theme.theme_changed.connect(self.viewport().update)

    def sizeHint(self) -> QSize:
        """Return a size that is wider than high."""
        return QSize(640, 400)

    def show_scene(self, scene: GraphScene) -> None:
        """Show a graph. The current node and the scale stay; the first graph begins at its first node."""
        moved, begins = scene.boxes != self.scene.boxes, not self.scene.boxes
        self.scene = scene
        self._draw_paths()
        if self.current not in scene.boxes:
            self.current = scene.first or next(iter(scene.keys), "")
        if moved and self._fitted is not None:
            self.fit(self._fitted)
        self._measure()
        if begins:
            self._reveal()
        self._describe()

    def select_node(self, key: str) -> None:
        """Make a node the current one, and bring it into view."""
        if key in self.scene.boxes and key != self.current:
            self.current = key
            self._reveal()
            self._describe()
            self.node_selected.emit(key)

    def node_at(self, at: QPointF) -> str:
        """Return the node at a point of the viewport; empty for none."""
        place = self.scene_point(at)
        return next((box.key for box in self.scene.boxes.values() if self._rect(box).contains(place)), "")

    def box_in_view(self, key: str) -> QRectF:
        """Return where a node stands in the viewport."""
        box = self._rect(self.scene.boxes[key])
        return QRectF(box.topLeft() * self.scale + self._origin(), box.size() * self.scale)

    # --- scale and scrolling -----------------------------------------------------------------------------------------

    def fit(self, least: float = SMALLEST) -> None:
        """Show all of it, but no smaller than ``least`` and no larger than life."""
        room = self.viewport().size()
        if self.scene.width and self.scene.height:
            fitting = min(room.width() / self.scene.width, room.height() / self.scene.height, 1.0)
            self.set_scale(max(fitting, least))
            self._fitted = least

    def zoom(self, factor: float) -> None:
        """Show it larger or smaller."""
        self.set_scale(self.scale * factor)

    def set_scale(self, scale: float, at: QPointF | None = None) -> None:
        """Set the scale; the place under ``at`` (the middle, where it is None) stays where it is."""
        at = at or QPointF(self.viewport().rect().center())
        held = self.scene_point(at)
        self.scale, self._fitted = min(LARGEST, max(SMALLEST, scale)), None
        self._measure()
        self._scroll_by(held * self.scale + self._origin() - at)

    def scene_point(self, at: QPointF) -> QPointF:
        """Return a point of the viewport as one of the graph."""
        return (at - self._origin()) / self.scale

    def _origin(self) -> QPointF:
        """Return where the graph begins in the viewport; one with room to spare stands in the middle."""
        room, across = self.viewport().size(), self.horizontalScrollBar()
        scrolled = across.value() if self.isLeftToRight() else across.maximum() - across.value()
        x = max(0.0, (room.width() - self.scene.width * self.scale) / 2) - scrolled
        y = max(0.0, (room.height() - self.scene.height * self.scale) / 2) - self.verticalScrollBar().value()
        return QPointF(x, y)

    def _scroll_by(self, moved: QPointF) -> None:
        way = 1 if self.isLeftToRight() else -1
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        across.setValue(across.value() + way * round(moved.x()))
        down.setValue(down.value() + round(moved.y()))

    def _measure(self) -> None:
        room = self.viewport().size()
        for bar, long, seen in (
            (self.horizontalScrollBar(), self.scene.width, room.width()),
            (self.verticalScrollBar(), self.scene.height, room.height()),
        ):
            bar.setPageStep(max(1, seen))
            bar.setSingleStep(round(NODE_HEIGHT))
            bar.setRange(0, max(0, round(long * self.scale) - seen))
        self.viewport().update()

    def _reveal(self) -> None:
        if self.current in self.scene.boxes:
            gap, room = theme.GAP_L, QRectF(self.viewport().rect())
            box = self.box_in_view(self.current).adjusted(-gap, -gap, gap, gap)
            x = min(0.0, box.left()) or max(0.0, box.right() - room.width())
            y = min(0.0, box.top()) or max(0.0, box.bottom() - room.height())
            self._scroll_by(QPointF(x, y))
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep a graph fitted that was."""
        super().resizeEvent(event)
        if self._fitted is not None:
            self.fit(self._fitted)
        self._measure()
        self._reveal()

    def scrollContentsBy(self, _dx: int, _dy: int) -> None:
        """Paint what has come into view."""
        self.viewport().update()

    # --- places, mirrored where the window reads from right to left --------------------------------------------------

    def _rect(self, box: GraphBox) -> QRectF:
        return self._mirrored(QRectF(box.x, box.y, NODE_WIDTH, NODE_HEIGHT), self._whole())

    def _whole(self) -> QRectF:
        return QRectF(0, 0, self.scene.width, self.scene.height)

    def _mirrored(self, part: QRectF, whole: QRectF) -> QRectF:
        if self.isLeftToRight():
            return part
        return QRectF(whole.left() + whole.right() - part.right(), part.top(), part.width(), part.height())

    def _draw_paths(self) -> None:
        turn = 0.0 if self.isLeftToRight() else self.scene.width
        self._paths = [
            make_path([QPointF(abs(turn - x), y) for x, y in line.points], bends=line.arrow)
            for line in self.scene.lines
        ]

    def changeEvent(self, event: QEvent) -> None:
        """Mirror the lines with the window."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self._draw_paths()

    # --- painting ----------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint frames, lines, nodes and the caption."""
        painter = QPainter(self.viewport())
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(self._origin())
        painter.scale(self.scale, self.scale)
        seen = QRectF(self.scene_point(QPointF(event.rect().topLeft())), QRectF(event.rect()).size() / self.scale)
        self._paint_frames(painter)
        self._paint_lines(painter, seen)
        for key, box in self.scene.boxes.items():
            if self._rect(box).intersects(seen):
                self._paint_node(painter, self._rect(box), self.scene.nodes[key], key == self.current)
        self._paint_caption(painter)
        painter.end()

    def _paint_frames(self, painter: QPainter) -> None:
        painter.setPen(QPen(theme.current_tokens().colour("line"), 1))
        painter.setBrush(theme.current_tokens().colour("window"))
        for one in self.scene.frames:
            frame = QRectF(one.x, one.y, one.width, one.height)
            painter.drawRoundedRect(self._mirrored(frame, self._whole()), 10, 10)

    def _paint_lines(self, painter: QPainter, seen: QRectF) -> None:
        """Paint the lines of the current node over all others."""
        drawn = list(zip(self.scene.lines, self._paths, strict=True))
        drawn.sort(key=lambda each: self._is_near(each[0]))
        for line, path in drawn:
            room = path.controlPointRect().adjusted(-1, -1, 1, 1)  # a straight line has no width: it meets nothing
            if room.intersects(seen):
                self._paint_line(painter, line, path)

    def _is_near(self, line: GraphLine) -> bool:
        return any(self.current in link for link in line.links)

    def _paint_line(self, painter: QPainter, line: GraphLine, path: QPainterPath) -> None:
        pen = self._line_pen(line)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
        if line.arrow and self.scale >= NAMES_FROM:
            tip = path.currentPosition()
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(pen.color())
            head = [QPointF(tip.x() - ARROW, tip.y() - 1.6 * ARROW), QPointF(tip.x() + ARROW, tip.y() - 1.6 * ARROW)]
            painter.drawPolygon(QPolygonF([*head, tip]))

    def _line_pen(self, line: GraphLine) -> QPen:
        near = self._is_near(line)
        colour = theme.current_tokens().colour("accent" if near else "bad" if line.wrong else "faint")
        if not (near or line.wrong):
            colour.setAlphaF(0.75 if len(self._paths) < MANY_LINES else 0.4)
        if line.style == LineStyle.WARNING:
            colour = theme.current_tokens().colour("warn")
        pen = QPen(colour, line.weight * (1.6 if near else 1.0) / max(self.scale, 0.5))
        pen.setStyle(_PENS.get(line.style, Qt.PenStyle.SolidLine))
        return pen

    def _paint_node(self, painter: QPainter, rect: QRectF, node: GraphNode, current: bool) -> None:
        icon, token = state_look(node.state) if node.state else ("", "muted")
        self._paint_outline(painter, rect, node, current, token)
        if self.scale < NAMES_FROM:  # no room for words: the shape alone, as large as it can be
            if icon:
                self._paint_icon(painter, rect.center(), rect.height() * 0.7, icon, token)
            return
        left = 8.0
        if icon:
            middle = QRectF(rect.left() + left, rect.top(), theme.ICON, rect.height())
            self._paint_icon(painter, self._mirrored(middle, rect).center(), theme.ICON, icon, token)
            left += theme.ICON + 6
        room = self._mirrored(rect.adjusted(left, 3, -6, -3), rect)
        words = self.scale >= WORDS_FROM and bool(node.words)
        upper = QRectF(room.left(), room.top(), room.width(), room.height() / (2 if words else 1))
        painter.setFont(theme.body_font())
        self._paint_text(painter, upper, node.name, "text", Qt.TextElideMode.ElideMiddle)
        if words:
            painter.setFont(theme.muted_font())
            lower = upper.translated(0, upper.height())
            self._paint_text(painter, lower, node.words, token if node.wrong else "muted", Qt.TextElideMode.ElideRight)

    def _paint_outline(self, painter: QPainter, rect: QRectF, node: GraphNode, current: bool, token: str) -> None:
        tokens = theme.current_tokens()
        fill = tokens.colour("accent_weak" if current else "surface")
        if node.wrong and self.scale < NAMES_FROM:  # what is wrong is found from afar
            fill = tokens.colour(token)
            fill.setAlphaF(0.3)
        pen = QPen(tokens.colour("accent" if current else token if node.wrong else "line"), 1.0)
        if current:
            pen.setWidthF((2.5 if self.hasFocus() else 1.5) / min(1.0, max(self.scale, 0.4)))
        elif node.explained:
            pen.setStyle(Qt.PenStyle.DotLine)
        elif node.wrong:
            pen.setWidthF(2.0)
        painter.setBrush(fill)
        painter.setPen(pen)
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)

    def _paint_icon(self, painter: QPainter, middle: QPointF, side: float, icon: str, token: str) -> None:
        """Paint a picture that is kept: drawing five hundred shapes anew takes a quarter of a second."""
        ratio = max(0.5, round(self.scale * self.devicePixelRatioF() * 4) / 4)
        picture = icons.themed_pixmap(icon, round(side), token, ratio)
        place = QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side)
        painter.drawPixmap(place, picture, QRectF(picture.rect()))

    def _paint_text(self, painter: QPainter, room: QRectF, text: str, token: str, elide: Qt.TextElideMode) -> None:
        painter.setPen(theme.current_tokens().colour(token))
        shown = painter.fontMetrics().elidedText(formatting.strip_direction_marks(text), elide, int(room.width()))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)

    def _paint_caption(self, painter: QPainter) -> None:
        if self.scene.caption is not None and self.scale >= NAMES_FROM:
            y, text = self.scene.caption
            painter.setFont(theme.muted_font())
            room = QRectF(theme.GAP_XL, y, self.scene.width - 2 * theme.GAP_XL, NODE_HEIGHT * 0.6)
            self._paint_text(painter, room, text, "muted", Qt.TextElideMode.ElideRight)

    # --- keys and mouse ----------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk by the arrow keys, Home and End; open by Return; change the scale."""
        key, keys = Qt.Key(event.key()), self.scene.keys
        if key in _ARROWS and keys:
            across, down = _ARROWS[key]
            self.select_node(self.scene.step(self.current, across if self.isLeftToRight() else -across, down))
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and keys:
            self.select_node(keys[0 if key == Qt.Key.Key_Home else -1])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.current:
            self.node_opened.emit(self.current)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(ZOOM_STEP)
        elif key == Qt.Key.Key_Minus:
            self.zoom(1 / ZOOM_STEP)
        elif key == Qt.Key.Key_0:
            self.fit()
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Change the scale around the mouse with Ctrl, and scroll without it."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.set_scale(self.scale * ZOOM_STEP ** (event.angleDelta().y() / 120), event.position())
            event.accept()
        else:
            super().wheelEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a node; beside the nodes, take hold of the graph."""
        if key := self.node_at(event.position()):
            self.select_node(key)
        else:
            self._dragged_from = event.position().toPoint()
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the graph with the hand that holds it."""
        if self._dragged_from is None:
            over = bool(self.node_at(event.position()))
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)
            return
        here = event.position().toPoint()
        self._scroll_by(QPointF(self._dragged_from - here))
        self._dragged_from = here

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go of the graph."""
        self._dragged_from = None
        self.viewport().setCursor(Qt.CursorShape.ArrowCursor)
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open a node."""
        if key := self.node_at(event.position()):
            self.node_opened.emit(key)

    def viewportEvent(self, event: QEvent) -> bool:
        """Say what a node is while the mouse is over it."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            if key := self.node_at(QPointF(event.pos())):
                QToolTip.showText(event.globalPos(), escape_tool_tip(self.scene.nodes[key].spoken), self)
            else:
                QToolTip.hideText()
            return True
        return super().viewportEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus at the current node."""
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take the focus from the current node."""
        super().focusOutEvent(event)
        self.viewport().update()

    def _describe(self) -> None:
        self.setAccessibleDescription(self.scene.nodes[self.current].spoken if self.current else "")


def make_path(points: list[QPointF], *, bends: bool) -> QPainterPath:
    """Return a straight path through some points; one that ``bends`` is straight on every second stretch of it."""
    path = QPainterPath(points[0])
    for place, (here, there) in enumerate(pairwise(points)):
        if place % 2 or not bends:
            path.lineTo(there)
        else:
            bend = QPointF(0, (there.y() - here.y()) / 2)
            path.cubicTo(here + bend, there - bend, there)
    return path
