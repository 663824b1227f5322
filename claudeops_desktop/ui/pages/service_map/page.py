"""The view of what depends on what: the map, the same as a table, and the dependencies that are proposed."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from ....storage.change_events import CommittedChange
from ....topology.dependencies import MapEdge
from ... import theme
from ...latest_query import LatestQuery
from ...text import formatting
from ...text.translation import tr
from ...widgets.elided_label import ElidedLabel
from ...widgets.empty_state import EmptyState
from ...widgets.fact_table import FactTableModel
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.record_cell import RecordCell
from ...widgets.record_model import TableColumn
from ...widgets.record_table import RecordTable
from ..base_page import BasePage, PageLocation
from ..services.check_editor import publish_file_change
from ..services.queries import Signature
from .commands import confirm_edge, dismiss_edge, take_back_confirmation, take_back_dismissal
from .map_view import STEP, MapView
from .model import MapScene, make_scene
from .queries import MapSource, causes_text, load_map, map_row, propose_edges

if TYPE_CHECKING:
    from ...app_context import AppContext

SOON_MS = 200
PROPOSE_EVERY_S = 600.0
SETTLED_MS = 1000
TABLES = frozenset(("service_edges", "incidents", "health_checks", "services", "memories", "*"))
MAP, TABLE = "map", "table"
COLUMNS = (
    TableColumn("service", tr("Service"), 190),
    TableColumn("state", tr("State"), 210),
    TableColumn("needs", tr("Depends on"), 230),
    TableColumn("needed_by", tr("Needed by"), 230),
    TableColumn("proposed", tr("Proposed"), 160),
)


class ServiceMapPage(BasePage):
    """What depends on what, as a layered map or as a table; proposed dependencies are confirmed or dismissed here."""

    title = tr("Map")

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._in_view = False
        self._loaded = MapSource()
        self._place = 0
        self._proposed_at: float | None = None
        self._proposed_of: Signature = ()
        self._settled = QTimer(self, singleShot=True, interval=SETTLED_MS)  # reading all memories can wait for the map
        self._settled.timeout.connect(self._propose)
        self._question = LatestQuery(desk.bridge, self._answered, self._failed, self, run=desk.run_in_background)
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self.refresh)
        self._make_parts()
        self._arrange()
        desk.bridge.changed.connect(self._on_change)

    @property
    def scene(self) -> MapScene:
        """What is shown."""
        return self.view.scene

    def activate(self, place: PageLocation | None = None) -> None:
        """Follow the services from now on."""
        self._in_view = True
        self.refresh()

    def deactivate(self) -> None:
        """Ask for nothing while nobody looks."""
        self._in_view = False

    def refresh(self) -> None:
        """Ask anew, and place anew what has moved."""
        if self._in_view:
            self._question.ask(partial(load_map, self.desk, self._loaded))

    # --- parts -------------------------------------------------------------------------------------------------------

    def _make_parts(self) -> None:
        self.view = MapView(self)
        self.view.service_selected.connect(self._selected)
        self.view.service_opened.connect(self._open_service)
        self.shown_as = FilterBox(
            tr("Show as"), [FilterChoice(tr("As a map"), MAP), FilterChoice(tr("As a table"), TABLE)]
        )
        self.shown_as.value_chosen.connect(self._switch)
        self.model = FactTableModel(COLUMNS, state_in="service")
        self.table = RecordTable(self.model, tr("What depends on what"), self)
        self.table.setItemDelegate(RecordCell(self.table))
        self.table.row_opened.connect(self._row_opened)
        self.smaller = self._button("−", tr("Smaller (-)"), self._shrink)
        self.larger = self._button("+", tr("Larger (+)"), self._enlarge)
        self.fit = self._button(tr("Fit"), tr("Show the whole map (0)"), self._fit)
        self._causes = ElidedLabel(role="muted")
        self._warning = theme.plain_label(role="bad", wrap=True, select=True)
        self._warning.hide()
        self._said = ElidedLabel(role="muted")
        self._empty = EmptyState(
            "graph",
            tr("No service yet"),
            tr("Which service depends on which appears here once services are checked."),
            parent=self,
        )
        self._hint = theme.plain_label(role="muted", wrap=True)
        self._hint.setText(
            tr(
                "No dependencies yet. Add depends_on to a check (Services, Edit), or run: claudeops "
                "services depend NAME --on OTHER. When one service fails because of another, only the "
                "cause is announced."
            )
        )
        self.proposal_bar = QWidget(self)
        self.proposal_bar.setObjectName("proposalBar")
        self._proposed = ElidedLabel()
        self.confirm = QPushButton(tr("Confirm"), self.proposal_bar)
        self.confirm.clicked.connect(self._confirm)
        self.dismiss = QPushButton(tr("Dismiss"), self.proposal_bar)
        self.dismiss.clicked.connect(self._dismiss)
        self.next_proposal = QPushButton(tr("Next"), self.proposal_bar)
        self.next_proposal.clicked.connect(self._next)

    def _shrink(self) -> None:
        self.view.set_scale(self.view.scale / STEP)

    def _enlarge(self) -> None:
        self.view.set_scale(self.view.scale * STEP)

    def _fit(self) -> None:
        self.view.fit()

    def _button(self, text: str, name: str, act: Callable[[], None]) -> QPushButton:
        made = QPushButton(text, self)
        theme.set_accessible_name(made, name)
        made.setToolTip(name)
        made.clicked.connect(act)
        return made

    def _arrange(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(self.shown_as)
        head.addWidget(self._causes, 1)
        for button in (self.smaller, self.larger, self.fit):
            head.addWidget(button)
        bar = QHBoxLayout(self.proposal_bar)
        bar.setContentsMargins(0, 0, 0, 0)
        bar.addWidget(self._proposed, 1)
        for button in (self.confirm, self.dismiss, self.next_proposal):
            bar.addWidget(button)
        both = QWidget(self)
        self._both = QStackedLayout(both)
        self._both.addWidget(self.view)
        self._both.addWidget(self.table)
        self._full = QWidget(self)
        column = QVBoxLayout(self._full)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addLayout(head)
        column.addWidget(self._warning)
        column.addWidget(self._hint)
        column.addWidget(both, 1)
        column.addWidget(self._said)
        column.addWidget(self.proposal_bar)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._full)

    # --- what is known -----------------------------------------------------------------------------------------------

    def _answered(self, loaded: MapSource) -> None:
        self._loaded = loaded
        scene = make_scene(loaded.shown, loaded.layout)
        self.view.show_scene(scene)
        self.model.set_facts([map_row(scene, name) for name in scene.names])
        self._stack.setCurrentWidget(self._full if scene.layout.boxes else self._empty)
        self._hint.setVisible(not scene.edges)
        self._warning.setText(" ".join(loaded.warnings))
        self._warning.setVisible(bool(loaded.warnings))
        self._causes.setText(causes_text(loaded.shown))
        self._selected(self.view.current)
        self._show_proposal()

        self._look_for_proposals()

    def _look_for_proposals(self) -> None:
        """Once the map is there, and again every ten minutes or where the file has changed."""
        is_due = self._proposed_at is None or time.monotonic() - self._proposed_at > PROPOSE_EVERY_S
        if self._loaded.checks and (is_due or self._proposed_of != self._loaded.signature):
            self._settled.start()

    def _propose(self) -> None:
        if self._in_view:
            self._proposed_at, self._proposed_of = time.monotonic(), self._loaded.signature
            self.desk.run_in_background(partial(propose_edges, self.desk, self._loaded.checks))

    def _failed(self, sentence: str) -> None:
        self.message_posted.emit(sentence, None)

    def _on_change(self, change: CommittedChange) -> None:
        if self._in_view and change.table in TABLES and not self._soon.isActive():
            self._soon.start()

    def _selected(self, name: str) -> None:
        self._said.setText(tr("{spoken}. Return shows the service.", spoken=self.scene.spoken(name)) if name else "")

    def _switch(self, value: object) -> None:
        self._both.setCurrentWidget(self.table if value == TABLE else self.view)
        for button in (self.smaller, self.larger, self.fit):
            button.setVisible(value == MAP)

    def _row_opened(self, name: object) -> None:
        if isinstance(name, str):
            self._open_service(name)

    def _open_service(self, name: str) -> None:
        self.navigation_requested.emit(PageLocation("services", filters={"service": name}))

    # --- proposals ---------------------------------------------------------------------------------------------------

    @property
    def proposal(self) -> MapEdge | None:
        """The proposal that waits for an answer, of several the one that is shown."""
        waiting = self.scene.proposals
        return waiting[self._place % len(waiting)] if waiting else None

    def _show_proposal(self) -> None:
        edge, waiting = self.proposal, self.scene.proposals
        self.proposal_bar.setVisible(edge is not None)
        if edge is None:
            return
        place = (
            tr(
                " ({place} of {waiting})",
                place=self._place % len(waiting) + 1,
                waiting=formatting.format_number(len(waiting)),
            )
            if len(waiting) > 1
            else ""
        )
        self._proposed.setText(
            tr(
                "Proposed{place}: {start} depends on {end}. {evidence}",
                place=place,
                start=edge.start,
                end=edge.end,
                evidence=edge.evidence,
            )
        )
        self.next_proposal.setVisible(len(waiting) > 1)
        for button, verb in ((self.confirm, tr("Confirm")), (self.dismiss, tr("Dismiss"))):
            theme.set_accessible_name(
                button, tr("{verb}: {start} depends on {end}", verb=verb, start=edge.start, end=edge.end)
            )

    def _next(self) -> None:
        self._place += 1
        self._show_proposal()
        if self.proposal is not None:
            self.view.select_service(self.proposal.start)

    def _confirm(self) -> None:
        edge = self.proposal
        if edge is not None:
            self.desk.undo.perform(
                tr("{start} depends on {end}", start=edge.start, end=edge.end),
                partial(publish_file_change, self.desk, partial(confirm_edge, self.desk, edge)),
                partial(publish_file_change, self.desk, partial(take_back_confirmation, self.desk, edge)),
                aside=True,
            )

    def _dismiss(self) -> None:
        edge = self.proposal
        if edge is not None:
            self.desk.undo.perform(
                tr("Dismissed: {start} depends on {end}", start=edge.start, end=edge.end),
                partial(dismiss_edge, self.desk, edge),
                partial(take_back_dismissal, self.desk, edge),
                aside=True,
            )
