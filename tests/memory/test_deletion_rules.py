"""A memory is deleted for good, brought back as it was, or kept for fewer eyes."""

from __future__ import annotations

import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.memory.deletion import MemoryDeletion, _without, _without_words


@pytest.fixture
def deletion(desk):
    return MemoryDeletion(desk.book)


@pytest.fixture
def pair(desk):
    return [desk.add("It starts slowly.").id, desk.add("It needs the database.", "dependency", "plex").id]


@pytest.mark.parametrize(
    ("chosen", "gone"), [([], []), ([0], [0]), ([1, 1], [1]), ([0, 1], [0, 1]), ([None], []), ([None, 0], [0])]
)
def test_deleting_tells_what_there_was(desk, deletion, pair, chosen, gone):
    was = [desk.get(pair[at]) for at in gone]
    numbers = [999 if at is None else pair[at] for at in chosen]
    found = desk.write(lambda: deletion.forget(numbers))
    assert [one.memory for one in found] == was
    assert {one.id for one in desk.all()} == set(pair) - {one.id for one in was}
    assert desk.write(lambda: deletion.forget(numbers)) == ()


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_what_comes_back_is_as_it_was_with_its_history(desk, deletion, pair, order):
    desk.edit(pair[0], observation="It starts very slowly.")
    was = {one.id: one for one in desk.all()}
    versions = {number: desk.memory.history.versions(number) for number in pair}
    found = desk.write(lambda: deletion.forget(pair))
    by_id = {one.memory.id: one for one in found}
    for at in order:
        assert desk.write(lambda at=at: deletion.restore([by_id[pair[at]]])) == (was[pair[at]],)
    assert {one.id: one for one in desk.all()} == was
    assert {number: desk.memory.history.versions(number) for number in pair} == versions


def test_one_that_is_there_is_not_brought_back_twice(desk, deletion, pair):
    found = desk.write(lambda: deletion.forget(pair[:1]))
    assert len(desk.write(lambda: deletion.restore(found))) == 1
    assert desk.write(lambda: deletion.restore(found)) == ()
    assert len(desk.all()) == 2


def test_bringing_nothing_back_changes_nothing(desk, deletion, pair):
    assert desk.write(lambda: deletion.restore([])) == ()
    assert len(desk.all()) == 2


def test_one_for_fewer_eyes_keeps_its_number_and_its_words(desk, deletion, pair):
    was = desk.get(pair[0])
    desk.clock.forward(hours=1)
    apart = desk.write(lambda: deletion.set_apart(pair[0], "project:web", desk.clock()))
    assert (apart.id, apart.observation, apart.audience, apart.superseded_by, apart.updated_at) == (
        was.id,
        was.observation,
        "project:web",
        None,
        to_text(desk.clock()),
    )


def test_one_that_is_gone_cannot_be_set_apart(desk, deletion, pair):
    desk.write(lambda: deletion.forget(pair[:1]))
    assert desk.write(lambda: deletion.set_apart(pair[0], "project:web", desk.clock())) is None
    assert [one.id for one in desk.all()] == pair[1:]


@pytest.mark.parametrize(
    ("said", "line", "without"),
    [
        ("[MEMORY:timing] It is slow.", "[MEMORY:timing] It is slow.", "[MEMORY:timing] (deleted)"),
        (
            "[MEMORY:timing] It is slow.",
            "One.  [MEMORY:timing]\nIt is slow. Two.",
            "One. [MEMORY:timing] (deleted) Two.",
        ),
        ("[MEMORY:timing] It is slow.", "[MEMORY:timing] It is fast.", ""),
        ("[MEMORY:timing] ", "[MEMORY:timing] It is slow.", ""),
        ("It is slow.", "It is slow.", ""),
        ("", "It is slow.", ""),
        ("[MEMORY:timing] It is slow.", "", ""),
    ],
)
def test_a_line_loses_what_one_marker_said_in_it(said, line, without):
    assert _without(said, line) == without


@pytest.mark.parametrize(
    ("words", "passage", "without"),
    [
        ("It is slow.", "It is slow.", "(deleted)"),
        ("It is slow.", "One.\nIt  is slow.\nTwo.", "One. (deleted) Two."),
        ("It is slow.", "It is slow. It is slow.", "(deleted) (deleted)"),
        ("It is slow.", "It is\n fast.", "It is\n fast."),
        ("", "It is\n fast.", "It is\n fast."),
    ],
)
def test_a_passage_loses_the_words_of_a_memory_or_stays_as_it_stands(words, passage, without):
    assert _without_words(words, passage) == without


@pytest.mark.parametrize(
    ("deleted", "kept", "line"),
    [
        (0, 1, "[MEMORY:timing] (deleted) [MEMORY:dependency] It needs the database."),
        (1, 0, "[MEMORY:timing] It starts slowly. [MEMORY:dependency] (deleted)"),
    ],
)
def test_the_line_that_two_markers_share_loses_the_words_of_one_and_gets_them_back(desk, deletion, deleted, kept, line):
    desk.says("[MEMORY:timing] It starts slowly. [MEMORY:dependency] It needs the database.")
    numbers = [one.id for one in sorted(desk.all(), key=lambda one: one.id)]
    assert len(numbers) == 2
    (before,) = desk.memory.history.markers(numbers[kept])
    gone = desk.write(lambda: deletion.forget([numbers[deleted]]))
    (after,) = desk.memory.history.markers(numbers[kept])
    assert after.line == line
    desk.write(lambda: deletion.restore(gone))
    assert desk.memory.history.markers(numbers[kept]) == [before]


@pytest.mark.parametrize("lines", [1, 2])
def test_a_passage_is_emptied_with_its_memory_and_filled_again(desk, deletion, lines):
    desk.says("[MEMORY:timing:plex] It starts slowly." + "\nNothing more." * (lines - 1))
    (number,) = [one.id for one in desk.all()]
    before = desk.memory.history.passages(number)
    assert [("It starts slowly." in one.raw_content) for one in before] == [True]
    gone = desk.write(lambda: deletion.forget([number]))
    assert desk.memory.history.resource(before[0].id).raw_content == ""
    desk.write(lambda: deletion.restore(gone))
    assert desk.memory.history.passages(number) == before
