"""Whether an old case may be offered for a symptom: each gate with its answer (L6). Pure; fails closed.

The scope must agree first, then the kind of message or the words, then the track record. Each can only lower the
trust, and none may make a case a ground for acting unattended.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from .stored_case import StoredCase
from .track_record import FLOOR, limit_confidence
from .treatments import best_treatment, last_recovery

OfferBar = Literal["answer", "hint", "none"]

ANSWER_FROM = 0.5  # share of the symptom's words, by weight, that an answer must hold
HINT_FROM = 0.3
ALIKE = 0.35  # cosine of two symptoms by the sentence model: of 14 written in other words 9 had it, of other pairs 1%
MARGIN = 0.15  # by so much of its own score the best must lead the runner-up
BASE, FOR_MARGIN = 0.55, 0.30


@dataclass(frozen=True, slots=True)
class GateAnswer:
    """What one gate says, in a sentence."""

    gate: str
    passed: bool
    why: str


@dataclass(frozen=True, slots=True)
class CaseCandidate:
    """A case with how it meets the question. ``scope``: same, other or unknown; ``score`` from 0 to 1 is the share of
    the symptom's words that it holds, by their weight; ``same_trigger``: the same kind of check failed, or the same
    alert fired; ``alike``: the cosine of the two symptoms, 0 where they were not compared."""

    case: StoredCase
    scope: str
    same_signature: bool
    score: float
    same_trigger: bool = False
    alike: float = 0.0


@dataclass(frozen=True, slots=True)
class CaseMatch:
    """A candidate that was judged. ``bar``: answer, hint, or none where it may not be offered."""

    case: StoredCase
    score: float
    confidence: float
    bar: OfferBar
    gates: tuple[GateAnswer, ...]

    def as_json(self) -> dict[str, Any]:
        """The match with each gate's answer."""
        return {
            "case": self.case.as_json(),
            "score": round(self.score, 4),
            "confidence": self.confidence,
            "offered_as": self.bar,
            "gates": [{"gate": one.gate, "passed": one.passed, "why": one.why} for one in self.gates],
        }


def judge_candidates(candidates: Sequence[CaseCandidate]) -> list[CaseMatch]:
    """The candidates, best first, each with the bar that it passes."""
    by_date = sorted(candidates, key=lambda one: (one.case.opened_at, one.case.id), reverse=True)
    ranked = sorted(by_date, key=lambda one: (one.scope != "same", not one.same_signature, -one.score))
    found = []
    for place, one in enumerate(ranked):
        rivals = [other.score for at, other in enumerate(ranked) if at != place and other.scope == one.scope]
        found.append(_judge(one, max(rivals, default=0.0)))
    return sorted(
        found, key=lambda match: (("answer", "hint", "none").index(match.bar), -match.confidence, -match.score)
    )


def _judge(one: CaseCandidate, runner_up: float) -> CaseMatch:
    lead = (one.score - runner_up) / one.score if one.score > 0 else 0.0
    scope = _scope(one)
    kind = _kind(one, lead)
    record = _record(one.case)
    cure = _cure(one.case)
    retired = GateAnswer(
        "retired", one.case.retired_at is None, "It is offered no longer." if one.case.retired_at else "It is in use."
    )
    gates = (scope, kind, record, cure, retired)
    confidence = 0.90 if one.same_signature else min(0.90, BASE + FOR_MARGIN * max(0.0, lead))
    if one.scope != "same":
        confidence *= 0.75
    if one.case.uncertain or one.case.held is False:
        confidence *= 0.75
    confidence = limit_confidence(confidence, one.case.record)
    if not record.passed or not retired.passed or one.scope == "other":
        bar: OfferBar = "none"
    elif scope.passed and kind.passed and cure.passed:
        bar = "answer"
    elif (
        max(one.score / HINT_FROM, one.alike / ALIKE) >= 1
        or one.same_signature
        or (one.scope == "same" and one.same_trigger)
    ):
        bar = "hint"  # one problem of a service may show itself in several messages of one check
    else:
        bar = "none"
    return CaseMatch(one.case, one.score, confidence, bar, gates)


def _scope(one: CaseCandidate) -> GateAnswer:
    told = {
        "same": f"It was on {one.case.service}, as this is.",
        "other": f"It was on {one.case.service}, which is another service.",
        "unknown": f"It was on {one.case.service}; which service this is about is not said.",
    }
    return GateAnswer("scope", one.scope == "same", told[one.scope])


def _kind(one: CaseCandidate, lead: float) -> GateAnswer:
    if one.same_signature:
        return GateAnswer("symptom", True, "The symptom is of the same kind.")
    share = f"It holds {one.score:.0%} of the symptom's words by weight"
    if one.alike >= ALIKE:
        share = f"It means much the same ({one.alike:.2f}) and holds {one.score:.0%} of the symptom's words by weight"
    if one.score < ANSWER_FROM:
        return GateAnswer("symptom", False, f"{share}; an answer needs {ANSWER_FROM:.0%}.")
    if lead < MARGIN:
        return GateAnswer("symptom", False, f"{share}, and another case holds nearly as many.")
    return GateAnswer("symptom", True, f"{share}, clearly more than any other case.")


def _record(case: StoredCase) -> GateAnswer:
    record = case.record
    if not record.observations:
        return GateAnswer("record", True, "It was not offered yet, so nothing speaks against it.")
    told = (
        f"It was offered {record.offered} times and resolved {record.resolved} of {record.recalls}: {record.factor:.2f}"
    )
    return GateAnswer("record", record.is_trusted, f"{told}, and {FLOOR} is the least.")


def _cure(case: StoredCase) -> GateAnswer:
    best = best_treatment(case.treatments)
    if best is None and (after := last_recovery(case.treatments)) is not None:
        often = f"{after.recovered} of {after.known} times"
        return GateAnswer("cure", False, f"It recovered after what was done {often}, which proves no cure yet.")
    if best is None:
        return GateAnswer("cure", False, "No cure of it is known; what failed is offered as a hint.")
    if case.uncertain:
        return GateAnswer("cure", False, case.uncertain)
    if best.last_result != "helped":
        return GateAnswer("cure", False, "What helped once failed the last time.")
    return GateAnswer("cure", True, f"It helped {best.helped} of {best.known} times.")


def lower_to_hint(match: CaseMatch, why: str) -> CaseMatch:
    """The match as a hint only, for a reason that is no gate of its own."""
    if match.bar != "answer":
        return match
    return replace(match, bar="hint", gates=(*match.gates, GateAnswer("context", False, why)))
