"""All services as they are now, for the pages that list them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from ....core.clock import utc_now
from .queries import CheckedServicesFile, ServicesData, check_services_file, load_services

if TYPE_CHECKING:
    from ...app_context import AppContext


class ServicesReader(QObject):
    """``loaded`` carries ServicesData after each ``refresh``; ``failed`` an exception.

    services.toml is read a second time, with the models of all checks, once it has changed: what is wrong with it comes
    with a later answer.
    """

    loaded = Signal(object)
    failed = Signal(object)

    def __init__(self, desk: AppContext, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        self._judged: CheckedServicesFile | None = None
        self._judging = False

    def refresh(self) -> None:
        """Ask for all services."""
        self._desk.bridge.ask(partial(load_services, self._desk, utc_now(), self._judged), self._answered)

    def _answered(self, known: ServicesData) -> None:
        if (self._judged is None or self._judged.signature != known.signature) and not self._judging:
            self._judging = True
            self._desk.run_in_background(partial(check_services_file, self._desk), self._was_judged, self._not_judged)
            if not known.there:  # what is checked without a file is known in a moment
                return
        self.loaded.emit(known)

    def _was_judged(self, judged: CheckedServicesFile) -> None:
        self._judged, self._judging = judged, False
        self.refresh()

    def _not_judged(self, error: Exception) -> None:
        self._judging = False
        self.failed.emit(error)
