"""L6: attempts are judged by checks, never by what was said of them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from claudeops_desktop.learning.cases.outcomes import HELD_FOR, CaseAttempt, CaseOutcome, CheckMoment, judge_attempts

START = datetime(2026, 3, 2, 9, tzinfo=UTC)


def at(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


def judged(actions: dict[float, str], checks: str, *, now: float = 600) -> CaseOutcome:
    """``checks``: one a minute from the start on, ``x`` bad, ``.`` good."""
    attempts = [CaseAttempt(action, "restart", at(minute)) for minute, action in actions.items()]
    moments = [CheckMoment(at(minute), mark == ".") for minute, mark in enumerate(checks)]
    return judge_attempts(attempts, moments, at(now))


def results(outcome: CaseOutcome) -> list[str]:
    return [attempt.result for attempt in outcome.attempts]


def test_the_last_attempt_before_a_recovery_is_the_cure_and_the_others_did_not_help():
    outcome = judged({1.5: "restart nginx", 3.5: "restart nginx", 5.5: "certbot renew"}, "xxxxxx....")
    assert results(outcome) == ["did_not_help", "did_not_help", "helped"]
    assert (outcome.end, outcome.cure) == ("cured", 2)
    assert outcome.attempts[2].seconds_to_recovery == 30


def test_without_an_attempt_it_went_away_by_itself():
    assert judged({}, "xxx..").end == "went_away"


def test_an_attempt_that_a_bad_check_followed_is_no_cure_though_it_recovered_later():
    outcome = judged({1.5: "restart"}, "xxxxxx..")
    assert outcome.end == "went_away"
    assert results(outcome) == ["did_not_help"]


def test_two_attempts_between_the_last_bad_check_and_the_recovery_leave_it_open_which_helped():
    outcome = judged({2.2: "restart", 2.6: "renew"}, "xxx...")
    assert (outcome.end, outcome.cure) == ("unclear", None)
    assert results(outcome) == ["unknown", "unknown"]


def test_one_good_check_is_no_recovery():
    assert judged({0.5: "restart"}, "x.x").end == "open"
    assert judged({0.5: "restart"}, "x.").end == "open"


def test_an_attempt_after_the_recovery_cured_nothing():
    outcome = judged({1.5: "renew", 7.5: "restart"}, "xx........")
    assert outcome.cure == 0
    assert results(outcome) == ["helped", "unknown"]


def test_a_cure_that_did_not_hold_is_said():
    assert judged({1.5: "restart"}, "xx...xx...").held is False
    assert judged({1.5: "restart"}, "xx....", now=10).held is None
    minutes = int(HELD_FOR.total_seconds() / 60)
    assert judged({1.5: "restart"}, "xx....", now=10 + minutes).held is None, "nobody looked since"
    assert judged({1.5: "restart"}, "xx" + "." * (minutes + 1), now=10 + minutes).held is True
