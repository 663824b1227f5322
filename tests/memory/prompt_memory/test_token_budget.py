"""How the parts of a prompt share the total, and what fits into a part."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.memory.prompt_memory.token_budget import TokenDemand, fit_entries, share_tokens

TOKENS = st.integers(0, 5000)
WANTS = st.lists(st.tuples(TOKENS, TOKENS), min_size=1, max_size=4).map(
    lambda pairs: [TokenDemand(str(place), *pair) for place, pair in enumerate(pairs)]
)


@given(TOKENS, TOKENS, WANTS)
def test_no_part_gets_more_than_its_budget_or_need_and_all_together_no_more_than_the_total(total, firm, wants):
    given_ = share_tokens(total, firm, wants)
    assert all(0 <= given_[want.name] <= min(want.budget, want.need) for want in wants)
    assert sum(given_.values()) <= max(0, total - firm)


@pytest.mark.slow
@given(TOKENS, TOKENS, WANTS)
def test_nothing_is_left_lying_that_a_part_could_have_had(total, firm, wants):
    given_ = share_tokens(total, firm, wants)
    wanted = sum(min(want.budget, want.need) for want in wants)
    assert sum(given_.values()) == min(wanted, max(0, total - firm))


def test_what_one_part_does_not_need_goes_to_the_other():
    assert share_tokens(1000, 0, [TokenDemand("lessons", 400, 50), TokenDemand("session", 2000, 3000)]) == {
        "lessons": 50,
        "session": 950,
    }


def test_parts_that_both_need_more_share_in_proportion_to_their_budgets():
    assert share_tokens(600, 0, [TokenDemand("lessons", 400, 900), TokenDemand("session", 800, 900)]) == {
        "lessons": 200,
        "session": 400,
    }


def test_the_block_has_its_own_budget_whole_and_the_others_share_what_is_left():
    assert share_tokens(3200, 3100, [TokenDemand("lessons", 400, 400), TokenDemand("session", 800, 800)]) == {
        "lessons": 33 + 1,
        "session": 66,
    }


def test_a_total_that_the_block_has_used_up_leaves_nothing():
    assert share_tokens(1000, 2000, [TokenDemand("lessons", 400, 400)]) == {"lessons": 0}


# A budget that drops the longest entry drops the most valuable one.


def test_the_most_valuable_entry_stays_though_it_is_the_longest():
    best = "a" * 90
    taken, left = fit_entries([best, "bb", "c" * 30], lambda some: len("".join(some)) <= 100)
    assert (taken, left) == ([best, "bb"], ["c" * 30])


@given(st.lists(st.integers(1, 200), max_size=12), st.integers(0, 600))
def test_only_what_is_more_valuable_can_keep_an_entry_out(sizes, room):
    entries = list(enumerate(sizes))
    taken, left = fit_entries(entries, lambda some: sum(size for _, size in some) <= room)
    assert sorted([*taken, *left]) == entries
    assert sum(size for _, size in taken) <= room
    for place, size in left:
        assert sum(s for p, s in taken if p < place) + size > room
