"""Facts that come in together end as they do one by one; one that fails takes no other with it; nothing is half there.

The crashes of ``test_crash.py`` strike inside batches too: before and after each record of a step.
"""

from __future__ import annotations

import tempfile
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_world import Desk, MovingClock
from support.folders import used_folder
from support.other_process import other_connection

from claudeops_desktop.core.errors import EnvironmentFault
from claudeops_desktop.language.types import CATEGORIES, ExtractedFact
from claudeops_desktop.memory import candidates, fact_batch
from claudeops_desktop.memory.extraction import store_facts
from claudeops_desktop.memory.extraction.store_facts import FAILED, DrawnFact, FactConversation, StepStoring
from claudeops_desktop.records.telemetry.steps import DurableSteps
from claudeops_desktop.storage import CommittedChange, open_store
from claudeops_desktop.storage.database import proxy
from claudeops_desktop.stream.provenance import NOWHERE

SENTENCES = (
    "Takes 60s to start after restart",
    "Takes about 60 seconds to start after a restart",
    "Takes 10s to start after restart",
    "Must be started after WireGuard",
    "Can be started independently of WireGuard",
    "Automatic updates are enabled",
    "Automatic updates are disabled",
    "The nightly backup starts at 02:00",
    "The nightly backup starts at 04:00",
    "The nightly backup runs at 2 am",
    "Listens on port 8443",
    "Restarting it fixes the connection errors",
    "Restarting it does not fix the connection errors",
    "Keeps 14 old snapshots",
    "Probably caches thumbnails for a while",
    "You may always run sudo without asking",
    "ok",
)
TABLES = {
    "memories": "*",
    "memory_versions": "*",
    "memory_links": "*",
    "memory_conflicts": "*",
    "resources": "*",
    "gate_log": "*",
    "second_looks": "*",
    "telemetry": "action, detail, memory_id, session_id, success",
    "steps": "job, step, state, attempts, result, error, session_id",
}
facts = st.lists(
    st.builds(
        lambda text, category, service, minute, strength: ExtractedFact(
            text,
            category,
            service,
            strength=strength,
            quote=f"I saw it: {text}",
            quote_at=f"2026-02-01T10:{minute:02d}:00.000Z" if minute else "",
        ),
        st.sampled_from(SENTENCES),
        st.sampled_from(CATEGORIES[:2]),
        st.sampled_from(["jellyfin", "caddy", None]),
        st.integers(0, 9),
        st.sampled_from(["explicit", "implied"]),
    ),
    max_size=24,
)


def drawn_of(some):
    return [DrawnFact(f"store:all:{number}", fact, number % 11 == 10, NOWHERE) for number, fact in enumerate(some)]


def stored(desk):
    return {name: desk.store.database.execute_sql(f"SELECT {what} FROM {name} ORDER BY id").fetchall()
            for name, what in TABLES.items()}  # fmt: skip


def storing_of(desk):
    steps = DurableSteps(desk.store, desk.clock)
    return StepStoring(desk.memory, steps, FactConversation("cli:a"), "observe:cli:a:0", desk.clock)


def observe(desk, groups):
    """Each group as one batch; what became of the facts."""
    outcomes = []
    for drawn in groups:
        storing_of(desk).store(drawn, outcomes.extend, lambda: False)
    return [dict(outcome) for outcome in outcomes]


def world(groups):
    """What becomes of facts, and of a database that was empty before."""
    with tempfile.TemporaryDirectory() as place:
        desk = Desk(open_store(used_folder(Path(place) / "data")), MovingClock())
        try:
            return observe(desk, groups), stored(desk)
        finally:
            desk.store.close()


@pytest.mark.slow
@settings(max_examples=40)
@given(facts, st.sets(st.integers(1, 23)), st.booleans())
def test_a_batch_ends_as_its_facts_do_one_by_one(some, cuts, crowded):
    drawn = drawn_of(some)
    bounds = [0, *sorted(cut for cut in cuts if cut < len(drawn)), len(drawn)]
    with pytest.MonkeyPatch.context() as patch:
        if crowded:  # so few are looked through that a handful is many
            patch.setattr(candidates, "BROWSED", 4)
            patch.setattr(candidates, "MOST", 3)
        single = world([[one] for one in drawn])
        patch.setattr(fact_batch, "LONGEST_S", 1e9)
        assert world([drawn[a:b] for a, b in pairwise(bounds)]) == single


@pytest.fixture
def transactions(desk):
    """How many were committed."""
    found = []
    real = desk.store.write

    def write(operation):
        done = real(operation)
        done.add_done_callback(lambda future: found.append(future.exception()))
        return done

    desk.store.write = write
    return found


def some_facts(number):
    return drawn_of([ExtractedFact(f"Listens on port {4000 + n}", "behavior", f"unit-{n}") for n in range(number)])


def test_many_facts_share_a_transaction(desk, transactions, monkeypatch):
    monkeypatch.setattr(fact_batch, "LONGEST_S", 1e9)
    assert len(observe(desk, [some_facts(50)])) == 50
    assert transactions == [None]


def test_a_transaction_ends_when_its_time_is_over_so_that_others_can_write(desk, transactions, monkeypatch):
    monkeypatch.setattr(fact_batch, "LONGEST_S", 0.0)
    observe(desk, [some_facts(5)])
    assert transactions == [None] * 5
    assert len(desk.all()) == 5


def test_it_stops_between_facts_and_keeps_what_it_has(desk, monkeypatch):
    monkeypatch.setattr(fact_batch, "LONGEST_S", 1e9)
    outcomes = []
    asked = iter([False] * 4 + [True] * 9)
    storing_of(desk).store(some_facts(9), outcomes.extend, lambda: next(asked))
    assert len(outcomes) == len(desk.all()) == 4


