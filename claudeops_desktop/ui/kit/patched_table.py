"""A table whose list changes under the operator's hands: selection, scroll position and an open editor stay."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QPersistentModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemDelegate, QAbstractItemView, QWidget

from ..widgets.record_model import RecordModel
from ..widgets.record_table import RecordTable
from ..widgets.row_patch import MoveRow, RemoveRows, RowStep, steps_between
from .windowed_list import KeyListing


class PatchedTable(RecordTable):
    """Shows the listings of a WindowedListLoader; several rows can be selected, and cells edited.

    ``selection_changed`` says that the selection is another one. A listing that would close an open editor waits until
    the editor is closed. A column that a row is selected by where no cell was current is ``first_column``.
    """

    first_column = 0

    selection_changed = Signal()

    def __init__(self, model: RecordModel, name: str, parent: QWidget | None = None) -> None:
        self._restoring = False
        self._not_yet: Sequence[Hashable] = ()  # selected, but not in the beginning of the list that was read so far
        super().__init__(model, name, parent)
        self._waiting: KeyListing[Any, Any] | None = None
        self._edited = QPersistentModelIndex()
        self._query: Any = None
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        # Headers would ask every row of a selection whether its whole column is selected.
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setSelectionModel(QItemSelectionModel(model, header))

    # --- what is selected --------------------------------------------------------------------------------------------

    def select_row(self, key: Hashable) -> bool:
        """Select one row alone and bring it into view. False where the list does not hold it."""
        row = self._records.place(key)
        if row < 0:
            return False
        column = self.currentIndex().column() if self.currentIndex().isValid() else self.first_column
        index = self._records.index(row, max(0, column))
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

    # --- changes of the list -----------------------------------------------------------------------------------------

    @property
    def editing(self) -> bool:
        """Tell whether an editor is open."""
        return self.state() is QAbstractItemView.State.EditingState and self._edited.isValid()

    def show_list(self, listing: KeyListing[Any, Any]) -> None:
        """Bring the model to a list that was read."""
        steps = listing.steps
        if steps is not None and listing.version != self._records.version:
            steps = steps_between(self._records.keys, listing.keys)
        if self.editing and (steps is None or self._touches_editor(steps)):
            self._waiting = listing
            return
        self._waiting = None
        live, self._query = listing.query == self._query, listing.query
        self._records.set_rows(listing.rows, tell=False)
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
        row = self._edited.row() if self.editing else None
        anchor = self._anchor(row) if self.verticalScrollBar().value() > 0 or self.editing else None
        before = self.selected_count()
        self._records.apply_steps(steps)
        self._return_to(anchor)
        if self.selected_count() != before:
            self.selection_changed.emit()

    def _replace(self, listing: KeyListing[Any, Any], *, live: bool) -> None:
        """Show another list: what was selected in it stays so; what is to be kept in view stays where it stood."""
        picked = [*self.selected_keys, *self._not_yet]
        current, column = self.current, max(0, self.currentIndex().column())
        anchor = self._current_anchor() if live or listing.keep is not None else None
        if live and anchor is None and self.verticalScrollBar().value() > 0:
            anchor = self._anchor()
        self._restoring = True
        try:
            self._records.set_keys(listing.keys)
            row = self._records.place(current)
            if row >= 0:
                index = self._records.index(row, column)
                self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
            if not self._return_to(anchor):
                self.scrollToTop()
        finally:
            self._restoring = False
        self._select_again(picked, wait=not listing.whole)

    def _select_again(self, picked: Sequence[Hashable], *, wait: bool = False) -> None:
        """Select what is in the list of what was selected. With ``wait`` the rest of the list is still to come."""
        self._restoring = True
        try:
            found = self.select_keys(picked, add=True)
        finally:
            self._restoring = False
        missing = wait and found < len(picked)
        self._not_yet = tuple(key for key in set(picked) if self._records.place(key) < 0) if missing else ()
        if picked and not self._not_yet:
            self.selection_changed.emit()

    def _current_anchor(self) -> tuple[Hashable, int] | None:
        """The current row and where it stands, or a third down where it stands out of view."""
        current = self.current
        if current is None or not self.selected_count():
            return None
        top = self.rowViewportPosition(self.currentIndex().row())
        inside = 0 <= top <= self.viewport().height() - self.verticalHeader().defaultSectionSize()
        return current, top if inside else self.viewport().height() // 3

    # --- editing -----------------------------------------------------------------------------------------------------

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

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Close it: what had to wait can come."""
        super().closeEditor(editor, hint)
        self._edited = QPersistentModelIndex()
        if self._waiting is not None:
            QTimer.singleShot(0, self, self._take_waiting)

    def _take_waiting(self) -> None:
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self.show_list(waiting)

    # --- keys --------------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return opens the details, but belongs to an open editor."""
        if self.editing and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            QAbstractItemView.keyPressEvent(self, event)
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, _search: str) -> None:
        """Do nothing: a search by the first letter would read every row."""
