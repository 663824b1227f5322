"""Row steps between two orders of ids: PRODUCT M13 (selection, scroll position and an open editor survive)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.ui.widgets.row_patch import InsertRows, MoveRow, RemoveRows, apply_step, steps_between

orders = st.lists(st.integers(1, 60), unique=True, max_size=40)


@pytest.mark.slow
@given(orders, orders)
def test_the_steps_lead_from_one_order_to_the_other(old, new):
    steps = steps_between(old, new)
    if steps is None:
        return
    ids = list(old)
    for step in steps:
        apply_step(ids, step)
    assert ids == new


def test_nothing_changed_takes_no_step():
    assert steps_between([3, 2, 1], [3, 2, 1]) == ()


def test_a_new_memory_on_top_is_one_insertion():
    assert steps_between([3, 2, 1], [4, 3, 2, 1]) == (InsertRows(0, (4,)),)


def test_a_refreshed_memory_moves_up():
    assert steps_between([3, 2, 1], [1, 3, 2]) == (MoveRow(2, 0),)


def test_a_lowered_memory_moves_down():
    assert steps_between([1, 2, 3, 4], [2, 3, 1, 4]) == (MoveRow(0, 2),)


def test_deleted_memories_go_from_the_bottom_up():
    assert steps_between([5, 4, 3, 2, 1], [5, 3, 1]) == (RemoveRows(3, 3), RemoveRows(1, 1))


def test_another_order_of_many_is_a_replacement():
    assert steps_between(list(range(100)), list(range(99, -1, -1))) is None


def test_a_hundred_thousand_rows_with_one_more_are_one_step():
    many = list(range(100_000))
    assert steps_between(many, [-1, *many]) == (InsertRows(0, (-1,)),)
