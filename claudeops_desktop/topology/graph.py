"""The graph of what depends on what, without a database and without a clock.

An edge goes from a service to one it needs: ``("jellyfin", "postgres")``. A circle of edges says nothing about which
failure came first, so its edges are left out of all answers and the circle is named instead.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

Edge: TypeAlias = tuple[str, str]  # (dependent, dependency)
_Adjacency: TypeAlias = Mapping[str, tuple[str, ...]]

MOST_CYCLES = 100  # more are not named: whoever has as many has to look at the file anyway
_NONE: _Adjacency = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ServiceGraph:
    """Services and the edges between them. It never holds a circle: ``left_out`` are the edges that lie on one.

    ``edges`` are in the order of their names and stand once each. Build one with ``from_edges``.
    """

    names: tuple[str, ...] = ()
    edges: tuple[Edge, ...] = ()
    left_out: tuple[Edge, ...] = ()
    _needs: _Adjacency = field(default_factory=lambda: _NONE, repr=False, compare=False)
    _needed_by: _Adjacency = field(default_factory=lambda: _NONE, repr=False, compare=False)

    @classmethod
    def from_edges(cls, edges: Iterable[Edge], names: Iterable[str] = ()) -> ServiceGraph:
        """The graph of these edges and of these services, which may have no edge at all.

        An edge that is there twice counts once; one from a service to itself is a circle of one.
        """
        given = sorted(set(edges))
        known = sorted({*names, *(name for edge in given for name in edge)})
        component = _components(known, _adjacency(given))
        applied = tuple(edge for edge in given if component[edge[0]] != component[edge[1]])
        left_out = tuple(edge for edge in given if component[edge[0]] == component[edge[1]])
        needed_by = _adjacency((dependency, dependent) for dependent, dependency in applied)
        return cls(tuple(known), applied, left_out, _adjacency(applied), needed_by)

    def direct_dependencies(self, name: str) -> tuple[str, ...]:
        """The services that this one names itself, by name."""
        return self._needs.get(name, ())

    def direct_dependents(self, name: str) -> tuple[str, ...]:
        """The services that name this one, by name."""
        return self._needed_by.get(name, ())

    def dependencies(self, name: str) -> tuple[str, ...]:
        """All that a service needs, also through others: the nearest first, then by name."""
        return tuple(found for found, _ in _walk(name, self._needs))

    def dependents(self, name: str) -> tuple[str, ...]:
        """All that needs a service, also through others: the nearest first, then by name."""
        return tuple(found for found, _ in _walk(name, self._needed_by))

    def cycles(self) -> tuple[tuple[str, ...], ...]:
        """The circles whose edges were left out, each from its first name by alphabet, without the return to it.

        Each edge left out lies on one of the circles named, up to MOST_CYCLES of them.
        """
        inside = _adjacency(self.left_out)
        named: set[Edge] = set()
        found: list[tuple[str, ...]] = []
        for dependent, dependency in self.left_out:
            if (dependent, dependency) in named:
                continue
            if len(found) == MOST_CYCLES:
                break
            cycle = _rotated((dependent, *_shortest_path(dependency, dependent, inside)[:-1]))
            named.update(zip(cycle, (*cycle[1:], cycle[0]), strict=True))
            found.append(cycle)
        return tuple(sorted(found))

    def cycle_with(self, dependent: str, dependency: str) -> tuple[str, ...] | None:
        """The circle that one more edge would close, or None where it closes none."""
        if dependent == dependency:
            return (dependent,)
        every = _adjacency((*self.edges, *self.left_out))
        if dependent not in {found for found, _ in _walk(dependency, every)}:
            return None
        return (dependent, *_shortest_path(dependency, dependent, every)[:-1])


def find_root(service: str, bad: Collection[str], graph: ServiceGraph) -> str | None:
    """The failing service behind the failure of ``service``; None where it is itself where the failure begins.

    It is the furthest failing dependency that is reached through failing dependencies only, so that none of its own
    dependencies fails. Of several at the same distance it is the first by name.
    """
    failing = bad if isinstance(bad, set | frozenset) else frozenset(bad)
    found: tuple[int, str] | None = None
    for name, distance in _walk(service, graph._needs, failing):
        is_start = not any(dependency in failing for dependency in graph.direct_dependencies(name))
        if is_start and (found is None or distance > found[0]):
            found = (distance, name)
    return found[1] if found else None


def format_cycle(cycle: Sequence[str]) -> str:
    """A circle as one reads it: ``a → b → a``."""
    return " → ".join((*cycle, cycle[0]))


def _adjacency(edges: Iterable[Edge]) -> _Adjacency:
    found: dict[str, list[str]] = {}
    for start, end in edges:
        found.setdefault(start, []).append(end)
    return {start: tuple(sorted(ends)) for start, ends in found.items()}


def _walk(start: str, ahead: _Adjacency, only: Collection[str] | None = None) -> Iterator[tuple[str, int]]:
    """What is reached from ``start`` with its distance, the nearest first, then by name; ``start`` is not among it."""
    seen = {start}
    level = [start]
    distance = 0
    while level:
        distance += 1
        following = {end for name in level for end in ahead.get(name, ())} - seen
        level = sorted(end for end in following if only is None or end in only)
        seen.update(level)
        for name in level:
            yield name, distance


def _shortest_path(start: str, end: str, ahead: _Adjacency) -> tuple[str, ...]:
    """From ``start`` to ``end``, both included. There must be a way."""
    came_from = {start: start}
    waiting = deque([start])
    while end not in came_from:
        name = waiting.popleft()
        for following in ahead.get(name, ()):
            if following not in came_from:
                came_from[following] = name
                waiting.append(following)
    path = [end]
    while path[-1] != start:
        path.append(came_from[path[-1]])
    return tuple(reversed(path))


def _rotated(cycle: tuple[str, ...]) -> tuple[str, ...]:
    first = cycle.index(min(cycle))
    return cycle[first:] + cycle[:first]


def _components(names: Sequence[str], ahead: _Adjacency) -> dict[str, int]:
    """Which strongly connected component each name is in (Tarjan's algorithm, with a stack of its own: ten thousand
    services in a row are more than Python's recursion allows)."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    component: dict[str, int] = {}
    open_names: list[str] = []
    for first in names:
        if first in order:
            continue
        work: list[tuple[str, Iterator[str]]] = [(first, iter(ahead.get(first, ())))]
        order[first] = lowest[first] = len(order)
        open_names.append(first)
        while work:
            name, following = work[-1]
            for end in following:
                if end not in order:
                    order[end] = lowest[end] = len(order)
                    open_names.append(end)
                    work.append((end, iter(ahead.get(end, ()))))
                    break
                if end not in component:
                    lowest[name] = min(lowest[name], order[end])
            else:
                work.pop()
                if work:
                    before = work[-1][0]
                    lowest[before] = min(lowest[before], lowest[name])
                if lowest[name] == order[name]:
                    _close(name, open_names, component)
    return component


def _close(name: str, open_names: list[str], component: dict[str, int]) -> None:
    number = len(component)
    while True:
        member = open_names.pop()
        component[member] = number
        if member == name:
            return
