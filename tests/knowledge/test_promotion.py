"""Promotion by weighted criteria: redundancy, reusable pattern, specificity, relevance, uniqueness (C11)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.proposals import ProposalWorld

from claudeops_desktop.core.errors import OperatorError
from claudeops_desktop.knowledge.proposals.promotion import WEIGHTS, PromotionEvidence, PromotionScore, score_promotion

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
GOOD = PromotionEvidence(
    "Before db-2 is restarted, `pg_ctl status` must say that no backup runs.", "operations", 4, 4, concrete=True,
    recalled=5, confirmed_at=NOW - timedelta(days=1),
)  # fmt: skip
FILLER = PromotionEvidence("Things are sometimes slow.", confirmed_at=NOW - timedelta(days=60))


def value_of(score: PromotionScore, name: str) -> float:
    return next(one.value for one in score.criteria if one.name == name)


def test_each_criterion_is_shown_with_its_weight_its_value_and_a_sentence() -> None:
    score = score_promotion(GOOD, NOW)
    assert {one.name: one.weight for one in score.criteria} == WEIGHTS and sum(WEIGHTS.values()) == pytest.approx(1)
    assert all(0 <= one.value <= 1 and str(one.sentence).endswith(".") for one in score.criteria)
    assert score.total == pytest.approx(sum(one.weight * one.value for one in score.criteria), abs=0.001)


def test_it_recommends_promote_keep_or_archive() -> None:
    assert score_promotion(GOOD, NOW).recommends == "promote"
    assert (
        score_promotion(
            replace(GOOD, occasions=1, contexts=1, recalled=0, documented=0.6, where="x.md", repeated=0.5), NOW
        ).recommends
        == "keep"
    )
    assert (
        score_promotion(replace(FILLER, documented=0.9, where="notes/x.md", repeated=0.9), NOW).recommends == "archive"
    )


def test_untrusted_origin_is_never_recommended_for_promotion() -> None:
    score = score_promotion(replace(GOOD, why_not="Its words come from a page."), NOW)
    assert score.recommends == "keep" and "Only you may promote it" in str(score.why)


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"documented": 0.8, "where": "notes/x.md"}, "documentation redundancy"),
        ({"occasions": 1, "contexts": 1}, "reusable pattern"),
        ({"text": "Things are slow.", "concrete": False}, "specificity"),
        ({"confirmed_at": NOW - timedelta(days=200), "recalled": 0}, "relevance"),
        ({"repeated": 0.8}, "uniqueness"),
    ],
)
def test_what_speaks_against_it_lowers_its_own_criterion(change: dict[str, object], name: str) -> None:
    before, after = score_promotion(GOOD, NOW), score_promotion(replace(GOOD, **change), NOW)
    assert value_of(after, name) < value_of(before, name) and after.total < before.total


def test_rules_and_preferences_do_not_grow_irrelevant_with_age() -> None:
    old = replace(GOOD, domain="rules-conventions", confirmed_at=NOW - timedelta(days=400))
    assert value_of(score_promotion(old, NOW), "relevance") == 1


def test_what_sessions_repeat_after_they_were_given_it_does_not_count_and_is_said() -> None:
    score = score_promotion(replace(GOOD, echoed=3), NOW)
    assert score.total == score_promotion(GOOD, NOW).total
    (said,) = [str(one.not_counted) for one in score.criteria if one.not_counted]
    assert said.startswith("3 sessions repeated what they had been given")


@given(
    st.builds(
        PromotionEvidence, st.text(max_size=80), st.sampled_from(["", "operations", "preferences"]),
        st.integers(1, 500), st.integers(1, 500), st.integers(0, 50), st.integers(0, 500),
        st.one_of(st.none(), st.integers(-900, 900).map(lambda days: NOW + timedelta(days=days))),
        st.booleans(), st.booleans(), st.floats(0, 1), st.text(max_size=9), st.floats(0, 1), st.text(max_size=9),
    )
)  # fmt: skip
def test_any_evidence_gives_values_between_0_and_1(found: PromotionEvidence) -> None:
    score = score_promotion(found, NOW)
    assert 0 <= score.total <= 1 and all(0 <= one.value <= 1 for one in score.criteria)


def test_a_proposal_is_explained_by_its_facts_and_the_folder(world: ProposalWorld) -> None:
    memory = world.entered("Before db-2 is restarted, `pg_ctl status` must say that no backup runs.", "postgres")
    number = world.offer(memory.observation, memory_ids=(memory.id,))
    first = world.proposals.explain(number)
    assert first.recommends == "promote" and value_of(first, "documentation redundancy") == 1
    world.knowledge.notes.add("project", "Restarts", f"Of databases. {memory.observation}")
    second = world.proposals.explain(number)
    assert value_of(second, "documentation redundancy") == 0 and second.total < first.total
    assert "notes/restarts.md" in str(second.criteria[0].sentence)


def test_what_it_replaces_does_not_speak_against_it(world: ProposalWorld) -> None:
    old = "The nightly backup of the media share starts at 02:00."
    world.knowledge.remember("Operations", old)
    edit = world.offer(old.replace("02:00", "03:30"), kind="edit", before=old)
    assert value_of(world.proposals.explain(edit), "uniqueness") == 1


def test_a_fact_can_be_explained_before_it_is_proposed(world: ProposalWorld) -> None:
    memory = world.entered("Before db-2 is restarted, `pg_ctl status` must say that no backup runs.")
    assert world.proposals.explain_memory(memory.id).recommends == "promote"
    with pytest.raises(OperatorError, match="no memory 999"):
        world.proposals.explain_memory(999)
