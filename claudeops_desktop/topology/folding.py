"""Which failures are explained by others: one cause, one alarm, one run.

A failing service whose dependency fails too stands *under* it: its notice is silenced, never its measurements and
never its resolution. A service folds only

- through services that fail themselves: one that is well between two failures explains nothing; and
- under a failure that can have been there first. What was bad already when the dependency was last seen well has a
  cause of its own.

So a failing service none of whose dependencies fails always stands by itself, and so does every root.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from .graph import Edge, ServiceGraph, find_root

MARGIN_S = 30.0
"""Seconds that the beginning of a failure may be off beyond the interval of its check: time-outs and retries."""
DEFAULT_INTERVAL_S = 60.0


@dataclass(frozen=True, slots=True)
class FailingService:
    """A service that is bad: since its first bad measurement, and the seconds between two of its measurements."""

    name: str
    since: datetime
    interval_s: float = DEFAULT_INTERVAL_S

    @property
    def earliest(self) -> datetime:
        """When the failure can have begun: right after the last good measurement."""
        return self.since - timedelta(seconds=self.interval_s + MARGIN_S)


class RankedRoot(NamedTuple):
    """A service that may be behind failures. ``explains`` are the failing services it accounts for (itself among them
    if it fails); ``is_failing`` is False for a dependency that is not measured and is suspected for their sake."""

    name: str
    explains: tuple[str, ...]
    is_failing: bool


def decide_folding(failing: Iterable[FailingService], graph: ServiceGraph) -> dict[str, str | None]:
    """For each failing service the root it folds under, or None where it stands by itself.

    A root stands by itself always. Where two failures can explain one, it is the further one, then the first by name.
    """
    by_name = {service.name: service for service in failing}
    explaining = ServiceGraph.from_edges(edge for edge in graph.edges if _explains(edge, by_name))
    return {name: find_root(name, by_name.keys(), explaining) for name in sorted(by_name)}


def has_outlived_root(seen_bad_at: datetime, interval_s: float, root_well_at: datetime) -> bool:
    """Whether a service that was folded is to unfold: it was found bad a whole interval after its root was well, so
    that it had the time of one measurement to follow."""
    return seen_bad_at >= root_well_at + timedelta(seconds=interval_s)


def dependencies_to_measure(
    service: FailingService, graph: ServiceGraph, measured_at: Mapping[str, datetime]
) -> tuple[str, ...]:
    """The dependencies that are to be measured before a failure is announced, the nearest first.

    They are those whose last measurement is older than the failure: what is down behind it may not be known yet, and
    then one outage would be announced twice. A dependency that is in ``measured_at`` not at all was never measured.
    """
    return tuple(
        name
        for name in graph.dependencies(service.name)
        if name not in measured_at or measured_at[name] < service.since
    )


def rank_roots(bad: Collection[str], graph: ServiceGraph, *, well: Collection[str] = ()) -> tuple[RankedRoot, ...]:
    """The likely causes of many failures at once, the likeliest first.

    They are the failures that no other explains, and the dependencies whose state is not known (``well`` names what
    was measured and found well): where nobody measures a dependency, it is suspected of what fails above it. What
    accounts for most failures comes first; of equals the furthest dependency, then the first by name.
    """
    failing, fine = set(bad), set(well)
    needs = {name: set(graph.dependencies(name)) for name in failing}
    starts = {name for name in failing if not any(d in failing for d in graph.direct_dependencies(name))}
    unknown = {name for start in starts for name in needs[start]} - fine - failing
    ranked = [
        RankedRoot(name, tuple(sorted(b for b in failing if b == name or name in needs[b])), name in failing)
        for name in starts | unknown
    ]
    depth = {root.name: len(graph.dependencies(root.name)) for root in ranked}
    return tuple(sorted(ranked, key=lambda root: (-len(root.explains), depth[root.name], root.name)))


def _explains(edge: Edge, failing: Mapping[str, FailingService]) -> bool:
    dependent, dependency = (failing.get(name) for name in edge)
    return dependent is not None and dependency is not None and dependency.earliest <= dependent.since
