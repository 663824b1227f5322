"""The table of memories: what a click and a key do in its cells."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QFrame, QHeaderView, QWidget

from ... import theme
from ...kit.columns import stretch_columns
from ...kit.patched_table import PatchedTable
from ...text.translation import tr
from .cells import CategoryCell, ConfidenceCell, MemoryCell, ObservationCell, PinCell, ServiceCell, SessionCell
from .confidence_widgets import ConfidenceSpin
from .model import COLUMNS, MemoryColumn, MemoryModel
from .rows import MemoryTableRow

WIDTH_NEEDED = {  # of the table, so that a column leaves room to the text; the details say it as well
    MemoryColumn.CATEGORY: 880,
    MemoryColumn.UPDATED: 816,
    MemoryColumn.STATE: 724,
    MemoryColumn.SESSION: 628,
}
_STEPS = {"+": 1, "-": -1}


class MemoryTable(PatchedTable):
    """``pin_clicked`` and ``session_clicked`` carry a row; ``edit_refused`` why an edit was not taken;
    ``why_requested`` a memory and where on the screen somebody hovers over its confidence."""

    first_column = MemoryColumn.OBSERVATION

    pin_clicked = Signal(object)
    session_clicked = Signal(object)
    edit_refused = Signal(str)
    why_requested = Signal(object, object)

    def __init__(self, model: MemoryModel, parent: QWidget | None = None) -> None:
        super().__init__(model, tr("Memories"), parent)
        self._model = model
        self.services: Sequence[str] = ()  # that the editor of the service completes
        theme.set_role(self, "")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setStyleSheet("QTableView:focus { border: none; }")  # the current cell's ring shows where the keyboard is
        self.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked)
        self.setCornerButtonEnabled(False)
        self.setMouseTracking(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._set_header()
        self._set_cells()
        self.set_wrapped(True)
        self.clicked.connect(self._cell_clicked)

    def _set_header(self) -> None:
        header = self.horizontalHeader()
        header.setSectionsMovable(False)
        header.setSortIndicatorShown(True)
        pin = COLUMNS[MemoryColumn.PIN].width
        header.setMinimumSectionSize(pin)
        header.resizeSection(MemoryColumn.PIN, pin)
        header.setSectionResizeMode(MemoryColumn.PIN, QHeaderView.ResizeMode.Fixed)
        stretch_columns(self, COLUMNS)

    def _set_cells(self) -> None:
        self.confidence_cell = ConfidenceCell(self)
        self.confidence_cell.why_requested.connect(self.why_requested)
        made: dict[MemoryColumn, MemoryCell] = {column: MemoryCell(self) for column in MemoryColumn}
        made |= {
            MemoryColumn.PIN: PinCell(self),
            MemoryColumn.SERVICE: ServiceCell(self, lambda: self.services),
            MemoryColumn.CATEGORY: CategoryCell(self),
            MemoryColumn.OBSERVATION: ObservationCell(self),
            MemoryColumn.CONFIDENCE: self.confidence_cell,
            MemoryColumn.SESSION: SessionCell(self),
        }
        for column, cell in made.items():
            cell.edit_refused.connect(self.edit_refused)
            self.setItemDelegateForColumn(column, cell)

    @property
    def selected_rows(self) -> list[MemoryTableRow]:
        """Return the selected rows that were read."""
        known = (self._model.known_row(key) for key in self.selected_keys)
        return [row for row in known if row is not None]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out what the details say as well, where there is little room."""
        width = event.size().width()
        for column, needed in WIDTH_NEEDED.items():
            self.leave_out_column(column, width < needed)
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._fit_rows_in_view)  # the texts have another width

    # --- editing -----------------------------------------------------------------------------------------------------

    def edit_current(self, column: MemoryColumn | None = None) -> None:
        """Edit a column of the current row: that of the current cell, or the text where that cell cannot be edited."""
        index = self.currentIndex()
        if not index.isValid():
            return
        target = index if column is None else index.siblingAtColumn(column)
        if column is None and not target.flags() & Qt.ItemFlag.ItemIsEditable:
            target = index.siblingAtColumn(MemoryColumn.OBSERVATION)
        if target.flags() & Qt.ItemFlag.ItemIsEditable:
            self.setFocus(Qt.FocusReason.OtherFocusReason)
            self.selectionModel().setCurrentIndex(target, self.selectionModel().SelectionFlag.NoUpdate)
            self.edit(target, QAbstractItemView.EditTrigger.AllEditTriggers, None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the spin box of a confidence with the digit or the sign that is typed there."""
        typed = event.text()
        at_confidence = self.currentIndex().column() == MemoryColumn.CONFIDENCE and not self.editing
        if not at_confidence or not typed or typed not in "0123456789.,+-":
            super().keyPressEvent(event)
            return
        self.edit_current(MemoryColumn.CONFIDENCE)
        editor = self.indexWidget(self.currentIndex()) if self.editing else None
        if isinstance(editor, ConfidenceSpin):
            if typed in _STEPS:
                editor.stepBy(_STEPS[typed])
            else:
                QApplication.sendEvent(editor, event)

    def _cell_clicked(self, index: QModelIndex) -> None:
        row: MemoryTableRow | None = self._model.row(index.row())
        if row is None:
            return
        column = index.column()
        if column == MemoryColumn.PIN and row.fact is not None:
            self.pin_clicked.emit(row)
        elif column == MemoryColumn.SESSION and row.session_id is not None:
            self.session_clicked.emit(row)
        elif column == MemoryColumn.CONFIDENCE and self.selected_count() == 1 and not QApplication.keyboardModifiers():
            self.edit_current(MemoryColumn.CONFIDENCE)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show a hand over what can be clicked."""
        super().mouseMoveEvent(event)
        index = self.indexAt(event.position().toPoint())
        row: MemoryTableRow | None = self._model.row(index.row()) if index.isValid() else None
        link = row is not None and (
            (index.column() == MemoryColumn.PIN and row.fact is not None)
            or (index.column() == MemoryColumn.SESSION and row.session_id is not None)
        )
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if link else Qt.CursorShape.ArrowCursor)
