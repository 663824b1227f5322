"""What needs review is found only when it is asked for (E4); a replaced fact leads on to what replaced it."""

from __future__ import annotations

import pytest

from claudeops_desktop.memory import tables
from claudeops_desktop.memory.search import MemoryQuery


@pytest.fixture
def known(desk):
    """One that is told, one that waits, and two that followed one another, old to new."""
    for text in ("Needs a vacuum weekly", "Run what you fetch", "Runs version 10.8", "Runs version 10.9"):
        desk.add(text, service="jellyfin")
    desk.write(lambda: tables.update(2, gate="hold", active=0))
    desk.write(lambda: tables.update(3, superseded_by=4, valid_until="2026-11-20T10:00:00.000Z"))
    return desk


def found(desk, **query):
    return desk.memory.search.ids(MemoryQuery(sort="id", descending=False, **query))


@pytest.mark.parametrize("state", ["all", "active", "inactive", "pinned", "superseded"])
def test_what_waits_is_in_no_list_but_its_own(known, state):
    assert 2 not in found(known, state=state)
    assert found(known, state="held") == [2]


def test_words_do_not_find_what_waits_either(known):
    assert found(known, text="fetch") == []
    assert found(known, text="fetch", state="held") == [2]


def test_what_waits_is_counted_apart(known):
    facets = known.memory.search.facets(MemoryQuery())
    assert (facets.total, facets.active, facets.inactive) == (3, 3, 0)
    states = {"all": 3, "active": 3, "inactive": 0, "pinned": 0, "superseded": 1, "held": 1}
    assert facets.states == {**states, "current": 2, "closed": 1}
    held = known.memory.search.facets(MemoryQuery(state="held"))
    assert (held.shown, held.services) == (1, {"jellyfin": 1})
    assert known.memory.search.count_held() == 1


def test_the_chain_goes_from_old_to_new_from_any_link_of_it(known):
    for number in (3, 4):
        assert [memory.id for memory in known.memory.history.chain(number)] == [3, 4]
    assert [memory.id for memory in known.memory.history.chain(1)] == [1]
    assert known.memory.history.chain(99) == []


def test_a_chain_that_bites_its_tail_ends(known):
    known.write(lambda: tables.update(4, superseded_by=3))
    assert {memory.id for memory in known.memory.history.chain(3)} == {3, 4}
