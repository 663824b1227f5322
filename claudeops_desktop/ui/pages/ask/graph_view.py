"""The graph as it is drawn: pills for what is known, lines for what was said of two together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from ... import theme
from ...text import formatting
from ...text.translation import tr, tr_count
from ..memories.text import plain_tip
from .graph_layout import NodeBox, nearest_box, needed_room, place_nodes

LONGEST = 26
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


@dataclass(frozen=True, slots=True)
class GraphViewNode:
    """One node: its key, what kind of thing it is, its name, and how many memories speak of it."""

    key: str
    kind: str
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class GraphViewEdge:
    """Two nodes by their places, and how many memories speak of both."""

    a: int
    b: int
    count: int


class GraphView(QWidget):
    """The first node is the middle. ``node_selected`` carries the place of the node that became current,
    ``node_opened`` that of one that was entered or double-clicked. Arrow keys move to the nearest node in their
    direction.
    """

    node_selected = Signal(int)
    node_opened = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.dots: tuple[GraphViewNode, ...] = ()
        self.ties: tuple[GraphViewEdge, ...] = ()
        self.boxes: list[NodeBox] = []
        self._sizes: list[tuple[float, float]] = []
        self.current = 0
        self._hovered = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(tr("What is related to it, as a graph; the list beside it has the same content"))
        theme.theme_changed.connect(self._measure)

    def sizeHint(self) -> QSize:
        """Wider than high."""
        return QSize(640, 420)

    def show_graph(self, dots: Sequence[GraphViewNode], ties: Sequence[GraphViewEdge]) -> None:
        """Show another one; its middle is current."""
        self.dots, self.ties = tuple(dots), tuple(ties)
        self.current, self._hovered = 0, -1
        self._measure()
        self._say()

    def select_node(self, place: int) -> None:
        """Make a node the current one."""
        if 0 <= place < len(self.dots) and place != self.current:
            self.current = place
            self._say()
            self.update()
            self.node_selected.emit(place)

    def node_at(self, point: QPointF) -> int:
        """The node at a point, -1 for none."""
        for place, box in enumerate(self.boxes):
            if _rect(box).contains(point):
                return place
        return -1

    # --- what the operator does ---------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows, Home for the middle, Return."""
        key = Qt.Key(event.key())
        if key in _ARROWS and self.boxes:
            self.select_node(nearest_box(self.boxes, self.current, *_ARROWS[key]))
        elif key == Qt.Key.Key_Home:
            self.select_node(0)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.dots:
            self.node_opened.emit(self.current)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click chooses."""
        self.select_node(self.node_at(event.position()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A double click opens."""
        place = self.node_at(event.position())
        if place >= 0:
            self.node_opened.emit(place)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Its ties stand out under the mouse."""
        place = self.node_at(event.position())
        if place != self._hovered:
            self._hovered = place
            self.setCursor(Qt.CursorShape.PointingHandCursor if place >= 0 else Qt.CursorShape.ArrowCursor)
            if place >= 0:
                QToolTip.showText(event.globalPosition().toPoint(), plain_tip(node_text(self.dots[place])), self)
            self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another size, another place."""
        super().resizeEvent(event)
        self._place()

    # --- drawing ------------------------------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Ties below, nodes above."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        stands_out = self._hovered if self._hovered >= 0 else self.current
        for strong in (False, True):
            for tie in self.ties:
                if (stands_out in (tie.a, tie.b)) == strong:
                    self._paint_tie(painter, tie, strong)
        for place in range(len(self.dots)):
            self._paint_dot(painter, place)
        painter.end()

    def _paint_tie(self, painter: QPainter, tie: GraphViewEdge, strong: bool) -> None:
        t = theme.current_tokens()
        pen = QPen(t.colour("accent" if strong else "line"), min(4.0, 1.0 + 0.5 * (tie.count - 1)))
        painter.setPen(pen)
        a, b = self.boxes[tie.a], self.boxes[tie.b]
        painter.drawLine(QPointF(a.x, a.y), QPointF(b.x, b.y))

    def _paint_dot(self, painter: QPainter, place: int) -> None:
        t = theme.current_tokens()
        dot, rect = self.dots[place], _rect(self.boxes[place])
        middle, current = place == 0, place == self.current
        painter.setBrush(t.colour("accent_weak" if middle or current else "surface"))
        ring = current and self.hasFocus()
        painter.setPen(QPen(t.colour("accent" if current or place == self._hovered else "faint"), 2 if ring else 1))
        painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2)
        kind, name = self._texts(dot)
        small, font = theme.muted_font(), self._font(middle)
        inner = rect.adjusted(theme.GAP_M, 0, -theme.GAP_M, 0)
        if kind:
            painter.setFont(small)
            painter.setPen(t.colour("muted"))
            painter.drawText(inner, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, kind)
        painter.setFont(font)
        painter.setPen(t.colour("text"))
        painter.drawText(inner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, name)

    def _font(self, middle: bool) -> QFont:
        font = theme.body_font()
        if middle:
            font.setWeight(QFont.Weight.DemiBold)
        return font

    def _texts(self, dot: GraphViewNode) -> tuple[str, str]:
        name = formatting.strip_direction_marks(dot.name)
        return ("" if dot.kind == "service" else dot.kind), name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"

    def _measure(self) -> None:
        """How large each is in these letters, and how much room all of them need."""
        self._sizes = []
        for place, dot in enumerate(self.dots):
            kind, name = self._texts(dot)
            wide = QFontMetricsF(self._font(place == 0)).horizontalAdvance(name)
            if kind:
                wide += QFontMetricsF(theme.muted_font()).horizontalAdvance(kind) + theme.GAP_S
            self._sizes.append((wide + 2 * theme.GAP_M + 2, float(theme.TARGET)))
        self.setMinimumSize(*needed_room(self._sizes))
        self._place()

    def _place(self) -> None:
        self.boxes = place_nodes(self._sizes, self.width(), self.height())
        self.update()

    def _say(self) -> None:
        if self.dots:
            self.setAccessibleDescription(node_text(self.dots[self.current]))


def node_text(dot: GraphViewNode) -> str:
    """``host nas, 4 memories``."""
    kind = "" if dot.kind == "service" else f"{dot.kind} "
    name = f"{kind}{formatting.strip_direction_marks(dot.name)}"
    return tr_count("{name}, %n memory", "{name}, %n memories", dot.count, name=name)


def _rect(box: NodeBox) -> QRectF:
    return QRectF(box.x - box.width / 2, box.y - box.height / 2, box.width, box.height)
