"""Tables of records: all keys at once, rows when they come into view, and a view that keeps its place.

The database sorts and filters (a Python proxy over 100,000 rows takes seconds); the model holds the keys in order and
asks for the rows that are looked at. Live changes replace the keys: selection and scroll position stay with the rows
they were on.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from .. import theme
from .elided_label import escape_tool_tip
from .table_style import prepare_table

Index = QModelIndex | QPersistentModelIndex
STATE = Qt.ItemDataRole.UserRole + 1  # a state of widgets.state_dot, for StateCell
ROW = Qt.ItemDataRole.UserRole + 2  # the whole row, for delegates
AHEAD = 60


@dataclass(frozen=True, slots=True)
class TableColumn:
    """One column by name. ``sort`` names the order it stands for in the database; empty: none."""

    name: str
    title: str
    width: int
    number: bool = False
    sort: str = ""


class RecordModel(QAbstractTableModel):
    """Base of the record tables. ``rows_requested`` asks for the rows of keys that came into view and are not known.

    A page answers with ``set_rows``. Subclasses set COLUMNS and say what a cell shows by ``text``, ``tip`` and
    ``state``.
    """

    COLUMNS: tuple[TableColumn, ...] = ()
    rows_requested = Signal(list)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys: list[Hashable] = []
        self._places: dict[Hashable, int] = {}
        self._rows: dict[Hashable, Any] = {}
        self._asked: set[Hashable] = set()
        self._wanted: set[int] = set()
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._ask)

    @property
    def keys(self) -> Sequence[Hashable]:
        """All keys, in order."""
        return self._keys

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """All rows, known or not."""
        return 0 if parent.isValid() else len(self._keys)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """The columns by name."""
        return 0 if parent.isValid() else len(self.COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Titles; numbers stand to the right."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.COLUMNS):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.COLUMNS[section].title
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(section)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What a cell says; nothing until its row is known."""
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(index.column())
        row = self._rows.get(self._keys[index.row()])
        if row is None:
            self._want(index.row())
            return None
        column = self.COLUMNS[index.column()].name
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(row, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return escape_tool_tip(self.tip(row, column))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self.COLUMNS[index.column()].title}: {self.text(row, column) or 'none'}"
        if role == STATE:
            return self.state(row, column)
        if role == ROW:
            return row
        return None

    def text(self, row: Any, column: str) -> str:
        """What a cell shows."""
        raise NotImplementedError

    def tip(self, _row: Any, _column: str) -> str:
        """What hovering over a cell says, as plain text."""
        return ""

    def state(self, _row: Any, _column: str) -> str:
        """The state that a cell draws as a shape, where it is one."""
        return ""

    def place(self, key: Hashable | None) -> int:
        """The row of a key; -1 where it is not among them."""
        return self._places.get(key, -1) if key is not None else -1

    def row(self, place: int) -> Any:
        """The row at a place, or None while it is not known."""
        return self._rows.get(self._keys[place]) if 0 <= place < len(self._keys) else None

    def key(self, place: int) -> Hashable | None:
        """The key at a place."""
        return self._keys[place] if 0 <= place < len(self._keys) else None

    def set_keys(self, keys: Iterable[Hashable]) -> None:
        """Show these, in this order. Rows that are known stay known."""
        self.beginResetModel()
        self._keys = list(keys)
        self._places = {key: place for place, key in enumerate(self._keys)}
        self._rows = {key: row for key, row in self._rows.items() if key in self._places}
        self._asked.clear()
        self._wanted.clear()
        self.endResetModel()

    def set_rows(self, rows: Mapping[Hashable, Any]) -> None:
        """Rows that were asked for."""
        places = []
        for key, row in rows.items():
            place = self._places.get(key)
            self._asked.discard(key)
            if place is not None:
                self._rows[key] = row
                places.append(place)
        if places:  # told once: each telling goes all through the view
            self.dataChanged.emit(self.index(min(places), 0), self.index(max(places), len(self.COLUMNS) - 1))

    def mark_stale(self, keys: Iterable[Hashable]) -> None:
        """Ask anew for those of these rows that are known: what they show stays until the answer is there."""
        known = [key for key in keys if key in self._rows]
        if known:
            self.rows_requested.emit(known)

    def mark_all_stale(self, first: int, last: int) -> None:
        """Ask anew for the rows at these places and near them; forget the rest until it comes into view."""
        near = self._near(first, last)
        self._rows = {key: self._rows[key] for key in near if key in self._rows}
        self.mark_stale(near)

    def refresh_times(self, *names: str) -> None:
        """Cells that depend on the time of day have new words."""
        if not self._keys:
            return
        for place, column in enumerate(self.COLUMNS):
            if column.name in names:
                first, last = self.index(0, place), self.index(len(self._keys) - 1, place)
                self.dataChanged.emit(first, last, [Qt.ItemDataRole.DisplayRole])

    def _alignment(self, column: int) -> Qt.AlignmentFlag:
        side = Qt.AlignmentFlag.AlignRight if self.COLUMNS[column].number else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter

    def _want(self, place: int) -> None:
        self._wanted.add(place)
        if not self._soon.isActive():
            self._soon.start()

    def _ask(self) -> None:
        if not self._wanted:
            return
        first, last = min(self._wanted), max(self._wanted)
        self._wanted.clear()
        wanted = [key for key in self._near(first, last) if key not in self._rows and key not in self._asked]
        if wanted:
            self._asked.update(wanted)
            self.rows_requested.emit(wanted)

    def _near(self, first: int, last: int) -> Sequence[Hashable]:
        return self._keys[max(0, first - AHEAD) : last + AHEAD + 1]


