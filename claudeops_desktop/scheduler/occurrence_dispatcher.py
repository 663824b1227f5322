"""The due times that are on their way: waiting for the network, in the run queue, or running. Main thread only."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime, timedelta, tzinfo

from ..core.clock import Clock
from ..core.errors import ClaudeOpsError, OperatorError
from ..core.network_route import Reachable
from ..core.settings import SettingsService
from ..records.occurrences import OccurrenceState, Schedule
from ..records.record_books import RecordRepositories
from ..records.sessions import RunTrigger
from ..runs.request import RunEnded, RunRequest
from . import occurrence_records
from .interfaces import RunQueuePort
from .nonblocking_store import NonblockingStore
from .occurrence_records import QueuedOccurrence
from .text import span_words

# A run that is being prepared is neither waiting nor live for some seconds, so a missing one is given this long.
LOST_AFTER = timedelta(minutes=5)
LOOK_AGAIN_S = 5.0  # while something waits for the network


class OccurrenceDispatcher:
    """Hands due times to the queue and writes down what becomes of them.

    ``zone`` gives the operator's time zone for the words of the record.
    """

    def __init__(
        self,
        book: RecordRepositories,
        queue: RunQueuePort,
        settings: SettingsService,
        clock: Clock,
        store: NonblockingStore,
        zone: Callable[[], tzinfo],
        reachable: Reachable,
    ) -> None:
        self._book = book
        self._queue = queue
        self._settings = settings
        self._clock = clock
        self._store = store
        self._zone = zone
        self._reachable = reachable
        self._open: dict[int, QueuedOccurrence] = {}
        self._held: dict[int, tuple[Schedule, RunTrigger, datetime]] = {}  # waiting for the network since then
        queue.on_ended(self._run_ended)

    @property
    def waits_for_network(self) -> bool:
        """Tell whether anything waits for the network."""
        return bool(self._held)

    @property
    def all(self) -> tuple[QueuedOccurrence, ...]:
        """All occurrences that are queued, running or waiting for the network."""
        return tuple(self._open.values())

    def is_open(self, due_id: int) -> bool:
        """Tell whether this due time is on its way."""
        return due_id in self._open

    def busy_words(self, schedule_id: int, now: datetime) -> str:
        """What the previous run of a schedule is still doing; empty where it is over."""
        for due in self._open.values():
            if due.schedule_id == schedule_id:
                return due.busy_words(now, self._zone(), network=due.due_id in self._held)
        return ""

    def begin_run(self, schedule: Schedule, due: QueuedOccurrence, trigger: RunTrigger) -> None:
        """Run it: at once, or as soon as there is a network where its schedule asks for one."""
        self._open[due.due_id] = due
        if schedule.wait_network and not self._reachable():
            self._held[due.due_id] = (schedule, trigger, self._clock())
            self._store.write(lambda: occurrence_records.note_clause(self._book, due, "waiting for the network"))
        else:
            self._enqueue(schedule, due, trigger)

    def look_for_network(self, now: datetime) -> None:
        """Those that waited for the network go on, or have waited too long."""
        if not self._held:
            return
        limit = timedelta(minutes=self._settings.current.schedule.network_minutes)
        there = self._reachable()
        for due_id, (schedule, trigger, since) in list(self._held.items()):
            due = self._open[due_id]
            if there:
                del self._held[due_id]
                waited = span_words(timedelta(seconds=max(0, round((now - since).total_seconds()))))
                note = "; ".join(part for part in (due.note, f"waited {waited} for the network") if part)
                due = self._open[due_id] = replace(due, note=note)
                self._enqueue(schedule, due, trigger)
            elif now - since >= limit:
                del self._held[due_id]
                del self._open[due_id]
                why = f"there was no network for {span_words(limit)}" if limit else "there was no network"
                self._settle(due, OccurrenceState.SKIPPED, why)

    def look_at_queue(self) -> None:
        """A run that began: its due time is running. Called when the queue has moved."""
        live = self._queue.state.live
        due = self._open.get(live.request.due_id or 0) if live is not None else None
        if live is None or due is None or due.began:
            return
        due = self._open[due.due_id] = replace(due, began=live.started_at, run_id=live.run_id or None)
        self._store.write(lambda: occurrence_records.mark_started(self._book, due, self._zone()))

    def withdraw(self, dues: Iterable[QueuedOccurrence], why: str) -> None:
        """Those that still wait are not to run any more."""
        waiting = {run.number for run in self._queue.state.waiting}
        for due in dues:
            if due.due_id in self._held:
                del self._held[due.due_id]
            elif due.number not in waiting:
                continue
            self._open.pop(due.due_id)
            if due.number:
                self._queue.cancel(due.number)
            self._settle(due, OccurrenceState.SKIPPED, why)

    def hand_over(self) -> None:
        """Another application keeps the schedule now: what waits here stays on record, and is that one's to begin."""
        waiting = {run.number for run in self._queue.state.waiting}
        for due in self.all:
            if due.due_id in self._held or due.number in waiting:
                self._held.pop(due.due_id, None)
                del self._open[due.due_id]
                if due.number:
                    self._queue.cancel(due.number)

    def reconcile(self, now: datetime) -> None:
        """A run that the queue no longer knows, and of whose end nobody heard, is not left open."""
        state = self._queue.state
        known = {run.number for run in state.waiting}
        known |= {run.number for run in state.parked}  # waiting for a yes, or for an overload to pass
        if state.live is not None:
            known.add(state.live.number)
        for due in self.all:
            if due.number in known or due.due_id in self._held:
                self._open[due.due_id] = replace(due, missing_since=None)
            elif due.missing_since is None:  # a run that is being prepared neither waits nor lives
                self._open[due.due_id] = replace(due, missing_since=now)
            elif now - due.missing_since >= LOST_AFTER:
                self._open.pop(due.due_id)
                if due.began:
                    self._settle(due, OccurrenceState.FAILED, "its run ended without a word")
                else:
                    self._settle(due, OccurrenceState.SKIPPED, "it was taken out of the queue")

    def note_trouble(self, due_id: int, sentence: str) -> None:
        """Something that the record of a run on its way should tell, such as that the computer may fall asleep."""
        due = self._open.get(due_id)
        if due is not None:
            due = self._open[due_id] = replace(due, trouble=sentence)
            self._store.write(lambda: occurrence_records.note_clause(self._book, due, sentence))

    def request(self, schedule: Schedule, trigger: RunTrigger, due_id: int | None) -> RunRequest:
        """The run that a schedule asks for."""
        return RunRequest(
            trigger=trigger,
            tier=schedule.tier,
            agent=schedule.agent,
            prompt=schedule.prompt,
            services=schedule.services,
            dry_run=self._settings.current.run.dry_run,
            due_id=due_id,
            schedule_id=schedule.id,
            keep_awake=bool(schedule.keep_awake),
        )

    def _enqueue(self, schedule: Schedule, due: QueuedOccurrence, trigger: RunTrigger) -> None:
        try:
            queued = self._queue.enqueue(self.request(schedule, trigger, due.due_id))
        except ClaudeOpsError as error:
            self._open.pop(due.due_id, None)
            state = OccurrenceState.SKIPPED if isinstance(error, OperatorError) else OccurrenceState.FAILED
            self._settle(due, state, error.full_text)
        else:
            if due.due_id in self._open:  # else it has ended already
                self._open[due.due_id] = replace(self._open[due.due_id], number=queued.number)

    def _run_ended(self, ended: RunEnded) -> None:
        """A run is over: its due time ran, failed, or never began."""
        due = self._open.pop(ended.request.due_id or 0, None)
        if due is not None:
            now = self._clock()
            self._store.write(lambda: occurrence_records.mark_ended(self._book, due, ended, now, self._zone()))

    def _settle(self, due: QueuedOccurrence, state: OccurrenceState, why: str) -> None:
        now = self._clock()
        self._store.write(lambda: occurrence_records.settle_occurrence(self._book, due, state, why, now))
