"""How a pattern rises and falls: observed, candidate, verified, active, deprecated (L2). Pure.

By how often and in how many distinct contexts it held. A brand-new observation has to earn its way before it carries
weight; active needs the operator, or evidence alone where he says so.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from ...core.clock import from_text
from .types import PatternRules, StoredPattern

PRIOR = 2.0


def track_factor(success: float, ignored: float) -> float:
    """The mean of a Beta posterior that starts at one of each, from 0 to 1; 1 where nothing is known."""
    if not success and not ignored:
        return 1.0
    return (success + PRIOR / 2) / (success + ignored + PRIOR)


def next_state(pattern: StoredPattern, rules: PatternRules, now: datetime) -> tuple[str, str]:
    """The state that a pattern has earned, and why in a sentence; the same state and "" where nothing changes."""
    observations = pattern.success + pattern.ignored_times
    factor = track_factor(pattern.success, pattern.ignored)
    if pattern.state == "deprecated":
        return pattern.state, ""
    if observations >= rules.least_observations and factor < rules.least_factor:
        return "deprecated", f"It held {pattern.success} times and was marked wrong {pattern.ignored_times} times."
    unused = now - from_text(pattern.last_used_at)
    if unused > timedelta(days=rules.deprecated_days):
        return "deprecated", f"It was not used for {unused.days} days."
    earned, why = _earned(pattern, rules)
    order = ("observed", "candidate", "verified", "active")
    if order.index(earned) > order.index(pattern.state):
        return earned, why
    return pattern.state, ""


def _earned(pattern: StoredPattern, rules: PatternRules) -> tuple[str, str]:
    contexts = distinct_contexts(pattern)
    proven = pattern.success >= rules.verified_successes and contexts >= rules.verified_contexts
    if proven and (pattern.approved_by or rules.evidence_alone):
        by = "the operator approved it" if pattern.approved_by else "the settings ask for evidence alone"
        return "active", f"It held {pattern.success} times in {contexts} contexts, and {by}."
    if proven:
        return "verified", f"It held {pattern.success} times in {contexts} contexts."
    if pattern.approved_by:
        return "active", "The operator approved it."
    if pattern.sightings >= rules.candidate_at:
        return "candidate", f"It was seen {pattern.sightings} times."
    return "observed", ""


def distinct_contexts(pattern: StoredPattern) -> int:
    """In how many contexts it held: the most of any one kind, since three weeks on one service are three contexts, and
    so are three services in one week."""
    counts: dict[str, int] = {}
    for kind, _ in pattern.contexts:
        counts[kind] = counts.get(kind, 0) + 1
    return max(counts.values(), default=0)
