"""The limits at which a verdict on a pair becomes less sure: of two projects, beside a repetition, among several."""

from __future__ import annotations

import pytest

from claudeops_desktop.language.types import ContradictionCertainty, PairJudgement, Verdict
from claudeops_desktop.memory import weigh_verdicts as weighing
from claudeops_desktop.memory.lifecycle import JudgedMemory
from claudeops_desktop.memory.types import Memory

AT = "2026-05-01T08:00:00.000Z"
SURE = PairJudgement(Verdict.CONTRADICTION, 0.95, "Why.", ContradictionCertainty.CERTAIN)
LIKELY = PairJudgement(Verdict.CONTRADICTION, 0.95, "Why.", ContradictionCertainty.LIKELY)
UNSURE = PairJudgement(Verdict.DIFFERENT, 0.95, "Why.", ContradictionCertainty.UNSURE)
SAME = PairJudgement(Verdict.SAME, 0.95, "Why.")
DIFFERENT = PairJudgement(Verdict.DIFFERENT, 0.1, "Why.")
ELSEWHERE = PairJudgement(Verdict.DIFFERENT, 0.95, "Said of another project.")


def known(number: int, text: str, judgement: PairJudgement, active: int = 1, by: int | None = None) -> JudgedMemory:
    return JudgedMemory(Memory(number, None, "timing", text, 0.7, active, AT, AT, None, 1, superseded_by=by), judgement)


@pytest.mark.parametrize(
    ("text", "may"),
    [
        ("It now takes 30 s", True),
        ("IT WAS 30 s", True),
        ("we set it to 30 s", True),
        ("we like 30 s", False),
        ("It used to take 30 s", True),
        ("It uses 30 s", False),
        ("It is not 30 s", True),
        ("It is nothing", False),
        ("It takes 30 s", False),
        ("a knowing new", True),
        ("a newer one", False),
        ("", False),
    ],
)
def test_whole_words_tell_that_something_may_have_changed(text: str, may: bool) -> None:
    assert weighing.may_change(text) is may


@pytest.mark.parametrize(
    ("judgement", "matters"), [(SURE, True), (LIKELY, True), (UNSURE, True), (SAME, True), (DIFFERENT, False)]
)
def test_which_verdicts_are_looked_at_again(judgement: PairJudgement, matters: bool) -> None:
    assert weighing._matters(judgement) is matters


@pytest.mark.parametrize(
    ("text", "close"),
    [
        ("alpha bravo", True),
        ("alpha bravo delta", True),
        ("alpha delta kilo", False),
        ("delta kilo", False),
    ],
)
def test_a_third_of_the_words_is_shared_by_what_speaks_of_the_same(text: str, close: bool) -> None:
    """Of alpha, bravo, charlie: two of three, two of four, one of five, none."""
    assert weighing._close("alpha bravo charlie", text) is close


@pytest.mark.parametrize(
    ("text", "same", "before", "after"),
    [
        ("alpha bravo 30 s", True, SURE, SURE),
        ("alpha bravo 30 s", False, SURE, ELSEWHERE),
        ("alpha bravo 30 s", False, SAME, ELSEWHERE),
        ("alpha bravo", False, SAME, SAME),
        ("alpha bravo", False, DIFFERENT, DIFFERENT),
        ("alpha bravo", None, DIFFERENT, DIFFERENT),
        ("alpha bravo", None, SURE, LIKELY),
        ("kilo delta", None, SURE, UNSURE),
        ("alpha bravo", None, LIKELY, UNSURE),
        ("kilo delta", None, LIKELY, UNSURE),
        ("kilo delta", None, SAME, SAME),
    ],
)
def test_a_verdict_in_the_light_of_the_projects(
    text: str, same: bool | None, before: PairJudgement, after: PairJudgement
) -> None:
    assert weighing._placed(text, known(1, "alpha bravo charlie", before), same).judgement == after


@pytest.mark.parametrize(
    ("repeated", "active", "by", "after"),
    [(SAME, 1, None, LIKELY), (SAME, 0, None, SURE), (SAME, 1, 7, SURE), (DIFFERENT, 1, None, SURE)],
    ids=["is repeated", "is laid aside", "is closed", "is another"],
)
def test_what_stood_beside_a_fact_that_is_said_again_is_less_sure(
    repeated: PairJudgement, active: int, by: int | None, after: PairJudgement
) -> None:
    judged = [known(1, "alpha", repeated, active, by), known(2, "bravo", SURE)]
    assert [one.judgement for one in weighing._known_beside(judged)] == [repeated, after]


@pytest.mark.parametrize(("active", "by"), [(0, None), (1, 7)], ids=["laid aside", "closed"])
def test_what_does_not_hold_keeps_its_verdict_beside_a_repetition(active: int, by: int | None) -> None:
    judged = [known(1, "alpha", SAME), known(2, "bravo", SURE, active, by)]
    assert [one.judgement for one in weighing._known_beside(judged)] == [SAME, SURE]


@pytest.mark.parametrize(("second", "after"), [(100.0, SURE), (88.0, SURE), (87.9, LIKELY), (0.0, LIKELY)])
def test_another_predecessor_may_be_twelve_points_less_alike(
    monkeypatch: pytest.MonkeyPatch, second: float, after: PairJudgement
) -> None:
    monkeypatch.setattr(weighing, "_likeness", lambda old, new: {"near": 100.0, "far": second}[old])
    judged = [known(1, "near", SURE), known(2, "far", SURE)]
    assert [one.judgement for one in weighing._one_predecessor("new", judged)] == [SURE, after]


@pytest.mark.parametrize(
    ("judgement", "active", "by"),
    [(DIFFERENT, 1, None), (SAME, 1, None), (SURE, 0, None), (SURE, 1, 7)],
    ids=["another", "the same", "laid aside", "closed"],
)
def test_only_facts_that_hold_and_are_contradicted_are_predecessors(
    monkeypatch: pytest.MonkeyPatch, judgement: PairJudgement, active: int, by: int | None
) -> None:
    monkeypatch.setattr(weighing, "_likeness", lambda old, new: {"near": 100.0, "far": 0.0}[old])
    judged = [known(1, "near", judgement, active, by), known(2, "far", SURE)]
    assert weighing._one_predecessor("new", judged) == judged
