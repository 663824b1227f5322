"""The decay-weighted score of a pattern (L2). Pure.

``success / (success + ignored) × exp(−days unused / 14) × kind``; one that held three times does not decay.
"""

from __future__ import annotations

import math
from datetime import datetime

from ...core.clock import from_text
from .types import PatternRules, StoredPattern

KIND_WEIGHTS = {"rule": 1.3, "causal": 1.1, "observation": 1.0}
STATE_WEIGHTS = {"active": 1.0, "verified": 0.6, "candidate": 0.3, "observed": 0.2, "deprecated": 0.0}
UNTRIED = 0.5  # the share of one that nothing is known of


def score_pattern(pattern: StoredPattern, rules: PatternRules, now: datetime) -> float:
    """The score, 0 and up."""
    whole = pattern.success + pattern.ignored
    share = pattern.success / whole if whole else UNTRIED
    days = max(0.0, (now - from_text(pattern.last_used_at)).total_seconds() / 86_400)
    decay = 1.0 if pattern.success >= rules.no_decay_from else math.exp(-days / rules.half_used_days)
    return share * decay * KIND_WEIGHTS.get(pattern.kind, 1.0)


def rank_patterns(patterns: list[StoredPattern]) -> list[StoredPattern]:
    """Best first: by state, then by score. Their scores must be known."""
    return sorted(patterns, key=lambda one: (-STATE_WEIGHTS[one.state] * max(one.score, 1e-9), -one.score, one.id))
