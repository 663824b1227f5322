"""The words of *why did it not remember X?* (R5): a verdict in one sentence, and the chain of what was found."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

# The way of a fact, in the order in which it can be lost.
STAGES = (
    "said",
    "extracted",
    "gated",
    "kept",
    "merged",
    "superseded",
    "decayed",
    "laid away",
    "told",
    "recalled",
)


@dataclass(frozen=True, slots=True)
class StageEvidence:
    """One stage of a fact's way. ``passed`` False: it was lost here; None: nothing is known of it, or it is a note.

    ``told`` is one sentence; ``at`` (stored text) when; ``memory_id`` and ``session_id`` lead further.
    """

    stage: str
    told: str
    passed: bool | None = True
    at: str = ""
    memory_id: int | None = None
    session_id: int | None = None

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class FactExplanation:
    """The answer. ``stage`` is where it was lost, "" where it was not; ``verdict`` says it in one sentence.

    ``memory_id`` is the memory that it is about, ``others`` further ones that the question may have meant.
    """

    question: str
    verdict: str
    stage: str
    evidence: tuple[StageEvidence, ...]
    memory_id: int | None = None
    others: tuple[int, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "question": self.question,
            "verdict": self.verdict,
            "stage": self.stage,
            "memory_id": self.memory_id,
            "others": list(self.others),
            "evidence": [one.as_json() for one in self.evidence],
        }
