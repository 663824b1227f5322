"""Which columns of a table are in sight: a menu on its header, remembered with the page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from ..text.translation import tr
from .record_model import RecordModel

if TYPE_CHECKING:
    from .record_table import RecordTable


class ColumnMenu(QObject):
    """For one table. ``always`` names columns that stay in sight."""

    def __init__(self, table: RecordTable, model: RecordModel, always: Iterable[str] = ()) -> None:
        super().__init__(table)
        self._table = table
        self._columns = model.COLUMNS
        self._always = frozenset(always)
        self.menu: QMenu | None = None
        header = table.horizontalHeader()
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(self.open_menu)
        header.setToolTip(tr("Click to sort; right-click to choose columns"))

    def open_menu(self, at: QPoint | None = None) -> None:
        """Open the menu, at the header's beginning where no place is given."""
        menu = QMenu(self._table)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        shown = [place for place in range(len(self._columns)) if not self._table.isColumnHidden(place)]
        for place, column in enumerate(self._columns):
            action = QAction(column.title or column.spoken or column.name, menu)
            action.setCheckable(True)
            action.setChecked(not self._table.isColumnHidden(place))
            action.setEnabled(column.name not in self._always and (place not in shown or len(shown) > 1))
            action.setData(place)
            menu.addAction(action)
        menu.triggered.connect(self._chosen)
        self.menu = menu
        menu.popup(self._table.horizontalHeader().mapToGlobal(at if at is not None else QPoint()))

    def _chosen(self, action: QAction) -> None:
        self._table.choose_column(int(action.data()), action.isChecked())
