"""The table of the services."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from ....core.text_format import format_uptime
from ....monitoring.results.types import UptimeSummary
from ...text import formatting
from ...text.translation import tr, tr_count
from ...widgets.record_model import RecordModel, TableColumn
from ...widgets.state_dot import state_word
from .queries import ServiceLine


class ServiceTableModel(RecordModel):
    """Keys are names, rows are ServiceLines; all known at once."""

    COLUMNS = (
        TableColumn("service", tr("Service"), 160),
        TableColumn("state", tr("State"), 122),
        TableColumn("uptime", tr("Uptime"), 78, number=True),
        TableColumn("response", tr("Response"), 84, number=True, spoken=tr("Response time")),
        TableColumn("since", tr("Since"), 92),
    )

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._uptimes: dict[str, UptimeSummary] = {}
        self._range = ""

    def show_uptimes(self, uptimes: dict[str, UptimeSummary], range_text: str) -> None:
        """Uptime and response time by service, over a range of this name."""
        self._uptimes, self._range = uptimes, range_text
        self.refresh_times("uptime", "response")

    def text(self, row: ServiceLine, column: str) -> str:
        """What a cell shows."""
        if column == "service":
            return row.name
        if column == "state":
            return row.state_text
        summary = self._uptimes.get(row.name)
        if column == "uptime":
            return format_uptime(summary.uptime) if summary else ""
        if column == "response":
            return formatting.format_duration_ms(summary.p50_ms) if summary and summary.p50_ms is not None else ""
        return formatting.format_relative_time(row.newest.since)

    def tip(self, row: ServiceLine, column: str) -> str:
        """The last check, the exact times."""
        if column == "since":
            return formatting.format_exact_time(row.newest.since)
        summary = self._uptimes.get(row.name)
        if column == "uptime" and summary is not None:
            return f"{self._range}: {_counts_text(summary)}"
        if column == "response" and summary is not None and summary.p50_ms is not None:
            times = (summary.p50_ms, summary.p95_ms, summary.p99_ms)
            half, most, nearly_all = map(formatting.format_duration_ms, times)
            return tr(
                "{range}: half of them within {half}, 95 % within {most}, 99 % within {nearly_all}",
                range=self._range,
                half=half,
                most=most,
                nearly_all=nearly_all,
            )
        if column == "state" and row.status:
            return tr(
                "{detail}\nchecked {checked_at}",
                detail=row.newest.detail,
                checked_at=formatting.format_relative_time(row.newest.checked_at),
            ).strip()
        return ""

    def state(self, row: ServiceLine, column: str) -> str:
        """Its state as a shape."""
        return row.state if column == "service" else ""


def _counts_text(summary: UptimeSummary) -> str:
    """``down in 3, degraded in 1 of 12 results, 4 in maintenance``."""
    worse = [
        tr("{status} in {counts}", status=state_word(status), counts=formatting.format_number(summary.counts[status]))
        for status in ("down", "degraded", "unknown")
        if status in summary.counts
    ]
    counted = tr_count("%n result", "%n results", summary.total - summary.maintenance)
    said = (
        tr("{join} of {counted}", join=", ".join(worse), counted=counted)
        if worse
        else tr("healthy in all of {counted}", counted=counted)
    )
    return (
        tr("{said}, {maintenance} in maintenance", said=said, maintenance=formatting.format_number(summary.maintenance))
        if summary.maintenance
        else said
    )


def fact_line(lines: Sequence[ServiceLine]) -> str:
    """The line of fact under the title: how many there are, and how many of them are not well."""
    parts = [tr_count("%n service", "%n services", len(lines))]
    for status, said in (("down", tr("down")), ("degraded", tr("degraded")), ("unknown", tr("not known"))):
        number = sum(line.status == status for line in lines)
        if number:
            parts.append(f"{formatting.format_number(number)} {said}")
    resting = sum(bool(line.resting_until) for line in lines)
    if resting:
        parts.append(tr("{resting} in maintenance", resting=formatting.format_number(resting)))
    return " · ".join(parts) if lines else tr("No service yet")
