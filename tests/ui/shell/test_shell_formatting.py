"""UI.md, Words: times, durations, money and numbers as an operator says them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.ui.text import formatting

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("seconds_ago", "said"),
    [
        (0, "just now"),
        (4, "just now"),
        (40, "40 s ago"),
        (60, "1 min ago"),
        (3599, "59 min ago"),
        (7200, "2 h ago"),
        (86399, "23 h ago"),
        (3 * 86400, "3 d ago"),
        (-3, "now"),
        (-30, "in 30 s"),
        (-23 * 60, "in 23 min"),
        (-5 * 3600, "in 5 h"),
    ],
)
def test_a_moment_is_said_by_its_distance(seconds_ago, said):
    assert formatting.format_relative_time(NOW - timedelta(seconds=seconds_ago), NOW) == said
    assert formatting.format_relative_time(to_text(NOW - timedelta(seconds=seconds_ago)), NOW) == said


def test_a_moment_a_week_away_is_said_by_its_date():
    assert formatting.format_relative_time(NOW - timedelta(days=7), NOW) == "14 Nov"
    assert formatting.format_relative_time(NOW - timedelta(days=400), NOW) == "17 Oct 2025"


def test_no_moment_says_nothing():
    assert (
        formatting.format_relative_time(None)
        == formatting.format_relative_time("")
        == formatting.format_exact_time(None)
        == formatting.format_clock_time("")
        == ""
    )


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "0 s"),
        (0.42, "0.4 s"),
        (9.99, "10 s"),
        (12.4, "12 s"),
        (59.6, "1 min"),
        (72, "1 min 12 s"),
        (3600, "1 h"),
        (7500, "2 h 5 min"),
        (86400 * 3 + 4 * 3600, "3 d 4 h"),
        (-1, "0 s"),
        (None, ""),
    ],
)
def test_durations(seconds, said):
    assert formatting.format_duration(seconds) == said


def test_milliseconds_stay_so_below_a_second():
    assert formatting.format_duration_ms(85.2) == "85 ms"
    assert formatting.format_duration_ms(999.7) == "1 s"
    assert formatting.format_duration_ms(72_000) == "1 min 12 s"


def test_only_all_of_it_is_a_hundred_percent():
    assert [formatting.format_percent(s) for s in (0, 0.001, 0.42, 0.999, 1)] == [
        "0 %",
        "< 1 %",
        "42 %",
        "99 %",
        "100 %",
    ]


def test_numbers_and_counts():
    assert formatting.format_number(12408) == "12,408"
    assert formatting.format_number(3.5) == "3.5"
    assert formatting.format_count(1, "session") == "1 session"
    assert formatting.format_count(2000, "memory", "memories") == "2,000 memories"
    assert formatting.format_names(("a", "b", "c", "d", "e")) == "a, b, c and 2 more"
    assert formatting.format_names(("a", "b")) == "a and b"
    assert formatting.format_names(()) == ""


def test_what_an_agent_says_cannot_turn_the_words_beside_it():
    assert formatting.strip_direction_marks("ok \u202egnitser\u202c \u2066x\u2069 ünï") == "ok gnitser x ünï"


def test_a_word_without_end_breaks_and_a_text_without_end_ends():
    shown = formatting.make_breakable("a " + "x" * 100, most=90)
    assert shown.replace("\u200b", "") == "a " + "x" * 88 + "…"
    assert max(len(part) for part in shown.replace(" ", "\u200b").split("\u200b")) <= 40


def test_a_path_at_home_is_written_as_an_operator_would(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert formatting.shorten_path(tmp_path / ".local" / "share") == "~/.local/share"
    assert formatting.shorten_path(Path("/var/lib/claudeops")) == "/var/lib/claudeops"
