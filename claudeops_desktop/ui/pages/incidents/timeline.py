"""The rows of an incident's time line: its own entries, and what the records say of its services in its time."""

from __future__ import annotations

from datetime import datetime

from ....core.clock import from_text
from ....core.money import money
from ....monitoring.incident_details import IncidentDetails
from ....records.cooldowns import CooldownAction
from ....records.incidents import EntryKind
from ....records.run_list import RunLine
from ...text import formatting
from ...text.translation import tr
from ...widgets.fact_table import FactRow
from ...widgets.record_model import TableColumn
from ...widgets.state_dot import state_word
from ..base_page import PageLocation

_Row = tuple[str, tuple[str, int], str, str, str, PageLocation | None]  # at, key, what, look, text, place

TIMELINE_COLUMNS = (
    TableColumn("when", tr("When"), 150),
    TableColumn("what", tr("What"), 118),
    TableColumn("detail", tr("Detail"), 320),
)
WORDS: dict[str, tuple[str, str]] = {
    EntryKind.STARTED: (tr("First seen"), "warning"),
    EntryKind.OPENED: (tr("Opened"), "critical"),
    EntryKind.WORSE: (tr("Worse"), "critical"),
    EntryKind.ALERT: (tr("Alert"), "critical"),
    EntryKind.ACKNOWLEDGED: (tr("Acknowledged"), "good"),
    EntryKind.SNOOZED: (tr("Snoozed"), "paused"),
    EntryKind.NOTE: (tr("Note"), "info"),
    EntryKind.FOLDED: (tr("Explained"), "info"),
    EntryKind.UNFOLDED: (tr("By itself"), "warning"),
    EntryKind.RUN: (tr("Run"), "running"),
    EntryKind.INVESTIGATION: (tr("Investigation"), "question"),
    EntryKind.RECOVERING: (tr("Recovering"), "good"),
    EntryKind.RESOLVED: (tr("Resolved"), "good"),
    EntryKind.REOPENED: (tr("Reopened"), "critical"),
    EntryKind.RENAMED: (tr("Renamed"), "info"),
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
        (run.started_at, ("run", run.id), tr("Run"), run.look, _run_text(run), _run_place(run)) for run in details.runs
    ]
    rows += [
        (one.created_at, ("event", one.id), tr("Event"), one.level, _of(one.service, one.message, details),
         PageLocation("events", id=one.id))
        for one in details.events
        if not (one.session_id is None and one.message.startswith(f"{one.service} is "))  # the time line itself says so
    ]  # fmt: skip
    rows += [
        (one.received_at, ("alert", one.id), tr("Alert"), "critical" if one.state != "resolved" else "good",
         f"{one.source}: {one.title}", PageLocation("events", id=one.id, filters={"kind": "alert"}))
        for one in details.alerts
    ]  # fmt: skip
    rows += [
        (one.created_at, ("action", one.id), _capital(state_word(one.action_type)),
         one.outcome,
         _of(one.service, _action_text(one), details), PageLocation("cooldowns", id=one.id))
        for one in details.actions
    ]  # fmt: skip
    rows += [
        (one.at, ("change", one.id), tr("Changed"), "corrected", _of(one.service, one.text, details), None)
        for one in details.changes
    ]
    rows += [(one.first_at, ("notice", one.id), tr("Notice"), "info", one.title, None) for one in details.notices]
    rows += [
        (one.checked_at, ("check", one.id), tr("Measured"), one.status,
         _of(one.service, ": ".join(filter(None, (state_word(one.status), one.detail))), details), None)
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


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _words(kind: str) -> tuple[str, str]:
    return WORDS.get(kind, (kind.capitalize(), "info"))


def _when(at: str, start: str, now: datetime) -> str:
    before = (from_text(start) - from_text(at)).total_seconds()
    if before >= 1:
        return tr("{short_span} before", short_span=formatting.format_lasted(before))
    return formatting.format_clock_time(at, now)


def _of(service: str | None, text: str, details: IncidentDetails) -> str:
    return text if service == details.incident.service or not service else f"{service}: {text}"


def _action_text(action: CooldownAction) -> str:
    said = state_word(action.outcome)
    return f"{said}: {action.message}" if action.message else said


def _run_text(run: RunLine) -> str:
    tier = max((link.tier for link in run.chain), default=0)
    parts = [
        tr("Run {id}: {agent}", id=run.id, agent=run.agent),
        tr("tier {tier}", tier=tier) if tier else "",
        state_word(run.look),
    ]
    if run.cost_usd is not None:
        parts.append(money(run.cost_usd))
    said = ", ".join(part for part in parts if part)
    return f"{said}. {run.summary or run.reason}".strip(". ")


def _run_place(run: RunLine) -> PageLocation | None:
    return PageLocation("sessions", id=run.chain[-1].session_id) if run.chain else None
