"""What an operator does to memories, and takes back (M14, M16)."""

from __future__ import annotations

import pytest

from claudeops_desktop.core.errors import UsageError
from claudeops_desktop.memory import tables
from claudeops_desktop.memory.search import MemoryQuery
from claudeops_desktop.memory.types import MemoryCandidate

pytestmark = pytest.mark.both_stores


def undo(desk, change):
    return desk.write(lambda: desk.memory.edits.undo(change))


def redo(desk, change):
    return desk.write(lambda: desk.memory.edits.redo(change))


class TestUndo:
    def test_a_deleted_memory_comes_back_whole(self, desk):
        desk.says("[MEMORY:dependency:caddy] Must be started after WireGuard")
        desk.says("[MEMORY:dependency:caddy] Can be started independently of WireGuard")
        before = [
            (m, desk.memory.history.versions(m.id), desk.memory.history.links(m.id), desk.memory.history.markers(m.id))
            for m in desk.all()
        ]
        change = desk.write(lambda: desk.memory.edits.delete([1, 2]))
        undo(desk, change)
        assert before == [
            (m, desk.memory.history.versions(m.id), desk.memory.history.links(m.id), desk.memory.history.markers(m.id))
            for m in desk.all()
        ]

    def test_redo_deletes_again(self, desk):
        memory = desk.add("some fact")
        change = desk.write(lambda: desk.memory.edits.delete([memory.id]))
        undo(desk, change)
        redo(desk, change)
        assert desk.all() == []

    def test_an_added_one_goes_and_comes_again(self, desk):
        change = desk.write(lambda: desk.memory.edits.add(MemoryCandidate("timing", None, "some fact")))
        undo(desk, change)
        assert desk.all() == []
        redo(desk, change)
        assert [m.observation for m in desk.all()] == ["some fact"]

    def test_an_edit_is_taken_back_with_its_time(self, desk):
        memory = desk.add("some fact", service="a")
        desk.clock.forward(hours=1)
        change = desk.edit(memory.id, observation="another fact", service="b", category="behavior", confidence=0.1)
        undo(desk, change)
        assert desk.get(memory.id) == memory

    def test_what_the_agent_did_since_is_left_alone(self, desk):
        memory = desk.add("Takes 60s to start", service="jellyfin", confidence=0.5)
        change = desk.edit(memory.id, category="behavior")
        desk.clock.forward(hours=1)
        desk.edit(memory.id, confidence=0.9)
        undo(desk, change)
        found = desk.get(memory.id)
        assert (found.category, found.confidence, found.updated_at) == ("timing", 0.9, desk.get(memory.id).updated_at)
        assert found.updated_at > memory.updated_at

    def test_undo_is_in_the_history(self, desk):
        memory = desk.add("some fact")
        undo(desk, desk.edit(memory.id, confidence=0.9))
        last = desk.memory.history.versions(memory.id)[-1]
        assert (last.action, last.by, last.confidence) == ("restored", "operator", 0.7)

    def test_bulk_adjustment(self, desk):
        ids = [desk.add(f"fact {n}", confidence=c).id for n, c in enumerate((0.2, 0.7, 0.95))]
        change = desk.write(lambda: desk.memory.edits.adjust(ids, 0.1))
        assert [(m.confidence, m.active) for m in desk.all()] == [(0.3, 1), (0.8, 1), (1.0, 1)]
        undo(desk, change)
        assert [(m.confidence, m.active) for m in desk.all()] == [(0.2, 0), (0.7, 1), (0.95, 1)]


class TestHistory:
    def test_every_change_says_what_when_by_whom_and_why(self, desk):
        desk.says("[MEMORY:dependency:caddy] Must be started after WireGuard")
        desk.says("[MEMORY:dependency:caddy] Can be started independently of WireGuard")
        desk.edit(1, confidence=0.9)
        history = desk.memory.history.versions(1)
        assert [(v.action, v.by, v.confidence) for v in history] == [
            ("inserted", "agent", 0.7),
            ("lowered", "agent", 0.5),
            ("edited", "operator", 0.9),
        ]
        assert "Can be started independently of WireGuard" in history[1].why
        assert history[1].other_id == 2
        assert history[2].why == "confidence: 0.5 → 0.9; valid again: memory 2 no longer stands for it"

    def test_decay_is_in_the_history(self, desk):
        desk.add("some fact")
        desk.clock.forward(days=44)
        desk.write(desk.memory.aging.decay)
        assert (
            desk.memory.history.versions(1)[-1].why == "Not confirmed for 44 days: 2 weeks past the 30 days of grace."
        )


