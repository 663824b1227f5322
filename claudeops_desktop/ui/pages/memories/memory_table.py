"""The table of memories: keeps selection, scroll position and an open editor through every change of the list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QItemSelectionRange,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemDelegate, QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from ....memory import MemoryQuery
from ... import theme
from ...widgets.table_style import prepare_table
from .columns import EDITABLE, SHAPES, MemoryColumn
from .delegates import (
    CategoryDelegate,
    CellDelegate,
    ConfidenceDelegate,
    NumberDelegate,
    ObservationDelegate,
    PinDelegate,
    ServiceDelegate,
    SessionDelegate,
    StateDelegate,
)
from .model import MemoryModel
from .queries import MemoryListing
from .row_patch import MoveRow, RemoveRows, steps_between
from .selection import find_rows, make_selection

WIDTH_NEEDED = {
    MemoryColumn.SESSION: 860,
    MemoryColumn.UPDATED: 760,
    MemoryColumn.STATE: 640,
    MemoryColumn.CATEGORY: 560,
}


class MemoryTable(QTableView):
    """``selection_changed`` says that the selection is another one; ``sort_requested`` carries MemoryQuery's word and
    whether it descends; ``entered``, ``pin_clicked`` and ``session_clicked`` a memory's id; ``edit_refused`` why an
    edit was not taken.
    """

    selection_changed = Signal()
    sort_requested = Signal(str, bool)
    entered = Signal(int)
    pin_clicked = Signal(int)
    session_clicked = Signal(int)
    edit_refused = Signal(str)
    why_requested = Signal(object, object)

    def __init__(self, model: MemoryModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._waiting: MemoryListing | None = None
        self._not_yet: Sequence[int] = ()  # selected, but not in the beginning of the list that was read so far
        self._restoring = False
        self._edited = QPersistentModelIndex()
        self._services: Sequence[str] = ()
        self._query: MemoryQuery | None = None
        self._sorted_by: MemoryColumn | None = None
        self.setModel(model)
        prepare_table(self, "Memories")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setStyleSheet("QTableView:focus { border: none; }")  # the current cell's ring shows where the keyboard is
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setCornerButtonEnabled(False)
        self.setMouseTracking(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._set_header()
        self._set_delegates()
        self.clicked.connect(self._cell_clicked)

    # --- look

    def _set_header(self) -> None:
        header = self.horizontalHeader()
        header.setSectionsClickable(True)
        header.setSectionsMovable(False)
        header.setSortIndicatorShown(True)
        header.setMinimumSectionSize(28)
        metrics = QFontMetrics(theme.body_font())
        for column, shape in SHAPES.items():
            header.resizeSection(column, metrics.horizontalAdvance(shape.widest) + 3 * theme.GAP_S)
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(MemoryColumn.OBSERVATION, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(MemoryColumn.PIN, QHeaderView.ResizeMode.Fixed)
        header.sectionClicked.connect(self._header_clicked)
        # Headers would ask every row of a selection whether its whole column is selected.
        for one in (header, self.verticalHeader()):
            one.setSelectionModel(QItemSelectionModel(self._model, one))

    def _set_delegates(self) -> None:
        made: dict[MemoryColumn, CellDelegate] = {
            MemoryColumn.PIN: PinDelegate(self),
            MemoryColumn.SERVICE: ServiceDelegate(self.services, self),
            MemoryColumn.CATEGORY: CategoryDelegate(self),
            MemoryColumn.OBSERVATION: ObservationDelegate(self),
            MemoryColumn.CONFIDENCE: ConfidenceDelegate(self),
            MemoryColumn.STATE: StateDelegate(self),
            MemoryColumn.UPDATED: NumberDelegate(self),
            MemoryColumn.SESSION: SessionDelegate(self),
        }
        for column, delegate in made.items():
            delegate.edit_refused.connect(self.edit_refused)
            if isinstance(delegate, ConfidenceDelegate):
                delegate.why_requested.connect(self.why_requested)
            self.setItemDelegateForColumn(column, delegate)

    def services(self) -> Sequence[str]:
        """The services that the service editor completes."""
        return self._services

    def set_services(self, services: Sequence[str]) -> None:
        """Which services are known."""
        self._services = services

    def show_sort(self, column: MemoryColumn, descending: bool) -> None:
        """Point the header's arrow."""
        self._sorted_by = column
        order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        self.horizontalHeader().setSortIndicator(column, order)

    @Slot(int)
    def _header_clicked(self, section: int) -> None:
        header = self.horizontalHeader()
        # The header has turned its arrow by itself already; a column's first click goes the way that column falls.
        shape = SHAPES[MemoryColumn(section)]
        again = self._sorted_by == section
        descending = header.sortIndicatorOrder() is Qt.SortOrder.DescendingOrder if again else shape.falls
        self.show_sort(MemoryColumn(section), descending)
        self.sort_requested.emit(shape.sort, descending)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow table does without what the details say as well."""
        width = event.size().width()
        for column, needed in WIDTH_NEEDED.items():
            if self.isColumnHidden(column) != (width < needed):
                self.setColumnHidden(column, width < needed)
        super().resizeEvent(event)

    # --- what is picked

    def selected_ids(self) -> list[int]:
        """Ids of all selected memories, from the top."""
        ids = self._model.ids
        spans = sorted((part.top(), part.bottom()) for part in self._parts())
        found: dict[int, None] = {}
        for top, bottom in spans:
            found.update(dict.fromkeys(ids[top : bottom + 1]))
        return list(found)

    def _parts(self) -> list[QItemSelectionRange]:
        selection = self.selectionModel().selection()
        return [selection.at(i) for i in range(selection.count())]

    def selected_count(self) -> int:
        """How many memories are selected, without listing them."""
        rows = {(part.top(), part.bottom()) for part in self._parts()}
        return sum(bottom - top + 1 for top, bottom in rows)

    def current_id(self) -> int | None:
        """The memory that the keyboard is at."""
        index = self.currentIndex()
        return self._model.ids[index.row()] if index.isValid() and index.row() < len(self._model.ids) else None

    def holds(self, memory_id: int) -> bool:
        """Whether the list holds a memory, as far as it was read."""
        return self._model.row_of(memory_id) is not None

    def select_memory(self, memory_id: int) -> bool:
        """Select one memory alone and bring it into view. False where the list does not hold it."""
        row = self._model.row_of(memory_id)
        if row is None:
            return False
        column = self.currentIndex().column() if self.currentIndex().isValid() else MemoryColumn.OBSERVATION
        index = self._model.index(row, max(0, column))
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self.selectionModel().setCurrentIndex(index, flags)
        self.scrollTo(index)
        return True

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        """Tell, but not of what is only being brought back."""
        super().selectionChanged(selected, deselected)
        if not self._restoring:
            self._not_yet = ()
            self.selection_changed.emit()

    # --- changes of the list

    @property
    def editing(self) -> bool:
        """Whether an editor is open."""
        return self.state() is QAbstractItemView.State.EditingState and self._edited.isValid()

    @Slot(object)
    def show_list(self, listing: MemoryListing) -> None:
        """Bring the model to a list that was read. What would close an open editor waits until it is closed."""
        steps = listing.steps
        if steps is not None and listing.version != self._model.version:
            steps = steps_between(self._model.ids, listing.ids)
        if self.editing and (steps is None or self._touches_editor(steps)):
            self._waiting = listing
            return
        self._waiting = None
        live, self._query = listing.query == self._query, listing.query
        self._model.set_rows(listing.rows, tell=False)
        if steps is None:
            self._replace(listing, live=live)
        else:
            self._step(steps)
            if self._not_yet and listing.whole:
                self._select_again(self._not_yet, listing.ids)
        self.viewport().update()

    def _touches_editor(self, steps: Iterable[object]) -> bool:
        row = self._edited.row()
        for step in steps:
            if isinstance(step, RemoveRows) and step.first <= row <= step.last:
                return True
            if isinstance(step, MoveRow) and step.source == row:
                return True
        return False

    def _step(self, steps: Sequence[object]) -> None:
        if not steps:
            return
        bar = self.verticalScrollBar()
        held = self._held() if bar.value() > 0 or self.editing else None
        before = self.selected_count()
        self._model.apply_steps(steps)  # type: ignore[arg-type]
        self._hold(held)
        if self.selected_count() != before:
            self.selection_changed.emit()

    def _held(self) -> tuple[int, int] | None:
        """The memory that shall not move on the screen, and where its row stands."""
        row = self._edited.row() if self.editing else self.rowAt(0)
        if not 0 <= row < len(self._model.ids):
            return None
        return self._model.ids[row], self.rowViewportPosition(row)

    def _hold(self, held: tuple[int, int] | None) -> None:
        row = self._model.row_of(held[0]) if held is not None else None
        if held is not None and row is not None:
            self.updateGeometries()
            bar = self.verticalScrollBar()
            bar.setValue(row * self.verticalHeader().defaultSectionSize() - held[1])

    def _replace(self, listing: MemoryListing, *, live: bool) -> None:
        """Another list: what was selected and is in it stays so; what is to be kept in view stays where it stood."""
        picked = [*self.selected_ids(), *self._not_yet]
        current, column = self.current_id(), max(0, self.currentIndex().column())
        held = self._held_current() if live or listing.keep is not None else None
        if live and held is None and self.verticalScrollBar().value() > 0:
            held = self._held()
        self._restoring = True
        try:
            self._model.replace(listing.ids)
            row = self._model.row_of(current) if current is not None else None
            if row is not None:
                index = self._model.index(row, column)
                self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
            if held is not None and self._model.row_of(held[0]) is not None:
                self._hold(held)
            else:
                self.scrollToTop()
        finally:
            self._restoring = False
        self._select_again(picked, listing.ids, wait=not listing.whole)

    def _select_again(self, picked: Sequence[int], ids: Sequence[int], *, wait: bool = False) -> None:
        """Select what is in the list of what was selected. With ``wait`` the rest of the list is still to come."""
        rows = find_rows(picked, ids)
        self._restoring = True
        try:
            if rows:
                flags = QItemSelectionModel.SelectionFlag.Select
                self.selectionModel().select(make_selection(self._model, rows), flags)
        finally:
            self._restoring = False
        self._not_yet = tuple(set(picked).difference(ids)) if wait and len(rows) < len(picked) else ()
        if picked and not self._not_yet:
            self.selection_changed.emit()

    def _held_current(self) -> tuple[int, int] | None:
        """The current memory and where its row stands, or a third down where it stands out of view."""
        current = self.current_id()
        if current is None or not self.selected_count():
            return None
        top = self.rowViewportPosition(self.currentIndex().row())
        inside = 0 <= top <= self.viewport().height() - self.verticalHeader().defaultSectionSize()
        return current, top if inside else self.viewport().height() // 3

    # --- editing

    def edit(  # type: ignore[override]
        self,
        index: QModelIndex,
        trigger: QAbstractItemView.EditTrigger = QAbstractItemView.EditTrigger.AllEditTriggers,
        event: Any = None,
    ) -> bool:
        """Open the editor of a cell, and remember which row it belongs to."""
        opened = bool(super().edit(index, trigger, event))
        if opened and self.state() is QAbstractItemView.State.EditingState:
            self._edited = QPersistentModelIndex(index)
        return opened

    def edit_current(self, column: MemoryColumn | None = None) -> None:
        """F2: edit the current cell, or the text where that cell cannot be edited."""
        index = self.currentIndex()
        if not index.isValid():
            return
        wanted = column if column is not None else MemoryColumn(index.column())
        target = self._model.index(index.row(), wanted if wanted in EDITABLE else MemoryColumn.OBSERVATION)
        self.selectionModel().setCurrentIndex(target, QItemSelectionModel.SelectionFlag.NoUpdate)
        self.edit(target, QAbstractItemView.EditTrigger.AllEditTriggers, None)

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Closed: what had to wait can come."""
        super().closeEditor(editor, hint)
        self._edited = QPersistentModelIndex()
        if self._waiting is not None:
            QTimer.singleShot(0, self, self._take_waiting)

    @Slot()
    def _take_waiting(self) -> None:
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self.show_list(waiting)

    # --- keys and clicks

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return opens the details; letters are shortcuts, never a search through all rows."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not self.editing:
            current = self.current_id()
            if current is not None:
                self.entered.emit(current)
            return
        super().keyPressEvent(event)

    def keyboardSearch(self, _search: str) -> None:
        """Nothing: it would read every row."""

    @Slot(QModelIndex)
    def _cell_clicked(self, index: QModelIndex) -> None:
        memory = self._model.memory(index.row())
        if memory is None:
            return
        if index.column() == MemoryColumn.PIN:
            self.pin_clicked.emit(memory.id)
        elif index.column() == MemoryColumn.SESSION and memory.session_id is not None:
            self.session_clicked.emit(memory.id)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """A hand over what can be clicked."""
        super().mouseMoveEvent(event)
        index = self.indexAt(event.position().toPoint())
        memory = self._model.memory(index.row()) if index.isValid() else None
        link = index.column() == MemoryColumn.PIN or (
            index.column() == MemoryColumn.SESSION and memory and memory.session_id
        )
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if memory and link else Qt.CursorShape.ArrowCursor)

    def visible_rows(self) -> tuple[int, int]:
        """First and last row in view; (0, -1) where there is none."""
        count = len(self._model.ids)
        if not count:
            return 0, -1
        first = max(0, self.rowAt(0))
        last = self.rowAt(self.viewport().height() - 1)
        return first, count - 1 if last < 0 else last

    def menu_point(self) -> QPoint:
        """Where a menu asked for by the keyboard belongs."""
        return self.visualRect(self.currentIndex()).bottomLeft()
