"""What is wrong, worst first: open incidents, then services that are not well without one. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from ....records.incident_list import IncidentLine
from ....runs.service_states import NewestState
from ...text import formatting, incident_text
from ...text.translation import tr, tr_count
from ..base_page import PageLocation
from .item_card import CardItem
from .queries import OverviewData
from .text import duration_text

MOST = 12  # more of them share the last row, by their names
INVESTIGATE, ACKNOWLEDGE, RUN = "investigate", "acknowledge", "run"


def problem_items(facts: OverviewData, now: datetime) -> list[CardItem]:
    """A row for each incident that no other explains and for each service that is not well without one."""
    incidents = [(line.incident.service, line.incident.worst, _of_incident(line, now)) for line in facts.roots]
    services = [
        (name, facts.services[name].status, _of_service(facts, name, facts.services[name], now))
        for name in _services_without(facts)
    ]
    rank = {"down": 0, "degraded": 1}
    found = sorted([*incidents, *services], key=lambda one: rank.get(one[1], 2))
    if len(found) <= MOST:
        return [item for _, _, item in found]
    shown, rest = found[: MOST - 1], found[MOST - 1 :]
    names = ", ".join(service for service, _, _ in rest)
    text = tr_count("%n more: {names}", "%n more: {names}", len(rest), names=names)
    return [
        *(item for _, _, item in shown),
        CardItem(rest[0][2].state, text, PageLocation("incidents")),
    ]


def problem_title(facts: OverviewData, items: Sequence[CardItem]) -> str:
    """The title of the card: how many incidents are open, what they explain, and what else is not in order."""
    number = len(facts.roots)
    if not items:
        return tr("No open incidents")
    if not number:
        return tr("Not in order")
    folded, others = len(facts.incidents) - number, len(_services_without(facts))
    said = tr_count("%n open incident", "%n open incidents", number)
    if folded > 0:
        said = tr_count("{incidents}, %n more as a result", "{incidents}, %n more as a result", folded, incidents=said)
    if others:
        said = tr_count(
            "{incidents}, %n service not in order", "{incidents}, %n services not in order", others, incidents=said
        )
    return said


def _services_without(facts: OverviewData) -> list[str]:
    """Return the services that are not well and have no incident of their own."""
    covered = {line.incident.service for line in facts.incidents} | facts.maintenance
    return [n for n, one in facts.services.items() if one.status in ("down", "degraded") and n not in covered]


def _of_incident(line: IncidentLine, now: datetime) -> CardItem:
    one = line.incident
    cause = f": {one.cause}" if one.cause else ""
    details = [incident_text.folded_text(line), _tried(line)]
    if one.acknowledged_at:
        details.append(tr("acknowledged"))
    if one.is_snoozed(now):
        details.append(tr("snoozed until {time}", time=formatting.format_clock_time(one.snoozed_until, now)))
    text = f"{incident_text.incident_title(one)}{cause}"
    detail = " · ".join(part for part in details if part)
    since = tr("since {time}", time=formatting.format_exact_time(one.started_at))
    asked = one.investigation == incident_text.ASKED
    action, key = tr("Show"), ("", one.id)
    if asked or not (one.investigation or line.runs or one.acknowledged_at):
        action, key = tr("Investigate"), (INVESTIGATE, one.id)
    elif not one.acknowledged_at:
        action, key = tr("Acknowledge"), (ACKNOWLEDGE, one.id)
    place = PageLocation("incidents", one.id)
    look = incident_text.incident_look(one, now)
    aside = duration_text(one.started_at, now)
    return CardItem(look, text, place, aside, detail, f"{text}\n{detail}\n{since}", action, key)


def _tried(line: IncidentLine) -> str:
    runs = tr_count("%n run", "%n runs", len(line.runs)) if line.runs else ""
    actions = tr_count("%n action", "%n actions", line.actions) if line.actions else ""
    if runs and actions:
        return tr("tried: {runs}, {actions}", runs=runs, actions=actions)
    if runs or actions:
        return tr("tried: {what}", what=runs or actions)
    if line.incident.investigation == incident_text.ASKED:
        return tr("an investigation waits for your answer")
    return tr("nothing tried yet")


def _of_service(facts: OverviewData, service: str, newest: NewestState, now: datetime) -> CardItem:
    text = (
        tr("{service} is down", service=service)
        if newest.status == "down"
        else tr("{service} is degraded", service=service)
    )
    closed = service in facts.dismissed
    detail = tr("incident closed by hand") if closed else tr("no incident open")
    aside = duration_text(newest.since or newest.checked_at, now)
    place = PageLocation("services", filters={"service": service})
    return CardItem(newest.status, text, place, aside, detail, "", tr("Investigate"), (RUN, service))
