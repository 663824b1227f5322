"""What lies in the trash: for thirty days, each by itself, and back with all that belonged to it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.errors import OperatorError
from claudeops_desktop.memory.recall.types import RecallRequest
from claudeops_desktop.memory.trash import KEPT, empty
from claudeops_desktop.storage.database import proxy


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


def test_several_come_back_at_once_and_those_that_lie_there_no_longer_are_named(desk, three):
    was = desk.all()
    trash(desk, *three)
    desk.write(lambda: desk.memory.trash.delete_for_good([three[1]]))
    back = desk.write(lambda: desk.memory.trash.bring_all_back(three))
    assert back.notes == (f"Memory {three[1]} is not in the trash.",)
    assert {one.id: one for one in desk.all()} == {one.id: one for one in was if one.id != three[1]}


def test_what_is_deleted_for_good_does_not_come_back(desk, three):
    change = trash(desk, three[0])
    assert desk.write(lambda: desk.memory.trash.delete_for_good([three[0], three[1]])) == 2
    with pytest.raises(OperatorError, match="is not in the trash"):
        bring_back(desk, three[0])
    assert (lying(desk), [one.id for one in desk.all()]) == ([], [three[2]])
    assert change.ids == (three[0],)


def test_what_is_deleted_for_good_leaves_its_words_in_nothing_that_lies_in_the_trash(desk):
    desk.says("[MEMORY:timing:plex] Takes 60s to start after a reload")
    desk.says("[MEMORY:timing:plex] Takes 10s to start after a reload")
    old, new = sorted(one.id for one in desk.all())
    assert desk.get(old).superseded_by == new
    trash(desk, old)
    trash(desk, new)
    desk.write(lambda: desk.memory.trash.delete_for_good([new]))
    ((document,),) = desk.write(lambda: proxy.execute_sql("SELECT document FROM memory_trash").fetchall())
    assert "Takes 10s" not in document
    assert "10s" not in " ".join(why_of(desk, old))


def why_of(desk, number):
    bring_back(desk, number)
    return [version.why for version in desk.memory.history.versions(number)]


def test_a_memory_comes_back_from_the_trash_as_it_was_with_all_its_history(desk):
    desk.says("[MEMORY:timing:plex] Takes 60s to start after a reload")
    desk.says("[MEMORY:timing:plex] Takes 60s to start after a reload")
    (memory,) = desk.all()
    was = memory, desk.memory.history.versions(memory.id), desk.memory.history.markers(memory.id)
    trash(desk, memory.id)
    assert (desk.all(), desk.memory.history.versions(memory.id)) == ([], [])
    bring_back(desk, memory.id)
    again = desk.get(memory.id), desk.memory.history.versions(memory.id), desk.memory.history.markers(memory.id)
    assert again == was


def test_what_lies_in_the_trash_is_in_no_prompt_search_or_count(desk):
    number = desk.add("Takes 60s to start after a reload", service="plex").id
    trash(desk, number)
    desk.memory.recall.index_written()
    asked = RecallRequest("How long does plex take to start?", desk.clock(), everything=True, include_archived=True)
    assert desk.memory.recall.ask(asked).items == ()
    assert "60s" not in desk.context(2000, "plex").text
    assert desk.memory.maintenance.statistics().total == 0
