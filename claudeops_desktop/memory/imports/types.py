"""What an import answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ...core.extensions.importer import UnreadablePart

ADDED, HELD, MERGED, CONFLICT, KNOWN, REJECTED = "added", "held", "merged", "conflict", "known", "rejected"
OUTCOMES = (ADDED, HELD, MERGED, CONFLICT, KNOWN, REJECTED)
MOST_LISTED = 200
"""Facts of one outcome, and unreadable parts, that an answer lists; all of them are counted."""


@dataclass(frozen=True, slots=True)
class FactFate:
    """What became of one fact, or would: ``outcome`` is one of ``OUTCOMES``; ``memory_id`` the memory that it made,
    confirmed or waits as, None for none; ``known_text`` what was known before, where the fact was merged with it or is
    in conflict with it; ``closes`` that the fact closes it."""

    outcome: str
    text: str
    why: str
    line: int = 0
    file: str = ""
    memory_id: int | None = None
    known_text: str = ""
    closes: bool = False

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "outcome": self.outcome, "text": self.text, "why": self.why, "line": self.line, "file": self.file,
            "memory_id": self.memory_id, "known_text": self.known_text,
            "closes": self.closes,
        }  # fmt: skip


@dataclass
class ImportTotals:
    """The answer of one import. ``complete`` is False while it has not read the source to its end."""

    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(OUTCOMES, 0))
    fates: list[FactFate] = field(default_factory=list)
    unreadable: list[UnreadablePart] = field(default_factory=list)
    unreadable_count: int = 0
    complete: bool = False

    @property
    def read(self) -> int:
        """How many facts were read."""
        return sum(self.counts.values())

    def add_fate(self, fate: FactFate) -> None:
        """Count a fact; the first ones of each outcome are listed."""
        self.counts[fate.outcome] += 1
        if self.counts[fate.outcome] <= MOST_LISTED:
            self.fates.append(fate)

    def add_unreadable(self, part: UnreadablePart) -> None:
        """Count what could not be read."""
        self.unreadable_count += 1
        if len(self.unreadable) < MOST_LISTED:
            self.unreadable.append(part)

    def as_json(self) -> dict[str, Any]:
        """For ``--json``. ``read`` is the sum of the six counts that follow it."""
        return {
            "read": self.read,
            "added": self.counts[ADDED],
            "held": self.counts[HELD],
            "merged": self.counts[MERGED],
            "conflicts": self.counts[CONFLICT],
            "known": self.counts[KNOWN],
            "rejected": self.counts[REJECTED],
            "unreadable": [
                {"line": one.line, "why": one.why} | ({"file": one.file} if one.file else {}) for one in self.unreadable
            ],
            "unreadable_count": self.unreadable_count,
            "complete": self.complete,
            "facts": [one.as_json() for one in self.fates],
        }
