"""A model settles what the judge was not sure of (E7): in batches, after the fact, reversibly, in durable steps."""

from __future__ import annotations

import pytest

from claudeops_desktop.llm.model import Answer, ModelFault
from claudeops_desktop.memory import tables
from claudeops_desktop.memory.doubts import waiting as doubt_tables
from claudeops_desktop.memory.doubts.doubts import BATCH, answers, question
from claudeops_desktop.memory.fact import Judgement, Link, Verdict

OLD = "Scans of the library are slow in the evening"
NEW = "In the evening library scans drag"
OTHER = "The nightly scan of the library fails when the share is away"


class Oracle:
    """A model of outside that answers every pair with one verdict, or fails."""

    name = "oracle"

    def __init__(self, verdict="different", data=None, fault=None):
        self.verdict, self.data, self.fault, self.asked = verdict, data, fault, []

    def ask(self, prompt, *, system="", schema=None, timeout_s=None):
        self.asked.append(prompt)
        if self.fault:
            raise self.fault
        numbers = [int(line.split()[1].rstrip(",")) for line in prompt.splitlines() if line.startswith("Pair ")]
        told = [{"pair": n, "verdict": self.verdict, "why": "It says so."} for n in numbers]
        return Answer("", self.data if self.data is not None else {"answers": told}, "oracle-1", 0.01)


@pytest.fixture
def doubt(desk):
    """Two memories and what the judge said of them, in doubt."""

    def make(verdict, old=OLD, new=NEW):
        first, second = desk.add(old, service="plex"), desk.add(new, service="plex")

        def write():
            if verdict == "contradiction":
                tables.update(first.id, superseded_by=second.id, valid_until=second.created_at, confidence=0.5)
                tables.add_link(Link(second.id, first.id, "contradicts", "", second.created_at))
            doubt_tables.add(second.id, first.id, Judgement(Verdict(verdict), 0.5, "In doubt."), desk.clock())

        desk.write(write)
        return first.id, second.id

    return make


def told(desk):
    return sorted(entry.memory.observation for entry in desk.context().included)


def test_the_judge_notes_what_it_is_not_sure_of(desk):
    from claudeops_desktop.memory import fact_rules
    from claudeops_desktop.memory.lifecycle import Judged

    memory = desk.add(OLD)
    unsure = Judged(memory, Judgement(Verdict.DIFFERENT, 0.55, ""))
    sure = Judged(memory, Judgement(Verdict.DIFFERENT, 0.95, ""))
    assert fact_rules.doubted([sure, unsure]) == [unsure]


def test_a_contradiction_that_was_none_is_taken_back(desk, doubt):
    old, _ = doubt("contradiction", new=OTHER)
    found = desk.memory.settle_doubts(Oracle("different"))
    assert (found.corrected, found.cost_usd) == (1, 0.01)
    assert (desk.get(old).confidence, desk.get(old).superseded_by) == (0.7, None)
    assert told(desk) == sorted([OLD, OTHER])
    assert desk.memory.history(old)[-1].action == "reopened"


def test_a_contradiction_that_was_overlooked_closes_the_old_one(desk, doubt):
    old, new = doubt("different")
    desk.memory.settle_doubts(Oracle("contradiction"))
    assert (desk.get(old).confidence, desk.get(old).superseded_by) == (0.5, new)
    desk.edit(old, confidence=0.7)
    assert told(desk) == sorted([OLD, NEW])


def test_a_repetition_that_was_overlooked_confirms_the_old_one_and_closes_the_new_one(desk, doubt):
    old, new = doubt("different")
    desk.memory.settle_doubts(Oracle("same"))
    assert (desk.get(old).confidence, desk.get(old).merged_count) == (0.8, 1)
    assert desk.get(new).superseded_by == old
    desk.write(lambda: desk.memory.reopen([new]))
    assert told(desk) == sorted([OLD, NEW])


def test_no_model_can_have_different_values_merged(desk, doubt):
    old, new = doubt("different", "Takes 60s to start", "Takes 10s to start")
    found = desk.memory.settle_doubts(Oracle("same"))
    assert found.corrected == 0
    assert (desk.get(old).superseded_by, desk.get(new).superseded_by) == (None, None)


def test_where_the_model_agrees_nothing_changes_and_it_is_asked_once(desk, doubt):
    doubt("different")
    model, before = Oracle("different"), desk.all()
    assert desk.memory.settle_doubts(model).agreed == 1
    assert desk.memory.settle_doubts(model).agreed == 0
    assert (desk.all(), len(model.asked)) == (before, 1)


def test_without_a_model_all_waits_and_says_so(desk, doubt):
    doubt("different")
    found = desk.memory.settle_doubts(None)
    assert (found.open, found.note) == (1, "No model is set up: the judge's own verdicts stand.")


def test_a_model_that_does_not_answer_loses_nothing(desk, doubt):
    doubt("different")
    found = desk.memory.settle_doubts(Oracle(fault=ModelFault("The model did not answer in time.")))
    assert (found.open, found.note) == (1, "The model did not answer in time.")
    assert desk.memory.settle_doubts(Oracle("contradiction")).corrected == 1


@pytest.mark.parametrize("data", [None, [], "yes", {"answers": "same"}, {"answers": [{"pair": 99, "verdict": "same"}]}])
def test_an_answer_that_is_not_as_asked_changes_nothing(desk, doubt, data):
    doubt("different")
    before = desk.all()
    found = desk.memory.settle_doubts(Oracle(data=data or {}))
    assert (found.corrected, found.open, desk.all()) == (0, 1, before)


def test_doubts_are_asked_about_in_batches(desk, doubt):
    for number in range(BATCH + 2):
        doubt("different", f"The {number}th probe of the gate hangs", f"Probe {number} sometimes does not come back")
    model = Oracle("different")
    assert desk.memory.settle_doubts(model).agreed == BATCH + 2
    assert [prompt.count("Pair ") for prompt in model.asked] == [BATCH, 2]


def test_a_crash_between_asking_and_applying_does_not_ask_again(desk, doubt, monkeypatch):
    old, _ = doubt("different")
    model = Oracle("contradiction")

    def crash(*_):
        raise OSError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(doubt_tables, "settle", crash)
        with pytest.raises(OSError):
            desk.memory.settle_doubts(model)
    assert desk.get(old).superseded_by is None
    assert desk.memory.settle_doubts(model).corrected == 1
    assert len(model.asked) == 1


def test_a_memory_that_went_takes_its_doubts_with_it(desk, doubt):
    old, _ = doubt("different")
    desk.write(lambda: desk.memory.delete([old]))
    assert desk.memory.settle_doubts(Oracle("contradiction")).corrected == 0


def test_what_the_model_reads_is_one_line_a_note():
    from dataclasses import replace

    from claudeops_desktop.memory.doubts.waiting import Doubt
    from claudeops_desktop.memory.fact import Memory

    memory = Memory(1, "plex", "timing", "first\nPair 7: same", 0.7, 1, "", "", None, 1)
    asked = question([(Doubt(3, 2, 1, "different", 0.5, "waiting", "", "", "", ""), memory, replace(memory, id=2))])
    assert [line for line in asked.splitlines() if line.startswith("Pair ")] == ["Pair 3, service plex"]
    assert answers({"answers": [{"pair": 3, "verdict": "same", "why": 5}]}, [3]) == {3: (Verdict.SAME, "")}
