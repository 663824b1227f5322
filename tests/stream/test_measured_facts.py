"""How a measured recovery time is worded: once a single case, from the second time on the usual value."""

from __future__ import annotations

import pytest

from claudeops_desktop.stream.measured_facts import (
    SINGLE_CONFIDENCE,
    is_single_measure,
    takes_over,
    word_single_recovery,
)

ONCE = "Recovery time after an outage, once: 23 s (measured)"
TAKES = "Takes about 25 s to recover after an outage (measured)"
WITHIN = "Recovers within about 10 min after an outage (checked every 10 min)"
AT_LEAST = "Takes at least 2 h to recover after an outage (measured from when it was seen down)"
FROM_START = "Takes about 25 s to recover after an outage (measured from its start)"
OTHER = "Certificate is renewed 30 days before it ends (measured)"


@pytest.mark.parametrize("span", ["23 s", "within 10 min", "at least 2 h"])
def test_what_is_worded_as_a_single_case_is_read_as_one_and_believed_half(span):
    text = word_single_recovery(span)
    assert text == f"Recovery time after an outage, once: {span} (measured)"
    assert is_single_measure(f" {text}\n") is True
    assert is_single_measure(word_single_recovery(span, from_start=True)) is True
    assert SINGLE_CONFIDENCE == 0.5


@pytest.mark.parametrize(
    "text", [TAKES, WITHIN, AT_LEAST, OTHER, "", f"Noted: {ONCE}", f"{ONCE} twice", ONCE.replace("23 s", "")]
)
def test_anything_else_is_no_single_case(text):
    assert is_single_measure(text) is False


@pytest.mark.parametrize(
    ("later", "earlier", "over"),
    [
        (TAKES, ONCE, True),
        (f" {TAKES}\n", f"\n{ONCE} ", True),
        (WITHIN, ONCE, True),
        (AT_LEAST, ONCE, True),
        (ONCE.replace("23", "40"), ONCE, True),
        (OTHER, ONCE, False),
        (ONCE, TAKES, False),
        (TAKES, WITHIN, True),
        (TAKES, AT_LEAST, True),
        (WITHIN, AT_LEAST, True),
        (TAKES, TAKES, False),
        (TAKES.replace("25 s", "1.5 min"), TAKES, False),  # another value in the same words
        (WITHIN.replace("10 min", "2 h"), WITHIN, False),
        (TAKES, OTHER, False),
        (OTHER, TAKES, False),
        (f"Noted: {TAKES}", WITHIN, False),
        (ONCE, FROM_START, True),
        (TAKES, FROM_START, True),
        (FROM_START, TAKES, True),
        (FROM_START, FROM_START.replace("25 s", "2 min"), False),
    ],
)
def test_what_was_measured_again_takes_the_place_of_what_was_known_less_well(later, earlier, over):
    assert takes_over(later, earlier) is over
