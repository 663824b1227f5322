"""What the page of memories opens over itself: adding one, the preview, a purge; and the first run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from ....core.errors import ClaudeOpsError
from ....memory.fact import GENERAL
from ....runs.request import RunRequest
from ...page import Place
from .add import AddDialog
from .edit import EditDialog
from .preview import PreviewDialog
from .purge import PurgeDialog

if TYPE_CHECKING:
    from .page import MemoriesPage


class Openings(QObject):
    """``offered`` carries a Candidate, ``edited`` an id and an Edit, ``memory_wanted`` an id, ``wanted`` a Place,
    ``told`` a sentence."""

    offered = Signal(object)
    edited = Signal(int, object)
    memory_wanted = Signal(int)
    wanted = Signal(object)
    told = Signal(str)

    def __init__(self, page: MemoriesPage) -> None:
        super().__init__(page)
        self._page = page

    @Slot()
    def add(self) -> None:
        """Open the dialog that adds one."""
        dialog = AddDialog(self._page.desk, self._page.table.services(), self._page)
        dialog.offered.connect(self.offered)
        dialog.show_wanted.connect(self.memory_wanted)
        dialog.open()

    @Slot()
    def edit(self) -> None:
        """Open the dialog that changes the current one, its domain too."""
        number = self._page.table.current_id()
        memory = self._page.model.known(number) if number is not None else None
        if memory is not None:
            dialog = EditDialog(self._page.desk, memory, self._page.table.services(), self._page)
            dialog.edited.connect(self.edited)
            dialog.open()

    @Slot()
    def preview(self) -> None:
        """Open the preview of the next prompt, about the service that is filtered for."""
        service = self._page.filters.query.service
        about = (service,) if service and service != GENERAL else ()
        dialog = PreviewDialog(self._page.desk, RunRequest(services=about), self._page)
        dialog.wanted.connect(self._go)
        dialog.open()

    @Slot()
    def purge(self) -> None:
        """Forget everything about something, for good. What is searched for stands in the field."""
        PurgeDialog(self._page.desk, self._page.filters.query.text, self._page).open()

    @Slot()
    def run(self) -> None:
        """Start a run as Run now would, where nothing is known yet."""
        desk = self._page.desk
        try:
            desk.runs.enqueue(RunRequest(dry_run=desk.settings.current.run.dry_run))
        except ClaudeOpsError as error:
            self.told.emit(error.told)
        else:
            self.told.emit("A run was asked for. What it learns appears here.")

    @Slot(object)
    def _go(self, place: Place) -> None:
        if place.page == "memories" and place.id is not None:
            self.memory_wanted.emit(place.id)
        else:
            self.wanted.emit(place)
