"""Track record, treatments and gates of cases (L6)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.learning.cases.gates import CaseCandidate, judge_candidates
from claudeops_desktop.learning.cases.outcomes import CaseAttempt
from claudeops_desktop.learning.cases.stored_case import StoredCase
from claudeops_desktop.learning.cases.track_record import MOST_CONFIDENCE, TrackRecord, limit_confidence
from claudeops_desktop.learning.cases.treatments import best_treatment, count_treatments

AT = datetime(2026, 3, 1, tzinfo=UTC)


def attempt(action: str, result: str) -> CaseAttempt:
    return CaseAttempt(action, "restart", AT, result=result)  # type: ignore[arg-type]


def case(number: int = 1, *, cured: bool = True, record: TrackRecord | None = None, **fields: object) -> StoredCase:
    told = [
        (attempt("renewed the certificate", "helped" if cured else "did_not_help"), "2026-03-01T00:00:00.000Z", None)
    ]
    base = StoredCase(
        number, "nginx", "", "", "", "", "k", "expired", "", "cured", "", "", None, "", "", 1,
        "2026-03-01T00:00:00.000Z", None, None, None, None, treatments=count_treatments(told),
        record=record or TrackRecord(),
    )  # fmt: skip
    return (
        base if not fields else StoredCase(**{name: fields.get(name, getattr(base, name)) for name in base.__slots__})
    )


def test_the_factor_is_the_mean_of_a_beta_posterior():
    assert TrackRecord(1, 1, 0).factor == pytest.approx(1 / 3, abs=1e-3)  # one unresolved recall gives .333
    assert TrackRecord(2, 2, 1).factor == 0.5  # one of two
    assert TrackRecord(4, 0, 0).factor == 1.0  # silence is no failure


def test_two_confirmations_make_good_one_vote_against():
    assert TrackRecord(down=1).factor < 0.5
    assert TrackRecord(down=1, confirms=2).factor == 0.5


@given(st.integers(0, 50), st.integers(0, 50), st.integers(0, 50), st.floats(0, 5))
def test_a_confidence_is_never_above_the_cap(resolved: int, failed: int, down: int, confidence: float):
    record = TrackRecord(resolved + failed, resolved + failed, resolved, 0, down)
    assert 0 <= limit_confidence(confidence, record) <= MOST_CONFIDENCE


@pytest.mark.parametrize(
    ("scope", "alike", "bar"),
    [("same", 0.35, "hint"), ("unknown", 0.35, "hint"), ("other", 0.9, "none"), ("same", 0.34, "none")],
)
def test_a_symptom_in_other_words_is_a_hint_at_most(scope: str, alike: float, bar: str):
    (found,) = judge_candidates([CaseCandidate(case(), scope, False, 0.0, alike=alike)])  # type: ignore[arg-type]
    assert found.bar == bar


def test_likeness_in_meaning_makes_no_answer_of_a_hint():
    (found,) = judge_candidates([CaseCandidate(case(), "same", False, 0.45, alike=1.0)])
    assert found.bar == "hint"


def test_the_scope_must_agree_first():
    (other,) = judge_candidates([CaseCandidate(case(), "other", True, 1.0)])
    (same,) = judge_candidates([CaseCandidate(case(), "same", False, 0.9)])
    (unknown,) = judge_candidates([CaseCandidate(case(), "unknown", False, 0.9)])
    assert (other.bar, same.bar, unknown.bar) == ("none", "answer", "hint")


def test_a_clear_margin_over_the_runner_up_is_needed():
    close = judge_candidates([CaseCandidate(case(1), "same", False, 0.9), CaseCandidate(case(2), "same", False, 0.85)])
    clear = judge_candidates([CaseCandidate(case(1), "same", False, 0.9), CaseCandidate(case(2), "same", False, 0.2)])
    assert close[0].bar == "hint" and clear[0].bar == "answer"


def test_what_was_offered_and_then_failed_counts_against_it():
    (bad,) = judge_candidates([CaseCandidate(case(record=TrackRecord(1, 1, 0)), "same", True, 1.0)])
    assert bad.bar == "none" and not next(gate for gate in bad.gates if gate.gate == "record").passed


def test_a_case_without_a_cure_is_a_hint_at_most():
    (found,) = judge_candidates([CaseCandidate(case(cured=False), "same", True, 1.0)])
    assert found.bar == "hint"


def test_a_retired_case_is_not_offered():
    (found,) = judge_candidates([CaseCandidate(case(retired_at="2026-03-02T00:00:00.000Z"), "same", True, 1.0)])
    assert found.bar == "none"


def test_treatments_are_counted_over_all_occurrences():
    told = [
        (attempt("restarted nginx", "did_not_help"), "2026-03-01T00:00:00.000Z", None),
        (attempt("renewed the certificate", "helped"), "2026-03-01T00:10:00.000Z", True),
        (attempt("restarted nginx", "did_not_help"), "2026-03-08T00:00:00.000Z", None),
        (attempt("renewed the certificate", "helped"), "2026-03-08T00:10:00.000Z", True),
    ]
    found = count_treatments(told)
    best = best_treatment(found)
    assert best is not None and (best.action, best.helped, best.known, best.held) == (
        "renewed the certificate",
        2,
        2,
        2,
    )
    assert [(one.action, one.helped, one.known) for one in found[1:]] == [("restarted nginx", 0, 2)]


def test_a_treatment_is_told_as_it_was_when_its_result_became_known():
    told = [
        (attempt("set the size of the pool from 100 to 200", "did_not_help"), "2026-03-01T00:00:00.000Z", None),
        (attempt("set the size of the pool from 200 to 100", "unknown"), "2026-03-01T00:10:00.000Z", None),
    ]
    (one,) = count_treatments(told)
    assert (one.action, one.failed, one.tried) == ("set the size of the pool from 100 to 200", 1, 2)


def test_a_cure_that_changed_is_not_the_old_one():
    told = [
        (attempt("restarted nginx", "helped"), "2026-03-01T00:00:00.000Z", True),
        (attempt("restarted nginx", "did_not_help"), "2026-03-08T00:00:00.000Z", None),
        (attempt("renewed the certificate", "helped"), "2026-03-08T00:10:00.000Z", True),
    ]
    best = best_treatment(count_treatments(told))
    assert best is not None and best.action == "renewed the certificate"
