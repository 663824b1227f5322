"""When the jobs are due: local wall-clock times, over the nights on which the clocks change, and after long sleep."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from claudeops_desktop.routine import rules
from claudeops_desktop.routine.types import JobState, RoutineJob

NIGHTLY = RoutineJob("nightly", "", "day", time(2), ())
WEEKLY = RoutineJob("weekly", "", "week", time(1), ())
MONTHLY = RoutineJob("monthly", "", "month", time(3), ())
ALL = (NIGHTLY, WEEKLY, MONTHLY)
BERLIN, NEW_YORK, KIRITIMATI = map(ZoneInfo, ("Europe/Berlin", "America/New_York", "Pacific/Kiritimati"))


def at(text: str, zone: ZoneInfo | None = None) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=zone or UTC).astimezone(UTC)


@pytest.mark.parametrize(
    ("job", "now", "last", "following"),
    [
        (NIGHTLY, "2026-03-02T01:59", "2026-03-01T02:00", "2026-03-02T02:00"),
        (NIGHTLY, "2026-03-02T02:00", "2026-03-02T02:00", "2026-03-03T02:00"),
        (WEEKLY, "2026-03-04T12:00", "2026-03-01T01:00", "2026-03-08T01:00"),
        (WEEKLY, "2026-03-08T00:30", "2026-03-01T01:00", "2026-03-08T01:00"),
        (MONTHLY, "2026-03-01T02:59", "2026-02-01T03:00", "2026-03-01T03:00"),
        (MONTHLY, "2026-12-31T23:59", "2026-12-01T03:00", "2027-01-01T03:00"),
    ],
)
@pytest.mark.parametrize("zone", [BERLIN, NEW_YORK, KIRITIMATI])
def test_a_job_is_due_at_its_local_time(job, now, last, following, zone):
    assert rules.last_due(job, at(now, zone), zone) == at(last, zone)
    assert rules.next_due(job, at(now, zone), zone) == at(following, zone)


def test_where_the_clocks_go_forward_over_it_the_change_itself_counts():
    moment = at("2026-03-29T01:00")  # 02:00 local becomes 03:00
    assert rules.next_due(NIGHTLY, at("2026-03-28T12:00"), BERLIN) == moment
    assert rules.last_due(NIGHTLY, moment, BERLIN) == moment
    assert rules.next_due(NIGHTLY, moment, BERLIN) == at("2026-03-30T00:00")


def test_where_the_clocks_go_back_the_hour_that_comes_twice_counts_once():
    first = at("2026-10-25T00:00")  # 02:00 in summer time; an hour later it is 02:00 again
    again = at("2026-10-25T01:00")
    assert rules.last_due(NIGHTLY, first, BERLIN) == first
    assert rules.last_due(NIGHTLY, again, BERLIN) == first
    assert rules.next_due(NIGHTLY, first, BERLIN) == at("2026-10-26T01:00")
    sunday = rules.next_due(WEEKLY, at("2026-11-01T03:00"), NEW_YORK)  # at 01:00, which comes twice that night
    assert sunday == at("2026-11-01T05:00")
    assert rules.next_due(WEEKLY, sunday, NEW_YORK) == at("2026-11-08T06:00")


def test_a_year_of_nights_has_one_run_each():
    moment, runs = at("2026-01-01T12:00"), 0
    while (moment := rules.next_due(NIGHTLY, moment, BERLIN)) < at("2027-01-01T12:00"):
        runs += 1
    assert runs == 365


def state(job: str, settled: str | None = None, *, paused: bool = False) -> dict[str, JobState]:
    return {job: JobState(job, at("2026-03-01T00:00"), at(settled) if settled else None, paused)}


def test_after_three_weeks_asleep_each_job_is_due_once():
    states = state("nightly", "2026-03-10T01:00") | state("weekly", "2026-03-08T00:00") | state("monthly")
    states["monthly"] = JobState("monthly", at("2026-03-01T12:00"), at("2026-03-01T12:00"))
    found = rules.overdue(ALL, states, at("2026-04-01T12:00"), BERLIN)
    assert [(one.job.name, one.due_at) for one in found] == [
        ("nightly", at("2026-04-01T00:00")),
        ("weekly", at("2026-03-28T23:00") + timedelta(hours=1)),
        ("monthly", at("2026-04-01T01:00")),
    ]


def test_what_was_due_before_the_first_start_owes_nothing():
    assert rules.overdue((NIGHTLY,), {"nightly": JobState("nightly", at("2026-03-05T12:00"))}, at("2026-03-05T12:01"),
                         BERLIN) == []  # fmt: skip
    assert rules.overdue((NIGHTLY,), {}, at("2026-03-05T12:01"), BERLIN) == []


def test_a_paused_job_is_not_due_and_a_run_by_hand_settles_what_was():
    now = at("2026-03-05T12:00")
    assert rules.overdue((NIGHTLY,), state("nightly", "2026-03-03T12:00", paused=True), now, BERLIN) == []
    assert rules.overdue((NIGHTLY,), state("nightly", "2026-03-05T11:59"), now, BERLIN) == []
    assert len(rules.overdue((NIGHTLY,), state("nightly", "2026-03-05T00:59"), now, BERLIN)) == 1


def test_a_clock_that_was_wrong_once_delays_one_run_at_most():
    wrong = state("nightly", "2031-01-01T00:00")
    now = at("2026-03-05T12:00")
    assert rules.next_run(NIGHTLY, wrong["nightly"], now, BERLIN) == at("2026-03-07T01:00")
    assert rules.overdue((NIGHTLY,), wrong, now, BERLIN) == []


def test_a_skipped_run_gives_way_to_the_next_one():
    now = at("2026-03-05T12:00")
    skipped = state("nightly", "2026-03-06T01:00")["nightly"]
    assert rules.next_run(NIGHTLY, skipped, now, BERLIN) == at("2026-03-07T01:00")
    plain = state("nightly", "2026-03-05T01:00")["nightly"]
    assert rules.next_run(NIGHTLY, plain, now, BERLIN) == at("2026-03-06T01:00")
