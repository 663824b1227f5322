"""Dependencies proposed from what is known: memories, outages and compose files (D12). None is applied unasked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from ..core.clock import from_text, to_text
from ..memory import MemoryQuery, MemoryService
from ..records.record_books import RecordRepositories
from ..records.service_edges import EdgeFinder, EdgeState
from .compose_edges import common_folders, propose_from_compose
from .dependencies import WatchedCheck, load_graph
from .graph import Edge
from .memory_edges import read_dependencies
from .outage_edges import ServiceOutage, propose_from_outages

LOOK_BACK = timedelta(days=180)
MOST_INCIDENTS = 5_000
LONGEST_QUOTE = 160


class EdgeProposal(NamedTuple):
    """An edge and what speaks for it."""

    edge: Edge
    found_by: str
    evidence: str


def propose_dependencies(
    book: RecordRepositories,
    memory: MemoryService,
    checks: Iterable[WatchedCheck],
    folders: Iterable[str],
    now: datetime,
    *,
    places: Sequence[Path] | None = None,
) -> int:
    """Look for dependencies and record what is new as proposals; how many are new.

    A proposal that nothing speaks for any more is withdrawn. ``folders`` are the known repositories; ``places`` takes
    the place of the folders where compose files are usually kept. Reads files: not on the GUI thread.
    """
    found = list(checks)
    names = sorted({check.name for check in found if not check.builtin})
    if not names:  # a services.toml that cannot be read withdraws nothing
        return 0
    repositories = [Path(folder).expanduser() for folder in folders]
    compose = propose_from_compose(
        [*repositories, *(common_folders() if places is None else places)], names, _containers(found)
    )
    proposals = [EdgeProposal(one.edge, EdgeFinder.COMPOSE, one.evidence) for one in compose]
    proposals += book.store.read(lambda: _from_memories(memory, names)).result()
    proposals += book.store.read(lambda: _from_outages(book, set(names), now)).result()
    return book.store.write(lambda: _record(book, found, proposals, now)).result()


def _from_memories(memory: MemoryService, names: Sequence[str]) -> list[EdgeProposal]:
    query = MemoryQuery(category="dependency", state="active")
    found = []
    for row in memory.search.rows(memory.search.ids(query)):
        quote = " ".join(row.observation.split())
        quote = quote if len(quote) <= LONGEST_QUOTE else f"{quote[: LONGEST_QUOTE - 1]}…"
        edges = read_dependencies(row.service or "", row.observation, names)
        found += [EdgeProposal(edge, EdgeFinder.MEMORY, f"Memory {row.id}: “{quote}”") for edge in edges]
    return found


def _from_outages(book: RecordRepositories, names: set[str], now: datetime) -> list[EdgeProposal]:
    since = now - LOOK_BACK
    outages = [
        ServiceOutage(incident.service, from_text(incident.started_at))
        for incident in book.incidents.list(since=to_text(since), limit=MOST_INCIDENTS)
        if incident.service in names
    ]
    if not outages:
        return []
    first = min(one.start for one in outages)
    pairs = propose_from_outages(outages, first, now)
    return [EdgeProposal(pair.edge, EdgeFinder.OUTAGES, pair.evidence) for pair in pairs]


def _record(
    book: RecordRepositories, checks: Sequence[WatchedCheck], proposals: Iterable[EdgeProposal], now: datetime
) -> int:
    """Inside a write. The first source of an edge is the one that is shown: a file before words before outages."""
    edges = book.service_edges
    graph = load_graph(checks, edges.list(EdgeState.CONFIRMED))
    wanted: dict[Edge, EdgeProposal] = {}
    for proposal in proposals:
        if proposal.edge not in graph.edges and graph.cycle_with(*proposal.edge) is None:
            wanted.setdefault(proposal.edge, proposal)
    for record in edges.list(EdgeState.PROPOSED):
        if record.pair not in wanted:
            edges.forget(*record.pair)
    return sum(
        edges.propose(*one.edge, found_by=one.found_by, evidence=one.evidence, now=now) is not None
        for one in wanted.values()
    )


def _containers(checks: Iterable[WatchedCheck]) -> Mapping[str, str]:
    """The service by the name of the container that its check looks at."""
    return {name: check.name for check in checks if isinstance(name := getattr(check, "container", None), str) and name}
