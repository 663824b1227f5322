"""What may be spent (S3): caps, warnings and the forecast, as rules and over real rows."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.folders import used_folder

from claudeops_desktop.core.settings import LimitSettings
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.records.spend import day_start, month_start
from claudeops_desktop.records.spend_forecast import forecast_spend
from claudeops_desktop.runs.spend import LEAST, SpentTotals, remaining_allowance, spend_warnings
from claudeops_desktop.runs.spend_tracking import warn_of_caps
from claudeops_desktop.storage import open_store

NOW = datetime(2026, 3, 18, 12, tzinfo=UTC)
dollars = st.floats(0, 1000, allow_nan=False).map(lambda amount: round(amount, 6))
caps = st.one_of(st.just(0.0), st.floats(0.01, 1000).map(lambda amount: round(amount, 2)))


@st.composite
def limits(draw):
    return LimitSettings(session_usd=draw(caps), run_usd=draw(caps), day_usd=draw(caps), month_usd=draw(caps))


class TestCaps:
    def test_the_smallest_of_what_is_left_counts(self):
        found = LimitSettings(session_usd=1, run_usd=3, day_usd=5, month_usd=50)
        assert remaining_allowance(found, SpentTotals()).usd == 1
        assert remaining_allowance(found, SpentTotals(run=2.5)).usd == 0.5
        assert remaining_allowance(found, SpentTotals(day=4.75)).usd == 0.25
        assert remaining_allowance(found, SpentTotals(month=49.9)).usd == 0.1

    @pytest.mark.parametrize(
        ("spent", "sentence"),
        [
            (SpentTotals(run=3.1), "$3.10 of $3 for a run are spent: no session starts. Raise limits.run_usd"),
            (SpentTotals(day=5.2), "$5.20 of $5 a day are spent: no session starts. Raise limits.day_usd"),
            (SpentTotals(month=50), "$50.00 of $50 a month are spent: no session starts. Raise limits.month_usd"),
        ],
    )
    def test_a_cap_that_is_reached_refuses_and_names_the_setting(self, spent, sentence):
        found = remaining_allowance(LimitSettings(run_usd=3, day_usd=5, month_usd=50), spent)
        assert found.usd == 0
        assert found.refused.startswith(sentence)

    def test_zero_means_no_cap(self):
        none = LimitSettings(session_usd=0, run_usd=0, day_usd=0, month_usd=0)
        assert remaining_allowance(none, SpentTotals(99, 99, 99)).usd is None

    @pytest.mark.slow
    @given(limits(), st.builds(SpentTotals, dollars, dollars, dollars))
    def test_what_is_allowed_never_leads_past_a_cap(self, found, spent):
        left = remaining_allowance(found, spent)
        for cap, used in (
            (found.session_usd, 0.0),
            (found.run_usd, spent.run),
            (found.day_usd, spent.day),
            (found.month_usd, spent.month),
        ):
            if cap and left.usd is not None and not left.refused:
                assert used + left.usd <= cap + 1e-6
        assert bool(left.refused) == any(
            cap and cap - used < LEAST
            for cap, used in ((found.run_usd, spent.run), (found.day_usd, spent.day), (found.month_usd, spent.month))
        )
        assert left.usd is None or left.usd >= LEAST or left.refused

    def test_a_rest_too_small_for_any_session_is_none(self):
        assert remaining_allowance(LimitSettings(day_usd=5), SpentTotals(day=4.99999)).refused

    @pytest.mark.slow
    @given(limits(), st.builds(SpentTotals, dollars, dollars, dollars), dollars)
    def test_spending_more_never_allows_more(self, found, spent, more):
        before, after = (
            remaining_allowance(found, spent),
            remaining_allowance(found, SpentTotals(spent.run, spent.day + more, spent.month + more)),
        )
        if before.usd is None:
            assert after.usd is None
        else:
            assert after.usd is not None
            assert after.usd <= before.usd


class TestWarnings:
    def test_below_eighty_per_cent_nothing_is_said(self):
        assert spend_warnings(LimitSettings(day_usd=5, month_usd=50), SpentTotals(day=3.99, month=39.9)) == ()

    def test_at_eighty_per_cent_it_is_a_warning(self):
        (found,) = spend_warnings(LimitSettings(day_usd=5, month_usd=50), SpentTotals(day=4, month=4))
        assert (found.period, found.reached, found.level) == ("day", False, "warning")
        assert found.message == "$4.00 of $5 are spent today (80%). At $5 no run starts until tomorrow."

    def test_at_a_hundred_it_says_that_nothing_starts(self):
        (found,) = spend_warnings(LimitSettings(day_usd=0, month_usd=50), SpentTotals(day=51, month=51))
        assert (found.period, found.reached, found.level) == ("month", True, "critical")
        assert "no run starts until the 1st, unless you raise limits.month_usd" in found.message

    @pytest.mark.slow
    @given(limits(), st.builds(SpentTotals, dollars, dollars, dollars))
    def test_reached_is_said_exactly_where_a_day_or_month_refuses(self, found, spent):
        refused = remaining_allowance(
            LimitSettings(run_usd=0, day_usd=found.day_usd, month_usd=found.month_usd), spent
        ).refused
        assert any(warning.reached for warning in spend_warnings(found, spent)) == bool(refused)


class TestForecast:
    def test_spent_so_far_and_the_average_for_the_days_that_are_left(self):
        days = {date(2026, 3, day): 1.0 for day in range(1, 19)}
        found = forecast_spend(days, date(2026, 3, 1), date(2026, 3, 18))
        assert (found.usd, found.spent_usd, found.daily_usd, found.days_seen, found.days_left) == (31, 18, 1, 14, 13)
        assert found.words == (
            "About $31.00 by the end of the month: $18.00 so far, and $1.00 a day, the average of the last 14 days, for"
            " 13 more days."
        )

    @pytest.mark.parametrize("age", [0, 1, 2])
    def test_two_days_are_too_little_to_go_by(self, age):
        today = date(2026, 3, 18)
        assert forecast_spend({today: 1.0}, today - timedelta(days=age), today) is None

    def test_nothing_was_ever_spent(self):
        assert forecast_spend({}, None, date(2026, 3, 18)) is None

    def test_days_before_the_first_are_not_taken_for_free_ones(self):
        days = {date(2026, 3, day): 2.0 for day in range(14, 18)}
        found = forecast_spend(days, date(2026, 3, 14), date(2026, 3, 18))
        assert (found.days_seen, found.daily_usd) == (4, 2.0)

    def test_on_the_first_of_a_month_the_last_month_is_gone_by(self):
        days = {date(2026, 2, day): 1.0 for day in range(1, 29)}
        found = forecast_spend(days, date(2026, 2, 1), date(2026, 3, 1))
        assert (found.usd, found.spent_usd) == (31, 0)

    @pytest.mark.slow
    @given(
        st.dictionaries(st.dates(date(2026, 1, 1), date(2026, 12, 31)), dollars, max_size=60),
        st.dates(date(2026, 2, 1), date(2026, 12, 31)),
    )
    def test_it_is_never_less_than_what_is_spent(self, days, today):
        past = {day: cost for day, cost in days.items() if day <= today}
        found = forecast_spend(past, min(past, default=None), today)
        if found is not None:
            assert found.usd >= found.spent_usd - 1e-6


@pytest.fixture
def book(tmp_path):
    store = open_store(used_folder(tmp_path / "data"))
    yield RecordRepositories(store)
    store.close()


def session(book, at, usd, *, tier=1, agent="claude", trigger="manual", due=None):
    def begin():
        run = book.sessions.begin_run(trigger=trigger, agent=agent, max_tier=3, dry_run=False, services=[], now=at)
        book.sessions.begin(now=at, run_id=run, agent=agent, trigger=trigger, tier=tier, cost_usd=usd)
        if due is not None:
            book.schedules.update_due(due, run_id=run)
        return run

    return book.store.write(begin).result()


class TestRecords:
    def test_a_day_begins_at_midnight_here(self, book, in_zone):
        in_zone("Europe/Berlin")
        session(book, datetime(2026, 3, 17, 22, 59, tzinfo=UTC), 1.0)
        session(book, datetime(2026, 3, 17, 23, 1, tzinfo=UTC), 2.0)
        assert book.spend.today(NOW) == 2.0
        assert [(day.day, day.usd) for day in book.spend.by_day(2, NOW)] == [("2026-03-17", 1.0), ("2026-03-18", 2.0)]

    def test_a_month_begins_on_the_first_though_the_clocks_change_in_it(self, in_zone):
        in_zone("Europe/Berlin")
        later = datetime(2026, 3, 30, 12, tzinfo=UTC)  # summer time
        assert month_start(later) == datetime(2026, 2, 28, 23, tzinfo=UTC)
        assert day_start(later) == datetime(2026, 3, 29, 22, tzinfo=UTC)

    def test_a_recording_that_was_played_again_cost_nothing(self, book):
        session(book, NOW, 5.0, agent="replay")
        assert (book.spend.today(NOW), book.spend.month(NOW)) == (0, 0)

    def test_by_tier_and_by_what_started_it(self, book):
        from claudeops_desktop.scheduler import edit

        schedule = book.store.write(lambda: edit.create_default(book, NOW)).result()
        due = book.store.write(lambda: book.schedules.note_due(schedule.id, NOW, "ran")).result()
        session(book, NOW, 0.5, trigger="scheduled", due=due)
        session(book, NOW, 2.0, tier=3)
        session(book, NOW, 0.25, trigger="alert")
        assert [(s.name, s.usd) for s in book.spend.by_tier(month_start(NOW))] == [("3", 2.0), ("1", 0.75)]
        assert [(s.name, s.usd) for s in book.spend.by_schedule(month_start(NOW))] == [
            ("by hand", 2.0),
            (schedule.name, 0.5),
            ("alerts", 0.25),
        ]

    def test_the_forecast_goes_by_the_rows(self, book):
        for back in range(6):
            session(book, NOW - timedelta(days=back), 1.0)
        found = book.spend.forecast(NOW)
        assert (found.spent_usd, found.daily_usd, found.days_seen, found.usd) == (6, 1, 5, 19)

    def test_each_cap_is_warned_of_once_a_period(self, book):
        limits = LimitSettings(day_usd=5, month_usd=0)

        def warn(at, caps=limits):
            book.store.write(lambda: warn_of_caps(book, caps, at)).result()

        session(book, NOW, 4.2)
        warn(NOW)
        warn(NOW)
        assert [(e.level, e.message[:11]) for e in book.events.list()] == [("warning", "$4.20 of $5")]
        session(book, NOW, 1.0)
        warn(NOW)
        warn(NOW)
        assert [e.level for e in book.events.list()] == ["critical", "warning"]
        tomorrow = NOW + timedelta(days=1)
        session(book, tomorrow, 4.0)
        warn(tomorrow)
        assert len(book.events.list()) == 3

    def test_a_cap_that_was_raised_is_warned_of_anew(self, book):
        session(book, NOW, 9.0)
        for cap in (10, 11, 11):
            caps = LimitSettings(day_usd=cap, month_usd=0)
            book.store.write(lambda caps=caps: warn_of_caps(book, caps, NOW)).result()
        assert len(book.events.list()) == 2
