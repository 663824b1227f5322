"""Keeps rows where they are while the operator works in a table, and says how many came in above them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QPushButton

from .. import icons, theme
from ..text.translation import tr_count

if TYPE_CHECKING:
    from .record_table import RecordTable

IN_USE_S = 10.0


class NewRowsButton(QObject):
    """For one table: with the pointer over its rows, or within ten seconds of a click or key in them, rows that come in
    at the top do not move the others down. A button says how many there are and goes to them; left alone, the table
    goes back to the top by itself.
    """

    def __init__(self, table: RecordTable) -> None:
        super().__init__(table)
        self._table = table
        self._touched = -IN_USE_S
        self._holds = False
        self.button: QPushButton | None = None  # made when it is first wanted
        self._rest = QTimer(self, singleShot=True, interval=round(IN_USE_S * 1000))
        self._rest.timeout.connect(self._end)
        table.verticalScrollBar().valueChanged.connect(self._scrolled)

    def touch(self) -> None:
        """The operator pressed a key or a button of the mouse in the table, or the pointer left it."""
        self._touched = time.monotonic()
        if self._holds:
            self._rest.start()

    @property
    def in_use(self) -> bool:
        """Tell whether the operator is about to do something with a row."""
        table = self._table
        if not table.isVisible() or not table.window().isActiveWindow():
            return False
        return table.viewport().underMouse() or time.monotonic() - self._touched < IN_USE_S

    def show_held(self) -> None:
        """The table was at its top, and is not any more: rows came in above those in view."""
        above = self._table.rowAt(0)
        if above <= 0:
            return
        self._holds = True
        button = self.button = self.button or self._made()
        button.setText(tr_count("%n new row above", "%n new rows above", above))
        button.adjustSize()
        viewport = self._table.viewport().geometry()
        button.move(viewport.center().x() - button.width() // 2, viewport.top() + theme.GAP_S)
        button.show()
        button.raise_()
        self._rest.start()

    def _made(self) -> QPushButton:
        button = QPushButton(self._table)
        theme.set_role(button, "primary")
        icons.set_themed_icon(button, "chevron_up", "on_accent")
        button.clicked.connect(self._go_to_top)
        return button

    def _scrolled(self, value: int) -> None:
        if value == 0:
            self._holds = False
            if self.button is not None:
                self.button.hide()

    def _go_to_top(self) -> None:
        self._table.scrollToTop()
        self._table.setFocus()

    def _end(self) -> None:
        if self._holds and self.in_use:
            self._rest.start()
        elif self._holds:
            self._table.scrollToTop()
