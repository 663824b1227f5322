"""Dependencies that outages speak of: services that fall when another does, after it, far more often than by chance.

Pure. Outages in which most services fell say nothing of any pair: the network or the machine was the cause. Where two
always fall together and neither comes first, there is no telling which needs which, and nothing is proposed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from .graph import Edge, ServiceGraph

LEAST_TOGETHER = 3
LEAST_SHARE = 0.8
LEAST_LIFT = 5.0
FOLLOWS_WITHIN = timedelta(minutes=10)
SEEN_EARLIER = timedelta(minutes=2)
"""So much sooner a dependent may be noticed than what it depends on: each is measured at its own interval."""
WIDE_SHARE, WIDE_LEAST = 0.5, 6


class ServiceOutage(NamedTuple):
    """A service was bad from ``start`` on."""

    service: str
    start: datetime


@dataclass(frozen=True, slots=True)
class OutagePair:
    """An edge and what speaks for it: ``together`` of ``outages`` outages of the dependency; ``lift`` is how many times
    as often as by chance; ``delay_s`` the median seconds between the two."""

    edge: Edge
    together: int
    outages: int
    lift: float
    delay_s: float

    @property
    def evidence(self) -> str:
        """What speaks for it, as a sentence."""
        dependent, dependency = self.edge
        return (
            f"In {self.together} of {self.outages} outages of {dependency}, {dependent} failed too,"
            f" {max(0, round(self.delay_s))} s later; {round(self.lift)} times as often as by chance."
        )


def propose_from_outages(outages: Sequence[ServiceOutage], since: datetime, until: datetime) -> tuple[OutagePair, ...]:
    """The edges that these outages of one stretch of time speak for. What follows from others is left out: with
    a → b and b → c, a → c."""
    starts = _without_wide(outages)
    seconds = max((until - since).total_seconds(), 1.0)
    window = (FOLLOWS_WITHIN + SEEN_EARLIER).total_seconds()
    frequent = {service: times for service, times in starts.items() if len(times) >= LEAST_TOGETHER}
    pairs = []
    for dependency, causes in frequent.items():
        for dependent, times in frequent.items():
            if dependent == dependency:
                continue
            delays = _delays(causes, times)
            share = len(delays) / len(causes)
            by_chance = min(1.0, len(times) * window / seconds)
            if len(delays) < LEAST_TOGETHER or share < LEAST_SHARE or share / by_chance < LEAST_LIFT:
                continue
            if _comes_later(delays) or (len(delays) / len(times) < LEAST_SHARE and _is_not_earlier(delays)):
                middle = sorted(delays)[len(delays) // 2]
                pairs.append(OutagePair((dependent, dependency), len(delays), len(causes), share / by_chance, middle))
    return _without_shortcuts(pairs)


def _without_wide(outages: Sequence[ServiceOutage]) -> dict[str, list[datetime]]:
    """The beginnings of outages by service, without those in which most of the services fell at once."""
    in_order = sorted(outages, key=lambda one: (one.start, one.service))
    most = max(WIDE_LEAST, WIDE_SHARE * len({one.service for one in in_order}))
    found: dict[str, list[datetime]] = {}
    first = 0
    for place, one in enumerate(in_order):
        while one.start - in_order[first].start > SEEN_EARLIER:
            first += 1
        last = place
        while last + 1 < len(in_order) and in_order[last + 1].start - one.start <= SEEN_EARLIER:
            last += 1
        if len({other.service for other in in_order[first : last + 1]}) <= most:
            found.setdefault(one.service, []).append(one.start)
    return found


def _delays(causes: Sequence[datetime], times: Sequence[datetime]) -> list[float]:
    """Seconds from each cause to the nearest beginning that can be its effect; none for a cause without one."""
    found = []
    for cause in causes:
        near = [time - cause for time in times if -SEEN_EARLIER <= time - cause <= FOLLOWS_WITHIN]
        if near:
            found.append(min(near, key=abs).total_seconds())
    return found


def _comes_later(delays: Sequence[float]) -> bool:
    return sum(delay > 0 for delay in delays) >= LEAST_SHARE * len(delays)


def _is_not_earlier(delays: Sequence[float]) -> bool:
    return sum(delay < 0 for delay in delays) * 2 <= len(delays)


def _without_shortcuts(pairs: Sequence[OutagePair]) -> tuple[OutagePair, ...]:
    graph = ServiceGraph.from_edges(pair.edge for pair in pairs)
    kept = []
    for pair in pairs:
        dependent, dependency = pair.edge
        between = (name for name in graph.direct_dependencies(dependent) if name != dependency)
        if pair.edge in graph.edges and not any(dependency in graph.dependencies(name) for name in between):
            kept.append(pair)
    return tuple(sorted(kept, key=lambda pair: pair.edge))
