"""Markers: each stored once under the place where it stood, with what became of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.records.markers import MarkerPlace, MarkerRecord

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def mark(book, write, session):
    """Stores a marker of a session (the first of two unless another is named) and what became of it; its id."""
    session(), session()

    def store(line, block=0, place=0, *, session_id=1, kind="memory", said="s", target=None, text="l", why="new"):
        def claim():
            where = MarkerPlace(session_id, line, block, place)
            number = book.markers.claim(where, kind=kind, line=text, said=said, now=NOW)
            book.markers.settle(number, action="inserted", why=why, target_id=target)
            return number

        return write(claim)

    return store


def marker(number, log_line, block=0, place=0, **fields):
    return replace(
        MarkerRecord(number, 1, log_line, block, place, "memory", "l", "s", "inserted", "new", None, to_text(NOW)),
        **fields,
    )


def test_a_marker_is_claimed_once_for_each_place(book, write, session, told):
    session(), session()
    told()

    def claim(*where, said="s"):
        return write(lambda: book.markers.claim(MarkerPlace(*where), kind="event", line="l", said=said, now=NOW))

    assert claim(1, 3, 0, 0) == 1
    assert told() == [("markers", (1,), "inserted")]
    assert claim(1, 3, 0, 0, said="other") is None
    assert told() == []
    numbers = [claim(*where) for where in ((2, 3, 0, 0), (1, 4, 0, 0), (1, 3, 1, 0), (1, 3, 0, 1))]
    assert numbers == sorted(set(numbers))
    assert book.markers.of_session(1)[0] == marker(1, 3, kind="event", action="", why="")


def test_what_became_of_a_marker_is_noted(book, mark, write):
    mark(3), mark(4)
    write(lambda: book.markers.settle(1, action="reinforced", why="said before", target_id=7))
    assert book.markers.of_session(1) == [
        marker(1, 3, action="reinforced", why="said before", target_id=7),
        marker(2, 4),
    ]


def test_the_markers_of_a_session_are_in_the_order_in_which_they_were_said(book, mark):
    for where in ((3, 1, 0), (3, 0, 1), (2, 5, 5), (3, 0, 0)):
        mark(*where)
    mark(1, session_id=2)
    assert book.markers.of_session(1) == [marker(3, 2, 5, 5), marker(4, 3), marker(2, 3, 0, 1), marker(1, 3, 1)]
    assert [one.id for one in book.markers.of_session(2)] == [5]


@pytest.mark.parametrize(
    ("asked", "before"),
    [
        ((1, "memory", "s", 2), True),
        ((1, "memory", "s", 1), False),
        ((2, "memory", "s", 9), False),
        ((1, "event", "s", 9), False),
        ((1, "memory", "S", 9), False),
    ],
)
def test_what_a_session_said_before_is_the_very_same(book, mark, asked, before):
    mark(3)
    assert book.markers.said_before(*asked) is before


def test_the_markers_of_what_they_touched(book, mark):
    mark(9, target=7), mark(3, target=7, session_id=2), mark(4, target=8), mark(5, target=7, kind="event"), mark(6)
    first, second = marker(1, 9, target_id=7), marker(2, 3, target_id=7, session_id=2)
    assert book.markers.of_target("memory", 7) == [first, second]
    assert book.markers.of_target("memory", 9) == []
    assert book.markers.of_targets("memory", [8, 9, 7]) == {7: (first, second), 8: (marker(3, 4, target_id=8),)}
    assert book.markers.of_targets("event", [7]) == {7: (marker(4, 5, target_id=7, kind="event"),)}
    assert book.markers.of_targets("memory", []) == {}


def test_others_of_the_same_line_are_found(book, mark):
    mark(3), mark(3, 0, 1, target=7), mark(3, 0, 2)
    mark(3, 0, 3, text="other"), mark(3, 1, 0), mark(4), mark(3, session_id=2)
    mark(8, text=""), mark(8, 0, 1, text="")
    first, second, third = marker(1, 3), marker(2, 3, 0, 1, target_id=7), marker(3, 3, 0, 2)
    assert book.markers.list_same_line([third]) == [(third, first), (third, second)]
    assert book.markers.list_same_line([second, first]) == [(first, third), (second, third)]
    assert book.markers.list_same_line([first, second, third]) == []
    assert book.markers.list_same_line([marker(8, 8, line="")]) == []
    assert book.markers.list_same_line([]) == []


def test_the_words_of_markers_are_forgotten_and_brought_back(book, mark, write):
    mark(3, target=7), mark(4, target=8), mark(5, target=7, kind="event"), mark(6)
    before = book.markers.of_session(1)
    write(lambda: book.markers.blank("memory", [7, 9]))
    assert book.markers.of_session(1) == [marker(1, 3, line="", said="", why=""), *before[1:]]
    write(lambda: book.markers.unblank([replace(before[0], kind="event"), replace(before[1], said="told anew")]))
    assert book.markers.of_session(1) == [
        marker(1, 3, line="", said="", why=""),
        replace(before[1], said="told anew"),
        *before[2:],
    ]
    write(lambda: book.markers.unblank(before))
    assert book.markers.of_session(1) == before


def test_the_words_of_one_marker_can_be_changed(book, mark, write):
    mark(3), mark(4)
    assert write(lambda: book.markers.reword_marker(1, line="m", why="old")) == 1
    assert write(lambda: book.markers.reword_marker(99, line="m")) == 0
    assert book.markers.of_session(1) == [marker(1, 3, line="m", why="old"), marker(2, 4)]
