"""A page of records, declared: filters over a table over a detail, and what can be done with the rows.

The page asks for its list on a reader thread when it comes into view and after changes of its tables; it keeps
selection, scroll position and filters, and remembers splitter, columns and filters between starts.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QBoxLayout, QHBoxLayout, QPushButton, QWidget

from ...storage.change_events import CommittedChange
from .. import theme
from ..latest_query import LatestQuery
from ..pages.base_page import PageLocation
from ..pages.filtered_table_page import FilteredTablePage
from ..widgets.empty_state import EmptyState
from ..widgets.search_field import SearchField
from .actions import ActionSet, ActionSpec
from .columns import ColumnFitter, ColumnModel, ColumnSpec, stretch_columns
from .detail import DetailPane, DetailSpec, EmptyText
from .filters import FilterSpec, MoreFilters, make_filter_boxes, valid_values

if TYPE_CHECKING:
    from ..app_context import AppContext

Row = TypeVar("Row")
Query = TypeVar("Query")
DETAIL_FROM = 420  # pixels of the page: in a lower one the detail keeps to its head


@dataclass(frozen=True)
class RecordListing:
    """What a query found: all keys in order, how many records there are and how many match, and for each counted filter
    how many rows its values would leave. A page that needs more of its query extends it."""

    keys: Sequence[Hashable]
    total: int
    matching: int
    counts: Mapping[str, Mapping[Any, int]] = field(default_factory=dict)


Found = TypeVar("Found", bound=RecordListing)


@dataclass(frozen=True)
class RecordPageSpec(Generic[Row, Query, Found]):
    """What a page of records is.

    ``query`` is the query with nothing filtered, a frozen dataclass with a ``text`` and a field for each filter.
    ``list`` and ``rows`` run on reader threads, and so does ``find``, which answers with the key of the row that an id
    belongs to. ``changed`` tells of two listings whether a row that was read must be read again. The page lists anew
    when one of ``tables`` has changed. ``fact`` is the line under the title, ``summary`` the one over the table, beside
    the buttons of ``summary_actions``. Rows for which ``muted`` answers true are grey.
    """

    title: str
    look: str
    query: Query
    search: str
    filters: Sequence[FilterSpec[Any]]
    columns: Sequence[ColumnSpec[Row]]
    list: Callable[[AppContext, Query], Found]
    rows: Callable[[AppContext, Found, Sequence[Hashable]], Mapping[Hashable, Row]]
    tables: frozenset[str]
    fact: Callable[[Found], str]
    empty: EmptyText
    no_match: str
    detail: DetailSpec[Any]
    find: Callable[[AppContext, int], Hashable | None]
    not_found: str
    changed: Callable[[Found, Found, Hashable], bool]
    muted: Callable[[Row], bool] | None = None
    multiple: bool = False
    shares: tuple[int, int] = (3, 2)
    actions: Sequence[ActionSpec[Any]] = ()
    summary: Callable[[Found], str] | None = None
    summary_actions: Sequence[str] = ()


class RecordPage(FilteredTablePage, Generic[Row, Query, Found]):
    """The page of a specification."""

    spec: ClassVar[RecordPageSpec[Any, Any, Any]]

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        spec = self.spec
        super().__init__(context, spec.query, parent)
        self.context = context
        self.listing: Found | None = None
        self.model: ColumnModel[Row] = ColumnModel(spec.columns, spec.look, self, muted=spec.muted)
        self.model.rows_requested.connect(self._load_rows)
        self.boxes = make_filter_boxes(spec.filters)
        self.action_set = ActionSet(self, spec.actions, self)
        self.detail = self._make_detail([self.action_set.make_button(name) for name in spec.detail.actions])
        self.detail.navigation_requested.connect(self.navigation_requested)
        self.detail.message_posted.connect(self.message_posted)
        self._finder = LatestQuery(context.bridge, self._found, self._post, self)
        self._build(
            SearchField(spec.search),
            self.boxes,
            self.model,
            spec.title,
            EmptyState(spec.empty.icon, spec.empty.title),
            self.detail,
            spec.shares,
        )
        self._add_more_filters()
        self._add_summary()
        self._connect_table()
        context.bridge.changed.connect(self._committed)

    def _make_detail(self, buttons: Sequence[QPushButton]) -> DetailPane[Any]:
        """Return the detail, made in the splitter; a page that shows more than its row says overrides it."""
        return DetailPane(self.context, self.spec.detail, buttons, self.splitter)

    def _add_more_filters(self) -> None:
        secondary = [self.boxes[one.name] for one in self.spec.filters if one.secondary]
        self.more_filters = MoreFilters(secondary, self._filters)
        self.more_filters.setVisible(bool(secondary))
        layout = self._filters.layout()
        if layout is not None and secondary:
            layout.addWidget(self.more_filters)

    def _add_summary(self) -> None:
        self.summary = theme.plain_label(role="muted")
        self._summary_line = QWidget(self)
        row = QHBoxLayout(self._summary_line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP_S)
        row.addWidget(self.summary, 1)
        for name in self.spec.summary_actions:
            row.addWidget(self.action_set.make_button(name))
        column = self.layout()
        assert isinstance(column, QBoxLayout)  # noqa: S101 — made by _build
        column.insertWidget(1, self._summary_line)
        self._summary_line.hide()

    def _connect_table(self) -> None:
        stretch_columns(self.table, self.spec.columns)
        ColumnFitter(self.table, self.spec.columns)
        if self.spec.multiple:
            self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.selectionModel().selectionChanged.connect(self._selection_changed)
        self.table.row_picked.connect(self._row_picked)
        self.table.row_opened.connect(self._row_opened)
        self.action_set.add_menu(self.table)
        for action in self.spec.actions:
            if action.for_table:
                self.table.addAction(self.action_set.actions[action.name])

    # --- what is selected --------------------------------------------------------------------------------------------

    @property
    def selected(self) -> list[Hashable]:
        """Return the keys of the selected rows, from the top."""
        return [key for key in self.table.selected_keys if key is not None]

    @property
    def current(self) -> Row | None:
        """Return the current row; None where there is none, or while it is read."""
        row: Row | None = self.model.known_row(self.table.current)
        return row

    # --- as a page ---------------------------------------------------------------------------------------------------

    def activate(self, place: PageLocation | None = None) -> None:
        """Come into view, with the filters that the location names and the row that its id belongs to."""
        self._shown = True
        self._retell.start()
        self._tell_times()
        if place is not None and place.filters:
            self._set_filters(replace(self.spec.query, **valid_values(self.spec.filters, place.filters)))
        if place is not None and place.id is not None:
            self._finder.ask(partial(self.spec.find, self.context, place.id))
        self.refresh()

    def deactivate(self) -> None:
        """Go out of view: nothing ticks."""
        self._shown = False
        self._retell.stop()

    def actions(self) -> list[QAction]:
        """Return the declared actions, for the command palette and the list of keys."""
        return list(self.action_set.actions.values())

    def save_state(self) -> dict[str, Any]:
        """Return what is kept: splitter, columns, filters, and which sections are unfolded."""
        sections = self.detail.save_state()
        return {**super().save_state(), **({"sections": sections} if sections else {})}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take up what was kept; what does not fit is left aside."""
        super().restore_state(state)
        self.detail.restore_state(state.get("sections"))
        self._set_filters(replace(self.spec.query, **valid_values(self.spec.filters, state)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Have the detail keep to its head in a low window."""
        super().resizeEvent(event)
        low = event.size().height() < DETAIL_FROM
        self.detail.keep_low(low)
        self.detail.setMinimumHeight((2 if low else 4) * theme.ROW + theme.GAP_M)
        self._tables.setMinimumHeight((3 if low else 4) * theme.ROW)

    def show_filtered(self, **values: Any) -> None:
        """Show what these filters leave, and no others."""
        self._set_filters(replace(self.spec.query, **values))
        self._ask()

    # --- list and rows -----------------------------------------------------------------------------------------------

    def _listing(self) -> Callable[[], tuple[Query, Found]]:
        return partial(_list_records, self.spec.list, self.context, self._query)

    def _listed(self, answer: tuple[Query, Found]) -> None:
        before, self.listing = self.listing, answer[1]
        listing = self.listing
        changed = self.spec.changed
        stale = [key for key in self.model.known_keys if before is None or changed(before, listing, key)]
        if list(self.model.keys) != list(listing.keys):
            self._show_keys(listing.keys)
        self.model.reload_rows(stale)
        for one in self.spec.filters:
            choices = one.choices(getattr(self._query, one.name), listing.counts.get(one.name))
            self.boxes[one.name].set_choices(choices)
        self.more_filters.show_active()
        self.fact_changed.emit(self.spec.fact(listing))
        empty = (self.spec.empty.title, self.spec.empty.text)
        self._show_rows(listing.matching, listing.total, empty, self.spec.no_match)
        self._show_summary(listing)
        if not listing.keys:
            self.detail.show_record(None)
        elif self.table.current is None and not self.table.has_pending_selection:
            self.table.select_key(listing.keys[0])
        self.action_set.update()

    def _show_keys(self, keys: Sequence[Hashable]) -> None:
        """Show other keys; several selected rows stay selected as one does."""
        selected = self.selected
        self.table.show_keys(keys)
        if len(selected) > 1:
            self.table.select_keys(selected)

    def _show_summary(self, listing: Found) -> None:
        summary = self.spec.summary
        self._summary_line.setVisible(summary is not None and bool(listing.total))
        if summary is not None:
            self.summary.setText(summary(listing))

    def _load_rows(self, keys: Sequence[Hashable]) -> None:
        if self.listing is not None:
            question = partial(self.spec.rows, self.context, self.listing, tuple(keys))
            self.context.bridge.ask(question, self._rows_loaded)

    def _rows_loaded(self, rows: Mapping[Hashable, Row]) -> None:
        self.model.set_rows(rows)
        if self.table.current in rows:
            self._show_current()

    def _show_current(self) -> None:
        self.detail.show_record(self.current)
        self.action_set.update()

    def _row_picked(self, _key: Hashable) -> None:
        if self.current is not None:
            self._show_current()

    def _row_opened(self, _key: Hashable) -> None:
        self.detail.take_focus()

    def _selection_changed(self, *_: object) -> None:
        self.action_set.update()

    def _found(self, key: Hashable | None) -> None:
        if key is None:
            self._post(self.spec.not_found)
            return
        if self.model.keys and self.model.place(key) < 0 and self._query != self.spec.query:
            self._clear_filters()
        self.table.select_key(key)

    # --- changes and time --------------------------------------------------------------------------------------------

    def _committed(self, change: CommittedChange) -> None:
        if (change.table in self.spec.tables or change.table == "*") and not self._soon.isActive():
            self._soon.start()

    def _look_again(self) -> None:
        if self._shown:
            self._ask()

    def _tell_times(self) -> None:
        self.model.refresh_ages()
        self.detail.refresh_ages()

    def _post(self, sentence: str) -> None:
        self.message_posted.emit(sentence, None)

    def _set_filters(self, query: Query) -> None:
        """Show other filters. A box that is not counted has its entries at once, others when the list is there."""
        for one in self.spec.filters:
            if not one.counted:
                self.boxes[one.name].set_choices(one.choices(getattr(query, one.name)))
        super()._set_filters(query)
        self.more_filters.show_active()


def _list_records(load: Callable[[AppContext, Query], Found], context: AppContext, query: Query) -> tuple[Query, Found]:
    return query, load(context, query)
