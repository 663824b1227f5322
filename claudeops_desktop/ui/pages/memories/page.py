"""The memories page: what the agent knows, to be seen, edited and trusted (M13, M14, M16, M17)."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QMenu, QPushButton, QStackedLayout, QToolTip, QVBoxLayout, QWidget

from ....core.errors import ClaudeOpsError
from ....language.types import CATEGORIES, GENERAL
from ....memory import Memory, MemoryCandidate, MemoryChange, MemoryEdit, MemoryService, MemoryVersion
from ....records.markers import MarkerRecord
from ....runs.request import RunRequest
from ....storage.change_events import CommittedChange
from ... import icons, theme
from ...app_context import AppContext
from ...kit.actions import ActionSet
from ...kit.columns import restore_widths, save_widths
from ...kit.filters import FilterSpec, make_filter_boxes, valid_values
from ...kit.forms import FormDialog
from ...kit.windowed_list import KeyListing, WindowedListLoader
from ...latest_query import LatestQuery
from ...text.formatting import RETELL_MS
from ...text.translation import error_text, tr
from ...widgets.detail_split import DetailSplit
from ...widgets.flow_layout import FlowLayout
from ...widgets.search_field import SearchField
from ...widgets.vertical_scroll import VerticalScroll
from ..base_page import BasePage, PageLocation
from .actions import ACTIONS, MENU, MENU_END
from .commands import MemoryCommands
from .detail_pane import MemoryDetailPane
from .detail_query import first_source
from .dialogs import BulkChange, MemoryForm, bulk_form
from .empty_states import NoMemoriesState
from .memory_table import MemoryTable
from .model import COLUMNS, MemoryModel
from .preview_pane import PreviewDialog
from .project_menu import ProjectMenu
from .purge_dialog import PurgeDialog
from .queries import TableCounts, TableQuery, memory_source
from .rows import FACT, KINDS, Key, MemoryTableRow
from .text import fact_line, plain_tip, why_confidence

DETAIL_WIDTH = 320  # px
BESIDE_FROM = 1170  # px of the page: the window is 1,400 px wide
STATES = {
    "active": tr("Active"),
    "held": tr("Needs review"),
    "pinned": tr("Pinned"),
    "closed": tr("Closed"),
    "superseded": tr("Replaced"),
    "lowered": tr("Lowered lately"),
    "deleted": tr("Deleted"),
}
FILTERS: tuple[FilterSpec[Any], ...] = (
    FilterSpec("kind", tr("Kind"), tr("All kinds"), lambda kind: KINDS[kind], lambda _value, _counts: list(KINDS),
               lambda value: value in KINDS),
    FilterSpec("service", tr("Service"), tr("All services")),
    FilterSpec("category", tr("Category"), tr("All categories"), str, lambda _value, _counts: CATEGORIES,
               lambda value: value in CATEGORIES),
    FilterSpec("state", tr("State"), tr("All states"), lambda state: STATES[state],
               lambda _value, _counts: list(STATES), lambda value: value in STATES, lambda counts: counts.get("", 0)),
)  # fmt: skip
# What views, kinds and states were called before there was one table; links and remembered places may name them.
_FORMER_VIEWS = {
    "closed": {"state": "closed"},
    "trash": {"state": "deleted"},
    "lessons": {"kind": "lesson"},
    "reminders": {"kind": "reminder"},
    "coming": {"kind": "reminder"},
}
_FORMER_STATES = {"inactive": "closed", "all": None}


class MemoriesPage(BasePage):
    """One table of facts, lessons and reminders, with the detail of the selected row beside or under it."""

    title = tr("Memories")

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.context = context
        self.query = TableQuery()
        self.model = MemoryModel(self)
        self.feed: WindowedListLoader[TableQuery, MemoryTableRow, TableCounts] = WindowedListLoader(
            context.bridge, memory_source(context.memory), self.model, self.query, self
        )
        self.commands = MemoryCommands(context, self)
        self.table = MemoryTable(self.model)
        self.action_set = ActionSet(self, ACTIONS, self.table)
        self.projects = ProjectMenu(context, self)
        self._detail: MemoryDetailPane | None = None
        self._sections: object = None  # which of the detail are unfolded, until it is made
        self._wanted: Key | None = None
        self._asked = False
        self._listed: TableQuery | None = None
        self._point = QPoint()
        self._why = LatestQuery(context.bridge, self._show_why, self._post, self)
        self._where = LatestQuery(context.bridge, self._open_source, self._post, self)
        self._retell = QTimer(self, interval=RETELL_MS)
        self._retell.timeout.connect(self._tell_times)
        self._lay_out()
        self._connect()
        self._show_query(self.query)
        self.action_set.update()

    # --- parts -------------------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        upper = QWidget()
        self.empty = NoMemoriesState()
        self._stack = QStackedLayout(upper)
        self._stack.addWidget(self.table)
        self._stack.addWidget(self.empty)
        card = QFrame()
        theme.set_role(card, "card")
        inside = QVBoxLayout(card)
        inside.setContentsMargins(1, 1, 1, 1)
        self._lower = QWidget()
        self._lower.setMinimumWidth(DETAIL_WIDTH)
        self._room = QVBoxLayout(self._lower)
        self._room.setContentsMargins(0, 0, 0, 0)
        self.splitter = DetailSplit()
        self.splitter.set_parts(upper, self._lower, beside_from=BESIDE_FROM)
        inside.addWidget(self.splitter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addWidget(self._make_filters())
        column.addWidget(VerticalScroll(card), 1)  # in a low window both scroll: neither is squeezed

    def _make_filters(self) -> QWidget:
        self.search = SearchField(tr("Search memories"))
        self.boxes = make_filter_boxes(FILTERS)
        self.session = QPushButton()
        theme.set_role(self.session, "quiet")
        icons.set_themed_icon(self.session, "close", "muted")
        self.session.setToolTip(tr("Show the memories of all sessions again"))
        self.session.clicked.connect(partial(self._filter, session_id=None))
        holder = QWidget()
        row = FlowLayout(theme.GAP_S, holder, fill=True)
        for part in (self.search, *self.boxes.values(), self.session):
            row.addWidget(part)
        row.push_to_end()
        for name in ("preview", "add"):
            row.addWidget(self.action_set.make_button(name))
        return holder

    def _connect(self) -> None:
        self.feed.list_loaded.connect(self._show_list)
        self.feed.counts_loaded.connect(self._show_counts)
        self.feed.failed.connect(self._list_failed)
        self.model.edited.connect(self._edited)
        self.commands.message_posted.connect(self.message_posted)
        self.commands.change_finished.connect(self._changed)
        self.commands.failed.connect(self.feed.refresh)
        self.search.textChanged.connect(self._searched)
        self.search.entered.connect(self.table.focus_first_row)
        for name, box in self.boxes.items():
            box.value_chosen.connect(partial(self._choose, name))
        self.empty.run_requested.connect(self.run)
        self.empty.add_requested.connect(self.add)
        self.empty.clear_requested.connect(self.clear_filters)
        self.empty.retry_requested.connect(self.refresh)
        self.projects.project_chosen.connect(lambda name: self.commands.share_with(name, self.fact_ids))
        self._connect_table()
        self.context.bridge.changed.connect(self._committed)

    def _connect_table(self) -> None:
        self.table.selection_changed.connect(self._show_chosen)
        self.table.selection_changed.connect(self.projects.ask_once)
        self.table.sort_requested.connect(self._sort)
        self.table.row_opened.connect(self.show_details)
        self.table.pin_clicked.connect(lambda row: self.commands.pin([row.id], not row.pinned))
        self.table.session_clicked.connect(self.open_session)
        self.table.edit_refused.connect(self._post)
        self.table.why_requested.connect(self._ask_why)
        self.table.customContextMenuRequested.connect(self._show_menu)
        self.model.rows_arrived.connect(self._rows_arrived)

    @property
    def detail(self) -> MemoryDetailPane:
        """Return the pane below; made when it is first wanted, a moment after the table stands."""
        if self._detail is None:
            self._detail = MemoryDetailPane(self.context, self.action_set)
            self._room.addWidget(self._detail)
            self._detail.column.restore_state(self._sections)
            self._detail.memory_requested.connect(self.go_to)
            self._detail.navigation_requested.connect(self.navigation_requested)
            self._detail.reopen_requested.connect(self.commands.reopen)
            self._detail.loaded.connect(self.action_set.update)
            self._detail.message_posted.connect(self._post)
            back = QShortcut(QKeySequence(Qt.Key.Key_Escape), self._detail)
            back.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            back.activated.connect(partial(self.table.setFocus, Qt.FocusReason.ShortcutFocusReason))
        return self._detail

    # --- what is selected --------------------------------------------------------------------------------------------

    @property
    def chosen(self) -> MemoryTableRow | None:
        """Return the one selected row; None where none is, or several are, or while it is read."""
        row: MemoryTableRow | None = None
        if self.table.selected_count() == 1:
            row = self.model.known_row(self.table.selected_keys[0])
        return row

    @property
    def fact_ids(self) -> list[int]:
        """Return the ids of the selected facts, without deleted ones."""
        return [key for key in self.table.selected_keys if isinstance(key, int)]

    @property
    def was_lowered(self) -> bool:
        """Tell whether something took confidence from the one selected fact that nobody has given back since."""
        return self._detail is not None and self._detail.was_lowered

    # --- as a page ---------------------------------------------------------------------------------------------------

    def activate(self, place: PageLocation | None = None) -> None:
        """Show the list, or what was asked for in it, and follow what changes."""
        filters = place.filters if place is not None else None
        if filters is not None:
            self._show_query(self._query_of(filters))
        if not self._asked or filters is not None:
            self._asked = True
            self.feed.load(self.query, self._kept())
        self.feed.watch(True)
        QTimer.singleShot(0, self, self._refresh_detail)
        self._retell.start()
        if place is not None and place.id is not None:
            kind = self.query.kind if filters is not None else None
            self.go_to(place.id if kind in (None, FACT) else (kind, place.id))
        if not self.search.hasFocus() and self._stack.currentWidget() is self.table:
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def deactivate(self) -> None:
        """Go out of view: nothing ticks."""
        self.feed.watch(False)
        self._retell.stop()

    def focus_search(self) -> None:
        """Put the cursor into the search."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def actions(self) -> list[QAction]:
        """Return the declared actions, for the command palette and the list of keys."""
        return list(self.action_set.actions.values())

    def more_keys(self) -> list[tuple[str, str]]:
        """Return the keys of its parts."""
        return [
            ("Esc", tr("Back from the details to the table")),
            ("Ctrl+Return", tr("Save what is edited: the text in its cell, or the form")),
        ]

    def refresh(self) -> None:
        """Read everything anew."""
        self.feed.refresh()
        self.detail.refresh()

    def save_position(self) -> object:
        """Return filters and order, current row and scroll position."""
        return self.query, self.table.view_position()

    def return_to_position(self, position: tuple[TableQuery, tuple[Any, Any]]) -> None:
        """Show what these filters leave, at that row."""
        query, (current, anchor) = position
        if query != self.query:
            self._show_query(query)
            self._wanted = current
            self.feed.load(query, current, must=True)
        elif self.model.place(current) >= 0:
            self.table.return_to_view(current, anchor)

    def save_state(self) -> dict[str, Any]:
        """Return splitter, columns and order, and which parts of the detail are unfolded."""
        return {
            "splitter": self.splitter.save_state(),
            "columns": save_widths(self.table),
            "sort": [self.query.sort, self.query.descending],
            "sections": self._detail.column.save_state() if self._detail is not None else self._sections,
        }

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take up what was kept; what does not fit is left aside."""
        self.splitter.restore_state(state.get("splitter"))
        restore_widths(self.table, state.get("columns"))
        self._sections = state.get("sections")
        match state.get("sort"):
            case [str(sort), bool(descending)] if sort in {column.sort for column in COLUMNS}:
                self._sort(sort, descending)

    # --- list and filters --------------------------------------------------------------------------------------------

    def _query_of(self, filters: dict[str, Any]) -> TableQuery:
        """Return the query that a place asks for; its filters replace those in force."""
        wanted = {**filters, **_FORMER_VIEWS.get(str(filters.get("view")), {})}
        if wanted.get("state") in _FORMER_STATES:
            wanted["state"] = _FORMER_STATES[wanted["state"]]
        known = valid_values(FILTERS, wanted)
        if isinstance(filters.get("session_id"), int):
            known["session_id"] = filters["session_id"]
        return TableQuery(**known, sort=self.query.sort, descending=self.query.descending)

    def _show_query(self, query: TableQuery) -> None:
        """Show the filters and the order of a query, and tell nobody."""
        self.query = query
        if self.search.text().strip() != query.text:
            blocked = self.search.blockSignals(True)
            self.search.set_text_quietly(query.text)
            self.search.blockSignals(blocked)
        for one in FILTERS:
            box, value = self.boxes[one.name], getattr(query, one.name)
            box.set_value(value)
        self.session.setVisible(query.session_id is not None)
        self.session.setText(tr("Session {session_id}", session_id=query.session_id))
        self.table.show_sort(query.sort, query.descending)

    def _filter(self, *_: object, **values: Any) -> None:
        """Filter by other values. Typed words bring the best to the top; any other filter keeps the selected row in
        view."""
        query = replace(self.query, **values)
        if query != self.query:
            typed = bool(query.text) and query.text != self.query.text
            self._show_query(query)
            self.feed.load(query, None if typed else self._kept())

    def _searched(self, text: str) -> None:
        self._filter(text=text.strip())

    def _choose(self, name: str, value: object) -> None:
        self._filter(**{name: value})

    def clear_filters(self) -> None:
        """Filter by nothing."""
        self._filter(text="", session_id=None, **dict.fromkeys(self.boxes))

    def _kept(self) -> Hashable | None:
        return self.table.current if self.table.selected_count() else None

    def _sort(self, sort: str, descending: bool) -> None:
        self._show_query(replace(self.query, sort=sort, descending=descending))
        if self._asked:
            self.feed.load(self.query, self._kept())

    def _show_list(self, listing: KeyListing[TableQuery, MemoryTableRow]) -> None:
        self.table.show_list(listing)
        if self._wanted is not None and (listing.whole or self.model.place(self._wanted) >= 0):
            wanted, self._wanted = self._wanted, None
            if not self.table.select_row(wanted):
                self._post(tr("That memory no longer exists."))
        if listing.keys and self._listed != listing.query and (listing.whole or self._listed is None):
            self._listed = listing.query
            if self._wanted is None and not self.table.selected_count():  # what the page is for needs no click
                self.table.select_row(listing.keys[0])
        if not listing.keys:
            self.empty.show_reason(self.query)
        self._show_rows(bool(listing.keys))

    def _show_rows(self, any_rows: bool) -> None:
        """Show the table over the details, or the empty state alone."""
        self._stack.setCurrentWidget(self.table if any_rows else self.empty)
        self._lower.setVisible(any_rows)

    def _show_counts(self, query: TableQuery, counts: TableCounts) -> None:
        by_name = {
            "kind": counts.kinds,
            "service": counts.services,
            "category": counts.categories,
            "state": counts.states,
        }
        for one in FILTERS:
            choices = one.choices(getattr(query, one.name), by_name[one.name])
            if one.name == "state" and query.state != "lowered":  # to count these takes too long
                choices = [replace(choice, count=None) if choice.value == "lowered" else choice for choice in choices]
            self.boxes[one.name].set_choices(choices)
        self.table.services = counts.names
        shown, held = (counts.shown, 0) if query.is_filtered else (None, counts.held)
        self.fact_changed.emit(fact_line(counts.active, counts.closed, shown, held))

    def _list_failed(self, sentence: str) -> None:
        if self.model.rowCount():
            self._post(sentence)
        else:
            self.empty.show_failure(sentence)
            self._show_rows(False)

    def _committed(self, change: CommittedChange) -> None:
        tables = ("memories", "lessons", "forward_triggers", "settings", "injections", "*")
        if change.table in tables and self._retell.isActive():
            self._refresh_detail()

    def _refresh_detail(self) -> None:
        self.detail.refresh()

    def _tell_times(self) -> None:
        first, last = self.table.visible_rows()
        self.model.refresh_times(*self.model.ages, first=first, last=last)

    def go_to(self, key: Key) -> None:
        """Select a row; filters that hide it are cleared."""
        if self.table.select_row(key):
            return
        self._wanted = key
        if self.query.is_filtered:
            self._show_query(TableQuery(sort=self.query.sort, descending=self.query.descending))
        self.feed.load(self.query, key, must=True)

    # --- what is selected --------------------------------------------------------------------------------------------

    def _show_chosen(self) -> None:
        number = self.table.selected_count()
        if number == 1:
            self.detail.show_row(self.table.selected_keys[0], self.chosen)
        else:
            self.detail.show_several(number)
        self.action_set.update()

    def _rows_arrived(self, rows: dict[Key, MemoryTableRow]) -> None:
        """Show the selected row once it was read, or anew."""
        if self.chosen is not None and self.chosen.key in rows:
            self.detail.show_row(self.chosen.key, self.chosen)
            self.action_set.update()

    def show_details(self, *_: object) -> None:
        """Put the keyboard into the details."""
        self.detail.take_focus()

    def clear_selected(self) -> None:
        """Select nothing."""
        self.table.clearSelection()
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_menu(self, point: QPoint) -> None:
        if not self.table.indexAt(point).isValid() and self.table.currentIndex().isValid():
            point = self.table.menu_point()
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.action_set.fill_menu(menu, MENU)
        menu.addMenu(self.projects).setEnabled(bool(self.fact_ids))
        self.action_set.fill_menu(menu, MENU_END)
        menu.addMenu(self._sort_menu(menu))
        self.table.tools.fill_menu(menu, with_copy=False)
        menu.popup(self.table.viewport().mapToGlobal(point))

    def _sort_menu(self, parent: QMenu) -> QMenu:
        """Return the orders, for sorting without a mouse."""
        menu = QMenu(tr("Sort by"), parent)
        group = QActionGroup(menu)
        for column in COLUMNS:
            action = menu.addAction(column.spoken)
            action.setCheckable(True)
            action.setChecked(column.sort == self.query.sort)
            group.addAction(action)
            turned = not self.query.descending if column.sort == self.query.sort else column.falls
            action.triggered.connect(partial(self._sort, column.sort, turned))
        return menu

    # --- what the operator does --------------------------------------------------------------------------------------

    def add(self) -> None:
        """Open the form that adds a memory."""
        self._open_form(None)

    def edit_selected(self) -> None:
        """Open the form of the selected row, or the one that changes several facts."""
        if len(self.fact_ids) > 1:
            ids = self.fact_ids
            values = {"confidence": 0.7}
            form: FormDialog[BulkChange] = FormDialog(
                self.context, bulk_form(self.context, self.table.services, ids), values, self
            )
            form.submitted.connect(lambda change: self.commands.change_all(ids, change.edit, change.by))
            form.open()
        elif self.chosen is not None and (self.chosen.fact is not None or self.chosen.lesson is not None):
            self._open_form(self.chosen)

    def _open_form(self, row: MemoryTableRow | None) -> None:
        form = MemoryForm(self.context, self.table.services, self, row)
        form.submitted.connect(partial(self._submitted, row))
        form.show_requested.connect(self.go_to)
        form.open()

    def _submitted(self, row: MemoryTableRow | None, entry: MemoryCandidate | MemoryEdit | str) -> None:
        if isinstance(entry, MemoryCandidate):
            self.commands.add(entry)
        elif row is not None:
            self._edited(row, entry)
        else:
            self.commands.add_lesson(str(entry))

    def _edited(self, row: MemoryTableRow, change: MemoryEdit | str) -> None:
        if isinstance(change, MemoryEdit):
            if change != MemoryEdit():
                self.commands.edit([row.id], change)
        elif row.lesson is not None and change != row.lesson.text:
            self.commands.reword_lesson(row.lesson, str(change))

    def _changed(self, change: MemoryChange) -> None:
        """Show a memory that was just made."""
        if not change.before and len(change.after) == 1:
            self.go_to(change.after[0].memory.id)

    def preview(self) -> None:
        """Open the preview of the next prompt, about the service that is filtered for."""
        service = self.query.service
        about = (service,) if service and service != GENERAL else ()
        dialog = PreviewDialog(self.context, RunRequest(services=about), self)
        dialog.navigation_requested.connect(self._go)
        dialog.open()

    def purge(self) -> None:
        """Forget everything about something, for good. What is searched for stands in the field."""
        PurgeDialog(self.context, self.query.text, self).open()

    def run(self) -> None:
        """Start a run as Run now would, where nothing is known yet."""
        try:
            self.context.runs.enqueue(RunRequest(dry_run=self.context.settings.current.run.dry_run))
        except ClaudeOpsError as error:
            self._post(error_text(error))
        else:
            self._post(tr("A run was requested. What it learns appears here."))

    def _go(self, place: PageLocation) -> None:
        if place.page == "memories" and place.id is not None:
            self.go_to(place.id)
        else:
            self.navigation_requested.emit(place)

    # --- where it was said, and why it is believed -------------------------------------------------------------------

    def open_session(self, row: MemoryTableRow | None) -> None:
        """Open the session that said a row, a fact at its line."""
        if row is None or row.session_id is None:
            return
        if row.fact is not None:
            self._where.ask(partial(_load_sources, self.context.memory, row.fact))
        else:
            self.navigation_requested.emit(PageLocation("sessions", id=row.session_id))

    def _open_source(self, found: tuple[Memory, list[MarkerRecord]]) -> None:
        place = first_source(tuple(found[1]), found[0].session_id)
        if place is not None:
            self.navigation_requested.emit(PageLocation("sessions", id=place[0], line=place[1]))

    def _ask_why(self, memory: Memory, point: QPoint) -> None:
        self._point = point
        self._why.ask(partial(_load_history, self.context.memory, memory))

    def _show_why(self, found: tuple[Memory, list[MemoryVersion]]) -> None:
        QToolTip.showText(self._point, plain_tip(why_confidence(*found)), self)

    def _post(self, sentence: str) -> None:
        self.message_posted.emit(sentence, None)


def _load_sources(memory: MemoryService, one: Memory) -> tuple[Memory, list[MarkerRecord]]:
    return one, memory.history.markers(one.id)


def _load_history(memory: MemoryService, one: Memory) -> tuple[Memory, list[MemoryVersion]]:
    return one, memory.history.versions(one.id)
