"""What is done about the service that is shown: checked now, made the matter of a run, left alone for a while."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from ....core.clock import utc_now
from ....core.errors import ClaudeOpsError
from ....runs.request import RunRequest
from ...text import formatting
from ...text.translation import error_text, tr
from ...widgets.state_dot import state_word
from ..cooldowns.rule_editor import CooldownRuleEditor
from .check_runner import CheckRunner, store_measurements
from .commands import load_service_checks
from .detail_pane import ServiceDetail

if TYPE_CHECKING:
    from ....agents.watch.measurement import CheckMeasurement
    from ....agents.watch.models import Service
    from ...app_context import AppContext


class ServiceActions(QObject):
    """``message_posted`` and ``navigation_requested`` are a page's; ``host`` is what dialogs stand over."""

    message_posted = Signal(str, object)
    navigation_requested = Signal(object)

    def __init__(self, desk: AppContext, detail: ServiceDetail, host: QWidget) -> None:
        super().__init__(host)
        self._desk = desk
        self._detail = detail
        self._host = host
        self._ruling = CooldownRuleEditor(desk, host)
        self._results: list[CheckMeasurement] = []
        self._measuring = CheckRunner(desk, self)
        self._measuring.measured.connect(self._measured)
        self._measuring.all_finished.connect(self._all_measured)

    def give_up(self) -> None:
        """Another service is shown: what a check still finds is not heard."""
        self._measuring.give_up()

    def check_now(self) -> None:
        """Make the checks of the chosen service; once more: give them up."""
        if self._measuring.busy:
            self._measuring.give_up()
            self._detail.show_result(tr("The check was cancelled."))
        elif self._detail.line is not None and self._detail.line.keys:
            self._desk.run_in_background(
                partial(load_service_checks, self._desk.folder.services_file, self._detail.name),
                self._measure,
                self._failed,
            )

    def _measure(self, checks: Sequence[Service]) -> None:
        if checks and checks[0].name == self._detail.name and not self._measuring.busy:
            self._results = []
            self._detail.show_checking(True)
            self._detail.show_result(tr("Checking…"))
            self._measuring.measure(checks)

    def _measured(self, found: CheckMeasurement) -> None:
        self._results.append(found)
        self._detail.show_result("\n".join(map(_said, self._results)))

    def _all_measured(self) -> None:
        self._detail.show_checking(False)
        if self._results:
            self._desk.bridge.write(partial(store_measurements, self._desk, tuple(self._results), utc_now()))
            self._results = []

    def open_run(self) -> None:
        """Ask for a run about the chosen service."""
        from ...runs.run_dialog import RunDialog

        if self._detail.line is None:
            return
        dialog = RunDialog(self._desk, self._desk.agents_found, 1, self._host)
        dialog.services.setText(self._detail.name)
        dialog.run_requested.connect(self._run)
        dialog.navigation_requested.connect(self.navigation_requested)
        dialog.open()

    def _run(self, request: RunRequest) -> None:
        try:
            self._desk.runs.enqueue(request)
        except ClaudeOpsError as error:
            self.message_posted.emit(error_text(error), None)
        else:
            self.message_posted.emit(tr("The run is in the queue."), None)

    def open_maintenance(self) -> None:
        """Leave the chosen service alone for a while; or end that."""
        line = self._detail.line
        if line is None:
            return
        if line.resting_until:
            self._ruling.end_maintenance(line.name)
        else:
            self._ruling.start_maintenance(line.name, ())

    def _failed(self, error: Exception) -> None:
        self.message_posted.emit(error_text(error), None)


def _said(found: CheckMeasurement) -> str:
    took = formatting.format_duration_ms(found.response_ms)
    return f"{found.key}: {state_word(found.status)}, {took}: {found.detail}"
