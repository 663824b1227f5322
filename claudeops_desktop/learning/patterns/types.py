"""The words of patterns (L2)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ...core.settings import Settings

PATTERN_STATES = ("observed", "candidate", "verified", "active", "deprecated")
KINDS = ("rule", "causal", "observation")


@dataclass(frozen=True, slots=True)
class PatternRules:
    """The numbers of the ladder and of the score. Defaults as proposed, each a setting.

    ``candidate_at`` sightings; ``verified_successes`` in ``verified_contexts`` distinct contexts; ``evidence_alone``
    makes a verified one active without the operator; deprecated after ``deprecated_days`` unused, or under
    ``least_factor`` after ``least_observations``. ``half_used_days`` is the time constant of the decay in days;
    ``least_score`` is the least that is injected; ``validator_weight`` what a mark of a verifier or the operator
    counts.
    """

    candidate_at: int = 2
    verified_successes: int = 3
    verified_contexts: int = 3
    evidence_alone: bool = False
    deprecated_days: int = 90
    least_factor: float = 0.5
    least_observations: int = 3
    half_used_days: float = 14.0
    no_decay_from: int = 3
    least_score: float = 0.1
    validator_weight: float = 1.5

    @classmethod
    def from_settings(cls, settings: Settings) -> PatternRules:
        """As the operator set them."""
        own = settings.learning
        return cls(
            candidate_at=own.candidate_sightings,
            verified_successes=own.verified_successes,
            verified_contexts=own.verified_contexts,
            evidence_alone=own.patterns_by_evidence,
            deprecated_days=own.deprecated_days,
        )


@dataclass(frozen=True, slots=True)
class StoredPattern:
    """A row of ``patterns``. ``success`` and ``ignored`` (weighted) are what came of it; ``contexts`` are the distinct
    ones in which it held, by kind. Times are stored text."""

    id: int
    role: str
    project: str
    text: str
    kind: str
    services: tuple[str, ...]
    state: str
    sightings: int
    success: int
    ignored: float
    ignored_times: int
    ignored_by_failed_runs: int
    injected: int
    approved_by: str
    created_at: str
    last_seen_at: str
    last_used_at: str
    why: str
    contexts: tuple[tuple[str, str], ...] = ()
    score: float = 0.0

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        return {
            **asdict(self),
            "services": list(self.services),
            "contexts": [{"kind": kind, "value": value} for kind, value in self.contexts],
            "score": round(self.score, 6),
        }
