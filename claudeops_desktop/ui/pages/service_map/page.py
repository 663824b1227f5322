"""The page of what depends on what: the map, the same as a table, and the dependencies that are proposed."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ....records.service_edges import EdgeState
from ....topology.dependencies import MapEdge
from ... import theme
from ...app_context import AppContext
from ...kit.actions import ActionSpec
from ...kit.columns import ColumnSpec, text_column
from ...kit.detail import EmptyText
from ...kit.graph import ZOOM_STEP, GraphView
from ...kit.list_page import ListPage, ListPageSpec
from ...latest_query import LatestQuery
from ...text import formatting
from ...text.translation import tr
from ...widgets.elided_label import ElidedLabel
from ...widgets.filter_box import FilterBox, FilterChoice
from ..base_page import PageLocation
from ..services.check_editor import publish_file_change
from ..services.queries import Signature
from .queries import (
    MapRow,
    MapSource,
    causes_text,
    confirm_edge,
    load_map,
    propose_edges,
    set_edge_state,
    state_text,
    withdraw_confirmation,
)

PROPOSE_EVERY_S = 600.0
SETTLED_MS = 1000
MAP, TABLE = "map", "table"
COLUMNS: tuple[ColumnSpec[MapRow], ...] = (
    ColumnSpec("service", tr("Service"), 190, text=lambda row: row.name, state=lambda row: row.state),
    text_column("state", tr("State"), 210, state_text),
    text_column("needs", tr("Depends on"), 230, lambda row: ", ".join(row.needs)),
    text_column("needed_by", tr("Needed by"), 230, lambda row: ", ".join(row.needed_by)),
    text_column("proposed", tr("Proposed"), 160, lambda row: ", ".join(row.proposed)),
)

# --- commands --------------------------------------------------------------------------------------------------------


def confirm(page: ServiceMapPage) -> None:
    """Write the proposed dependency into services.toml."""
    edge, context = page.proposal, page.context
    if edge is not None:
        context.undo.perform(
            tr("{start} depends on {end}", start=edge.start, end=edge.end),
            partial(publish_file_change, context, partial(confirm_edge, context, edge)),
            partial(publish_file_change, context, partial(withdraw_confirmation, context, edge)),
            aside=True,
        )


def dismiss(page: ServiceMapPage) -> None:
    """Never propose this dependency again."""
    edge, context = page.proposal, page.context
    if edge is not None:
        context.undo.perform(
            tr("Dismissed: {start} depends on {end}", start=edge.start, end=edge.end),
            partial(set_edge_state, context, edge, EdgeState.DISMISSED),
            partial(set_edge_state, context, edge, EdgeState.PROPOSED),
            aside=True,
        )


ACTIONS: tuple[ActionSpec[Any], ...] = (
    ActionSpec(
        "smaller",
        tr("Make the map smaller"),
        lambda page: page.view.zoom(1 / ZOOM_STEP),
        label=lambda _page: "−",
        tip=lambda _page: tr("Smaller (-)"),
    ),
    ActionSpec(
        "larger",
        tr("Make the map larger"),
        lambda page: page.view.zoom(ZOOM_STEP),
        label=lambda _page: "+",
        tip=lambda _page: tr("Larger (+)"),
    ),
    ActionSpec(
        "fit",
        tr("Show the whole map"),
        lambda page: page.view.fit(),
        label=lambda _page: tr("Fit"),
        tip=lambda _page: tr("Show the whole map (0)"),
    ),
    ActionSpec("confirm", tr("Confirm the proposed dependency"), confirm, label=lambda _page: tr("Confirm")),
    ActionSpec("dismiss", tr("Dismiss the proposed dependency"), dismiss, label=lambda _page: tr("Dismiss")),
    ActionSpec(
        "next",
        tr("Show the next proposed dependency"),
        lambda page: page.next_proposal(),
        label=lambda _page: tr("Next"),
    ),
    ActionSpec("open", tr("Show the service"), lambda page: page.open_service(page.table.current)),
)
ZOOMS, ANSWERS = ("smaller", "larger", "fit"), ("confirm", "dismiss", "next")


class ServiceMapPage(ListPage[MapRow]):
    """What depends on what, as a layered map or as a table; proposed dependencies are confirmed or dismissed here."""

    title = tr("Map")
    spec = ListPageSpec(
        title=tr("What depends on what"),
        look="FactTableModel",
        intro=tr(
            "No dependencies yet. Add depends_on to a check (Services, Edit), or run: claudeops "
            "services depend NAME --on OTHER. When one service fails because of another, only the "
            "cause is announced."
        ),
        columns=COLUMNS,
        load=lambda context: load_map(context, MapSource()).rows,
        tables=frozenset(("service_edges", "incidents", "health_checks", "services", "memories")),
        fact=lambda _rows: "",
        empty=EmptyText(
            "graph",
            tr("No service yet"),
            tr("Which service depends on which appears here once services are checked."),
        ),
        actions=ACTIONS,
        buttons=ZOOMS,
        row_action="open",
    )

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.source = MapSource()
        self._place = 0
        self._proposed_at: float | None = None
        self._proposed_of: Signature = ()
        self._settled = QTimer(self, singleShot=True, interval=SETTLED_MS)  # reading all memories can wait for the map
        self._settled.timeout.connect(self._propose)
        self._latest = LatestQuery(context.bridge, self._map_loaded, self._post, self, run=context.run_in_background)
        self.view = GraphView(tr("Map of the services; the table says the same"), self._stack)
        self.view.node_selected.connect(self._say_selected)
        self.view.node_opened.connect(self.open_service)
        self._stack.addWidget(self.view)
        self._add_parts()

    def _add_parts(self) -> None:
        self.shown_as = FilterBox(
            tr("Show as"), [FilterChoice(tr("As a map"), MAP), FilterChoice(tr("As a table"), TABLE)]
        )
        self.shown_as.value_chosen.connect(self._switch)
        self.head.insertWidget(0, self.shown_as)
        self.warning = theme.plain_label(role="bad", wrap=True, select=True)
        self.said = ElidedLabel(role="muted")
        self.proposal_bar = QWidget(self.body)
        self.proposed = ElidedLabel()
        bar = QHBoxLayout(self.proposal_bar)
        bar.setContentsMargins(0, 0, 0, 0)
        bar.addWidget(self.proposed, 1)
        for name in ANSWERS:
            bar.addWidget(self.action_set.make_button(name))
        self.column.insertWidget(1, self.warning)
        self.column.addWidget(self.said)
        self.column.addWidget(self.proposal_bar)
        self.action_set.update()
        for name, button in self.action_set.buttons.items():
            theme.set_accessible_name(button, self.action_set.actions[name].text())
        for part in (self.intro, self.warning, self.proposal_bar):  # until the map is read
            part.hide()

    def question(self) -> Callable[[], Any]:
        """Return what is asked: the map, given what was read before."""
        return partial(load_map, self.context, self.source)

    def fact_line(self, _rows: Sequence[MapRow]) -> str:
        """Return what is behind the open incidents."""
        return causes_text(self.source.shown)

    def focus_search(self) -> None:
        """Put the keys into what is shown."""
        (self.view if self.shown_as.value == MAP else self.table).setFocus()

    # --- what is shown -----------------------------------------------------------------------------------------------

    def _map_loaded(self, source: MapSource) -> None:
        self.source = source
        self.view.show_scene(source.scene)
        self._loaded(source.rows)
        self._switch()
        self.intro.setVisible(not source.shown.edges and bool(source.rows))
        self.warning.setText(" ".join(source.warnings))
        self.warning.setVisible(bool(source.warnings))
        self._say_selected(self.view.current)
        self._show_proposal()
        self._look_for_proposals()

    def _switch(self, _value: object = None) -> None:
        as_map = self.shown_as.value == MAP
        if self.source.rows:
            self._stack.setCurrentWidget(self.view if as_map else self.table)
        for name in ZOOMS:
            self.action_set.buttons[name].setVisible(as_map and bool(self.source.rows))

    def _say_selected(self, name: str) -> None:
        node = self.source.scene.nodes.get(name)
        self.said.setText(tr("{spoken}. Return shows the service.", spoken=node.spoken) if node is not None else "")

    def open_service(self, name: object) -> None:
        """Show a service on its page."""
        if isinstance(name, str):
            self.navigation_requested.emit(PageLocation("services", filters={"service": name}))

    # --- proposals ---------------------------------------------------------------------------------------------------

    @property
    def proposal(self) -> MapEdge | None:
        """Return the proposal that waits for an answer, of several the one that is shown."""
        waiting = self.source.proposals
        return waiting[self._place % len(waiting)] if waiting else None

    def next_proposal(self) -> None:
        """Show the next proposal, and the service that it is about."""
        self._place += 1
        self._show_proposal()
        if self.proposal is not None:
            self.view.select_node(self.proposal.start)

    def _show_proposal(self) -> None:
        edge, number = self.proposal, len(self.source.proposals)
        self.proposal_bar.setVisible(edge is not None)
        if edge is None:
            return
        waiting = formatting.format_number(number)
        place = tr(" ({place} of {waiting})", place=self._place % number + 1, waiting=waiting) if number > 1 else ""
        self.proposed.setText(
            tr(
                "Proposed{place}: {start} depends on {end}. {evidence}",
                place=place,
                start=edge.start,
                end=edge.end,
                evidence=edge.evidence,
            )
        )
        buttons = self.action_set.buttons
        buttons["next"].setVisible(number > 1)
        for button in (buttons["confirm"], buttons["dismiss"]):
            spoken = tr("{verb}: {start} depends on {end}", verb=button.text(), start=edge.start, end=edge.end)
            theme.set_accessible_name(button, spoken)

    def _look_for_proposals(self) -> None:
        """Look once the map is there, and again every ten minutes or where the file has changed."""
        is_due = self._proposed_at is None or time.monotonic() - self._proposed_at > PROPOSE_EVERY_S
        if self.source.checks and (is_due or self._proposed_of != self.source.signature):
            self._settled.start()

    def _propose(self) -> None:
        if self._in_view:
            self._proposed_at, self._proposed_of = time.monotonic(), self.source.signature
            self.context.run_in_background(partial(propose_edges, self.context, self.source.checks))
