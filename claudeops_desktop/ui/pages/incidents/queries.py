"""What the page of incidents asks, on reader threads: the list, and the parts of one incident."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....core.clock import from_text, to_text, utc_now
from ....core.errors import OperatorError
from ....learning import LearningService, StoredFinding
from ....learning.cases.outcomes import CaseAttempt
from ....monitoring.incident_details import IncidentDetails, load_incident_details
from ....monitoring.services_source import ServicesSource
from ....records.cooldowns import CooldownAction
from ....records.incident_list import IncidentLine, describe_incidents, load_incident_lines
from ....records.incidents import Incident
from ....records.run_list import RunLine
from ...kit.record_page import RecordListing
from ...text.translation import tr
from ..cases.text import LOOKS, RESULT_LOOKS, RESULTS, case_state, failed_text, helped_text
from .timeline import TimelineRow, timeline_rows

if TYPE_CHECKING:
    from ...app_context import AppContext

OF_SERVICE = 100
OPEN, RESOLVED = "open", "resolved"


@dataclass(frozen=True, slots=True)
class IncidentQuery:
    """What the table shows: ``state`` None, open or resolved; ``sort`` a column, "" for the open and worst first."""

    state: str | None = None
    text: str = ""
    sort: str = ""
    descending: bool = True


@dataclass(frozen=True, kw_only=True)
class IncidentListing(RecordListing):
    """The incidents found, by id, and how many of all are open."""

    lines: Mapping[Hashable, IncidentLine]
    live: int


@dataclass(frozen=True)
class CaseRow:
    """A line about the case that an incident belongs to: the case itself, or something that was tried."""

    case_id: int
    at: str
    word: str
    look: str
    what: str


@dataclass(frozen=True)
class SeenRow:
    """One time that the same trouble was seen, and the finding that it is a sighting of."""

    at: str
    text: str
    version: str
    incident_id: int | None
    event_id: int | None
    finding: StoredFinding


# --- the list --------------------------------------------------------------------------------------------------------


def list_incidents(context: AppContext, query: IncidentQuery) -> IncidentListing:
    """Return the incidents that match, in the order that is asked for, and the counts of the filter."""
    lines = load_incident_lines(context.book.store)
    words = query.text.casefold().split()
    matching = [line for line in lines if _has_words(line, words)]
    live = sum(line.incident.is_live for line in matching)
    shown = [line for line in matching if query.state is None or (query.state == OPEN) == line.incident.is_live]
    key = _SORTS.get(query.sort)
    if key is not None:
        shown.sort(key=key, reverse=query.descending)
    found: dict[Hashable, IncidentLine] = {line.incident.id: line for line in shown}
    return IncidentListing(
        keys=list(found),
        total=len(lines),
        matching=len(found),
        counts={"state": {OPEN: live, RESOLVED: len(matching) - live}},
        lines=found,
        live=sum(line.incident.is_live for line in lines),
    )


def _has_words(line: IncidentLine, words: Sequence[str]) -> bool:
    text = f"{line.incident.service} {line.incident.cause} {line.root}".casefold()
    return all(word in text for word in words)


def _lasted(line: IncidentLine) -> float:
    end = from_text(line.incident.resolved_at) if line.incident.resolved_at else utc_now()
    return (end - from_text(line.incident.started_at)).total_seconds()


_SORTS: dict[str, Callable[[IncidentLine], Any]] = {
    "service": lambda line: (line.incident.service, line.incident.started_at),
    "state": lambda line: (line.incident.state, line.incident.started_at),
    "since": lambda line: line.incident.started_at,
    "lasted": _lasted,
}


def load_rows(_context: AppContext, listing: IncidentListing, keys: Sequence[Hashable]) -> dict[Hashable, IncidentLine]:
    """Return the rows of these incidents."""
    return {key: listing.lines[key] for key in keys if key in listing.lines}


def find_incident(context: AppContext, incident_id: int) -> int | None:
    """Return the id of an incident; None where it is gone."""
    return incident_id if context.book.incidents.get(incident_id) is not None else None


def load_lines_of(desk: AppContext, service: str) -> list[IncidentLine]:
    """Return the incidents of a service, newest first."""
    return describe_incidents(desk.book.store, desk.book.incidents.list(service=service, limit=OF_SERVICE))


# --- the parts of one incident ---------------------------------------------------------------------------------------


def load_details(context: AppContext, line: IncidentLine) -> IncidentDetails:
    """Return an incident with all that belongs to it; with itself alone where it is gone."""
    try:
        source = ServicesSource(context.folder.services_file)
        return load_incident_details(context.book, line.incident.id, utc_now(), source)
    except OperatorError:
        return IncidentDetails(line.incident)


def load_timeline(context: AppContext, line: IncidentLine) -> dict[Hashable, TimelineRow]:
    """Return all that happened, in order of time."""
    return {row.key: row for row in timeline_rows(load_details(context, line), utc_now())}


def load_runs(context: AppContext, line: IncidentLine) -> dict[Hashable, RunLine]:
    """Return the runs about an incident."""
    return {run.id: run for run in load_details(context, line).runs}


def load_actions(context: AppContext, line: IncidentLine) -> dict[Hashable, CooldownAction]:
    """Return what was done to the services of an incident in its time."""
    return {action.id: action for action in load_details(context, line).actions}


def load_reports(context: AppContext, line: IncidentLine) -> dict[Hashable, TimelineRow]:
    """Return the events and the alerts of an incident, in order of time."""
    rows = load_timeline(context, line)
    return {key: row for key, row in rows.items() if row.key[0] in ("event", "alert")}


def load_related(context: AppContext, line: IncidentLine) -> dict[Hashable, tuple[Incident, str]]:
    """Return the incident that explains this one and those that it explains, each with what it is to this one."""
    details = load_details(context, line)
    root = [(details.root, tr("explains this one"))] if details.root is not None else []
    return {one.id: (one, what) for one, what in (*root, *((one, tr("depends on it")) for one in details.folded))}


def load_case(context: AppContext, line: IncidentLine) -> dict[Hashable, CaseRow]:
    """Return the case that an incident belongs to, and below it what was tried over all its occurrences."""
    cases = LearningService(context.book).cases.of_incident(line.incident.id)
    if not cases:
        return {}
    case = cases[0]
    helped = tr("What helped: {helped}", helped=helped_text(case))
    look = LOOKS.get(case.state, "unknown")
    rows: dict[Hashable, CaseRow] = {"case": CaseRow(case.id, case.opened_at, case_state(case), look, helped)}
    if failed := failed_text(case):
        what = tr("What did not help: {failed}", failed=failed)
        rows["failed"] = CaseRow(case.id, case.opened_at, "", "failed", what)
    for number, stored in enumerate(case.attempts):
        rows[number] = _row_of_attempt(case.id, stored.attempt)
    return rows


def _row_of_attempt(case_id: int, one: CaseAttempt) -> CaseRow:
    what = f"{one.action} ({one.by})" if one.by else one.action
    word, look = RESULTS.get(one.result, one.result), RESULT_LOOKS.get(one.result, "unknown")
    return CaseRow(case_id, to_text(one.at), word, look, what)


def load_seen(context: AppContext, line: IncidentLine) -> dict[Hashable, SeenRow]:
    """Return when the same trouble was seen, the latest first."""
    findings = LearningService(context.book).findings
    finding = findings.of_incident(line.incident.id)
    if finding is None:
        return {}
    return {
        one.key: SeenRow(one.at, one.text, one.version, one.incident_id, one.event_id, finding)
        for one in findings.sightings(finding.id)
    }


# --- for others ------------------------------------------------------------------------------------------------------


def render_report(context: AppContext, incident_id: int, path: Path, now: datetime) -> tuple[str, Path]:
    """Return the report for a file of this name, and where it goes. Raises OperatorError where the incident is gone."""
    from ....export.incident_report import render_incident
    from ....export.write_export import redactor_for

    details = load_incident_details(context.book, incident_id, now, ServicesSource(context.folder.services_file))
    row = context.book.incidents.as_json(details.incident)
    kind = "json" if path.suffix.lower() == ".json" else "md"
    return render_incident(details, row, kind, to_text(now), redactor_for(context.settings.current)), path
