"""Whatever happens to memories, in whatever order, these hold (M6 to M16)."""

from __future__ import annotations

import math
import tempfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, invariant, rule
from memory_world import Desk, MovingClock
from support.folders import used_folder

from claudeops_desktop.language.types import CATEGORIES
from claudeops_desktop.memory.context import ContextBlock, bullet, header
from claudeops_desktop.memory.types import Memory, MemoryCandidate, MemoryEdit
from claudeops_desktop.memory.undo import taken_back
from claudeops_desktop.storage import open_store

# The state machine below cannot carry a mark of its own.
pytestmark = pytest.mark.slow

SENTENCES = (
    "Takes 60s to start after restart",
    "Takes about 60 seconds to start after a restart",
    "Takes 10s to start after restart",
    "Must be started after WireGuard",
    "Can be started independently of WireGuard",
    "Automatic updates are enabled",
    "Automatic updates are disabled",
    "Needs a vacuum weekly",
)
services = st.sampled_from(["jellyfin", "caddy", "General", ""])
confidences = st.one_of(st.floats(-2, 3), st.sampled_from([0.3, 0.2999, 0.30004, 0.29996, 0.7]))


class Life(RuleBasedStateMachine):
    """An agent speaks, an operator edits, deletes and takes back, days go by."""

    changes = Bundle("changes")

    @initialize()
    def open(self):
        self.place = tempfile.TemporaryDirectory()
        self.clock = MovingClock()
        self.store = open_store(used_folder(Path(self.place.name) / "data"))
        self.desk = Desk(self.store, self.clock)

    def teardown(self):
        if hasattr(self, "store"):
            self.store.close()
            self.place.cleanup()

    def some(self, pick):
        ids = [m.id for m in self.desk.all()]
        return [ids[n % len(ids)] for n in pick] if ids else []

    @rule(text=st.sampled_from(SENTENCES), service=services, category=st.sampled_from(CATEGORIES[:2]))
    def the_agent_says(self, text, service, category):
        place = f":{service.lower()}" if service else ""
        self.desk.says(f"[MEMORY:{category}{place}] {text}")

    @rule(target=changes, text=st.sampled_from(SENTENCES), service=services, confidence=confidences)
    def the_operator_adds(self, text, service, confidence):
        return self.desk.write(lambda: self.desk.memory.edits.add(MemoryCandidate("timing", service, text, confidence)))

    @rule(
        target=changes,
        pick=st.lists(st.integers(0, 50), max_size=4),
        text=st.none() | st.sampled_from(SENTENCES),
        service=st.none() | services,
        confidence=st.none() | confidences,
        pinned=st.none() | st.booleans(),
    )
    def the_operator_edits(self, pick, text, service, confidence, pinned):
        ids = self.some(pick)
        edit = MemoryEdit(observation=text, service=service, confidence=confidence, pinned=pinned)
        return self.desk.write(lambda: self.desk.memory.edits.edit(ids, edit))

    @rule(target=changes, pick=st.lists(st.integers(0, 50), max_size=4), by=st.floats(-1, 1))
    def the_operator_adjusts(self, pick, by):
        ids = self.some(pick)
        return self.desk.write(lambda: self.desk.memory.edits.adjust(ids, by))

    @rule(target=changes, pick=st.lists(st.integers(0, 50), max_size=3))
    def the_operator_deletes(self, pick):
        ids = self.some(pick)
        return self.desk.write(lambda: self.desk.memory.edits.delete(ids))

    @rule(target=changes, change=consumes(changes))
    def undone_later(self, change):
        self.desk.write(lambda: self.desk.memory.edits.undo(change))
        return change

    @rule(pick=st.lists(st.integers(0, 50), min_size=1, max_size=3), by=st.floats(-1, 1))
    def undone_at_once_nothing_has_happened(self, pick, by):
        ids = self.some(pick)
        for do in (
            lambda: self.desk.memory.edits.delete(ids),
            lambda: self.desk.memory.edits.adjust(ids, by),
            lambda: self.desk.memory.edits.edit(
                ids, MemoryEdit(observation="another text", service="new", pinned=True)
            ),
        ):
            before = self.seen()
            change = self.desk.write(do)
            after = self.seen()
            self.desk.write(lambda made=change: self.desk.memory.edits.undo(made))
            assert self.seen() == before
            self.desk.write(lambda made=change: self.desk.memory.edits.redo(made))
            assert self.seen() == after
            self.desk.write(lambda made=change: self.desk.memory.edits.undo(made))
            assert self.seen() == before

    def seen(self):
        links = {
            (link.from_id, link.to_id, link.kind)
            for m in self.desk.all()
            for link in self.desk.memory.history.links(m.id)
        }
        said = [self.desk.memory.history.markers(m.id) for m in self.desk.all()]
        return self.desk.all(), links, said

    @rule(days=st.floats(-3, 60))
    def days_go_by(self, days):
        self.clock.forward(days=days)

    @rule()
    def a_run_begins(self):
        self.desk.write(self.desk.memory.aging.decay)
        assert self.desk.write(self.desk.memory.aging.decay) == 0

    @invariant()
    def confidence_is_between_0_and_1_with_four_places_and_says_whether_it_counts(self):
        for memory in self.desk.all() if hasattr(self, "desk") else ():
            assert 0 <= memory.confidence <= 1
            assert memory.confidence == round(memory.confidence, 4)
            assert memory.active == (memory.confidence >= 0.3)
            assert memory.service != "general"

    @invariant()
    def the_last_version_is_how_it_stands(self):
        for memory in self.desk.all() if hasattr(self, "desk") else ():
            last = self.desk.memory.history.versions(memory.id)[-1]
            names = ("service", "category", "observation", "confidence", "active", "pinned")
            assert [getattr(last, name) for name in names] == [getattr(memory, name) for name in names]

    @invariant()
    def the_block_holds_its_budget_and_looking_is_what_the_run_will_read(self):
        if hasattr(self, "desk"):
            for budget in (0, 40, 2000):
                check_block(self.desk.context(budget), budget)
            looked_at = self.desk.context().text
            self.desk.write(self.desk.memory.aging.decay)
            assert self.desk.context().text == looked_at


