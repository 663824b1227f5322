"""How sums of money read: never like nothing where there is something, never like a cap that is not reached."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.core.money import money, money_cap, money_of


@pytest.mark.parametrize(
    ("dollars", "said"),
    [
        (None, ""),
        (0, "$0.00"),
        (0.42, "$0.42"),
        (1204, "$1,204.00"),
        (0.1, "$0.10"),
        (0.066, "$0.07"),
        (0.00996, "$0.01"),
        (0.0099, "$0.0099"),
        (0.0042, "$0.0042"),
        (0.000211, "$0.00021"),
        (0.0000001, "< $0.000001"),
        (-0.5, "-$0.50"),
    ],
)
def test_cents_and_for_less_than_one_two_figures(dollars, said):
    assert money(dollars) == said


@pytest.mark.parametrize(
    ("used", "limit", "said"),
    [
        (0.42, 5, "$0.42 of $5"),
        (0, 5, "$0.00 of $5"),
        (0.42, 0, "$0.42"),
        (0.0042, 0.005, "$0.0042 of $0.005"),
        (4.999, 5, "$4.999 of $5"),
        (5, 5, "$5.00 of $5"),
        (5.004, 5.004, "$5.004 of $5.004"),
        (1.1, 0.125, "$1.10 of $0.125"),
        (0.1 + 0.2, 0.3, "$0.30 of $0.30"),
    ],
)
def test_a_sum_of_its_cap(used, limit, said):
    assert money_of(used, limit) == said


@given(st.floats(min_value=0.000001, max_value=1e6, allow_nan=False))
def test_something_never_reads_like_nothing(dollars):
    said = money(dollars)
    assert any(figure in said for figure in "123456789")
    assert abs(float(said.replace(",", "").lstrip("$")) - dollars) <= max(0.005, 0.05 * dollars)


@given(st.integers(1, 10**7), st.integers(1, 10**7))
def test_what_is_left_shows(used, limit):
    """In ten-thousandths of a dollar, which is what a cap is kept to."""
    said, _, cap = money_of(used / 10_000, limit / 10_000).replace(",", "").replace("$", "").partition(" of ")
    assert (float(said) >= float(cap)) == (used >= limit)


def test_a_cap_reads_as_it_was_set():
    assert [money_cap(dollars) for dollars in (5, 2.5, 0.125, 0.004, 1500)] == [
        "$5", "$2.50", "$0.125", "$0.004", "$1,500",
    ]  # fmt: skip
