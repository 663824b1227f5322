"""A list with the details of its current row under it, or beside it where there is room."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from .. import theme

BESIDE_FROM = 960  # px of the page: the window is 1,200 px wide
SHARES = {Qt.Orientation.Vertical: (3, 2), Qt.Orientation.Horizontal: (3, 2)}
_NAMES = {Qt.Orientation.Vertical: "under", Qt.Orientation.Horizontal: "beside"}


class DetailSplit(QSplitter):
    """Turns by its own width and remembers the sizes of each orientation. ``turned`` says whether the details now
    stand beside the list.
    """

    turned = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._kept: dict[Qt.Orientation, list[int]] = {}
        self._settled = False  # sizes mean something only once it was shown
        self._shares = dict(SHARES)
        self._detail: QWidget | None = None
        self._gap, self._beside_from = 0, BESIDE_FROM
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)

    def set_parts(
        self,
        table: QWidget,
        detail: QWidget,
        under: tuple[int, int] = (3, 2),
        *,
        beside: tuple[int, int] = SHARES[Qt.Orientation.Horizontal],
        gap: int = 0,
        beside_from: int = BESIDE_FROM,
    ) -> None:
        """The list and its details; ``under`` divides the height where the details stand under the list, ``beside`` the
        width where they stand beside it, which they do from ``beside_from`` px on, with ``gap`` (px) between the two.
        """
        self._shares = {Qt.Orientation.Vertical: under, Qt.Orientation.Horizontal: beside}
        self._detail, self._gap, self._beside_from = detail, gap, beside_from
        for part in (table, detail):
            part.setMinimumHeight(4 * theme.ROW)
            self.addWidget(part)
        self._apply()

    @property
    def beside(self) -> bool:
        """Tell whether the details stand beside the list."""
        return self.orientation() == Qt.Orientation.Horizontal

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Turn where the width asks for it."""
        way = Qt.Orientation.Horizontal if event.size().width() >= self._beside_from else Qt.Orientation.Vertical
        if way != self.orientation():
            if self._settled:
                self._kept[self.orientation()] = self.sizes()
            self.setOrientation(way)
            self._apply()
            self.turned.emit(self.beside)
        super().resizeEvent(event)
        self._settled = self.isVisible()

    def save_state(self) -> dict[str, list[int]]:
        """The sizes of each orientation, as plain JSON values."""
        now = {**self._kept, self.orientation(): self.sizes()} if self._settled else self._kept
        return {_NAMES[way]: sizes for way, sizes in now.items()}

    def restore_state(self, state: Any) -> None:
        """Take up what ``save_state`` gave, or a list: the sizes under each other. What is damaged is ignored."""
        state = {"under": state} if isinstance(state, list) else state
        if not isinstance(state, dict):
            return
        for way, name in _NAMES.items():
            sizes = state.get(name)
            if isinstance(sizes, list) and len(sizes) == 2 and all(isinstance(n, int) and n > 0 for n in sizes):
                self._kept[way] = sizes
        self._apply()

    def _apply(self) -> None:
        if self._detail is not None and self._gap:
            self._detail.setContentsMargins(self._gap if self.beside else 0, 0, 0, 0)
        for at, share in enumerate(self._shares[self.orientation()]):
            self.setStretchFactor(at, share)
        self.setSizes(self._kept.get(self.orientation(), [share * 1000 for share in self._shares[self.orientation()]]))
