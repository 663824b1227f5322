"""From an alert to its run: the queue is asked for it, and what became of it is recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.clock import Clock
from ..core.errors import ClaudeOpsError
from ..records.alerts import REFUSED, STARTED
from ..records.record_books import RecordRepositories
from ..records.sessions import RunTrigger
from ..runs.queue import RunQueue
from ..runs.request import RunEnded
from ..runs.run_context import MainLoop
from ..storage import CommittedChange

if TYPE_CHECKING:
    from .run_for_alert import AlertRun

MOST_WAITING = 5  # runs for alerts in the queue: what pours in must not cost without end


class AlertRunStarter:
    """Asks for the runs of alerts on the main thread, and notes with each alert what became of its run."""

    def __init__(self, book: RecordRepositories, runs: RunQueue, loop: MainLoop, clock: Clock) -> None:
        self._book = book
        self._runs = runs
        self._loop = loop
        self._clock = clock
        self._asked: dict[int, AlertRun] = {}
        self._noted: set[int] = set()

    def follow_runs(self) -> None:
        """Hear of what begins and ends, from now on."""
        self._book.store.hub.listen(self._changed)
        self._runs.on_ended(self._ended)

    def start_run(self, asked: AlertRun) -> None:
        """Ask for a run. Any thread."""
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
