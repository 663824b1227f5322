"""The memories page: what the agent knows, to be seen, edited and trusted (M13, M14, M16, M17)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QPoint, Qt, QTimer, Slot
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QStackedLayout, QVBoxLayout, QWidget

from ....memory import Memory, MemoryChange, MemoryEdit, MemoryQuery
from ....storage.change_events import CommittedChange
from ... import theme
from ...app_context import AppContext
from ...text.translation import tr
from ...widgets.detail_split import DetailSplit
from ...widgets.vertical_scroll import VerticalScroll
from ..base_page import BasePage, PageLocation
from .columns import COLUMNS, MemoryColumn, column_sorted_by
from .commands import MemoryCommands
from .detail_pane import MemoryDetailPane
from .dialog_opener import MemoryDialogs
from .empty_states import NoMemoriesState
from .filter_row import MemoryFilterRow, has_filters
from .memory_table import MemoryTable
from .model import MemoryModel
from .page_actions import MemoryActions
from .queries import MemoryListing, MemoryListLoader, QueryFilterCounts
from .selection_commands import SelectionCommands
from .source_lookup import SourceLookup
from .text import fact_line
from .view_tabs import LIST, MemoryViews

MINUTE_MS = 60_000
DETAIL_WIDTH = 320  # px
_FILTERS = ("service", "category", "state", "text", "session_id")
_KEPT_WIDTHS = tuple(column for column in MemoryColumn if column not in (MemoryColumn.PIN, MemoryColumn.OBSERVATION))


class MemoriesPage(BasePage):
    """Puts the parts together: filters ask the feed, the feed fills the table, the table tells what is picked."""

    title = tr("Memories")

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.model = MemoryModel(self)
        self.feed = MemoryListLoader(desk.bridge, desk.memory, self.model, self)
        self.operations = MemoryCommands(desk, self)
        self.filters = MemoryFilterRow()
        self.table = MemoryTable(self.model)
        self._detail: MemoryDetailPane | None = None
        self.selected = SelectionCommands(desk, self.table, self.model, self.operations, self)
        self.whereabouts = SourceLookup(desk, self)
        self.keys = MemoryActions(self, self.table)
        self.openings = MemoryDialogs(desk, self.table, self.model, self.filters, self)
        self._wanted_id: int | None = None
        self._asked = self._began = False
        self._empty = NoMemoriesState()
        self._minute = QTimer(self, interval=MINUTE_MS)
        self._minute.setTimerType(Qt.TimerType.VeryCoarseTimer)
        self._minute.timeout.connect(self._renew_times)
        self._lay_out()
        self._connect()
        query = MemoryQuery()
        self.filters.show_query(query)
        self.table.show_sort(query.sort, query.descending)

    def _lay_out(self) -> None:
        upper = QWidget()
        self._stack = QStackedLayout(upper)
        self._stack.addWidget(self.table)
        self._stack.addWidget(self._empty)
        card = QFrame()
        theme.set_role(card, "card")
        inside = QVBoxLayout(card)
        inside.setContentsMargins(1, 1, 1, 1)
        self._lower = QWidget()
        self._lower.setMinimumWidth(DETAIL_WIDTH)  # of one column: it takes a second one where there is room
        self._room = QVBoxLayout(self._lower)
        self._room.setContentsMargins(0, 0, 0, 0)
        self.splitter = DetailSplit()
        self.splitter.set_parts(upper, self._lower)
        self.splitter.turned.connect(self.table.set_wrapped)
        inside.addWidget(self.splitter)
        self.views = MemoryViews(self.desk, self)
        inner = QVBoxLayout(self.views.room)
        inner.setContentsMargins(0, theme.GAP_M, 0, 0)
        inner.setSpacing(theme.GAP_S)
        inner.addWidget(self.filters)
        inner.addWidget(VerticalScroll(card), 1)  # in a low window both scroll: neither is squeezed
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.views)

    def _connect(self) -> None:
        self.feed.list_loaded.connect(self._show_list)
        self.feed.counts_loaded.connect(self._show_counts)
        self.feed.failed.connect(self._list_failed)
        self.model.edited.connect(self._edited)
        self.operations.message_posted.connect(self.message_posted)
        self.operations.change_finished.connect(self._done)
        self.operations.failed.connect(self.feed.refresh)
        self.filters.changed.connect(self._filter)
        self.filters.add_requested.connect(self.openings.add)
        self.filters.preview_requested.connect(self.openings.preview)
        self.filters.search.entered.connect(self.table.focus_first_row)
        self._empty.run_requested.connect(self.openings.run)
        self._empty.add_requested.connect(self.openings.add)
        self._empty.clear_requested.connect(self.filters.clear)
        self._empty.retry_requested.connect(self.refresh)
        self._connect_table()
        self.keys.connect_to(self.openings, self.selected, self.filters)
        self.keys.open.triggered.connect(self.show_details)
        self.keys.edit.triggered.connect(self._edit_current)
        self.keys.session.triggered.connect(self.open_current_session)
        self.views.fact_changed.connect(self.fact_changed)
        self.views.message_posted.connect(self._tell)
        self.views.navigation_requested.connect(self.navigation_requested)
        self.views.memory_requested.connect(self.go_to)
        self.views.reopen_requested.connect(self.operations.reopen)
        self.views.restore_requested.connect(self.operations.restore)
        self.views.delete_requested.connect(self.operations.delete_for_good)
        self.openings.memory_submitted.connect(self.operations.add)
        self.openings.edit_submitted.connect(self._edited)
        self.openings.memory_requested.connect(self.go_to)
        self.openings.navigation_requested.connect(self.navigation_requested)
        self.openings.message_posted.connect(self._tell)
        self.selected.message_posted.connect(self._tell)
        self.whereabouts.message_posted.connect(self._tell)
        self.whereabouts.source_found.connect(self.navigation_requested)
        self.desk.bridge.changed.connect(self._changed)

    def _connect_table(self) -> None:
        self.table.selection_changed.connect(self._show_picked)
        self.table.sort_requested.connect(self._sort)
        self.table.row_opened.connect(self.show_details)
        self.table.pin_clicked.connect(self.selected.toggle_pin)
        self.table.session_clicked.connect(self._ask_place)
        self.table.edit_refused.connect(self._tell)
        self.table.why_requested.connect(self.whereabouts.explain_confidence)
        self.table.customContextMenuRequested.connect(self._show_menu)

    def _connect_detail(self, detail: MemoryDetailPane) -> None:
        for signal, slot in (
            (detail.bulk.delete_requested, self.selected.delete),
            (detail.bulk.adjust_requested, self.selected.adjust),
            (detail.bulk.pin_requested, self.selected.pin),
            (detail.bulk.unpin_requested, self.selected.unpin),
            (detail.bulk.clear_requested, self.selected.clear_selected),
            (detail.edit_requested, self.selected.edit_text),
            (detail.domain_requested, self.openings.edit),
            (detail.delete_requested, self.selected.delete),
            (detail.pin_requested, self._pin_shown),
            (detail.preview_requested, self.openings.preview),
            (detail.memory_requested, self.go_to),
            (detail.place_requested, self.whereabouts.open_line),
            (detail.reopen_requested, self.operations.reopen),
            (detail.navigation_requested, self.navigation_requested),
            (detail.failed, self._tell),
        ):
            signal.connect(slot)
        back = QShortcut(QKeySequence(Qt.Key.Key_Escape), detail)
        back.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        back.activated.connect(self._back_to_table)

    @property
    def detail(self) -> MemoryDetailPane:
        """The pane below; made when it is first wanted, a moment after the table stands."""
        if self._detail is None:
            self._detail = MemoryDetailPane(self.desk)
            self._room.addWidget(self._detail)
            self._connect_detail(self._detail)
        return self._detail

    # --- as a page

    def activate(self, place: PageLocation | None = None) -> None:
        """Show the list, what was asked for in it, and follow what changes; or another of the views."""
        place = self.views.activate(place)
        if not self._asked:
            self._asked = True
            self.feed.load(self._queried(place))
        elif place is not None and place.filters is not None:
            self._filter(self._queried(place))
        self.feed.watch(True)
        QTimer.singleShot(0, self, self._renew_detail)
        self._minute.start()
        if place is not None and place.id is not None:
            self.go_to(place.id)
        if not self.filters.search.hasFocus() and self._stack.currentWidget() is self.table:
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def deactivate(self) -> None:
        """Nothing ticks while nobody looks."""
        self.views.deactivate()
        self.feed.watch(False)
        self._minute.stop()

    def focus_search(self) -> None:
        """Ctrl+F."""
        self.filters.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filters.search.selectAll()

    def actions(self) -> list[QAction]:
        """For the palette."""
        return [*self.keys.all(), *self.views.keys]

    def more_keys(self) -> list[tuple[str, str]]:
        """Those of its parts."""
        return [
            ("Esc", tr("Back from the details to the table")),
            ("Ctrl+Return", tr("Add the memory (in the dialog)")),
        ]

    @Slot()
    def refresh(self) -> None:
        """Read everything anew."""
        self.feed.refresh()
        self.detail.refresh()

    def save_state(self) -> dict[str, Any]:
        """Splitter, columns, order, look."""
        header = self.table.horizontalHeader()
        widths = {column.name.lower(): header.sectionSize(column) for column in _KEPT_WIDTHS}
        query = self.filters.query
        return {
            "splitter": self.splitter.save_state(),
            "columns": widths,
            "sort": [query.sort, query.descending],
        }

    def restore_state(self, state: dict[str, Any]) -> None:
        """What ``save_state`` gave; whatever is damaged is ignored."""
        self.splitter.restore_state(state.get("splitter"))
        widths = state.get("columns")
        for column in _KEPT_WIDTHS:
            width = widths.get(column.name.lower()) if isinstance(widths, dict) else None
            if isinstance(width, int) and 28 <= width <= 600:
                self.table.horizontalHeader().resizeSection(column, width)
        match state.get("sort"):
            case [str(sort), bool(descending)] if sort in {column.sort for column in COLUMNS}:
                self._sort(sort, descending)

    # --- list and filters

    def _queried(self, place: PageLocation | None) -> MemoryQuery:
        """The query that a place asks for; its filters replace those in force."""
        query = self.filters.query
        if place is not None and place.filters is not None:
            known = {name: place.filters[name] for name in _FILTERS if name in place.filters}
            query = replace(MemoryQuery(sort=query.sort, descending=query.descending), **known)
            self.filters.show_query(query)
        return query

    @Slot(object)
    def _filter(self, query: MemoryQuery) -> None:
        """Typed words bring the best to the top; any other filter keeps the selected memory in view."""
        typed = bool(query.text) and query.text != self.feed.query.text
        self.feed.load(query, None if typed else self._kept())

    def _kept(self) -> int | None:
        return self.table.current if self.table.selected_count() else None

    @Slot(str, bool)
    def _sort(self, sort: str, descending: bool) -> None:
        query = replace(self.filters.query, sort=sort, descending=descending)
        self.filters.show_query(query)
        self.table.show_sort(sort, descending)
        if self._asked:
            self.feed.load(query, self._kept())

    def _sort_by(self, column: MemoryColumn) -> None:
        query, shape = self.filters.query, COLUMNS[column]
        self._sort(shape.sort, not query.descending if query.sort == shape.sort else shape.falls)

    @Slot(object)
    def _show_list(self, listing: MemoryListing) -> None:
        self.table.show_list(listing)
        if self._wanted_id is not None and (listing.whole or self.model.place(self._wanted_id) >= 0):
            wanted, self._wanted_id = self._wanted_id, None
            if not self.table.select_memory(wanted):
                self._tell(tr("That memory no longer exists."))
        if listing.ids and not self._began:  # the newest is shown at once: what the page is for needs no click
            self._began = True
            if self._wanted_id is None and not self.table.selected_count():
                self.table.select_memory(listing.ids[0])
        if not listing.ids:
            self._empty.show_reason(has_filters(listing.query))
        self._show_rows(bool(listing.ids))

    def _show_rows(self, any_rows: bool) -> None:
        """The table over the details, or the empty state alone."""
        self._stack.setCurrentWidget(self.table if any_rows else self._empty)
        self._lower.setVisible(any_rows)

    @Slot(object)
    def _show_counts(self, counts: QueryFilterCounts) -> None:
        found = counts.facets
        self.filters.show_counts(found)
        self.table.set_services([name for name in found.services if name != "general"])
        shown = found.shown if has_filters(counts.query) else None
        held = found.states.get("held", 0) if shown is None else 0
        self.views.set_list_fact(fact_line(found.active, found.inactive, shown, held))

    @Slot(str)
    def _list_failed(self, sentence: str) -> None:
        if self.model.rowCount():
            self._tell(sentence)
        else:
            self._empty.show_failure(sentence)
            self._show_rows(False)

    @Slot(object)
    def _changed(self, change: CommittedChange) -> None:
        if change.table in ("memories", "*", "settings", "injections") and self._minute.isActive():
            self._renew_detail()

    def _renew_detail(self) -> None:
        self.detail.refresh()

    @Slot()
    def _renew_times(self) -> None:
        first, last = self.table.visible_rows()
        self.model.refresh_times("updated", first=first, last=last)

    @Slot(int)
    def go_to(self, memory_id: int) -> None:
        """Select a memory; filters that hide it are cleared."""
        self.views.show_view(LIST)
        if self.table.select_memory(memory_id):
            return
        self._wanted_id = memory_id
        if self.filters.filtering:
            query = self.filters.query
            self.filters.show_query(MemoryQuery(sort=query.sort, descending=query.descending))
        self.feed.load(self.filters.query, memory_id, must=True)

    # --- what is picked

    @Slot()
    def _show_picked(self) -> None:
        number = self.table.selected_count()
        memory = self._picked_one() if number == 1 else None
        self.keys.update_for_selection(number, memory)
        if number == 1:
            self.detail.show_memory(self.table.selected_keys[0])
        else:
            self.detail.show_none(number)

    def _picked_one(self) -> Memory | None:
        ids = self.table.selected_keys
        return self.model.known_memory(ids[0]) if len(ids) == 1 else None

    def _edit_current(self, _checked: bool = False) -> None:
        """Edit the current cell; what the signal carries is no column."""
        self.table.edit_current()

    def show_details(self, *_: object) -> None:
        """Put the keyboard into the details."""
        self.detail.take_focus()

    @Slot()
    def _back_to_table(self) -> None:
        self.table.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot(QPoint)
    def _show_menu(self, point: QPoint) -> None:
        if not self.table.indexAt(point).isValid() and self.table.currentIndex().isValid():
            point = self.table.menu_point()
        sorted_by = column_sorted_by(self.filters.query.sort)
        menu = self.keys.menu(self, self._sort_by, sorted_by, self.selected.projects)
        self.table.tools.fill_menu(menu, with_copy=False)
        menu.popup(self.table.viewport().mapToGlobal(point))

    # --- what the operator does

    @Slot(int, object)
    def _edited(self, memory_id: int, edit: MemoryEdit) -> None:
        self.operations.edit([memory_id], edit)

    @Slot(object)
    def _done(self, change: MemoryChange) -> None:
        """A memory that was just made is shown."""
        if not change.before and len(change.after) == 1:
            self.go_to(change.after[0].memory.id)

    @Slot(bool)
    def _pin_shown(self, on: bool) -> None:
        shown = self.detail.shown
        if shown is not None:
            self.operations.pin([shown.memory_id], on)

    @Slot(int)
    def _ask_place(self, memory_id: int) -> None:
        memory = self.model.known_memory(memory_id)
        if memory is not None:
            self.whereabouts.find_source(memory)

    @Slot()
    def open_current_session(self) -> None:
        """Open the line of the session that said the current one."""
        current = self.table.current
        if current is not None:
            self._ask_place(current)

    def _tell(self, sentence: str) -> None:
        self.message_posted.emit(sentence, None)
