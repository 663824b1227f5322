"""What becomes of each due time (D5). Pure: the state of a schedule and the moment in, decisions out.

* A due time noticed in time is run, unless the schedule's previous run is not over, or runs are paused.
* After a gap the latest missed occurrence of each schedule becomes one catch-up run, whatever the length of the gap;
  the others are on record as missed. Where an occurrence is due right now, its run stands for the missed ones too.
* A catch-up run belongs to an occurrence of the rule: no day that the rule excludes ever gets one.
* What was due while runs were paused is skipped, and resuming makes up for nothing.
* A schedule may say otherwise for itself: skip what was missed, or ask. A question stands until the next occurrence is
  due: then nobody answered, and the occurrence was missed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo
from enum import StrEnum

from ..core.gap_detection import TimeGap
from ..records.occurrences import OccurrenceState, Schedule
from .rules import PlannedOccurrence, last_occurrences, plan_occurrence, rule_of
from .text import past_words, span_words

PAUSED = "scheduled runs are paused"


@dataclass(frozen=True, slots=True)
class CatchUp:
    """How missed due times are made up for.

    ``policy`` is run, skip or ask. ``max_age``: what was due longer ago stays missed. ``late_after``: a start later
    than this after its moment is a catch-up. ``keep_rows``: so many missed occurrences of one gap get a row each;
    the oldest of these rows tells how many more there were.
    """

    policy: str = "run"
    max_age: timedelta = timedelta(hours=24)
    late_after: timedelta = timedelta(seconds=120)
    keep_rows: int = 200

    def for_schedule(self, schedule: Schedule) -> CatchUp:
        """The same with what a schedule lays down for itself."""
        age = self.max_age if schedule.max_age_s is None else timedelta(seconds=schedule.max_age_s)
        return replace(self, policy=schedule.catch_up or self.policy, max_age=age)


class OccurrenceAction(StrEnum):
    """The decision about one occurrence: run it, catch up, skip it, or ask."""

    RUN = "run"
    CATCH_UP = "catch-up"
    SKIP = "skip"
    MISS = "miss"
    ASK = "ask"

    @property
    def state(self) -> OccurrenceState:
        """The state its row gets now."""
        return _STATES.get(self, OccurrenceState.QUEUED)

    @property
    def starts(self) -> bool:
        """A run follows."""
        return self in (OccurrenceAction.RUN, OccurrenceAction.CATCH_UP)


_STATES = {
    OccurrenceAction.SKIP: OccurrenceState.SKIPPED,
    OccurrenceAction.MISS: OccurrenceState.MISSED,
    OccurrenceAction.ASK: OccurrenceState.ASKED,
}


@dataclass(frozen=True, slots=True)
class OpenOccurrence:
    """A due time on record that is still open: queued when the application ended, or waiting for an answer.

    ``why`` is its row's clause, ``answered`` says that the operator wants it run.
    """

    due_id: int
    due_at: datetime
    why: str = ""
    answered: bool = False


@dataclass(frozen=True, slots=True)
class WatchedSchedule:
    """One enabled schedule: everything due up to ``decided`` has been decided.

    ``busy`` says what its previous run is still doing, or is empty. ``taken`` are occurrences later than ``decided``
    that are on record all the same, because the clock was corrected by a little. ``waiting`` is what the last process
    left; ``asked`` the missed occurrence that waits for the operator's word.
    """

    schedule: Schedule
    decided: datetime
    busy: str = ""
    taken: frozenset[datetime] = frozenset()
    waiting: OpenOccurrence | None = None
    asked: OpenOccurrence | None = None

    def next(self, zone: tzinfo) -> PlannedOccurrence:
        """Its next occurrence that is not on record yet."""
        rule, due_at = rule_of(self.schedule, zone), self.decided
        while True:
            due_at = rule.next_after(due_at)
            if due_at not in self.taken:
                return plan_occurrence(self.schedule, due_at, zone)


@dataclass(frozen=True, slots=True)
class OccurrenceDecision:
    """What becomes of one due time, and why in a clause. ``due_id`` names the row where there is one already."""

    schedule: Schedule
    due_at: datetime
    action: OccurrenceAction
    why: str = ""
    due_id: int | None = None


@dataclass(frozen=True, slots=True)
class DecisionMoment:
    """The moment of a decision: ``paused`` as it was up to now; ``absence`` explains a gap, if there was one."""

    now: datetime
    zone: tzinfo
    absence: TimeGap
    paused: bool = False
    catch_up: CatchUp = CatchUp()


def decide_all(
    watched: tuple[WatchedSchedule, ...], at: DecisionMoment
) -> tuple[tuple[WatchedSchedule, ...], tuple[OccurrenceDecision, ...]]:
    """The schedules as they stand afterwards, and the decisions of all of them in the order of their due times."""
    after: list[WatchedSchedule] = []
    decisions: list[OccurrenceDecision] = []
    for one in watched:
        moved, made = decide(one, at)
        after.append(moved)
        decisions += made
    return tuple(after), tuple(sorted(decisions, key=lambda made: (made.due_at, made.schedule.id)))


def decide(watched: WatchedSchedule, at: DecisionMoment) -> tuple[WatchedSchedule, list[OccurrenceDecision]]:
    """Decide about every occurrence of one schedule that has come due up to now."""
    found = _due(watched, at)
    after = replace(watched, waiting=None, decided=found.times[-1] if found.times else watched.decided)
    times = [time for time in found.times if time not in watched.taken]
    rows = [OccurrenceDecision(watched.schedule, time, OccurrenceAction.MISS) for time in times]
    if watched.waiting is not None:
        rows.insert(
            0,
            OccurrenceDecision(
                watched.schedule, watched.waiting.due_at, OccurrenceAction.MISS, due_id=watched.waiting.due_id
            ),
        )
    if not rows:
        return after, []
    expired = _expired(watched, rows[-1].due_at)
    if expired:
        after = replace(after, asked=None)
    if at.paused:
        rows = [replace(row, action=OccurrenceAction.SKIP, why=PAUSED) for row in rows]
    else:
        last = _last(rows[-1], watched, at)
        others = _other_words(last, at)
        rows = [replace(row, why=others) for row in rows[:-1]] + [last]
    if found.earlier and found.first is not None:
        since = past_words(found.first, at.now, at.zone)
        rows[0] = replace(rows[0], why=f"{rows[0].why} (and {found.earlier:,} earlier ones since {since})")
    return after, expired + rows


def _expired(watched: WatchedSchedule, newest: datetime) -> list[OccurrenceDecision]:
    """The question that nobody answered before a later occurrence came due."""
    asked = watched.asked
    if asked is None or asked.answered or newest <= asked.due_at:
        return []
    why = f"{asked.why}; nobody answered before the next one was due"
    return [OccurrenceDecision(watched.schedule, asked.due_at, OccurrenceAction.MISS, why, asked.due_id)]


@dataclass(frozen=True, slots=True)
class _Found:
    times: tuple[datetime, ...]
    earlier: int
    first: datetime | None


def _due(watched: WatchedSchedule, at: DecisionMoment) -> _Found:
    """The occurrences whose moment has come; the very last may still be waiting for its jitter."""
    found = last_occurrences(rule_of(watched.schedule, at.zone), watched.decided, at.now, at.catch_up.keep_rows + 1)
    times, earlier, first = found.times, found.earlier, found.first
    if times and plan_occurrence(watched.schedule, times[-1], at.zone).at > at.now:
        times = times[:-1]
    if len(times) > at.catch_up.keep_rows:
        earlier, first = earlier + 1, first or times[0]
        times = times[1:]
    return _Found(times, earlier, first)


def _last(row: OccurrenceDecision, watched: WatchedSchedule, at: DecisionMoment) -> OccurrenceDecision:
    """The latest occurrence: run, caught up, or why neither."""
    late = (
        row.due_id is not None
        or at.now - plan_occurrence(row.schedule, row.due_at, at.zone).at > at.catch_up.late_after
    )
    missed = f"missed at {past_words(row.due_at, at.now, at.zone)}: {_cause(row, at)}" if late else ""
    catch_up = at.catch_up.for_schedule(watched.schedule)
    if late and catch_up.policy == "skip":
        own = " for this schedule" if watched.schedule.catch_up else ""
        return replace(row, action=OccurrenceAction.SKIP, why=f"{missed}; catching up is turned off{own}")
    if late and at.now - row.due_at > catch_up.max_age:
        return replace(
            row,
            action=OccurrenceAction.MISS,
            why=f"{_cause(row, at)}, and it is over {span_words(catch_up.max_age)} old",
        )
    if late and catch_up.policy == "ask":
        return replace(row, action=OccurrenceAction.ASK, why=missed)
    if watched.busy:
        return replace(row, action=OccurrenceAction.SKIP, why=f"{missed}; {watched.busy}" if late else watched.busy)
    return replace(row, action=OccurrenceAction.CATCH_UP if late else OccurrenceAction.RUN, why=missed)


def _other_words(last: OccurrenceDecision, at: DecisionMoment) -> str:
    if last.action is OccurrenceAction.CATCH_UP:
        return f"{at.absence.cause}; only the latest, {past_words(last.due_at, at.now, at.zone)}, is caught up"
    if last.action is OccurrenceAction.ASK:
        return f"{at.absence.cause}; you are asked about the latest, {past_words(last.due_at, at.now, at.zone)}"
    if last.action is OccurrenceAction.RUN:
        return f"{at.absence.cause}; the run of {past_words(last.due_at, at.now, at.zone)} stands for it"
    return at.absence.cause


def _cause(row: OccurrenceDecision, at: DecisionMoment) -> str:
    return "it was waiting when the application ended" if row.due_id is not None else at.absence.cause
