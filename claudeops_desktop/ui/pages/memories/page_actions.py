"""The page's actions: the same in the context menu, on the keyboard and in the command palette."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from ....memory import Memory
from ... import icons
from ...text.translation import tr, tr_count
from .columns import COLUMNS, MemoryColumn

if TYPE_CHECKING:
    from .dialog_opener import MemoryDialogs
    from .filter_row import MemoryFilterRow
    from .selection_commands import SelectionCommands

HERE = Qt.ShortcutContext.WidgetShortcut
ON_THE_PAGE = Qt.ShortcutContext.WidgetWithChildrenShortcut


class MemoryActions(QObject):
    """Made once; ``update_for_selection`` fits their words to what is selected. Connect to their ``triggered``."""

    def __init__(self, page: QWidget, table: QWidget) -> None:
        super().__init__(page)
        self.add = self._make(tr("Add a memory…"), "add", "Ctrl+N", page, ON_THE_PAGE)
        self.preview = self._make(tr("Preview what the next run will read"), "preview", "", page, ON_THE_PAGE)
        self.open = self._make(tr("Show details"), "info", "", table, HERE)
        self.edit = self._make(tr("Edit text"), "edit", "F2", table, HERE)
        self.edit_all = self._make(tr("Edit with domain…"), "", "Ctrl+E", table, HERE)
        self.edit_service = self._make(tr("Edit service"), "", "", table, HERE)
        self.edit_category = self._make(tr("Edit category"), "", "", table, HERE)
        self.edit_confidence = self._make(tr("Edit confidence"), "", "", table, HERE)
        self.adjust = self._make(tr("Adjust confidence…"), "", "", table, HERE)
        self.pin = self._make(tr("Pin"), "pin", "P", table, HERE)
        self.session = self._make(tr("Open the session's line"), "link", "O", table, HERE)
        self.share = self._make(tr("Share with everyone"), "", "", table, HERE)
        self.unshare = self._make(tr("Make private"), "", "", table, HERE)
        self.copy = self._make(tr("Copy text"), "copy", "Ctrl+C", table, HERE)
        self.delete = self._make(tr("Delete…"), "trash", "Del", table, HERE)
        self.purge = self._make(tr("Forget everything about something…"), "trash", "", page, ON_THE_PAGE)
        self.clear_filters = self._make(tr("Clear filters"), "filter", "", page, ON_THE_PAGE)
        self.update_for_selection(0, None)

    def _make(self, text: str, icon: str, key: str, owner: QWidget, context: Qt.ShortcutContext) -> QAction:
        action = QAction(text, self)
        if key:
            action.setShortcut(QKeySequence(key))
            action.setShortcutContext(context)
        if icon:
            icons.set_themed_icon(action, icon, "muted")
        owner.addAction(action)
        return action

    def connect_to(self, openings: MemoryDialogs, selected: SelectionCommands, filters: MemoryFilterRow) -> None:
        """Let each do what there is for it; what is about the page itself it connects."""
        for action, slot in (
            (self.add, openings.add),
            (self.preview, openings.preview),
            (self.edit_all, openings.edit),
            (self.edit_service, selected.edit_service),
            (self.edit_category, selected.edit_category),
            (self.edit_confidence, selected.edit_confidence),
            (self.adjust, selected.adjust),
            (self.pin, selected.pin_or_unpin),
            (self.share, selected.share),
            (self.unshare, selected.unshare),
            (self.copy, selected.copy),
            (self.delete, selected.delete),
            (self.purge, openings.purge),
            (self.clear_filters, filters.clear),
        ):
            action.triggered.connect(slot)

    def update_for_selection(self, number: int, memory: Memory | None) -> None:
        """For so many selected; ``memory`` is the one, where it is one and was read."""
        one = number == 1
        for action in (
            self.open,
            self.edit,
            self.edit_all,
            self.edit_service,
            self.edit_category,
            self.edit_confidence,
        ):
            action.setEnabled(one)
        for action in (self.pin, self.copy, self.delete, self.adjust, self.share, self.unshare):
            action.setEnabled(number > 0)
        self.session.setEnabled(memory is not None and memory.session_id is not None)
        self.pin.setText(
            tr("Unpin") if memory is not None and memory.pinned else tr("Pin") if number <= 1 else tr("Pin or unpin")
        )
        self.delete.setText(
            tr_count("Delete %n memory…", "Delete %n memories…", number) if number > 1 else tr("Delete…")
        )
        self.adjust.setText(
            tr_count("Adjust the confidence of %n memory…", "Adjust the confidence of %n memories…", number)
            if number > 1
            else tr("Adjust confidence…")
        )

    def all(self) -> list[QAction]:
        """For the command palette and the overview of keys."""
        return [
            self.add, self.preview, self.edit, self.edit_all, self.edit_service, self.edit_category,
            self.edit_confidence, self.adjust, self.pin, self.share, self.unshare, self.session, self.copy, self.delete,
            self.purge, self.clear_filters,
        ]  # fmt: skip

    def menu(
        self, parent: QWidget, sort: Callable[[MemoryColumn], None], sorted_by: MemoryColumn, projects: QMenu
    ) -> QMenu:
        """The context menu; ``projects`` are those to share with."""
        menu = QMenu(parent)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions([self.open, self.session])
        menu.addSeparator()
        menu.addActions([self.edit, self.edit_all, self.edit_service, self.edit_category, self.edit_confidence])
        menu.addSeparator()
        menu.addActions([self.pin, self.adjust, self.copy])
        menu.addAction(self.share)
        menu.addMenu(projects).setEnabled(self.share.isEnabled())
        menu.addAction(self.unshare)
        menu.addSeparator()
        menu.addActions([self.delete, self.purge])
        menu.addSeparator()
        menu.addAction(self.add)
        menu.addMenu(SortMenu(sort, sorted_by, menu))
        return menu


class SortMenu(QMenu):
    """Sorting without a mouse."""

    def __init__(self, sort: Callable[[MemoryColumn], None], sorted_by: MemoryColumn, parent: QWidget) -> None:
        super().__init__(tr("Sort by"), parent)
        self._sort = sort
        for column in MemoryColumn:
            action = self.addAction(COLUMNS[column].spoken)
            action.setData(int(column))
            action.setCheckable(True)
            action.setChecked(column is sorted_by)
        self.triggered.connect(self._take)

    def _take(self, action: QAction) -> None:
        self._sort(MemoryColumn(action.data()))
