"""The matrix: services down, time across, in each cell the worst that was found, by colour and pattern.

Painted by hand, only what is in view: two hundred services cost as much as twenty. The arrow keys walk it.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolTip, QWidget

from ....records.health_cells import HealthCell, HealthMatrix
from ... import icons, theme
from ...text import formatting
from ...text.translation import tr
from ...widgets.elided_label import escape_tool_tip
from ...widgets.state_dot import state_look
from .matrix_cells import cell_text, edge_text, paint_cell, span_text

NAMES, NAMES_NARROW, NARROW_BELOW = 168, 104, 700
LEAST, MOST = 9, 96


class MatrixView(QAbstractScrollArea):
    """``cell_opened`` carries a service and the two edges of the cell that was entered; ``current_cell_changed`` the
    cell in words."""

    cell_opened = Signal(str, object, object)
    current_cell_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(tr("Services over time"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.viewport().setAutoFillBackground(False)
        self._matrix: HealthMatrix | None = None
        self._names: tuple[str, ...] = ()
        self._states: dict[str, str] = {}
        self._current = (0, 0)
        self._told = ""
        self._ratio = 1.0
        self._drawn: dict[tuple[str, int, int], QPixmap] = {}
        theme.theme_changed.connect(self._restyle)

    def show_matrix(self, matrix: HealthMatrix, names: Sequence[str], states: dict[str, str]) -> None:
        """Show these services in this order; ``states`` is how each stands now. The cell chosen stays chosen."""
        name = self.service
        first = self._matrix is None or self._matrix.span != matrix.span
        self._matrix, self._names, self._states = matrix, tuple(names), states
        row = self._names.index(name) if name in self._names else min(self._current[0], max(0, len(names) - 1))
        column = len(matrix.bounds) - 2 if first else min(self._current[1], len(matrix.bounds) - 2)
        self._current = (row, column)
        self._measure()
        self._tell()

    @property
    def service(self) -> str:
        """The service of the cell chosen."""
        return self._names[self._current[0]] if self._current[0] < len(self._names) else ""

    @property
    def current(self) -> tuple[int, int]:
        """Row and column of the cell chosen."""
        return self._current

    def cell_text(self, row: int, column: int) -> str:
        """A cell in words: ``jellyfin, 14:00 – 15:00: down in 3 of 12 checks``."""
        if self._matrix is None or not 0 <= row < len(self._names):
            return ""
        name = self._names[row]
        return f"{name}, {span_text(self._matrix, column)}: {cell_text(self._matrix.cell(name, column))}"

    # --- measures --------------------------------------------------------------------------------------------------

    @property
    def _row(self) -> int:
        return theme.row_height() - 2

    @property
    def _left(self) -> int:
        return NAMES_NARROW if self.viewport().width() < NARROW_BELOW else NAMES

    @property
    def _columns(self) -> int:
        return len(self._matrix.bounds) - 1 if self._matrix else 0

    @property
    def _column(self) -> float:
        room = self.viewport().width() - self._left - theme.GAP_XS
        return min(MOST, max(LEAST, room / self._columns)) if self._columns else MOST

    def _restyle(self) -> None:
        self._drawn.clear()
        self._measure()

    def _measure(self) -> None:
        height = self.viewport().height() - self._row
        bar = self.verticalScrollBar()
        bar.setPageStep(max(1, height))
        bar.setSingleStep(self._row)
        bar.setRange(0, max(0, len(self._names) * self._row - height))
        wide = self._left + self._column * self._columns
        across = self.horizontalScrollBar()
        across.setPageStep(self.viewport().width())
        across.setRange(0, max(0, round(wide - self.viewport().width())))
        self.viewport().update()

    def sizeHint(self) -> QSize:
        """As large as there is room."""
        return QSize(600, 300)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cells share the width."""
        super().resizeEvent(event)
        self._measure()

    def scrollContentsBy(self, _dx: int, _dy: int) -> None:
        """What is in view is painted anew."""
        self.viewport().update()

    def _cell_rect(self, row: int, column: int) -> QRectF:
        left, right = (round(at * self._column) for at in (column, column + 1))
        x = self._left + left - self.horizontalScrollBar().value()
        y = self._row + row * self._row - self.verticalScrollBar().value()
        return QRectF(x, y, right - left, self._row)

    def _cell_at(self, at: QPoint) -> tuple[int, int] | None:
        if self._matrix is None or at.y() < self._row:
            return None
        row = (at.y() - self._row + self.verticalScrollBar().value()) // self._row
        column = int((at.x() - self._left + self.horizontalScrollBar().value()) // self._column)
        if not 0 <= row < len(self._names) or column >= self._columns:
            return None
        return row, max(column, -1)

    # --- painting --------------------------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Names, the hours above, the cells in view."""
        if self._ratio != self.devicePixelRatioF():  # moved to another screen
            self._ratio = self.devicePixelRatioF()
            self._drawn.clear()
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._matrix is not None:
            top = self.verticalScrollBar().value() // self._row
            bottom = min(len(self._names), top + self.viewport().height() // self._row + 2)
            painter.save()
            painter.setClipRect(QRect(self._left, self._row, self.viewport().width(), self.viewport().height()))
            edges = [round(self._cell_rect(0, column).left()) for column in range(self._columns + 1)]
            for row in range(top, bottom):
                self._paint_cells(painter, row, edges)
            self._paint_current(painter)
            painter.restore()
            painter.save()
            painter.setClipRect(QRect(0, self._row, self._left, self.viewport().height()))
            for row in range(top, bottom):
                self._paint_name(painter, row)
            painter.restore()
            self._paint_times(painter)
        painter.end()

    def _paint_cells(self, painter: QPainter, row: int, edges: Sequence[int]) -> None:
        assert self._matrix is not None  # noqa: S101
        cells = self._matrix.rows.get(self._names[row], {})
        height = self._row
        y = height + row * height - self.verticalScrollBar().value()
        for column, left in enumerate(edges[:-1]):
            painter.drawPixmap(left, y, self._picture(cells.get(column), edges[column + 1] - left, height))

    def _picture(self, cell: HealthCell | None, width: int, height: int) -> QPixmap:
        """A cell as it is drawn once: there are only five, and hundreds of them in view."""
        key = (cell.state if cell is not None else "", width, height)
        made = self._drawn.get(key)
        if made is None:
            ratio = self.devicePixelRatioF()
            made = QPixmap(QSize(width, height) * ratio)
            made.setDevicePixelRatio(ratio)
            made.fill(Qt.GlobalColor.transparent)
            painter = QPainter(made)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_cell(painter, QRectF(0, 0, width, height), cell)
            painter.end()
            self._drawn[key] = made
        return made

    def _paint_current(self, painter: QPainter) -> None:
        if self.hasFocus() and self._names:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(theme.current_tokens().accent), 2))
            painter.drawRoundedRect(self._cell_rect(*self._current).adjusted(0.5, 1, -0.5, -1), 3, 3)

    def _paint_name(self, painter: QPainter, row: int) -> None:
        t = theme.current_tokens()
        y = self._row + row * self._row - self.verticalScrollBar().value()
        side = theme.ICON - 2
        name, token = state_look(self._states.get(self._names[row], ""))
        painter.drawPixmap(2, round(y + (self._row - side) / 2), icons.themed_pixmap(name, side, token, self._ratio))
        painter.setFont(self.font())
        painter.setPen(QColor(t.text if row == self._current[0] else t.muted))
        room = QRectF(side + theme.GAP_S, y, self._left - side - theme.GAP_M - theme.GAP_S, self._row)
        shown = painter.fontMetrics().elidedText(self._names[row], Qt.TextElideMode.ElideRight, int(room.width()))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, formatting.strip_direction_marks(shown))

    def _paint_times(self, painter: QPainter) -> None:
        assert self._matrix is not None  # noqa: S101
        t = theme.current_tokens()
        painter.fillRect(QRect(0, 0, self.viewport().width(), self._row), QColor(t.window))
        painter.setFont(theme.muted_font())
        painter.setPen(QColor(t.muted))
        free = self._left - 1.0
        for column in range(self._columns):
            text = edge_text(self._matrix, column)
            rect = self._cell_rect(0, column)
            width = painter.fontMetrics().horizontalAdvance(text)
            if text and rect.left() >= free and rect.left() + width <= self.viewport().width():
                painter.drawText(QPointF(rect.left() + 1, self._row - 9), text)
                free = rect.left() + width + theme.GAP_S

    # --- moving ----------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows, Home, End and the page keys move; Return opens."""
        row, column = self._current
        page = max(1, (self.viewport().height() - self._row) // self._row - 1)
        moves = {
            Qt.Key.Key_Left: (row, column - 1),
            Qt.Key.Key_Right: (row, column + 1),
            Qt.Key.Key_Up: (row - 1, column),
            Qt.Key.Key_Down: (row + 1, column),
            Qt.Key.Key_Home: (row, 0),
            Qt.Key.Key_End: (row, self._columns - 1),
            Qt.Key.Key_PageUp: (row - page, column),
            Qt.Key.Key_PageDown: (row + page, column),
        }
        if event.key() in moves:
            self._move(*moves[Qt.Key(event.key())])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a cell."""
        found = self._cell_at(event.position().toPoint())
        if found is not None:
            self._move(found[0], max(0, found[1]))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The press has done it."""
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open a cell."""
        if self._cell_at(event.position().toPoint()) is not None:
            self._open()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The ring shows."""
        super().focusInEvent(event)
        self.viewport().update()
        self._tell()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The ring goes."""
        super().focusOutEvent(event)
        self.viewport().update()

    def viewportEvent(self, event: QEvent) -> bool:
        """Hovering says what a cell is."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            found = self._cell_at(event.pos())
            if found is not None and found[1] >= 0:
                QToolTip.showText(event.globalPos(), escape_tool_tip(self.cell_text(*found)), self)
            else:
                QToolTip.hideText()
            return True
        return super().viewportEvent(event)

    def _move(self, row: int, column: int) -> None:
        if not self._names:
            return
        self._current = (min(max(row, 0), len(self._names) - 1), min(max(column, 0), self._columns - 1))
        rect = self._cell_rect(*self._current)
        for bar, low, high, least, most in (
            (self.verticalScrollBar(), rect.top(), rect.bottom(), self._row, self.viewport().height()),
            (self.horizontalScrollBar(), rect.left(), rect.right(), self._left, self.viewport().width()),
        ):
            if low < least:
                bar.setValue(bar.value() + round(low - least))
            elif high > most:
                bar.setValue(bar.value() + round(high - most))
        self.viewport().update()
        self._tell()

    def _tell(self) -> None:
        said = self.cell_text(*self._current)
        if said != self._told:
            self._told = said
            self.setAccessibleDescription(said)
            self.current_cell_changed.emit(said)

    def _open(self) -> None:
        if self._matrix is not None and self.service:
            column = self._current[1]
            self.cell_opened.emit(self.service, self._matrix.bounds[column], self._matrix.bounds[column + 1])
