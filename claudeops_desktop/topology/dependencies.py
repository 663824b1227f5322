"""The dependencies that hold: those of ``services.toml``, and those the operator confirmed.

A service that stands in ``services.toml`` has the dependencies that its ``depends_on`` names there, and no others: who
takes one out of the file has taken it out. Confirming a proposal writes it there. Of a service that stands in no file
(one of this machine's own, or one known by alerts) the confirmed record is all there is.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from ..records.service_edges import EdgeState, ServiceEdge
from .graph import Edge, ServiceGraph, format_cycle

DECLARED, PROPOSED, CONFIRMED = "declared", "proposed", "confirmed"


class WatchedCheck(Protocol):
    """What is asked of a check (``agents.watch.model_base.BaseCheck``)."""

    @property
    def name(self) -> str:
        """The service."""

    @property
    def depends_on(self) -> tuple[str, ...]:
        """The services it needs."""

    @property
    def builtin(self) -> bool:
        """Tell whether it stands in no file."""


class MapEdge(NamedTuple):
    """An edge of the map: ``start`` needs ``end``. ``source`` is declared, confirmed or proposed; ``applied`` is False
    for a proposal and for an edge that lies on a circle; ``evidence`` says why it was proposed."""

    start: str
    end: str
    source: str
    applied: bool
    evidence: str = ""


def load_graph(checks: Iterable[WatchedCheck], confirmed: Iterable[ServiceEdge]) -> ServiceGraph:
    """The graph of all services that are checked. Edges on a circle are left out of it: ``ServiceGraph.cycles`` names
    them, and the services stay watched."""
    found = list(checks)
    return ServiceGraph.from_edges(_applied_edges(found, confirmed), (check.name for check in found))


def map_edges(checks: Iterable[WatchedCheck], recorded: Iterable[ServiceEdge]) -> tuple[MapEdge, ...]:
    """All edges there are to see, by their services: those that hold and those that are proposed."""
    found, records = list(checks), list(recorded)
    graph = load_graph(found, records)
    by_pair = {edge.pair: edge for edge in records}
    shown = []
    for pair in (*graph.edges, *graph.left_out):
        record = by_pair.get(pair)
        is_confirmed = record is not None and record.state == EdgeState.CONFIRMED
        evidence = record.evidence if record is not None and is_confirmed else ""
        shown.append(MapEdge(*pair, CONFIRMED if is_confirmed else DECLARED, pair not in graph.left_out, evidence))
    present = {(edge.start, edge.end) for edge in shown}
    proposed = [edge for edge in records if edge.state == EdgeState.PROPOSED and edge.pair not in present]
    shown += [MapEdge(*edge.pair, PROPOSED, applied=False, evidence=edge.evidence) for edge in proposed]
    return tuple(sorted(shown))


def dependency_warnings(checks: Iterable[WatchedCheck], confirmed: Iterable[ServiceEdge] = ()) -> tuple[str, ...]:
    """What is wrong with the dependencies, one sentence each: names that no check has, and circles. The services are
    watched all the same."""
    found = list(checks)
    names = list(dict.fromkeys(check.name for check in found))
    known = set(names)
    unknown = dict.fromkeys(
        (check.name, wanted) for check in found for wanted in check.depends_on if wanted not in known
    )
    sentences = [_unknown_name(service, wanted, names) for service, wanted in unknown]
    sentences += [
        f"These services depend on each other in a circle: {format_cycle(cycle)}. The circle is not applied; take one"
        " of its dependencies out of services.toml."
        for cycle in load_graph(found, confirmed).cycles()
    ]
    return tuple(sentences)


def nearest_name(wanted: str, names: Sequence[str]) -> str | None:
    """The name that was probably meant."""
    return next(iter(difflib.get_close_matches(wanted, names, n=1)), None)


def _unknown_name(service: str, wanted: str, names: Sequence[str]) -> str:
    meant = nearest_name(wanted, [name for name in names if name != service])
    hint = f"; did you mean {meant!r}?" if meant else "."
    return f"Service {service!r} depends on {wanted!r}, which is not checked{hint}"


def _applied_edges(checks: Sequence[WatchedCheck], confirmed: Iterable[ServiceEdge]) -> set[Edge]:
    in_file = {check.name for check in checks if not check.builtin}
    edges = {(check.name, wanted) for check in checks for wanted in check.depends_on}
    confirmed_pairs = {edge.pair for edge in confirmed if edge.state == EdgeState.CONFIRMED}
    return edges | {(start, end) for start, end in confirmed_pairs if start not in in_file}
