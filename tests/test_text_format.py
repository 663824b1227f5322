"""Amounts as people read them."""

import pytest

from claudeops_desktop.core.text_format import format_bytes, format_count


@pytest.mark.parametrize(
    ("number", "one", "many", "text"),
    [
        (1, "event", "", "1 event"),
        (0, "event", "", "0 events"),
        (3204, "event", "", "3,204 events"),
        (2, "process", "", "2 processes"),
        (2, "memory", "memories", "2 memories"),
    ],
)
def test_a_number_with_its_noun(number, one, many, text):
    assert format_count(number, one, many) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0 bytes"), (999, "999 bytes"), (1000, "1.0 kB"), (4_300_000_000, "4.3 GB"), (2.5e12, "2.5 TB")],
)
def test_a_size_in_decimal_units(number, text):
    assert format_bytes(number) == text
