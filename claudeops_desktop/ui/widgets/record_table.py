"""The view of every table of records: it keeps its place.

Live changes replace the keys or change some of them: selection and scroll position stay with the rows they were on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QItemSelectionRange,
    QModelIndex,
    QPoint,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QFontMetrics, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QHeaderView, QTableView, QWidget

from .. import theme
from .new_rows_button import NewRowsButton
from .record_model import RecordModel
from .table_style import prepare_table
from .table_tools import TableTools

FIRST_WANTED_MS = 3_000


class RecordTable(QTableView):
    """A view on a RecordModel.

    ``row_picked`` carries the key of the row that became current by the operator's hand (None: no row); ``row_opened``
    that of a row that was double-clicked or entered; ``sort_requested`` an order of the database and whether it
    descends.
    """

    keeps_wrapping = True  # whether what the operator chose is taken up at the next start

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
        self._wished_view: tuple[Any, int] | None = None
        self._sort = ("", True)
        self._tools: TableTools | None = None
        self._new_rows = NewRowsButton(self)
        self.keeps_rows_in_place = False  # the page says when other keys are news, not another question
        self._compact: bool | None = None  # None: as the settings say
        self.columns_by_hand: dict[int, bool] = {}  # whether the operator shows a column; others are as there is room
        self._first_wanted = False
        self._patience = QTimer(self, singleShot=True, interval=FIRST_WANTED_MS)
        self._patience.timeout.connect(self._stop_waiting)
        self.setModel(model)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        header = self.horizontalHeader()
        metrics = QFontMetrics(theme.body_font())
        for place, column in enumerate(model.COLUMNS):
            fitting = metrics.horizontalAdvance(column.widest) + 3 * theme.GAP_S if column.widest else 0
            self.setColumnWidth(place, max(column.width or fitting, header.sectionSizeHint(place)))
        header.setStretchLastSection(True)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionsClickable(any(column.sort for column in model.COLUMNS))
        header.sectionClicked.connect(self._header_clicked)
        self.selectionModel().currentRowChanged.connect(self._current_changed)
        self.doubleClicked.connect(self._double_clicked)
        self.verticalScrollBar().valueChanged.connect(self._fit_rows_in_view)
        header.sectionResized.connect(self._fit_rows_in_view)
        model.dataChanged.connect(self._fit_rows_in_view)
        theme.theme_changed.connect(self._set_row_height)

    @property
    def tools(self) -> TableTools:
        """Copy, export, look; made when they are first wanted."""
        if self._tools is None:
            self._tools = TableTools(self, self._records)
        return self._tools

    @property
    def current(self) -> Any:
        """The key of the current row."""
        return self._records.key(self.currentIndex().row())

    def show_keys(self, keys: Sequence[Any]) -> None:
        """Replace the keys; the current row and what is in view stay where they still are among them."""
        current = self._wished if self._wished is not None else self.current
        scrolled = self.verticalScrollBar().value() > 0
        holds = self.keeps_rows_in_place and not scrolled and self._new_rows.in_use
        anchors = self._anchors() if scrolled or holds else []
        had = self._records.place(current) >= 0
        self._steering = True
        self._records.set_keys(keys)
        place = self._records.place(current)
        if place >= 0:
            self._choose(place)
        self._return_to_first(anchors)
        if holds:
            self._new_rows.show_held()
        self._steering = False
        if place >= 0 and self._wished is not None:
            self._wished = None
            self.scrollTo(self.currentIndex(), QAbstractItemView.ScrollHint.EnsureVisible)
            self._return_to_wished_view()
            self.row_picked.emit(current)
        elif had and place < 0:
            self.row_picked.emit(None)
        self.keys_shown()

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

    def view_position(self) -> tuple[Any, tuple[Any, int] | None]:
        """Return the current row and what is in view, for ``return_to_view``."""
        return self.current, self._anchor()

    def return_to_view(self, current: Any, anchor: tuple[Any, int] | None) -> None:
        """Show what was in view, with its current row; where that row is not there yet, as soon as it comes."""
        self._wished_view = anchor
        self.select_key(current)
        if self._wished is None:
            self._return_to_wished_view()

    def _return_to_wished_view(self) -> None:
        self._return_to(self._wished_view)
        self._wished_view = None

    def stretch_columns(self, *columns: int) -> None:
        """Let these columns share the width that is left, in the place of the last one."""
        header = self.horizontalHeader()
        header.setStretchLastSection(False)
        for column in columns:
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)

    def focus_first_row(self) -> None:
        """Move the focus to the first row: Return in a search, or another order. What is asked for may still be on its
        way: for a moment, or until another row is chosen, the first row of what comes is taken."""
        self._first_wanted = True
        self._patience.start()
        self._enter_first_row()

    def _enter_first_row(self) -> None:
        if self._records.rowCount():
            self.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.select_key(self._records.key(0))

    def keys_shown(self) -> None:
        """Other keys are shown: take the first row where Return asked for it, and let rows that wrap grow."""
        if self._first_wanted:
            self._enter_first_row()
        self._fit_rows_in_view()

    def _stop_waiting(self) -> None:
        self._first_wanted = False
        self._patience.stop()

    # --- look --------------------------------------------------------------------------------------------------------

    def choose_column(self, column: int, shown: bool) -> None:
        """Show or hide a column because the operator says so."""
        self.columns_by_hand[column] = shown
        self.setColumnHidden(column, not shown)

    def leave_out_column(self, column: int, left_out: bool) -> None:
        """Hide a column that there is no room or no use for, or show it again; the operator's own choice holds."""
        hidden = not self.columns_by_hand.get(column, not left_out)
        if self.isColumnHidden(column) != hidden:
            self.setColumnHidden(column, hidden)

    def column_name(self, column: int) -> str:
        """The name of a column, as the model and what is kept call it."""
        return self._records.COLUMNS[column].name

    @property
    def chosen_compact(self) -> bool | None:
        """Tell whether the operator chose low rows for this table; None: as the settings say."""
        return self._compact

    @property
    def is_compact(self) -> bool:
        """Tell whether rows are 26 pixels high."""
        return theme.row_height() == theme.ROW_COMPACT if self._compact is None else self._compact

    def set_compact(self, compact: bool) -> None:
        """Make rows of this table low, or high, whatever the settings say."""
        self._compact = compact
        self._set_row_height()

    def row_height(self) -> int:
        """The height of a row of one line."""
        return theme.ROW_COMPACT if self.is_compact else theme.ROW

    def set_wrapped(self, wrapped: bool) -> None:
        """Show each text whole, in as many lines as it needs, or one line of it."""
        self.setWordWrap(wrapped)
        self._set_row_height()
        header, height = self.verticalHeader(), self.verticalHeader().defaultSectionSize()
        for row in range(0 if wrapped else self._records.rowCount()):
            if header.sectionSize(row) != height:
                header.resizeSection(row, height)

    def _set_row_height(self) -> None:
        self.verticalHeader().setDefaultSectionSize(self.row_height())
        self._fit_rows_in_view()

    def _fit_rows_in_view(self, *_: object) -> None:
        """Rows of a table that wraps grow when they come into view: to measure all of them takes too long."""
        header = self.verticalHeader()
        if not self.wordWrap() or not self.isVisible() or not self._records.rowCount():
            return
        if header.sectionResizeMode(0) == QHeaderView.ResizeMode.ResizeToContents:
            return
        bar = self.verticalScrollBar()
        at_end = bar.value() == bar.maximum() > 0
        first, last = self.visible_rows()
        for row in range(first, last + 1):
            header.resizeSection(row, max(self.row_height(), self.sizeHintForRow(row) - 1))  # less a grid line
        if at_end:
            self.updateGeometries()
            bar.setValue(bar.maximum())  # which brings other rows into view, until the last one is whole

    @property
    def has_pending_selection(self) -> bool:
        """Tell whether a row is to be picked that has not come yet."""
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

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The tools, where the page has no menu of its own; by key, at the current row."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            self._open_menu_by_key()
        else:
            self.tools.open_menu(event.globalPos())
        event.accept()

    def _open_menu_by_key(self) -> None:
        if QApplication.activePopupWidget() is not None:  # some platforms send the key and the request
            return
        if self.contextMenuPolicy() == Qt.ContextMenuPolicy.CustomContextMenu:
            self.customContextMenuRequested.emit(self.menu_point())
        else:
            self.tools.open_menu(self.viewport().mapToGlobal(self.menu_point()))

    def menu_point(self) -> QPoint:
        """Where a menu that a key asks for belongs, in the viewport."""
        rect = self.visualRect(self.currentIndex()).intersected(self.viewport().rect())
        return rect.bottomLeft() + QPoint(theme.GAP_M, 0) if rect.isValid() else QPoint(theme.GAP_M, theme.GAP_M)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return opens the current row, Ctrl+C copies the selected ones."""
        self._stop_waiting()
        self._new_rows.touch()
        if event.matches(QKeySequence.StandardKey.Copy):
            self.tools.copy()
        elif event.key() == Qt.Key.Key_F10 and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._open_menu_by_key()
        elif event.key() == Qt.Key.Key_Menu and self.contextMenuPolicy() == Qt.ContextMenuPolicy.DefaultContextMenu:
            self._open_menu_by_key()  # a page's own menu is opened by Qt
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.current is not None:
            self.row_opened.emit(self.current)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """The rows stay in place for a while."""
        self._stop_waiting()
        self._new_rows.touch()
        super().mousePressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """The rows stay in place for a while longer."""
        self._new_rows.touch()
        super().leaveEvent(event)

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
            self.focus_first_row()  # the first of the new order is what was asked for
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

    def _anchors(self) -> list[tuple[Any, int, int]]:
        """The rows in view with their places and where they stand on the screen: the current one first."""
        first, last = self.visible_rows()
        rows = sorted(range(first, last + 1), key=lambda row: row != self.currentIndex().row())
        return [(self._records.key(row), row, self.rowViewportPosition(row)) for row in rows]

    def _return_to_first(self, anchors: Sequence[tuple[Any, int, int]]) -> None:
        """Scroll so that the rows stand where they stood, as seen from one that is still there and did not move up."""
        there = [(key, y, self._records.place(key) < row) for key, row, y in anchors if self._records.place(key) >= 0]
        if there:
            key, y, _moved_up = min(there, key=lambda each: each[2])  # the first of the best
            self._return_to((key, y))

    def _return_to(self, anchor: tuple[Any, int] | None) -> bool:
        """Scroll so that this row stands where it stood; False where it is gone."""
        place = self._records.place(anchor[0]) if anchor is not None else -1
        if anchor is None or place < 0:
            return False
        self.updateGeometries()
        self.verticalScrollBar().setValue(self.verticalHeader().sectionPosition(place) - anchor[1])
        return True
