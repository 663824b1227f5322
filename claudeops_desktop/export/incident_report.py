"""An incident as a file: JSON with everything, or Markdown that reads as the draft of a report.

What agents, checks and other programs said is plain text in it: it can neither format nor open anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any, TypeVar, cast

import orjson

from ..agents.redact import LineRedactor
from ..core.atomic_write import write_whole
from ..core.clock import from_text
from ..core.cooldown_states import OUTCOME_WORDS
from ..core.errors import EnvironmentFault
from ..core.messages import UserMessage
from ..core.money import money
from ..core.text_format import format_count
from ..monitoring.incident_details import IncidentDetails, details_json
from ..topology.changes.text import format_lead
from .as_markdown import escape_markdown, write_table
from .prose import format_moment

T = TypeVar("T")
STATES = {"open": "Open", "acknowledged": "Acknowledged, not resolved", "resolved": "Resolved"}
RESOLVED_BY = {
    "measurement": "two good checks in a row",
    "alert": "the sender of the alert",
    "operator": "the operator",
}
ENTRY_WORDS = {"started": "first seen"}
SOURCES = {"check": "a check", "alert": "an alert of another program"}


def suggest_incident_name(incident_id: int, kind: str) -> str:
    """A file name: ``incident-000012.md``."""
    return f"incident-{incident_id:06d}.{kind}"


def render_incident(details: IncidentDetails, row: dict[str, Any], kind: str, now: str, redactor: LineRedactor) -> str:
    """The file's contents. ``row`` is the incident as a list shows it.

    Secrets are taken out first: in Markdown they would be written with escapes, and not be recognised any more.
    """
    if kind == "json":
        document = redact_texts(details_json(details, row), redactor)
        return orjson.dumps(document, option=orjson.OPT_INDENT_2).decode() + "\n"
    return "".join(write_report(redact_texts(details, redactor), now))


def redact_texts(value: T, redactor: LineRedactor) -> T:
    """The same value with secrets taken out of every text in it: dataclasses, tuples, lists and dicts are gone
    through."""
    found: Any = value
    if isinstance(value, str):
        found = redactor.text(value)
    elif isinstance(value, tuple | list):
        found = type(value)(redact_texts(one, redactor) for one in value)
    elif isinstance(value, dict):
        found = {key: redact_texts(one, redactor) for key, one in value.items()}
    elif is_dataclass(value) and not isinstance(value, type):
        found = replace(value, **{f.name: redact_texts(getattr(value, f.name), redactor) for f in fields(value)})
    return cast("T", found)


def write_incident(text: str, path: Path) -> None:
    """Write the file, readable by its owner alone. Raises EnvironmentFault where the disk fails."""
    try:
        write_whole(path, text)
    except OSError as error:
        raise EnvironmentFault(
            UserMessage("{path} could not be written: {value}.", path=path, value=error.strerror or error),
            UserMessage("Choose another place, or make room there."),
        ) from error


def write_report(details: IncidentDetails, now: str) -> Iterator[str]:
    """The report in Markdown, piece by piece; ``now`` is stored text."""
    incident = details.incident
    what = "was down" if incident.worst == "down" else "was degraded"
    yield f"# Incident {incident.id}: {escape_markdown(incident.service)} {what}\n\n"
    yield write_table(("", ""), _facts(details, now))
    yield "## What was seen\n\n"
    yield f"{escape_markdown(incident.cause) or 'No cause was recorded.'}\n\n"
    if details.root is not None:
        root = details.root
        yield f"It is explained by incident {root.id}: {escape_markdown(root.service)}.\n\n"
    if details.folded:
        yield f"It explains {format_count(len(details.folded), 'other incident')}:\n\n"
        yield "".join(
            f"- {escape_markdown(one.service)} (incident {one.id}): {escape_markdown(one.cause)}\n"
            for one in details.folded
        )
        yield "\n"
    yield "## Time line\n\n"
    lines = [(format_moment(one.at), ENTRY_WORDS.get(one.kind, one.kind), one.text) for one in details.entries]
    yield write_table(("Time", "What", "Detail"), lines)
    yield from _happened(details)
    yield "## Impact, cause and follow-up\n\n"
    yield "_To be written: who was affected, why it happened, and what is changed so that it does not happen again._\n"


def _happened(details: IncidentDetails) -> Iterator[str]:
    if details.changes:
        began = from_text(details.incident.started_at)
        changed = [
            (format_lead(began - from_text(one.at)), one.service or "the machine", one.kind, one.text)
            for one in details.changes
        ]
        yield "## What changed before\n\n" + write_table(("When", "Of", "Kind", "Change"), changed)
    if details.runs:
        rows = [
            (
                str(run.id),
                format_moment(run.started_at),
                f"{run.agent}, tier {max((link.tier for link in run.chain), default=0)}",
                run.status.replace("_", " "),
                money(run.cost_usd),
                run.summary or run.reason,
            )
            for run in details.runs
        ]
        yield "## Runs\n\n" + write_table(("Run", "Started", "Agent", "Outcome", "Cost", "Summary"), rows)
    if details.actions:
        done = [
            (format_moment(one.created_at), one.service, one.action_type, OUTCOME_WORDS[one.outcome], one.message)
            for one in details.actions
        ]
        yield "## Actions\n\n" + write_table(("Time", "Service", "Action", "Outcome", "Detail"), done)
    if details.alerts:
        told = [(format_moment(one.received_at), one.source, one.state, one.title) for one in details.alerts]
        yield "## Alerts\n\n" + write_table(("Time", "From", "State", "Alert"), told)
    if details.events:
        said = [(format_moment(one.created_at), one.level, one.service, one.message) for one in details.events]
        yield "## Events\n\n" + write_table(("Time", "Level", "Service", "Event"), said)
    if details.notices:
        sent = [(format_moment(one.first_at), one.title, one.body) for one in details.notices]
        yield "## Notifications\n\n" + write_table(("Time", "Title", "Text"), sent)


def _facts(details: IncidentDetails, now: str) -> list[tuple[str, str]]:
    incident = details.incident
    end = incident.resolved_at or now
    still = "" if incident.resolved_at else " so far"
    rows = [
        ("Service", incident.service),
        ("State", STATES.get(incident.state, incident.state)),
        ("Worst", incident.worst),
        ("Noticed by", SOURCES.get(incident.source, incident.source)),
        ("First seen", format_moment(incident.started_at)),
        ("Opened", format_moment(incident.opened_at)),
        ("Acknowledged", format_moment(incident.acknowledged_at)),
        ("Resolved", format_moment(incident.resolved_at)),
        ("Resolved by", RESOLVED_BY.get(incident.resolved_by, incident.resolved_by)),
        ("Lasted", format_span(incident.started_at, end) + still),
        ("Also concerned", ", ".join(details.services[1:])),
        ("Exported", format_moment(now)),
    ]
    return [(name, value) for name, value in rows if value]


def format_span(since: str, until: str) -> str:
    """How long it was: ``45 s``, ``3 min 20 s``, ``2 h 5 min``, ``3 d 4 h``."""
    seconds = max(0, round((from_text(until) - from_text(since)).total_seconds()))
    minutes, hours, days = seconds // 60, seconds // 3600, seconds // 86400
    if days:
        return f"{days} d {hours % 24} h"
    if hours:
        return f"{hours} h {minutes % 60} min"
    return f"{minutes} min {seconds % 60} s" if minutes else f"{seconds} s"
