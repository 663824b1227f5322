"""What observing tells: counts of one transcript or of many, and how far it is."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from .transcript_turns import ReadingCounts


@dataclass(slots=True)
class ObservationResult:
    """What came of observing. ``kept`` facts are new memories, ``confirmed`` ones were known, ``held`` wait for review,
    ``dropped`` did not pass the gate, ``repeated`` were markers of the same session or had been told to it.

    ``failures`` are sentences: a model that did not answer (the rules served), a file that cannot be read.
    ``notes`` are what an extractor had to say.
    """

    transcripts: int = 0
    parts: int = 0
    bytes: int = 0
    facts: int = 0
    kept: int = 0
    confirmed: int = 0
    held: int = 0
    dropped: int = 0
    repeated: int = 0
    cost_usd: float = 0.0
    counts: ReadingCounts = field(default_factory=ReadingCounts)
    failures: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def outcome(self, name: str) -> None:
        """Count one fact by what became of it."""
        self.facts += 1
        setattr(self, name, getattr(self, name) + 1)

    def add(self, more: ObservationResult) -> None:
        """Count another transcript too."""
        for name in ("transcripts", "parts", "bytes", "facts", "kept", "confirmed", "held", "dropped", "repeated"):
            setattr(self, name, getattr(self, name) + getattr(more, name))
        self.cost_usd = round(self.cost_usd + more.cost_usd, 6)
        self.counts.add(more.counts)
        self.failures += more.failures
        self.notes += more.notes

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class ObservationProgress:
    """How far one transcript is: ``done`` of ``total`` bytes; ``what`` reads as "Observing abc.jsonl (12 facts)"."""

    what: str
    done: int
    total: int
