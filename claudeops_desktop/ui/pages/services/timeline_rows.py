"""All that happened to a service in one list, from checks and incidents to memories and alerts.

Each row leads to where it belongs. What is asked here runs on a reader thread.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....core.clock import to_text, utc_now
from ....core.errors import EnvironmentFault
from ....guard.cooldown import limits_of
from ....learning import StoredCase
from ....memory import Memory, MemoryQuery
from ....monitoring.results.store import CheckResultStore
from ....monitoring.results.types import CheckResult
from ....records.alerts import AlertRecord
from ....records.changes import RecordedChange
from ....records.cooldowns import CooldownAction
from ....records.events import Event
from ....records.health import HealthCheck
from ....records.incident_list import IncidentLine
from ....records.run_list import RunLine, RunList
from ....records.service_runs import runs_about
from ...text import formatting, incident_text
from ...text.translation import tr
from ...widgets.state_dot import state_word
from ..base_page import PageLocation
from ..cases.queries import load_cases_of_service
from ..cases.text import LOOKS, case_state, helped_text, symptom_text
from ..incidents.queries import load_lines_of
from .limit_slots import counting_text, counts_until

if TYPE_CHECKING:
    from ...app_context import AppContext

log = logging.getLogger(__name__)
CHECKS, ROWS = 240, 100
CHECK, STATE = "check", "state"
KINDS = {
    STATE: (tr("Changes of state"), tr("Check")),
    CHECK: (tr("All checks"), tr("Check")),
    "incident": (tr("Incidents"), tr("Incident")),
    "event": (tr("Events"), tr("Event")),
    "run": (tr("Runs"), tr("Run")),
    "action": (tr("Restarts and redeployments"), tr("Action")),
    "alert": (tr("Alerts"), tr("Alert")),
    "change": (tr("What changed"), tr("Change")),
    "memory": (tr("Memories"), tr("Memory")),
    "case": (tr("Cases"), tr("Case")),
}
"""What can be filtered: the name of the filter, and of one row. A change of state is a check, too."""


@dataclass(frozen=True, slots=True)
class TimeLineRow:
    """Something that happened: ``kinds`` are those of KINDS under which it is listed, ``look`` and ``state`` its state
    as a shape and a word, ``place`` where it leads."""

    key: tuple[str, int]
    at: str
    kinds: frozenset[str]
    look: str
    state: str
    text: str
    place: PageLocation | None = None

    @property
    def kind(self) -> str:
        """Return what it is, as a word."""
        return KINDS[self.key[0]][1]


def load_time_line(context: AppContext, service: str) -> list[TimeLineRow]:
    """Return all that happened to a service, newest first."""
    book, memory = context.book, context.memory
    runs = RunList(book.store)
    alerts = book.alerts.list(service=service, limit=ROWS)
    answered = {run.id: run for run in runs.lines(sorted({one.run_id for one in alerts if one.run_id is not None}))}
    known = MemoryQuery(service=service, sort="confidence")
    rows = [
        *check_rows(load_checks(context, service)),
        *map(incident_row, load_lines_of(context, service)),
        *map(event_row, book.events.list(service=service, limit=ROWS)),
        *map(run_row, runs.lines(runs_about(book.store, service))),
        *load_actions(context, service),
        *(alert_row(one, answered.get(one.run_id or 0)) for one in alerts),
        *map(change_row, book.changes.list(services=(service,), limit=ROWS)),
        *map(memory_row, memory.search.rows(memory.search.ids(known)[:ROWS])),
        *map(case_row, load_cases_of_service(context, service)),
    ]
    return sorted(rows, key=lambda row: row.at, reverse=True)


def load_checks(context: AppContext, service: str) -> tuple[HealthCheck, ...]:
    """Return the last checks of a service, newest first: those of runs, and those between runs.

    Continuous checks record a change of status as a health check too; it is listed once.
    """
    recorded = context.book.health.of_service(service, limit=CHECKS)
    with CheckResultStore(context.folder.check_results) as store:
        try:
            results = store.of_service(service, limit=CHECKS)
        except EnvironmentFault as error:  # what runs found is still true; the page of history says what is wrong
            log.warning("%s", error.full_text)
            results = []
    times = {(to_text(one.at), one.status) for one in results}
    checks = [one for one in recorded if one.session_id is not None or (one.checked_at, one.status) not in times]
    used: set[int] = set()
    for one in results:
        number = -round(one.at.timestamp() * 1000)  # stays the same from one answer to the next
        while number in used:
            number -= 1
        used.add(number)
        checks.append(_as_check(number, one))
    return tuple(sorted(checks, key=lambda one: one.checked_at, reverse=True)[:CHECKS])


def _as_check(number: int, one: CheckResult) -> HealthCheck:
    """Return a result of a continuous check as a check; it has no row of its own: its number is below zero."""
    detail = tr("{detail} (in maintenance)", detail=one.detail) if one.maintenance else one.detail
    return HealthCheck(number, None, one.service, one.check, one.status, detail, one.response_ms, 1, to_text(one.at))


def check_rows(checks: Sequence[HealthCheck]) -> list[TimeLineRow]:
    """Return the checks; one whose status is another than that of the check of its kind before is a change of state."""
    whole = len(checks) < CHECKS  # then the oldest of them is the first there was
    rows: list[TimeLineRow] = []
    seen: dict[str, str] = {}
    for one in reversed(checks):
        changed = seen.get(one.check_type, "" if whole else one.status) != one.status
        seen[one.check_type] = one.status
        took = formatting.format_duration_ms(one.response_ms)
        how = tr("measured") if one.measured else tr("the agent")
        rows.append(
            TimeLineRow(
                (CHECK, one.id),
                one.checked_at,
                frozenset((CHECK, STATE) if changed else (CHECK,)),
                one.status,
                state_word(one.status),
                _said(", ".join(filter(None, (one.check_type, took, how))), one.detail),
                PageLocation("sessions", id=one.session_id) if one.session_id else None,
            )
        )
    return rows


def incident_row(line: IncidentLine) -> TimeLineRow:
    """Return an incident: what was seen, how long it lasted, what was tried and what explains it."""
    one, now = line.incident, utc_now()
    explained = tr("explained by {root}", root=line.root) if line.root else incident_text.folded_text(line)
    parts = (one.cause, incident_text.incident_lasted(one, now), incident_text.tried_text(line), explained)
    look, state = incident_text.incident_look(one, now), incident_text.incident_state(one, now)
    return _row("incident", one.id, one.started_at, look, state, " · ".join(filter(None, parts)), "incidents")


def event_row(one: Event) -> TimeLineRow:
    """Return an event, and whether it was acknowledged."""
    seen = formatting.format_relative_time(one.acknowledged_at)
    text = tr("{message} (acknowledged {when})", message=one.message, when=seen) if seen else one.message
    return _row("event", one.id, one.created_at, one.level, state_word(one.level), text, "events")


def run_row(one: RunLine) -> TimeLineRow:
    """Return a run: who started it, its tiers, and its summary."""
    tiers = " → ".join(str(link.tier) for link in one.chain)
    started = ", ".join(filter(None, (state_word(one.trigger), tr("tier {tier}", tier=tiers) if tiers else "")))
    text = _said(started, one.summary or one.reason)
    return TimeLineRow(
        ("run", one.id), one.started_at, frozenset(("run",)), one.look, state_word(one.look), text, _session_of(one)
    )


def memory_row(one: Memory) -> TimeLineRow:
    """Return a memory at the time at which it was learned."""
    text = f"{one.category}: {one.observation}"
    return _row("memory", one.id, one.created_at, "info", f"{one.confidence:.2f}", text, "memories")


def case_row(one: StoredCase) -> TimeLineRow:
    """Return a case: what was out of order, and what helped."""
    text = _said(symptom_text(one), helped_text(one))
    return _row("case", one.id, one.opened_at, LOOKS.get(one.state, "unknown"), case_state(one), text, "cases")


def alert_row(one: AlertRecord, run: RunLine | None) -> TimeLineRow:
    """Return an alert; it leads to the run that it started, or to the alerts in the log."""
    text = " · ".join(filter(None, (f"{one.source}: {one.title}", one.why)))
    look = "good" if one.state in ("resolved", "test") else "critical"
    place = _session_of(run) if run is not None else PageLocation("events", filters={"kind": "alert"})
    return TimeLineRow(
        ("alert", one.id), one.received_at, frozenset(("alert",)), look, state_word(one.state), text, place
    )


def change_row(one: RecordedChange) -> TimeLineRow:
    """Return a change of the machine or of a file that concerns the service."""
    return TimeLineRow(("change", one.id), one.at, frozenset(("change",)), "corrected", tr("changed"), one.text)


def load_actions(context: AppContext, service: str) -> list[TimeLineRow]:
    """Return the restarts and redeployments; each leads to the line of the log where it is told."""
    book = context.book
    usual, rule = limits_of(context.settings.current.cooldowns), book.rules.get(service)
    actions = book.cooldowns.list(service=service, limit=ROWS)
    markers = book.markers.of_targets("cooldown", [one.id for one in actions])
    lines = {one.id: markers[one.id][0].log_line for one in actions if one.id in markers}
    counting = {one.id: counting_text(one, counts_until(one, usual, rule)) for one in actions}
    return [action_row(one, counting[one.id], lines.get(one.id, 0)) for one in actions]


def action_row(one: CooldownAction, counting: str, line: int = 0) -> TimeLineRow:
    """Return an action: what was done, what was said of it, and whether it counts against the limit."""
    text = " · ".join(filter(None, (_said(state_word(one.action_type), one.message), counting)))
    place = PageLocation("sessions", id=one.session_id, line=line or None) if one.session_id is not None else None
    return TimeLineRow(
        ("action", one.id), one.created_at, frozenset(("action",)), one.outcome, state_word(one.outcome), text, place
    )


def _row(kind: str, number: int, at: str, look: str, state: str, text: str, page: str) -> TimeLineRow:
    return TimeLineRow((kind, number), at, frozenset((kind,)), look, state, text, PageLocation(page, id=number))


def _session_of(run: RunLine) -> PageLocation | None:
    return PageLocation("sessions", id=run.chain[-1].session_id) if run.chain else None


def _said(what: str, words: str) -> str:
    return f"{what}: {words}" if what and words else what or words
