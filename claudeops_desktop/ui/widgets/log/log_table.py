"""The rows of a log as an operator handles them: keys, copying, asking for all of a shortened line."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QAbstractSlider, QHeaderView, QMenu, QTableView, QWidget

from ... import theme
from ...text.translation import tr
from .log_model import LogModel

SCROLL_KEYS = {
    Qt.Key.Key_Home: QAbstractSlider.SliderAction.SliderToMinimum,
    Qt.Key.Key_End: QAbstractSlider.SliderAction.SliderToMaximum,
    Qt.Key.Key_PageUp: QAbstractSlider.SliderAction.SliderPageStepSub,
    Qt.Key.Key_PageDown: QAbstractSlider.SliderAction.SliderPageStepAdd,
}


class LogTable(QTableView):
    """The rows themselves. ``whole_requested`` asks for all of a log line that was shortened.

    A table of one column: a list view would ask the model about every row at each change.
    """

    whole_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Log"))
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
            self.whole_requested.emit(entry.number)

    def select_rows(self, rows: range) -> None:
        """Select the rows of a log line and bring the first into the middle."""
        model = self.model()
        first, last = model.index(rows.start, 0), model.index(rows.stop - 1, 0)
        self.selectionModel().select(QItemSelection(first, last), QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self._bring(first)

    def go_to(self, rows: range, wanted: Callable[[str], bool]) -> bool:
        """Bring the first of these rows whose text is wanted into the middle; whether there is one."""
        model = self.model()
        row = next((row for row in rows if wanted(model.index(row, 0).data())), -1)
        if row >= 0:
            self.doItemsLayout()
            self._bring(model.index(row, 0))
        return row >= 0

    def cut_short(self, rows: range) -> bool:
        """Tell whether the log line of these rows holds more than they show."""
        model: LogModel = self.model()  # type: ignore[assignment]
        return any((entry := model.entry(row)) and entry.hidden for row in rows)

    def _bring(self, index: QModelIndex) -> None:
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
        self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)

    def open_menu(self, at: QPoint, find: Callable[[], None], live: Callable[[], None], live_name: str) -> None:
        """What can be done with the lines; ``live_name`` is what going to the newest one is called."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for name, key, act in (
            (tr("Copy"), QKeySequence.StandardKey.Copy, self.copy),
            (tr("Show all of this line"), None, self.show_whole),
            (tr("Find in this log"), QKeySequence.StandardKey.Find, find),
            (live_name, None, live),
        ):
            action = QAction(name, menu)
            if key is not None:
                action.setShortcut(key)
            action.triggered.connect(act)
            menu.addAction(action)
        menu.popup(self.viewport().mapToGlobal(at))