class RecordTable(QTableView):
    """A view on a RecordModel.

    ``row_picked`` carries the key of the row that became current by the operator's hand (None: no row); ``row_opened``
    that of a row that was double-clicked or entered; ``sort_requested`` an order of the database and whether it
    descends.
    """

    row_picked = Signal(object)
    row_opened = Signal(object)
    sort_requested = Signal(str, bool)

    def __init__(self, model: RecordModel, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        prepare_table(self, name)
        theme.set_role(self, "framed")
        self._records = model
        self._steering = False
        self._wished: Hashable | None = None
        self._sort = ("", True)
        self.setModel(model)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        header = self.horizontalHeader()
        for place, column in enumerate(model.COLUMNS):
            self.setColumnWidth(place, column.width)
        header.setStretchLastSection(True)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionsClickable(any(column.sort for column in model.COLUMNS))
        header.sectionClicked.connect(self._header_clicked)
        self.selectionModel().currentRowChanged.connect(self._current_changed)
        self.doubleClicked.connect(self._double_clicked)

    @property
    def current(self) -> Hashable | None:
        """The key of the current row."""
        return self._records.key(self.currentIndex().row())

    def show_keys(self, keys: Sequence[Hashable]) -> None:
        """Replace the keys; the current row and what is in view stay where they still are among them."""
        current = self._wished if self._wished is not None else self.current
        bar = self.verticalScrollBar()
        top = self._records.key(self.rowAt(0)) if bar.value() > 0 else None
        offset = self.rowViewportPosition(self.rowAt(0)) if top is not None else 0
        had = self._records.place(current) >= 0
        self._steering = True
        self._records.set_keys(keys)
        place = self._records.place(current)
        if place >= 0:
            self._choose(place)
        if top is not None and self._records.place(top) >= 0:
            bar.setValue(self._records.place(top) * self.verticalHeader().defaultSectionSize() - offset)
        self._steering = False
        if place >= 0 and self._wished is not None:
            self._wished = None
            self.scrollTo(self.currentIndex(), QAbstractItemView.ScrollHint.EnsureVisible)
            self.row_picked.emit(current)
        elif had and place < 0:
            self.row_picked.emit(None)

    @property
    def selected_keys(self) -> list[Hashable]:
        """The keys of all selected rows, from the top; where one row at most can be selected, of that one."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [key for key in map(self._records.key, rows) if key is not None]

    def select_keys(self, keys: Iterable[Hashable]) -> None:
        """Select these rows, as after they have moved; what is gone is left out."""
        selection = QItemSelection()
        last = len(self._records.COLUMNS) - 1
        for place in map(self._records.place, keys):
            if place >= 0:
                selection.select(self._records.index(place, 0), self._records.index(place, last))
        self.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def reload_visible(self) -> None:
        """Ask anew for what is in view: any row may have moved on."""
        last = self.rowAt(self.viewport().height() - 1)
        self._records.mark_all_stale(max(0, self.rowAt(0)), last if last >= 0 else self._records.rowCount() - 1)

    def select_key(self, key: Hashable) -> None:
        """Make this row the current one; where it is not there yet, as soon as it comes."""
        place = self._records.place(key)
        if place < 0:
            self._wished = key
            return
        self._wished = None
        if self.currentIndex().row() == place:
            self.row_picked.emit(key)
        else:
            self._choose(place)
        self.scrollTo(self.currentIndex(), QAbstractItemView.ScrollHint.EnsureVisible)

    def stretch_columns(self, *columns: int) -> None:
        """Let these columns share the width that is left, in the place of the last one."""
        header = self.horizontalHeader()
        header.setStretchLastSection(False)
        for column in columns:
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)

    @property
    def has_pending_selection(self) -> bool:
        """Whether a row is to be picked that has not come yet."""
        return self._wished is not None

    def show_sort(self, sort: str, descending: bool) -> None:
        """Mark the column that the database sorted by."""
        self._sort = (sort, descending)
        header = self.horizontalHeader()
        for place, column in enumerate(self._records.COLUMNS):
            if column.sort == sort:
                order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
                header.setSortIndicatorShown(True)
                header.setSortIndicator(place, order)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return opens the current row."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.current is not None:
            self.row_opened.emit(self.current)
        else:
            super().keyPressEvent(event)

    def _choose(self, place: int) -> None:
        index = self._records.index(place, 0)
        last = self._records.index(place, len(self._records.COLUMNS) - 1)
        model = self.selectionModel()
        model.setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
        model.select(QItemSelection(index, last), QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _current_changed(self, current: QModelIndex, _before: QModelIndex) -> None:
        if not self._steering:
            self._wished = None
            self.row_picked.emit(self._records.key(current.row()))

    def _double_clicked(self, index: QModelIndex) -> None:
        self.row_opened.emit(self._records.key(index.row()))

    def _header_clicked(self, section: int) -> None:
        column = self._records.COLUMNS[section]
        if column.sort:
            sort, descending = self._sort
            self._sort = (column.sort, not descending if sort == column.sort else column.number or not sort)
            self.sort_requested.emit(*self._sort)
        self.show_sort(*self._sort)
