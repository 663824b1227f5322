"""Run history: filtered, searched, each with its reason and a way to its run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QPushButton, QStackedWidget, QVBoxLayout, QWidget

from ....records.occurrence_list import OccurrenceFacets, OccurrenceList, OccurrenceQuery
from ....records.occurrences import OccurrenceState, ScheduleOccurrence
from ....records.record_books import RecordRepositories
from ....storage import CommittedChange
from ... import icons, theme
from ...app_context import AppContext
from ...text.translation import error_text, tr
from ...widgets.empty_state import EmptyState
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.flow_layout import FlowLayout
from ...widgets.record_cell import RecordCell
from ...widgets.record_table import RecordTable
from ...widgets.search_field import SearchField
from ...widgets.state_dot import state_word
from ..base_page import PageLocation
from .model import OccurrenceModel

TABLES = frozenset({"schedules", "due_times", "*"})
BURST_MS = 150
WIDEST_CHOICE = 260
STATES = (
    OccurrenceState.RAN,
    OccurrenceState.FAILED,
    OccurrenceState.MISSED,
    OccurrenceState.SKIPPED,
    OccurrenceState.ASKED,
    OccurrenceState.RUNNING,
    OccurrenceState.QUEUED,
    OccurrenceState.VOID,
)


@dataclass(frozen=True, slots=True)
class OccurrenceListing:
    """What was found for a query."""

    query: OccurrenceQuery
    ids: tuple[int, ...]
    facets: OccurrenceFacets
    names: dict[int, str]


class OccurrenceHistory(QWidget):
    """``navigation_requested`` carries the PageLocation of a run; ``message_posted`` a sentence for the toast. It asks
    only while ``in_view``."""

    navigation_requested = Signal(object)
    message_posted = Signal(str, object)

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._list = OccurrenceList(desk.book.store)
        self._query = OccurrenceQuery()
        self._in_view = self._asking = self._again = False
        self._make_parts()
        self._burst = QTimer(self, singleShot=True, interval=BURST_MS)
        self._burst.timeout.connect(self.refresh)
        desk.bridge.changed.connect(self._changed)

    def _make_parts(self) -> None:
        self.search = SearchField(tr("Search in reasons"))
        self.search.searched.connect(self._searched)
        self.schedule = FilterBox(tr("Schedule"), [FilterChoice(tr("Any schedule"), None)])
        self.schedule.setMaximumWidth(WIDEST_CHOICE)
        self.schedule.value_chosen.connect(self._schedule_chosen)
        self.state = FilterBox(tr("Outcome"), [FilterChoice(tr("Any outcome"), None)])
        self.state.value_chosen.connect(self._state_chosen)
        self.open = QPushButton(tr("Open the run"))
        icons.set_themed_icon(self.open, "sessions")
        self.open.clicked.connect(self._open_current)
        self.model = OccurrenceModel(self)
        self.model.rows_requested.connect(self._rows_wanted)
        self._tables = QStackedWidget(self)
        self.table = RecordTable(self.model, tr("Run history"), self._tables)
        self.search.entered.connect(self.table.focus_first_row)
        self.table.setItemDelegate(RecordCell(self.table))
        self.table.stretch_columns(5)
        self.table.row_picked.connect(self._picked)
        self.table.row_opened.connect(self._opened)
        self._none = EmptyState("clock", tr("No due time yet"))
        self._none.action_triggered.connect(self.clear_filters)
        self._tables.addWidget(self.table)
        self._tables.addWidget(self._none)
        self._title = theme.plain_label(tr("Run history"), "section")
        filters = FlowLayout(theme.GAP_S, fill=True)
        for part in (self.search, self.schedule, self.state, self.open):
            filters.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addWidget(self._title)
        column.addLayout(filters)
        column.addWidget(self._tables, 1)
        self.open.setEnabled(False)
        self._tables.setMinimumHeight(4 * theme.ROW)

    # --- asking ------------------------------------------------------------------------------------------------------

    def set_in_view(self, yes: bool) -> None:
        """Ask now, and after changes, or not at all."""
        self._in_view = yes
        self.refresh() if yes else self._burst.stop()

    def refresh(self) -> None:
        """Ask for what the filters leave."""
        if self._asking:
            self._again = True
            return
        self._asking, self._again = True, False
        self._desk.bridge.ask(partial(_listed, self._desk.book, self._list, self._query), self._answered, self._failed)

    def refresh_times(self) -> None:
        """The relative times have new words."""
        self.model.refresh_times("due", "started")

    def filter_by(self, query: OccurrenceQuery) -> None:
        """Set the filters."""
        self._query = query
        self.search.set_text_quietly(query.text)
        self.schedule.set_value(query.schedule)
        self.state.set_value(query.state)
        self.refresh()

    def clear_filters(self) -> None:
        """Show everything again."""
        self.filter_by(OccurrenceQuery())

    def select_occurrence(self, due_id: int) -> None:
        """Make a due time the current row, whatever the filters."""
        if self.model.place(due_id) < 0 and self._query != OccurrenceQuery():
            self.clear_filters()
        self.table.select_key(due_id)
        self.table.setFocus()

    @property
    def query(self) -> OccurrenceQuery:
        """The filters in force."""
        return self._query

    def _changed(self, change: CommittedChange) -> None:
        if self._in_view and change.table in TABLES and not self._burst.isActive():
            self._burst.start()

    def _answered(self, found: OccurrenceListing) -> None:
        self._asking = False
        if found.query != self._query or self._again:
            self.refresh()
            return
        self.model.names = found.names
        if list(self.model.keys) != list(found.ids):
            self.table.show_keys(found.ids)
        self.table.reload_visible()
        self._show_facets(found)
        self._picked(self.table.current)

    def _failed(self, error: Exception) -> None:
        self._asking = False
        self.message_posted.emit(error_text(error), None)

    def _show_facets(self, found: OccurrenceListing) -> None:
        facets = found.facets
        names = [
            FilterChoice(found.names.get(number, tr("schedule {number}", number=number)), number, count)
            for number, count in facets.schedules.items()
        ]
        self.schedule.set_choices([FilterChoice(tr("Any schedule"), None, sum(facets.schedules.values())), *names])
        states = [
            FilterChoice(state_word(state), str(state), facets.states[state])
            for state in STATES
            if state in facets.states
        ]
        self.state.set_choices([FilterChoice(tr("Any outcome"), None, sum(facets.states.values())), *states])
        self._tables.setCurrentWidget(self.table if facets.matching else self._none)
        for part in (self.search, self.schedule, self.state, self.open):
            part.setVisible(bool(facets.total))
        if facets.total and not facets.matching:
            self._none.set_message(
                tr("No due time matches"), tr("Try other words or another filter."), tr("Clear the filters")
            )
        elif not facets.total:
            text = tr("Each one appears here with its outcome: ran, skipped, missed or failed, and why.")
            self._none.set_message(tr("No due time yet"), text)

    def _rows_wanted(self, ids: list[int]) -> None:
        self._desk.bridge.ask(partial(self._list.rows, tuple(ids)), self._rows_known)

    def _rows_known(self, rows: list[ScheduleOccurrence]) -> None:
        self.model.set_rows({row.id: row for row in rows})
        self._picked(self.table.current)

    # --- what the operator does --------------------------------------------------------------------------------------

    def _searched(self, text: str) -> None:
        self._change(text=text)

    def _schedule_chosen(self, value: Any) -> None:
        self._change(schedule=value)

    def _state_chosen(self, value: Any) -> None:
        self._change(state=value)

    def _change(self, **parts: Any) -> None:
        self._query = replace(self._query, **parts)
        self.refresh()

    def _current(self) -> ScheduleOccurrence | None:
        row = self.model.row(self.model.place(self.table.current))
        return row if isinstance(row, ScheduleOccurrence) else None

    def _picked(self, _key: object) -> None:
        due = self._current()
        self.open.setEnabled(due is not None and due.run_id is not None)
        self.open.setToolTip("" if due is None or due.run_id is not None else tr("Nothing ran for this due time."))

    def _opened(self, _key: object) -> None:
        self._open_current()

    def _open_current(self) -> None:
        due = self._current()
        if due is not None and due.run_id is not None:
            self._desk.bridge.ask(partial(_session_of, self._desk.book, due.run_id), self._session_known)

    def _session_known(self, session_id: int | None) -> None:
        if session_id is None:
            self.message_posted.emit(tr("That run is no longer in the records."), None)
        else:
            self.navigation_requested.emit(PageLocation("sessions", id=session_id))


def valid_filters(values: dict[str, Any] | None) -> OccurrenceQuery:
    """The filters among these values, as a PageLocation or a remembered state has them."""
    values = values or {}
    text, schedule, state = values.get("text"), values.get("schedule"), values.get("state")
    return OccurrenceQuery(
        text if isinstance(text, str) else "",
        schedule if isinstance(schedule, int) else None,
        state if isinstance(state, str) and state in list(OccurrenceState) else None,
    )


def _listed(book: RecordRepositories, dues: OccurrenceList, query: OccurrenceQuery) -> OccurrenceListing:
    names = {schedule.id: schedule.name for schedule in book.schedules.list()}
    return OccurrenceListing(query, tuple(dues.ids(query)), dues.facets(query), names)


def _session_of(book: RecordRepositories, run_id: int) -> int | None:
    sessions = book.sessions.of_run(run_id)
    return sessions[-1].id if sessions else None
