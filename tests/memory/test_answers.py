"""What the operator answered of a pair counts for pairs of the same wording, and for no others."""

from __future__ import annotations

from memory_world import Desk

from claudeops_desktop.language.types import ContradictionCertainty, PairJudgement, Verdict
from claudeops_desktop.memory import conflict_answers, conflicts, tables
from claudeops_desktop.memory.conflicts import ConflictKind, ConflictState
from claudeops_desktop.memory.types import Memory

CLOSING = PairJudgement(Verdict.CONTRADICTION, 0.9, "Another value.", ContradictionCertainty.CERTAIN)
DOUBTED = PairJudgement(Verdict.DIFFERENT, 0.6, "Perhaps.", ContradictionCertainty.UNSURE)


def answered(desk: Desk, old: str, new: str, answer: ConflictState) -> int:
    one, other = desk.add(old, service="box"), desk.add(new, service="box")
    number = desk.write(lambda: conflicts.record(one, other, ConflictKind.UNSURE, "Why.", 0.6, desk.clock()))
    desk.write(lambda: conflicts.resolve(number, answer, "operator", desk.clock()))
    return number


def learned(desk: Desk, old: str, new: str, judgement: PairJudgement) -> PairJudgement:
    memory = Memory(0, "box", "timing", old, 0.7, 1, "", "", None, 1)
    return desk.store.read(lambda: conflict_answers.learned_all([memory], new, [judgement])[0]).result()


def test_both_hold_counts_for_other_values_of_the_same_two_wordings(desk: Desk) -> None:
    answered(desk, "Reads from port 4000", "Gives status on port 4001", ConflictState.BOTH)
    found = learned(desk, "Gives status on port 4005", "Reads from port 4000", CLOSING)
    assert (found.verdict, found.certainty) == (Verdict.DIFFERENT, None)
    assert learned(desk, "Reads from port 4000", "Reads from port 4010", CLOSING) == CLOSING


def test_both_hold_for_two_values_in_one_wording_counts_for_these_values_alone(desk: Desk) -> None:
    answered(desk, "The dump takes 20 min", "The dump takes 35 min", ConflictState.BOTH)
    assert learned(desk, "The dump takes 20 min", "The dump takes 35 min", CLOSING).verdict is Verdict.DIFFERENT
    assert learned(desk, "The dump takes 20 min", "The dump takes 50 min", CLOSING) == CLOSING


def test_that_the_new_one_replaces_makes_a_doubt_likely_and_creates_none(desk: Desk) -> None:
    answered(desk, "Upload cap is 5 MB", "Files of 20 MB can be sent", ConflictState.REPLACED)
    found = learned(desk, "Upload cap is 20 MB", "Files of 50 MB can be sent", DOUBTED)
    assert (found.verdict, found.certainty) == (Verdict.CONTRADICTION, ContradictionCertainty.LIKELY)
    plain = PairJudgement(Verdict.DIFFERENT, 0.6, "Other things.")
    assert learned(desk, "Upload cap is 20 MB", "Files of 50 MB can be sent", plain) == plain


def test_the_same_is_never_learned_across_values(desk: Desk) -> None:
    answered(desk, "Upload cap is 5 MB", "Files of 5 MB can be sent", ConflictState.SAME)
    assert learned(desk, "Upload cap is 9 MB", "Files of 9 MB can be sent", DOUBTED).verdict is Verdict.SAME
    assert learned(desk, "Upload cap is 9 MB", "Files of 7 MB can be sent", DOUBTED) == DOUBTED


def test_an_answer_is_exported_as_a_labelled_pair_and_goes_when_it_is_taken_back(desk: Desk) -> None:
    number = answered(desk, "Reads from port 4000", "Gives status on port 4001", ConflictState.BOTH)
    (pair,) = desk.store.read(conflict_answers.list_answers).result()
    told = pair.as_json()
    assert (told["old"], told["new"], told["label"]) == (
        "Reads from port 4000",
        "Gives status on port 4001",
        "different",
    )
    desk.write(lambda: conflicts.undo(number, "operator", desk.clock()))
    assert desk.store.read(conflict_answers.list_answers).result() == []


def test_a_closing_that_was_reopened_is_not_done_again(desk: Desk) -> None:
    desk.says("[MEMORY:timing:box] The crawler retries after 11 s")
    desk.says("[MEMORY:timing:box] The crawler retries after 37 s")
    desk.write(lambda: desk.memory.review.reopen([1]))
    desk.write(lambda: desk.memory.edits.delete([2]))
    desk.says("[MEMORY:timing:box] The crawler retries after 37 s")
    held = desk.store.read(lambda: tables.get_memory(1)).result()
    assert held is not None
    assert (held.superseded_by, held.active) == (None, 1)
