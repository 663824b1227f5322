"""What lies in the trash: for thirty days, each by itself, and back with all that belonged to it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.errors import OperatorError
from claudeops_desktop.memory.trash import KEPT, empty


def trash(desk, *ids):
    return desk.write(lambda: desk.memory.trash.trash_memories(ids))


def lying(desk):
    return [one.memory.id for one in desk.write(desk.memory.trash.rows)]


def bring_back(desk, number):
    return desk.write(lambda: desk.memory.trash.bring_back(number))


@pytest.fixture
def three(desk):
    return [desk.add(f"Fact number {word}.").id for word in ("one", "two", "three")]


@pytest.mark.parametrize(
    ("chosen", "label", "gone"),
    [
        ((), "Delete 0 memories", []),
        ((0,), "Delete 1 memory", [0]),
        ((0, 0), "Delete 1 memory", [0]),
        ((2, 0), "Delete 2 memories", [2, 0]),
    ],
)
def test_each_memory_is_deleted_once(desk, three, chosen, label, gone):
    change = trash(desk, *(three[at] for at in chosen))
    assert change.label == label
    assert [one.memory.id for one in change.before] == [three[at] for at in gone]
    assert change.after == ()
    assert sorted(lying(desk)) == sorted(three[at] for at in gone)
    assert {one.id for one in desk.all()} == set(three) - {three[at] for at in gone}


def test_one_that_does_not_exist_is_passed_over(desk, three):
    assert trash(desk, 999).before == ()
    assert lying(desk) == []


def test_a_row_says_when_it_was_deleted_and_when_it_goes(desk, three):
    was = desk.get(three[0])
    trash(desk, three[0])
    (row,) = desk.write(desk.memory.trash.rows)
    assert (row.memory, row.deleted_at, row.gone_at) == (
        was,
        to_text(desk.clock()),
        to_text(desk.clock() + timedelta(days=30)),
    )
    assert row.as_json() == was.as_json() | {"deleted_at": row.deleted_at, "gone_at": row.gone_at}


def test_the_latest_is_first_and_of_one_moment_the_higher_number(desk, three):
    trash(desk, three[2])
    desk.clock.forward(minutes=1)
    trash(desk, three[0], three[1])
    assert lying(desk) == [three[1], three[0], three[2]]


@pytest.mark.parametrize(
    ("after", "there"),
    [
        (timedelta(0), True),
        (timedelta(days=29), True),
        (KEPT - timedelta(seconds=1), True),
        (KEPT, False),
        (KEPT + timedelta(seconds=1), False),
        (timedelta(days=400), False),
    ],
)
def test_it_lies_there_for_thirty_days(desk, three, after, there):
    was = desk.get(three[0])
    trash(desk, three[0])
    desk.clock.now += after
    assert lying(desk) == ([three[0]] if there else [])
    if there:
        assert desk.write(desk.memory.trash.drop_expired) == 0
        assert bring_back(desk, three[0]) == was
        assert desk.get(three[0]) == was
    else:
        with pytest.raises(OperatorError, match=rf"^Memory {three[0]} is not in the trash\.$"):
            bring_back(desk, three[0])
        assert desk.memory.search.get(three[0]) is None


def test_only_what_is_too_old_goes_for_good(desk, three):
    trash(desk, three[0])
    desk.clock.forward(seconds=1)
    trash(desk, three[1])
    desk.clock.now += KEPT - timedelta(seconds=1)
    assert desk.write(desk.memory.trash.drop_expired) == 1
    assert lying(desk) == [three[1]]
    assert desk.write(desk.memory.trash.drop_expired) == 0


@pytest.mark.parametrize("before", ["never deleted", "never there", "back already", "emptied"])
def test_what_does_not_lie_there_cannot_come_back(desk, three, before):
    number = 999 if before == "never there" else three[0]
    if before in ("back already", "emptied"):
        trash(desk, number)
    if before == "back already":
        bring_back(desk, number)
    if before == "emptied":
        assert desk.write(empty) == 1
    with pytest.raises(OperatorError) as raised:
        bring_back(desk, number)
    assert str(raised.value.sentence) == f"Memory {number} is not in the trash."
    assert str(raised.value.remedy) == "See `memory trash`."


def test_one_can_be_deleted_again_after_it_came_back(desk, three):
    trash(desk, three[0])
    bring_back(desk, three[0])
    assert lying(desk) == []
    desk.clock.forward(days=1)
    trash(desk, three[0])
    (row,) = desk.write(desk.memory.trash.rows)
    assert (row.memory.id, row.deleted_at) == (three[0], to_text(desk.clock()))


@pytest.mark.parametrize("deleted", [0, 1, 3])
def test_emptying_removes_everything(desk, three, deleted):
    trash(desk, *three[:deleted])
    assert desk.write(empty) == deleted
    assert lying(desk) == []
    assert desk.write(empty) == 0
    assert {one.id for one in desk.all()} == set(three[deleted:])


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2)])
def test_they_come_back_in_any_order_as_they_were(desk, three, order):
    was = {number: desk.get(number) for number in three}
    trash(desk, *three)
    for at in order:
        assert bring_back(desk, three[at]) == was[three[at]]
    assert {one.id: one for one in desk.all()} == was
    assert lying(desk) == []
