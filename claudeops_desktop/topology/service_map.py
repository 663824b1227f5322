"""The map of the services as it stands now: edges, states, and which failure explains which."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ..records.record_books import RecordRepositories
from ..records.service_edges import ServiceEdge
from .dependencies import MapEdge, WatchedCheck, load_graph, map_edges
from .graph import ServiceGraph
from .root_ranking import RankedRoot, rank_roots


@dataclass(frozen=True, slots=True)
class ServiceMap:
    """``states`` has healthy, degraded, down or unknown for each service that was measured; ``folded`` the root's
    service for each whose incident is folded; ``causes`` what is behind the open incidents, the likeliest first."""

    graph: ServiceGraph = field(default_factory=ServiceGraph)
    edges: tuple[MapEdge, ...] = ()
    records: tuple[ServiceEdge, ...] = ()
    states: Mapping[str, str] = field(default_factory=dict)
    folded: Mapping[str, str] = field(default_factory=dict)
    causes: tuple[RankedRoot, ...] = ()


def load_service_map(
    book: RecordRepositories, checks: Iterable[WatchedCheck], measured: Mapping[str, str]
) -> ServiceMap:
    """Put the map together; ``measured`` are the states of the services. Call inside ``store.read``."""
    found = list(checks)
    records = tuple(book.service_edges.list())
    graph = load_graph(found, records)
    incidents = {incident.id: incident for incident in book.incidents.open_incidents()}
    states = {**measured} | {incident.service: incident.worst for incident in incidents.values()}
    folded = {
        incident.service: incidents[incident.folded_into].service
        for incident in incidents.values()
        if incident.folded_into in incidents
    }
    failing = {incident.service for incident in incidents.values()}
    known = {name for name in graph.names if name not in failing}
    return ServiceMap(graph, map_edges(found, records), records, states, folded, rank_roots(failing, graph, well=known))
