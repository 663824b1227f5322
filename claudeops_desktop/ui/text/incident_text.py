"""Incidents in words: how one stands, since when, what it explains, what was tried. Pure functions."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from ...core.clock import from_text
from . import formatting
from .translation import tr, tr_count

if TYPE_CHECKING:
    from ...records.incident_list import IncidentLine
    from ...records.incidents import Incident

ASKED = "asked"  # a run about it waits for the operator's answer
RESOLVED_BY = {
    "measurement": tr("by two good checks in a row"),
    "alert": tr("by the sender of the alert"),
    "operator": tr("by hand"),
}

_STATES = {
    "open": tr("open"),
    "acknowledged": tr("acknowledged"),
    "resolved": tr("resolved"),
    "down": tr("down"),
    "degraded": tr("degraded"),
    "unknown": tr("unknown"),
}


def incident_look(incident: Incident, now: datetime) -> str:
    """The state of ``state_dot`` that shows it: how bad it is, what was seen to, or that it is over."""
    if not incident.is_live:
        return "good"
    if incident.is_snoozed(now):
        return "paused"
    return "down" if incident.worst == "down" else "degraded"


def incident_state(incident: Incident, now: datetime) -> str:
    """Its state as it is said: ``open``, ``acknowledged``, ``resolved``, ``snoozed until 14:00``."""
    if incident.is_live and incident.is_snoozed(now):
        return tr(
            "snoozed until {snoozed_until}", snoozed_until=formatting.format_clock_time(incident.snoozed_until, now)
        )
    return _STATES.get(incident.state, incident.state)


def incident_title(incident: Incident) -> str:
    """``nginx is down``, ``nginx was degraded``."""
    words = {"service": incident.service, "state": _STATES.get(incident.worst, incident.worst)}
    return tr("{service} is {state}", **words) if incident.is_live else tr("{service} was {state}", **words)


def incident_lasted(incident: Incident, now: datetime) -> str:
    """How long it is or was: ``45 s``, ``12 min``, ``3 h 11 min``, ``2 d 4 h``."""
    end = from_text(incident.resolved_at) if incident.resolved_at else now
    return formatting.format_lasted((end - from_text(incident.started_at)).total_seconds())


def folded_text(line: IncidentLine, most: int = 3) -> str:
    """``and 3 that depend on it: gitea, wiki and shop``; nothing where it explains none."""
    number = len(line.folded)
    if not number:
        return ""
    names = formatting.format_names(list(line.folded), most)
    return tr_count("and %n that depends on it: {names}", "and %n that depend on it: {names}", number, names=names)


def tried_text(line: IncidentLine) -> str:
    """What was tried: ``1 run, 2 actions``; nothing where nothing was."""
    parts = []
    if line.runs:
        parts.append(tr_count("%n run", "%n runs", len(line.runs)))
    if line.actions:
        parts.append(tr_count("%n action", "%n actions", line.actions))
    return ", ".join(parts)


def incident_facts(incident: Incident, now: datetime) -> str:
    """The line under its title: since when, how long, who ended it."""
    since = formatting.format_clock_time(incident.started_at, now)
    lasted = incident_lasted(incident, now)
    if incident.is_live:
        return tr(
            "{capitalize} · since {since}, for {lasted}",
            capitalize=incident_state(incident, now).capitalize(),
            since=since,
            lasted=lasted,
        )
    until = formatting.format_clock_time(incident.resolved_at, now)
    by = RESOLVED_BY.get(incident.resolved_by, "")
    return tr("Resolved {by} · from {since} until {until}, {lasted}", by=by, since=since, until=until, lasted=lasted)


def needing_text(number: int) -> str:
    """``2 incidents need you``; nothing for none."""
    return tr_count("%n incident needs you", "%n incidents need you", number) if number else ""
