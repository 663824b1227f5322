"""The view of all services over time: the matrix, its span, and what the chosen cell says."""

from __future__ import annotations

import logging
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from ....core.clock import to_text, utc_now
from ....core.errors import EnvironmentFault
from ....monitoring.results.store import CheckResultStore
from ....records.health_cells import MAINTENANCE, HealthMatrix, column_bounds, fill_matrix
from ....storage.change_events import CommittedChange
from ... import theme
from ...text.translation import tr
from ...widgets.elided_label import ElidedLabel
from ...widgets.empty_state import EmptyState
from ...widgets.filter_box import FilterBox, FilterChoice
from ..base_page import BasePage, PageLocation
from ..services.model import fact_line
from ..services.queries import ServicesData
from ..services.services_query import ServicesReader
from .matrix_cells import MatrixLegend
from .matrix_view import MatrixView

if TYPE_CHECKING:
    from ...app_context import AppContext

log = logging.getLogger(__name__)
SOON_MS = 300
AGAIN_MS = 60_000
SPANS = (
    FilterChoice(tr("Last 24 hours"), "24h"),
    FilterChoice(tr("Last 7 days"), "7d"),
    FilterChoice(tr("Last 30 days"), "30d"),
)
ALL, UNWELL = "all", "unwell"


class OverTimePage(BasePage):
    """One row a service, one column an hour or a day; a cell leads to its service and to the events of its time."""

    title = tr("Over time")

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._known = ServicesData()
        self._found: HealthMatrix | None = None
        self._in_view = False
        self.span = FilterBox(tr("How far back"), SPANS)
        self.which = FilterBox(
            tr("Which services"),
            [FilterChoice(tr("All services"), ALL), FilterChoice(tr("Services with problems"), UNWELL)],
        )
        self.view = MatrixView()
        self.view.current_cell_changed.connect(self._moved)
        self.view.cell_opened.connect(self._opened)
        self._said = ElidedLabel(role="muted")
        self.cell_events = QPushButton(tr("Events at that time"))
        self.cell_events.setToolTip(tr("Show the events of this service in the time of the cell"))
        self.cell_events.clicked.connect(self._show_events)
        self._empty = EmptyState(
            "services",
            tr("Nothing was checked yet"),
            tr("The state of every service, hour by hour, appears here after a run."),
        )
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(self.span)
        head.addWidget(self.which)
        head.addStretch()
        self._full = QWidget()
        column = QVBoxLayout(self._full)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addLayout(head)
        column.addWidget(self.view, 1)
        said = QHBoxLayout()
        said.addWidget(self._said, 1)
        said.addWidget(self.cell_events)
        column.addLayout(said)
        column.addWidget(MatrixLegend())
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._full)
        self._reader = ServicesReader(desk, self)
        self._reader.loaded.connect(self._services_known)
        self.span.value_chosen.connect(self.refresh)
        self.which.value_chosen.connect(self._show)
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self.refresh)
        self._again = QTimer(self, interval=AGAIN_MS)
        self._again.timeout.connect(self.refresh)
        desk.bridge.changed.connect(self._on_change)

    def activate(self, place: PageLocation | None = None) -> None:
        """Follow the services from now on."""
        self._in_view = True
        self._again.start()
        self.refresh()

    def deactivate(self) -> None:
        """Stop every timer."""
        self._in_view = False
        self._again.stop()

    def save_state(self) -> dict[str, Any]:
        """The span."""
        return {"span": self.span.value}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take up the span, where there is one of that name."""
        if any(state.get("span") == choice.value for choice in SPANS):
            self.span.set_value(state["span"])

    def refresh(self, _span: object = None) -> None:
        """Ask for the services and their cells anew."""
        if self._in_view:
            self._reader.refresh()
            self.desk.bridge.ask(partial(load_matrix, self.desk, self.span.value, utc_now()), self._answered)

    def _services_known(self, known: ServicesData) -> None:
        self._known = known
        self.fact_changed.emit(fact_line(known.lines))
        self._show()

    def _answered(self, found: HealthMatrix) -> None:
        if found.span == self.span.value:
            self._found = found
            self._show()

    def _show(self, _which: object = None) -> None:
        if self._found is None:
            return
        found = self._found
        names = [line.name for line in self._known.lines if line.name in found.rows or line.keys]
        told = {line.name for line in self._known.lines} | {one.name for one in self._known.mentioned}
        names += sorted(set(found.rows) - told)  # was a service then; what is only mentioned is none
        if self.which.value == UNWELL:
            unwell = {
                name
                for name, cells in found.rows.items()
                if any(c.state not in ("healthy", MAINTENANCE) for c in cells.values())
            }
            names = [name for name in names if name in unwell]
        states = {line.name: line.state for line in self._known.lines}
        self._stack.setCurrentWidget(self._full if found.rows or self.span.value != "24h" or names else self._empty)
        self.view.show_matrix(found, names, states)
        if not names:
            self._said.setText(
                tr("All services were healthy all the time.") if found.rows else tr("Nothing was checked at that time.")
            )

    def _moved(self, said: str) -> None:
        self._said.setText(tr("{said}. Return shows the service.", said=said) if said else "")
        self.cell_events.setEnabled(bool(said))

    def _opened(self, service: str, _start: datetime, _end: datetime) -> None:
        self.navigation_requested.emit(PageLocation("services", filters={"service": service}))

    def _show_events(self) -> None:
        """Of the service and the time of the cell chosen."""
        if self._found is not None and self.view.service:
            column = self.view.current[1]
            edges = "/".join(map(to_text, self._found.bounds[column : column + 2]))
            self.navigation_requested.emit(
                PageLocation("events", filters={"service": self.view.service, "time": edges})
            )

    def _on_change(self, change: CommittedChange) -> None:
        if self._in_view and change.table in ("health_checks", "*") and not self._soon.isActive():
            self._soon.start()


def load_matrix(desk: AppContext, span: str, now: datetime) -> HealthMatrix:
    """On a reader thread: what runs and agents found, and what continuous checks did. A cell is the worst of both."""
    edges = column_bounds(span, now)
    found = desk.book.health.in_cells(edges)
    try:
        with CheckResultStore(desk.folder.check_results) as results:
            found += results.cells(edges)
    except EnvironmentFault as error:  # the matrix of runs is still true; the tab of trends says it too
        log.warning("%s", error.full_text)
    return fill_matrix(span, edges, found)
