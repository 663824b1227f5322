"""The schedule at work: due times become runs, and every due time a row that says what became of it (D5).

``decide`` says what is to be done; here it is written down first and handed to the run queue then, so that nothing
runs unrecorded and nothing recorded is lost. All methods belong to one thread, the main one; the database is asked and
told on the store's threads, and answers come back through the driver's ``call``.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from heapq import heapify, heapreplace

from ..clock import Clock, utc_now
from ..errors import ClaudeOpsError, OperatorError
from ..records.book import Book
from ..records.due import DueState, Schedule
from ..records.sessions import Trigger
from ..run.request import QueuedRun, RunEnded, RunRequest
from ..settings import Settings, SettingsKeeper
from ..store import Change
from . import edit, ledger
from .absence import HELD_UP, NOT_RUNNING, Absence, Stopwatch, elapsed, explain
from .decide import Action, CatchUp, Circumstances, Decision, Watched, decide_all
from .ledger import Leftovers, OpenDue
from .patience import PatientStore
from .ports import Driver, Queue
from .rules import Planned, next_planned, next_words
from .zone import LocalZone, Zone

log = logging.getLogger(__name__)

GAP = timedelta(seconds=150)  # the driver calls at least once a minute; a longer silence was an absence
SET_BACK = timedelta(seconds=5)
LOST_AFTER = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class NextDue:
    """The next run of a schedule: ``due_at`` by its rule, ``at`` with its jitter (both UTC), ``words`` in local time
    ("14:00 (in 23 min)")."""

    schedule: Schedule
    due_at: datetime
    at: datetime
    words: str


class ScheduleKeeper:
    """Keeps every schedule of one data folder. ``catch_up`` says how missed runs are made up for."""

    def __init__(
        self,
        book: Book,
        queue: Queue,
        settings: SettingsKeeper,
        clock: Clock = utc_now,
        *,
        driver: Driver,
        zone: Zone | None = None,
        stopwatch: Stopwatch = elapsed,
        catch_up: CatchUp | None = None,
    ) -> None:
        self._book = book
        self._queue = queue
        self._settings = settings
        self._clock = clock
        self._driver = driver
        self.zone = zone or LocalZone()
        self._stopwatch = stopwatch
        self._catch_up = catch_up or CatchUp()
        self._watched: dict[int, Watched] = {}
        self._plan: dict[int, Planned] = {}
        self._open: dict[int, OpenDue] = {}
        self._settling: set[int] = set()  # schedules whose decisions are being written
        self._store = PatientStore(book.store, driver.call)
        self._started = self._ready = self._paused = False
        self._acting = True
        self._generation = 0
        self._looked_at = clock()
        self._looked = stopwatch()
        self._seen_zone = self.zone()
        self._seen_file = ledger.signature(book)
        self._deaf: list[Callable[[], None]] = []
        queue.on_ended(self._run_ended)
        settings.listen(self._settings_changed)

    # -- what the window and the command line ask ---------------------------------------------------------------

    def next_due(self) -> NextDue | None:
        """The run that comes next, from memory; None where no schedule is on (or nothing was read yet)."""
        if not self._plan:
            return None
        number = min(self._plan, key=lambda one: (self._plan[one].at, one))
        return self._shown(self._watched[number].schedule, self._plan[number])

    def upcoming(self, n: int) -> tuple[NextDue, ...]:
        """The next ``n`` runs of all schedules, in order, from memory."""
        heap = [(planned.at, number, planned) for number, planned in self._plan.items()]
        heapify(heap)
        found: list[NextDue] = []
        while heap and len(found) < n:
            _, number, planned = heap[0]
            schedule = self._watched[number].schedule
            found.append(self._shown(schedule, planned))
            following = next_planned(schedule, planned.due_at, self._seen_zone)
            heapreplace(heap, (following.at, number, following))
        return tuple(found)

    def planned(self) -> tuple[tuple[Schedule, Planned], ...]:
        """The next occurrence of each schedule that is on."""
        return tuple((self._watched[number].schedule, planned) for number, planned in self._plan.items())

    # -- what the operator changes ------------------------------------------------------------------------------

    def save(self, schedule: Schedule) -> Future[Schedule]:
        """Make (id 0) or change a schedule. Raises UsageError at once where a field is wrong.

        A new schedule and a changed rule count from now: nothing is missed and nothing runs at once.
        """
        now = self._clock()
        edit.prepared(schedule, None, now)
        self.tick()
        return self._book.store.write(lambda: edit.save(self._book, schedule, now))

    def enable(self, schedule_id: int, on: bool) -> Future[Schedule]:
        """Switch a schedule on or off. Switching on is not a missed run; switching off takes a waiting run away."""
        now = self._clock()
        self.tick()
        return self._book.store.write(lambda: edit.enable(self._book, schedule_id, on, now))

    def delete(self, schedule_id: int) -> Future[None]:
        """Remove a schedule with its due times. A run of it that is on now goes on."""
        return self._book.store.write(lambda: self._book.schedules.delete(schedule_id))

    def run_now(self, schedule: Schedule) -> QueuedRun:
        """Run what a schedule runs, now and by hand, be it on or off. Its rhythm is not moved."""
        return self._queue.enqueue(self._request(schedule, Trigger.MANUAL, None))

    # -- life -----------------------------------------------------------------------------------------------------

    def start(self, acting: bool = True) -> None:
        """Read the schedules, settle what the last process left open, catch up once, then keep time.

        Not ``acting``: another application keeps the schedule of this data folder, and this one only shows it.
        """
        if self._started:
            return
        self._started = True
        self._acting = acting
        self._settling.clear()
        self._paused = self._is_paused()
        self._deaf.append(self._book.store.hub.listen(self._changed))
        self._driver.start(self)
        if not acting:
            self._ready = True
            self._load()
            return
        self._generation += 1
        now = self._clock()
        self._store.write(lambda: ledger.open_up(self._book, now), partial(self._opened, self._generation, now))

    def stop(self) -> None:
        """Keep time no more. What waits in the queue stays on record and is caught up at the next start."""
        self._started = self._ready = False
        self._generation += 1
        self._driver.stop()
        while self._deaf:
            self._deaf.pop()()

    def tick(self, now: datetime | None = None) -> None:
        """Look at the clock: decide what has become due. Called by the driver; calling it often does no harm."""
        if self._started:
            self._store.pay()
            if told := self._settings.refresh():
                log.warning("%s", told)
        if not self._ready:
            return
        now = now or self._clock()
        if now < self._looked_at - SET_BACK:
            self._set_back(now)
            return
        absence = self._absence(now)
        if self.zone() != self._seen_zone:
            self._seen_zone = self.zone()
            self._replan()
        if any(planned.at <= now for planned in self._plan.values()):
            self._decide(now, absence)
        self._reconcile()
        if ledger.signature(self._book) != self._seen_file:
            self._load()

    # -- deciding -------------------------------------------------------------------------------------------------

    def _decide(self, now: datetime, absence: Absence) -> None:
        if not self._acting:
            self._watched = {n: replace(one, decided=max(one.decided, now)) for n, one in self._watched.items()}
            self._replan()
            return
        watched = tuple(replace(one, busy=self._busy(number, now)) for number, one in self._watched.items())
        at = Circumstances(now, self._seen_zone, absence, self._paused, self._catch_up)
        after, decisions = decide_all(watched, at)
        self._watched = {one.schedule.id: one for one in after}
        self._replan()
        if not decisions:
            return
        self._settling.update(made.schedule.id for made in decisions if made.action.starts)
        self._store.write(
            lambda: ledger.record(self._book, decisions),
            partial(self._recorded, absence, decisions),
            self._settling.clear,
        )

    def _recorded(self, absence: Absence, decisions: tuple[Decision, ...], ids: tuple[int | None, ...]) -> None:
        """The decisions are on record: what is to run goes into the queue, in the order of the due times."""
        for made, due_id in zip(decisions, ids, strict=True):
            if not made.action.starts:
                continue
            self._settling.discard(made.schedule.id)
            if due_id is None or not self._ready:  # on record before, or the keeper stopped: caught up at next start
                continue
            trigger = Trigger.SCHEDULED if made.action is Action.RUN else Trigger.CATCH_UP
            due = OpenDue(due_id, made.schedule.id, made.due_at, made.why, absence.back if made.why else "")
            self._open[due_id] = due
            try:
                queued = self._queue.enqueue(self._request(made.schedule, trigger, due_id))
            except ClaudeOpsError as error:
                self._open.pop(due_id, None)
                state = DueState.SKIPPED if isinstance(error, OperatorError) else DueState.FAILED
                self._settle(due, state, error.told)
            else:
                if due_id in self._open:  # else it has ended already
                    self._open[due_id] = replace(due, number=queued.number)
        self._look_at_queue()

    def _busy(self, schedule_id: int, now: datetime) -> str:
        if schedule_id in self._settling:
            return "the previous run is about to begin"
        for due in self._open.values():
            if due.schedule_id == schedule_id:
                return due.busy_words(now, self._seen_zone)
        return ""

    def _request(self, schedule: Schedule, trigger: Trigger, due_id: int | None) -> RunRequest:
        return RunRequest(
            trigger=trigger,
            tier=schedule.tier,
            agent=schedule.agent,
            prompt=schedule.prompt,
            services=schedule.services,
            dry_run=self._settings.current.run.dry_run,
            due_id=due_id,
        )

    def _absence(self, now: datetime) -> Absence:
        """Why nobody looked since the last time, and note that somebody does now."""
        gap, before = now - self._looked_at, self._looked
        self._looked_at, self._looked = now, self._stopwatch()
        return explain(gap.total_seconds(), before, self._looked) if gap > GAP else HELD_UP

    def _set_back(self, now: datetime) -> None:
        """The clock was set back: what is on record is not run twice, what is not comes due again."""
        log.info("the clock was set back from %s to %s", self._looked_at, now)
        self._looked_at, self._looked = now, self._stopwatch()
        self._watched = {number: replace(one, decided=min(one.decided, now)) for number, one in self._watched.items()}
        self._load()

    # -- reading --------------------------------------------------------------------------------------------------

    def _load(self) -> None:
        self._generation += 1
        self._seen_file = ledger.signature(self._book)
        now = self._clock()
        self._store.read(lambda: ledger.read(self._book, now), partial(self._loaded, self._generation))

    def _opened(self, generation: int, now: datetime, found: Leftovers) -> None:
        if generation != self._generation or not self._started:
            return
        self._watched = {
            one.schedule.id: replace(one, waiting=found.waiting.get(one.schedule.id)) for one in found.watched
        }
        self._ready = True
        self._looked_at, self._looked = now, self._stopwatch()
        self._replan()
        self._decide(now, NOT_RUNNING)
        self.tick()

    def _loaded(self, generation: int, found: tuple[Watched, ...]) -> None:
        """The schedules as they are on record now; what this process has decided since stays decided."""
        if generation != self._generation or not self._ready:
            return
        before = self._watched
        self._watched = {}
        for one in found:
            known = before.get(one.schedule.id)
            if known is not None:
                one = replace(one, decided=max(one.decided, known.decided))  # noqa: PLW2901
            self._watched[one.schedule.id] = one
        off = [due for due in self._open.values() if due.schedule_id not in self._watched]
        self._withdraw(off, "the schedule was switched off while it waited")
        self._replan()
        if not self._acting:
            self._decide(self._clock(), HELD_UP)

    def _replan(self) -> None:
        self._plan = {number: one.next(self._seen_zone) for number, one in self._watched.items()}
        self._driver.arrange()

    # -- the queue ------------------------------------------------------------------------------------------------

    def _look_at_queue(self) -> None:
        """A run that began: its due time is running. Called when the queue has moved."""
        if not self._started:
            return
        self._notice_pause()
        live = self._queue.state.live
        due = self._open.get(live.request.due_id or 0) if live is not None else None
        if live is None or due is None or due.began:
            return
        due = self._open[due.due_id] = replace(due, began=live.started_at, run_id=live.run_id or None)
        self._store.write(lambda: ledger.began(self._book, due, self._seen_zone))

    def _run_ended(self, ended: RunEnded) -> None:
        """A run is over: its due time ran, failed, or never began."""
        due = self._open.pop(ended.request.due_id or 0, None)
        if due is not None:
            now = self._clock()
            self._store.write(lambda: ledger.ended(self._book, due, ended, now, self._seen_zone))

    def _withdraw(self, dues: Iterable[OpenDue], why: str) -> None:
        """Those that still wait in the queue are not to run any more."""
        waiting = {run.number for run in self._queue.state.waiting}
        for due in dues:
            if due.number in waiting:
                self._open.pop(due.due_id)
                self._queue.cancel(due.number)
                self._settle(due, DueState.SKIPPED, why)

    def _reconcile(self) -> None:
        """A run that the queue no longer knows, and of whose end nobody heard, is not left open."""
        state = self._queue.state
        known = {run.number for run in state.waiting} | ({state.live.number} if state.live is not None else set())
        for due in [due for due in self._open.values() if due.number not in known]:
            if due.missing_since is None:  # a run that is being prepared neither waits nor lives
                self._open[due.due_id] = replace(due, missing_since=self._looked_at)
                continue
            if self._looked_at - due.missing_since < LOST_AFTER:
                continue
            self._open.pop(due.due_id)
            if due.began:
                self._settle(due, DueState.FAILED, "its run ended without a word")
            else:
                self._settle(due, DueState.SKIPPED, "it was taken out of the queue")

    def _settle(self, due: OpenDue, state: DueState, why: str) -> None:
        now = self._clock()
        self._store.write(lambda: ledger.settled(self._book, due, state, why, now))

    # -- pause ----------------------------------------------------------------------------------------------------

    def _is_paused(self) -> bool:
        return self._settings.current.run.paused or self._queue.state.paused

    def _notice_pause(self) -> None:
        """Pausing or resuming: what came due before is decided as it was then. Pausing empties the queue of ours."""
        paused = self._is_paused()
        if paused != self._paused:
            self.tick()
            self._paused = paused
            if paused:
                self._withdraw(tuple(self._open.values()), "scheduled runs were paused while it waited")

    # -- threads --------------------------------------------------------------------------------------------------

    def _changed(self, change: Change) -> None:
        """Any thread: the queue moved, or a schedule was changed by this process."""
        if change.table == "queue":
            self._driver.call(self._look_at_queue)
        elif change.table == "schedules":
            self._driver.call(self._reload)

    def _settings_changed(self, settings: Settings) -> None:
        """Any thread."""
        if self._started:
            self._driver.call(self._look_at_queue)

    def _reload(self) -> None:
        if self._ready:
            self._load()

    # -- showing --------------------------------------------------------------------------------------------------

    def _shown(self, schedule: Schedule, planned: Planned) -> NextDue:
        return NextDue(schedule, planned.due_at, planned.at, next_words(planned.at, self._clock(), self._seen_zone))
