"""What a consolidation plans, and what became of it (C10)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

FAMILY = "consolidation"
"""What the names of its branches begin with."""


@dataclass(frozen=True, slots=True)
class PlannedChange:
    """One change of a consolidation: the proposal that it carries out, its file, and its rank: the higher, the
    better."""

    proposal: int
    title: str
    path: str
    reason: str
    source: str
    rank: float


@dataclass(frozen=True, slots=True)
class ConsolidationResult:
    """What a consolidation came to. ``branch`` is "" where none was made: nothing was to be changed, it was a preview,
    or ``refused`` says why. ``left_out`` are sentences on what was not taken up. ``diff`` is against the files as they
    are."""

    branch: str = ""
    changes: tuple[PlannedChange, ...] = ()
    left_out: tuple[str, ...] = ()
    refused: str = ""
    diff: str = ""
    findings: int = 0
    signals: int = 0

    def as_json(self) -> dict[str, Any]:
        """The result for ``--json``."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class ConsolidationMerge:
    """What became of an approval or of its undoing: the ``commit`` ("" where nothing was to be changed any more), the
    files that it changed, and sentences on what was dropped because somebody has changed it meanwhile."""

    branch: str
    commit: str = ""
    paths: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The result for ``--json``."""
        return asdict(self)
