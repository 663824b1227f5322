"""Opens and resolves incidents by what is measured (D11), and folds those that have one cause (D12).

Everything happens inside the write that the measurement is stored with, so that a reader never sees one without the
other. Whoever measures calls it: the continuous checks, and runs of an agent that measures.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from ..agents.watch.text import duration
from ..core.clock import from_text
from ..core.errors import EnvironmentFault
from ..records.health import MeasuredStatus
from ..records.incident_events import DOWN, SAID_ALREADY, WELL, last_statement, say_healthy_again
from ..records.incidents import BY_MEASUREMENT, CheckState, EntryKind, Incident
from ..records.record_books import RecordRepositories
from ..topology.graph import ServiceGraph, find_root
from .incident_rules import (
    ServiceFailure,
    explains_earlier,
    failures_of,
    next_check_state,
    stands_alone_again,
    waits_for_root,
)

if TYPE_CHECKING:
    from ..learning import LearningService, PatternRules

log = logging.getLogger(__name__)
NOT_CHECKED = "It is no longer checked."


@dataclass(frozen=True, slots=True)
class IncidentChanges:
    """What a batch of measurements brought about, as ids of incidents; ``not_well`` are the keys of all checks that
    are not well now, ``suspected`` the services whose failure is not confirmed yet."""

    opened: tuple[int, ...] = ()
    resolved: tuple[int, ...] = ()
    not_well: frozenset[str] = frozenset()
    suspected: frozenset[str] = frozenset()


class IncidentService:
    """Takes measurements in. ``graph`` gives what depends on what, ``rules`` the numbers by which patterns are
    proven."""

    def __init__(
        self,
        book: RecordRepositories,
        graph: Callable[[], ServiceGraph],
        rules: Callable[[], PatternRules] | None = None,
    ) -> None:
        self._book = book
        self._rules = rules
        self._graph = graph
        self._reported: set[str] = set()

    def take_measurements(self, measured: Sequence[MeasuredStatus], now: datetime) -> IncidentChanges:
        """Take these measurements in. Call inside ``store.write``."""
        incidents = self._book.incidents
        self._reported = {one.service for one in measured if one.has_own_event}
        states = {state.key: state for state in incidents.check_states()}
        if not states and not any(one.is_bad for one in measured):
            return IncidentChanges()
        failed_before = {state.service for state in states.values() if state.confirmed}
        for one in sorted(measured, key=lambda each: each.at):
            self._advance(states, one)
        failing = failures_of(states.values())
        resolved = self._resolve(failed_before - failing.keys(), now)
        opened = self._open(states, failing, now)
        self._learn(opened, now)
        self._worsen(failing, now)
        self._unfold(measured, failing, now)
        suspected = {state.service for state in states.values()} - failing.keys()
        return IncidentChanges(tuple(opened), tuple(resolved), frozenset(states), frozenset(suspected))

    def forget_suspicions(self) -> None:
        """Failures that were seen once and not confirmed count no more: the machine slept, or had no network.

        Call inside ``store.write``.
        """
        doubtful = [state.key for state in self._book.incidents.check_states() if not state.confirmed]
        self._book.incidents.clear_check_states(doubtful)

    def keep_only(self, keys: Iterable[str], now: datetime) -> None:
        """Checks that no longer exist fail no more; an incident that rested on them alone is resolved.

        Call inside ``store.write``.
        """
        incidents = self._book.incidents
        known = set(keys)
        gone = [state for state in incidents.check_states() if state.key not in known]
        if not gone:
            return
        incidents.clear_check_states([state.key for state in gone])
        still = failures_of(incidents.check_states())
        for service in {state.service for state in gone if state.confirmed} - still.keys():
            incident = incidents.open_for(service)
            if incident is not None:
                incidents.resolve(incident.id, BY_MEASUREMENT, now, NOT_CHECKED)

    def _advance(self, states: dict[str, CheckState], measured: MeasuredStatus) -> None:
        before = states.get(measured.key)
        after = next_check_state(before, measured)
        if after == before:
            return
        if after is None:
            self._book.incidents.clear_check_states([measured.key])
            del states[measured.key]
            return
        self._book.incidents.put_check_state(after)
        states[measured.key] = after
        if before is not None and before.good_count == 0 and after.good_count == 1:
            incident = self._book.incidents.open_for(measured.service)
            if incident is not None:
                said = f"A first good check: {measured.detail}"
                self._book.incidents.add_entry(incident.id, EntryKind.RECOVERING, said, measured.at)

    def _resolve(self, recovered: Iterable[str], now: datetime) -> list[int]:
        found = []
        for service in sorted(recovered):
            incident = self._book.incidents.open_for(service)
            if incident is None:
                continue
            self._book.incidents.resolve(incident.id, BY_MEASUREMENT, now)
            if not self._was_said(service, WELL, now):
                self._say("info", service, say_healthy_again(service, _lasted(incident, now)), now)
            found.append(incident.id)
        self._learn(found, now)
        return found

    def learn_what_held(self, now: datetime) -> None:
        """File anew what is over for long enough. Call inside ``store.write``."""
        self._filing(lambda learning: learning.learn_what_held(now))

    def _learn(self, incident_ids: Iterable[int], now: datetime) -> None:
        """File what began or ended (L6)."""
        numbers = list(incident_ids)
        if numbers:
            self._filing(lambda learning: [learning.learn_from_incident(number, now) for number in numbers])

    def _filing(self, work: Callable[[LearningService], object]) -> None:
        """What goes wrong there keeps no incident open."""
        from ..learning import LearningService, PatternRules

        learning = LearningService(self._book, rules=self._rules or PatternRules)
        try:
            with self._book.store.savepoint():
                work(learning)
        except EnvironmentFault:
            raise
        except Exception:
            log.exception("an incident could not be filed as a case")

    def _open(
        self, states: Mapping[str, CheckState], failing: Mapping[str, ServiceFailure], now: datetime
    ) -> list[int]:
        """Open what is confirmed and has no incident, dependencies before what needs them."""
        incidents, graph = self._book.incidents, self._graph()
        live = {one.service: one for one in incidents.open_incidents()}
        bad = {*failing, *live}
        suspected = {state.service: from_text(state.bad_since) for state in states.values() if not state.confirmed}
        wanted = [one for one in failing.values() if one.service not in live and not one.dismissed]
        opened = []
        for failure in sorted(
            wanted, key=lambda one: (len(bad.intersection(graph.dependencies(one.service))), one.service)
        ):
            if self._in_maintenance(failure.service, now):
                continue
            root = find_root(failure.service, bad, graph)
            if root is not None and root not in live:  # explained by planned work, or by what the operator closed
                continue
            if waits_for_root(failure.service, bad, suspected, graph, now):
                continue
            incident = incidents.open(
                service=failure.service,
                source="check",
                started_at=failure.since,
                worst=failure.worst,
                cause=failure.cause,
                now=now,
            )
            self._say_opened(incident, root, now)
            if root is not None:
                incident = incidents.fold(incident.id, _top(live[root], incidents.get).id, now)
            live[failure.service] = incident
            opened.append(incident.id)
            self._fold_earlier(incident, live, bad, graph, now)
        return opened

    def _fold_earlier(
        self, root: Incident, live: dict[str, Incident], bad: set[str], graph: ServiceGraph, now: datetime
    ) -> None:
        """Incidents that were noticed a little before the one that explains them are folded under it."""
        if root.folded_into is not None:
            return
        for name in graph.dependents(root.service):
            child = live.get(name)
            if child is None or child.id == root.id or child.folded_into is not None:
                continue
            if find_root(name, bad, graph) == root.service and explains_earlier(root, child):
                live[name] = self._book.incidents.fold(child.id, root.id, now)

    def _worsen(self, failing: Mapping[str, ServiceFailure], now: datetime) -> None:
        for failure in failing.values():
            incident = self._book.incidents.open_for(failure.service)
            if incident is not None and incident.worst != "down" and failure.worst == "down":
                self._book.incidents.set_worst(incident.id, "down", failure.cause)
                self._book.incidents.add_entry(incident.id, EntryKind.WORSE, f"Now down: {failure.cause}", now)

    def _unfold(self, measured: Sequence[MeasuredStatus], failing: Mapping[str, ServiceFailure], now: datetime) -> None:
        """What is still bad some time after its root recovered stands by itself, or under another root."""
        incidents = self._book.incidents
        for one in measured:
            if not one.is_bad or one.service not in failing:
                continue
            child = incidents.open_for(one.service)
            if child is None or child.folded_into is None:
                continue
            root = incidents.get(child.folded_into)
            if root is not None and (root.is_live or not stands_alone_again(root, one.at)):
                continue
            live = {each.service: each for each in incidents.open_incidents()}
            other = find_root(one.service, {*failing, *live}, self._graph())
            if other is not None and other in live:
                incidents.fold(child.id, _top(live[other], incidents.get).id, now)
            else:
                incidents.unfold(child.id, now)
                self._say_opened(child, None, now)

    def _say_opened(self, incident: Incident, root: str | None, now: datetime) -> None:
        said = f"{incident.service} is {incident.worst}: {incident.cause}"
        if root is not None:
            self._say("info", incident.service, f"{said} It depends on {root}, which has an incident.", now)
            return
        if self._was_said(incident.service, DOWN, now):
            return
        self._say("critical" if incident.worst == "down" else "warning", incident.service, said, now)

    def _was_said(self, service: str, what: str, now: datetime) -> bool:
        said, event = last_statement(self._book.events.list(service=service, limit=5))
        return event is not None and said == what and now - from_text(event.created_at) < SAID_ALREADY

    def _say(self, level: str, service: str, message: str, now: datetime) -> None:
        if service in self._reported:
            return
        self._book.events.add(level=level, message=message, service=service, session_id=None, now=now)

    def _in_maintenance(self, service: str, now: datetime) -> bool:
        rule = self._book.rules.get(service)
        return rule is not None and rule.maintained(now)


def _top(incident: Incident, get: Callable[[int], Incident | None]) -> Incident:
    """The incident at the top of a fold."""
    above = get(incident.folded_into) if incident.folded_into is not None else None
    return above if above is not None and above.is_live else incident


def _lasted(incident: Incident, now: datetime) -> str:
    return duration(now - from_text(incident.started_at))
