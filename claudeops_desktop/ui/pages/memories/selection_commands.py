"""What can be done with the memories that are selected in the table."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from ...app_context import AppContext
from ...latest_query import LatestQuery
from .columns import MemoryColumn
from .commands import MemoryCommands
from .dialogs import AdjustConfidenceDialog, DeleteQuestion
from .memory_table import MemoryTable
from .model import MemoryModel
from .project_menu import ProjectMenu


class SelectionCommands(QObject):
    """Asks where it must, then hands over to the operations. ``message_posted`` carries a sentence for the operator."""

    message_posted = Signal(str)

    def __init__(
        self, desk: AppContext, table: MemoryTable, model: MemoryModel, operations: MemoryCommands, page: QWidget
    ) -> None:
        super().__init__(page)
        self._desk = desk
        self._table = table
        self._model = model
        self._operations = operations
        self._page = page
        self.projects = ProjectMenu(desk, page)
        self.projects.project_chosen.connect(self.share_with)
        table.selection_changed.connect(self.projects.ask_once)

    @Slot()
    def delete(self) -> None:
        """Ask, then delete them."""
        ids = self._table.selected_keys
        if ids:
            known = [memory for memory in map(self._model.known_memory, ids[:1]) if memory is not None]
            question = DeleteQuestion(ids, known, self._page)
            question.delete_confirmed.connect(self._operations.delete)
            question.open()

    @Slot()
    def adjust(self) -> None:
        """Ask by how much, then adjust their confidence."""
        ids = tuple(self._table.selected_keys)
        if ids:
            dialog = AdjustConfidenceDialog(ids, self._page)
            effect = LatestQuery(self._desk.bridge, dialog.show_effect, self.message_posted.emit, dialog)
            effect.ask(partial(self._desk.memory.search.rows, ids))
            dialog.raise_confirmed.connect(self._operations.adjust)
            dialog.set_confirmed.connect(self._operations.edit)
            dialog.open()

    @Slot()
    def share(self) -> None:
        """Show them to everyone."""
        self._operations.share(self._table.selected_keys)

    @Slot(str)
    def share_with(self, project: str) -> None:
        """Show them to a project."""
        self._operations.share_with(project, self._table.selected_keys)

    @Slot()
    def unshare(self) -> None:
        """Take them back: only their owners see them."""
        self._operations.unshare(self._table.selected_keys)

    @Slot()
    def pin(self) -> None:
        """Pin them all."""
        self._operations.pin(self._table.selected_keys, True)

    @Slot()
    def unpin(self) -> None:
        """Unpin them all."""
        self._operations.pin(self._table.selected_keys, False)

    @Slot()
    def pin_or_unpin(self) -> None:
        """Unpin them where all are pinned, else pin them."""
        ids = self._table.selected_keys
        if ids:
            known = [self._model.known_memory(n) for n in ids]
            self._operations.pin(ids, not all(memory is not None and memory.pinned for memory in known))

    @Slot(int)
    def toggle_pin(self, memory_id: int) -> None:
        """Pin or unpin one, selected or not."""
        memory = self._model.known_memory(memory_id)
        if memory is not None:
            self._operations.pin([memory_id], not memory.pinned)

    @Slot()
    def edit_text(self) -> None:
        """Open the editor of the current memory's text."""
        self._edit(MemoryColumn.OBSERVATION)

    @Slot()
    def edit_service(self) -> None:
        """Open the editor of its service."""
        self._edit(MemoryColumn.SERVICE)

    @Slot()
    def edit_category(self) -> None:
        """Open the editor of its category."""
        self._edit(MemoryColumn.CATEGORY)

    @Slot()
    def edit_confidence(self) -> None:
        """Open the editor of its confidence."""
        self._edit(MemoryColumn.CONFIDENCE)

    def _edit(self, column: MemoryColumn) -> None:
        self._table.setFocus(Qt.FocusReason.OtherFocusReason)
        self._table.edit_current(column)

    @Slot()
    def copy(self) -> None:
        """Put their texts on the clipboard, a line each."""
        known = [self._model.known_memory(n) for n in self._table.selected_keys]
        QGuiApplication.clipboard().setText("\n".join(memory.observation for memory in known if memory is not None))

    @Slot()
    def clear_selected(self) -> None:
        """Select nothing."""
        self._table.clearSelection()
        self._table.setFocus(Qt.FocusReason.OtherFocusReason)
