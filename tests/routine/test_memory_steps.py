"""What the routine does to all of memory: new facts are preferred once, everything is counted, summaries and vectors
are made anew where they differ, archived facts are grouped for a proposal."""

from __future__ import annotations

from datetime import timedelta

import numpy as np
import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.knowledge.proposals.service import ProposalService
from claudeops_desktop.memory import MemoryCandidate
from claudeops_desktop.memory.maintenance.archived_clusters import group_near
from claudeops_desktop.records.telemetry import search
from claudeops_desktop.routine import MONTHLY, NIGHTLY, WEEKLY

ALIKE = (
    "The nightly backup of the nas starts at 02:30",
    "Backups of the nas start every night at half past two",
    "The backup job of the nas runs nightly at 02:30",
    "Each night at 02:30 the nas makes its backup",
)
OTHER = "The lift in the office is serviced by a company from the next town"


def step_of(run, name):
    return next(step for step in run.steps if step.name == name)


@pytest.fixture
def put(world):
    """Store facts as they would be extracted; their ids."""

    def store(*texts, service="nas", **columns):
        def fill():
            ids = []
            for text in texts:
                row = {
                    "service": service, "category": "behavior", "observation": text, "confidence": 0.8, "tier": 1,
                    "created_at": to_text(world.now), "updated_at": to_text(world.now), "source": "observed",
                    "last_confirmed_at": to_text(world.now), "valid_from": to_text(world.now),
                } | columns  # fmt: skip
                sql = f"INSERT INTO memories ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})"
                ids.append(world.store.database.execute_sql(sql, tuple(row.values())).lastrowid)
            return ids

        return world.write(fill)

    return store


def memory(world, number):
    return world.read(lambda: world.memory.search.get(number))


class TestNewFacts:
    def test_what_was_extracted_today_comes_first_once(self, world, put):
        (new,) = put(OTHER)
        (old,) = put("Needs port 8080 free", created_at=to_text(world.now - timedelta(days=3)))
        own = world.write(lambda: world.memory.edits.add(MemoryCandidate("timing", "nas", "Is slow on Mondays")))
        assert step_of(world.runner.run_now(NIGHTLY), "prefer-new").changed == 1
        assert memory(world, new).retrieval_priority == 0.1
        assert memory(world, old).retrieval_priority == 0.0
        assert memory(world, own.after[0].memory.id).retrieval_priority == 0.0
        world.forward(minutes=1)
        assert step_of(world.runner.run_now(NIGHTLY), "prefer-new").changed == 0
        assert memory(world, new).retrieval_priority == 0.1

    def test_its_history_says_why(self, world, put):
        (new,) = put(OTHER)
        world.runner.run_now(NIGHTLY)
        (found,) = [one for one in world.read(lambda: world.memory.history.versions(new)) if one.action == "preferred"]
        assert (found.by, found.why) == ("routine", "New: it comes before older facts that answer as well.")

    def test_a_held_or_replaced_fact_is_not_preferred(self, world, put):
        put(OTHER, gate="hold")
        (newer,) = put("Needs port 8080 free", created_at=to_text(world.now - timedelta(days=3)))
        put("Needs port 80 free", superseded_by=newer)
        assert step_of(world.runner.run_now(NIGHTLY), "prefer-new").changed == 0


def test_each_night_counts_what_is_known(world, put):
    put(OTHER, "Needs port 8080 free", domain="projects")
    put("Needs port 9090 free", state="archived")
    put("Needs port 7070 free", gate="hold")
    step = step_of(world.runner.run_now(NIGHTLY), "statistics")
    assert (step.count, step.changed) == (4, 0)
    (event,) = world.read(lambda: search.find_events(search.TraceQuery(component="statistics")))
    assert event.detail["domains"] == {"operations": 1, "projects": 2}
    assert event.detail["states"] == {"active": 2, "archived": 1}
    assert event.detail["held"] == 1


def test_summaries_are_written_anew_where_they_say_something_else(world, put):
    put(OTHER)
    world.memory.recall.indexer.catch_up(60)
    world.write(lambda: world.store.database.execute_sql("UPDATE memory_summaries SET text = 'x'") and None)
    step = step_of(world.runner.run_now(WEEKLY), "rebuild-summaries")
    assert (step.count, step.changed) == (2, 2)
    world.forward(minutes=1)
    assert step_of(world.runner.run_now(WEEKLY), "rebuild-summaries").changed == 0