def check_block(found, budget):
    assert found.tokens == math.ceil(len(found.text) / 4) <= budget
    assert len(found.included) + found.left_out_count == found.total
    if found.text:
        what = f"{found.total:,}" if not found.left_out_count else f"{len(found.included):,} of {found.total:,}"
        noun = "memory" if found.total == 1 else "memories"
        assert found.text.splitlines()[0] == f"## Operational Memory ({what} {noun}, ~{found.tokens:,} tokens)"
        assert sum(line.startswith("- [") for line in found.text.splitlines()) == len(found.included)


TestLife = Life.TestCase
TestLife.settings = settings(max_examples=20, stateful_step_count=25, deadline=None)

texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=400).filter(lambda text: text.strip())
memories = st.builds(
    Memory,
    id=st.integers(1, 10**6),
    service=st.none() | st.sampled_from(["jellyfin", "caddy", "x" * 60]),
    category=st.sampled_from(CATEGORIES),
    observation=texts,
    confidence=st.integers(3000, 10_000).map(lambda n: n / 10_000),
    active=st.just(1),
    created_at=st.just("2026-03-01T12:00:00.000Z"),
    updated_at=st.sampled_from(["2026-03-01T12:00:00.000Z", "2026-03-02T12:00:00.000Z"]),
    session_id=st.none(),
    tier=st.just(1),
    pinned=st.integers(0, 1),
)

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@given(st.lists(memories, max_size=40, unique_by=lambda m: m.id), st.integers(0, 5000))
@settings(deadline=None)
def test_no_block_is_ever_over_its_budget_and_none_is_left_out_that_would_fit(known, budget):
    known.sort(key=lambda m: (-m.pinned, -m.confidence))
    block = ContextBlock(budget, len(known), NOW)
    block.add_memories((m, m.confidence) for m in known)
    found = block.finish()
    check_block(found, budget)
    assert all(line == "" or line.startswith(("## ", "### ", "- [")) for line in found.text.split("\n"))
    if found.left_out_count == 0:
        return
    used = {entry.memory.id for entry in found.included}
    headed = {entry.memory.service for entry in found.included}
    for memory in known:
        if memory.id not in used:
            size = 1 + len(bullet(memory, memory.confidence, NOW))
            size += 0 if memory.service in headed else len(f"\n\n### {memory.service or 'general'}")
            body = len(found.text) - len(found.text.split("\n", 1)[0]) + size if found.text else size
            assert header(len(used) + 1, len(known), body)[1] > budget


@given(st.integers(1, 300_000), st.integers(0, 300_000), st.integers(0, 100_000))
def test_the_header_names_the_tokens_of_the_block_that_it_is_a_part_of(included, more, body):
    line, tokens = header(included, included + more, body)
    assert tokens == math.ceil((len(line) + body) / 4)
    assert f"~{tokens:,} tokens" in line


@given(memories, memories, memories)
def test_what_nobody_changed_since_goes_back_exactly(current, then, wanted):
    columns, kept = taken_back(then, then, wanted)
    assert not kept
    for name in Memory.__dataclass_fields__:
        assert columns.get(name, getattr(then, name)) == getattr(wanted, name)
    columns, _ = taken_back(current, then, wanted)
    assert 0 <= columns.get("confidence", current.confidence) <= 1
