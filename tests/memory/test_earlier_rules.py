"""What rules of an earlier version drew and nothing confirmed moves to Review when the operator says so, and back."""

from __future__ import annotations

import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.principals import acting_as, make_operator
from claudeops_desktop.language.types import ExtractedFact
from claudeops_desktop.memory import resources, tables
from claudeops_desktop.memory.confirm_by_evidence import confirm_measured
from claudeops_desktop.memory.drawn_facts import DRAWN
from claudeops_desktop.memory.tool_evidence import ShownOutput
from claudeops_desktop.memory.types import GateDecision, MemoryEdit
from claudeops_desktop.records.telemetry.steps import DurableSteps
from claudeops_desktop.storage.migrations import m064_rule_facts

pytestmark = pytest.mark.both_stores
ALLOW = GateDecision("allow", "score", "It is of use.")
TEXT = "Takes about 23 seconds to start after an upgrade"


@pytest.fixture
def earlier(desk):
    """A store of an earlier version: ``store`` adds a fact that ``who`` drew, ``upgrade`` does what the migration does;
    its answer is what would move to Review."""
    return EarlierStore(desk)


class EarlierStore:
    def __init__(self, desk):
        self.desk, self.steps, self.number = desk, DurableSteps(desk.store, desk.clock), 0
        self.rules = desk.memory.earlier_rules

    def store(self, text=TEXT, service="grafana", who="rules"):
        self.number += 1
        job = f"observe:cli:{self.number}:0"

        def take():
            now = self.desk.clock()
            passage = resources.add(text, "passage", to_text(now), f"cli:{self.number}", now)
            fact = ExtractedFact(text, "timing", service, quote=text)
            done = self.desk.memory.ingest.fact(fact, ALLOW, source="observed", resource_id=passage)
            return {"outcome": "kept", "memory_id": done.memory.id, "action": str(done.action)}

        work = self.desk.write(lambda: self.steps.apply_once(job, f"store:{who}:all:0", take))
        return work["memory_id"]

    def upgrade(self):
        self.desk.write(lambda: m064_rule_facts.up(self.desk.store.database))
        return self.to_move()

    def to_move(self):
        return [memory.id for memory in self.ask(self.rules.list_to_move)]

    def ask(self, question):
        return self.desk.store.read(question).result()

    def get(self, number):
        return self.ask(lambda: tables.get_memory(number))


def test_an_upgrade_changes_nothing_before_the_operator_decides(earlier):
    number = earlier.store()
    before = earlier.get(number)
    assert earlier.upgrade() == [number]
    assert earlier.get(number) == before
    counts = earlier.ask(earlier.rules.counts)
    assert (counts.to_move, counts.stay, counts.moved) == (1, 0, 0)


def test_what_moves_waits_in_review_with_its_confidence_and_its_times(earlier):
    number = earlier.store()
    before = earlier.get(number)
    earlier.upgrade()
    earlier.desk.write(earlier.rules.move)
    moved = earlier.get(number)
    assert (moved.gate, moved.gate_why, moved.active) == ("hold", DRAWN.why, 0)
    assert (moved.confidence, moved.updated_at) == (before.confidence, before.updated_at)
    assert [memory.id for memory in earlier.ask(earlier.desk.memory.review.waiting)] == [number]
    assert TEXT not in earlier.desk.context().text


def test_one_and_all_are_put_back_exactly_as_they_were(earlier):
    texts = (TEXT, "Needs 4 GB of memory", "The archive begins at 02:30")
    numbers = [earlier.store(text, service) for text, service in zip(texts, ("grafana", "loki", "gitea"), strict=True)]
    before = [earlier.get(number) for number in numbers]
    earlier.upgrade()
    earlier.desk.write(earlier.rules.move)
    earlier.desk.write(lambda: earlier.rules.put_back([numbers[0]]))
    assert [earlier.get(number).gate for number in numbers] == ["allow", "hold", "hold"]
    earlier.desk.write(earlier.rules.put_back)
    assert [earlier.get(number) for number in numbers] == before
    assert earlier.to_move() == []


def test_what_is_left_is_not_asked_about_again(earlier):
    number = earlier.store()
    earlier.upgrade()
    assert earlier.desk.write(earlier.rules.leave) == 1
    assert (earlier.to_move(), earlier.get(number).gate) == ([], "allow")


def test_a_move_is_undone_with_the_other_changes_of_memories(earlier):
    number = earlier.store()
    before = earlier.get(number)
    earlier.upgrade()
    change = earlier.desk.write(earlier.rules.move)
    earlier.desk.write(lambda: earlier.desk.memory.edits.undo(change))
    assert earlier.get(number) == before


def test_what_is_pinned_stays(earlier):
    number = earlier.store()
    earlier.desk.write(lambda: tables.update(number, pinned=1))
    assert earlier.upgrade() == []


def test_what_the_operator_edited_stays(earlier):
    number = earlier.store()
    earlier.desk.write(lambda: earlier.desk.memory.edits.edit([number], MemoryEdit(category="behavior")))
    assert earlier.upgrade() == []


@pytest.mark.slow
def test_what_a_marker_said_too_stays(earlier):
    earlier.store()
    earlier.desk.says(f"[MEMORY:timing:grafana] {TEXT}")
    assert earlier.upgrade() == []


def test_what_was_measured_again_stays(earlier):
    number = earlier.store("Listens on port 3000")
    session = earlier.desk.session()
    shown = [ShownOutput("ss -tlnp", "LISTEN 0 4096 *:3000 users:((grafana,pid=1))\ngrafana listens on port 3000")]
    found = earlier.desk.write(
        lambda: confirm_measured(earlier.desk.book, earlier.desk.clock(), session, [number], shown)
    )
    assert list(found) == [number]
    assert earlier.upgrade() == []


def test_what_a_model_drew_stays_and_what_it_read_too(earlier):
    earlier.store("Needs 4 GB of memory", "loki", who="model")
    earlier.store()
    earlier.store(who="model")
    assert earlier.upgrade() == []


def test_what_only_rules_repeated_is_not_confirmed(earlier):
    number = earlier.store()
    assert earlier.store() == number
    assert earlier.upgrade() == [number]


def test_what_is_confirmed_between_the_upgrade_and_the_answer_stays(earlier):
    earlier.store()
    assert len(earlier.upgrade()) == 1
    earlier.store(who="model")
    assert earlier.to_move() == []


def test_a_quotation_of_todays_rules_stays(earlier):
    earlier.store('On 1 Mar a person said: "Never restart postgres at night."', "postgres")
    assert earlier.upgrade() == []


def test_an_operator_of_a_shared_store_moves_only_what_he_may_see(earlier):
    mine, others = earlier.store(), earlier.store("Needs 4 GB of memory", "loki")
    earlier.desk.write(lambda: tables.update(others, audience="private:ben"))
    earlier.upgrade()
    with acting_as(make_operator("anna", [], [])):
        assert earlier.to_move() == [mine]
        earlier.desk.write(earlier.rules.move)
    assert [earlier.get(number).gate for number in (mine, others)] == ["hold", "allow"]