class TestEmbeddings:
    def test_vectors_of_another_model_of_the_same_name_are_made_anew(self, world, put):
        put(*ALIKE, OTHER)
        world.runner.run_now(NIGHTLY)
        before = self.vectors(world)
        turn = lambda: world.store.database.execute_sql(  # noqa: E731
            "UPDATE memory_vectors SET vector = ? WHERE model LIKE 'wordllama%'", (np.ones(256, "<f4").tobytes(),)
        ) and None  # fmt: skip
        world.write(turn)
        step = step_of(world.runner.run_now(MONTHLY), "check-embeddings")
        assert (step.count, step.changed) == (5, 5)
        assert "made anew" in step.note
        assert self.vectors(world) == before

    def test_those_that_are_right_stay(self, world, put):
        put(*ALIKE)
        world.runner.run_now(NIGHTLY)
        step = step_of(world.runner.run_now(MONTHLY), "check-embeddings")
        assert (step.count, step.changed) == (4, 0)

    def vectors(self, world):
        sql = "SELECT memory_id, vector FROM memory_vectors ORDER BY model, memory_id"
        return world.store.database.execute_sql(sql).fetchall()


def test_each_month_says_how_memory_stands(world, put):
    put(OTHER)
    put("Needs port 9090 free", state="stale", created_at=to_text(world.now - timedelta(days=90)))
    world.forward(minutes=1)
    step = step_of(world.runner.run_now(MONTHLY), "memory-health")
    assert step.note == "1 active, 1 stale, 0 archived, 0 cold; +1 in a month."


class TestArchivedFacts:
    @pytest.fixture
    def archived(self, world, put):
        """Four archived facts that are about the same, one that is not, and one that holds; all indexed."""
        ids = put(*ALIKE[:3], state="archived") + put(ALIKE[3], state="archived", confidence=0.9)
        put(OTHER, state="archived")
        put("Needs port 8080 free")
        world.memory.recall.indexer.catch_up(60)
        return ids

    def proposals(self, world):
        with world.control.context().proposals() as found:
            assert isinstance(found, ProposalService)
            return found.list()

    def test_those_that_are_about_the_same_become_one_proposal(self, world, archived):
        step = step_of(world.runner.run_now(WEEKLY), "cluster-archived")
        assert (step.count, step.changed) == (1, 1)
        (found,) = self.proposals(world)
        draft = found.draft
        assert (draft.source, draft.kind, draft.path, draft.section) == ("clustering", "add", "MEMORY.md", "Operations")
        assert draft.after == f"nas: {ALIKE[3]}"  # the surest says it
        assert set(draft.memory_ids) == set(archived)
        assert {one.quote for one in draft.evidence} == set(ALIKE)

    def test_they_are_proposed_once_whatever_the_operator_says(self, world, archived, put):
        world.runner.run_now(WEEKLY)
        with world.control.context().proposals() as proposals:
            proposals.reject(self.proposals(world)[0].id)
        put("At 02:30 each night the backup of the nas begins", state="archived")
        world.memory.recall.indexer.catch_up(60)
        world.forward(minutes=1)
        assert step_of(world.runner.run_now(WEEKLY), "cluster-archived").changed == 0

    def test_imported_words_are_not_trusted(self, world, put):
        put(*ALIKE, state="archived", source="import")
        world.memory.recall.indexer.catch_up(60)
        world.runner.run_now(WEEKLY)
        assert not self.proposals(world)[0].draft.trusted

    def test_facts_of_two_services_are_not_mixed(self, world, put):
        put(*ALIKE[:2], state="archived")
        put(*ALIKE[2:], state="archived", service="plex")
        world.memory.recall.indexer.catch_up(60)
        assert step_of(world.runner.run_now(WEEKLY), "cluster-archived").count == 0


def test_groups_begin_with_the_first_that_is_free_and_hold_what_is_near_it():
    up, along = np.array([0.0, 1.0]), np.array([1.0, 0.0])
    vectors = np.stack([up, along, up, up, along]).astype("<f4")
    assert group_near(vectors) == [[0, 2, 3]]


class TestWhyItIsGone:
    """*Why did it not remember X?* knows what the routine did (R5)."""

    def why(self, world, number):
        return world.read(lambda: world.memory.prompt.why_not("", memory_id=number))

    def test_a_fact_that_was_merged_names_the_stronger_one(self, world, put):
        said = "The nightly backup takes about 40s after a restart"
        (stronger,) = put(said, confidence=0.9)
        (weaker,) = put(said.replace("about 40s", "roughly 40 s"))
        world.runner.run_now(NIGHTLY)
        found = self.why(world, weaker)
        assert found.stage in ("merged", "superseded")
        assert any(one.memory_id == stronger for one in found.evidence if one.passed is False)

    def test_a_fact_that_was_archived_says_so(self, world, put):
        (number,) = put("Needs port 8080 free", created_at=to_text(world.now - timedelta(days=300)),
                        updated_at=to_text(world.now - timedelta(days=300)), confidence=1.0,
                        last_confirmed_at=to_text(world.now - timedelta(days=300)))  # fmt: skip
        world.runner.run_now(NIGHTLY)
        found = self.why(world, number)
        lost = {one.stage: one.told for one in found.evidence if one.passed is False}
        assert "not confirmed" in " ".join(lost.values()).lower(), lost
        assert {"decayed", "laid away"} & lost.keys()
