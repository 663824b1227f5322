"""The view of every table of records: it keeps its place.

Live changes replace the keys or change some of them: selection and scroll position stay with the rows they were on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QItemSelectionRange, QModelIndex, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from .. import theme
from .record_model import RecordModel
from .table_style import prepare_table


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
        self._wished: Any = None
        self._sort = ("", True)
        self.setModel(model)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        header = self.horizontalHeader()
        metrics = QFontMetrics(theme.body_font())
        for place, column in enumerate(model.COLUMNS):
            fitting = metrics.horizontalAdvance(column.widest) + 3 * theme.GAP_S if column.widest else 0
            self.setColumnWidth(place, column.width or fitting)
        header.setStretchLastSection(True)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionsClickable(any(column.sort for column in model.COLUMNS))
        header.sectionClicked.connect(self._header_clicked)
        self.selectionModel().currentRowChanged.connect(self._current_changed)
        self.doubleClicked.connect(self._double_clicked)

    @property
    def current(self) -> Any:
        """The key of the current row."""
        return self._records.key(self.currentIndex().row())

    def show_keys(self, keys: Sequence[Any]) -> None:
        """Replace the keys; the current row and what is in view stay where they still are among them."""
        current = self._wished if self._wished is not None else self.current
        anchor = self._anchor() if self.verticalScrollBar().value() > 0 else None
        had = self._records.place(current) >= 0
        self._steering = True
        self._records.set_keys(keys)
        place = self._records.place(current)
        if place >= 0:
            self._choose(place)
        self._return_to(anchor)
        self._steering = False
        if place >= 0 and self._wished is not None:
            self._wished = None
            self.scrollTo(self.currentIndex(), QAbstractItemView.ScrollHint.EnsureVisible)
            self.row_picked.emit(current)
        elif had and place < 0:
            self.row_picked.emit(None)

    @property
    def selected_keys(self) -> list[Any]:
        """The keys of all selected rows, from the top; where one row at most can be selected, of that one."""
        found: dict[Any, None] = {}
        for top, bottom in sorted((part.top(), part.bottom()) for part in self._parts()):
            found.update(dict.fromkeys(self._records.keys[top : bottom + 1]))
        return list(found)

    def selected_count(self) -> int:
        """How many rows are selected, without listing them."""
        return sum(bottom - top + 1 for top, bottom in {(part.top(), part.bottom()) for part in self._parts()})

    def select_keys(self, keys: Iterable[Any], *, add: bool = False) -> int:
        """Select these rows, as after they have moved, or add them; what is gone is left out. How many there were."""
        places = sorted(place for place in map(self._records.place, keys) if place >= 0)
        flags = QItemSelectionModel.SelectionFlag
        if places or not add:
            self.selectionModel().select(self._stretches(places), flags.Select if add else flags.ClearAndSelect)
        return len(places)

    def visible_rows(self) -> tuple[int, int]:
        """First and last row in view; (0, -1) where there is none."""
        count = self._records.rowCount()
        if not count:
            return 0, -1
        last = self.rowAt(self.viewport().height() - 1)
        return max(0, self.rowAt(0)), count - 1 if last < 0 else last

    def reload_visible(self) -> None:
        """Ask anew for what is in view: any row may have moved on."""
        self._records.reload_near(*self.visible_rows())

    def select_key(self, key: Any) -> None:
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

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Only the operator's own Tab makes the first row current: a window that becomes active picks nothing."""
        by_hand = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        if self.currentIndex().isValid() or event.reason() in by_hand:
            super().focusInEvent(event)
            return
        self._steering = True
        super().focusInEvent(event)
        self.selectionModel().clearCurrentIndex()
        self._steering = False

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
        if not self.editTriggers() & QAbstractItemView.EditTrigger.DoubleClicked:
            self.row_opened.emit(self._records.key(index.row()))

    def _header_clicked(self, section: int) -> None:
        column = self._records.COLUMNS[section]
        if column.sort:
            sort, descending = self._sort
            falls = column.number or column.falls or not sort
            self._sort = (column.sort, not descending if sort == column.sort else falls)
            self.sort_requested.emit(*self._sort)
        self.show_sort(*self._sort)

    def _parts(self) -> list[QItemSelectionRange]:
        selection = self.selectionModel().selection()
        return [selection.at(i) for i in range(selection.count())]

    def _stretches(self, places: Sequence[int]) -> QItemSelection:
        """Whole rows as Qt selects them, in as few stretches as possible: Qt looks at each of them again and again."""
        selection = QItemSelection()
        last = len(self._records.COLUMNS) - 1
        start = previous = places[0] if places else -1
        for place in (*places[1:], -1):
            if place != previous + 1:
                if start >= 0:
                    selection.select(self._records.index(start, 0), self._records.index(previous, last))
                start = place
            previous = place
        return selection

    def _anchor(self, place: int | None = None) -> tuple[Any, int] | None:
        """A row, the first in view if none is named, and where it stands on the screen, for ``_return_to``."""
        row = self.rowAt(0) if place is None else place
        key = self._records.key(row)
        return None if key is None else (key, self.rowViewportPosition(row))

    def _return_to(self, anchor: tuple[Any, int] | None) -> bool:
        """Scroll so that this row stands where it stood; False where it is gone."""
        place = self._records.place(anchor[0]) if anchor is not None else -1
        if anchor is None or place < 0:
            return False
        self.updateGeometries()
        self.verticalScrollBar().setValue(place * self.verticalHeader().defaultSectionSize() - anchor[1])
        return True
