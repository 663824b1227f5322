"""PRODUCT D5, PITFALLS (APScheduler): interval and cron rules, in local time, over the changes of the clocks."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from schedule_world import BERLIN, berlin, changed

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.errors import UsageError
from claudeops_desktop.scheduler import cron, rules
from claudeops_desktop.scheduler.edit import new_schedule
from claudeops_desktop.scheduler.rules import CronScheduleRule, IntervalRule, check_rule, last_occurrences

ZONES = [
    BERLIN,
    ZoneInfo("UTC"),
    ZoneInfo("America/New_York"),
    ZoneInfo("Australia/Lord_Howe"),
    ZoneInfo("Asia/Kolkata"),
]


def times(rule: str, start: str, end: str, zone: ZoneInfo = BERLIN) -> list[str]:
    """The occurrences in a window of wall-clock time, as weekday and time with offset."""
    window = [datetime.fromisoformat(text).replace(tzinfo=zone).astimezone(UTC) for text in (start, end)]
    found = CronScheduleRule(cron.parse_cron(rule), zone).between(*window)
    return [f"{moment.astimezone(zone):%d %H:%M %z}" for moment in found]


# -- crontab


def test_weekdays_one_to_five_are_monday_to_friday() -> None:
    """from_crontab("0 9 * * 1-5") means Tuesday to Saturday."""
    found = CronScheduleRule(cron.parse_cron("0 9 * * 1-5"), BERLIN).between(berlin("2026-03-02"), berlin("2026-03-16"))
    assert [f"{moment.astimezone(BERLIN):%a}" for moment in found] == ["Mon", "Tue", "Wed", "Thu", "Fri"] * 2


@pytest.mark.parametrize("sunday", ["0", "7", "sun", "SUN", "sunday"])
def test_zero_and_seven_are_sunday(sunday: str) -> None:
    assert cron.parse_cron(f"0 9 * * {sunday}").weekdays == (0,)


def test_a_range_may_end_on_sunday() -> None:
    assert cron.parse_cron("0 9 * * 5-7").weekdays == (0, 5, 6)
    assert cron.parse_cron("0 9 * * sat-sun").weekdays == (0, 6)


def test_a_date_and_a_weekday_together_mean_either_as_in_crontab() -> None:
    assert times("0 9 1 * 1", "2026-06-01", "2026-07-02") == [
        "01 09:00 +0200",
        "08 09:00 +0200",
        "15 09:00 +0200",
        "22 09:00 +0200",
        "29 09:00 +0200",
        "01 09:00 +0200",
    ]


def test_nicknames() -> None:
    assert check_rule("cron", "@daily") == "0 0 * * *"
    assert check_rule("cron", "@Hourly") == "0 * * * *"


def test_steps_lists_and_names() -> None:
    found = cron.parse_cron("*/20 8-10,22 1,15 jan-mar *")
    assert (found.minutes, found.hours, found.days, found.months) == ((0, 20, 40), (8, 9, 10, 22), (1, 15), (1, 2, 3))


def test_a_leap_day_comes_every_four_years() -> None:
    found = CronScheduleRule(cron.parse_cron("0 6 29 2 *"), BERLIN).next_after(berlin("2025-01-01"))
    assert found == berlin("2028-02-29 06:00")


@pytest.mark.parametrize(
    ("rule", "named"),
    [
        ("61 * * * *", 'The minute "61" is wrong'),
        ("* 24 * * *", 'The hour "24" is wrong'),
        ("* * 0 * *", 'The day of the month "0" is wrong'),
        ("* * * 13 *", 'The month "13" is wrong'),
        ("* * * * 8", 'The weekday "8" is wrong'),
        ("* * * * monkey-x", "weekday"),
        ("* * ? * *", "day of the month"),
        ("* * L * *", "day of the month"),
        ("30-10 * * * *", "runs backwards"),
        ("*/0 * * * *", "step"),
        ("0 9 * *", "has 4"),
        ("0 0 9 * * 1", "has 6"),
        ("", "has 0"),
        ("@reboot", "@reboot"),
        ("0 0 31 2 *", "never comes"),
        ("0 0 30,31 feb *", "never comes"),
    ],
)
def test_a_wrong_rule_names_the_field_and_the_fix(rule: str, named: str) -> None:
    with pytest.raises(UsageError) as caught:
        check_rule("cron", rule)
    assert named in str(caught.value)
    assert caught.value.remedy


@given(st.text(alphabet="0123456789*/-,@ abcdefghijklmnopqrstuvwxyzäL?#\n", max_size=30))
def test_any_text_is_a_rule_or_a_plain_refusal(text: str) -> None:
    for kind in ("cron", "interval"):
        try:
            stored = check_rule(kind, text)
        except UsageError as error:
            assert error.remedy
        else:
            assert check_rule(kind, stored) == stored
            assert rules.rule_words(kind, stored)


# -- intervals


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("1800", 1800), ("30 min", 1800), ("every 30 minutes", 1800), ("2h", 7200), ("1.5 hours", 5400), ("day", 86400)],
)
def test_intervals_as_people_write_them(text: str, seconds: int) -> None:
    assert check_rule("interval", text) == str(seconds)


@pytest.mark.parametrize("text", ["59", "0", "30 s", "400 days", "-5", "soon", "", "5 parsecs"])
def test_an_interval_is_a_minute_to_a_year(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        check_rule("interval", text)
    assert caught.value.remedy


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(UsageError):
        check_rule("lunar", "1")


def test_an_interval_counts_from_its_anchor_and_not_from_the_last_run() -> None:
    rule = IntervalRule(1800, berlin("2026-03-02 09:07:13"))
    assert rule.next_after(berlin("2026-03-02 11:12")) == berlin("2026-03-02 11:37:13")
    assert rule.next_after(berlin("2026-03-02 11:37:13")) == berlin("2026-03-02 12:07:13")


def test_an_interval_works_before_its_anchor_too() -> None:
    """The clock was set back: an anchor in the future must not silence the schedule until then."""
    rule = IntervalRule(1800, berlin("2027-03-02 09:00"))
    assert rule.next_after(berlin("2026-03-02 09:10")) == berlin("2026-03-02 09:30")


@given(
    st.integers(60, 400_000),
    st.integers(946_684_800, 4_102_444_800),
    st.floats(946_684_800, 4_102_444_800),
)
def test_an_interval_is_exact_over_a_century(seconds: int, since: int, at: float) -> None:
    anchor, moment = datetime.fromtimestamp(since, UTC), datetime.fromtimestamp(at, UTC)
    found = IntervalRule(seconds, anchor).next_after(moment)
    assert moment < found <= moment + timedelta(seconds=seconds)
    assert (found - anchor) % timedelta(seconds=seconds) == timedelta()


# -- the changes of the clocks: Berlin, 29 March and 25 October 2026


def test_a_job_at_half_past_two_runs_once_on_the_night_the_clocks_go_back() -> None:
    """A 02:30 job fires twice on the night the clocks go back: one run for each wall-clock occurrence."""
    assert times("30 2 * * *", "2026-10-24 12:00", "2026-10-26 12:00") == ["25 02:30 +0200", "26 02:30 +0100"]


def test_a_job_at_half_past_two_runs_an_hour_later_on_the_night_the_clocks_go_forward() -> None:
    assert times("30 2 * * *", "2026-03-28 12:00", "2026-03-30 12:00") == ["29 03:30 +0200", "30 02:30 +0200"]


def test_a_shifted_run_and_a_regular_one_at_the_same_moment_are_one() -> None:
    assert times("30 2,3 * * *", "2026-03-29 00:00", "2026-03-29 12:00") == ["29 03:30 +0200"]


def test_every_hour_goes_on_every_hour_when_the_clocks_go_back() -> None:
    assert times("0 * * * *", "2026-10-25 00:30", "2026-10-25 04:30") == [
        "25 01:00 +0200",
        "25 02:00 +0200",
        "25 02:00 +0100",
        "25 03:00 +0100",
        "25 04:00 +0100",
    ]


def test_every_hour_leaves_none_out_when_the_clocks_go_forward() -> None:
    assert times("0 * * * *", "2026-03-29 00:30", "2026-03-29 04:30") == [
        "29 01:00 +0100",
        "29 03:00 +0200",
        "29 04:00 +0200",
    ]


def test_nine_in_the_morning_stays_nine_in_the_morning() -> None:
    assert times("0 9 * * *", "2026-03-28", "2026-03-30") == ["28 09:00 +0100", "29 09:00 +0200"]


def test_an_interval_counts_elapsed_time_over_the_change() -> None:
    rule = IntervalRule(3600, berlin("2026-03-29 00:00"))
    found = rule.between(berlin("2026-03-29 00:00"), berlin("2026-03-29 04:00"))
    assert [f"{moment.astimezone(BERLIN):%H:%M}" for moment in found] == ["01:00", "03:00", "04:00"]


RULES = st.sampled_from(
    [
        "* * * * *",
        "*/5 * * * *",
        "30 2 * * *",
        "0,30 1-3 * * *",
        "15 */2 * * 0",
        "0 3 * * 1-5",
        "45 2 1 * 0",
        "7 2 29 3 *",
    ]
)
NIGHTS = st.sampled_from([berlin("2026-03-29 02:00"), berlin("2026-10-25 02:00"), datetime(2026, 3, 8, 7, tzinfo=UTC)])
NEARBY = st.integers(-72 * 60, 72 * 60).map(lambda minutes: timedelta(minutes=minutes))


@settings(max_examples=60, deadline=None)
@given(RULES, st.sampled_from(ZONES), NIGHTS, NEARBY, st.integers(1, 3000))
def test_stepping_listing_and_counting_agree_around_every_change(
    text: str, zone: ZoneInfo, night: datetime, offset: timedelta, minutes: int
) -> None:
    rule = CronScheduleRule(cron.parse_cron(text), zone)
    after, until = night + offset, night + offset + timedelta(minutes=minutes)
    listed = rule.between(after, until)
    assert rule.count(after, until) == len(listed)
    stepped, moment = [], after
    for _ in listed[:40]:
        moment = rule.next_after(moment)
        stepped.append(moment)
    assert stepped == listed[:40]
    assert rule.next_after(until) > until
    last = last_occurrences(rule, after, until, 5)
    assert (list(last.times), last.earlier) == (listed[-5:], max(0, len(listed) - 5))
    if last.earlier:
        assert last.first == listed[0]


TURNS = [  # where clocks change at midnight, by half an hour, by a whole day
    (ZoneInfo("America/Santiago"), datetime(2026, 9, 6, 4, tzinfo=UTC)),
    (ZoneInfo("America/Santiago"), datetime(2026, 4, 5, 3, tzinfo=UTC)),
    (ZoneInfo("Asia/Beirut"), datetime(2026, 3, 28, 22, tzinfo=UTC)),
    (ZoneInfo("Australia/Lord_Howe"), datetime(2026, 10, 3, 15, 30, tzinfo=UTC)),
    (ZoneInfo("Australia/Lord_Howe"), datetime(2026, 4, 4, 15, tzinfo=UTC)),
    (ZoneInfo("Pacific/Apia"), datetime(2011, 12, 30, 10, tzinfo=UTC)),
    (BERLIN, datetime(2026, 3, 29, 1, tzinfo=UTC)),
    (BERLIN, datetime(2026, 10, 25, 1, tzinfo=UTC)),
]


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["* * * * *", "*/5 0-3 * * *", "0 0 * * *", "30 2 * * *", "15,45 1-2,23 * * *", "10 */3 * * 6,0"]),
    st.sampled_from(TURNS),
    st.integers(-40, 10),
    st.integers(60, 60 * 50),
)
def test_each_minute_that_the_clock_on_the_wall_shows_is_an_occurrence(
    text: str, turn: tuple[ZoneInfo, datetime], hours: int, minutes: int
) -> None:
    """Against a slow reading of the rule: look at the clock on the wall every minute."""
    zone, moment = turn
    fields = cron.parse_cron(text)
    rule = CronScheduleRule(fields, zone)
    after = moment + timedelta(hours=hours)
    until = after + timedelta(minutes=minutes)
    shown = set()
    for minute in range(1, minutes + 1):
        at = after + timedelta(minutes=minute)
        wall = at.astimezone(zone)
        matches = wall.minute in fields.minutes and wall.hour in fields.hours and fields.occurs_on(wall.date())
        if matches and (wall.fold == 0 or fields.every_hour):
            shown.add(at)
    found = rule.between(after, until)
    assert shown <= set(found)
    for shifted in set(found) - shown:  # a time that was left out: later by what the clocks were put forward
        offsets = [near.astimezone(zone).utcoffset() for near in (shifted - timedelta(hours=25), shifted)]
        assert offsets[0] < offsets[1]  # type: ignore[operator]
    assert rule.count(after, until) == len(found)
    stepped, at = [], after
    while len(stepped) < 30 and (at := rule.next_after(at)) <= until:
        stepped.append(at)
    assert stepped == found[:30]


@settings(max_examples=60, deadline=None)
@given(RULES, st.sampled_from(ZONES), NIGHTS, NEARBY)
def test_every_wall_clock_time_of_a_fixed_hour_comes_once(
    text: str, zone: ZoneInfo, night: datetime, offset: timedelta
) -> None:
    fields = cron.parse_cron(text)
    found = CronScheduleRule(fields, zone).between(night + offset, night + offset + timedelta(hours=30))
    walls = [f"{moment.astimezone(zone):%d %H:%M}" for moment in found]
    if not fields.every_hour:
        assert len(set(walls)) == len(walls)
    assert found == sorted(set(found))


def test_a_year_of_every_minute_is_counted_and_not_listed() -> None:
    rule = CronScheduleRule(cron.parse_cron("* * * * *"), BERLIN)
    found = last_occurrences(rule, berlin("2025-03-02 00:00"), berlin("2026-03-02 00:00"), 200)
    assert (len(found.times), found.earlier) == (200, 365 * 1440 - 200)


# -- jitter


def test_jitter_is_the_same_after_a_restart_and_ends_before_the_next_occurrence() -> None:
    schedule = replace(new_schedule("Spread", "cron", "*/5 * * * *"), jitter_s=3600)
    drawn = set()
    due_at = berlin("2026-03-02 09:00")
    for _ in range(50):
        due = rules.next_planned(schedule, due_at, BERLIN)
        assert due == rules.plan_occurrence(schedule, due.due_at, BERLIN)
        assert due.due_at <= due.at < due.due_at + timedelta(minutes=5)
        drawn.add(due.at - due.due_at)
        due_at = due.due_at
    assert len(drawn) > 20


def test_two_schedules_of_one_rule_are_spread() -> None:
    one = replace(new_schedule("One", "cron", "0 9 * * *"), jitter_s=600)
    moments = {rules.next_planned(changed(one, id=number), berlin("2026-03-02"), BERLIN).at for number in range(1, 9)}
    assert len(moments) > 5


def test_jitter_must_be_shorter_than_the_interval() -> None:
    with pytest.raises(UsageError, match="jitter"):
        rules.check_jitter("interval", "300", 300)
    rules.check_jitter("interval", "300", 299)
    with pytest.raises(UsageError):
        rules.check_jitter("cron", "0 9 * * *", -1)


def test_due_moments_are_whole_seconds_so_that_one_is_recorded_once() -> None:
    rule = IntervalRule(1800, berlin("2026-03-02 09:00"))
    moment = berlin("2026-03-02 09:00")
    for _ in range(2000):
        moment = rule.next_after(moment)
        assert to_text(moment).endswith(":00.000Z")
