"""What the map is made of: read and placed on threads, confirmed or dismissed by the operator, said in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ....core.clock import utc_now
from ....records.service_edges import EdgeState
from ....runs.service_states import read_states
from ....topology.dependencies import PROPOSED, MapEdge, dependency_warnings
from ....topology.dependency_edits import DependencyEdit, add_dependency, is_in_file, restore_file
from ....topology.proposals import propose_dependencies
from ....topology.service_map import ServiceMap, load_service_map
from ...kit.graph_scene import GraphLine, GraphNode, GraphScene, LineStyle
from ...text import formatting
from ...text.translation import tr, tr_count
from ..services.queries import Signature, file_signature, load_services_file
from .map_layout import MapLayout, MapLine, place_services

if TYPE_CHECKING:
    from ....agents.watch.models import Service
    from ...app_context import AppContext

MOST_CAUSES, MOST_NAMES = 4, 5
STATE_WORDS = {"healthy": tr("healthy"), "degraded": tr("degraded"), "down": tr("down")}
WRONG = ("down", "degraded")


@dataclass(frozen=True, slots=True)
class MapRow:
    """A service of the map: its state, what it needs, what needs it, and which dependencies are proposed. ``cause`` is
    the service whose failure explains its own, ``explains`` how many others its failure explains."""

    name: str
    state: str = "unknown"
    needs: tuple[str, ...] = ()
    needed_by: tuple[str, ...] = ()
    proposed: tuple[str, ...] = ()
    cause: str = ""
    explains: int = 0


@dataclass(frozen=True, slots=True)
class MapSource:
    """What was read last, to be handed in with the next question: what did not change is not made again."""

    shown: ServiceMap = field(default_factory=ServiceMap)
    rows: Mapping[Hashable, MapRow] = field(default_factory=dict)
    layout: MapLayout = field(default_factory=MapLayout)
    scene: GraphScene = field(default_factory=GraphScene)
    warnings: tuple[str, ...] = ()
    checks: tuple[Service, ...] = ()
    signature: Signature = ()
    is_read: bool = False

    @property
    def proposals(self) -> tuple[MapEdge, ...]:
        """Return the dependencies that wait for an answer."""
        return tuple(edge for edge in self.shown.edges if edge.source == PROPOSED)


def load_map(context: AppContext, before: MapSource) -> MapSource:
    """Read services, edges and states anew. Reads files: on a thread of its own."""
    signature, checks = file_signature(context.folder.services_file), before.checks
    if not before.is_read or signature != before.signature:
        services, _, _ = load_services_file(context)
        checks = services.checks if services is not None else ()
    shown = context.book.store.read(lambda: _load(context, checks)).result()
    is_same = before.is_read and (shown.graph.names, shown.edges) == (before.shown.graph.names, before.shown.edges)
    layout = before.layout if is_same else place_services(shown.graph.names, shown.edges)
    scene = make_scene(shown, layout)
    rows: dict[Hashable, MapRow] = dict(map_rows(shown, scene.keys).items())
    return MapSource(
        shown, rows, layout, scene, dependency_warnings(checks, shown.records), checks, signature, is_read=True
    )


def _load(context: AppContext, checks: Sequence[Service]) -> ServiceMap:
    states = read_states(context.book, context.folder)
    return load_service_map(context.book, checks, {name: state.status for name, state in states.items()})


def propose_edges(context: AppContext, checks: Sequence[Service]) -> int:
    """Look for dependencies that can be proposed; return how many are new. Takes its time: reads memories and files."""
    folders = context.settings.current.repositories.folders
    return propose_dependencies(context.book, context.memory, checks, folders, utc_now())


# --- answers to proposals, on threads: services.toml is a file -------------------------------------------------------


def confirm_edge(context: AppContext, edge: MapEdge) -> DependencyEdit | None:
    """Write the dependency into services.toml where the service stands there, and record it; return the edit."""
    path = context.folder.services_file
    edit = add_dependency(path, edge.start, edge.end) if is_in_file(path, edge.start) else None
    set_edge_state(context, edge, EdgeState.CONFIRMED)
    return edit


def withdraw_confirmation(context: AppContext, edge: MapEdge, edit: DependencyEdit | None) -> None:
    """Put the file back, and propose the dependency again."""
    if edit is not None and edit.is_changed:
        restore_file(context.folder.services_file, edit)
    set_edge_state(context, edge, EdgeState.PROPOSED)


def set_edge_state(context: AppContext, edge: MapEdge, state: EdgeState, _answer: None = None) -> None:
    """Record what was answered to a proposal."""
    edges = context.book.service_edges
    context.book.store.write(lambda: edges.set_state(edge.start, edge.end, state, utc_now())).result()


# --- words and the scene ---------------------------------------------------------------------------------------------


def map_rows(shown: ServiceMap, names: Iterable[str]) -> dict[str, MapRow]:
    """Return what there is to say of these services."""
    needs, needed_by, proposed = (defaultdict[str, list[str]](list) for _ in range(3))
    for edge in shown.edges:
        (proposed if edge.source == PROPOSED else needs)[edge.start].append(edge.end)
        if edge.source != PROPOSED:
            needed_by[edge.end].append(edge.start)
    causes = [*shown.folded.values()]
    return {
        name: MapRow(
            name,
            state if (state := shown.states.get(name, "")) in STATE_WORDS else "unknown",
            tuple(needs[name]),
            tuple(needed_by[name]),
            tuple(proposed[name]),
            shown.folded.get(name, ""),
            causes.count(name),
        )
        for name in names
    }


def state_text(row: MapRow) -> str:
    """Return ``down, explains 3 more``, ``down, explained by postgres`` or ``healthy``."""
    word = STATE_WORDS.get(row.state, tr("not known"))
    if row.cause:
        return tr("{word}, explained by {folded}", word=word, folded=row.cause)
    if row.explains:
        return tr("{word}, explains {explains} more", word=word, explains=formatting.format_number(row.explains))
    return word


def box_words(row: MapRow) -> str:
    """Return the second line of a box, which is short: of a failure that another one explains, that other one."""
    if row.cause:
        return tr("under {strip_direction_marks}", strip_direction_marks=row.cause)
    if row.explains:
        return tr("{state}, explains {explained}", state=row.state, explained=formatting.format_number(row.explains))
    return state_text(row)


def spoken_text(row: MapRow) -> str:
    """Return a service in one sentence, for screen readers and tool tips."""
    parts = [f"{row.name}: {state_text(row)}"]
    if row.needs:
        parts.append(tr("depends on {needs}", needs=formatting.format_names(row.needs, MOST_NAMES)))
    if row.needed_by:
        parts.append(tr("needed by {needed_by}", needed_by=formatting.format_names(row.needed_by, MOST_NAMES)))
    if row.proposed:
        proposed = formatting.format_names(row.proposed, MOST_NAMES)
        parts.append(tr("proposed: depends on {proposed}", proposed=proposed))
    return "; ".join(parts)


def make_scene(shown: ServiceMap, layout: MapLayout) -> GraphScene:
    """Return the map as it is drawn."""
    rows = map_rows(shown, layout.boxes)
    nodes = {
        row.name: GraphNode(
            row.name, box_words(row), spoken_text(row), row.state, wrong=row.state in WRONG, explained=bool(row.cause)
        )
        for row in rows.values()
    }
    return GraphScene(
        layout.boxes,
        nodes,
        tuple(_draw_line(line, rows) for line in layout.lines),
        layout.frames,
        layout.width,
        layout.height,
        _find_worst(rows),
        None if layout.apart_y is None else (layout.apart_y, tr("Without dependencies")),
    )


def _draw_line(line: MapLine, rows: Mapping[str, MapRow]) -> GraphLine:
    edge = line.edges[0]
    style = LineStyle.SOLID if edge.applied else LineStyle.WARNING
    return GraphLine(
        line.points,
        tuple((each.start, each.end) for each in line.edges),
        LineStyle.DASHED if edge.source == PROPOSED else style,
        wrong=any(rows[each.start].cause and rows[each.end].state == "down" for each in line.edges),
        arrow=True,
    )


def _find_worst(rows: Mapping[str, MapRow]) -> str:
    """Return the service that is worst: what is down by itself, else what is not well; empty where all are well."""
    wrong = [row for row in rows.values() if row.state in WRONG]
    return min(wrong, key=lambda row: (bool(row.cause), row.state != "down"), default=MapRow("")).name


def causes_text(shown: ServiceMap) -> str:
    """Return what is behind the open incidents: ``Cause: postgres, which explains jellyfin and nextcloud``."""
    parts = []
    for cause in shown.causes[:MOST_CAUSES]:
        others = [name for name in cause.explains if name != cause.name]
        explained = formatting.format_names(others, MOST_CAUSES)
        parts.append(tr("{name}, which explains {others}", name=cause.name, others=explained) if others else cause.name)
    if len(shown.causes) > MOST_CAUSES:
        parts.append(tr("{causes} more", causes=formatting.format_number(len(shown.causes) - MOST_CAUSES)))
    return tr_count("Cause: {names}", "Causes: {names}", len(shown.causes), names="; ".join(parts)) if parts else ""
