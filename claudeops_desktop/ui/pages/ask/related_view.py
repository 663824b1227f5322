"""What is related to a service: a small graph of what memories name with it, and the memories about the chosen node."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget

from ....language.types import GENERAL
from ....memory import EntityGraph, Memory, MemoryQuery
from ... import theme
from ...app_context import AppContext
from ...kit.actions import ActionSpec
from ...kit.columns import ColumnSpec, show_rows
from ...kit.detail import EmptyText
from ...kit.graph import GraphView
from ...kit.graph_scene import NODE_HEIGHT, NODE_WIDTH, GraphBox, GraphLine, GraphNode, GraphPoint, GraphScene
from ...kit.list_page import ListPage, ListPageSpec
from ...text import formatting
from ...text.translation import tr, tr_count
from ...widgets.elided_label import ElidedLabel
from ...widgets.filter_box import FilterBox, FilterChoice
from ..base_page import PageLocation
from ..memories.text import shorten_to_line

MOST = 24  # more than these cannot be told apart
SMALL, LARGE = (235.0, 80.0), (320.0, 150.0)  # from the middle of an ellipse to the middles of the boxes on it
SMALL_HOLDS, LARGE_HOLDS, EDGE = 8, 12, 12.0
HEIGHT = 370
TEXT = tr("What runs learn about a service appears here, with the hosts, ports, paths and services named with it.")


@dataclass(frozen=True)
class RelatedGraph:
    """The entities around the first one, by key: what each is, and the ids of the memories that name it."""

    scene: GraphScene = field(default_factory=GraphScene)
    kinds: Mapping[str, str] = field(default_factory=dict)
    memories: Mapping[str, Sequence[int]] = field(default_factory=dict)


@dataclass(frozen=True)
class RelatedAnswer:
    """What is known around the service ``name``; how many memories each service has, and those of the graph by id."""

    name: str
    services: Mapping[str, int]
    graph: RelatedGraph
    rows: Mapping[int, Memory]


# --- the graph, pure -------------------------------------------------------------------------------------------------


def build_graph(graph: EntityGraph, most: int = MOST) -> RelatedGraph:
    """Return the entities most spoken of, kind by kind; two have a line where a memory names both."""
    middles = [node for node in graph.nodes if node.memory_id is None and node.hops == 0]
    if not middles:
        return RelatedGraph()
    others = [node for node in graph.nodes if node.memory_id is None and node.hops > 0]
    others = sorted(sorted(others, key=lambda n: (-n.weight, n.name))[:most], key=lambda n: (n.kind, -n.weight, n.name))
    shown = [middles[0], *others]
    named = _named_by_memories(graph, {node.key: middles[0].key for node in middles}, {node.key for node in shown})
    memories = {node.key: [number for number, keys in named.items() if node.key in keys] for node in shown}
    boxes, width, height = place_around([node.key for node in shown])
    nodes = {node.key: _draw_node(node.kind, node.name, len(memories[node.key])) for node in shown}
    links = Counter(pair for keys in named.values() for pair in combinations(sorted(keys), 2))
    lines = tuple(_draw_line(boxes, a, b, count) for (a, b), count in sorted(links.items()))
    scene = GraphScene(boxes, nodes, lines, width=width, height=height, first=middles[0].key)
    return RelatedGraph(scene, {node.key: node.kind for node in shown}, memories)


def _named_by_memories(graph: EntityGraph, alias: Mapping[str, str], shown: set[str]) -> dict[int, set[str]]:
    """Return the keys of the nodes that each memory names; all of them name the middle."""
    middle = next(iter(alias.values()))
    memory_of = {node.key: node.memory_id for node in graph.nodes if node.memory_id is not None}
    named: dict[int, set[str]] = {number: {middle} for number in memory_of.values()}
    for start, end, _ in graph.edges:
        key = alias.get(end, end)
        if start in memory_of and key in shown:
            named[memory_of[start]].add(key)
    return named


def _draw_node(kind: str, name: str, count: int) -> GraphNode:
    words = tr_count("%n memory", "%n memories", count)
    what = "" if kind == "service" else kind
    spoken = tr_count("{name}, %n memory", "{name}, %n memories", count, name=f"{what} {name}".strip())
    return GraphNode(name, " · ".join(filter(None, (what, words))), formatting.strip_direction_marks(spoken))


def _draw_line(boxes: Mapping[str, GraphBox], a: str, b: str, count: int) -> GraphLine:
    middles = (GraphPoint(boxes[key].x + NODE_WIDTH / 2, boxes[key].y + NODE_HEIGHT / 2) for key in (a, b))
    return GraphLine(tuple(middles), ((a, b),), weight=min(4.0, 1.0 + 0.5 * (count - 1)))


def place_around(keys: Sequence[str]) -> tuple[dict[str, GraphBox], float, float]:
    """Return boxes of which the first stands in the middle and the others around it, and their width and height.

    They stand on one ellipse, which is as large as it must be, or on two of which the inner one has every third. None
    of up to 24 overlap.
    """
    others = keys[1:]
    reach = SMALL if len(others) <= SMALL_HOLDS or len(others) > LARGE_HOLDS else LARGE
    rings = [others] if len(others) <= LARGE_HOLDS else [others[::3], [key for at, key in enumerate(others) if at % 3]]
    x, y = len(rings) * reach[0] + NODE_WIDTH / 2 + EDGE, len(rings) * reach[1] + NODE_HEIGHT / 2 + EDGE
    boxes = {keys[0]: GraphBox(keys[0], x - NODE_WIDTH / 2, y - NODE_HEIGHT / 2, row=-1)}  # it is read first
    for ring, members in enumerate(rings):
        for place, key in enumerate(members):
            angle = _angle(place + ring / 2, len(members))
            across = round((ring + 1) * reach[0] * math.cos(angle))  # whole pixels: what stands beside is not below
            down = round((ring + 1) * reach[1] * math.sin(angle))
            boxes[key] = GraphBox(key, x + across - NODE_WIDTH / 2, y + down - NODE_HEIGHT / 2)
    return boxes, 2 * x, 2 * y


def _angle(place: float, number: int) -> float:
    """Return an angle from the top on; one or two stand beside the middle."""
    begin = math.pi if number <= 2 else -math.pi / 2
    return begin + 2 * math.pi * place / number


# --- the view --------------------------------------------------------------------------------------------------------


def load_related(context: AppContext, name: str) -> RelatedAnswer:
    """Return what is around a service; without a name around the one that most is known of."""
    memory = context.memory
    services = {
        n: count for n, count in memory.search.facets(MemoryQuery(state="active")).services.items() if n != GENERAL
    }
    name = name or max(services, key=lambda one: services[one], default="")
    graph = build_graph(memory.recall.neighbourhood(name)) if name else RelatedGraph()
    ids = {number for numbers in graph.memories.values() for number in numbers}
    return RelatedAnswer(name, services, graph, {one.id: one for one in memory.search.rows(tuple(sorted(ids)))})


COLUMNS: tuple[ColumnSpec[Memory], ...] = (
    ColumnSpec(
        "fact",
        tr("Memory"),
        280,
        text=lambda row: shorten_to_line(row.observation, 300),
        tip=lambda row: row.observation[:1200],
        stretch=True,
    ),
    ColumnSpec("confidence", tr("Conf."), 56, number=True, text=lambda row: f"{row.confidence:.2f}"),
)
ACTIONS: tuple[ActionSpec[Any], ...] = (
    ActionSpec(
        "centre",
        tr("Centre it"),
        lambda view: view.centre_chosen(),
        "C",
        for_table=True,
        tip=lambda _view: tr("Show what is related to the selected item (C)"),
        enabled=lambda view: view.graph.current != view.answer.graph.scene.first,
    ),
    ActionSpec(
        "memories",
        tr("Show its memories"),
        lambda view: view.show_memories(view.graph.current),
        tip=lambda _view: tr("Open them on the Memories page (Return)"),
    ),
    ActionSpec("open", tr("Show the memory"), lambda view: view.open_memory()),
)


class RelatedView(ListPage[Memory]):
    """The graph around a service, and the memories that name the chosen node with it."""

    title = tr("Related")
    spec = ListPageSpec(
        title=tr("Memories about the selected item"),
        look="NeighbourhoodModel",
        intro="",
        columns=COLUMNS,
        load=lambda context: {},
        tables=frozenset(("memories", "memory_index")),
        fact=lambda _rows: "",
        empty=EmptyText("graph", tr("Nothing is known about services yet"), TEXT),
        actions=ACTIONS,
        buttons=("centre", "memories"),
        row_action="open",
    )

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        self.answer = RelatedAnswer("", {}, RelatedGraph(), {})
        self._name = ""
        super().__init__(context, parent)
        self.service = FilterBox(tr("Service"), [FilterChoice(tr("Choose a service"), "")])
        self.service.value_chosen.connect(self.show_name)
        self.chosen = ElidedLabel(role="strong")
        self.head.insertWidget(0, self.service)
        self.head.insertWidget(1, self.chosen, 1)
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self._stack)
        self.graph = GraphView(
            tr("What is related to it, as a graph; the list beside it has the same content"), self.splitter
        )
        self.graph.node_selected.connect(self._show_chosen)
        self.graph.node_opened.connect(self.show_memories)
        self.graph.addAction(self.action_set.actions["centre"])
        for part, share in ((self.graph, 2), (self.table, 1)):
            self.splitter.addWidget(part)
            self.splitter.setStretchFactor(self.splitter.count() - 1, share)
        self.splitter.setSizes([2000, 1000])
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(theme.GAP_M)
        theme.set_role(self.splitter, "gap")
        self._stack.addWidget(self.splitter)
        self.table.show()  # a stack hides what is not in front of it
        self.column.setContentsMargins(0, 0, 0, 0)
        self.setFixedHeight(HEIGHT)

    def show_name(self, name: str) -> None:
        """Show what is around a service or another entity."""
        self._name = name
        if self._in_view:
            self.refresh()

    def question(self) -> Callable[[], Any]:
        """Return what is asked."""
        return partial(load_related, self.context, self._name)

    def focus_search(self) -> None:
        """Put the keys into the graph, or where a service is chosen."""
        part = next((one for one in (self.graph, self.service) if one.isVisible()), self.empty)
        part.setFocus(Qt.FocusReason.OtherFocusReason)

    def _loaded(self, answer: Any) -> None:
        self.answer, self._name = answer, answer.name
        self.service.setVisible(bool(answer.services))
        if answer.name:
            self.service.set_choices([FilterChoice(name, name, count) for name, count in answer.services.items()])
            self.service.set_value(answer.name)
            self.empty.set_message(tr("Nothing related to {name} is known yet", name=answer.name), TEXT)
        known = bool(answer.graph.kinds)
        self.graph.show_scene(answer.graph.scene)
        self._stack.setCurrentWidget(self.splitter if known else self.empty)
        for button in self.action_set.buttons.values():
            button.setVisible(known)
        self._show_chosen(self.graph.current)

    def _show_chosen(self, key: str) -> None:
        scene, ids = self.answer.graph.scene, self.answer.graph.memories.get(key, ())
        rows: dict[Hashable, Memory] = {
            number: self.answer.rows[number] for number in ids if number in self.answer.rows
        }
        show_rows(self.table, self.model, rows)
        self.chosen.setText(formatting.strip_direction_marks(self._chosen_text(scene, key)))
        self.current_changed()

    def _chosen_text(self, scene: GraphScene, key: str) -> str:
        if key not in scene.nodes:
            return ""
        if key == scene.first:
            return tr_count(
                "{name} · %n related", "{name} · %n related", len(scene.nodes) - 1, name=scene.nodes[key].name
            )
        return tr("{name} and {centre}", name=scene.nodes[key].name, centre=scene.nodes[scene.first].name)

    # --- what the operator does --------------------------------------------------------------------------------------

    def centre_chosen(self) -> None:
        """Show what is around the chosen node."""
        if self.graph.current in self.answer.graph.kinds:
            self.show_name(self.answer.graph.scene.nodes[self.graph.current].name)

    def show_memories(self, key: str) -> None:
        """Show the memories of a node on their page."""
        graph = self.answer.graph
        if key in graph.kinds:
            field_name = "service" if graph.kinds[key] == "service" else "text"
            place = PageLocation("memories", filters={field_name: graph.scene.nodes[key].name})
            self.navigation_requested.emit(place)

    def open_memory(self) -> None:
        """Show the memory that the keys are at."""
        if self.current is not None:
            self.navigation_requested.emit(PageLocation("memories", id=self.current.id))
