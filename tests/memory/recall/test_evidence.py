"""A ranking always has a first: what answers nothing does not come back, and the answer says why (E9)."""

from __future__ import annotations

import msgspec
import pytest
from recall_world import Letters, Says, stage

from claudeops_desktop.core.settings.groups import EmbeddingSettings
from claudeops_desktop.memory.embed import built_in
from claudeops_desktop.memory.embed.types import EmbeddingFault
from claudeops_desktop.memory.recall import no_result_reason, question_coverage
from claudeops_desktop.memory.recall.types import WEAK, RecalledItem
from claudeops_desktop.memory.types import Memory

FACTS = (
    ("Takes about 90 seconds to start because the plugin folder is scanned first", "jellyfin"),
    ("Ran out of memory when a label held the request id", "prometheus"),
    ("Alerts go to the chat room #ops and not by mail", "grafana"),
    ("Dumps are written to /backup/pg every night at 02:00 and kept for 14 days", "postgres"),
    ("The stick must be in the left port or the zigbee network is not found", "homeassistant"),
    ("Product images are resized by a worker with four processes", "shop"),
    ("Clients could not sync while the clock of the host was off by six minutes", "vaultwarden"),
    ("The pool is scrubbed on the second Sunday of a month", "zfs"),
)


@pytest.fixture
def stocked(asking):
    asking.known = [asking.put(text, service) for text, service in FACTS]
    return asking


@pytest.mark.parametrize(
    "question",
    [
        "what is our azure subscription id",  # an id is spoken of, of something else
        "how do I train the image classifier",
        "what is the tax rate in portugal",
        "how do we handle payroll at the end of the month",
        "who books the meeting room for the board",
    ],
)
@pytest.mark.parametrize("profile", ["lean", "balanced", "deep"])
def test_a_question_that_no_memory_answers_brings_nothing(stocked, question, profile):
    found = stocked.ask(question, profile=profile)
    assert (found.items, found.tier) == ((), "none")
    assert found.nothing.endswith("Ask in other words, or name the service, the host or the symptom.")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("how long does jellyfin need to boot?", 0),
        ("prometheus OOM", 1),
        ("where are alerts sent", 2),
        ("when are the databases dumped", 3),
        ("zigbee not found after restarting", 4),
        ("when is the disk pool scrubbed", 7),
    ],
)
def test_a_question_in_other_words_is_answered(stocked, question, answer):
    found = stocked.ask(question)
    assert stocked.known[answer] in [item.memory.id for item in found.items]
    assert found.nothing == ""
    assert all((item.evidence < question_coverage.FLOOR) == (WEAK in item.marks) for item in found.items)


def test_a_long_question_is_answered_by_what_meets_a_part_of_it(stocked):
    question = (
        "Last night after the upgrade of the kernel and the reboot of all nodes the lights in the kitchen did nothing,"
        " the bridge was up, the coordinator was up, and yet the zigbee network was not found: which port was it?"
    )
    assert stocked.known[4] == stocked.ask(question).items[0].memory.id


def test_who_wants_everything_gets_the_ranking_as_it_is(stocked):
    found = stocked.ask("how do I train the image classifier", everything=True)
    assert found.items
    assert found.items[0].evidence < question_coverage.FLOOR
    assert len(stocked.ask("zzz", everything=True, limit=20).items) == len(FACTS)
    assert stage(found, "evidence").startswith("Not asked for")


def test_the_stage_says_what_was_left_out_and_how_much_it_met(stocked):
    found = stocked.ask("how do I train the image classifier")
    assert stage(found, "evidence").startswith("0 are likely to answer the question; left out: ")
    assert f"{stocked.known[5]} (" in stage(found, "evidence")


def test_words_that_no_memory_holds_are_named_and_so_is_the_nearest(stocked):
    told = stocked.ask("how do I train the image classifier").nothing
    assert "No memory has the words “train” and “classifier”." in told
    assert f"The nearest, memory {stocked.known[5]} (“Product images are resized" in told


