"""Alerts in, as a part of the engine: on and off with the setting, and from an alert to its run.

Nothing of the server is imported until it is on.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.clock import Clock, utc_now
from ..core.errors import ClaudeOpsError, OperatorError
from ..core.settings import AlertSettings, SettingsService
from ..records.alerts import REFUSED, STARTED
from ..records.record_books import RecordRepositories
from ..records.sessions import RunTrigger
from ..runs.queue import RunQueue
from ..runs.request import RunEnded
from ..runs.run_context import MainLoop
from ..storage import CommittedChange

if TYPE_CHECKING:
    from .loopback_listener import WebhookApp
    from .run_for_alert import AlertRun

log = logging.getLogger(__name__)
MOST_WAITING = 5  # runs for alerts in the queue: what pours in must not cost without end
TOKEN_KEPT_S = 30.0
AGAIN_S = 60.0


@dataclass(frozen=True, slots=True)
class AlertServerState:
    """How the door stands: ``port`` 0 while closed; ``problem`` is one sentence, "" where all is well."""

    wanted: bool = False
    port: int = 0
    problem: str = ""


class AlertServer:
    """Opens and closes the alert receiver as the settings say, and hands its alerts to the run queue.

    All methods are called on the main thread (``loop`` brings work there). Opening and closing the port may wait, so
    they are done on ``pool``. Every change of ``state`` is announced by ``CommittedChange("alerts")``.
    """

    def __init__(
        self,
        book: RecordRepositories,
        runs: RunQueue,
        settings: SettingsService,
        services_file: Path,
        loop: MainLoop,
        pool: Executor,
        clock: Clock = utc_now,
    ) -> None:
        self._book = book
        self._runs = runs
        self._settings = settings
        self._file = services_file
        self._loop = loop
        self._pool = pool
        self._clock = clock
        self._webhook: WebhookApp | None = None
        self._opened: AlertSettings | None = None
        self._acting = self._closed = self._taken_up = False
        self._one_at_a_time = threading.Lock()
        self._asked: dict[int, AlertRun] = {}
        self._noted: set[int] = set()
        self._token = ("", 0.0)
        self.state = AlertServerState()

    def start(self) -> None:
        """This application acts for the data folder: open the door where the settings say so, now and later."""
        if not self._acting:
            self._acting = True
            self._settings.listen(self._settings_changed)
            self._book.store.hub.listen(self._changed)
            self._runs.on_ended(self._ended)
            self._settings_changed()

    def close(self) -> None:
        """Take in nothing more. Waits a few seconds at most."""
        self._closed = True
        with self._one_at_a_time:
            self._shut()

    def forget_token(self) -> None:
        """A new token was stored: ask for it at the next alert."""
        self._token = ("", 0.0)

    def _settings_changed(self, _settings: object = None) -> None:
        wanted = self._settings.current.alerts
        now = (self._opened.enabled, self._opened.port) if self._opened else (False, 0)
        if self._closed or (not wanted.enabled and not now[0] and not self.state.problem):
            return
        if (wanted.enabled, wanted.port) != now:
            with contextlib.suppress(RuntimeError):  # the application is ending
                self._pool.submit(self._follow)

    def _follow(self) -> None:
        """On a thread: open, close or move the door as the settings want it."""
        with self._one_at_a_time:
            wanted = self._settings.current.alerts
            if self._closed or (
                self._opened and (wanted.enabled, wanted.port) == (self._opened.enabled, self._opened.port)
            ):
                return
            self._shut()
            self._opened = wanted
            if not wanted.enabled:
                self._tell(AlertServerState())
                return
            try:
                self._open(wanted.port)
            except OperatorError as error:
                self._opened = None
                self._not_opened(error.full_text)

    def _open(self, port: int) -> None:
        from .heartbeat_intake import HeartbeatIntake
        from .loopback_listener import UNSET, WebhookApp
        from .run_for_alert import AlertIntake

        intake = AlertIntake(self._book, self._file, lambda: self._settings.current, self._start_run, self._clock)
        webhook = WebhookApp(
            port,
            self._current_token,
            intake.record_alerts,
            lambda: self._settings.current.alerts.hosts,
            HeartbeatIntake(self._file, self._clock),
        )
        webhook.start()
        self._webhook = webhook
        if not self._taken_up:
            self._taken_up = True
            intake.take_up()
        try:
            problem = "" if self._current_token() else UNSET
        except ClaudeOpsError as error:
            problem = error.full_text
        self._tell(AlertServerState(True, webhook.port, problem))
        log.info("alerts come in on 127.0.0.1:%d", webhook.port)

    def _shut(self) -> None:
        if self._webhook is not None:
            self._webhook.stop()
            self._webhook = None

    def _not_opened(self, why: str) -> None:
        """Said once as an event; tried again every minute, for whoever holds the port may let it go."""
        if self.state.problem != why:
            log.warning("%s", why)
            self._tell(AlertServerState(True, 0, why))
            self._book.store.write(
                lambda: self._book.events.add(
                    level="warning", message=why, service=None, session_id=None, now=self._clock()
                )
            )
        self._loop.call(self._try_later)

    def _try_later(self) -> None:
        if not self._closed:
            self._loop.later(AGAIN_S, self._settings_changed)

    def _tell(self, state: AlertServerState) -> None:
        self.state = state
        self._book.store.hub.publish(CommittedChange("alerts"))

    def _current_token(self) -> str:
        """The token, asked anew every half minute: a keyring takes its time."""
        value, at = self._token
        if value and time.monotonic() - at < TOKEN_KEPT_S:
            return value
        try:
            from ..core.secrets import keyring_store

            found = keyring_store.get_secret(keyring_store.ALERT_TOKEN) or ""
        except ClaudeOpsError as error:
            log.warning("the token for alerts cannot be read: %s", error)
            raise
        self._token = (found, time.monotonic())
        if found and self.state.problem and self.state.port:
            self._tell(AlertServerState(True, self.state.port))
        return found

    # --- from an alert to its run ----------------------------------------------------------------------------------

    def _start_run(self, asked: AlertRun) -> None:
        """On a thread of the webhook."""
        self._loop.call(lambda: self._enqueue(asked))

    def _enqueue(self, asked: AlertRun) -> None:
        waiting = sum(queued.request.trigger is RunTrigger.ALERT for queued in self._runs.state.waiting)
        if waiting >= MOST_WAITING:
            why = f"{waiting} runs for alerts wait already."
            self._settle(asked, REFUSED, why, None)
            return
        self._asked[asked.ids[0]] = asked
        try:
            self._runs.enqueue(asked.request)
        except ClaudeOpsError as error:
            self._asked.pop(asked.ids[0], None)
            self._settle(asked, REFUSED, error.full_text, None)

    def _changed(self, change: CommittedChange) -> None:
        if change.table == "queue" and self._asked:
            self._loop.call(self._look)

    def _look(self) -> None:
        """A run that is on now may be an alert's: note which."""
        live = self._runs.state.live
        if live is None or live.request.alert_id is None:
            return
        alert, run_id = live.request.alert_id, live.run_id
        if alert in self._asked and alert not in self._noted and run_id:
            self._noted.add(alert)
            self._settle(self._asked[alert], STARTED, "", run_id)

    def _ended(self, ended: RunEnded) -> None:
        alert = ended.request.alert_id
        if alert is None or alert not in self._asked:
            return
        if ended.run_id is None:
            self._settle(self._asked[alert], REFUSED, ended.reason or "The run could not begin.", None)
        elif alert not in self._noted:
            self._settle(self._asked[alert], STARTED, "", ended.run_id)
        self._asked.pop(alert, None)
        self._noted.discard(alert)

    def _settle(self, asked: AlertRun, state: str, why: str, run_id: int | None) -> None:
        """Record what became of a run, with the alerts and with the incidents of their services."""
        from ..monitoring.alert_incidents import AlertIncidents

        def write() -> None:
            now, incidents = self._clock(), AlertIncidents(self._book)
            self._book.alerts.settle(asked.ids, state, why, run_id)
            if run_id is not None:
                incidents.run_began(asked.services, run_id, now)
            else:
                incidents.run_refused(asked.services, why, now)

        self._book.store.write(write)
