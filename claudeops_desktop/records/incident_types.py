"""Incidents as they are handed around: how one stands, a line of its time line, and a check that is not well."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from ..core.clock import from_text


class IncidentState(StrEnum):
    """How an incident stands."""

    OPEN = "open"
    ACKNOWLEDGED = "acknowledged"
    RESOLVED = "resolved"


class EntryKind(StrEnum):
    """What a line of the time line tells."""

    STARTED = "started"
    OPENED = "opened"
    WORSE = "worse"
    ALERT = "alert"
    ACKNOWLEDGED = "acknowledged"
    SNOOZED = "snoozed"
    NOTE = "note"
    FOLDED = "folded"
    UNFOLDED = "unfolded"
    RUN = "run"
    INVESTIGATION = "investigation"
    RECOVERING = "recovering"
    RESOLVED = "resolved"
    REOPENED = "reopened"
    RENAMED = "renamed"


BY_MEASUREMENT, BY_ALERT, BY_OPERATOR = "measurement", "alert", "operator"


@dataclass(frozen=True, slots=True)
class Incident:
    """A row of ``incidents``. Times are stored text (UTC).

    ``started_at`` is the first bad measurement (or the alert), ``opened_at`` when a second one confirmed it; ``source``
    is check or alert; ``worst`` degraded or down; ``cause`` what was seen, in one sentence; ``folded_into`` the
    incident that explains this one; ``resolved_by`` measurement, alert or operator; ``investigation`` is empty, or what
    became of the question whether a run looks into it: asked, started, or why not.
    """

    id: int
    service: str
    state: str
    source: str
    started_at: str
    opened_at: str
    acknowledged_at: str | None = None
    resolved_at: str | None = None
    resolved_by: str = ""
    worst: str = "down"
    cause: str = ""
    folded_into: int | None = None
    snoozed_until: str | None = None
    investigation: str = ""

    @property
    def is_live(self) -> bool:
        """Tell whether it is not resolved."""
        return self.state != IncidentState.RESOLVED

    def is_snoozed(self, now: datetime) -> bool:
        """Tell whether the operator wants no notices of it yet."""
        return self.snoozed_until is not None and from_text(self.snoozed_until) > now


@dataclass(frozen=True, slots=True)
class IncidentEntry:
    """A line of an incident's time line; ``run_id`` names the run that it tells of."""

    id: int
    incident_id: int
    at: str
    kind: str
    text: str
    run_id: int | None

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class CheckState:
    """A row of ``check_states``: a check that was bad when it was measured last, or has not been good often enough.

    ``bad_since`` is its first bad measurement; ``bad_count`` and ``good_count`` count measurements in a row;
    ``confirmed``: a second measurement found it bad too; ``dismissed``: the operator closed its incident, so it opens
    no other before it was good once.
    """

    key: str
    service: str
    check_type: str
    status: str
    bad_since: str
    bad_count: int
    good_count: int
    confirmed: bool
    dismissed: bool
    detail: str
    seen_at: str
