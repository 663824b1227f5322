"""L6: attempts are judged by checks, never by what was said of them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from claudeops_desktop.learning.cases.outcomes import (
    HELD_FOR,
    CaseAttempt,
    CaseOutcome,
    CheckMoment,
    confirm_cure,
    judge_attempts,
)

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


def test_it_recovered_after_the_last_attempt_and_the_others_did_not_help():
    outcome = judged({1.5: "restart nginx", 3.5: "restart nginx", 5.5: "certbot renew"}, "xxxxxx....")
    assert results(outcome) == ["did_not_help", "did_not_help", "recovered_after"]
    assert (outcome.end, outcome.cure) == ("recovered", 2)
    assert outcome.attempts[2].seconds_to_recovery == 30


def test_what_something_else_proves_helped():
    outcome = confirm_cure(judged({1.5: "renew"}, "xx...."))
    assert (outcome.end, outcome.cure, results(outcome)) == ("cured", 0, ["helped"])


def test_without_a_recovery_nothing_is_proven():
    outcome = judged({1.5: "renew"}, "xxx")
    assert confirm_cure(outcome) == outcome


@pytest.mark.parametrize(
    ("ran", "ended", "checks", "result"),
    [
        ("ok", 2.5, "xxxx..", "did_not_help"),
        ("ok", 4.5, "xxxx..", "recovered_after"),  # each bad check came while it ran
        ("ok", 3, "xxxx..", "recovered_after"),  # the last one at the moment of its end
        ("error", 4.5, "xxxx..", "did_not_help"),
        ("mixed", 4.5, "xxxx..", "recovered_after"),  # its last look may have failed
        ("mixed", 2.5, "xxxx..", "did_not_help"),
        ("", None, "xxxx..", "unknown"),
        ("", None, "xx..", "unknown"),
    ],
)
def test_an_attempt_is_judged_by_what_was_measured_after_its_end(
    ran: str, ended: float | None, checks: str, result: str
):
    call = CaseAttempt("renew", "restart", at(1.5), ended_at=None if ended is None else at(ended), ran=ran)
    moments = [CheckMoment(at(minute), mark == ".") for minute, mark in enumerate(checks)]
    assert results(judge_attempts([call], moments, at(600))) == [result]


def test_without_an_attempt_it_went_away_by_itself():
    assert judged({}, "xxx..").end == "went_away"


def test_an_attempt_that_a_bad_check_followed_is_no_cure_though_it_recovered_later():
    outcome = judged({1.5: "restart"}, "xxxxxx..")
    assert outcome.end == "recovered_later"
    assert results(outcome) == ["did_not_help"]


def test_what_ran_between_two_checks_is_one_attempt():
    outcome = judged({0.2: "stop", 0.4: "start", 2.2: "restart", 2.6: "renew"}, "xxx...")
    told = [(attempt.action, attempt.result) for attempt in outcome.attempts]
    assert told == [("stop, then start", "did_not_help"), ("restart, then renew", "recovered_after")]
    assert outcome.attempts[1].seconds_to_recovery == pytest.approx(48)


def test_one_good_check_is_no_recovery():
    assert judged({0.5: "restart"}, "x.x").end == "open"
    assert judged({0.5: "restart"}, "x.").end == "open"


def test_an_attempt_after_the_recovery_cured_nothing():
    outcome = judged({1.5: "renew", 7.5: "restart"}, "xx........")
    assert outcome.cure == 0
    assert results(outcome) == ["recovered_after", "unknown"]


def test_a_cure_that_did_not_hold_is_said():
    assert judged({1.5: "restart"}, "xx...xx...").held is False
    assert judged({1.5: "restart"}, "xx....", now=10).held is None
    minutes = int(HELD_FOR.total_seconds() / 60)
    assert judged({1.5: "restart"}, "xx....", now=10 + minutes).held is None, "nobody looked since"
    assert judged({1.5: "restart"}, "xx" + "." * (minutes + 1), now=10 + minutes).held is True


def test_a_line_that_ended_with_an_error_did_not_help_where_something_else_ran_after_it():
    first = CaseAttempt("start", "restart", at(3.1), ended_at=at(3.2), ran="mixed")
    second = CaseAttempt("correct, then start", "restart", at(3.4), ended_at=at(3.5))
    moments = [CheckMoment(at(minute), mark == ".") for minute, mark in enumerate("xxxx..")]
    assert results(judge_attempts([first, second], moments, at(600))) == ["did_not_help", "recovered_after"]
