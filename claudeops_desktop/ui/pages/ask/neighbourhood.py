"""Around a service: what is known of it, and what else that speaks of, as a small graph and as a list (E9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from ....language.types import GENERAL
from ....memory import EntityGraph, Memory, MemoryQuery, MemoryService
from ....storage.change_events import CommittedChange
from ... import theme
from ...app_context import AppContext
from ...latest_query import LatestQuery
from ...text import formatting
from ...text.translation import tr, tr_count
from ...widgets.empty_state import EmptyState
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.record_cell import RecordCell
from ...widgets.record_model import RecordModel, TableColumn
from ...widgets.record_table import RecordTable
from ...widgets.vertical_scroll import VerticalScroll
from ..base_page import PageLocation
from ..memories.text import shorten_to_line
from .graph_view import GraphView, GraphViewEdge, GraphViewNode, node_text

MOST = 24  # more than these cannot be told apart
SOON_MS = 300
TEXT_NOTHING = tr(
    "What runs learn about a service appears here, with the hosts, ports, paths and services named with it."
)
TEXT = tr(
    "Choose a service to see what is known about it, with the hosts, ports, paths and "
    "services named with it. New memories may take a moment to appear."
)


@dataclass(frozen=True, slots=True)
class NeighbourhoodGraph:
    """The graph as it is drawn; for each dot, the memories that speak of it."""

    dots: tuple[GraphViewNode, ...]
    ties: tuple[GraphViewEdge, ...]
    said: tuple[tuple[int, ...], ...]


def build_graph(graph: EntityGraph, most: int = MOST) -> NeighbourhoodGraph:
    """Entities as dots, those most spoken of first; two are tied by each memory that speaks of both. The first is the
    middle. Kinds stand together.
    """
    middles = [node for node in graph.nodes if node.memory_id is None and node.hops == 0]
    if not middles:
        return NeighbourhoodGraph((), (), ())
    middle = middles[0]
    others = [node for node in graph.nodes if node.memory_id is None and node.hops > 0]
    others = sorted(sorted(others, key=lambda n: (-n.weight, n.name))[:most], key=lambda n: (n.kind, -n.weight, n.name))
    alias = {node.key: middle.key for node in middles}
    shown = [middle, *others]
    place = {node.key: at for at, node in enumerate(shown)}
    memory_of = {node.key: node.memory_id for node in graph.nodes if node.memory_id is not None}
    speaks: dict[int, set[int]] = {number: {0} for number in memory_of.values()}
    for start, end, _ in graph.edges:
        at = place.get(alias.get(end, end))
        if start in memory_of and at is not None:
            speaks[memory_of[start]].add(at)
    ties = Counter(pair for places in speaks.values() for pair in combinations(sorted(places), 2))
    said = tuple(tuple(number for number, places in speaks.items() if at in places) for at in range(len(shown)))
    return NeighbourhoodGraph(
        tuple(GraphViewNode(node.key, node.kind, node.name, len(said[at])) for at, node in enumerate(shown)),
        tuple(GraphViewEdge(a, b, count) for (a, b), count in sorted(ties.items())),
        said,
    )


class NeighbourhoodModel(RecordModel):
    """The memories that speak of the chosen dot. Keys are ids, rows are Memories."""

    COLUMNS = (
        TableColumn("fact", tr("Memory"), 280),
        TableColumn("confidence", tr("Conf."), 56, number=True),
    )

    def text(self, row: Memory, column: str) -> str:
        """What a cell shows."""
        return (
            formatting.strip_direction_marks(shorten_to_line(row.observation, 300))
            if column == "fact"
            else f"{row.confidence:.2f}"
        )

    def tip(self, row: Memory, column: str) -> str:
        """What is cut off."""
        return formatting.strip_direction_marks(row.observation[:1200]) if column == "fact" else ""


class NeighbourhoodView(QWidget):
    """``memory_requested`` carries the id of a memory, ``navigation_requested`` a PageLocation, ``message_posted`` a
    sentence, ``fact_changed`` the line under the title. A PageLocation with a ``service`` shows what is around it.
    """

    memory_requested = Signal(int)
    navigation_requested = Signal(object)
    message_posted = Signal(str)
    fact_changed = Signal(str)

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._name = ""
        self._begun = False
        self.neighbourhood = NeighbourhoodGraph((), (), ())
        self._latest = LatestQuery(desk.bridge, self._known, self.message_posted.emit, self)
        self._rows = LatestQuery(desk.bridge, self._have_rows, self.message_posted.emit, self)
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self.refresh)
        self.service = FilterBox(tr("Service"), [FilterChoice(tr("Choose a service"), "")])
        self.service.value_chosen.connect(self.show_name)
        self.centre = QPushButton(tr("Centre it"))
        self.centre.setToolTip(tr("Show what is related to the selected item (C)"))
        self.centre.clicked.connect(self.centre_chosen)
        self.open = QPushButton(tr("Show its memories"))
        self.open.setToolTip(tr("Open them on the Memories page (Return)"))
        self.open.clicked.connect(self.open_chosen)
        self._stack = QStackedWidget(self)
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self._stack)
        self.graph = GraphView()
        self.area = VerticalScroll(self.graph, self.splitter)  # where there is little room, none stands over another
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.graph.node_selected.connect(self._chosen)
        self.graph.node_opened.connect(self._opened)
        side = QWidget(self.splitter)
        self.title = theme.plain_label(role="strong", wrap=True)
        self.model = NeighbourhoodModel(side)
        self.model.rows_requested.connect(self._want)
        self.table = RecordTable(self.model, tr("Memories about the selected item"), side)
        self.table.setItemDelegate(RecordCell(self.table))
        self.table.stretch_columns(0)
        self.table.row_opened.connect(self._open_memory)
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addWidget(self.title)
        column.addWidget(self.table, 1)
        self.empty = EmptyState("graph", tr("Choose a service"), TEXT)
        self._lay_out(side)
        key = QAction(tr("Centre it"), self)
        key.setShortcut(QKeySequence("C"))
        key.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        key.triggered.connect(self.centre_chosen)
        self.graph.addAction(key)
        desk.bridge.changed.connect(self._changed)

    def _lay_out(self, side: QWidget) -> None:
        for part, share in ((self.area, 5), (side, 3)):
            self.splitter.addWidget(part)
            self.splitter.setStretchFactor(self.splitter.count() - 1, share)
        self.splitter.setSizes([625, 375])
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(theme.GAP_M)
        theme.set_role(self.splitter, "gap")
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.splitter)
        row = QHBoxLayout()
        row.setSpacing(theme.GAP_S)
        row.addWidget(self.service)
        row.addStretch()
        row.addWidget(self.centre)
        row.addWidget(self.open)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.GAP_M, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addLayout(row)
        column.addWidget(self._stack, 1)

    # --- showing ------------------------------------------------------------------------------------------------------

    def show_place(self, place: PageLocation) -> None:
        """What is around the service that the place names."""
        name = (place.filters or {}).get("service")
        if isinstance(name, str) and name:
            self.show_name(name)

    def show_name(self, name: str) -> None:
        """What is around this."""
        self._name = name
        self.refresh()

    def refresh(self) -> None:
        """Ask anew. The first time, what is not indexed yet is looked for in the background."""
        if not self._begun:
            self._begun = True
            self._desk.run_in_background(self._desk.memory.recall.begin_indexing)
        self._latest.ask(partial(_load_neighbourhood, self._desk.memory, self._name))

    def take_focus(self) -> None:
        """Put the keys into the graph, or where one is chosen."""
        (self.graph if self.neighbourhood.dots else self.service).setFocus(Qt.FocusReason.OtherFocusReason)

    def _known(self, answer: tuple[str, dict[str, int], EntityGraph]) -> None:
        name, services, graph = answer
        first = [FilterChoice(tr("Choose a service"), "")] if not name else []
        self.service.set_choices(
            [*first, *(FilterChoice(n, n, count) for n, count in services.items() if n != GENERAL)]
        )
        if name:
            self.service.set_value(name)
        elif not any(n != GENERAL for n in services):
            self.empty.set_message(tr("Nothing is known about services yet"), TEXT_NOTHING)
        elif best := [n for n in services if n != GENERAL]:
            self.show_name(max(best, key=lambda n: services[n]))  # the one that most is known of needs no click
            return
        now = build_graph(graph)
        if now != self.neighbourhood:
            current = self.neighbourhood.dots[self.graph.current].key if self.neighbourhood.dots else ""
            self.neighbourhood = now
            self.graph.show_graph(now.dots, now.ties)
            keys = [dot.key for dot in now.dots]
            if current in keys:
                self.graph.select_node(keys.index(current))
        if not now.dots and name:
            self.empty.set_message(
                tr("Nothing related to {name} is known yet", name=formatting.strip_direction_marks(name)), TEXT
            )
        self._stack.setCurrentWidget(self.splitter if now.dots else self.empty)
        for button in (self.centre, self.open):
            button.setVisible(bool(now.dots))
        if now.dots:
            self.fact_changed.emit(
                tr_count("{name} · %n related", "{name} · %n related", len(now.dots) - 1, name=node_text(now.dots[0]))
            )
        else:
            self.fact_changed.emit("")
        self._chosen(self.graph.current)

    def _chosen(self, place: int) -> None:
        if not self.neighbourhood.dots:
            return
        dot, ids = self.neighbourhood.dots[place], self.neighbourhood.said[place]
        box = self.graph.boxes[place]
        self.area.ensureVisible(round(box.x), round(box.y), round(box.width / 2), round(box.height / 2))
        middle = self.neighbourhood.dots[0]
        self.title.setText(
            node_text(dot)
            if place == 0
            else tr(
                "{name} and {centre}",
                name=formatting.strip_direction_marks(dot.name),
                centre=formatting.strip_direction_marks(middle.name),
            )
        )
        self.centre.setEnabled(place != 0)
        if list(self.model.keys) != list(ids):
            self.table.show_keys(ids)

    def _want(self, ids: Sequence[int]) -> None:
        self._rows.ask(partial(_load_rows, self._desk.memory, tuple(ids)))

    def _have_rows(self, rows: dict[Hashable, Memory]) -> None:
        self.model.set_rows(rows)

    def _changed(self, change: CommittedChange) -> None:
        if self.isVisible() and change.table in ("memories", "memory_index", "*") and not self._soon.isActive():
            self._soon.start()

    # --- what the operator does ---------------------------------------------------------------------------------------

    def centre_chosen(self) -> None:
        """What is around the chosen one."""
        if self.neighbourhood.dots and self.graph.current:
            self.show_name(self.neighbourhood.dots[self.graph.current].name)

    def open_chosen(self) -> None:
        """The memories of the chosen one, on their page."""
        self._opened(self.graph.current)

    def _opened(self, place: int) -> None:
        if self.neighbourhood.dots:
            dot = self.neighbourhood.dots[place]
            filters = {"service": dot.name} if dot.kind == "service" else {"text": dot.name}
            self.navigation_requested.emit(PageLocation("memories", filters=filters))

    def _open_memory(self, key: object) -> None:
        if isinstance(key, int):
            self.memory_requested.emit(key)


def _load_neighbourhood(memory: MemoryService, name: str) -> tuple[str, dict[str, int], EntityGraph]:
    services = memory.search.facets(MemoryQuery(state="active")).services
    graph = memory.recall.neighbourhood(name) if name else EntityGraph((), ())
    return name, services, graph


def _load_rows(memory: MemoryService, ids: tuple[int, ...]) -> dict[Hashable, Memory]:
    return {one.id: one for one in memory.search.rows(ids)}
