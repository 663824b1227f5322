"""What the schedule writes down, and what it finds there at the start. Runs on the store's threads.

Every function but ``signature``, ``read`` and the words runs inside ``store.write``.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo

from ..core.clock import from_text, to_text
from ..core.errors import PolicyRefusal, UsageError
from ..core.messages import UserMessage
from ..core.process_owner import process_owner
from ..core.trusted_time import is_time_trusted
from ..records.occurrences import KEPT_DAYS, KEPT_ROWS, OccurrenceState, Schedule, ScheduleOccurrence
from ..records.record_books import RecordRepositories
from ..records.sessions import SessionStatus
from ..runs.request import RunEnded
from . import edit, rules
from .decide_occurrence import OccurrenceDecision, OpenOccurrence, WatchedSchedule
from .text import past_words

log = logging.getLogger(__name__)
ENDED_IN_THE_MIDDLE = "the application was ended in the middle"
RUN_IT = "run"
PRUNED_EACH = 1_000  # rows written between two looks at what is old


@dataclass(frozen=True, slots=True)
class QueuedOccurrence:
    """A due time in the queue or running. ``note`` is its row's clause from when it was decided ("missed at 09:30: …"),
    ``back`` how a catch-up came about ("on wake"); ``began`` is stored text; ``missing_since`` when the
    queue first did not know it; ``trouble`` what else went wrong on its way."""

    due_id: int
    schedule_id: int
    due_at: datetime
    note: str = ""
    back: str = ""
    number: int = 0
    began: str = ""
    run_id: int | None = None
    missing_since: datetime | None = None
    trouble: str = ""

    def busy_words(self, now: datetime, zone: tzinfo, *, network: bool = False) -> str:
        """Why the next occurrence cannot start."""
        doing = "going" if self.began else "waiting for the network" if network else "waiting for its turn"
        return f"the run of {past_words(self.due_at, now, zone)} was still {doing}"

    def began_words(self, zone: tzinfo, verb: str = "ran") -> str:
        """ "missed at 09:30: the machine was asleep; ran on wake at 11:12"; empty for a run on time."""
        if not self.back:
            return self.note
        at = f" at {from_text(self.began).astimezone(zone):%H:%M}" if self.began else ""
        return f"{self.note}; {verb} {self.back}{at}"


@dataclass(frozen=True, slots=True)
class LeftoverOccurrences:
    """The schedules at the start of this process, and the due times (by schedule) that never left the queue."""

    watched: tuple[WatchedSchedule, ...]
    waiting: dict[int, OpenOccurrence] = field(default_factory=dict)


def read_schedules(book: RecordRepositories, now: datetime) -> tuple[WatchedSchedule, ...]:
    """The schedules that are on, each decided up to its last due time on record or since when it is watched.

    What lies in the near future (the clock was corrected since) counts as taken, not as decided.
    """
    asked = {
        due.schedule_id: OpenOccurrence(due.id, from_text(due.due_at), due.why, answered=due.answer == RUN_IT)
        for due in book.schedules.list_unanswered()
    }
    found = []
    for schedule in book.schedules.list():
        if not schedule.enabled or not _readable(schedule):
            continue
        decided = min(from_text(schedule.watched_from), now)
        last = book.schedules.last_due(schedule.id, now)
        if last is not None:
            decided = max(decided, from_text(last))
        taken = frozenset(map(from_text, book.schedules.due_after(schedule.id, now)))
        found.append(WatchedSchedule(schedule, decided, taken=taken, asked=asked.get(schedule.id)))
    return tuple(found)


VOID_WHY = "written while the clock was ahead; it counts for nothing"


def void_future(book: RecordRepositories, now: datetime) -> int:
    """Let what a clock that was ahead wrote of times to come count for nothing; how many."""
    found = book.schedules.void_future(now, VOID_WHY)
    if found:
        log.info("%d due times that have not come were on record, by a clock that was ahead", found)
    return found


def settle_leftovers(book: RecordRepositories, now: datetime) -> LeftoverOccurrences:
    """At the start: the default schedule where there is none, and an end for what the last process left open.

    What was running has failed and is not repeated. What only waited is caught up, the latest of each schedule.
    """
    if not book.schedules.list():
        edit.create_default(book, now)
    void_future(book, now)
    watched = read_schedules(book, now)
    on = {one.schedule.id for one in watched}
    waiting: dict[int, OpenOccurrence] = {}
    for due in book.schedules.due_times(states=(OccurrenceState.QUEUED, OccurrenceState.RUNNING)):  # newest first
        if due.state == OccurrenceState.RUNNING or due.run_id is not None:
            if not _runs_elsewhere(book, due):
                _close(book, due, OccurrenceState.FAILED, ENDED_IN_THE_MIDDLE, now)
        elif due.schedule_id not in on:
            _close(book, due, OccurrenceState.SKIPPED, "the application ended, and the schedule is off", now)
        elif due.schedule_id in waiting:
            _close(book, due, OccurrenceState.MISSED, "it was waiting when the application ended", now)
        else:
            waiting[due.schedule_id] = OpenOccurrence(due.id, from_text(due.due_at))
    prune_occurrences(book, now)
    return LeftoverOccurrences(watched, waiting)


def record_decisions(book: RecordRepositories, decisions: Sequence[OccurrenceDecision]) -> tuple[int | None, ...]:
    """A row for each decision; its id, or None where the occurrence was on record already or its schedule is gone, or
    another workstation keeps the schedule by now: that one decides."""
    if book.store.database.lead_was_lost():
        return (None,) * len(decisions)
    known = {schedule.id for schedule in book.schedules.list()}
    ids: list[int | None] = []
    for made in decisions:
        if made.schedule.id not in known:
            ids.append(None)
        elif made.due_id is not None:
            book.schedules.update_due(made.due_id, state=made.action.state, why=made.why)
            ids.append(made.due_id)
        else:
            number = book.schedules.note_due(made.schedule.id, made.due_at, made.action.state, made.why)
            ids.append(number)
            if number is not None and number % PRUNED_EACH == 0:
                prune_occurrences(book, made.due_at)
    return tuple(ids)


def answer_missed(book: RecordRepositories, due_id: int, run: bool, now: datetime) -> ScheduleOccurrence:
    """What the operator says to a missed due time: run it, which whoever keeps the schedule takes up, or skip it.

    Raises UsageError where it does not wait for an answer.
    """
    due = book.schedules.due(due_id)
    if due is None:
        raise UsageError(
            UserMessage("There is no due time {due_id}.", due_id=due_id),
            UserMessage("See `claudeops schedule history --state asked`."),
        )
    if due.state != OccurrenceState.ASKED or due.answer:
        said = "was answered already" if due.answer else f"is {due.state}"
        raise UsageError(
            UserMessage("That due time does not wait for an answer: it {said}.", said=said),
            UserMessage("Nothing was changed."),
        )
    if run:
        book.schedules.move_due(due_id, OccurrenceState.ASKED, answer=RUN_IT)
    else:
        why = _joined(due.why, "you chose to skip it")
        book.schedules.move_due(
            due_id, OccurrenceState.ASKED, state=OccurrenceState.SKIPPED, why=why, ended_at=to_text(now)
        )
    return book.schedules.due(due_id) or due


def restore_question(book: RecordRepositories, due: ScheduleOccurrence) -> bool:
    """Take a skip back: the question stands again as it stood in ``due``, unless a later one came due since."""
    last = book.schedules.last_due(due.schedule_id)
    if last is not None and last > due.due_at:
        return False
    return book.schedules.move_due(
        due.id, OccurrenceState.SKIPPED, state=OccurrenceState.ASKED, why=due.why, ended_at=None
    )


def take_answer(book: RecordRepositories, due_id: int) -> bool:
    """The answer to run it is taken up, by one program only."""
    return book.schedules.move_due(due_id, OccurrenceState.ASKED, state=OccurrenceState.QUEUED)


def note_clause(book: RecordRepositories, due: QueuedOccurrence, clause: str) -> None:
    """Append a clause to the reason that is on record for an occurrence."""
    book.schedules.update_due(due.due_id, why=_joined(due.note, clause))


def prune_occurrences(book: RecordRepositories, now: datetime) -> int:
    """Old due times go, so that the record of a rule of every minute does not grow for ever; how many went."""
    removed = book.schedules.prune(now) if is_time_trusted() else 0
    if removed:
        log.info("%d old due times were removed: more than %d days, or %d rows", removed, KEPT_DAYS, KEPT_ROWS)
    return removed


def mark_started(book: RecordRepositories, due: QueuedOccurrence, zone: tzinfo) -> None:
    """Record that the run of an occurrence has started."""
    book.schedules.update_due(
        due.due_id,
        state=OccurrenceState.RUNNING,
        started_at=due.began,
        run_id=due.run_id,
        why=_joined(due.began_words(zone, "started"), due.trouble),
    )


def mark_ended(book: RecordRepositories, due: QueuedOccurrence, run: RunEnded, now: datetime, zone: tzinfo) -> None:
    """Its run is over: only now it ran, or failed with the run's reason."""
    run_id = run.run_id or due.run_id
    if run_id is None:
        if _is_taken(book, due):
            return
        row = book.schedules.due(due.due_id)  # it may have been refused after its run had begun
        run_id = row.run_id if row is not None else None
    found = book.sessions.run(run_id) if run_id is not None else None
    if found is not None and not due.began:
        due = replace(due, began=found.started_at)
    state = _ended_state(run, run_id)
    begun = due.began_words(zone) if run_id is not None else due.note
    why = _joined(
        begun,
        due.trouble,
        "" if state is OccurrenceState.RAN and run.status != SessionStatus.STOPPED else run.reason or run.status,
    )
    book.schedules.update_due(
        due.due_id,
        state=state,
        why=why,
        run_id=None if found is None else run_id,
        started_at=due.began or None,
        ended_at=to_text(now),
    )


