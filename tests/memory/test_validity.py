"""A fact that changed: the older one is closed by the newer one, told no more, and opens again where that is undone
(M10, E7; the component document, superseded_by)."""

from __future__ import annotations

import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.settings.groups import DomainLifetime, LifetimeSettings
from claudeops_desktop.memory.lifecycle import DEFAULT_GRACES, GRACE, can_decay, decay_graces
from claudeops_desktop.memory.types import Memory

OLD = "Takes 60s to start after restart"
NEW = "Takes 10s to start after restart"
THIRD = "Takes 25s to start after restart"


def told(desk):
    return [entry.memory.observation for entry in desk.context().included]


@pytest.fixture
def changed(desk):
    """Memory 1, and memory 2 that says another value since."""
    desk.says(f"[MEMORY:timing:jellyfin] {OLD}")
    desk.clock.forward(hours=1)
    desk.says(f"[MEMORY:timing:jellyfin] {NEW}")
    return desk


def delete(desk, *ids):
    return desk.write(lambda: desk.memory.edits.delete(ids))


def undo(desk, change):
    return desk.write(lambda: desk.memory.edits.undo(change))


class TestAChangedFact:
    def test_is_superseded_by_merely_writing_the_new_one(self, changed):
        old, new = changed.all()
        assert (old.confidence, old.active) == (0.5, 1)
        assert (old.superseded_by, old.valid_until) == (new.id, to_text(changed.clock()))
        assert (new.superseded_by, new.valid_until) == (None, "")

    def test_the_next_prompt_holds_only_the_new_value(self, changed):
        assert told(changed) == [NEW]
        assert changed.context().total == 1
        assert changed.memory.prompt.count_eligible() == 1

    def test_the_chain_from_old_to_new_stays_visible(self, changed):
        changed.says(f"[MEMORY:timing:jellyfin] {THIRD}")
        assert [m.superseded_by for m in changed.all()] == [2, 3, None]
        assert told(changed) == [THIRD]

    def test_a_value_that_comes_back_reopens_its_memory_and_closes_the_other(self, changed):
        changed.clock.forward(days=1)
        changed.says(f"[MEMORY:timing:jellyfin] {OLD}")
        old, new = changed.all()
        assert (old.superseded_by, old.valid_until, old.valid_from) == (None, "", to_text(changed.clock()))
        assert old.confidence == 0.6
        assert new.superseded_by == old.id
        assert told(changed) == [OLD]

    def test_a_repetition_confirms_the_valid_one_and_not_the_one_it_closed(self, changed):
        changed.edit(2, confidence=0.4)
        changed.says(f"[MEMORY:timing:jellyfin] {NEW}")
        assert [m.confidence for m in changed.all()] == [0.3, 0.5]
        assert told(changed) == [NEW]

    def test_a_pinned_one_is_doubted_but_never_closed(self, desk):
        desk.says(f"[MEMORY:timing:jellyfin] {OLD}")
        desk.edit(1, pinned=True)
        desk.says(f"[MEMORY:timing:jellyfin] {NEW}")
        assert desk.get(1).superseded_by is None
        assert sorted(told(desk)) == sorted([OLD, NEW])


class TestReopening:
    def test_the_operator_raises_it_to_point_three_or_more(self, changed):
        changed.edit(1, confidence=0.6)
        assert (changed.get(1).superseded_by, changed.get(1).valid_until) == (None, "")
        assert sorted(told(changed)) == sorted([OLD, NEW])

    def test_not_by_lowering_it_nor_under_point_three(self, changed):
        changed.edit(1, confidence=0.4)
        changed.edit(1, confidence=0.1)
        changed.edit(1, confidence=0.2)
        assert changed.get(1).superseded_by == 2

    def test_the_operator_pins_it(self, changed):
        changed.edit(1, pinned=True)
        assert changed.get(1).superseded_by is None

    def test_the_new_one_is_deleted_and_undo_closes_it_again(self, changed):
        before = changed.all(), [changed.memory.history.versions(n) for n in (1, 2)]
        change = delete(changed, 2)
        assert changed.get(1).superseded_by is None
        assert changed.memory.history.versions(1)[-1].action == "reopened"
        assert told(changed) == [OLD]
        undo(changed, change)
        assert (changed.all(), [changed.memory.history.versions(n) for n in (1, 2)]) == before
        assert told(changed) == [NEW]

    def test_a_link_of_the_chain_is_deleted_and_the_next_one_takes_over(self, changed):
        changed.says(f"[MEMORY:timing:jellyfin] {THIRD}")
        before = changed.all()
        change = delete(changed, 2)
        assert changed.get(1).superseded_by == 3
        undo(changed, change)
        assert changed.all() == before

    def test_both_are_deleted_and_brought_back_in_any_order(self, changed):
        before = changed.all()
        for first, second in ((1, 2), (2, 1)):
            for back in (0, 1):
                changes = [delete(changed, first), delete(changed, second)]
                undo(changed, changes[back])
                undo(changed, changes[1 - back])
                assert changed.all() == before

    def test_what_the_operator_reopened_meanwhile_stays_open(self, changed):
        change = delete(changed, 2)
        changed.clock.forward(hours=1)
        changed.edit(1, confidence=0.9)
        undo(changed, change)
        assert changed.get(1).superseded_by is None

    def test_undo_of_raising_it_closes_it_again_and_redo_opens_it(self, changed):
        before = changed.all()
        change = changed.edit(1, confidence=0.9)
        back = undo(changed, change)
        assert changed.all() == before
        changed.write(lambda: changed.memory.edits.redo(change))
        assert changed.get(1).superseded_by is None
        assert back.ids == (1,)

    def test_undo_of_raising_it_leaves_it_open_where_the_new_one_is_gone(self, changed):
        change = changed.edit(1, confidence=0.9)
        delete(changed, 2)
        undo(changed, change)
        assert (changed.get(1).superseded_by, changed.get(1).confidence) == (None, 0.5)


