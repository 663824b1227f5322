"""D4, by rule: what is told, at which hours, how often."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from claudeops_desktop.core.settings import NotificationSettings
from claudeops_desktop.notifications.rules import (
    NoticeAction,
    NoticeKind,
    NoticeTarget,
    OperatorNotice,
    decide_delivery,
    fold_numbers,
    is_quiet,
    one_line,
)

NOW = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)
DEFAULT = NotificationSettings()
NIGHT = NotificationSettings(quiet=True, quiet_from="22:00", quiet_until="07:00")


def notice(kind: NoticeKind) -> OperatorNotice:
    return OperatorNotice(kind, "k", "t", "b", NoticeTarget("events"))


def what(kind: NoticeKind, settings=DEFAULT, told_at=None, local=NOW):
    return decide_delivery(notice(kind), settings, told_at, NOW, local)


@pytest.mark.parametrize(
    "kind", [NoticeKind.APPROVAL, NoticeKind.FAILED, NoticeKind.CRITICAL, NoticeKind.SPEND, NoticeKind.CRASH]
)
def test_failures_and_what_needs_the_operator_are_told_by_default(kind):
    assert what(kind) is NoticeAction.TELL


@pytest.mark.parametrize("kind", [NoticeKind.WARNING, NoticeKind.MISSED, NoticeKind.COMPLETED])
def test_the_rest_is_not_told_by_default(kind):
    assert what(kind) is NoticeAction.DROP


def test_the_same_within_an_hour_is_counted():
    assert what(NoticeKind.FAILED, told_at=NOW - timedelta(minutes=59)) is NoticeAction.REPEAT


def test_the_same_after_an_hour_is_told_again():
    assert what(NoticeKind.FAILED, told_at=NOW - timedelta(minutes=60)) is NoticeAction.TELL


def test_repeats_of_no_minutes_are_always_told():
    assert what(NoticeKind.FAILED, NotificationSettings(repeat_minutes=0), NOW) is NoticeAction.TELL


@pytest.mark.parametrize(
    ("at", "quiet"), [("21:59", False), ("22:00", True), ("00:00", True), ("06:59", True), ("07:00", False)]
)
def test_quiet_hours_go_over_midnight(at, quiet):
    hour, minute = map(int, at.split(":"))
    assert is_quiet(NIGHT, NOW.replace(hour=hour, minute=minute)) is quiet


@pytest.mark.parametrize(("at", "quiet"), [("12:59", False), ("13:00", True), ("14:00", False)])
def test_quiet_hours_within_a_day(at, quiet):
    hour, minute = map(int, at.split(":"))
    noon = NotificationSettings(quiet=True, quiet_from="13:00", quiet_until="14:00")
    assert is_quiet(noon, NOW.replace(hour=hour, minute=minute)) is quiet


def test_the_same_time_twice_is_never_quiet():
    assert not is_quiet(NotificationSettings(quiet=True, quiet_from="07:00", quiet_until="07:00"), NOW)


def test_quiet_hours_follow_the_wall_clock_on_the_night_the_clocks_change():
    berlin = ZoneInfo("Europe/Berlin")
    before, after = datetime(2026, 3, 29, 4, 59, tzinfo=UTC), datetime(2026, 3, 29, 5, 0, tzinfo=UTC)
    assert is_quiet(NIGHT, before.astimezone(berlin))
    assert not is_quiet(NIGHT, after.astimezone(berlin))


def test_in_quiet_hours_a_failure_is_kept_and_a_question_is_told():
    night = NOW.replace(hour=23)
    assert what(NoticeKind.FAILED, NIGHT, local=night) is NoticeAction.HOLD
    assert what(NoticeKind.APPROVAL, NIGHT, local=night) is NoticeAction.TELL


def test_texts_that_differ_in_numbers_say_the_same():
    assert fold_numbers("took 61 s") == fold_numbers("took 9.5 s")


def test_an_agents_words_stay_on_one_line_and_turn_nothing_around():
    assert one_line("a\nb\u202ec\x1b[0m", 40) == "a b c [0m"
    assert one_line("x" * 50, 10) == "x" * 9 + "…"
