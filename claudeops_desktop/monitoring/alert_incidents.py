"""What alerts of other programs do to incidents (D11).

An alert that fires for a known service opens an incident, or adds a line to the one that is open. The sender's word
that it is over resolves an incident that only alerts speak of. Where our own checks found the service bad, they decide:
the second good measurement resolves it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

from ..core.clock import from_text
from ..records.alerts import REPEATED, RESOLVED, TEST, AlertRecord
from ..records.incidents import BY_ALERT, BY_OPERATOR, EntryKind, Incident
from ..topology.graph import ServiceGraph, find_root
from .incident_rules import explains_earlier
from .investigation import REFUSED, STARTED

if TYPE_CHECKING:
    from ..records.record_books import RecordRepositories

ALERT = "alert"
ALERT_RUN = "The alert asked for a run."
ROWS = 200  # so many alerts of a service are looked at for whether one still fires


class AlertIncidentStep(StrEnum):
    """What an alert does to the incident of a service."""

    OPEN = "open"
    NOTE = "note"
    RESOLVE = "resolve"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class AlertNews:
    """An alert as incidents take it in: what it says in one line, who sent it, and since when it fires."""

    key: str
    title: str
    sender: str
    level: str
    resolved: bool
    started_at: datetime | None = None
    repeated: bool = False

    @property
    def cause(self) -> str:
        """In one sentence."""
        return f"{self.sender}: {self.title}"


@dataclass(frozen=True, slots=True)
class ServiceSituation:
    """How a service stands when an alert about it comes in.

    ``live`` is its open incident; ``measured_bad``: a check of ours has found it bad and not well again;
    ``firing_keys`` are the other alerts about it whose end was not reported; ``closed_since``: the operator closed its
    incident after this same alert had come in before.
    """

    live: Incident | None
    maintenance: bool = False
    measured_bad: bool = False
    firing_keys: frozenset[str] = frozenset()
    closed_since: bool = False


def decide_alert_incident(news: AlertNews, stands: ServiceSituation) -> AlertIncidentStep:
    """The rule."""
    if news.resolved:
        if stands.live is None:
            return AlertIncidentStep.NOTHING
        alone = stands.live.source == ALERT and not stands.measured_bad and not stands.firing_keys - {news.key}
        return AlertIncidentStep.RESOLVE if alone else AlertIncidentStep.NOTE
    if stands.live is not None:
        return AlertIncidentStep.NOTHING if news.repeated else AlertIncidentStep.NOTE
    if news.level == "info" or stands.maintenance or (news.repeated and stands.closed_since):
        return AlertIncidentStep.NOTHING
    return AlertIncidentStep.OPEN


def firing_keys(rows: Iterable[AlertRecord]) -> frozenset[str]:
    """The alerts that fire by these rows, newest first: those whose last word was not that it is over."""
    last: dict[str, str] = {}
    for row in rows:
        if row.state != TEST:
            last.setdefault(row.key, row.state)
    return frozenset(key for key, state in last.items() if state != RESOLVED)


class AlertIncidents:
    """Writes what follows from alerts. Every method belongs inside ``store.write``."""

    def __init__(self, book: RecordRepositories) -> None:
        self._book = book

    def record(self, news: AlertNews, services: Sequence[str], firing: frozenset[str], now: datetime) -> None:
        """Take in an alert about these services, before its own row is written. ``firing`` are the keys of the alerts
        that fire by the same request."""
        for service in services:
            self._record_one(news, service, firing, now)

    def fold(self, services: Iterable[str], graph: ServiceGraph, now: datetime) -> None:
        """Put incidents of these services under the open ones that explain them, and others under these."""
        incidents = self._book.incidents
        live = {one.service: one for one in incidents.open_incidents()}
        about = {name for service in services for name in (service, *graph.dependents(service))}
        for name in sorted(about.intersection(live)):
            child = incidents.open_for(name)
            root_name = find_root(name, live.keys(), graph)
            if child is None or root_name is None or child.folded_into is not None:
                continue
            root = incidents.open_for(root_name)
            if root is not None and root.folded_into is None and explains_earlier(root, child):
                incidents.fold(child.id, root.id, now)

    def investigated_by(self, services: Sequence[str], pause: timedelta, now: datetime) -> Incident | None:
        """The open incident whose own investigation covers all these services and was started within ``pause``."""
        found: Incident | None = None
        for service in services:
            incident = self._top(service)
            if incident is None or not self._is_investigated(incident, now - pause):
                return None
            found = found or incident
        return found

    def run_asked(self, services: Iterable[str], now: datetime) -> None:
        """A run about an alert was asked for: these services need no other investigation."""
        for incident in self._live(services):
            if incident.investigation != STARTED:
                self._book.incidents.set_investigation(incident.id, STARTED, ALERT_RUN, now)

    def run_began(self, services: Iterable[str], run_id: int, now: datetime) -> None:
        """It has begun."""
        for incident in self._live(services):
            self._book.incidents.link_run(incident.id, run_id, now)

    def run_refused(self, services: Iterable[str], why: str, now: datetime) -> None:
        """It does not take place."""
        said = f"The run that the alert asked for was not started. {why}"
        for incident in self._live(services):
            last = self._last_answer(incident)
            if last is None or last[0] == ALERT_RUN:
                self._book.incidents.set_investigation(incident.id, REFUSED, said, now)

    def _record_one(self, news: AlertNews, service: str, firing: frozenset[str], now: datetime) -> None:
        incidents = self._book.incidents
        stands = self._situation(news, service, firing, now)
        step = decide_alert_incident(news, stands)
        if step is AlertIncidentStep.OPEN:
            opened = incidents.open(
                service=service,
                source=ALERT,
                started_at=news.started_at or now,
                worst="down" if news.level == "critical" else "degraded",
                cause=news.cause,
                now=now,
            )
            incidents.add_entry(opened.id, EntryKind.ALERT, news.cause, now)
            self._learn(opened.id, now)
        elif stands.live is not None and step is AlertIncidentStep.NOTE:
            said = f"{news.sender} says it is over: {news.title}" if news.resolved else news.cause
            incidents.add_entry(stands.live.id, EntryKind.ALERT, said, now)
        elif stands.live is not None and step is AlertIncidentStep.RESOLVE:
            incidents.resolve(stands.live.id, BY_ALERT, now, f"{news.sender} says it is over: {news.title}")
            self._learn(stands.live.id, now)

    def _learn(self, incident_id: int, now: datetime) -> None:
        """File it as a case (L6)."""
        from ..learning import LearningService

        LearningService(self._book).learn_from_incident(incident_id, now)

    def _situation(self, news: AlertNews, service: str, firing: frozenset[str], now: datetime) -> ServiceSituation:
        book = self._book
        rule = book.rules.get(service)
        rows = book.alerts.list(service=service, limit=ROWS)
        newest = next(iter(book.incidents.list(service=service, limit=1)), None)
        before = next((row.received_at for row in rows if row.key == news.key and row.state != REPEATED), None)
        live = book.incidents.open_for(service)
        since = [row for row in rows if live is not None and row.received_at >= live.opened_at]
        closed = newest is not None and newest.resolved_by == BY_OPERATOR and before is not None
        return ServiceSituation(
            live=live,
            maintenance=rule is not None and rule.maintained(now),
            measured_bad=any(state.confirmed for state in book.incidents.check_states(service)),
            firing_keys=firing_keys(since) | firing,
            closed_since=closed and newest is not None and (newest.resolved_at or "") >= (before or ""),
        )

    def _live(self, services: Iterable[str]) -> list[Incident]:
        found = [self._book.incidents.open_for(service) for service in dict.fromkeys(services)]
        return [one for one in found if one is not None]

    def _top(self, service: str) -> Incident | None:
        """The open incident of a service, or the one that it is folded under."""
        incident = self._book.incidents.open_for(service)
        if incident is None or incident.folded_into is None:
            return incident
        root = self._book.incidents.get(incident.folded_into)
        return root if root is not None and root.is_live else incident

    def _is_investigated(self, incident: Incident, since: datetime) -> bool:
        last = self._last_answer(incident)
        return incident.investigation == STARTED and last is not None and last[0] != ALERT_RUN and last[1] >= since

    def _last_answer(self, incident: Incident) -> tuple[str, datetime] | None:
        """The last line about investigations, and its time."""
        entries = [one for one in self._book.incidents.entries(incident.id) if one.kind == EntryKind.INVESTIGATION]
        return (entries[-1].text, from_text(entries[-1].at)) if entries else None
