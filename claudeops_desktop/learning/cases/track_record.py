"""How far a case is to be trusted by what became of it when it was offered (L6). Pure.

The factor is the mean of a Beta posterior that starts at one success and one failure, each half known. A case that
was never offered has none: nothing speaks against it yet. Silence is no failure.
"""

from __future__ import annotations

from dataclasses import dataclass

PRIOR = 2.0
FLOOR = 0.5
MOST_CONFIDENCE = 0.90


@dataclass(frozen=True, slots=True)
class TrackRecord:
    """``offered`` counts every offer, ``recalls`` those whose end is known: ``resolved`` of them by the case's own
    cure. ``up`` and ``down`` are votes of people, one each; ``confirms`` how often the same was found afresh."""

    offered: int = 0
    recalls: int = 0
    resolved: int = 0
    up: int = 0
    down: int = 0
    confirms: int = 0

    @property
    def observations(self) -> int:
        """How much is known of it."""
        return self.recalls + self.up + self.down

    @property
    def factor(self) -> float:
        """From 0 to 1; 1 where nothing is known yet."""
        half = 0.5 * self.confirms
        if not self.observations and not self.confirms:
            return 1.0
        return (self.resolved + self.up + half + PRIOR / 2) / (self.recalls + self.up + self.down + half + PRIOR)

    @property
    def is_trusted(self) -> bool:
        """Tell whether it may be offered."""
        return self.factor >= FLOOR


def limit_confidence(confidence: float, record: TrackRecord) -> float:
    """A confidence lowered by the track record, and never above 0.90."""
    return round(min(MOST_CONFIDENCE, confidence * record.factor), 4)