class TestChecks:
    @pytest.mark.parametrize(
        ("fields", "says"),
        [
            ({"observation": "  "}, "The text of a memory is empty."),
            ({"category": "misc"}, "There is no category “misc”."),
            ({"confidence": float("nan")}, "The confidence is not a number."),
            ({"observation": "x" * 4001}, "The text has 4,001 characters."),
        ],
    )
    def test_bad_input_names_the_field_and_changes_nothing(self, desk, fields, says):
        memory = desk.add("some fact")
        with pytest.raises(UsageError) as raised:
            desk.edit(memory.id, **fields)
        assert str(raised.value) == says
        assert raised.value.remedy
        assert desk.get(memory.id) == memory

    def test_general_means_no_service(self, desk):
        memory = desk.add("some fact", service="Jellyfin")
        desk.edit(memory.id, service="general")
        assert desk.get(memory.id).service is None


class TestSearch:
    def fill(self, desk):
        desk.add("Takes 60s to start", "timing", "jellyfin")
        desk.add("Needs a vacuum weekly", "maintenance", "postgres", confidence=0.9)
        desk.add("Retry once", "remediation", confidence=0.1)

    def found(self, desk, **query):
        return [m.observation for m in desk.memory.search.list(MemoryQuery(sort="id", descending=False, **query))]

    def test_by_service_and_general(self, desk):
        self.fill(desk)
        assert self.found(desk, service="jellyfin") == ["Takes 60s to start"]
        assert self.found(desk, service="general") == ["Retry once"]

    def test_by_state(self, desk):
        self.fill(desk)
        desk.edit(2, pinned=True)
        assert self.found(desk, state="inactive") == ["Retry once"]
        assert self.found(desk, state="pinned") == ["Needs a vacuum weekly"]

    def test_what_is_replaced_is_closed_though_it_is_active(self, desk):
        self.fill(desk)
        tables.update(1, superseded_by=2)
        assert self.found(desk, state="current") == ["Needs a vacuum weekly"]
        assert sorted(self.found(desk, state="closed")) == ["Retry once", "Takes 60s to start"]
        facets = desk.memory.search.facets(MemoryQuery(state="closed"))
        assert (facets.shown, facets.closed, facets.states["current"]) == (2, 2, 1)
        assert facets.services == {"jellyfin": 1, "general": 1}

    @pytest.mark.parametrize("text", ["vacuum", "VACCUM", "postgrse weekly", "vac week"])
    def test_words_forgive_a_typing_mistake(self, desk, text):
        self.fill(desk)
        assert self.found(desk, text=text) == ["Needs a vacuum weekly"]

    def test_signs_of_sql_are_plain_signs(self, desk):
        desk.add("disk is 100% full")
        desk.add("disk is 1000 times full")
        assert self.found(desk, text="100%") == ["disk is 100% full"]

    def test_counts_of_each_filter_under_the_others(self, desk):
        self.fill(desk)
        facets = desk.memory.search.facets(MemoryQuery(state="active", category="timing"))
        assert (facets.total, facets.active, facets.inactive, facets.shown) == (3, 2, 1, 1)
        assert facets.categories == {"maintenance": 1, "timing": 1}
        assert facets.services == {"jellyfin": 1}
        assert facets.states == {
            "all": 1, "active": 1, "inactive": 0, "pinned": 0, "superseded": 0, "held": 0, "current": 1, "closed": 0,
        }  # fmt: skip

    def test_sorted_by_confidence(self, desk):
        self.fill(desk)
        ids = desk.memory.search.ids(MemoryQuery(sort="confidence", descending=True))
        assert [desk.get(n).confidence for n in ids] == [0.9, 0.7, 0.1]


def test_what_is_added_as_a_correction_is_kept_without_the_objection_and_closes_what_it_corrects(desk):
    old = desk.add("Listens on port 8096", "behavior", "jellyfin")
    said = MemoryCandidate("behavior", "jellyfin", "No, that's wrong: jellyfin listens on port 8097")
    change = desk.write(lambda: desk.memory.edits.add_judged(said))
    new = change.after[-1].memory
    assert new.observation == "jellyfin listens on port 8097"
    assert desk.get(old.id).superseded_by == new.id
