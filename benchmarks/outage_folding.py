"""How many alerts an outage gives with and without folding, and whether the cause is named first.

    python -m benchmarks.outage_folding [FILE] [--worlds 60] [--services 40] [--seed 1]

Generated outages run through the product's own incidents (``IncidentService``) on the monitor's intervals, in simulated
time. FILE holds recorded fault scenarios, one a line: ``groups`` (by name, with ``root``), ``alerts`` (with ``group``)
and ``propagations`` (``from`` the cause ``to`` the effect); for them only the naming and the folding by graph can be
looked at, as they have no times. No root and no independent failure may be suppressed.
"""

from __future__ import annotations

import argparse
import heapq
import json
import random
import re
import sys
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from claudeops_desktop.monitoring.check_plan import CONFIRM_AFTER_S, RECOVERY_AFTER_S, WHILE_BAD_S
from claudeops_desktop.monitoring.incident_service import IncidentChanges, IncidentService
from claudeops_desktop.records.health import MeasuredStatus
from claudeops_desktop.records.incidents import Incident
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.topology.graph import Edge, ServiceGraph, find_root
from claudeops_desktop.topology.root_ranking import rank_roots

from .grounds import data_folder, open_book
from .outage_world import MINUTE, OutageWorld, OwnFault, make_graph, make_world
from .report import Figure, report

BEGINS = datetime(2026, 3, 1, tzinfo=UTC)
INTERVAL_S = 60.0
FALSE_BAD = 0.002  # measurements that are bad for no reason
NAMED_AFTER = 3 * MINUTE
OUTLASTS = 4 * MINUTE


@dataclass
class OutageTally:
    """What came of all worlds."""

    faults: int = 0
    opened: int = 0
    announced: int = 0
    announced_downstream: int = 0
    asked: int = 0
    named_first: int = 0
    roots: int = 0
    roots_suppressed: int = 0
    hidden: int = 0
    hidden_suppressed: int = 0
    hidden_announced: int = 0
    false_alarms: int = 0


@dataclass
class SimulatedMonitor:
    """Measures the services of a world as the monitor does, and keeps what was announced."""

    book: RecordRepositories
    world: OutageWorld
    begins: datetime
    chance: random.Random
    announced: dict[int, tuple[str, float]] = field(default_factory=dict)
    opened: set[int] = field(default_factory=set)
    live: list[Incident] = field(default_factory=list)
    rankings: list[tuple[float, str | None]] = field(default_factory=list)

    def run(self, moments: list[float]) -> None:
        """To the end of the world; at each of these moments the likeliest cause is asked for."""
        service = IncidentService(self.book, lambda: self.world.graph)
        due = {name: self.chance.uniform(0, INTERVAL_S) for name in self.world.graph.names}
        waiting = [(at, name) for name, at in due.items()]
        heapq.heapify(waiting)
        bad: dict[str, int] = {}
        good: dict[str, int] = {}
        not_well: frozenset[str] = frozenset()
        asked = sorted(moments)
        while waiting:
            at, name = heapq.heappop(waiting)
            if due[name] != at:
                continue
            while asked and asked[0] <= at:
                self._rank(asked.pop(0))
            if at > self.world.until:
                break
            is_bad = self.world.is_down(name, at) or self.chance.random() < FALSE_BAD
            again = INTERVAL_S
            if is_bad:
                good.pop(name, None)
                bad[name] = bad.get(name, 0) + 1
                again = CONFIRM_AFTER_S if bad[name] == 1 else WHILE_BAD_S
                if bad[name] == 1:
                    self._hurry(self.world.graph.dependencies(name), at, due, waiting)
            elif name in bad or f"{name}:tcp" in not_well:
                bad.pop(name, None)
                good[name] = good.get(name, 0) + 1
                if good[name] == 1:
                    again = RECOVERY_AFTER_S
                else:
                    del good[name]
            if is_bad or f"{name}:tcp" in not_well:
                changes = self._store(service, name, at, is_bad=is_bad)
                not_well = changes.not_well
                if changes.resolved:
                    folded = [i.service for i in self.live if i.folded_into in changes.resolved]
                    self._hurry(folded, at, due, waiting)
            due[name] = at + again
            heapq.heappush(waiting, (due[name], name))

    def _hurry(self, names: Any, at: float, due: dict[str, float], waiting: list[tuple[float, str]]) -> None:
        for name in names:
            if due[name] > at + 0.2:
                due[name] = at + 0.2
                heapq.heappush(waiting, (due[name], name))

    def _store(self, service: IncidentService, name: str, at: float, *, is_bad: bool) -> IncidentChanges:
        now = self.begins + timedelta(seconds=at)
        status = "down" if is_bad else "healthy"
        measured = MeasuredStatus(name, f"{name}:tcp", "tcp", status, "refused" if is_bad else "answers", now)

        def write() -> tuple[IncidentChanges, list[Incident]]:
            changes = service.take_measurements([measured], now)
            return changes, self.book.incidents.open_incidents()

        changes, live = self.book.store.write(write).result()
        self.live = [incident for incident in live if incident.service in self.world.graph.names]
        self.opened.update(changes.opened)
        for incident in self.live:
            if incident.folded_into is None and incident.id not in self.announced:
                self.announced[incident.id] = (incident.service, at)
        return changes

    def _rank(self, at: float) -> None:
        failing = {incident.service for incident in self.live}
        ranked = rank_roots(failing, self.world.graph, well=set(self.world.graph.names) - failing)
        self.rankings.append((at, ranked[0].name if ranked else None))


