"""The schedule at work: due times become runs, and every due time a row that says what became of it (D5).

``decide`` says what is to be done; here it is written down first and handed to the run queue then, so that nothing
runs unrecorded and nothing recorded is lost. All methods belong to one thread, the main one; the database is asked and
told on the store's threads, and answers come back through the driver's ``call``.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from heapq import heapify, heapreplace

from ..core.gap_detection import HELD_UP, NOT_RUNNING, TimeGap, explain_gap
from ..core.settings import Settings, SettingsService
from ..records.occurrences import Schedule, ScheduleOccurrence
from ..records.record_books import RecordRepositories
from ..records.sessions import RunTrigger
from ..runs.request import QueuedRun
from ..storage import CommittedChange
from . import edit, occurrence_records
from .decide_occurrence import (
    CatchUp,
    DecisionMoment,
    OccurrenceAction,
    OccurrenceDecision,
    OpenOccurrence,
    WatchedSchedule,
    decide_all,
)
from .interfaces import RunQueuePort, SchedulerMachine
from .nonblocking_store import NonblockingStore
from .occurrence_dispatcher import LOOK_AGAIN_S, OccurrenceDispatcher
from .occurrence_records import LeftoverOccurrences, QueuedOccurrence
from .rules import PlannedOccurrence, next_planned, next_words

log = logging.getLogger(__name__)

GAP = timedelta(seconds=150)  # the driver calls at least once a minute; a longer silence was an absence
SET_BACK = timedelta(seconds=5)
AT_YOUR_WORD = "on your approval"


@dataclass(frozen=True, slots=True)
class NextOccurrence:
    """The next run of a schedule: ``due_at`` by its rule, ``at`` with its jitter (both UTC), ``words`` in local time
    ("14:00 (in 23 min)")."""

    schedule: Schedule
    due_at: datetime
    at: datetime
    words: str


class SchedulerService:
    """Decides when the schedules of one data folder are due, and sees their runs through.

    ``catch_up`` says how missed runs are made up for, in place of the settings.
    """

    def __init__(
        self,
        book: RecordRepositories,
        queue: RunQueuePort,
        settings: SettingsService,
        machine: SchedulerMachine,
        *,
        catch_up: CatchUp | None = None,
    ) -> None:
        self._book = book
        self._queue = queue
        self._settings = settings
        self._clock = machine.clock
        self._driver = machine.driver
        self.zone = machine.zone
        self._stopwatch = machine.stopwatch
        self._catch_up = catch_up
        self._watched: dict[int, WatchedSchedule] = {}
        self._plan: dict[int, PlannedOccurrence] = {}
        self._settling: set[int] = set()  # schedules whose decisions are being written
        self._store = NonblockingStore(book.store, self._driver.call)
        self._open = OccurrenceDispatcher(
            book, queue, settings, self._clock, self._store, lambda: self._seen_zone, machine.reachable
        )
        self._started = self._ready = self._paused = False
        self._acting = True
        self._generation = 0
        self._looked_at = self._clock()
        self._looked = self._stopwatch()
        self._seen_zone = self.zone()
        self._seen_file = book.store.mark()
        self._deaf: list[Callable[[], None]] = []
        settings.listen(self._settings_changed)

    # -- what the window and the command line ask ---------------------------------------------------------------

    def next_due(self) -> NextOccurrence | None:
        """The run that comes next, from memory; None where no schedule is on (or nothing was read yet)."""
        if not self._plan:
            return None
        number = min(self._plan, key=lambda one: (self._plan[one].at, one))
        return self._shown(self._watched[number].schedule, self._plan[number])

    def upcoming(self, n: int) -> tuple[NextOccurrence, ...]:
        """The next ``n`` runs of all schedules, in order, from memory."""
        heap = [(planned.at, number, planned) for number, planned in self._plan.items()]
        heapify(heap)
        found: list[NextOccurrence] = []
        while heap and len(found) < n:
            _, number, planned = heap[0]
            schedule = self._watched[number].schedule
            found.append(self._shown(schedule, planned))
            following = next_planned(schedule, planned.due_at, self._seen_zone)
            heapreplace(heap, (following.at, number, following))
        return tuple(found)

    def planned(self) -> tuple[tuple[Schedule, PlannedOccurrence], ...]:
        """The next occurrence of each schedule that is on."""
        return tuple((self._watched[number].schedule, planned) for number, planned in self._plan.items())

    # -- what the operator changes ------------------------------------------------------------------------------

    def save(self, schedule: Schedule) -> Future[Schedule]:
        """Make (id 0) or change a schedule. Raises UsageError at once where a field is wrong.

        A new schedule and a changed rule count from now: nothing is missed and nothing runs at once.
        """
        now = self._clock()
        edit.prepare_schedule(schedule, None, now)
        self.tick()
        return self._book.store.write(lambda: edit.save_schedule(self._book, schedule, now))

    def enable(self, schedule_id: int, on: bool) -> Future[Schedule]:
        """Switch a schedule on or off. Switching on is not a missed run; switching off takes a waiting run away."""
        now = self._clock()
        self.tick()
        return self._book.store.write(lambda: edit.enable_schedule(self._book, schedule_id, on, now))

    def delete(self, schedule_id: int) -> Future[None]:
        """Remove a schedule with its due times. A run of it that is on now goes on."""
        return self._book.store.write(lambda: self._book.schedules.delete(schedule_id))

    def run_now(self, schedule: Schedule) -> QueuedRun:
        """Run what a schedule runs, now and by hand, be it on or off. Its rhythm is not moved."""
        return self._queue.enqueue(self._open.request(schedule, RunTrigger.MANUAL, None))

    def answer(self, due_id: int, run: bool) -> Future[ScheduleOccurrence]:
        """Run a missed due time that waits for the operator's word, or skip it. UsageError where it waits no more."""
        now = self._clock()
        future = self._book.store.write(lambda: occurrence_records.answer_missed(self._book, due_id, run, now))
        future.add_done_callback(lambda _over: self._driver.call(self._reload))
        return future

    def note_trouble(self, due_id: int, sentence: str) -> None:
        """Something that the record of a run on its way should tell."""
        self._open.note_trouble(due_id, sentence)

    @property
    def acts(self) -> bool:
        """Tell whether it decides what is due, rather than only showing it, and knows what there is."""
        return self._ready and self._acting

    @property
    def look_again_s(self) -> float | None:
        """In how many seconds it wants to look at the clock again, where that is sooner than usual."""
        return LOOK_AGAIN_S if self._open.waits_for_network else None

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
        self._store.write(
            lambda: occurrence_records.settle_leftovers(self._book, now), partial(self._opened, self._generation, now)
        )

    def lead(self) -> None:
        """Act from now on, whatever was shown before."""
        if self._started:
            self.stop()
        self._store.retry_writes()
        self.start()

    def rest(self) -> None:
        """Another application keeps the schedule from now on, and this one only shows it. A run that is on goes on."""
        self.stop()
        self._open.hand_over()
        self.start(acting=False)

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
            self._store.retry_writes()
            if told := self._settings.refresh():
                log.warning("%s", told)
        if not self._ready:
            return
        now = now or self._clock()
        # Time synchronisation moves a clock back by fractions of a second all day: only a larger step is a change.
        if now < self._looked_at - SET_BACK:
            self._set_back(now)
            return
        absence = self._absence(now)
        if self.zone() != self._seen_zone:
            self._seen_zone = self.zone()
            self._replan()
        if any(planned.at <= now for planned in self._plan.values()):
            self._decide(now, absence)
        self._open.look_for_network(now)
        self._open.reconcile(self._looked_at)
        # Another process (the command line, a second window) may have changed the schedules: no signal tells of that.
        if self._book.store.mark() != self._seen_file:
            self._load()

    # -- deciding -------------------------------------------------------------------------------------------------

    def _decide(self, now: datetime, absence: TimeGap) -> None:
        if not self._acting:
            self._watched = {n: replace(one, decided=max(one.decided, now)) for n, one in self._watched.items()}
            self._replan()
            return
        watched = tuple(replace(one, busy=self._busy(number, now)) for number, one in self._watched.items())
        paused = self._paused or self._queue.state.stopped  # another process may just have stopped everything
        at = DecisionMoment(now, self._seen_zone, absence, paused, self._catch_up or self._settled_policy())
        after, decisions = decide_all(watched, at)
        self._watched = {one.schedule.id: one for one in after}
        self._replan()
        if not decisions:
            return
        self._settling.update(made.schedule.id for made in decisions if made.action.starts)
        self._store.write(
            lambda: occurrence_records.record_decisions(self._book, decisions),
            partial(self._recorded, absence, decisions),
            self._settling.clear,
        )

    def _recorded(
        self, absence: TimeGap, decisions: tuple[OccurrenceDecision, ...], ids: tuple[int | None, ...]
    ) -> None:
        """The decisions are on record: what is to run goes into the queue, in the order of the due times."""
        for made, due_id in zip(decisions, ids, strict=True):
            number = made.schedule.id
            if made.action is OccurrenceAction.ASK and due_id is not None and number in self._watched:
                asked = OpenOccurrence(due_id, made.due_at, made.why)
                self._watched[number] = replace(self._watched[number], asked=asked)
            if not made.action.starts:
                continue
            self._settling.discard(number)
            if due_id is None or not (self._ready and self._acting):  # on record before, or it is caught up later
                continue
            trigger = RunTrigger.SCHEDULED if made.action is OccurrenceAction.RUN else RunTrigger.CATCH_UP
            due = QueuedOccurrence(due_id, number, made.due_at, made.why, absence.back if made.why else "")
            self._open.begin_run(made.schedule, due, trigger)
        self._look_at_queue()

    def _busy(self, schedule_id: int, now: datetime) -> str:
        if schedule_id in self._settling:
            return "the previous run is about to begin"
        return self._open.busy_words(schedule_id, now)

    def _settled_policy(self) -> CatchUp:
        said = self._settings.current.schedule
        return CatchUp(policy=said.catch_up, max_age=timedelta(hours=said.max_age_hours))

    def _take_answers(self) -> None:
        """Start the missed runs that the operator approved, in this program or in another one."""
        for number, one in list(self._watched.items()):
            asked = one.asked
            if asked is None or not asked.answered or self._open.is_open(asked.due_id):
                continue
            self._watched[number] = replace(one, asked=None)
            self._store.write(
                partial(occurrence_records.take_answer, self._book, asked.due_id),
                partial(self._answered, one.schedule, asked),
            )

    def _answered(self, schedule: Schedule, asked: OpenOccurrence, taken: bool) -> None:
        if taken and self._ready and self._acting:
            due = QueuedOccurrence(asked.due_id, schedule.id, asked.due_at, asked.why, AT_YOUR_WORD)
            self._open.begin_run(schedule, due, RunTrigger.CATCH_UP)
            self._look_at_queue()

    def _absence(self, now: datetime) -> TimeGap:
        """Why nobody looked since the last time, and note that somebody does now."""
        gap, before = now - self._looked_at, self._looked
        self._looked_at, self._looked = now, self._stopwatch()
        return explain_gap(gap.total_seconds(), before, self._looked) if gap > GAP else HELD_UP

    def _set_back(self, now: datetime) -> None:
        """The clock was set back: after a small correction what is on record is not run twice, after a larger one what
        is on record for times to come counts for nothing."""
        log.info("the clock was set back from %s to %s", self._looked_at, now)
        self._looked_at, self._looked = now, self._stopwatch()
        self._watched = {
            number: replace(one, decided=min(one.decided, now), taken=frozenset())
            for number, one in self._watched.items()
        }
        if not self._acting:
            self._load()
            return
        self._ready = False  # nothing is decided before it is known what counts
        self._store.write(
            lambda: occurrence_records.void_future(self._book, now), partial(self._voided, self._generation)
        )

    def _voided(self, generation: int, _number: int) -> None:
        if generation == self._generation and self._started:
            self._ready = True
            self._load()

    # -- reading --------------------------------------------------------------------------------------------------

    def _load(self) -> None:
        self._generation += 1
        self._seen_file = self._book.store.mark()
        now = self._clock()
        self._store.read(
            lambda: occurrence_records.read_schedules(self._book, now), partial(self._loaded, self._generation)
        )

    def _opened(self, generation: int, now: datetime, found: LeftoverOccurrences) -> None:
        if generation != self._generation or not self._started:
            return
        self._watched = {
            one.schedule.id: replace(one, waiting=found.waiting.get(one.schedule.id)) for one in found.watched
        }
        self._ready = True
        self._looked_at, self._looked = now, self._stopwatch()
        self._replan()
        self._take_answers()
        self._decide(now, NOT_RUNNING)
        self.tick()

    def _loaded(self, generation: int, found: tuple[WatchedSchedule, ...]) -> None:
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
        off = [due for due in self._open.all if due.schedule_id not in self._watched]
        self._open.withdraw(off, "the schedule was switched off while it waited")
        self._replan()
        if not self._acting:
            self._decide(self._clock(), HELD_UP)
        else:
            self._take_answers()

    def _replan(self) -> None:
        before, self._plan = self._plan, {n: one.next(self._seen_zone) for n, one in self._watched.items()}
        self._driver.arrange()
        if before != self._plan:  # who showed what comes next, at the start that nothing does, asks anew
            self._book.store.hub.publish(CommittedChange("due_times"))

    # -- the queue ------------------------------------------------------------------------------------------------

    def _look_at_queue(self) -> None:
        """Called when the queue has moved, or the settings have changed."""
        if self._started:
            self._notice_pause()
            self._open.look_at_queue()

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
                self._open.withdraw(self._open.all, "scheduled runs were paused while it waited")

    # -- threads --------------------------------------------------------------------------------------------------

    def _changed(self, change: CommittedChange) -> None:
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

    def _shown(self, schedule: Schedule, planned: PlannedOccurrence) -> NextOccurrence:
        return NextOccurrence(
            schedule, planned.due_at, planned.at, next_words(planned.at, self._clock(), self._seen_zone)
        )
