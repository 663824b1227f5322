"""The rows of an incident's time line: its own entries, and what the records say of its services in its time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from ....core.clock import from_text
from ....core.money import money
from ....monitoring.incident_details import IncidentDetails
from ....records.cooldowns import CooldownAction
from ....records.incidents import EntryKind
from ....records.run_list import RunLine
from ...text import formatting
from ...text.translation import tr
from ...widgets.state_dot import state_word
from ..base_page import PageLocation


@dataclass(frozen=True, slots=True)
class TimelineRow:
    """A line of the time line: when it was (stored, and in words), a word and its shape, and what it tells of."""

    at: str
    key: tuple[str, int]
    what: str
    look: str
    text: str
    place: PageLocation | None = None
    when: str = ""


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


def timeline_rows(details: IncidentDetails, now: datetime) -> list[TimelineRow]:
    """Return everything that happened, in order of time; each row leads to what it tells of."""
    rows = [*_own_rows(details), *_report_rows(details), *_action_rows(details), *_measured_rows(details)]
    start = details.incident.started_at
    return [
        replace(row, text=_without(row.what, row.text), when=_when(row.at, start, now))
        for row in sorted(rows, key=lambda row: row.at)
    ]


def _own_rows(details: IncidentDetails) -> Iterator[TimelineRow]:
    shown = {run.id for run in details.runs}
    for entry in details.entries:
        if not (entry.kind == EntryKind.RUN and entry.run_id in shown):
            yield TimelineRow(entry.at, ("entry", entry.id), *_words(entry.kind), entry.text)
    for run in details.runs:
        yield TimelineRow(run.started_at, ("run", run.id), tr("Run"), run.look, _run_text(run), run_place(run))
    for one in details.notices:
        yield TimelineRow(one.first_at, ("notice", one.id), tr("Notice"), "info", one.title)


def _report_rows(details: IncidentDetails) -> Iterator[TimelineRow]:
    for one in details.events:
        if one.session_id is None and one.message.startswith(f"{one.service} is "):
            continue  # the time line itself says so
        text, place = _of(one.service, one.message, details), PageLocation("events", id=one.id)
        yield TimelineRow(one.created_at, ("event", one.id), tr("Event"), one.level, text, place)
    for alert in details.alerts:
        look, text = "critical" if alert.state != "resolved" else "good", f"{alert.source}: {alert.title}"
        place = PageLocation("events", id=alert.id, filters={"kind": "alert"})
        yield TimelineRow(alert.received_at, ("alert", alert.id), tr("Alert"), look, text, place)


def _action_rows(details: IncidentDetails) -> Iterator[TimelineRow]:
    for one in details.actions:
        what, text = _capital(state_word(one.action_type)), _of(one.service, action_text(one), details)
        place = PageLocation("cooldowns", id=one.id)
        yield TimelineRow(one.created_at, ("action", one.id), what, one.outcome, text, place)


def _measured_rows(details: IncidentDetails) -> Iterator[TimelineRow]:
    for change in details.changes:
        text = _of(change.service, change.text, details)
        yield TimelineRow(change.at, ("change", change.id), tr("Changed"), "corrected", text)
    for check in details.checks:
        text = ": ".join(filter(None, (state_word(check.status), check.detail)))
        text = _of(check.service, text, details)
        yield TimelineRow(check.checked_at, ("check", check.id), tr("Measured"), check.status, text)


def _without(what: str, text: str) -> str:
    """Return the text without the word that stands beside it already."""
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


def action_text(action: CooldownAction) -> str:
    """Return how an action ended, and what it said."""
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


def run_place(run: RunLine) -> PageLocation | None:
    """Return the last session of a run; None where it has none."""
    return PageLocation("sessions", id=run.chain[-1].session_id) if run.chain else None