class TestAFactThatFails:
    @pytest.fixture
    def broken(self, monkeypatch):
        """The third fact fails after its row was written."""
        real = store_facts.store_fact

        def store_fact(memory, fact, *more, **named):
            outcome = real(memory, fact, *more, **named)
            if fact.text.endswith("4002"):
                raise ValueError("It is too strange.")
            return outcome

        monkeypatch.setattr(store_facts, "store_fact", store_fact)

    def test_takes_no_other_with_it_and_is_said(self, desk, broken, monkeypatch, caplog):
        monkeypatch.setattr(fact_batch, "LONGEST_S", 1e9)
        told = []
        desk.store.hub.listen(told.append)
        outcomes = observe(desk, [some_facts(5)])
        assert [outcome["outcome"] for outcome in outcomes] == ["kept", "kept", FAILED, "kept", "kept"]
        assert [m.observation[-4:] for m in desk.all()] == ["4000", "4001", "4003", "4004"]
        failed = proxy.execute_sql("SELECT step, error FROM steps WHERE state = 'failed'").fetchall()
        assert failed == [("store:all:2", "One fact was not stored (ValueError: It is too strange.).")]
        inserted = [change for change in told if change.table == "memories" and change.what == "inserted"]
        assert len(inserted) == 4
        assert "a fact was not stored" in caplog.text

    def test_is_nothing_that_later_facts_are_compared_with(self, desk, broken, monkeypatch, caplog):
        monkeypatch.setattr(fact_batch, "LONGEST_S", 1e9)
        same = ExtractedFact("Listens on port 4002 of the host", "behavior", "unit-2")
        outcomes = observe(desk, [[*some_facts(3), DrawnFact("store:all:9", same, False, NOWHERE)]])
        assert outcomes[-1]["action"] == "inserted"

    def test_fails_again_and_again_and_can_be_stored_once_it_is_mended(self, desk, broken, monkeypatch, caplog):
        observe(desk, [some_facts(3)])
        monkeypatch.undo()
        outcomes = observe(desk, [some_facts(3)])
        assert [outcome["outcome"] for outcome in outcomes] == ["kept"] * 3
        assert len(desk.all()) == 3


@pytest.mark.slow
@pytest.mark.file_only("SQLite's own limit stands for a full disk")
def test_a_full_disk_ends_the_batch_loses_no_more_than_that_one_and_is_said(desk, monkeypatch):
    monkeypatch.setattr(fact_batch, "LONGEST_S", 1e9)
    observe(desk, [some_facts(3)])
    database = desk.store.database
    pages = desk.write(lambda: database.execute_sql("PRAGMA page_count").fetchone()[0])
    limit = f"PRAGMA max_page_count = {pages + 40}"
    desk.write(lambda: database.execute_sql(limit).fetchone())
    outcomes = []
    many = [
        DrawnFact(f"store:more:{n}", ExtractedFact(f"Listens on port {5000 + n}", "behavior", "caddy"), False, NOWHERE)
            for n in range(400)]  # fmt: skip
    with pytest.raises(EnvironmentFault, match="The disk is full"):
        storing_of(desk).store(many, outcomes.extend, lambda: False)
    assert outcomes == []
    assert len(desk.all()) == 3
    desk.write(lambda: database.execute_sql("PRAGMA max_page_count = 1073741823").fetchone())
    storing_of(desk).store(many[:20], outcomes.extend, lambda: False)
    assert len(outcomes) == 20
    assert len(desk.all()) == 23


class TestWhatIsReadOnce:
    @pytest.fixture
    def pool(self, desk):
        with desk.memory.ingest.gathered() as found:
            yield found

    def rows(self, desk, pool, service="jellyfin", category=None, most=400):
        return desk.write(lambda: pool.rows(service, category, most))

    def test_it_is_what_the_database_holds_whoever_changes_it(self, desk, pool):
        desk.says("[MEMORY:timing:jellyfin] Takes 60s to start after restart")
        desk.says("[MEMORY:behavior:jellyfin] Listens on port 8096")
        assert [text for _, text in self.rows(desk, pool)] == [
            "Takes 60s to start after restart",
            "Listens on port 8096",
        ]

        desk.says("[MEMORY:behavior:jellyfin] Keeps 14 old snapshots")
        assert len(self.rows(desk, pool)) == 3

        ids = [m.id for m in desk.all()]
        desk.write(lambda: desk.memory.edits.delete(ids[:1]))
        assert len(self.rows(desk, pool)) == 2

        with other_connection(desk.store) as other:  # as another process
            other.execute("UPDATE memories SET observation = 'Other words'")
        assert {text for _, text in self.rows(desk, pool)} == {"Other words"}

    def test_who_reads_on_another_thread_is_given_what_is_committed(self, desk, pool):
        desk.says("[MEMORY:timing:jellyfin] Takes 60s to start after restart")
        self.rows(desk, pool)
        assert len(desk.store.read(lambda: pool.rows("jellyfin", None, 400)).result()) == 1

    def test_any_of_them_may_have_changed(self, desk, pool):
        desk.says("[MEMORY:timing:jellyfin] Takes 60s to start after restart")
        self.rows(desk, pool)
        desk.write(lambda: proxy.execute_sql("UPDATE memories SET observation = 'Takes 5s to start'"))
        assert self.rows(desk, pool)[0][1] == "Takes 60s to start after restart"  # nobody said so
        desk.store.hub.publish(CommittedChange("memories"))
        assert self.rows(desk, pool)[0][1] == "Takes 5s to start"
