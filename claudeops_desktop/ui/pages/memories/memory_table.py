"""The table of memories: cells are edited in it, and an open editor survives every change of the list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemDelegate, QAbstractItemView, QFrame, QHeaderView, QWidget

from ....memory import MemoryQuery
from ... import theme
from ...text.translation import tr
from ...widgets.record_table import RecordTable
from ...widgets.row_patch import MoveRow, RemoveRows, RowStep, steps_between
from .columns import COLUMNS, EDITABLE, MemoryColumn
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

WIDTH_NEEDED = {
    MemoryColumn.SESSION: 860,
    MemoryColumn.UPDATED: 760,
    MemoryColumn.STATE: 640,
    MemoryColumn.CATEGORY: 560,
}


class MemoryTable(RecordTable):
    """``selection_changed`` says that the selection is another one; ``pin_clicked`` and ``session_clicked`` carry a
    memory's id; ``edit_refused`` why an edit was not taken.
    """

    keeps_wrapping = False  # details beside the table decide on that

    selection_changed = Signal()
    pin_clicked = Signal(int)
    session_clicked = Signal(int)
    edit_refused = Signal(str)
    why_requested = Signal(object, object)

    def __init__(self, model: MemoryModel, parent: QWidget | None = None) -> None:
        self._restoring = False
        self._not_yet: Sequence[int] = ()  # selected, but not in the beginning of the list that was read so far
        super().__init__(model, tr("Memories"), parent)
        self._model = model
        self._waiting: MemoryListing | None = None
        self._edited = QPersistentModelIndex()
        self._services: Sequence[str] = ()
        self._query: MemoryQuery | None = None
        theme.set_role(self, "")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setStyleSheet("QTableView:focus { border: none; }")  # the current cell's ring shows where the keyboard is
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked)
        self.setCornerButtonEnabled(False)
        self.setMouseTracking(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._set_header()
        self._set_delegates()
        self.clicked.connect(self._cell_clicked)

    # --- look

    def _set_header(self) -> None:
        header = self.horizontalHeader()
        header.setSectionsMovable(False)
        header.setSortIndicatorShown(True)
        pin = COLUMNS[MemoryColumn.PIN].width
        header.setMinimumSectionSize(pin)
        header.resizeSection(MemoryColumn.PIN, pin)
        self.stretch_columns(MemoryColumn.OBSERVATION)
        header.setSectionResizeMode(MemoryColumn.PIN, QHeaderView.ResizeMode.Fixed)
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

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow table does without what the details say as well."""
        width = event.size().width()
        for column, needed in WIDTH_NEEDED.items():
            self.leave_out_column(column, width < needed)
        super().resizeEvent(event)

    def _set_row_height(self) -> None:
        """Two lines of each text, or one."""
        more = QFontMetrics(theme.body_font()).lineSpacing() if self.wordWrap() else 0
        self.verticalHeader().setDefaultSectionSize(self.row_height() + more)

    def _fit_rows_in_view(self, *_: object) -> None:
        """All rows are equally high: a hundred thousand of them are scrolled through."""

    # --- what is picked

    def select_memory(self, memory_id: int) -> bool:
        """Select one memory alone and bring it into view. False where the list does not hold it."""
        row = self._model.place(memory_id)
        if row < 0:
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
        self._model.set_rows({memory.id: memory for memory in listing.rows}, tell=False)
        if steps is None:
            self._replace(listing, live=live)
        else:
            self._step(steps)
            if self._not_yet and listing.whole:
                self._select_again(self._not_yet)
        self.keys_shown()
        self.viewport().update()

    def _touches_editor(self, steps: Iterable[RowStep]) -> bool:
        row = self._edited.row()
        for step in steps:
            if isinstance(step, RemoveRows) and step.first <= row <= step.last:
                return True
            if isinstance(step, MoveRow) and step.source == row:
                return True
        return False

    def _step(self, steps: Sequence[RowStep]) -> None:
        if not steps:
            return
        bar = self.verticalScrollBar()
        row = self._edited.row() if self.editing else None
        anchor = self._anchor(row) if bar.value() > 0 or self.editing else None
        before = self.selected_count()
        self._model.apply_steps(steps)
        self._return_to(anchor)
        if self.selected_count() != before:
            self.selection_changed.emit()

    def _replace(self, listing: MemoryListing, *, live: bool) -> None:
        """Another list: what was selected and is in it stays so; what is to be kept in view stays where it stood."""
        picked = [*self.selected_keys, *self._not_yet]
        current, column = self.current, max(0, self.currentIndex().column())
        anchor = self._current_anchor() if live or listing.keep is not None else None
        if live and anchor is None and self.verticalScrollBar().value() > 0:
            anchor = self._anchor()
        self._restoring = True
        try:
            self._model.set_keys(listing.ids)
            row = self._model.place(current)
            if row >= 0:
                index = self._model.index(row, column)
                self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
            if not self._return_to(anchor):
                self.scrollToTop()
        finally:
            self._restoring = False
        self._select_again(picked, wait=not listing.whole)

    def _select_again(self, picked: Sequence[int], *, wait: bool = False) -> None:
        """Select what is in the list of what was selected. With ``wait`` the rest of the list is still to come."""
        self._restoring = True
        try:
            found = self.select_keys(picked, add=True)
        finally:
            self._restoring = False
        missing = wait and found < len(picked)
        self._not_yet = tuple(key for key in set(picked) if self._model.place(key) < 0) if missing else ()
        if picked and not self._not_yet:
            self.selection_changed.emit()

    def _current_anchor(self) -> tuple[int, int] | None:
        """The current memory and where its row stands, or a third down where it stands out of view."""
        current = self.current
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
        """Return opens the details, but belongs to an open editor."""
        if self.editing and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            QAbstractItemView.keyPressEvent(self, event)
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, _search: str) -> None:
        """Nothing: it would read every row."""

    @Slot(QModelIndex)
    def _cell_clicked(self, index: QModelIndex) -> None:
        memory = self._model.row(index.row())
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
        memory = self._model.row(index.row()) if index.isValid() else None
        link = index.column() == MemoryColumn.PIN or (
            index.column() == MemoryColumn.SESSION and memory and memory.session_id
        )
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if memory and link else Qt.CursorShape.ArrowCursor)

    def menu_point(self) -> QPoint:
        """Where a menu asked for by the keyboard belongs."""
        return self.visualRect(self.currentIndex()).bottomLeft()
