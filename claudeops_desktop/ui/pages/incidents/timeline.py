"""The rows of an incident's time line: its own entries, and what the records say of its services in its time."""

from __future__ import annotations

from datetime import datetime

from ....core.clock import from_text
from ....core.money import money
from ....monitoring.incident_details import IncidentDetails
from ....records.incidents import EntryKind
from ....records.run_list import RunLine
from ...text import formatting
from ...text.incident_text import short_span
from ...widgets.fact_table import FactRow
from ...widgets.record_model import TableColumn
from ..base_page import PageLocation

_Row = tuple[str, tuple[str, int], str, str, str, PageLocation | None]  # at, key, what, look, text, place

TIMELINE_COLUMNS = (
    TableColumn("when", "When", 106),
    TableColumn("what", "What", 118),
    TableColumn("detail", "Detail", 320),
)
WORDS: dict[str, tuple[str, str]] = {
    EntryKind.STARTED: ("First seen", "warning"),
    EntryKind.OPENED: ("Opened", "critical"),
    EntryKind.WORSE: ("Worse", "critical"),
    EntryKind.ALERT: ("Alert", "critical"),
    EntryKind.ACKNOWLEDGED: ("Acknowledged", "good"),
    EntryKind.SNOOZED: ("Snoozed", "paused"),
    EntryKind.NOTE: ("Note", "info"),
    EntryKind.FOLDED: ("Explained", "info"),
    EntryKind.UNFOLDED: ("By itself", "warning"),
    EntryKind.RUN: ("Run", "running"),
    EntryKind.INVESTIGATION: ("Investigation", "question"),
    EntryKind.RECOVERING: ("Recovering", "good"),
    EntryKind.RESOLVED: ("Resolved", "good"),
    EntryKind.REOPENED: ("Reopened", "critical"),
    EntryKind.RENAMED: ("Renamed", "info"),
}
"""What a line of the time line is called, and its shape."""


def timeline_rows(details: IncidentDetails, now: datetime) -> list[FactRow]:
    """Everything that happened, in order of time; each row leads to what it tells of."""
    shown = {run.id for run in details.runs}
    rows: list[_Row] = [
        (entry.at, ("entry", entry.id), *_words(entry.kind), entry.text, None)
        for entry in details.entries
        if not (entry.kind == EntryKind.RUN and entry.run_id in shown)
    ]
    rows += [
        (run.started_at, ("run", run.id), "Run", run.status, _run_text(run), _run_place(run)) for run in details.runs
    ]
    rows += [
        (one.created_at, ("event", one.id), "Event", one.level, _of(one.service, one.message, details),
         PageLocation("events", id=one.id))
        for one in details.events
        if not (one.session_id is None and one.message.startswith(f"{one.service} is "))  # the time line itself says so
    ]  # fmt: skip
    rows += [
        (one.received_at, ("alert", one.id), "Alert", "critical" if one.state != "resolved" else "good",
         f"{one.source}: {one.title}", PageLocation("alerts"))
        for one in details.alerts
    ]  # fmt: skip
    rows += [
        (one.created_at, ("action", one.id), one.action_type.capitalize(), "completed" if one.success else "failed",
         _of(one.service, one.message, details), PageLocation("cooldowns", id=one.id))
        for one in details.actions
    ]  # fmt: skip
    rows += [
        (one.at, ("change", one.id), "Changed", "corrected", _of(one.service, one.text, details), None)
        for one in details.changes
    ]
    rows += [(one.first_at, ("notice", one.id), "Notice", "info", one.title, None) for one in details.notices]
    rows += [
        (one.checked_at, ("check", one.id), "Measured", one.status,
         _of(one.service, f"{one.status}: {one.detail}" if one.detail else one.status, details), None)
        for one in details.checks
    ]  # fmt: skip
    rows = [(at, key, what, look, _without(what, text), place) for at, key, what, look, text, place in rows]
    rows.sort(key=lambda row: row[0])
    return [
        FactRow(
            key,
            {"when": _when(at, details.incident.started_at, now), "what": what, "detail": text},
            place,
            look,
            {"when": formatting.format_exact_time(at), "detail": text},
        )
        for at, key, what, look, text, place in rows
    ]


def _without(what: str, text: str) -> str:
    """The text without the word that stands beside it already."""
    said = text.removeprefix(f"{what}: ").removeprefix(f"{what} ")
    return said[:1].upper() + said[1:] if said != text else text


def _words(kind: str) -> tuple[str, str]:
    return WORDS.get(kind, (kind.capitalize(), "info"))


def _when(at: str, start: str, now: datetime) -> str:
    before = (from_text(start) - from_text(at)).total_seconds()
    if before >= 1:
        return f"{short_span(before)} before"
    return formatting.format_clock_time(at, now)


def _of(service: str | None, text: str, details: IncidentDetails) -> str:
    return text if service == details.incident.service or not service else f"{service}: {text}"


def _run_text(run: RunLine) -> str:
    tier = max((link.tier for link in run.chain), default=0)
    parts = [f"Run {run.id}: {run.agent}", f"tier {tier}" if tier else "", run.status.replace("_", " ")]
    if run.cost_usd is not None:
        parts.append(money(run.cost_usd))
    said = ", ".join(part for part in parts if part)
    return f"{said}. {run.summary or run.reason}".strip(". ")


def _run_place(run: RunLine) -> PageLocation | None:
    return PageLocation("sessions", id=run.chain[-1].session_id) if run.chain else None
