"""Incidents: the open ones first and the worst first, each over those that it explains; and one of them in full."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QAction, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QMenu, QSplitter, QStackedLayout, QVBoxLayout, QWidget

from ....core.clock import utc_now
from ....learning import StoredCase
from ....monitoring.incident_details import IncidentDetails
from ....records.incident_list import IncidentLine
from ....storage.change_events import CommittedChange
from ... import icons, theme
from ...text.formatting import RETELL_MS, format_number
from ...text.translation import tr, tr_count
from ...widgets.empty_state import EmptyState
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.flow_layout import FlowLayout
from ...widgets.record_cell import RecordCell
from ...widgets.record_table import RecordTable
from ...widgets.search_field import SearchField
from ..base_page import BasePage, PageLocation
from .actions import IncidentActions
from .detail_pane import IncidentPane
from .model import OPEN, RESOLVED, IncidentQuery, IncidentTableModel, choose_lines
from .queries import load_details, load_learned, load_lines

if TYPE_CHECKING:
    from ...app_context import AppContext

SOON_MS = 120
WIDE_FROM = 1000
TRIED_FROM = 700
SHARES = (610, 440)
NOTHING = (
    tr("No incident"),
    tr("When a check finds a service down, and a second attempt confirms it, the incident appears here."),
)
NO_MATCH = (tr("No incident matches"), tr("Try other words or another filter."), tr("Clear the filters"))
TRIED = 2
TABLES = frozenset(
    ("incidents", "events", "runs", "sessions", "cooldown_actions", "alerts", "notifications", "cases", "*")
)


class IncidentsPage(BasePage):
    """A PageLocation with an id shows that incident."""

    title = tr("Incidents")

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._in_view = False
        self._query = self._query_shown = IncidentQuery()
        self._lines: list[IncidentLine] = []
        self._by_id: dict[int, IncidentLine] = {}
        self._known = False
        self.acting = IncidentActions(desk, self)
        self.acting.message_posted.connect(self.message_posted)
        self._make_filters()
        self._make_lists()
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self.refresh)
        self._retell = QTimer(self, interval=RETELL_MS)
        self._retell.timeout.connect(self._tell_times)
        desk.bridge.changed.connect(self._on_change)

    def activate(self, place: PageLocation | None = None) -> None:
        """Follow the incidents from now on, and show the one that was asked for."""
        self._in_view = True
        self._retell.start()
        self.refresh()
        if place is not None and place.id is not None:
            self.show_incident(place.id)

    def deactivate(self) -> None:
        """Stop every timer."""
        self._in_view = False
        self._retell.stop()

    def show_incident(self, incident_id: int) -> None:
        """Turn to one; filters that would hide it are cleared."""
        self._clear_filters()
        self.table.select_key(incident_id)
        self.table.setFocus()

    def focus_search(self) -> None:
        """Ctrl+F."""
        self.search.setFocus()
        self.search.selectAll()

    def more_keys(self) -> list[tuple[str, str]]:
        """The keys that act on the chosen incident."""
        return [("A", tr("Acknowledge the chosen incident")), ("N", tr("Add a note to the chosen incident"))]

    def refresh(self) -> None:
        """Ask anew."""
        self._soon.stop()
        self.desk.bridge.ask(partial(load_lines, self.desk), self._answered, newest=True)
        self._ask_details(self.table.current)

    def save_state(self) -> dict[str, Any]:
        """The splitter, the filter and the look of the table."""
        return {"splitter": self.splitter.sizes(), "state": self._query.state}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take it up; what does not fit is left aside."""
        sizes = state.get("splitter")
        if isinstance(sizes, list) and len(sizes) == 2 and all(isinstance(n, int) for n in sizes):
            self.splitter.setSizes(sizes)
        if state.get("state") in (OPEN, RESOLVED):
            self._state_chosen(state["state"])
            self.state.set_value(state["state"])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where it is wide the detail stands beside the table, else below it."""
        super().resizeEvent(event)
        wide = event.size().width() >= WIDE_FROM
        self.splitter.setOrientation(Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A narrow table leaves out what was tried: the time line tells it."""
        if watched is self.table and event.type() == QEvent.Type.Resize:
            self.table.leave_out_column(TRIED, self.table.width() < TRIED_FROM)
        return super().eventFilter(watched, event)

    # --- parts -------------------------------------------------------------------------------------------------------

    def _make_filters(self) -> None:
        self._filters = QWidget(self)
        row = FlowLayout(theme.GAP_S, self._filters, fill=True)
        self.search = SearchField(tr("Search incidents"), self._filters)
        self.search.searched.connect(self._searched)
        self.state = FilterBox(tr("State"), _state_choices(()), self._filters)
        self.state.value_chosen.connect(self._state_chosen)
        row.addWidget(self.search)
        row.addWidget(self.state)

    def _make_lists(self) -> None:
        room = QWidget(self)
        self._empty = EmptyState("alert", *NOTHING, parent=room)
        self._empty.action_triggered.connect(self._clear_filters)
        self.splitter = QSplitter(Qt.Orientation.Horizontal, room)
        self.splitter.setChildrenCollapsible(False)
        self.model = IncidentTableModel(self)
        self.table = RecordTable(self.model, tr("Incidents"), self.splitter)
        self.search.entered.connect(self.table.focus_first_row)
        self.table.setMinimumSize(260, 4 * theme.ROW)
        self.table.setItemDelegate(RecordCell(self.table))
        self.table.stretch_columns(1)
        self.table.installEventFilter(self)
        self.table.row_picked.connect(self._picked)
        self.table.row_opened.connect(self._opened)
        self.table.sort_requested.connect(self._sort)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._menu)
        self.copy = QAction(tr("Copy"), self.table)
        icons.set_themed_icon(self.copy, "copy", "muted")
        self.copy.setShortcut("Ctrl+C")
        self.copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.copy.triggered.connect(self._copy)
        self.table.addAction(self.copy)
        right = QWidget(self.splitter)
        inner = QVBoxLayout(right)
        inner.setContentsMargins(theme.GAP_M, theme.GAP_S, 0, 0)
        self.pane = IncidentPane(self.desk, self.acting, right)
        self.pane.setMinimumSize(300, 200)
        self.pane.navigation_requested.connect(self.navigation_requested)
        inner.addWidget(self.pane)
        self.splitter.setStretchFactor(0, 3)
        self.splitter.setStretchFactor(1, 2)
        self.splitter.setSizes(SHARES)
        self._lists = QStackedLayout(room)
        self._lists.addWidget(self._empty)
        self._lists.addWidget(self.splitter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_M)
        column.addWidget(self._filters)
        column.addWidget(room, 1)

    # --- what is known -----------------------------------------------------------------------------------------------

    def _answered(self, lines: list[IncidentLine]) -> None:
        self._known = True
        self._lines = lines
        self._by_id = {line.incident.id: line for line in lines}
        self.state.set_choices(_state_choices(lines))
        self._show()
        live = sum(line.incident.is_live for line in lines)
        found = tr_count("%n incident", "%n incidents", len(lines))
        self.fact_changed.emit(
            tr("{incidents} · {open} open", incidents=found, open=format_number(live)) if lines else ""
        )

    def _show(self) -> None:
        found = choose_lines(self._lines, self._query, utc_now())
        keys = [line.incident.id for line in found]
        if list(self.model.keys) != keys:
            self.table.keeps_rows_in_place = self._query == self._query_shown
            self.table.show_keys(keys)
        self._query_shown = self._query
        moved = {line.incident.id: line for line in found if self.model.known_row(line.incident.id) != line}
        self.model.set_rows(moved)  # only what looks different is drawn anew
        self._filters.setVisible(bool(self._lines))
        self._empty.set_message(*(NO_MATCH if self._lines else NOTHING))
        self._lists.setCurrentWidget(self.splitter if keys else self._empty)
        if keys and self.table.current is None and not self.table.has_pending_selection:
            self.table.select_key(keys[0])
        elif not keys:
            self.pane.show_details(None)

    def _picked(self, key: object) -> None:
        if key is None:
            self.pane.show_details(None)
        self._ask_details(key)

    def _ask_details(self, key: object) -> None:
        if isinstance(key, int) and self._in_view:
            ask = partial(load_details, self.desk, self.acting.source, key, utc_now())
            self.desk.bridge.ask(ask, partial(self._details_known, key))
            self.desk.bridge.ask(partial(load_learned, self.desk, key), partial(self._learned_known, key))

    def _details_known(self, key: int, details: IncidentDetails | None) -> None:
        if self.table.current == key:
            self.pane.show_details(details)

    def _learned_known(self, key: int, case: StoredCase | None) -> None:
        if self.table.current == key:
            self.pane.show_learned(case)

    def _tell_times(self) -> None:
        self.model.refresh_times("state", "since", "lasted")
        self.pane.refresh_times(utc_now())

    def _on_change(self, change: CommittedChange) -> None:
        if self._in_view and change.table in TABLES and not self._soon.isActive():
            self._soon.start()

    # --- what the operator does --------------------------------------------------------------------------------------

    def _searched(self, text: str) -> None:
        self._query = replace(self._query, text=text)
        self._show()

    def _state_chosen(self, state: Any) -> None:
        self._query = replace(self._query, state=state)
        self._show()

    def _sort(self, column: str, descending: bool) -> None:
        self._query = replace(self._query, sort=column, descending=descending)
        self._show()

    def _clear_filters(self) -> None:
        self._query = replace(self._query, state=None, text="")
        self.search.set_text_quietly("")
        self.state.set_value(None)
        if self._known:
            self._show()

    def _opened(self, _key: object) -> None:
        self.pane.timeline.setFocus()

    def _menu(self, at: QPoint) -> None:
        if self.table.current is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.acting.fill_menu(menu)
        menu.addSeparator()
        menu.addAction(self.copy)
        self.table.tools.fill_menu(menu, with_copy=False)
        menu.popup(self.table.viewport().mapToGlobal(at))

    def _copy(self) -> None:
        row = self.model.row(self.model.place(self.table.current))
        if row is not None:
            cells = (self.model.text(row, column.name) for column in self.model.COLUMNS)
            QGuiApplication.clipboard().setText("\t".join(" ".join(cell.split()) for cell in cells))


def _state_choices(lines: Sequence[IncidentLine]) -> tuple[FilterChoice, ...]:
    live = sum(line.incident.is_live for line in lines)
    return (
        FilterChoice(tr("Any state"), None, len(lines)),
        FilterChoice(tr("Open"), OPEN, live),
        FilterChoice(tr("Resolved"), RESOLVED, len(lines) - live),
    )
