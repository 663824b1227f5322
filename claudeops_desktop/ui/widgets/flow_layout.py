"""A layout that fills lines from left to right, and breaks them where the width ends."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Items keep their size hints, ``gap`` lies between them both ways, and each stands in the middle of its line.

    With ``fill`` what can expand sideways (a search field) takes what its line has left; ``push_to_end`` sends what
    comes after it to the end of the line.
    """

    def __init__(self, gap: int, parent: QWidget | None = None, *, fill: bool = False) -> None:
        super().__init__(parent)
        self._gap = gap
        self._fill = fill
        self._items: list[QLayoutItem] = []
        self._pushed: set[int] = set()
        self.setContentsMargins(0, 0, 0, 0)

    def push_to_end(self) -> None:
        """What is added next, and all after it, stand at the end of their line."""
        self._pushed.add(len(self._items))

    def addItem(self, item: QLayoutItem) -> None:
        """Called by ``addWidget``."""
        self._items.append(item)

    def insert_widget(self, at: int, widget: QWidget) -> None:
        """Add a widget before others."""
        self.addWidget(widget)
        self._items.insert(at, self._items.pop())

    def count(self) -> int:
        """How many items."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """One item, or None past the end."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove and return one item."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Sideways where something in it fills its line; never higher than its lines."""
        return Qt.Orientation.Horizontal if self._fill else Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Narrower is higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of all lines at a width."""
        return self._place(QRect(0, 0, width, 0), move=False)

    def sizeHint(self) -> QSize:
        """With ``fill`` all in one line, else the largest item."""
        if not self._fill:
            return self.minimumSize()
        sizes = [item.sizeHint() for item in self._items if not item.isEmpty()]
        width = sum(size.width() + self._gap for size in sizes) - self._gap
        return QSize(max(0, width), max((size.height() for size in sizes), default=0))

    def minimumSize(self) -> QSize:
        """The largest item."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def setGeometry(self, rect: QRect) -> None:
        """Place the items."""
        super().setGeometry(rect)
        self._place(rect, move=True)

    def _place(self, rect: QRect, *, move: bool) -> int:
        y = rect.y()
        for line in self._lines(rect.width()):
            height = max(size.height() for _, size in line)
            if move:
                self._set(line, QRect(rect.x(), y, rect.width(), height))
            y += height + self._gap
        return max(0, y - self._gap - rect.y())

    def _lines(self, width: int) -> list[list[tuple[int, QSize]]]:
        """The places and sizes of the items in each line. Hidden ones are left out: their gap would be left over."""
        lines: list[list[tuple[int, QSize]]] = []
        room = -1
        for at, item in enumerate(self._items):
            if item.isEmpty():
                continue
            size = item.sizeHint()
            if size.width() > room:
                lines.append([])
                room = width
            lines[-1].append((at, size))
            room -= size.width() + self._gap
        return lines

    def _set(self, line: list[tuple[int, QSize]], rect: QRect) -> None:
        left = rect.width() - sum(size.width() for _, size in line) - self._gap * (len(line) - 1)
        sideways = Qt.Orientation.Horizontal
        wide = [at for at, _ in line if self._fill and self._items[at].expandingDirections() & sideways]
        pushed = [at for at, _ in line if any(at >= begin for begin in self._pushed)]
        x = rect.x()
        for at, size in line:
            width = size.width()
            if wide and at == wide[0]:
                width += max(0, left)
            elif not wide and pushed and at == pushed[0]:
                x += max(0, left)
            top = rect.y() + (rect.height() - size.height()) // 2
            self._items[at].setGeometry(QRect(QPoint(x, top), QSize(min(width, rect.width()), size.height())))
            x += width + self._gap
