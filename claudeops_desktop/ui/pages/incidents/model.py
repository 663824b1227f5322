"""The table of incidents: which are shown, in what order, and what a cell says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ....core.clock import from_text, utc_now
from ....records.incident_list import IncidentLine
from ...text import formatting, incident_text
from ...text.translation import tr
from ...widgets.record_model import RecordModel, TableColumn

OPEN, RESOLVED = "open", "resolved"
UNDER = "↳ "


@dataclass(frozen=True, slots=True)
class IncidentQuery:
    """What the table shows: ``state`` None, open or resolved; ``sort`` a column, "" for the open and worst first."""

    state: str | None = None
    text: str = ""
    sort: str = ""
    descending: bool = True


class IncidentTableModel(RecordModel):
    """Keys are ids, rows are IncidentLines; all known at once."""

    COLUMNS = (
        TableColumn("service", tr("Service"), 116, sort="service"),
        TableColumn("cause", tr("What was seen"), 200),
        TableColumn("tried", tr("Tried"), 112, spoken=tr("What was tried")),
        TableColumn("state", tr("State"), 104, sort="state"),
        TableColumn("since", tr("Since"), 84, sort="since", falls=True),
        TableColumn("lasted", tr("For"), 84, sort="lasted", number=True, spoken=tr("How long")),
    )

    def text(self, row: IncidentLine, column: str) -> str:
        """What a cell shows."""
        one, now = row.incident, utc_now()
        if column == "service":
            return f"{UNDER}{one.service}" if row.is_folded else one.service
        if column == "state":
            return incident_text.incident_state(one, now)
        if column == "since":
            return formatting.format_clock_time(one.started_at, now)
        if column == "lasted":
            return incident_text.incident_lasted(one, now)
        if column == "tried":
            return incident_text.tried_text(row)
        return " · ".join(part for part in (one.cause, incident_text.folded_text(row)) if part)

    def tip(self, row: IncidentLine, column: str) -> str:
        """The exact times, what explains it, the whole cause."""
        one = row.incident
        if column == "since":
            return formatting.format_exact_time(one.started_at)
        if column == "lasted" and one.resolved_at:
            return tr("Resolved {resolved_at}", resolved_at=formatting.format_exact_time(one.resolved_at))
        if column == "service" and row.is_folded:
            return tr("{service}: explained by the incident of {root}", service=one.service, root=row.root)
        if column == "cause":
            return "\n".join(part for part in (one.cause, incident_text.folded_text(row, 20)) if part)
        return ""

    def state(self, row: IncidentLine, column: str) -> str:
        """How bad it is, as a shape."""
        return incident_text.incident_look(row.incident, utc_now()) if column == "service" else ""


def choose_lines(lines: Sequence[IncidentLine], query: IncidentQuery, now: datetime) -> list[IncidentLine]:
    """The lines that match, in the order that is asked for. Pure."""
    words = query.text.casefold().split()
    found = [
        line
        for line in lines
        if (query.state is None or (query.state == OPEN) == line.incident.is_live)
        and all(word in f"{line.incident.service} {line.incident.cause} {line.root}".casefold() for word in words)
    ]
    key = _SORTS.get(query.sort)
    return found if key is None else sorted(found, key=lambda line: key(line, now), reverse=query.descending)


def _lasted(line: IncidentLine, now: datetime) -> float:
    end = from_text(line.incident.resolved_at) if line.incident.resolved_at else now
    return (end - from_text(line.incident.started_at)).total_seconds()


_SORTS: dict[str, Callable[[IncidentLine, datetime], Any]] = {
    "service": lambda line, _now: (line.incident.service, line.incident.started_at),
    "state": lambda line, _now: (line.incident.state, line.incident.started_at),
    "since": lambda line, _now: line.incident.started_at,
    "lasted": _lasted,
}
