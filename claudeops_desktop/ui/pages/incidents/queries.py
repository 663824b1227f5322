"""What the tab of incidents asks, on a reader thread."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from ....core.errors import OperatorError
from ....learning import LearningService, StoredCase
from ....monitoring.incident_details import IncidentDetails, load_incident_details
from ....records.incident_list import IncidentLine, describe_incidents, load_incident_lines

if TYPE_CHECKING:
    from ....monitoring.services_source import ServicesSource
    from ...app_context import AppContext

OF_SERVICE = 100


def load_lines(desk: AppContext) -> list[IncidentLine]:
    """All incidents, the open ones first."""
    return load_incident_lines(desk.book.store)


def load_lines_of(desk: AppContext, service: str) -> list[IncidentLine]:
    """Those of one service, newest first."""
    return describe_incidents(desk.book.store, desk.book.incidents.list(service=service, limit=OF_SERVICE))


def load_details(desk: AppContext, source: ServicesSource, incident_id: int, now: datetime) -> IncidentDetails | None:
    """One with all that belongs to it; None where it is gone."""
    try:
        return load_incident_details(desk.book, incident_id, now, source)
    except OperatorError:
        return None


def load_learned(desk: AppContext, incident_id: int) -> StoredCase | None:
    """What was learned from an incident; None while there is nothing."""
    found = LearningService(desk.book).cases.of_incident(incident_id)
    return found[0] if found else None


def render_report(
    desk: AppContext, source: ServicesSource, incident_id: int, path: Path, now: datetime
) -> tuple[str, Path]:
    """The report for a file of this name, and where it goes. Raises OperatorError where the incident is gone."""
    from ....core.clock import to_text
    from ....export.incident_report import render_incident
    from ....export.write_export import redactor_for

    details = load_incident_details(desk.book, incident_id, now, source)
    row = desk.book.incidents.as_json(details.incident)
    kind = "json" if path.suffix.lower() == ".json" else "md"
    redactor = redactor_for(desk.settings.current)
    return render_incident(details, row, kind, to_text(now), redactor), path
