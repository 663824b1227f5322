"""Simulated outages over a layered graph: what fails by itself, what fails because of it, and when each is seen.

Nothing of the product is in here but its intervals: who asks ``is_down`` measures.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from claudeops_desktop.topology.graph import Edge, ServiceGraph

MINUTE = 60.0


@dataclass(frozen=True, slots=True)
class OwnFault:
    """A service fails by itself, in seconds from the beginning."""

    service: str
    start: float
    end: float


@dataclass
class OutageWorld:
    """One stretch of time: the graph, the faults, and the times in which each service is down for whatever reason."""

    graph: ServiceGraph
    faults: list[OwnFault]
    down: dict[str, list[tuple[float, float]]] = field(default_factory=dict)
    until: float = 0.0

    def is_down(self, service: str, at: float) -> bool:
        """Whether it does not answer."""
        return any(start <= at < end for start, end in self.down.get(service, ()))

    def own_faults_at(self, at: float) -> set[str]:
        """What fails by itself at a moment."""
        return {fault.service for fault in self.faults if fault.start <= at < fault.end}

    def has_failing_dependency(self, fault: OwnFault, slack: float) -> bool:
        """Whether anything that it needs is down at any time of its fault, give or take."""
        return any(
            start < fault.end + slack and fault.start - slack < end
            for name in self.graph.dependencies(fault.service)
            for start, end in self.down.get(name, ())
        )

    def dependencies_well_from(self, fault: OwnFault) -> float:
        """From when on all that it needs is well again."""
        ends = [end for name in self.graph.dependencies(fault.service) for _, end in self.down.get(name, ())]
        return max(ends, default=0.0)


def make_graph(chance: random.Random, services: int, layers: int, prefix: str) -> ServiceGraph:
    """Services in layers, each with up to three dependencies in lower ones, mostly in the next."""
    names = [f"{prefix}-{number:03}" for number in range(services)]
    level = {name: min(layers - 1, int(chance.random() * layers)) for name in names}
    edges: set[Edge] = set()
    for name in names:
        lower = [other for other in names if level[other] > level[name]]
        near = [other for other in lower if level[other] == level[name] + 1] or lower
        for _ in range(chance.choice([0, 1, 1, 2, 2, 3])):
            if lower:
                edges.add((name, chance.choice(near if chance.random() < 0.8 else lower)))
    return ServiceGraph.from_edges(edges, names)


def make_world(chance: random.Random, graph: ServiceGraph) -> OutageWorld:
    """One to three faults: the first of something that others need, the next anywhere, often in what needs the first.

    One edge in ten is soft: nothing spreads over it.
    """
    needed = [name for name in graph.names if graph.direct_dependents(name)] or list(graph.names)
    first = chance.choice(needed)
    above = graph.dependents(first)
    more = (chance.choice(above if above and chance.random() < 0.4 else graph.names) for _ in range(3))
    services = [first, *(name for name in more if chance.random() < 0.4)]
    faults = []
    for service in dict.fromkeys(services):
        start = chance.uniform(2, 12) * MINUTE
        faults.append(OwnFault(service, start, start + chance.uniform(5, 15) * MINUTE))
    world = OutageWorld(graph, faults)
    hard = {edge for edge in graph.edges if chance.random() < 0.9}
    for name in sorted(graph.names, key=lambda name: len(graph.dependencies(name))):
        mine = [(fault.start, fault.end) for fault in faults if fault.service == name]
        for needs in graph.direct_dependencies(name):
            if (name, needs) in hard:
                mine += [
                    (start + chance.uniform(0, 20), end + chance.uniform(0, 40))
                    for start, end in world.down.get(needs, ())
                ]
        if mine:
            world.down[name] = _united(mine)
    world.until = max(end for times in world.down.values() for _, end in times) + 8 * MINUTE
    return world


def _united(times: list[tuple[float, float]]) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    for start, end in sorted(times):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found