@pytest.mark.parametrize(
    ("columns", "said", "also"),
    [
        ({"gate": "hold", "active": 0}, "1 needs review", "include_held"),
        ({"superseded_by": 1}, "1 was replaced", "include_superseded"),
        ({"state": "archived"}, "1 is archived", "include_archived"),
    ],
)
def test_what_is_hidden_and_would_answer_is_told_by_number(stocked, columns, said, also):
    stocked.change(stocked.known[4], **columns)
    found = stocked.ask("which port must the zigbee stick be in", profile="balanced")
    assert found.items == ()
    assert f"Of what would answer, {said}: ask for these too to see them." in found.nothing
    again = stocked.ask("which port must the zigbee stick be in", profile="balanced", **{also: True})
    assert [item.memory.id for item in again.items] == [stocked.known[4]]


def test_an_empty_memory_says_how_it_fills(asking):
    assert asking.ask("anything at all").nothing == no_result_reason.EMPTY


def test_a_program_that_asks_is_not_told_why(stocked):
    found = stocked.ask("how do I train the image classifier", asked_by="injection")
    assert (found.items, found.nothing) == ((), "")


def test_without_the_words_meaning_what_is_held_still_decides(stocked, monkeypatch):
    def fails():
        raise EmbeddingFault("It is not there.")

    monkeypatch.setattr(built_in, "load", fails)
    stocked.settings = msgspec.structs.replace(stocked.settings, embedding=EmbeddingSettings(kind="none"))
    assert stocked.known[4] == stocked.ask("which port must the zigbee stick be in").items[0].memory.id
    assert stocked.ask("what is the tax rate in portugal").items == ()


def test_a_rewritten_question_is_measured_by_either_wording(stocked):
    memory = msgspec.structs.replace(stocked.settings.memory, rewrite_questions=True)
    stocked.settings = msgspec.structs.replace(stocked.settings, memory=memory)
    stocked.model = Says("prometheus memory exhausted cardinality explosion limits eviction kubernetes oomkilled")
    found = stocked.ask("prometheus memory label", profile="balanced")
    assert found.rewritten
    assert found.items[0].memory.id == stocked.known[1]
    assert found.items[0].evidence == pytest.approx(1.0)


def test_what_a_sentence_model_finds_nearer_than_any_chance_comes_without_a_word_in_common(asking):
    class Reader(Letters):
        reads = True

    asking.embedder = Reader("reader")
    asking.start_again()
    far = asking.put("listen")
    for number in range(40):
        asking.put(f"a fact of another kind about {'abcdefghij'[number % 10]} and its {number}")
    assert asking.ids("silent") == [far]  # the same letters
    Reader.reads = False
    assert asking.ids("silent") == []


def test_a_rare_word_says_more_than_a_common_one():
    directions, says = built_in.load().words(["the", "first", "zigbee", ""])
    assert says[0] < says[1] < says[2]
    assert says[3] == 0
    assert directions.shape == (4, 256)


# --- the rule by itself --------------------------------------------------------------------------------------------


def _item(number: int, share: float, graph: float = 0.0) -> RecalledItem:
    memory = Memory(
        number, None, "behavior", f"fact {number}", 0.7, 1, "2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z", None, 1
    )
    return RecalledItem(memory, 1, 1, 0, 0, graph, 1, 1, evidence=share)


@pytest.mark.parametrize(
    ("shares", "profile", "far", "kept", "marked"),
    [
        ([0.9, 0.34, 0.2], "", (), [1], []),
        ([0.9, 0.34, 0.2], "balanced", (), [1], []),
        ([0.6, 0.34, 0.29], "balanced", (), [1, 2], [2]),  # half as much as the best
        ([0.9, 0.34, 0.2], "deep", (), [1, 2], [2]),
        ([0.35, 0.35], "deep", (), [], []),  # weak ones come beside an answer, never instead of one
        ([0.1, 0.36], "lean", (), [2], []),
        ([0.1, 0.1], "balanced", (2,), [2], []),
        ([], "deep", (), [], []),
    ],
)
def test_the_floor(shares, profile, far, kept, marked):
    found, said = question_coverage.keep_answering([_item(n, share) for n, share in enumerate(shares, 1)], far, profile)
    assert [item.memory.id for item in found] == kept
    assert [item.memory.id for item in found if WEAK in item.marks] == marked
    assert said


def test_what_is_near_to_what_was_named_comes_weakly_in_a_deep_recall():
    found, _ = question_coverage.keep_answering([_item(1, 0.9), _item(2, 0.0, graph=0.2), _item(3, 0.0)], (), "deep")
    assert [(item.memory.id, WEAK in item.marks) for item in found] == [(1, False), (2, True)]
