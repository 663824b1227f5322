"""What the map is made of, read and placed on a thread; what did not change is not made again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ....core.clock import utc_now
from ....runs.service_states import read_states
from ....topology.dependencies import dependency_warnings
from ....topology.proposals import propose_dependencies
from ....topology.service_map import ServiceMap, load_service_map
from ...text import formatting
from ...text.translation import tr, tr_count
from ...widgets.fact_table import FactRow
from ..services.queries import Signature, file_signature, load_services_file
from .map_layout import MapLayout, place_services
from .model import MapScene

if TYPE_CHECKING:
    from ....agents.watch.models import Service
    from ...app_context import AppContext

MOST_NAMES = 4


@dataclass(frozen=True, slots=True)
class MapSource:
    """What was read last, to be handed in with the next question."""

    shown: ServiceMap = field(default_factory=ServiceMap)
    layout: MapLayout = field(default_factory=MapLayout)
    warnings: tuple[str, ...] = ()
    checks: tuple[Service, ...] = ()
    signature: Signature = ()
    is_read: bool = False


def load_map(desk: AppContext, before: MapSource) -> MapSource:
    """Read services, edges and states anew. Reads files: on a thread of its own."""
    signature = file_signature(desk.folder.services_file)
    checks = before.checks
    if not before.is_read or signature != before.signature:
        services, _, _ = load_services_file(desk)
        checks = services.checks if services is not None else ()
    shown = desk.book.store.read(lambda: _load(desk, checks)).result()
    is_same = before.is_read and (shown.graph.names, shown.edges) == (before.shown.graph.names, before.shown.edges)
    layout = before.layout if is_same else place_services(shown.graph.names, shown.edges)
    warnings = dependency_warnings(checks, shown.records)
    return replace(
        before,
        shown=shown,
        layout=layout,
        warnings=warnings,
        checks=checks,
        signature=signature,
        is_read=True,
    )


def _load(desk: AppContext, checks: Sequence[Service]) -> ServiceMap:
    states = read_states(desk.book, desk.folder)
    return load_service_map(desk.book, checks, {name: state.status for name, state in states.items()})


def propose_edges(desk: AppContext, checks: Sequence[Service]) -> int:
    """Look for dependencies that can be proposed; how many are new. Takes its time: reads memories and files."""
    return propose_dependencies(desk.book, desk.memory, checks, desk.settings.current.repositories.folders, utc_now())


def causes_text(shown: ServiceMap) -> str:
    """What is behind the open incidents: ``Cause: postgres, which explains jellyfin and nextcloud``."""
    parts = []
    for cause in shown.causes[:MOST_NAMES]:
        others = [name for name in cause.explains if name != cause.name]
        explained = formatting.format_names(others, MOST_NAMES)
        parts.append(tr("{name}, which explains {others}", name=cause.name, others=explained) if others else cause.name)
    if len(shown.causes) > MOST_NAMES:
        parts.append(tr("{causes} more", causes=formatting.format_number(len(shown.causes) - MOST_NAMES)))
    return tr_count("Cause: {names}", "Causes: {names}", len(shown.causes), names="; ".join(parts)) if parts else ""


def map_row(scene: MapScene, name: str) -> FactRow:
    """A service as a row of the table."""
    proposed = [edge.end for edge in scene.proposals if edge.start == name]
    cells = {
        "service": name,
        "state": scene.state_text(name),
        "needs": ", ".join(scene.needs.get(name, ())),
        "needed_by": ", ".join(scene.needed_by.get(name, ())),
        "proposed": ", ".join(proposed),
    }
    return FactRow(name, cells, state=scene.state(name))
