"""What the page of memories opens over itself: adding one, the preview, a purge; and the first run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from ....core.errors import ClaudeOpsError
from ....language.types import GENERAL
from ....runs.request import RunRequest
from ...text.translation import error_text, tr
from ..base_page import PageLocation
from .add_dialog import AddMemoryDialog
from .edit_dialog import EditMemoryDialog
from .preview_pane import PreviewDialog
from .purge_dialog import PurgeDialog

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from ...app_context import AppContext
    from .filter_row import MemoryFilterRow
    from .memory_table import MemoryTable
    from .model import MemoryModel


class MemoryDialogs(QObject):
    """``memory_submitted`` carries a Candidate, ``edit_submitted`` an id and an Edit, ``memory_requested`` an id,
    ``navigation_requested`` a PageLocation, ``message_posted`` a sentence."""

    memory_submitted = Signal(object)
    edit_submitted = Signal(int, object)
    memory_requested = Signal(int)
    navigation_requested = Signal(object)
    message_posted = Signal(str)

    def __init__(
        self, desk: AppContext, table: MemoryTable, model: MemoryModel, filters: MemoryFilterRow, page: QWidget
    ) -> None:
        super().__init__(page)
        self._desk = desk
        self._table = table
        self._model = model
        self._filters = filters
        self._page = page

    @Slot()
    def add(self) -> None:
        """Open the dialog that adds one."""
        dialog = AddMemoryDialog(self._desk, self._table.services(), self._page)
        dialog.memory_submitted.connect(self.memory_submitted)
        dialog.show_requested.connect(self.memory_requested)
        dialog.open()

    @Slot()
    def edit(self) -> None:
        """Open the dialog that changes the current one, its domain too."""
        number = self._table.current
        memory = self._model.known_memory(number) if number is not None else None
        if memory is not None:
            dialog = EditMemoryDialog(self._desk, memory, self._table.services(), self._page)
            dialog.edit_submitted.connect(self.edit_submitted)
            dialog.open()

    @Slot()
    def preview(self) -> None:
        """Open the preview of the next prompt, about the service that is filtered for."""
        service = self._filters.query.service
        about = (service,) if service and service != GENERAL else ()
        dialog = PreviewDialog(self._desk, RunRequest(services=about), self._page)
        dialog.navigation_requested.connect(self._go)
        dialog.open()

    @Slot()
    def purge(self) -> None:
        """Forget everything about something, for good. What is searched for stands in the field."""
        PurgeDialog(self._desk, self._filters.query.text, self._page).open()

    @Slot()
    def run(self) -> None:
        """Start a run as Run now would, where nothing is known yet."""
        desk = self._desk
        try:
            desk.runs.enqueue(RunRequest(dry_run=desk.settings.current.run.dry_run))
        except ClaudeOpsError as error:
            self.message_posted.emit(error_text(error))
        else:
            self.message_posted.emit(tr("A run was requested. What it learns appears here."))

    @Slot(object)
    def _go(self, place: PageLocation) -> None:
        if place.page == "memories" and place.id is not None:
            self.memory_requested.emit(place.id)
        else:
            self.navigation_requested.emit(place)
