"""The incidents of one service as a list of its detail shows them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from ....core.clock import utc_now
from ....records.incident_list import IncidentLine
from ...text import formatting, incident_text
from ...text.translation import tr
from ...widgets.fact_table import FactRow
from ...widgets.record_model import TableColumn
from ..base_page import PageLocation

INCIDENT_COLUMNS = (
    TableColumn("since", tr("Since"), 110),
    TableColumn("state", tr("State"), 126),
    TableColumn("lasted", tr("For"), 92, number=True, spoken=tr("How long")),
    TableColumn("tried", tr("Tried"), 112, spoken=tr("What was tried")),
    TableColumn("cause", tr("What was seen"), 320),
)


def incident_rows(found: Sequence[IncidentLine]) -> list[FactRow]:
    """Each leads to the tab of incidents."""
    return [_row(line, utc_now()) for line in found]


def _row(line: IncidentLine, now: datetime) -> FactRow:
    one = line.incident
    explained = tr("explained by {root}", root=line.root) if line.root else incident_text.folded_text(line)
    return FactRow(
        one.id,
        {
            "since": formatting.format_clock_time(one.started_at, now),
            "state": incident_text.incident_state(one, now),
            "lasted": incident_text.incident_lasted(one, now),
            "tried": incident_text.tried_text(line),
            "cause": " · ".join(part for part in (one.cause, explained) if part),
        },
        PageLocation("incidents", one.id),
        incident_text.incident_look(one, now),
        {"since": formatting.format_exact_time(one.started_at)},
    )
