"""The services: how each stood over time, and all that is known of it; alerts about them, and their repositories."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from PySide6.QtCore import Qt, QTimer, QUrl
from PySide6.QtGui import QAction, QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSplitter, QStackedLayout, QTabWidget, QVBoxLayout, QWidget

from ....core.clock import utc_now
from ....monitoring.trends import RANGES
from ....storage.change_events import CommittedChange
from ... import icons, theme
from ...widgets.empty_state import EmptyState
from ..base_page import BasePage, PageLocation
from .alerts_tab import AlertsTab
from .check_editor import CheckEditor
from .detail_pane import ServiceDetail
from .incidents_tab import IncidentsTab
from .map_tab import MapTab
from .matrix_tab import MatrixTab
from .model import fact_line
from .name_editor import ServiceNameEditor
from .queries import CheckedServicesFile, ServiceLine, ServicesData, check_services_file, load_services
from .repositories_tab import RepositoriesTab
from .service_actions import ServiceActions
from .service_list import ServiceList
from .trends_tab import TrendsTab
from .uptime_columns import UptimeColumns

if TYPE_CHECKING:
    from ...app_context import AppContext

SOON_MS = 200
RETELL_MS = 15_000
SHARES = (390, 710)
SERVICES, INCIDENTS, OVER_TIME, MAP, TRENDS, ALERTS, REPOSITORIES = range(7)
TITLES = ("Services", "Incidents", "Over time", "Map", "Trends", "Alerts", "Repositories")
VIEWS = {
    "services": SERVICES,
    "incidents": INCIDENTS,
    "over-time": OVER_TIME,
    "map": MAP,
    "trends": TRENDS,
    "alerts": ALERTS,
    "repositories": REPOSITORIES,
}
BY_PLACE = ("services", "over-time", "alerts", "repositories")  # as they were remembered once
ServicesTab: TypeAlias = IncidentsTab | MatrixTab | MapTab | TrendsTab | AlertsTab | RepositoriesTab
TABLES = frozenset(
    ("health_checks", "events", "cooldown_actions", "service_rules", "dismissed_services", "services", "*")
)


class ServicesPage(BasePage):
    """The services one by one, the incidents, the services over time, the map, trends, the alerts, the repositories.

    A PageLocation with ``filters={"service": name}`` shows one service, one with an ``id`` or ``{"incident": id}`` an
    incident, ``{"view": …}`` one of VIEWS.
    """

    title = "Services"

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._known = ServicesData()
        self._judged: CheckedServicesFile | None = None
        self._judging = False
        self._shown = False
        self._wish = ""
        self._span = "24h"
        self._trends: dict[str, Any] = {}
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.add = QPushButton("Add a check…", self)
        icons.set_themed_icon(self.add, "add")
        self.add.clicked.connect(self.open_add)
        self.discover = QPushButton("Discover…", self)
        icons.set_themed_icon(self.discover, "search")
        corner = QWidget(self)
        row = QHBoxLayout(corner)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP_S)
        row.addWidget(self.discover)
        row.addWidget(self.add)
        self.tabs.setCornerWidget(corner, Qt.Corner.TopRightCorner)
        self.editing = CheckEditor(desk, self)
        self.discover.clicked.connect(self.editing.discover)
        self.editing.check_saved.connect(self._saved)
        self.editing.failed.connect(self._failed)
        self.naming = ServiceNameEditor(desk, self)
        self.naming.renamed.connect(self._saved)
        self.naming.failed.connect(self._failed)
        self._make_services()
        self.tabs.addTab(self._services, TITLES[0])
        for title in TITLES[1:]:
            self.tabs.addTab(QWidget(self.tabs), title)  # what is in them is made when they are turned to
        self._parts: dict[int, ServicesTab] = {}
        self._incidents_state: object = None
        self.tabs.currentChanged.connect(self._turned)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.tabs)
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self.refresh)
        self._retell = QTimer(self, interval=RETELL_MS)
        self._retell.timeout.connect(self._tell_times)
        self._actions = self._make_actions()
        desk.bridge.changed.connect(self._on_change)

    def activate(self, place: PageLocation | None = None) -> None:
        """In view."""
        self._shown = True
        self._retell.start()
        wanted = (place.filters or {}) if place is not None else {}
        incident = wanted.get("incident", place.id if place is not None else None)
        if isinstance(wanted.get("service"), str):
            self.show_service(wanted["service"])
        elif isinstance(incident, int):
            self.show_incident(incident)
        elif wanted.get("view") in VIEWS:
            self.tabs.setCurrentIndex(VIEWS[wanted["view"]])
        self._turned()
        self.refresh()

    def deactivate(self) -> None:
        """Out of view: nothing ticks."""
        self._shown = False
        self._retell.stop()
        self._turned()

    def focus_search(self) -> None:
        """Ctrl+F."""
        if self.tabs.currentIndex() == INCIDENTS:
            self.incidents.focus_search()
            return
        self.tabs.setCurrentIndex(SERVICES)
        self.search.setFocus()
        self.search.selectAll()

    def actions(self) -> list[QAction]:
        """For the command palette."""
        return self._actions

    def more_keys(self) -> list[tuple[str, str]]:
        """Those of its tabs."""
        return [
            ("A", "Acknowledge the chosen incident"),
            ("N", "Add a note to the chosen incident"),
            ("Ctrl+S", "Save the file (repositories)"),
        ]

    def refresh(self) -> None:
        """Ask how all services stand."""
        self.desk.bridge.ask(partial(load_services, self.desk, utc_now(), self._judged), self._answered)

    def save_state(self) -> dict[str, Any]:
        """The view, the splitter, the service, and how far back the matrix goes."""
        return {
            "view": next(name for name, place in VIEWS.items() if place == self.tabs.currentIndex()),
            "incidents": self.incidents.save_state() if INCIDENTS in self._parts else self._incidents_state,
            "splitter": self.splitter.sizes(),
            "service": self.detail.name,
            "span": self.matrix_tab.span.value if OVER_TIME in self._parts else self._span,
            "range": self.uptimes.range.value,
            "trends": self.trends.save_state() if TRENDS in self._parts else self._trends,
        }

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take it up; what does not fit is left aside."""
        sizes = state.get("splitter")
        if isinstance(sizes, list) and len(sizes) == 2 and all(isinstance(n, int) for n in sizes):
            self.splitter.setSizes(sizes)
        if state.get("span") in ("24h", "7d", "30d"):
            self._span = state["span"]
        if state.get("range") in RANGES:
            self.uptimes.range.set_value(state["range"])
        if isinstance(state.get("trends"), dict):
            self._trends = state["trends"]
        if isinstance(state.get("service"), str):
            self._wish = state["service"]
        self._incidents_state = state.get("incidents")
        view = state.get("view")
        if isinstance(view, int) and 0 <= view < len(BY_PLACE):
            view = BY_PLACE[view]
        if isinstance(view, str) and view in VIEWS:
            self.tabs.setCurrentIndex(VIEWS[view])

    def show_service(self, name: str) -> None:
        """Turn to one service."""
        self.tabs.setCurrentIndex(SERVICES)
        self.table.setFocus()
        if self.search.text():
            self.search.clear()
            self._show_list()
        if self.model.place(name) >= 0:
            self.table.select_key(name)
        else:
            self._wish = name
            self._show_list()

    def show_incident(self, incident_id: int) -> None:
        """Turn to one incident."""
        self.tabs.setCurrentIndex(INCIDENTS)
        self.incidents.show_incident(incident_id)

    # --- parts -------------------------------------------------------------------------------------------------------

    def _make_services(self) -> None:
        """Parts are made where they belong: each later move to another parent restyles all that is in them."""
        self._services = QWidget(self.tabs)
        self._wrong = QWidget(self._services)
        wrong = QHBoxLayout(self._wrong)
        wrong.setContentsMargins(0, 0, 0, theme.GAP_S)
        self._wrong_said = theme.plain_label(role="bad", wrap=True, select=True)
        self._open_file = QPushButton("Open services.toml", self._wrong)
        icons.set_themed_icon(self._open_file, "external")
        self._open_file.clicked.connect(self.open_file)
        wrong.addWidget(self._wrong_said, 1)
        wrong.addWidget(self._open_file)
        self._wrong.hide()
        lists = QWidget(self._services)
        self._none = EmptyState(
            "services",
            "No service yet",
            "Services that are checked, or that a run speaks of, appear here.",
            "Add a check…",
            parent=lists,
        )
        self._none.action_triggered.connect(self.open_add)
        self.splitter = QSplitter(Qt.Orientation.Horizontal, lists)
        self.splitter.setChildrenCollapsible(False)
        self._make_list()
        self._make_detail()
        self.splitter.setStretchFactor(0, 2)
        self.splitter.setStretchFactor(1, 5)
        self.splitter.setSizes(SHARES)
        self._lists = QStackedLayout(lists)
        self._lists.addWidget(self._none)
        self._lists.addWidget(self.splitter)
        outer = QVBoxLayout(self._services)
        outer.setContentsMargins(0, theme.GAP_M, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self._wrong)
        outer.addWidget(lists, 1)

    def _make_list(self) -> None:
        left = ServiceList(self.splitter)
        self.search, self.model, self.table, self.mentioned = left.search, left.model, left.table, left.mentioned
        self.search.textChanged.connect(self._show_list)
        self.uptimes = UptimeColumns(self.desk, self.model, self.table, left)
        left.head.addWidget(self.uptimes.range)
        self.table.row_picked.connect(self._picked)
        self.table.row_opened.connect(self._opened_line)
        self.mentioned.watch_requested.connect(self.editing.add)
        self.mentioned.dismiss_requested.connect(self.naming.dismiss)
        self.mentioned.name_picked.connect(self._show_mentioned)

    def _make_detail(self) -> None:
        right = QWidget(self.splitter)
        inner = QVBoxLayout(right)
        inner.setContentsMargins(theme.GAP_M, 0, 0, 0)
        self.detail = ServiceDetail(self.desk, right)
        self.detail.setMinimumWidth(300)
        inner.addWidget(self.detail)
        self.acting = ServiceActions(self.desk, self.detail, self)
        self.acting.message_posted.connect(self.message_posted)
        self.acting.navigation_requested.connect(self.navigation_requested)
        for signal, slot in (
            (self.detail.navigation_requested, self.navigation_requested.emit),
            (self.detail.check_requested, self.acting.check_now),
            (self.detail.run_requested, self.acting.open_run),
            (self.detail.maintenance_requested, self.acting.open_maintenance),
            (self.detail.edit_requested, self.editing.edit),
            (self.detail.copy_requested, self.editing.copy),
            (self.detail.remove_requested, self.editing.remove),
            (self.detail.add_requested, self.editing.add),
            (self.detail.rename_requested, self.naming.rename),
            (self.detail.remove_service_requested, self.naming.remove),
        ):
            signal.connect(slot)

    def _make_actions(self) -> list[QAction]:
        made = []
        for text, keys, act in (
            ("Check the chosen service now", "C", self.acting.check_now),
            ("Run about the chosen service…", "R", self.acting.open_run),
            ("Maintenance of the chosen service…", "M", self.acting.open_maintenance),
            ("Add a check of a service…", "Insert", self.open_add),
            ("Discover services…", "D", self.editing.discover),
            ("Rename the chosen service…", "F2", self._rename_chosen),
            ("Remove the chosen service…", "Delete", self._remove_chosen),
            ("Show incidents", "", partial(self._turn_to, INCIDENTS)),
            ("Show services over time", "", partial(self._turn_to, OVER_TIME)),
            ("Show alerts", "", partial(self._turn_to, ALERTS)),
            ("Show repositories", "", partial(self._turn_to, REPOSITORIES)),
            ("Show trends", "", partial(self._turn_to, TRENDS)),
            ("Show the map of services", "", partial(self._turn_to, MAP)),
            ("Open services.toml", "", self.open_file),
        ):
            action = QAction(text, self)
            if keys:
                action.setShortcut(keys)
                action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.triggered.connect(act)
            self.addAction(action)
            made.append(action)
        return made

    # --- what is known -----------------------------------------------------------------------------------------------

    def _answered(self, known: ServicesData) -> None:
        if (self._judged is None or self._judged.signature != known.signature) and not self._judging:
            self._judging = True
            self.desk.run_in_background(partial(check_services_file, self.desk), self._was_judged, self._failed)
            if not known.there:  # what is checked without a file is known in a moment
                return
        self._known = known
        self._wrong.setVisible(bool(known.wrong))
        self._wrong_said.setText(known.wrong)
        for button in (self.add, self.discover):
            button.setEnabled(not known.wrong)
        self.mentioned.show_names(known.mentioned)
        self._show_list()
        if OVER_TIME in self._parts:
            self.matrix_tab.show_known(known)
        if TRENDS in self._parts:
            self.trends.show_known(known)
        self.fact_changed.emit(fact_line(known.lines))

    def _was_judged(self, judged: CheckedServicesFile) -> None:
        self._judged, self._judging = judged, False
        self.refresh()

    def _show_list(self, _text: str = "") -> None:
        said = self.search.text().strip().lower()
        lines = [line for line in self._known.lines if said in line.name]
        names = [line.name for line in lines]
        if list(self.model.keys) != names:
            self.table.show_keys(names)
        self.model.set_rows({line.name: line for line in lines})
        self._lists.setCurrentWidget(self.splitter if self._known.lines else self._none)
        if self._wish and self._wish in names:
            self.table.select_key(self._wish)
            self._wish = ""
        elif self._wish and self.mentioned.choose(self._wish):
            name, self._wish = self._wish, ""
            self._show_mentioned(name)  # the list says nothing where the name was its current one already
            return
        elif self.mentioned.chosen and self.mentioned.chosen == self.detail.name:
            return
        elif self.table.current is None and names:
            self.table.select_key(names[0])
        self._picked(self.table.current)

    def _show_mentioned(self, name: str) -> None:
        """What is known of a name that is no service."""
        self.table.clearSelection()
        self.detail.show_line(ServiceLine(name))

    def _rename_chosen(self) -> None:
        if self.detail.line is not None:
            self.naming.rename(self.detail.name)

    def _remove_chosen(self) -> None:
        if self.detail.line is not None:
            self.naming.remove(self.detail.name)

    def _tell_times(self) -> None:
        self.model.refresh_times("since")
        self.detail.refresh_times()
        self.refresh()  # services.toml may have been edited elsewhere

    def _on_change(self, change: CommittedChange) -> None:
        if change.table in TABLES and self._shown and not self._soon.isActive():
            self._soon.start()

    def _turned(self, _place: int = 0) -> None:
        at = self.tabs.currentIndex()
        if at != SERVICES and self._shown:
            self._part(at)
        self.detail.set_in_view(self._shown and at == SERVICES)
        self.uptimes.set_in_view(self._shown and at == SERVICES)
        for place, part in self._parts.items():
            part.set_in_view(self._shown and at == place)
        for button in (self.add, self.discover):
            button.setVisible(at in (SERVICES, OVER_TIME))

    @property
    def matrix_tab(self) -> MatrixTab:
        """The view over time."""
        part = self._part(OVER_TIME)
        assert isinstance(part, MatrixTab)  # noqa: S101
        return part

    @property
    def incidents(self) -> IncidentsTab:
        """The view of incidents."""
        part = self._part(INCIDENTS)
        assert isinstance(part, IncidentsTab)  # noqa: S101
        return part

    @property
    def alerts(self) -> AlertsTab:
        """The view of alerts."""
        part = self._part(ALERTS)
        assert isinstance(part, AlertsTab)  # noqa: S101
        return part

    @property
    def repositories(self) -> RepositoriesTab:
        """The view of repositories."""
        part = self._part(REPOSITORIES)
        assert isinstance(part, RepositoriesTab)  # noqa: S101
        return part

    @property
    def trends(self) -> TrendsTab:
        """The view of trends."""
        part = self._part(TRENDS)
        assert isinstance(part, TrendsTab)  # noqa: S101
        return part

    def _part(self, at: int) -> ServicesTab:
        """A view besides the list, made when it is first turned to."""
        if at in self._parts:
            return self._parts[at]
        room = self.tabs.widget(at)
        made: ServicesTab
        if at == INCIDENTS:
            made = IncidentsTab(self.desk, room)
            made.navigation_requested.connect(self.navigation_requested)
            made.message_posted.connect(self.message_posted)
            made.restore_state(self._incidents_state)
        elif at == OVER_TIME:
            made = MatrixTab(self.desk, room)
            made.service_chosen.connect(self.show_service)
            made.navigation_requested.connect(self.navigation_requested)
            made.span.set_value(self._span)
            made.show_known(self._known)
        elif at == ALERTS:
            made = AlertsTab(self.desk, room)
            made.navigation_requested.connect(self.navigation_requested)
        elif at == TRENDS:
            made = TrendsTab(self.desk, room)
            made.message_posted.connect(self.message_posted)
            made.restore_state(self._trends)
            made.show_known(self._known)
        elif at == MAP:
            made = MapTab(self.desk, room)
            made.service_chosen.connect(self.show_service)
            made.message_posted.connect(self.message_posted)
        else:
            made = RepositoriesTab(self.desk, room)
            made.message_posted.connect(self.message_posted)
        assert room is not None  # noqa: S101
        column = QVBoxLayout(room)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(made)
        self._parts[at] = made
        return made

    def _turn_to(self, view: int, _checked: bool = False) -> None:
        self.tabs.setCurrentIndex(view)

    def _picked(self, name: object) -> None:
        line = self._known.line(name) if isinstance(name, str) else None
        if line is None or line.name != self.detail.name:
            self.acting.give_up()
        if line is not None:
            self.mentioned.names.setCurrentRow(-1)
        self.detail.show_line(line)

    def _opened_line(self, _name: object) -> None:
        (self.detail.tabs.currentWidget() or self.detail.tabs).setFocus()

    # --- what the operator does --------------------------------------------------------------------------------------

    def open_add(self) -> None:
        """A form for a new check."""
        self.editing.add("")

    def open_file(self) -> None:
        """The file in the operator's editor."""
        path = self.desk.folder.services_file
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self.message_posted.emit(f"No program opens {path} here. Open it in an editor of yours.", None)

    def _saved(self, name: str) -> None:
        """The file has changed: show what it says, and the service that it was about."""
        self._wish = name
        self.refresh()

    def _failed(self, error: Exception) -> None:
        self.message_posted.emit(getattr(error, "full_text", str(error)), None)