def simulate(worlds: int, services: int, seed: int) -> OutageTally:
    """All worlds, one after the other in one database."""
    tally = OutageTally()
    begins = BEGINS
    with data_folder() as folder, open_book(folder) as (_store, book, _memory):
        for number in range(worlds):
            chance = random.Random(f"{seed} {number}")
            graph = make_graph(chance, services, chance.choice([3, 4, 5, 6]), f"w{number}")
            world = make_world(chance, graph)
            monitor = SimulatedMonitor(book, world, begins, chance)
            monitor.run([fault.start + NAMED_AFTER for fault in world.faults])
            count(tally, world, monitor)
            begins += timedelta(seconds=world.until) + timedelta(hours=1)
    return tally


def count(tally: OutageTally, world: OutageWorld, monitor: SimulatedMonitor) -> None:
    """What came of one world."""
    tally.faults += len(world.faults)
    tally.opened += len(monitor.opened)
    tally.announced += len(monitor.announced)
    own = {fault.service for fault in world.faults}
    tally.announced_downstream += sum(name not in own for name, _ in monitor.announced.values())
    tally.false_alarms += sum(name not in world.down for name, _ in monitor.announced.values())
    for at, named in monitor.rankings:
        tally.asked += 1
        tally.named_first += named in world.own_faults_at(at)
    for fault in world.faults:
        is_announced = _is_announced(fault, monitor)
        if not world.has_failing_dependency(fault, 2 * MINUTE):
            tally.roots += 1
            tally.roots_suppressed += not is_announced
        elif fault.end - max(world.dependencies_well_from(fault), fault.start) > OUTLASTS:
            tally.hidden += 1
            tally.hidden_suppressed += not is_announced
        else:  # over before what it depends on is well: nothing tells it from a consequence
            tally.hidden_announced += is_announced


def _is_announced(fault: OwnFault, monitor: SimulatedMonitor) -> bool:
    return any(name == fault.service and at < fault.end + MINUTE for name, at in monitor.announced.values())


# --- recorded scenarios ----------------------------------------------------------------------------------------------


def read_scenarios(path: Path) -> list[dict[str, Any]]:
    """The lines of the file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def rank_recorded(rows: list[dict[str, Any]]) -> list[Figure]:
    """The figures of recorded scenarios, each on its own graph and on the graph of all others together."""
    own = other = alerts = downstream = standing = 0
    for row in rows:
        groups = row["groups"]
        roots = {name for name, group in groups.items() if group["root"]}
        bad = {alert["group"] for alert in row["alerts"] if alert["group"] in groups}
        graph = ServiceGraph.from_edges(_edges(row), groups)
        ranked = rank_roots(bad, graph)
        own += bool(ranked) and ranked[0].name in roots
        alerts += len(bad)
        downstream += sum(bool(roots & set(graph.dependencies(name))) for name in bad)
        standing += sum(find_root(name, bad, graph) is None for name in bad)
        rest = {_plain(e) for each in rows if each is not row for e in _edges(each)}
        merged = rank_roots({_kind(name) for name in bad}, ServiceGraph.from_edges(rest))
        other += bool(merged) and merged[0].name in {_kind(name) for name in roots}
    share = 100 / len(rows)
    return [
        Figure("recorded: root named first, graph of the scenario", own * share, "%", 80.0, at_least=True),
        Figure("recorded: root named first, graph of the other scenarios", other * share, "%"),
        Figure("recorded: alerting groups below a root", 100 * downstream / alerts, "%"),
        Figure("recorded: alerting groups per scenario", alerts / len(rows), ""),
        Figure("recorded: of them not explained by another alerting group", standing / len(rows), ""),
    ]


def _edges(row: dict[str, Any]) -> set[Edge]:
    return {(p["to"], p["from"]) for p in row["propagations"]}


def _kind(name: str) -> str:
    return re.sub(r"-\d+$", "", name)


def _plain(edge: Edge) -> Edge:
    return _kind(edge[0]), _kind(edge[1])


def main() -> int:
    """0 where every target is met."""
    options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    options.add_argument("file", type=Path, nargs="?")
    options.add_argument("--worlds", type=int, default=60)
    options.add_argument("--services", type=int, default=40)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    found = simulate(given.worlds, given.services, given.seed)
    figures = [
        Figure("simulated: root named first", 100 * found.named_first / max(1, found.asked), "%", 80.0, at_least=True),
        Figure("simulated: alerts per fault without folding", found.opened / found.faults, ""),
        Figure("simulated: alerts per fault with folding", found.announced / found.faults, ""),
        Figure("simulated: of them about a consequence", found.announced_downstream / found.faults, ""),
        Figure("simulated: of them about a service that was well", found.false_alarms, "in all"),
        Figure(f"simulated: roots suppressed, of {found.roots}", found.roots_suppressed, "", 0.0),
        Figure(
            f"simulated: failures that outlast their root suppressed, of {found.hidden}",
            found.hidden_suppressed,
            "",
            0.0,
        ),
    ]
    if given.file is not None:
        figures += rank_recorded(read_scenarios(given.file))
    return report("outage_folding", figures, worlds=given.worlds, services=given.services, seed=given.seed)


if __name__ == "__main__":
    sys.exit(main())