class TestWhatPromptsLeaveOut:
    @pytest.mark.parametrize("columns", [{"state": "archived"}, {"state": "cold"}, {"gate": "hold", "active": 0}])
    def test_laid_away_and_held(self, desk, columns):
        from claudeops_desktop.memory import tables

        desk.add(OLD, service="jellyfin")
        desk.write(lambda: tables.update(1, **columns))
        assert desk.context(2000, "jellyfin").text == ""
        assert desk.memory.prompt.count_eligible() == 0

    def test_a_stale_one_is_still_told(self, desk):
        from claudeops_desktop.memory import tables

        desk.add(OLD)
        desk.write(lambda: tables.update(1, state="stale"))
        assert told(desk) == [OLD]

    def test_a_held_one_stays_out_whatever_confidence_the_operator_gives_it(self, desk):
        from claudeops_desktop.memory import tables

        desk.add(OLD)
        desk.write(lambda: tables.update(1, gate="hold", active=0))
        desk.edit(1, confidence=0.9)
        assert (desk.get(1).active, told(desk)) == (0, [])


def memory(**more: object) -> Memory:
    return Memory(1, None, "timing", "x", 0.7, 1, "t", "t", None, 1, **more)


@pytest.mark.parametrize(
    ("of", "fading"),
    [
        (memory(source="observed", domain="rules-conventions"), False),
        (memory(source="agent", domain="rules-conventions"), False),
        (memory(source="observed", domain="operations"), True),
        (memory(source="marker", domain="rules-conventions"), False),
        (memory(source="operator", domain="rules-conventions"), False),
        (memory(source="marker", pinned=1), False),
    ],
)
def test_m12_facts_of_a_domain_that_never_grows_stale_do_not_fade_whoever_said_them(of, fading):
    assert can_decay(of) is fading


def test_the_domains_that_never_grow_stale_are_those_of_the_settings():
    assert decay_graces(LifetimeSettings()) == DEFAULT_GRACES
    assert "operations" in decay_graces(LifetimeSettings(operations=DomainLifetime(stale_days=0))).never


def test_m12_a_domain_is_spared_decay_for_a_third_of_its_stale_days_and_operations_for_thirty():
    lifetimes = LifetimeSettings(
        operations=DomainLifetime(stale_days=900),
        hobbies=DomainLifetime(stale_days=60),
        own={"garden": "0.01 300 600"},
    )
    days = {
        name: decay_graces(lifetimes).for_domain(name).days for name in ("operations", "hobbies", "garden", "unknown")
    }
    assert days == {"operations": GRACE.days, "hobbies": 30, "garden": 100, "unknown": 30}


def test_m12_what_is_unpinned_in_a_domain_of_longer_grace_fades_from_then_on(desk):
    number = desk.add("Reports are wanted in plain text", domain="preferences").id
    desk.edit(number, pinned=True)
    pinned_at = desk.get(number).updated_at
    desk.clock.forward(days=60 + 14)
    desk.edit(number, pinned=False)
    desk.clock.forward(days=7)
    desk.write(desk.memory.aging.decay)
    assert desk.get(number).updated_at == pinned_at
    assert desk.get(number).confidence == 0.6
    last = desk.store.read(lambda: desk.memory.history.versions(number)).result()[-1]
    assert "past the 60 days of grace" in last.why
