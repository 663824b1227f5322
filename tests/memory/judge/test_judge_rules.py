"""Tests for the rules above the judge's weights, polarity, and how sure a verdict is."""

from __future__ import annotations

import pytest

from claudeops_desktop.language.claims.sentence_reading import read
from claudeops_desktop.language.compare.decision_trees import model
from claudeops_desktop.language.compare.features import align_readings
from claudeops_desktop.language.compare.judge import judge
from claudeops_desktop.language.compare.rules import decide
from claudeops_desktop.language.types import Verdict

SURELY_SAME = (0.99, 0.006, 0.004)


def test_a_changed_value_is_never_merged_however_sure_the_weights_are() -> None:
    meeting = align_readings(read("The proxy times out after 60 s"), read("The proxy times out after 90 s"))
    assert decide(meeting, SURELY_SAME)[0] is Verdict.CONTRADICTION
    assert decide(meeting, SURELY_SAME, ())[0] is Verdict.SAME


def test_a_denial_must_be_surer_to_be_the_same() -> None:
    plain = align_readings(read("The job runs at night"), read("At night the job is run"))
    denied = align_readings(read("The job runs at night"), read("The job never fails at night"))
    chances = (0.6, 0.3, 0.1)
    assert (decide(plain, chances, ())[0], decide(denied, chances, ())[0]) != (Verdict.SAME, Verdict.SAME)
    assert decide(plain, chances, ())[0] is Verdict.SAME


def test_a_ticket_number_is_no_part_of_the_fact() -> None:
    one, two = read("[OPS-311] Digests are sent at 07:00"), read("CHG-4: Digests are sent at 07:00")
    assert one.words == two.words == read("Digests are sent at 07:00").words


@pytest.mark.parametrize("verdict", list(Verdict))
def test_certainty_rises_with_the_chance_and_stays_under_that_of_the_same_words(verdict: Verdict) -> None:
    found = [model().certainty_of(verdict, step / 50) for step in range(51)]
    assert found == sorted(found)
    assert 0 <= found[0] <= found[-1] < judge("same words", "same words").score
    assert found[-1] < 0.99
