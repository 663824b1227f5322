"""The dataclasses of what waits for the operator: kinds, items and the summary of them all."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from ..core.messages import PluralMessage, UserMessage

if TYPE_CHECKING:
    from ..records.incidents import Incident

REVIEWED_TABLES = frozenset({"memories", "patterns", "operator_questions", "proposals"})
"""The tables of what is reviewed; it takes the longest to count."""
TABLES = REVIEWED_TABLES | {
    "approvals", "check_states", "due_times", "events", "health_checks", "incidents", "maintenance_windows", "mutes",
    "runs", "schedules", "service_rules", "sessions", "settings", "*",
}  # fmt: skip


class WaitingKind(StrEnum):
    """The kinds of things that wait for the operator, the most urgent first."""

    APPROVAL = "approval"
    INVESTIGATION = "investigation"
    INCIDENT = "incident"
    SERVICE = "service"
    CRITICAL = "critical"
    WARNING = "warning"
    RUN = "run"
    MISSED_RUN = "missed_run"
    UPGRADE = "upgrade"
    HELD = "held"
    CONFLICT = "conflict"
    PROPOSAL = "proposal"
    QUESTION = "question"
    PATTERN = "pattern"
    EXPIRING = "expiring"


REVIEW_KINDS = (
    WaitingKind.HELD,
    WaitingKind.CONFLICT,
    WaitingKind.PROPOSAL,
    WaitingKind.QUESTION,
    WaitingKind.PATTERN,
    WaitingKind.EXPIRING,
)
"""What is reviewed in the inbox, besides the question about an upgrade."""


class WaitingItem(Struct, frozen=True):
    """All things of one kind that wait: how many there are, and a sentence about them. ``row_id`` is the id of the one
    that there is, or of the first one; None where the kind has no rows of its own. ``since`` is stored text."""

    kind: WaitingKind
    number: int
    text: UserMessage
    row_id: int | None = None
    since: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the item as the command line and the REST interface give it."""
        since = self.since or None
        return {"kind": str(self.kind), "count": self.number, "text": str(self.text), "id": self.row_id, "since": since}


class WaitingSummary(Struct, frozen=True):
    """What waits, at most one item of each kind. ``incidents`` are those that the items of incidents and investigations
    count, the worst first. ``next_change`` is the moment (stored text) from which time alone makes it different."""

    items: tuple[WaitingItem, ...] = ()
    incidents: tuple[Incident, ...] = ()
    next_change: str | None = None

    @property
    def total(self) -> int:
        """Return how many things wait."""
        return sum(item.number for item in self.items)

    def count(self, *kinds: WaitingKind) -> int:
        """Return how many things of these kinds wait."""
        return sum(item.number for item in self.items if item.kind in kinds)

    def as_json(self) -> dict[str, Any]:
        """Return the summary as the command line and the REST interface give it."""
        return {"total": self.total, "items": [item.as_json() for item in self.items]}

    def with_approvals(self, ids: Sequence[int]) -> WaitingSummary:
        """Return the summary with these questions of runs in place of its own: a window knows of an answer that is
        given in it before the database does."""
        others = tuple(item for item in self.items if item.kind is not WaitingKind.APPROVAL)
        return replace(self, items=(*approval_items(ids), *others))


def approval_items(ids: Sequence[int]) -> tuple[WaitingItem, ...]:
    """Return the item of these questions of runs; none for no question."""
    if not ids:
        return ()
    text = PluralMessage("%n question of a run", "%n questions of runs", len(ids))
    return (WaitingItem(WaitingKind.APPROVAL, len(ids), text, ids[0]),)
