"""Checks made from the window: the watcher's own, on threads of their own, and given up when the operator wants."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from ....core.clock import utc_now
from ....records.health import MeasuredStatus
from ....runs.cooldown_reset import clear_by_health
from ...app_context import AppContext
from ...text import formatting
from ...text.translation import tr
from ...widgets.state_dot import state_word
from .commands import load_service_checks

if TYPE_CHECKING:
    from ....agents.watch.measurement import CheckMeasurement
    from ....agents.watch.models import Service


class CheckRunner(QObject):
    """``measured`` carries a Measurement as each check ends, ``all_finished`` that all have, or were given up."""

    measured = Signal(object)
    all_finished = Signal()

    def __init__(self, desk: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._waiting: set[Future[CheckMeasurement]] = set()

    @property
    def busy(self) -> bool:
        """Whether a check is on its way."""
        return bool(self._waiting)

    def measure(self, checks: Sequence[Service]) -> None:
        """Make these checks at once."""
        for check in checks:
            future: Future[CheckMeasurement] = Future()
            self._waiting.add(future)
            threading.Thread(target=_run, args=(future, check), name=f"check-{check.key}", daemon=True).start()
            self._desk.bridge.follow(future, partial(self._take_result, future), partial(self._take_failure, future))

    def give_up(self) -> None:
        """Wait no longer: what the threads still find is not heard."""
        if self._waiting:
            self._waiting.clear()
            self.all_finished.emit()

    def _take_failure(self, future: Future[CheckMeasurement], _error: Exception) -> None:
        self._take_result(future, None)

    def _take_result(self, future: Future[CheckMeasurement], found: CheckMeasurement | None) -> None:
        if not isValid(self) or future not in self._waiting:
            return
        self._waiting.discard(future)
        if found is not None:
            self.measured.emit(found)
        if not self._waiting:
            self.all_finished.emit()


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


def store_measurements(desk: AppContext, found: tuple[CheckMeasurement, ...], now: datetime) -> None:
    """Write measurements down as checks that we measured, under no session; they count for cooldowns like any other."""
    for one in found:
        desk.book.health.add(
            service=one.service,
            status=str(one.status),
            session_id=None,
            check_type=one.check,
            detail=one.detail,
            response_ms=one.response_ms,
            measured=True,
            now=now,
        )
    if desk.monitoring is not None:
        desk.monitoring.take_measurements(
            [
                MeasuredStatus(
                    one.service, one.key, one.check, str(one.status), one.detail, one.at, attempts=one.attempts
                )
                for one in found
            ]
        )
    apart = desk.settings.current.cooldowns.healthy_minutes
    clear_by_health(desk.book, (one.service for one in found), apart, now)


_registered = threading.Event()


def _run(future: Future[CheckMeasurement], check: Service) -> None:
    from ....agents.watch.programs import end_children
    from ....agents.watch.services import run_check

    if not _registered.is_set():
        _registered.set()
        atexit.register(end_children, for_good=True)  # no ssh of a check outlives the window
    try:
        future.set_result(run_check(check))
    except Exception as error:  # whatever it is, nobody else would hear of it
        future.set_exception(error)


def _measurement_text(found: CheckMeasurement) -> str:
    took = formatting.format_duration_ms(found.response_ms)
    return f"{found.key}: {state_word(found.status)}, {took}: {found.detail}"
