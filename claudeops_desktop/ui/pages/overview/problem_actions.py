"""What the buttons beside incidents and services do."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from ....core.clock import utc_now
from ....core.errors import ClaudeOpsError
from ....records.sessions import RunTrigger
from ....runs.request import RunRequest
from ...app_context import AppContext
from ...text.translation import error_text
from ..base_page import PageLocation
from .problem_items import ACKNOWLEDGE, INVESTIGATE, RUN


class ProblemActions(QObject):
    """``failed`` carries an error's text, ``navigation_requested`` a PageLocation."""

    failed = Signal(str)
    navigation_requested = Signal(object)

    def __init__(self, desk: AppContext, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk

    def act(self, key: tuple[str, int | str]) -> None:
        """Look into an incident or a service, note that an incident was seen, or show it."""
        what, of = key
        desk = self._desk
        if what == RUN:
            self.start_run((str(of),))
        elif what == INVESTIGATE:
            from ....monitoring.investigation import prepare_investigation
            from ....monitoring.services_source import ServicesSource

            source = ServicesSource(desk.folder.services_file)
            ask = partial(prepare_investigation, desk.book, desk.settings.current, source, int(of))
            desk.bridge.ask(ask, partial(self._investigate, int(of)), self._fail)
        elif what == ACKNOWLEDGE:
            desk.bridge.write(partial(desk.book.incidents.acknowledge, int(of), utc_now()), None, self._fail)
        else:
            self.navigation_requested.emit(PageLocation("incidents", int(of)))

    def start_run(self, services: tuple[str, ...] = ()) -> None:
        """A run by hand of these services, of all where none is named."""
        dry_run = self._desk.settings.current.run.dry_run
        self._enqueue(RunRequest(RunTrigger.MANUAL, services=services, dry_run=dry_run))

    def _investigate(self, incident_id: int, request: RunRequest) -> None:
        if self._enqueue(request):
            from ....monitoring.investigation import answer_question

            write = partial(answer_question, self._desk.book, incident_id, True, utc_now())
            self._desk.bridge.write(write, None, self._fail)

    def _enqueue(self, request: RunRequest) -> bool:
        try:
            self._desk.runs.enqueue(request)
        except ClaudeOpsError as error:
            self._fail(error)
            return False
        return True

    def _fail(self, error: Exception) -> None:
        self.failed.emit(error_text(error))
