"""Verdicts on pairs among all that is known: projects, answers, one predecessor, what stood beside a repetition."""

from __future__ import annotations

from dataclasses import replace

import pytest
from memory_world import Desk

from claudeops_desktop.language.types import ContradictionCertainty, PairJudgement, Verdict
from claudeops_desktop.memory.lifecycle import JudgedMemory
from claudeops_desktop.memory.projects import project_folder, same_project
from claudeops_desktop.memory.types import Memory
from claudeops_desktop.memory.weigh_verdicts import less_sure, weigh_verdicts

AT = "2026-05-01T08:00:00.000Z"
SURE = PairJudgement(Verdict.CONTRADICTION, 0.95, "60 s became 90 s.", ContradictionCertainty.CERTAIN)
LIKELY = replace(SURE, certainty=ContradictionCertainty.LIKELY)
SAME = PairJudgement(Verdict.SAME, 0.95, "The same.")


def known(
    number: int, text: str, judgement: PairJudgement, service: str | None = "box", **more: object
) -> JudgedMemory:
    memory = Memory(number, service, "timing", text, 0.7, 1, AT, AT, None, 1)
    return JudgedMemory(replace(memory, **more), judgement)  # type: ignore[arg-type]


def weighed(
    desk: Desk, text: str, *judged: JudgedMemory, **more: object
) -> list[tuple[Verdict, ContradictionCertainty | None]]:
    more.setdefault("service", "box")
    found = desk.store.read(lambda: weigh_verdicts(text, judged, **more)).result()  # type: ignore[arg-type]
    return [(one.judgement.verdict, one.judgement.certainty) for one in found]


def test_one_degree_less_sure() -> None:
    assert less_sure(SURE).certainty is ContradictionCertainty.LIKELY
    assert (less_sure(LIKELY).verdict, less_sure(LIKELY).certainty) == (
        Verdict.DIFFERENT,
        ContradictionCertainty.UNSURE,
    )
    assert less_sure(SAME) is SAME


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("/srv/shop", "/srv/shop", True),
        ("/srv/shop", "/srv/shop/web", True),
        ("/srv/shop", "/srv/shop2", False),
        ("/srv/shop", "/srv/mail", False),
        ("/srv/shop", "", None),
    ],
)
def test_two_folders_are_of_one_project_where_one_holds_the_other(one: str, other: str, same: bool | None) -> None:
    assert same_project(one, other) is same_project(other, one) is same


@pytest.mark.parametrize("folder", ["", "/", "/home", "/home/kim", "relative/folder", "/srv"])
def test_a_home_folder_and_what_is_above_it_tell_no_project(folder: str) -> None:
    assert project_folder(folder, "/home/kim") == ""
    assert project_folder("/home/kim/shop", "/home/kim") == "/home/kim/shop"


def test_without_a_service_another_project_is_never_contradicted(desk: Desk) -> None:
    old = known(1, "The dump starts at 02:30", SURE, None)
    text = "The dump starts at 01:00"
    apart = {"service": None, "place": "/srv/shop", "places": {1: "/srv/mail"}}
    assert weighed(desk, text, old, **apart) == [(Verdict.DIFFERENT, None)]
    assert weighed(desk, text, old, **(apart | {"places": {1: "/srv/shop"}})) == [(Verdict.CONTRADICTION, "certain")]
    assert weighed(desk, text, old, **(apart | {"places": {}})) == [(Verdict.CONTRADICTION, "likely")]


def test_without_a_service_or_a_project_the_subjects_must_be_close(desk: Desk) -> None:
    old = known(1, "The nightly dump of the shop database starts at 02:30", SURE, None)
    assert weighed(desk, "The backup now starts at 01:00", old, service=None) == [(Verdict.DIFFERENT, "unsure")]


def test_a_preference_is_the_same_in_two_projects_and_a_value_is_not(desk: Desk) -> None:
    apart = {"service": None, "place": "/srv/shop", "places": {1: "/srv/mail"}}
    one = known(1, "The operator prefers short answers", SAME, None)
    assert weighed(desk, "The operator likes short answers", one, **apart) == [(Verdict.SAME, None)]
    two = known(1, "The dump starts at 02:30", SAME, None)
    assert weighed(desk, "The dump begins at 02:30", two, **apart) == [(Verdict.DIFFERENT, None)]


def test_a_new_value_has_one_predecessor(desk: Desk) -> None:
    near = known(1, "The crawler retries after 11 s", SURE)
    far = known(2, "The crawler gives up on a page after 37 s", SURE)
    found = weighed(desk, "The crawler retries after 50 s", near, far)
    assert found == [(Verdict.CONTRADICTION, "certain"), (Verdict.CONTRADICTION, "likely")]


def test_what_stood_beside_a_fact_is_doubted_less_when_the_fact_is_said_again(desk: Desk) -> None:
    again, beside = known(1, "The crawler retries after 11 s", SAME), known(2, "The crawler waits 37 s", LIKELY)
    assert weighed(desk, "The crawler retries after 11 s", again, beside)[1] == (Verdict.DIFFERENT, "unsure")
    closed = replace(again, memory=replace(again.memory, superseded_by=2))
    assert weighed(desk, "The crawler retries after 11 s", closed, beside)[1] == (Verdict.CONTRADICTION, "likely")
