"""What sessions cost: by local day, month, tier and schedule, and what the month will have cost by its end."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.records.occurrences import Schedule
from claudeops_desktop.records.spend import DaySpend, SpendShare, day_start, month_start
from claudeops_desktop.records.spend_forecast import SpendForecast, forecast_spend

NOW = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)


@pytest.fixture
def spend(session):
    """A session that cost something; its id."""

    def spent(usd, at=NOW, run_id=None, **more):
        return session(run_id, at, cost_usd=usd, **more)

    return spent


def test_a_sum_begins_with_its_moment(book, spend):
    spend(0.1, NOW - timedelta(milliseconds=1))
    spend(0.2, NOW)
    spend(0.4, NOW + HOUR)
    spend(None)
    assert book.spend.since(NOW) == 0.6
    assert book.spend.since(NOW - timedelta(milliseconds=1)) == 0.7
    assert book.spend.since(NOW + HOUR + HOUR) == 0


def test_a_sum_is_exact_to_a_millionth_of_a_dollar(book, spend):
    for _ in range(3):
        spend(0.1000004)
    assert book.spend.since(NOW) == 0.300001
    assert book.spend.by_day(1, NOW) == [DaySpend("2026-03-10", 0.300001, 3)]
    assert book.spend.by_tier(NOW) == [SpendShare("1", 0.300001, 3)]


def test_a_recording_that_was_played_again_cost_nothing(book, spend):
    number = spend(0.5, agent="replay")
    assert (book.spend.since(NOW), book.spend.by_tier(NOW)) == (0, [])
    assert book.spend.of_run(book.sessions.get(number).run_id) == 0.0
    assert book.spend.by_agent(NOW) == []


def test_days_and_months_are_the_operator_s_own(book, spend, in_zone):
    in_zone("Europe/Berlin")  # an hour ahead of UTC
    now = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
    spend(0.1, datetime(2026, 2, 28, 22, 59, tzinfo=UTC))
    spend(0.2, datetime(2026, 2, 28, 23, 0, tzinfo=UTC))
    spend(0.4, now)
    assert (book.spend.today(now), book.spend.month(now)) == (0.6, 0.6)
    assert (book.spend.today(now + DAY), book.spend.month(now + DAY)) == (0, 0.6)
    assert book.spend.by_day(3, now) == [
        DaySpend("2026-02-27", 0.0, 0),
        DaySpend("2026-02-28", 0.1, 1),
        DaySpend("2026-03-01", 0.6, 2),
    ]


def test_a_day_begins_at_midnight_though_the_clocks_change_on_it(in_zone):
    in_zone("Europe/Berlin")
    now = datetime(2026, 3, 29, 12, 0, tzinfo=UTC)  # summer time began at one o'clock UTC
    assert day_start(now) == datetime(2026, 3, 28, 23, 0, tzinfo=UTC)
    assert month_start(now) == datetime(2026, 2, 28, 23, 0, tzinfo=UTC)


def test_the_cost_of_a_run_is_that_of_its_sessions(book, spend, run):
    first, second = run(), run()
    spend(0.25, run_id=first)
    spend(0.5, run_id=first)
    spend(None, run_id=first)
    spend(4.0, run_id=second)
    assert (book.spend.of_run(first), book.spend.of_run(second), book.spend.of_run(99)) == (0.75, 4.0, 0.0)


def test_the_last_days_end_with_today(book, spend):
    spend(9.0, NOW - 2 * DAY)
    spend(0.25, NOW - DAY)
    spend(0.5)
    spend(0.125, NOW + HOUR)
    spend(7.0, NOW + DAY)  # by a clock that was set back later
    assert book.spend.by_day(2, NOW) == [DaySpend("2026-03-09", 0.25, 1), DaySpend("2026-03-10", 0.625, 2)]
    assert book.spend.by_day(1, NOW)[0].as_json() == {"day": "2026-03-10", "usd": 0.625, "sessions": 2}


def test_tiers_are_dearest_first_and_equal_ones_in_order(book, spend):
    spend(9.0, NOW - HOUR, tier=1)
    for usd, tier in ((0.25, 3), (0.5, 2), (0.25, 1), (0.25, 2)):
        spend(usd, tier=tier)
    assert book.spend.by_tier(NOW) == [SpendShare("2", 0.75, 2), SpendShare("1", 0.25, 1), SpendShare("3", 0.25, 1)]
    assert book.spend.by_tier(NOW)[0].as_json() == {"name": "2", "usd": 0.75, "sessions": 2}


def test_what_belongs_to_no_schedule_has_a_name_by_what_began_it(book, spend, run, write):
    def scheduled(number):
        schedule = Schedule(0, "nightly", "cron", "0 3 * * *", 1, 0, 1, "", "", (), "", "", "")
        due = book.schedules.note_due(book.schedules.save(schedule), NOW, "running")
        book.schedules.begin_due(due, number)

    number = run(trigger="scheduled")
    write(lambda: scheduled(number))
    spend(4.0, run_id=number)
    spend(4.0, run_id=number)
    for place, trigger in enumerate(("alert", "incident", "manual", "api", "scheduled", "catch-up")):
        spend(2.0**-place, trigger=trigger)
    spend(64.0, NOW - HOUR, trigger="alert")
    assert book.spend.by_schedule(NOW) == [
        SpendShare("nightly", 8.0, 2),
        SpendShare("alerts", 1.0, 1),
        SpendShare("incidents", 0.5, 1),
        SpendShare("by hand", 0.375, 2),
        SpendShare("deleted schedules", 0.09375, 2),
    ]


def test_each_session_that_cost_something_is_told_with_its_agent(book, spend):
    spend(9.0, NOW - HOUR)
    spend(0.5, NOW + HOUR, agent="codex")
    spend(0.25, NOW)
    spend(0.0, NOW)
    assert book.spend.by_agent(NOW) == [("claude", NOW, 0.25), ("codex", NOW + HOUR, 0.5)]
    assert book.spend.share_by_agent(NOW) == [SpendShare("codex", 0.5, 1), SpendShare("claude", 0.25, 1)]


def test_a_cap_is_warned_of_once_in_a_period(book, write):
    def warn(period="day", starts=NOW, cap_usd=5.0, reached=False):
        return write(lambda: book.spend.note_warning(period, starts, cap_usd, reached, NOW + HOUR))

    assert [warn(), warn()] == [True, False]
    others = [{"period": "month"}, {"starts": NOW + DAY}, {"cap_usd": 6.0}, {"reached": True}]
    assert [warn(**other) for other in others] == [True] * 4
    assert [warn(**other) for other in others] == [False] * 4
    rows = book.store.database.execute_sql("SELECT * FROM spend_warnings ORDER BY period, starts, cap_usd, reached")
    assert rows.fetchall() == [
        ("day", to_text(NOW), 5.0, 0, to_text(NOW + HOUR)),
        ("day", to_text(NOW), 5.0, 1, to_text(NOW + HOUR)),
        ("day", to_text(NOW), 6.0, 0, to_text(NOW + HOUR)),
        ("day", to_text(NOW + DAY), 5.0, 0, to_text(NOW + HOUR)),
        ("month", to_text(NOW), 5.0, 0, to_text(NOW + HOUR)),
    ]


# --- the forecast ---------------------------------------------------------------------------------------------------

TODAY = date(2026, 3, 28)
FEB, MAR = (lambda day: date(2026, 2, day)), (lambda day: date(2026, 3, day))
FEW = {date(2026, 3, day): 0.5 * day for day in (25, 26, 27, 28)}  # 12.5, 13, 13.5 and, today, 14


@pytest.mark.parametrize(
    ("by_day", "first", "today", "expected"),
    [
        (FEW, None, TODAY, None),
        (FEW, TODAY, TODAY, None),
        (FEW, MAR(26), TODAY, None),  # two whole days
        (FEW, MAR(25), TODAY, SpendForecast(92.0, 53.0, 13.0, 3, 3)),
        (FEW, MAR(24), TODAY, SpendForecast(82.25, 53.0, 9.75, 4, 3)),
        # What today's sessions have not used of a day's average is still to come.
        ({MAR(25): 9.0, TODAY: 1.0}, MAR(25), TODAY, SpendForecast(21.0, 10.0, 3.0, 3, 3)),
        # Two weeks are looked back on, today not among them.
        ({MAR(14): 14.0, MAR(13): 99.0}, date(2026, 1, 1), TODAY, SpendForecast(117.0, 113.0, 1.0, 14, 3)),
        # A day of another month or year counts for the average and not for what was spent.
        ({FEB(28): 6.0, date(2025, 3, 2): 1.0}, FEB(27), MAR(2), SpendForecast(60.0, 0.0, 2.0, 3, 29)),
        ({FEB(27): 3.0}, FEB(25), FEB(28), SpendForecast(4.0, 3.0, 1.0, 3, 0)),
        ({MAR(27): 1.0}, MAR(25), TODAY, SpendForecast(2.3333, 1.0, 0.3333, 3, 3)),
    ],
)  # fmt: skip
def test_a_month_goes_on_as_the_last_days_went(by_day, first, today, expected):
    assert forecast_spend(by_day, first, today) == expected


def test_the_forecast_includes_the_cost_of_sessions(book, spend):
    assert book.spend.forecast(NOW) is None
    spend(50.0, NOW - 40 * DAY, agent="replay")
    spend(0.5, NOW - 2 * DAY)
    spend(0.25, NOW - 2 * DAY)
    spend(0.0, NOW - 9 * DAY)
    assert book.spend.forecast(NOW) is None  # two days are too little to go by
    spend(1.5, NOW - 3 * DAY)
    assert book.spend.forecast(NOW) == SpendForecast(18.75, 2.25, 0.75, 3, 21)
    spend(12.0, NOW - 14 * DAY)
    assert book.spend.forecast(NOW) == SpendForecast(24.6429, 2.25, 1.0179, 14, 21)


@pytest.mark.parametrize(
    ("now", "spent"), [(datetime(2026, 3, 31, tzinfo=UTC), 3.0), (datetime(2026, 3, 14, tzinfo=UTC), 3.0)]
)
def test_all_of_the_month_counts_as_spent(book, spend, now, spent):
    spend(1.0, datetime(2026, 2, 28, 23, 59, tzinfo=UTC))
    spend(1.0, datetime(2026, 3, 1, tzinfo=UTC))
    spend(2.0, datetime(2026, 3, 12, tzinfo=UTC))
    assert book.spend.forecast(now).spent_usd == spent


@pytest.mark.parametrize(("left", "days"), [(0, "0 more days"), (1, "1 more day"), (2, "2 more days")])
def test_a_forecast_says_on_what_it_rests(left, days):
    found = SpendForecast(20.0, 15.5, 0.75, 14, left)
    words = (
        "About $20.00 by the end of the month: $15.50 so far, and $0.75 a day, the average of the last 14 days,"
        f" for {days}."
    )
    assert found.words == words
    assert found.as_json() == {
        "usd": 20.0,
        "spent_usd": 15.5,
        "daily_usd": 0.75,
        "days_seen": 14,
        "days_left": left,
        "words": words,
    }
