"""The window of the subscription, as the service said it last (PRODUCT S3)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from claudeops_desktop.core.usage_window import FILE, closed_until, forget_window, made_window, note_window, read_window

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


def closed(resets_at: datetime | None = NOW + 5 * HOUR):
    return made_window(NOW, name="five_hour", used=1.0, resets_at=resets_at, closed=True)


def test_nothing_is_known_of_an_account_that_has_no_window(tmp_path: Path):
    assert (read_window(tmp_path), closed_until(tmp_path, NOW)) == (None, None)


def test_a_closed_window_holds_until_it_opens(tmp_path: Path):
    note_window(tmp_path, closed())
    assert closed_until(tmp_path, NOW + 4 * HOUR) == NOW + 5 * HOUR
    assert closed_until(tmp_path, NOW + 5 * HOUR) is None


@pytest.mark.parametrize("resets_at", [None, NOW - HOUR])
def test_a_limit_without_an_end_is_looked_at_again_in_an_hour(tmp_path: Path, resets_at: datetime | None):
    note_window(tmp_path, closed(resets_at))
    assert closed_until(tmp_path, NOW) == NOW + HOUR


def test_an_end_in_years_is_not_believed(tmp_path: Path):
    note_window(tmp_path, closed(NOW + timedelta(days=400)))
    assert closed_until(tmp_path, NOW) is None


def test_what_is_used_is_known_until_the_window_ends():
    window = made_window(NOW, name="five_hour", used=0.93, resets_at=NOW + HOUR, closed=False)
    assert (window.used_at(NOW), window.used_at(NOW + HOUR)) == (0.93, None)
    assert window.closed_at(NOW) is None


def test_the_operator_can_open_it(tmp_path: Path):
    note_window(tmp_path, closed())
    forget_window(tmp_path)
    assert closed_until(tmp_path, NOW) is None
    forget_window(tmp_path)


@pytest.mark.parametrize("text", ["", "[]", '{"seen_at": 5}', '{"seen_at": "x"}', '{"closed_until": "2026"}', "\0"])
def test_a_file_that_another_hand_wrote_closes_nothing(tmp_path: Path, text: str):
    (tmp_path / FILE).write_text(text)
    assert closed_until(tmp_path, NOW) is None


def test_an_end_that_a_clock_which_was_ahead_reckoned_is_none(tmp_path: Path):
    """Nobody said when it opens, and the hour was counted from a time that has not come."""
    note_window(tmp_path, closed(None))
    assert closed_until(tmp_path, NOW - 10 * HOUR) is None


def test_an_end_that_was_said_holds_whatever_the_clock_was(tmp_path: Path):
    note_window(tmp_path, closed())
    assert closed_until(tmp_path, NOW - 10 * HOUR) == NOW + 5 * HOUR
