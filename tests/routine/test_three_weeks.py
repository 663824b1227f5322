"""Three weeks of one computer: it sleeps, its processes are killed, its operator travels; each due time is served once,
and nothing is owed at the end."""

from __future__ import annotations

import random
from collections import Counter
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from claudeops_desktop.core.clock import from_text
from claudeops_desktop.routine import rules

BERLIN, NEW_YORK = ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York")
BEGIN = datetime(2026, 3, 15, 12, tzinfo=UTC)  # over the night on which Europe changes its clocks
END = BEGIN + timedelta(days=21)


class ProcessEnd(BaseException):
    """As a signal ends a process: no handler of ours sees it."""


def place(moment: datetime) -> ZoneInfo:
    """A week in New York in the middle."""
    return NEW_YORK if BEGIN + timedelta(days=6) <= moment < BEGIN + timedelta(days=13) else BERLIN


@pytest.mark.parametrize("seed", range(6))
def test_each_due_time_is_served_once(routine, acts, seed):
    chance = random.Random(seed)
    routine.now, routine.zone = BEGIN, BERLIN
    routine.write(lambda: routine.store.database.execute_sql("DELETE FROM routine_jobs") and None)
    routine.runner.states()
    met: dict[str, set[datetime]] = {job.name: set() for job in routine.runner.jobs}
    kills = 0
    while routine.now < END:
        asleep = timedelta(hours=chance.choice((8, 30, 75)) if chance.random() < 0.05 else 0)
        routine.now += asleep + timedelta(minutes=chance.randint(5, 90))
        routine.zone = place(routine.now)
        for one in routine.runner.overdue():
            met[one.job.name].add(one.due_at)
        if chance.random() < 0.2:
            acts.faults[chance.choice("abcwm")] = [ProcessEnd()]
        try:
            routine.runner.do_overdue()
        except ProcessEnd:
            kills += 1
        acts.faults.clear()
    routine.runner.do_overdue()
    assert routine.runner.overdue() == []
    runs = routine.read(lambda: routine.runner.records.list(limit=500))
    assert max(Counter((run.job, run.due_at) for run in runs).values()) == 1
    assert {run.state for run in runs} <= {"done", "replaced"}
    for job in routine.runner.jobs:
        mine = [run for run in runs if run.job == job.name]
        assert {from_text(run.due_at) for run in mine} == met[job.name]
        assert all(
            from_text(run.due_at).astimezone(place(from_text(run.started_at))).hour in (job.at.hour, job.at.hour + 1)
            for run in mine
        )
    done = Counter(acts.done)
    nights = sum(run.job == "nightly" and run.state == "done" for run in runs)
    assert done["b"] <= nights + sum(run.state == "replaced" for run in runs)
    assert done["c"] == nights
    assert kills or seed > 3
    longest = max(len(met["nightly"]), 1)
    assert longest <= 22 + 1  # flying west makes one night longer
    assert len(met["weekly"]) <= 4 and len(met["monthly"]) == 1
    assert rules.overdue(routine.runner.jobs, routine.runner.states(), routine.now, routine.zone) == []