def settle_occurrence(
    book: RecordRepositories, due: QueuedOccurrence, state: OccurrenceState, why: str, now: datetime
) -> None:
    """It ended otherwise than by the end of its run."""
    if due.run_id is None and _is_taken(book, due):
        return
    book.schedules.update_due(due.due_id, state=state, why=_joined(due.note, why), ended_at=to_text(now))


def _is_taken(book: RecordRepositories, due: QueuedOccurrence) -> bool:
    """Tell whether another workstation has begun it, or settled it, since it was queued here."""
    row = book.schedules.due(due.due_id)
    if row is None or row.state not in (OccurrenceState.QUEUED, OccurrenceState.RUNNING):
        return row is not None
    sessions = book.sessions.of_run(row.run_id) if row.run_id is not None else []
    return any(session.owner != process_owner() for session in sessions)


def _readable(schedule: Schedule) -> bool:
    """A row that another version or another hand wrote must not stop the other schedules."""
    if rules.is_readable(schedule):
        return True
    log.error("schedule %d (%s) is left out: its rule %s", schedule.id, schedule.name, rules.describe_rule(schedule))
    return False


def _ended_state(run: RunEnded, run_id: int | None) -> OccurrenceState:
    if run_id is None:
        refused = isinstance(run.error, PolicyRefusal)  # a spend cap, for one
        return OccurrenceState.FAILED if run.status == SessionStatus.FAILED and not refused else OccurrenceState.SKIPPED
    if run.status in (SessionStatus.COMPLETED, SessionStatus.ESCALATED, SessionStatus.STOPPED):
        return OccurrenceState.RAN
    return OccurrenceState.FAILED


def _runs_elsewhere(book: RecordRepositories, due: ScheduleOccurrence) -> bool:
    """Another process of ours that is alive is at it."""
    sessions = book.sessions.of_run(due.run_id) if due.run_id is not None else []
    owners = {session.owner for session in sessions if session.status == SessionStatus.RUNNING}
    if not owners:
        return False
    from ..runs.run_context import is_alive  # brings all of memory with it: only where it is needed

    return any(name != process_owner() and is_alive(name) for name in owners)


def _close(book: RecordRepositories, due: ScheduleOccurrence, state: OccurrenceState, why: str, now: datetime) -> None:
    book.schedules.update_due(due.id, state=state, why=_joined(due.why, why), ended_at=to_text(now))


def _joined(*clauses: str) -> str:
    return "; ".join(clause.rstrip(".") for clause in clauses if clause)
