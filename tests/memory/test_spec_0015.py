"""SPEC-0015, scenario by scenario. Each test carries its requirement and scenario in its name or docstring."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.other_process import other_connection

from claudeops_desktop.core import settings
from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.language.types import CATEGORIES
from claudeops_desktop.memory.types import MemoryAction
from claudeops_desktop.runs.marker_store import MarkerStore
from claudeops_desktop.runs.prompt import tier_prompt
from claudeops_desktop.storage import migrate, open_store
from claudeops_desktop.stream.events import parse
from claudeops_desktop.stream.markers import MEMORY_MARKER


class TestMemoriesTableSchema:
    @pytest.mark.file_only("the schema as SQLite tells of it; tests/storage/postgres has the server's")
    def test_migration_creates_memories_table(self, desk):
        rows = desk.store.database.execute_sql("PRAGMA table_info(memories)").fetchall()
        columns = [(name, kind, required, default) for _, name, kind, required, default, _ in rows[:10]]
        assert columns == [
            ("id", "INTEGER", 0, None),
            ("service", "TEXT", 0, None),
            ("category", "TEXT", 1, None),
            ("observation", "TEXT", 1, None),
            ("confidence", "REAL", 1, "0.7"),
            ("active", "INTEGER", 1, "1"),
            ("created_at", "TEXT", 1, None),
            ("updated_at", "TEXT", 1, None),
            ("session_id", "INTEGER", 0, None),
            ("tier", "INTEGER", 1, "1"),
        ]
        assert rows[0][5] == 1
        sql = desk.store.database.execute_sql("SELECT sql FROM sqlite_master WHERE name = 'memories'").fetchone()[0]
        assert "AUTOINCREMENT" in sql
        foreign = desk.store.database.execute_sql("PRAGMA foreign_key_list(memories)").fetchall()
        assert [(row[2], row[3], row[4]) for row in foreign] == [("sessions", "session_id", "id")]

    @pytest.mark.file_only("the schema as SQLite tells of it; tests/storage/postgres has the server's")
    def test_its_indexes(self, desk):
        names = [row[1] for row in desk.store.database.execute_sql("PRAGMA index_list(memories)")]
        columns = {
            tuple(row[2] for row in desk.store.database.execute_sql(f"PRAGMA index_info('{name}')")) for name in names
        }
        assert {("service", "active"), ("confidence", "active"), ("category",)} <= columns

    def test_migration_005_makes_exactly_the_columns_of_the_spec(self, tmp_path):
        from peewee import SqliteDatabase

        database = SqliteDatabase(str(tmp_path / "bare.db"))
        for step in migrate.known_migrations():
            if step.number <= 5:
                step.up(database)
        assert len(database.execute_sql("PRAGMA table_info(memories)").fetchall()) == 10
        assert [s.name for s in migrate.known_migrations() if s.number == 5] == ["memories"]
        database.close()

    def test_migration_is_idempotent(self, tmp_path):
        folder = DataFolder(tmp_path / "again")
        first = open_store(folder)
        first.database.execute_sql(
            "INSERT INTO memories (category, observation, created_at, updated_at) VALUES ('timing', 'kept', 'x', 'x')"
        )
        schema = first.database.execute_sql("SELECT group_concat(sql) FROM sqlite_master").fetchone()
        first.close()
        second = open_store(folder)
        assert second.database.execute_sql("SELECT observation FROM memories").fetchall() == [("kept",)]
        assert second.database.execute_sql("SELECT group_concat(sql) FROM sqlite_master").fetchone() == schema
        second.close()

    @pytest.mark.file_only("the steps of the file; the server's are of tests/storage/postgres")
    def test_each_migration_may_run_twice(self, desk):
        for step in migrate.known_migrations():
            step.up(desk.store.database)
        assert desk.all() == []


class TestMemoryCategories:
    @pytest.mark.parametrize("category", CATEGORIES)
    def test_valid_category_accepted(self, desk, category):
        desk.says(f"[MEMORY:{category}:jellyfin] Something that is worth keeping")
        assert [m.category for m in desk.all()] == [category]

    def test_invalid_category_rejected(self, desk):
        desk.says("[MEMORY:misc:jellyfin] Something that is worth keeping")
        assert desk.all() == []
        assert len(desk.warnings) == 1
        assert "misc" in desk.warnings[0]


class TestMemoryMarkerFormat:
    def test_general_memory_marker_no_service(self, desk):
        text = "DNS checks sometimes fail transiently during WireGuard reconnects -- retry once before escalating"
        desk.says(f"[MEMORY:remediation] {text}", tier=2)
        (memory,) = desk.all()
        assert (memory.category, memory.service, memory.observation) == ("remediation", None, text)
        assert (memory.confidence, memory.tier) == (0.7, 2)

    def test_service_specific_memory_marker(self, desk):
        text = "Takes 60s to start after restart -- wait before checking health"
        desk.says(f"[MEMORY:timing:jellyfin] {text}")
        (memory,) = desk.all()
        assert (memory.category, memory.service, memory.observation) == ("timing", "jellyfin", text)
        assert memory.confidence == 0.7

    def test_marker_in_tool_result_ignored(self, desk):
        line = (
            b'{"type":"user","parent_tool_use_id":null,"message":{"role":"user","content":[{"type":"tool_result",'
            b'"tool_use_id":"t","content":"[MEMORY:timing:fake] from a tool"}]}}'
        )
        keeper = MarkerStore(desk.book, desk.memory, desk.session(), 1)
        keeper.store_line(1, to_text(desk.clock()), parse(line))
        keeper.wait_until_stored()
        assert desk.all() == []

    def test_memory_linked_to_session(self, desk):
        session = [desk.session() for _ in range(42)][-1]
        desk.says("[MEMORY:timing:jellyfin] Takes 60s to start", session=session)
        (memory,) = desk.all()
        now = to_text(desk.clock())
        assert (memory.session_id, memory.created_at, memory.updated_at) == (42, now, now)

    def test_a_heading_followed_by_an_ordinary_line_is_no_memory(self, desk):
        desk.says("[MEMORY:timing]\nAll checks are done.")
        assert desk.all() == []

    def test_two_markers_on_one_line_are_two(self, desk):
        desk.says("x [MEMORY:timing:a1] first one [MEMORY:timing:a2] second one")
        assert [(m.service, m.observation) for m in desk.all()] == [("a1", "first one"), ("a2", "second one")]

    def test_the_line_it_came_from_is_kept(self, desk):
        desk.says("Look:\n- **[MEMORY:timing:jellyfin] Takes 60s to start** ")
        (source,) = desk.memory.history.markers(desk.all()[0].id)
        assert source.line == "- **[MEMORY:timing:jellyfin] Takes 60s to start** "

    def test_storing_a_marker_twice_is_impossible(self, desk):
        session = desk.session()
        keeper = MarkerStore(desk.book, desk.memory, session, 1)
        line = parse(b'{"type":"assistant","message":{"content":[{"type":"text","text":"[MEMORY:timing:a] x y z"}]}}')
        for _ in range(3):
            keeper.store_line(7, to_text(desk.clock()), line)
        harvest = keeper.wait_until_stored()
        assert [m.action for m in harvest.memories] == [MemoryAction.INSERTED]
        assert [m.confidence for m in desk.all()] == [0.7]


class TestAllTiersCanWriteMemories:
    def test_tier_1_creates_a_memory(self, desk):
        desk.says("[MEMORY:behavior:adguard] Returns HTTP 302 redirect when healthy, not 200", tier=1)
        assert desk.all()[0].tier == 1

    def test_tier_2_creates_a_memory(self, desk):
        desk.says("[MEMORY:behavior:jellyfin] DB lock takes 60s to release after an ungraceful shutdown", tier=2)
        assert desk.all()[0].tier == 2

    def test_tier_3_creates_a_memory(self, desk):
        said = "[MEMORY:dependency:caddy] Must be started after WireGuard -- fails with no route to host otherwise"
        desk.says(said, tier=3)
        assert desk.all()[0].tier == 3


class TestMemoryMarkerRegex:
    def test_it_is_the_regex_of_the_spec(self):
        assert MEMORY_MARKER.pattern == (
            r"\[MEMORY:(timing|dependency|behavior|remediation|maintenance)(?::([a-zA-Z0-9_-]+))?\]\s*(.+)"
        )

    def test_regex_matches_well_formed_marker(self):
        found = MEMORY_MARKER.search("[MEMORY:dependency:postgres] Dependents should wait 10s after postgres restart")
        assert found is not None
        assert found.groups() == ("dependency", "postgres", "Dependents should wait 10s after postgres restart")

    def test_regex_rejects_malformed_marker(self):
        assert MEMORY_MARKER.search("[MEMORY:unknown] Some observation") is None


class TestPromptInjection:
    def test_memories_injected_at_session_start(self, desk):
        for number in range(5):
            desk.add(f"fact number {number} about it", service=f"svc{number}", confidence=0.3 + number / 10)
        block = desk.context().text
        assert all(f"fact number {number} about it" in block for number in range(5))

    def test_no_active_memories(self, desk):
        desk.add("not trusted any more", confidence=0.2)
        assert desk.context().text == ""

    def test_memories_grouped_by_service(self, desk):
        desk.add("a general one", confidence=0.95)
        desk.add("Takes 60s to start", service="jellyfin", confidence=0.9)
        desk.add("Needs a vacuum weekly", "maintenance", service="postgres", confidence=0.7)
        lines = desk.context().text.splitlines()
        assert [line for line in lines if line.startswith("### ")] == ["### jellyfin", "### postgres", "### general"]
        assert "- [maintenance] Needs a vacuum weekly (confidence: 0.7) [#3, 1 Mar]" in lines


class TestTokenBudgetEnforcement:
    def fill(self, desk, number=50, length=380):
        for n in range(number):
            desk.add(f"fact {n} " + "x" * length, "behavior", f"svc{n}", confidence=0.5 + n / 200)

    def test_budget_enforced_with_many_memories(self, desk):
        self.fill(desk)
        found = desk.context()
        head = re.match(r"## Operational Memory \((\d+) of 50 memories, ~(\d,\d{3}) tokens\)\n", found.text)
        assert head is not None
        assert found.tokens == -(-len(found.text) // 4) == int(head[2].replace(",", "")) <= 2000
        kept = {entry.memory.id for entry in found.included}
        best = sorted(desk.all(), key=lambda m: -m.confidence)[: len(kept)]
        assert kept == {m.id for m in best}
        assert int(head[1]) == len(kept)

    def test_budget_is_configurable(self, desk, tmp_path):
        self.fill(desk)
        budget = settings.load(tmp_path / "none.toml", {"CLAUDEOPS_MEMORY_BUDGET": "4000"}).memory.budget
        assert budget == 4000
        assert 2000 < desk.context(budget).tokens <= 4000
        assert settings.load(tmp_path / "none.toml", {}).memory.budget == 2000

    def test_all_memories_fit_within_budget(self, desk):
        for n in range(3):
            desk.add(f"fact {n} " + "x" * 240, service=f"svc{n}")
        found = desk.context()
        assert found.text.startswith(f"## Operational Memory (3 memories, ~{found.tokens} tokens)\n")

    def test_one_memory_is_not_memories(self, desk):
        desk.add("the only one")
        assert desk.context().text.startswith("## Operational Memory (1 memory, ~")

    def test_one_that_does_not_fit_is_passed_over_and_the_next_tried(self, desk):
        desk.add("x" * 900, confidence=0.9)
        desk.add("short one", confidence=0.4)
        found = desk.context(100)
        assert "short one" in found.text
        assert [entry.memory.observation[0] for entry in found.left_out] == ["x"]
        assert "Over the budget" in found.left_out[0].why

    def test_pinned_first_then_the_services_it_is_about_then_confidence(self, desk):
        pinned = desk.add("p" * 80, service="a", confidence=0.4)
        desk.edit(pinned.id, pinned=True)
        desk.add("s" * 80, service="about", confidence=0.5)
        desk.add("c" * 80, service="c", confidence=0.9)
        assert [m.memory.service for m in desk.context(55, "about").included] == ["a"]
        assert {m.memory.service for m in desk.context(90, "about").included} == {"a", "about"}
        assert {m.memory.service for m in desk.context(90).included} == {"a", "c"}


class TestConfidenceScoring:
    def test_default_confidence_on_creation(self, desk):
        desk.says("[MEMORY:timing:jellyfin] Takes 60s to start")
        assert desk.all()[0].confidence == 0.7

    def test_low_confidence_memory_excluded_from_prompt(self, desk):
        desk.add("trusted", confidence=0.3)
        desk.add("doubted", confidence=0.2)
        assert "doubted" not in desk.context().text

    def test_confidence_clamped_to_valid_range(self, desk):
        memory = desk.add("Needs manual VACUUM FULL weekly", "maintenance", "postgres")
        change = desk.edit(memory.id, confidence=1.5)
        assert desk.get(memory.id).confidence == 1.0
        assert change.notes == ("Confidence 1.5 was set to 1: it goes from 0 to 1.",)


class TestMemoryReinforcement:
    def test_duplicate_memory_reinforces_existing(self, desk):
        desk.says("[MEMORY:timing:jellyfin] Takes 60s to start after restart")
        desk.clock.forward(hours=2)
        (outcome,) = desk.says("[MEMORY:timing:jellyfin] Takes about 60 seconds to start after a restart")
        (memory,) = desk.all()
        assert outcome.action is MemoryAction.REINFORCED
        assert (memory.confidence, memory.observation) == (0.8, "Takes 60s to start after restart")
        assert memory.updated_at == to_text(desk.clock())

    def test_reinforcement_is_capped_at_one(self, desk):
        memory = desk.add("Takes 60s to start after restart", service="jellyfin", confidence=0.95)
        desk.says("[MEMORY:timing:jellyfin] Takes 60s to start after restart")
        assert desk.get(memory.id).confidence == 1.0

    def test_different_category_creates_new_memory(self, desk):
        desk.says("[MEMORY:timing:jellyfin] Takes 60s to start")
        desk.says("[MEMORY:behavior:jellyfin] Sometimes crashes on first start")
        assert [m.category for m in desk.all()] == ["timing", "behavior"]

    def test_the_same_text_again_in_one_session_changes_nothing(self, desk):
        text = "[MEMORY:timing:plex] Takes 40s to start"
        first, second = desk.says(f"{text}\n{text}")
        assert (first.action, second.action) == (MemoryAction.INSERTED, MemoryAction.UNCHANGED)
        assert second.memory == first.memory
        assert [m.confidence for m in desk.all()] == [0.7]

    def test_the_same_as_an_inactive_one_only_is_a_new_row_linked_to_it(self, desk):
        old = desk.add("Takes 60s to start after restart", service="jellyfin", confidence=0.2)
        (outcome,) = desk.says("[MEMORY:timing:jellyfin] Takes 60s to start after restart")
        assert outcome.action is MemoryAction.INSERTED
        assert desk.get(old.id) == old
        assert [m.confidence for m in desk.all()] == [0.2, 0.7]
        assert [(link.to_id, link.kind) for link in desk.memory.history.links(outcome.memory.id)] == [
            (old.id, "returns")
        ]


class TestMemoryContradiction:
    OLD = "Must be started after WireGuard"
    NEW = "[MEMORY:dependency:caddy] Can be started independently of WireGuard"

    def test_contradicting_memory_reduces_confidence(self, desk):
        old = desk.add(self.OLD, "dependency", "caddy", confidence=0.8)
        desk.clock.forward(days=3)
        (outcome,) = desk.says(self.NEW)
        assert outcome.action is MemoryAction.CONTRADICTED
        assert [m.confidence for m in desk.all()] == [0.6, 0.7]
        assert [m.id for m in outcome.lowered] == [old.id]
        assert [(link.from_id, link.kind) for link in desk.memory.history.links(old.id)] == [
            (outcome.memory.id, "contradicts")
        ]

    def test_a_contradiction_leaves_the_old_ones_updated_at(self, desk):
        old = desk.add(self.OLD, "dependency", "caddy", confidence=0.8)
        desk.clock.forward(days=3)
        desk.says(self.NEW)
        assert desk.get(old.id).updated_at == old.updated_at

    def test_contradiction_deactivates_low_confidence_memory(self, desk):
        old = desk.add(self.OLD, "dependency", "caddy", confidence=0.4)
        desk.says(self.NEW)
        assert (desk.get(old.id).confidence, desk.get(old.id).active) == (0.2, 0)

    def test_two_true_facts_stand_side_by_side(self, desk):
        desk.says("[MEMORY:behavior:adguard] Returns HTTP 302 redirect when healthy, not 200")
        desk.says("[MEMORY:behavior:adguard] Query log fills the disk when retention is set to 90 days")
        assert [m.confidence for m in desk.all()] == [0.7, 0.7]

    def test_several_old_ones_every_contradiction_is_lowered_and_the_best_same_reinforced(self, desk):
        desk.add(self.OLD, "dependency", "caddy", confidence=0.8)
        desk.add("Must always be started after WireGuard", "dependency", "caddy", confidence=0.6)
        desk.add("Can be started independently of WireGuard", "dependency", "caddy", confidence=0.5)
        (outcome,) = desk.says(self.NEW)
        assert outcome.action is MemoryAction.REINFORCED
        assert [m.confidence for m in desk.all()] == [0.6, 0.4, 0.6]

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("Takes 60s to start after restart", "Takes 10s to start after restart"),
            ("Returns 302 when healthy", "Returns 200 when healthy"),
            ("Automatic updates are enabled", "Automatic updates are disabled"),
            ("Start it before the database", "Start it after the database"),
        ],
    )
    def test_a_change_of_value_is_never_merged_away(self, desk, old, new):
        desk.says(f"[MEMORY:behavior:x] {old}")
        desk.says(f"[MEMORY:behavior:x] {new}")
        assert [m.observation for m in desk.all()] == [old, new]


class TestStalenessDecay:
    def test_fresh_memory_not_decayed(self, desk):
        memory = desk.add("one two three")
        desk.clock.forward(days=15)
        assert desk.write(desk.memory.aging.decay) == 0
        assert desk.get(memory.id).confidence == 0.7

    def test_stale_memory_decayed(self, desk):
        memory = desk.add("one two three")
        desk.clock.forward(days=44)
        desk.write(desk.memory.aging.decay)
        assert desk.get(memory.id).confidence == 0.5

    def test_decay_deactivates_memory(self, desk):
        memory = desk.add("one two three", confidence=0.4)
        desk.clock.forward(days=44)
        desk.write(desk.memory.aging.decay)
        assert (desk.get(memory.id).confidence, desk.get(memory.id).active) == (0.2, 0)

    def test_running_the_check_twice_or_hourly_changes_nothing_more(self, desk):
        memory = desk.add("one two three", confidence=1.0)
        desk.clock.forward(days=44)
        for _ in range(30):
            desk.write(desk.memory.aging.decay)
            desk.clock.forward(hours=1)
        assert desk.get(memory.id).confidence == 0.8
        desk.clock.forward(days=7)
        desk.write(desk.memory.aging.decay)
        assert desk.get(memory.id).confidence == 0.7

    def test_decay_does_not_touch_updated_at(self, desk):
        memory = desk.add("one two three")
        desk.clock.forward(days=44)
        desk.write(desk.memory.aging.decay)
        assert desk.get(memory.id).updated_at == memory.updated_at

    def test_a_pinned_memory_does_not_decay_nor_for_the_time_it_was_pinned(self, desk):
        memory = desk.add("one two three")
        desk.edit(memory.id, pinned=True)
        desk.clock.forward(days=100)
        assert desk.write(desk.memory.aging.decay) == 0
        desk.edit(memory.id, pinned=False)
        assert desk.write(desk.memory.aging.decay) == 0
        desk.clock.forward(days=7)
        desk.write(desk.memory.aging.decay)
        assert desk.get(memory.id).confidence == 0.6

    def test_a_reinforced_one_starts_anew(self, desk):
        memory = desk.add("Takes 60s to start after restart", service="jellyfin", confidence=0.9)
        desk.clock.forward(days=44)
        desk.write(desk.memory.aging.decay)
        desk.says("[MEMORY:timing:jellyfin] Takes 60s to start after restart")
        assert desk.get(memory.id).confidence == 0.8
        desk.clock.forward(days=44)
        desk.write(desk.memory.aging.decay)
        assert desk.get(memory.id).confidence == 0.6

    def test_looking_reckons_decay_but_writes_nothing(self, desk):
        memory = desk.add("one two three", confidence=0.9)
        desk.add("fades away", confidence=0.35)
        desk.clock.forward(days=44)
        block = desk.context().text
        assert "- [timing] one two three (confidence: 0.7)" in block
        assert "fades away" not in block
        assert block.startswith("## Operational Memory (1 memory,")
        assert desk.get(memory.id) == memory

    def test_a_clock_that_was_set_back_does_no_harm(self, desk):
        desk.add("one two three")
        desk.clock.forward(days=-400)
        assert desk.write(desk.memory.aging.decay) == 0


class TestPromptIntegration:
    @pytest.mark.parametrize("tier", [1, 2, 3])
    def test_the_tier_prompt_includes_memory_instructions(self, tier):
        text = tier_prompt(tier)
        assert "## Memory Recording" in text
        assert "[MEMORY:category] " in text
        assert "[MEMORY:category:service] " in text
        assert all(f"`{category}`" in text for category in CATEGORIES)
        assert "Do not record:" in text
        assert "{{" not in text

    def test_all_tiers_have_the_same_instructions(self):
        sections = {tier_prompt(tier).split("## Memory Recording")[1].split("\n## ")[0] for tier in (1, 2, 3)}
        assert len(sections) == 1

    def test_the_examples_are_markers_that_would_be_stored(self):
        examples = re.findall(r"`(\[MEMORY:[^`]+)`", tier_prompt(1))
        assert len(examples) == len(CATEGORIES)
        assert all(MEMORY_MARKER.fullmatch(example) for example in examples)


class TestMemoryContextFormat:
    def test_formatted_output_matches_expected_structure(self, desk):
        desk.add("DNS checks sometimes fail transiently during WireGuard reconnects", "remediation", confidence=0.6)
        desk.add("First restart always fails due to DB lock", "behavior", "jellyfin", confidence=0.8)
        desk.add("Takes 60s to start after restart", "timing", "jellyfin", confidence=0.9)
        found = desk.context()
        assert found.text == (
            f"## Operational Memory (3 memories, ~{found.tokens} tokens)\n"
            "\n"
            "### jellyfin\n"
            "- [timing] Takes 60s to start after restart (confidence: 0.9) [#3, 1 Mar]\n"
            "- [behavior] First restart always fails due to DB lock (confidence: 0.8) [#2, 1 Mar]\n"
            "\n"
            "### general\n"
            "- [remediation] DNS checks sometimes fail transiently during WireGuard reconnects (confidence: 0.6)"
            " [#1, 1 Mar]"
        )

    def test_behind_it_stand_its_number_and_when_it_was_last_said(self, desk):
        memory = desk.add("Takes 60s to start", service="jellyfin")
        desk.clock.forward(days=10)
        assert f"(confidence: 0.7) [#{memory.id}, 1 Mar]" in desk.context().text
        desk.says("[MEMORY:timing:jellyfin] Takes about 60 seconds to start")
        assert f"(confidence: 0.8) [#{memory.id}, 11 Mar]" in desk.context().text

    def test_a_day_of_another_year_has_its_year(self, desk):
        desk.add("Takes 60s to start", service="jellyfin", confidence=1.0)
        desk.clock.forward(days=-60)
        desk.says("[MEMORY:timing:plex] Takes 40s to start")
        desk.clock.forward(days=60)
        lines = desk.context().text.splitlines()
        assert [line.rpartition(", ")[2] for line in lines if line.startswith("- ")] == ["1 Mar]", "31 Dec 2025]"]

    @pytest.mark.parametrize(("value", "shown"), [(0.8, "0.8"), (0.95, "0.95"), (1.0, "1.0"), (0.3, "0.3")])
    def test_one_decimal_two_where_needed(self, desk, value, shown):
        desk.add("some fact", confidence=value)
        assert f"(confidence: {shown})" in desk.context().text

    def test_line_breaks_in_a_text_become_spaces(self, desk):
        desk.add("first line\n\n### not a heading\r\n\x1b[31mred")
        assert "- [timing] first line not a heading [31mred (confidence: 0.7)" in desk.context().text

    def test_newest_first_among_equals_then_id(self, desk):
        desk.add("older one", service="a")
        desk.clock.forward(minutes=1)
        desk.add("newer one", service="a")
        desk.add("newer one, higher id", service="a")
        lines = [line for line in desk.context().text.splitlines() if line.startswith("- ")]
        assert [line.split("] ")[1].split(" (")[0] for line in lines] == [
            "newer one",
            "newer one, higher id",
            "older one",
        ]


class TestInactiveMemoryHandling:
    def test_inactive_memory_excluded_from_prompt_regardless_of_its_confidence(self, desk):
        memory = desk.add("set aside", confidence=0.9)
        desk.write(lambda: desk.store.database.execute_sql("UPDATE memories SET active = 0 WHERE id = ?", (memory.id,)))
        assert desk.context().text == ""

    def test_reactivate_an_inactive_memory(self, desk):
        memory = desk.add("set aside", confidence=0.2)
        assert memory.active == 0
        desk.edit(memory.id, confidence=0.5)
        assert desk.get(memory.id).active == 1
        assert "set aside" in desk.context().text
        assert [v.action for v in desk.memory.history.versions(memory.id)] == ["inserted", "reactivated"]


class TestMemoryCrud:
    def test_create_memory_manually(self, desk):
        memory = desk.add("Needs manual VACUUM FULL weekly", "maintenance", "Postgres", confidence=0.9)
        assert (memory.service, memory.confidence, memory.session_id, memory.active) == ("postgres", 0.9, None, 1)

    def test_edit_memory_observation(self, desk):
        memory = desk.add("Takes 60s", confidence=0.55)
        desk.clock.forward(hours=1)
        desk.edit(memory.id, observation="Takes 60s to start")
        edited = desk.get(memory.id)
        assert (edited.observation, edited.confidence) == ("Takes 60s to start", 0.55)
        assert edited.updated_at == to_text(desk.clock())

    def test_adjust_memory_confidence(self, desk):
        memory = desk.add("Takes 60s")
        desk.clock.forward(hours=1)
        desk.edit(memory.id, confidence=0.95)
        assert (desk.get(memory.id).confidence, desk.get(memory.id).updated_at) == (0.95, to_text(desk.clock()))

    @pytest.mark.file_only("the bytes of the file")
    def test_delete_memory_and_its_words_are_gone_from_the_database_file(self, desk, tmp_path):
        desk.says("[MEMORY:timing:jellyfin] a very particular sentence")
        desk.write(lambda: desk.memory.edits.delete([1]))
        assert desk.all() == []
        assert desk.memory.history.versions(1) == []
        desk.store.close()
        files = [file for file in Path(desk.store.path).parent.glob("claudeops.db*") if file.is_file()]
        assert files
        assert all(b"very particular" not in file.read_bytes() for file in files)

    def test_a_deleted_memorys_marker_is_not_read_again_after_a_crash(self, desk):
        session = desk.session()
        keeper = MarkerStore(desk.book, desk.memory, session, 1)
        line = parse(b'{"type":"assistant","message":{"content":[{"type":"text","text":"[MEMORY:timing:a] x y z"}]}}')
        keeper.store_line(1, to_text(desk.clock()), line)
        keeper.wait_until_stored()
        desk.write(lambda: desk.memory.edits.delete([1]))
        keeper.store_line(1, to_text(desk.clock()), line)
        keeper.wait_until_stored()
        assert desk.all() == []

    def test_bulk_delete(self, desk):
        ids = [desk.add(f"fact number {n}").id for n in range(6)]
        change = desk.write(lambda: desk.memory.edits.delete(ids[:5]))
        assert change.label == "Delete 5 memories"
        assert [m.id for m in desk.all()] == ids[5:]


def test_a_newer_database_is_refused_with_a_clear_choice(tmp_path):
    folder = DataFolder(tmp_path / "newer")
    open_store(folder).close()
    with other_connection(folder) as connection:
        connection.execute("INSERT INTO schema_migrations VALUES (999, 'future', 'x')")
    with pytest.raises(Exception, match="written by a newer version") as raised:
        open_store(folder)
    assert "--data-dir" in raised.value.full_text
