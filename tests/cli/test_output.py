"""What reaches a terminal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.cli.output import clean, duration, shown_confidence


@pytest.mark.slow
@given(st.text())
def test_no_text_reaches_the_terminal_with_control_characters(text):
    assert all(c.isprintable() for c in clean(text))
    assert all(c.isprintable() or c in "\n\t" for c in clean(text, lines=True))


@pytest.mark.parametrize(
    ("milliseconds", "shown"),
    [
        (None, ""),
        (850, "850 ms"),
        (12_000, "12 s"),
        (72_000, "1 min 12 s"),
        (59_600, "1 min 0 s"),
        (7_500_000, "2 h 5 min"),
    ],
)
def test_durations_are_told_in_their_two_largest_units(milliseconds, shown):
    assert duration(milliseconds) == shown


def test_a_confidence_has_one_decimal_at_least():
    assert [shown_confidence(value) for value in (1.0, 0.7, 0.95, 0.1234)] == ["1.0", "0.7", "0.95", "0.1234"]
