"""The table of cases: which are shown, in what order, and what a cell says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ....learning import StoredCase
from ...text import formatting
from ...text.translation import tr
from ...widgets.record_model import RecordModel, TableColumn
from .text import LOOKS, case_state, helped_text, symptom_text


@dataclass(frozen=True, slots=True)
class CaseQuery:
    """What the table shows: ``state`` None or one of the states; ``sort`` a column, "" for the latest first."""

    state: str | None = None
    text: str = ""
    sort: str = ""
    descending: bool = True


class CaseTableModel(RecordModel):
    """Keys are ids, rows are StoredCases; all known at once."""

    COLUMNS = (
        TableColumn("service", tr("Service"), 130, sort="service"),
        TableColumn("symptom", tr("What was out of order"), 260),
        TableColumn("helped", tr("What helped"), 240),
        TableColumn("state", tr("State"), 120, sort="state"),
        TableColumn("seen", tr("Seen"), 60, sort="seen", number=True, falls=True),
        TableColumn("when", tr("Latest"), 110, sort="when", falls=True),
    )

    def text(self, row: StoredCase, column: str) -> str:
        """What a cell shows."""
        match column:
            case "service":
                return formatting.strip_direction_marks(row.service)
            case "symptom":
                return symptom_text(row)
            case "helped":
                return helped_text(row)
            case "state":
                return case_state(row)
            case "seen":
                return formatting.format_number(row.seen)
            case _:
                return formatting.format_relative_time(row.opened_at)

    def tip(self, row: StoredCase, column: str) -> str:
        """All services that it is filed under, the whole text, exact times."""
        if column == "service":
            return ", ".join(row.services)
        if column == "when":
            return formatting.format_exact_time(row.opened_at)
        return self.text(row, column) if column in ("symptom", "helped") else ""

    def state(self, row: StoredCase, column: str) -> str:
        """How it ended, as a shape."""
        return LOOKS.get(row.state, "unknown") if column == "service" else ""


def choose_cases(cases: Sequence[StoredCase], query: CaseQuery) -> list[StoredCase]:
    """The cases that match, in the order that is asked for. Pure."""
    words = query.text.casefold().split()
    found = [
        case
        for case in cases
        if (query.state is None or case.state == query.state) and all(word in _text(case) for word in words)
    ]
    key = _SORTS.get(query.sort)
    return found if key is None else sorted(found, key=key, reverse=query.descending)


def _text(case: StoredCase) -> str:
    attempts = " ".join(one.attempt.action for one in case.attempts)
    return " ".join((*case.services, case.symptom, case.shown, case.cause, case.cure, attempts)).casefold()


_SORTS: dict[str, Callable[[StoredCase], Any]] = {
    "service": lambda case: (case.service, case.opened_at),
    "state": lambda case: (case.state, case.opened_at),
    "seen": lambda case: (case.seen, case.opened_at),
    "when": lambda case: case.opened_at,
}
