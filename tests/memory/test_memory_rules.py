"""Where the seeds leave it open PRODUCT decides (M6 to M12, M14, M16): each settlement is a test."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.errors import UsageError
from claudeops_desktop.language.types import service_name
from claudeops_desktop.memory import lifecycle
from claudeops_desktop.memory.types import MemoryAction


def headings(desk, *services):
    return [line[4:] for line in desk.context(2000, *services).text.splitlines() if line.startswith("### ")]


class TestOrder:
    def test_m6_services_by_their_best_memory_then_by_name_general_last(self, desk):
        for service, confidence in (("b", 0.8), ("a", 0.8), ("z", 0.9), (None, 1.0), ("z", 0.3), ("c", 0.85)):
            desk.add(f"fact of {service} at {confidence}", service=service, confidence=confidence)
        assert headings(desk) == ["z", "c", "a", "b", "general"]

    def test_m6_a_service_that_fades_moves_down_before_decay_is_written(self, desk):
        desk.add("an old one", service="old", confidence=0.9)
        desk.clock.forward(days=51)
        desk.add("a new one", service="new", confidence=0.7)
        assert headings(desk) == ["new", "old"]

    def test_m6_line_breaks_in_a_text_become_spaces(self, desk):
        desk.add("first line\r\nsecond\u2028third\n\n### injected", service="a")
        assert (
            "- [timing] first line second third injected (confidence: 0.7) [#1, 1 Mar]"
            in desk.context().text.splitlines()
        )

    def test_m6_a_service_name_cannot_break_the_block(self, desk):
        with pytest.raises(UsageError, match="jelly fin 2"):
            desk.add("a fact", service="Jelly\nFin\t2 ")
        assert service_name("\n General \n") is None
        desk.add("a fact", service=" JellyFin-2\n")
        assert headings(desk) == ["jellyfin-2"]


class TestRounding:
    @pytest.mark.parametrize(("start", "by"), [(0.4, -0.1), (0.7, -0.4), (0.1, 0.2), (0.2, 0.1)])
    def test_m8_point_three_is_point_three_and_active(self, desk, start, by):
        memory = desk.add("a fact", confidence=start)
        desk.write(lambda: desk.memory.edits.adjust([memory.id], by))
        assert (desk.get(memory.id).confidence, desk.get(memory.id).active) == (0.3, 1)

    def test_m8_four_weeks_of_decay_from_point_seven_leave_point_three(self, desk):
        memory = desk.add("a fact")
        for _ in range(4):
            desk.clock.forward(days=30 if desk.clock.now == datetime(2026, 3, 1, 12, tzinfo=UTC) else 0)
            desk.clock.forward(days=7)
            desk.write(desk.memory.aging.decay)
        assert (desk.get(memory.id).confidence, desk.get(memory.id).active) == (0.3, 1)

    def test_m8_a_bulk_adjustment_that_hits_an_end_says_so(self, desk):
        ids = [desk.add(f"fact {n}", confidence=c).id for n, c in enumerate((0.5, 0.95, 1.0))]
        change = desk.write(lambda: desk.memory.edits.adjust(ids, 0.1))
        assert change.notes == ("2 memories stopped at 1: confidence goes from 0 to 1.",)

    @pytest.mark.parametrize(("value", "kept"), [(0.29994, 0.2999), (0.29996, 0.3), (-1, 0.0), (7, 1.0)])
    def test_m8_four_places_at_every_write(self, desk, value, kept):
        memory = desk.add("a fact", confidence=value)
        assert (memory.confidence, memory.active) == (kept, int(kept >= 0.3))


class TestSeveralOldOnes:
    SAID = "Can be started independently of WireGuard"

    def test_m10_an_inactive_contradiction_is_not_lowered_further(self, desk):
        old = desk.add("Must be started after WireGuard", "dependency", "caddy", confidence=0.25)
        (outcome,) = desk.says(f"[MEMORY:dependency:caddy] {self.SAID}")
        assert (outcome.action, outcome.lowered) == (MemoryAction.INSERTED, ())
        assert desk.get(old.id) == old

    def test_m10_a_pinned_contradiction_is_lowered_like_any_other_and_stays_pinned(self, desk):
        old = desk.add("Must be started after WireGuard", "dependency", "caddy", confidence=0.8)
        desk.edit(old.id, pinned=True)
        desk.says(f"[MEMORY:dependency:caddy] {self.SAID}")
        assert (desk.get(old.id).confidence, desk.get(old.id).pinned) == (0.6, 1)

    def test_m10_an_active_and_an_inactive_same_reinforces_the_active_one(self, desk):
        gone = desk.add(self.SAID, "dependency", "caddy", confidence=0.2)
        held = desk.add(self.SAID, "dependency", "caddy", confidence=0.6)
        (outcome,) = desk.says(f"[MEMORY:dependency:caddy] {self.SAID}")
        assert (outcome.action, outcome.memory.id) == (MemoryAction.REINFORCED, held.id)
        assert desk.get(gone.id) == gone

    def test_m10_a_contradiction_and_an_inactive_same_make_a_row_linked_to_both(self, desk):
        said_before = desk.add(self.SAID, "dependency", "caddy", confidence=0.2)
        old = desk.add("Must be started after WireGuard", "dependency", "caddy", confidence=0.8)
        (outcome,) = desk.says(f"[MEMORY:dependency:caddy] {self.SAID}")
        assert outcome.action is MemoryAction.CONTRADICTED
        kinds = {link.to_id: link.kind for link in desk.memory.history.links(outcome.memory.id)}
        assert kinds == {old.id: "contradicts", said_before.id: "returns"}

    def test_m10_what_a_reinforced_one_contradicts_is_linked_to_it(self, desk):
        old = desk.add("Must be started after WireGuard", "dependency", "caddy", confidence=0.8)
        held = desk.add(self.SAID, "dependency", "caddy", confidence=0.6)
        desk.says(f"[MEMORY:dependency:caddy] {self.SAID}")
        assert [(link.from_id, link.to_id) for link in desk.memory.history.links(old.id)] == [(held.id, old.id)]

    def test_m11_general_and_service_are_told_apart(self, desk):
        desk.says("[MEMORY:timing] Takes 60s to start")
        desk.says("[MEMORY:timing:jellyfin] Takes 10s to start")
        assert [m.confidence for m in desk.all()] == [0.7, 0.7]


class TestStaleness:
    @pytest.mark.parametrize(
        ("days", "weeks"), [(0, 0), (30, 0), (36.999, 0), (37, 1), (43.999, 1), (44, 2), (100, 10), (-5, 0)]
    )
    def test_m12_a_tenth_for_each_full_week_past_thirty_days(self, desk, days, weeks):
        memory = desk.add("a fact", confidence=1.0)
        desk.clock.forward(days=days)
        shown = desk.context().text
        desk.write(desk.memory.aging.decay)
        assert desk.get(memory.id).confidence == round(1.0 - weeks / 10, 4)
        assert desk.context().text == shown

    def test_m12_an_edit_starts_the_thirty_days_anew(self, desk):
        memory = desk.add("a fact", confidence=1.0)
        desk.clock.forward(days=44)
        desk.write(desk.memory.aging.decay)
        desk.edit(memory.id, observation="a better fact")
        desk.clock.forward(days=36)
        assert desk.write(desk.memory.aging.decay) == 0
        desk.clock.forward(days=1)
        desk.write(desk.memory.aging.decay)
        assert desk.get(memory.id).confidence == 0.7

    def test_m12_a_contradiction_does_not_start_them_anew(self, desk):
        old = desk.add("Must be started after WireGuard", "dependency", "caddy", confidence=1.0)
        desk.clock.forward(days=37)
        desk.write(desk.memory.aging.decay)
        desk.says("[MEMORY:dependency:caddy] Can be started independently of WireGuard")
        desk.clock.forward(days=7)
        desk.write(desk.memory.aging.decay)
        assert desk.get(old.id).confidence == 0.6

    def test_m12_a_clock_that_was_set_back_and_forward_again_takes_nothing_twice(self, desk):
        memory = desk.add("a fact", confidence=1.0)
        for days in (44, -20, 20, -60, 60):
            desk.clock.forward(days=days)
            desk.write(desk.memory.aging.decay)
        assert desk.get(memory.id).confidence == 0.8

    @pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Pacific/Apia"])
    def test_m12_the_clocks_change_in_spring_and_autumn_changes_nothing(self, desk, monkeypatch, zone):
        memory = desk.add("a fact")
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        try:
            for month in (3, 10, 11):
                for day in range(1, 31):
                    start = datetime(2026, month, day, 1, 30, tzinfo=UTC)
                    after = start + timedelta(days=37)
                    aged = replace(memory, updated_at=to_text(start))
                    assert lifecycle.weeks_due(aged, after) == 1
                    assert lifecycle.weeks_due(aged, after - timedelta(milliseconds=1)) == 0
        finally:
            monkeypatch.undo()
            time.tzset()

    def test_m12_undo_of_an_edit_long_after_does_not_bring_decay_back(self, desk):
        memory = desk.add("a fact", confidence=1.0)
        desk.clock.forward(days=20)
        change = desk.edit(memory.id, observation="another fact")
        desk.clock.forward(days=37)
        desk.write(desk.memory.aging.decay)
        desk.write(lambda: desk.memory.edits.undo(change))
        desk.write(desk.memory.aging.decay)
        assert (desk.get(memory.id).observation, desk.get(memory.id).confidence) == ("a fact", 0.9)


class TestUndoAfterTheAgent:
    def test_m14_a_doubt_that_came_since_stays(self, desk):
        memory = desk.add("Must be started after WireGuard", "dependency", "caddy", confidence=0.7)
        change = desk.edit(memory.id, confidence=0.9)
        desk.says("[MEMORY:dependency:caddy] Can be started independently of WireGuard")
        desk.write(lambda: desk.memory.edits.undo(change))
        assert desk.get(memory.id).confidence == 0.5
        desk.write(lambda: desk.memory.edits.redo(change))
        assert desk.get(memory.id).confidence == 0.7

    def test_m14_a_text_that_was_changed_since_is_left_and_told(self, desk):
        memory = desk.add("first")
        change = desk.edit(memory.id, observation="second")
        desk.edit(memory.id, observation="third")
        happened = desk.write(lambda: desk.memory.edits.undo(change))
        assert desk.get(memory.id).observation == "third"
        assert happened.notes == ("Memory 1 was changed since: its observation was left as it is.",)

    def test_m14_undo_of_what_is_gone_meanwhile_does_nothing(self, desk):
        memory = desk.add("first")
        change = desk.edit(memory.id, observation="second")
        desk.write(lambda: desk.memory.edits.delete([memory.id]))
        desk.write(lambda: desk.memory.edits.undo(change))
        assert desk.all() == []

    def test_m14_operator_memories_have_no_session(self, desk):
        assert desk.add("a fact", session_id=desk.session()).session_id is None


class TestProvenance:
    def test_m16_the_line_that_said_it_outlives_the_log(self, desk):
        """The copy stands in the database: no log file is read for it."""
        desk.says("Look:\n> - **[MEMORY:timing:jellyfin] Takes 60s to start**")
        (source,) = desk.memory.history.markers(1)
        assert source.line == "> - **[MEMORY:timing:jellyfin] Takes 60s to start**"
        assert (source.session_id, source.log_line) == (1, 1)
        assert not list(desk.store.path.parent.rglob("*.ndjson"))

    def test_m16_a_window_that_hands_over_half_a_character_breaks_nothing(self, desk):
        memory = desk.add("a fact \ud83d of half a face")
        assert memory.observation == "a fact ? of half a face"
