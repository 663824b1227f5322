"""UI, Words: schedules and moments as an operator would say them."""

from __future__ import annotations

import pytest
from schedule_world import BERLIN, berlin

from claudeops_desktop.scheduler import rules
from claudeops_desktop.scheduler.edit import new_schedule
from claudeops_desktop.scheduler.text import PRESETS, next_words, past_words


@pytest.mark.parametrize(
    ("kind", "rule", "words"),
    [
        ("interval", "60", "Every minute"),
        ("interval", "1800", "Every 30 minutes"),
        ("interval", "3600", "Every hour"),
        ("interval", "5400", "Every 90 minutes"),
        ("interval", "7200", "Every 2 hours"),
        ("interval", "86400", "Every day"),
        ("interval", "604800", "Every week"),
        ("interval", "90", "Every 90 seconds"),
        ("cron", "0 9 * * 1-5", "Weekdays at 09:00"),
        ("cron", "0 9 * * 0,6", "Weekends at 09:00"),
        ("cron", "0 9 * * 1", "Mondays at 09:00"),
        ("cron", "0 9 * * 7", "Sundays at 09:00"),
        ("cron", "0 9 * * 1,3,5", "Mon, Wed and Fri at 09:00"),
        ("cron", "0 6 1 * *", "On the 1st at 06:00"),
        ("cron", "0 6 1,15 * *", "On the 1st and 15th at 06:00"),
        ("cron", "0 18 24 12 *", "On the 24th of December at 18:00"),
        ("cron", "30 2 * * *", "Every day at 02:30"),
        ("cron", "0 9,17 * * *", "Every day at 09:00 and 17:00"),
        ("cron", "*/15 * * * *", "Every 15 minutes"),
        ("cron", "@hourly", "Every hour"),
        ("cron", "5 * * * *", "Every hour at 5 min past"),
        ("cron", "*/10 8-17 * * 1-5", "Weekdays, every 10 minutes from 08:00 to 17:50"),
        ("cron", "*/7 * * * *", "Cron */7 * * * *"),
        ("cron", "0 9 1 * 1", "Cron 0 9 1 * 1"),
    ],
)
def test_rules_in_words(kind: str, rule: str, words: str) -> None:
    assert rules.describe_rule(new_schedule("Any", kind, rules.check_rule(kind, rule))) == words.replace(
        "Cron @", "Cron "
    )


@pytest.mark.parametrize(("words", "kind", "rule"), PRESETS)
def test_presets_say_what_they_do(words: str, kind: str, rule: str) -> None:
    assert rules.rule_words(kind, rules.check_rule(kind, rule)) == words


NOW = berlin("2026-03-02 13:37")


@pytest.mark.parametrize(
    ("at", "words"),
    [
        ("2026-03-02 14:00", "14:00 (in 23 min)"),
        ("2026-03-02 13:37:10", "13:37 (in less than a minute)"),
        ("2026-03-02 13:30", "13:30 (now)"),
        ("2026-03-02 16:42", "16:42 (in 3 h 5 min)"),
        ("2026-03-02 15:37", "15:37 (in 2 h)"),
        ("2026-03-03 09:00", "tomorrow 09:00"),
        ("2026-03-07 09:00", "Sat 09:00"),
        ("2026-03-09 09:00", "9 Mar 09:00"),
        ("2027-01-01 06:00", "1 Jan 2027 06:00"),
    ],
)
def test_the_next_run_in_words(at: str, words: str) -> None:
    assert next_words(berlin(at), NOW, BERLIN) == words


def test_the_hour_that_comes_twice_is_counted_in_real_time() -> None:
    assert next_words(berlin("2026-10-25 03:00"), berlin("2026-10-25 01:00"), BERLIN) == "03:00 (in 3 h)"


@pytest.mark.parametrize(
    ("at", "words"),
    [
        ("2026-03-02 09:30", "09:30"),
        ("2026-03-01 09:30", "yesterday 09:30"),
        ("2026-02-27 09:30", "Fri 09:30"),
        ("2026-02-01 09:30", "1 Feb 09:30"),
        ("2025-12-24 09:30", "24 Dec 2025 09:30"),
    ],
)
def test_a_missed_moment_in_words(at: str, words: str) -> None:
    assert past_words(berlin(at), NOW, BERLIN) == words
