"""The services: the list with uptime and response time, and all that is known of the chosen one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer, QUrl
from PySide6.QtGui import QAction, QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSplitter, QStackedLayout, QVBoxLayout, QWidget

from ....monitoring.trends import RANGES
from ....storage.change_events import CommittedChange
from ... import icons, theme
from ...text.formatting import RETELL_MS
from ...text.translation import error_text, tr
from ...widgets.empty_state import EmptyState
from ..base_page import BasePage, PageLocation
from .check_editor import CheckEditor
from .detail_pane import ServiceDetail
from .model import fact_line
from .name_editor import ServiceNameEditor
from .queries import ServiceLine, ServicesData
from .service_actions import ServiceActions
from .service_list import ServiceFilters, ServiceList
from .services_query import ServicesReader
from .uptime_columns import UptimeColumns

if TYPE_CHECKING:
    from ...app_context import AppContext

SOON_MS = 200
SHARES = (390, 710)
TABLES = frozenset(
    (
        *("health_checks", "check_results", "events", "cooldown_actions"),
        *("service_rules", "dismissed_services", "services", "*"),
    )
)


class ServicesPage(BasePage):
    """The list of the services, and all that is known of the chosen one.

    A PageLocation with ``filters={"service": name}`` shows one service.
    """

    title = tr("Services")

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._known = ServicesData()
        self._shown = False
        self._wish = ""
        self._reader = ServicesReader(desk, self)
        self._reader.loaded.connect(self._answered)
        self._reader.failed.connect(self._failed)
        self.editing = CheckEditor(desk, self)
        self.editing.check_saved.connect(self._saved)
        self.editing.failed.connect(self._failed)
        self.naming = ServiceNameEditor(desk, self)
        self.naming.renamed.connect(self._saved)
        self.naming.failed.connect(self._failed)
        self._make_parts()
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self.refresh)
        self._retell = QTimer(self, interval=RETELL_MS)
        self._retell.timeout.connect(self._tell_times)
        self._actions = self._make_actions()
        desk.bridge.changed.connect(self._on_change)

    def activate(self, place: PageLocation | None = None) -> None:
        """Follow the services from now on, and show the one that was asked for."""
        self._shown = True
        self._retell.start()
        self.detail.set_in_view(True)
        self.uptimes.set_in_view(True)
        wanted = (place.filters or {}).get("service") if place is not None else None
        if isinstance(wanted, str):
            self.show_service(wanted)
        self.refresh()

    def deactivate(self) -> None:
        """Stop every timer."""
        self._shown = False
        self._retell.stop()
        self.detail.set_in_view(False)
        self.uptimes.set_in_view(False)

    def focus_search(self) -> None:
        """Ctrl+F."""
        self.search.setFocus()
        self.search.selectAll()

    def actions(self) -> list[QAction]:
        """For the command palette."""
        return self._actions

    def refresh(self) -> None:
        """Ask for all services anew."""
        self._reader.refresh()

    def save_state(self) -> dict[str, Any]:
        """The splitter, the service, and the range of uptime and response time."""
        return {"splitter": self.splitter.sizes(), "service": self.detail.name, "range": self.uptimes.range.value}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take it up; what does not fit is left aside."""
        sizes = state.get("splitter")
        if isinstance(sizes, list) and len(sizes) == 2 and all(isinstance(n, int) for n in sizes):
            self.splitter.setSizes(sizes)
        if state.get("range") in RANGES:
            self.uptimes.range.set_value(state["range"])
        if isinstance(state.get("service"), str):
            self._wish = state["service"]

    def show_service(self, name: str) -> None:
        """Turn to one service."""
        self.table.setFocus()
        if self.search.text():
            self.search.clear()
            self._show_list()
        if self.model.place(name) >= 0:
            self.table.select_key(name)
        else:
            self._wish = name
            self._show_list()

    # --- parts -------------------------------------------------------------------------------------------------------

    def _make_parts(self) -> None:
        """Each part is made with its parent: a later move to another one would restyle all that is in it."""
        self._wrong = QWidget(self)
        wrong = QHBoxLayout(self._wrong)
        wrong.setContentsMargins(0, 0, 0, theme.GAP_S)
        self._wrong_said = theme.plain_label(role="bad", wrap=True, select=True)
        self._open_file = QPushButton(tr("Open services.toml"), self._wrong)
        icons.set_themed_icon(self._open_file, "external")
        self._open_file.clicked.connect(self.open_file)
        wrong.addWidget(self._wrong_said, 1)
        wrong.addWidget(self._open_file)
        self._wrong.hide()
        self.filters = ServiceFilters(self)
        self.search, self.add, self.discover = self.filters.search, self.filters.add, self.filters.discover
        lists = QWidget(self)
        self._none = EmptyState(
            "services",
            tr("No services yet"),
            tr("Services that are checked appear here."),
            tr("Add a check…"),
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
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self._wrong)
        outer.addWidget(self.filters)
        outer.addSpacing(theme.GAP_S)
        outer.addWidget(lists, 1)

    def _make_list(self) -> None:
        left = ServiceList(self.splitter)
        self.model, self.table, self.mentioned = left.model, left.table, left.mentioned
        self.search.textChanged.connect(self._show_list)
        self.search.entered.connect(self.table.focus_first_row)
        self.uptimes = UptimeColumns(self.desk, self.model, self.table, left)
        self.filters.place(self.uptimes.range)
        self.add.clicked.connect(self.open_add)
        self.discover.clicked.connect(self.editing.discover)
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
            (tr("Check the chosen service now"), "C", self.acting.check_now),
            (tr("Run about the chosen service…"), "R", self.acting.open_run),
            (tr("Maintenance of the chosen service…"), "M", self.acting.open_maintenance),
            (tr("Add a check of a service…"), "Insert", self.open_add),
            (tr("Discover services…"), "D", self.editing.discover),
            (tr("Rename the chosen service…"), "F2", self._rename_chosen),
            (tr("Remove the chosen service…"), "Delete", self._remove_chosen),
            (tr("Open services.toml"), "", self.open_file),
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
        self._known = known
        self._wrong.setVisible(bool(known.wrong))
        self._wrong_said.setText(known.wrong)
        for button in (self.add, self.discover):
            button.setEnabled(not known.wrong)
        self.mentioned.show_names(known.mentioned)
        self._show_list()
        self.fact_changed.emit(fact_line(known.lines))

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
            self.message_posted.emit(tr("No program opens {path} here. Open it in an editor.", path=path), None)

    def _saved(self, name: str) -> None:
        """The file has changed: show what it says, and the service that it was about."""
        self._wish = name
        self.refresh()

    def _failed(self, error: Exception) -> None:
        self.message_posted.emit(error_text(error), None)
