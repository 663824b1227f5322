"""What the schedule page shows, put together on reader threads: a rule of every minute has thousands of moments."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo

from ....core.clock import to_text, utc_now
from ....records.occurrence_list import OccurrenceList, OccurrenceQuery
from ....records.occurrences import Schedule, ScheduleOccurrence
from ....routine import JobStanding, RoutineControl
from ....scheduler import rules
from ....scheduler.text import policy_words
from ...app_context import AppContext
from ...text import formatting
from ...text.translation import tr, tr_count, tr_message
from ...widgets.state_dot import state_word
from .timeline import TimelineLane, make_lane

FIVE = 5
MOST_MARKS = 4_000
MOST_COMING = 600
STEP_STATES = {
    "never": (tr("never ran"), "queued"),
    "running": (tr("not over"), "running"),
    "done": (tr("done"), "completed"),
    "failed": (tr("failed"), "failed"),
    "skipped": (tr("skipped"), "stopped"),
    "replaced": (tr("replaced by a later one"), "stopped"),
    "waiting": (tr("waiting"), "queued"),
}
JOB_STATES = {
    **STEP_STATES,
    "running": (tr("running"), "running"),
    "interrupted": (tr("waits to go on"), "running"),
    "overdue": (tr("overdue"), "warning"),
}


@dataclass(frozen=True)
class PlannedRow:
    """A schedule, or a job of the routine: its rule in words, when it is due next (None: never), how the last one ended
    (a shape and a word) and when that was. ``held`` says that runs are paused."""

    name: str
    is_on: bool
    rule: str
    next_at: datetime | None
    look: str
    last: str
    last_at: str
    last_tip: str
    what: str
    prompt: str
    policy: str
    held: bool
    record: Schedule | JobStanding

    @property
    def schedule(self) -> Schedule | None:
        """Return the schedule; None for a job of the routine."""
        return self.record if isinstance(self.record, Schedule) else None

    @property
    def job(self) -> JobStanding | None:
        """Return the job of the routine; None for a schedule."""
        return self.record if isinstance(self.record, JobStanding) else None


@dataclass(frozen=True)
class TimelineData:
    """The lanes of the strip over ``span`` around ``now``, and the next moments by schedule id."""

    now: datetime
    span: timedelta
    lanes: tuple[TimelineLane, ...]
    next_times: dict[int, tuple[datetime, ...]]


def routine_control(context: AppContext) -> RoutineControl | None:
    """Return the control of the routine; None where this window has none."""
    return context.routine.control if context.routine is not None else None


# --- the list --------------------------------------------------------------------------------------------------------


def load_planned(context: AppContext, zone: tzinfo, held: bool) -> dict[Hashable, PlannedRow]:
    """Return the schedules by id, and after them the jobs of the routine by name."""
    latest = OccurrenceList(context.book.store).latest()
    schedules = context.book.schedules.list()
    control = routine_control(context)
    jobs = control.list_jobs() if control is not None else []
    return {
        **{one.id: row_of_schedule(one, latest.get(one.id), zone, held) for one in schedules},
        **{one.job.name: row_of_job(one) for one in jobs},
    }


def row_of_schedule(schedule: Schedule, last: ScheduleOccurrence | None, zone: tzinfo, held: bool) -> PlannedRow:
    """Return the row of a schedule."""
    runs = schedule.enabled and rules.is_readable(schedule)
    tip = f"{formatting.format_exact_time(last.due_at)}\n{last.why}".strip() if last is not None else ""
    return PlannedRow(
        name=schedule.name,
        is_on=bool(schedule.enabled),
        rule=tr_message(rules.describe_rule(schedule)),
        next_at=rules.next_planned(schedule, utc_now(), zone).at if runs else None,
        look=last.state if last is not None else "",
        last=state_word(last.state) if last is not None else tr("not yet due"),
        last_at=last.due_at if last is not None else "",
        last_tip=tip,
        what=what_text(schedule),
        prompt=schedule.prompt or tr("The tier's own prompt"),
        policy="; ".join(map(tr_message, policy_words(schedule))),
        held=held,
        record=schedule,
    )


def row_of_job(one: JobStanding) -> PlannedRow:
    """Return the row of a job of the routine."""
    word, look = JOB_STATES.get(job_state(one), (job_state(one), "unknown"))
    took = formatting.format_duration(one.last.seconds) if one.last is not None and one.last.steps else ""
    return PlannedRow(
        name=tr_message(one.job.title),
        is_on=not one.paused,
        rule=job_rule(one),
        next_at=one.next_at,
        look=look,
        last=word,
        last_at=one.last.started_at if one.last is not None else "",
        last_tip=tr("Took {took}", took=took) if took else "",
        what=tr("Routine, {steps}", steps=tr_count("%n step", "%n steps", len(one.job.steps))),
        prompt="",
        policy=tr("waits while a session runs"),
        held=False,
        record=one,
    )


def job_state(one: JobStanding) -> str:
    """Return which of JOB_STATES a job is in."""
    if one.last is not None and one.last.state == "running":
        return "running" if one.last.owner else "interrupted"
    if one.overdue and not one.paused:
        return "overdue"
    return one.last.state if one.last is not None else "never"


def job_rule(one: JobStanding) -> str:
    """Return when a job is due."""
    at = f"{one.job.at:%H:%M}"
    if one.job.period == "day":
        return tr("Every day at {at}", at=at)
    return tr("Sundays at {at}", at=at) if one.job.period == "week" else tr("The first of the month at {at}", at=at)


def what_text(schedule: Schedule) -> str:
    """Return ``observe, claude, caddy and 2 more, own prompt``."""
    parts = [formatting.tier_name(schedule.tier)]
    if schedule.agent:
        parts.append(schedule.agent)
    if schedule.services:
        parts.append(formatting.format_names(schedule.services, 2))
    if schedule.prompt:
        parts.append(tr("own prompt"))
    return ", ".join(parts)


# --- the time line ---------------------------------------------------------------------------------------------------


def load_timeline(context: AppContext, zone: tzinfo, span: timedelta, held: bool) -> TimelineData:
    """Return what became of the due times around now, and what comes."""
    now = utc_now()
    schedules = context.book.schedules.list()
    on = [one for one in schedules if one.enabled and rules.is_readable(one) and not held]
    past: dict[int, list[ScheduleOccurrence]] = {}
    for due in OccurrenceList(context.book.store).list(OccurrenceQuery(since=to_text(now - span / 2)), MOST_MARKS):
        past.setdefault(due.schedule_id, []).append(due)
    coming = {one.id: rules.rule_of(one, zone).between(now, now + span / 2)[:MOST_COMING] for one in on}
    lanes = tuple(
        make_lane(one.name, past.get(one.id, ()), coming.get(one.id, ()))
        for one in schedules
        if one.enabled or one.id in past
    )
    return TimelineData(now, span, lanes, {one.id: next_times(one, now, zone) for one in on})


def next_times(schedule: Schedule, now: datetime, zone: tzinfo, number: int = FIVE) -> tuple[datetime, ...]:
    """Return the next moments at which a schedule's runs start, with its delay."""
    times = []
    after = now
    for _ in range(number):
        planned = rules.next_planned(schedule, after, zone)
        times.append(planned.at)
        after = planned.due_at
    return tuple(times)
