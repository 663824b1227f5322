"""The rows of a log as an operator handles them: keys, copying, asking for all of a shortened line."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QAbstractSlider, QHeaderView, QTableView, QWidget

from .. import theme
from .log_model import LogModel

SCROLL_KEYS = {
    Qt.Key.Key_Home: QAbstractSlider.SliderAction.SliderToMinimum,
    Qt.Key.Key_End: QAbstractSlider.SliderAction.SliderToMaximum,
    Qt.Key.Key_PageUp: QAbstractSlider.SliderAction.SliderPageStepSub,
    Qt.Key.Key_PageDown: QAbstractSlider.SliderAction.SliderPageStepAdd,
}


class LogList(QTableView):
    """The rows themselves. ``whole_wanted`` asks for all of a log line that was shortened.

    A table of one column: a list view would ask the model about every row at each change.
    """

    whole_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Log")
        theme.set_role(self, "framed")
        self.horizontalHeader().hide()
        self.horizontalHeader().setStretchLastSection(True)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setMinimumSectionSize(1)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.setMouseTracking(False)

    def set_row_height(self, height: int) -> None:
        """The same for every row."""
        self.verticalHeader().setDefaultSectionSize(height)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+C copies whole lines; Return shows all of a shortened one; Page Up, Home and so on move the view."""
        scroll = SCROLL_KEYS.get(Qt.Key(event.key()))
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.show_whole()
        elif scroll is not None and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self.verticalScrollBar().triggerAction(scroll)
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down) and not self.currentIndex().isValid():
            self.setCurrentIndex(self.indexAt(QPoint(theme.GAP_M, self.viewport().height() - theme.GAP_M)))
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: object) -> None:
        """The same as Return."""
        super().mouseDoubleClickEvent(event)  # type: ignore[arg-type]
        self.show_whole()

    def copy(self) -> None:
        """Put the selected lines on the clipboard, each whole as it is shown, folded or not."""
        model: LogModel = self.model()  # type: ignore[assignment]
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        entries = {id(entry): entry for row in rows if (entry := model.entry(row))}
        if entries:
            QGuiApplication.clipboard().setText("\n".join(entry.text for entry in entries.values()))

    def show_whole(self) -> None:
        """Ask for all of the current line, where there is more of it."""
        model: LogModel = self.model()  # type: ignore[assignment]
        entry = model.entry(self.currentIndex().row())
        if entry and any(model.entry(row).hidden for row in model.rows_of(entry.number)):  # type: ignore[union-attr]
            self.whole_wanted.emit(entry.number)
