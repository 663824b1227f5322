"""UI.md, Frame: the status line and the tray say the same, in words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.settings import build
from claudeops_desktop.records.spend_forecast import SpendForecast
from claudeops_desktop.runs.request import LiveRun, QueuedRun, QueueState, RunRequest
from claudeops_desktop.scheduler.edit import new_schedule
from claudeops_desktop.scheduler.scheduler_service import NextOccurrence
from claudeops_desktop.ui.app_status import describe_status
from claudeops_desktop.ui.text.spend_text import SpendSummary

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
LIVE = LiveRun(1, RunRequest(), 1, 1, "claude", 2, to_text(NOW))


def stand(queue=None, due=None, spent=0.42, last="completed", month=3.1, forecast=None, **changed):
    settings = build(changed, {})
    return describe_status(queue or QueueState(), due, settings, SpendSummary(spent, month, forecast), last, NOW)


def test_idle_says_what_comes_next_and_what_today_has_cost():
    at = NOW + timedelta(minutes=23)
    now = stand(due=NextOccurrence(new_schedule("Look", "interval", "3600"), at, at, ""))
    assert (now.state, now.text) == ("idle", "Idle")
    assert now.next == f"next observe {at.astimezone():%H:%M} (in 23 min)"
    assert now.next_at == f"next observe {at.astimezone():%H:%M}"
    assert now.spend == "today $0.42 of $5 · month $3.10 of $50"


def test_a_live_run_says_tier_and_agent_and_what_waits():
    now = stand(QueueState(LIVE, (QueuedRun(2, RunRequest(), to_text(NOW)),)))
    assert (now.state, now.text, now.waiting) == ("running", "Running investigate with claude", 1)


def test_a_failed_last_run_shows_until_the_next_one():
    assert stand(last="failed").state == "failed"
    assert stand(QueueState(LIVE), last="failed").state == "running"
    assert stand(last="timed_out").text == "Last run timed out"


def test_paused_says_that_scheduled_runs_wait():
    now = stand(run={"paused": True}, last="failed")
    assert (now.state, now.next, now.paused) == ("paused", "scheduled runs are paused", True)


def test_the_cap_of_the_day_is_told():
    assert stand(spent=5.0).spend_state == "over"
    assert stand(spent=5.0).spend.endswith("cap reached")
    assert stand(spent=9.0, limits={"day_usd": 0}).spend == "today $9.00 · month $3.10 of $50"


def test_a_cap_that_is_near_is_told_in_words():
    assert stand(spent=4.0).spend_state == "near"
    assert stand(month=40.0).spend.endswith("near the cap")
    assert stand(month=39.99).spend_state == ""


def test_hovering_the_spend_tells_the_forecast_and_what_it_rests_on():
    tip = stand(forecast=SpendForecast(61.2, 3.1, 2.0, 14, 9)).spend_tip
    assert "About $61.20 by the end of the month" in tip
    assert "the average of the last 14 days" in tip
    assert "more than the cap of $50" in tip
    assert "not enough data" in stand().spend_tip


def test_without_a_schedule_it_says_so():
    assert stand().next == "nothing scheduled"
