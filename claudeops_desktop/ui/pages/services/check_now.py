"""Checking the service that is shown, at once: its checks on threads, and what they found in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from ....core.clock import utc_now
from ...text import formatting
from ...text.translation import tr
from ...widgets.state_dot import state_word
from .check_runner import CheckRunner, store_measurements
from .commands import load_service_checks

if TYPE_CHECKING:
    from ....agents.watch.measurement import CheckMeasurement
    from ....agents.watch.models import Service
    from ...app_context import AppContext


class CheckNow(QObject):
    """``changed`` says that ``busy`` or ``text``, which is about the service ``name``, is another. ``failed`` carries
    an error."""

    changed = Signal()
    failed = Signal(object)

    def __init__(self, context: AppContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self.name = self.text = ""
        self._results: list[CheckMeasurement] = []
        self._runner = CheckRunner(context, self)
        self._runner.measured.connect(self._measured)
        self._runner.all_finished.connect(self._finished)

    @property
    def busy(self) -> bool:
        """Tell whether a check is on its way."""
        return self._runner.busy

    def start(self, name: str) -> None:
        """Make the checks of a service."""
        self.name = name
        path = self._context.folder.services_file
        self._context.run_in_background(partial(load_service_checks, path, name), self._measure, self.failed.emit)

    def stop(self) -> None:
        """Wait no longer, and say so."""
        self._runner.give_up()
        self._say(tr("The check was cancelled."))

    def forget(self, name: str) -> None:
        """Another service is shown: what is still found is not heard."""
        if self.name and self.name != name:
            self.name = self.text = ""
            self._runner.give_up()

    def _measure(self, checks: Sequence[Service]) -> None:
        if checks and checks[0].name == self.name and not self.busy:
            self._results = []
            self._runner.measure(checks)
            self._say(tr("Checking…"))

    def _measured(self, found: CheckMeasurement) -> None:
        self._results.append(found)
        self._say("\n".join(map(_measurement_text, self._results)))

    def _finished(self) -> None:
        if self._results:
            self._context.bridge.write(partial(store_measurements, self._context, tuple(self._results), utc_now()))
            self._results = []
        self.changed.emit()

    def _say(self, text: str) -> None:
        self.text = text
        self.changed.emit()


def _measurement_text(found: CheckMeasurement) -> str:
    took = formatting.format_duration_ms(found.response_ms)
    return f"{found.key}: {state_word(found.status)}, {took}: {found.detail}"
