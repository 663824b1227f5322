"""When a job of the routine is due: pure rules over local time.

A due time is a wall-clock time of a local day. Where the clocks go forward over it, it is the moment at which they do
(the offset before the change counts, as PEP 495 has it); where they go back, its first occurrence counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, timedelta, tzinfo

from .types import DueJob, JobState, RoutineJob

LONGEST = 32  # days from one due time to the next, at most
SUNDAY = 6


def falls_on(job: RoutineJob, day: date) -> bool:
    """Tell whether a job is due on a local day."""
    if job.period == "week":
        return day.weekday() == SUNDAY
    return job.period == "day" or day.day == 1


def due_moment(job: RoutineJob, day: date, zone: tzinfo) -> datetime:
    """The moment of a job's due time on a local day, in UTC."""
    return datetime.combine(day, job.at, zone).astimezone(UTC)


def last_due(job: RoutineJob, now: datetime, zone: tzinfo) -> datetime:
    """The latest due time that is not later than ``now``, in UTC."""
    today = now.astimezone(zone).date()
    days = (today + timedelta(days=1 - back) for back in range(LONGEST + 2))  # tomorrow too: zones far to the east
    return next(at for day in days if falls_on(job, day) and (at := due_moment(job, day, zone)) <= now)


def next_due(job: RoutineJob, now: datetime, zone: tzinfo) -> datetime:
    """The first due time after ``now``, in UTC."""
    today = now.astimezone(zone).date()
    days = (today + timedelta(days=ahead - 1) for ahead in range(LONGEST + 2))
    return next(at for day in days if falls_on(job, day) and (at := due_moment(job, day, zone)) > now)


def settled(job: RoutineJob, state: JobState, now: datetime, zone: tzinfo) -> datetime:
    """Up to when nothing of a job is owed: at most the next due time, though a wrong clock has written a later one."""
    until = state.watched_from if state.settled_until is None else max(state.watched_from, state.settled_until)
    return min(until, next_due(job, now, zone))


def next_run(job: RoutineJob, state: JobState, now: datetime, zone: tzinfo) -> datetime:
    """When a job runs next: ``now`` or before where it is overdue, later than the next due time where that one was
    skipped."""
    at, until = last_due(job, now, zone), settled(job, state, now, zone)
    while at <= until:
        at = next_due(job, at, zone)
    return at


def overdue(jobs: Iterable[RoutineJob], states: Mapping[str, JobState], now: datetime, zone: tzinfo) -> list[DueJob]:
    """The jobs of which a due time has passed that nothing has settled: each once, for its latest due time, however
    many were missed; those that are paused are left out. In the order of ``jobs``."""
    found = []
    for job in jobs:
        state = states.get(job.name)
        if state is None or state.paused:
            continue
        at = last_due(job, now, zone)
        if at > settled(job, state, now, zone):
            found.append(DueJob(job, at))
    return found
