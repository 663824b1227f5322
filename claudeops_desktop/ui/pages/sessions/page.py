"""The page of runs: filters, the table, and the detail of the one that is chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLayout, QVBoxLayout, QWidget

from ....records.run_list import RunFacets, RunFigure, RunLine, RunList, RunQuery
from ....records.sessions import SessionStatus
from ....runs.log_index.search import LogHit
from ....storage.change_events import CommittedChange
from ... import theme
from ...text.translation import tr
from ...widgets.column_menu import ColumnMenu
from ...widgets.empty_state import EmptyState
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.search_field import SearchField
from ..base_page import PageLocation
from ..filtered_table_page import FilteredTablePage
from . import text as page_text
from .chain_bar import ChainCell
from .detail_pane import RunDetail
from .filter_boxes import RunFilters, valid_filters
from .log_search import LogSearch
from .model import RunModel
from .run_charts import LAST, RunCharts
from .run_window import FIRST_SIZE, RunWindow

if TYPE_CHECKING:
    from ...app_context import AppContext

IN_RUNS, IN_LOGS = "runs", "logs"
PLACEHOLDERS = {IN_RUNS: tr("Search answers, summaries, prompts"), IN_LOGS: tr("Search everything in all logs")}
CHARTS_FROM = 560  # pixels of height that leave room for them


class SessionsPage(FilteredTablePage):
    """Runs, newest first, one row a run; or passages of their logs."""

    title = tr("Sessions")

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(desk, RunQuery(), parent)
        self._runs = RunList(desk.book.store, desk.book.clock)
        self._wish: PageLocation | None = None
        self._words: tuple[str, ...] = ()  # of the passage that is gone to
        self._known_sort = {column.sort for column in RunModel.COLUMNS if column.sort}
        self.filters = RunFilters(self)
        self.where = FilterBox(
            tr("Where to search"), [FilterChoice(tr("in runs"), IN_RUNS), FilterChoice(tr("in all logs"), IN_LOGS)]
        )
        self.where.value_chosen.connect(self._search_in)
        self.model = RunModel(self)
        self.model.rows_requested.connect(self._rows_wanted)
        self.detail = RunDetail(desk, self.splitter)
        self.detail.navigation_requested.connect(self.navigation_requested)
        self.detail.run_requested.connect(self._run)
        self.detail.message_posted.connect(self._tell_toast)
        self.detail.setMinimumHeight(9 * theme.ROW)
        self._build(
            SearchField(PLACEHOLDERS[IN_RUNS]),
            self.filters.boxes,
            self.model,
            tr("Runs"),
            EmptyState("sessions", tr("No run yet"), other=tr("Search in all logs")),
            self.detail,
            (2, 3),
        )
        self.table.setItemDelegateForColumn(2, ChainCell(self.table))
        self.table.row_picked.connect(self._picked)
        self.table.row_opened.connect(self._opened_run)
        self.table.sort_requested.connect(self._sort)
        self.table.show_sort(self._query.sort, self._query.descending)
        self.table.stretch_columns(len(RunModel.COLUMNS) - 1)
        self.columns = ColumnMenu(self.table, self.model, ("status", "started", "summary"))
        self.charts = RunCharts(self)
        self.charts.run_opened.connect(self.table.select_key)
        self._none.other_action_triggered.connect(self.search_logs)
        self.windows: dict[int, RunWindow] = {}
        self._window_size = FIRST_SIZE
        self.detail.window_requested.connect(self.open_window)
        self._window_action = QAction(tr("Open this run in a window"), self)
        self._window_action.setShortcut("Ctrl+Shift+O")
        self._window_action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._window_action.triggered.connect(self.open_window)
        self.addAction(self._window_action)
        self._logs: LogSearch | None = None
        self._lay_out_head()
        desk.bridge.changed.connect(self._on_change)

    def activate(self, place: PageLocation | None = None) -> None:
        """In view: look anew, and go where the link leads."""
        self._shown = True
        self._retell.start()
        self._tell_times()
        if place is not None and place.filters:
            self._set_filters(replace(RunQuery(), **self._known(place.filters)))
        if place is not None and place.id is not None:
            self._wish = place
            self.desk.bridge.ask(partial(_find_run, self._runs, place.id), self._found)
        self.refresh()
        self.detail.activate()

    def deactivate(self) -> None:
        """Out of view: nothing ticks, nothing is asked."""
        self._shown = False
        self._retell.stop()
        self._soon.stop()
        if self._logs is not None:
            self._logs.deactivate()
        self.detail.deactivate()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """F3 goes to the next passage found, Shift+F3 to the one before."""
        back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.key() == Qt.Key.Key_F3 and self._in_logs and self.logs.step_hit(-1 if back else 1):
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Charts and filters make room where there is little."""
        super().resizeEvent(event)
        self.filters.adapt_to_width(event.size().width())
        self._show_charts()

    def focus_search(self) -> None:
        """Ctrl+F: in the log, where that has the focus; otherwise among the runs."""
        if self.detail.tabs.findable:
            self.detail.tabs.log.open_find()
        else:
            super().focus_search()

    def actions(self) -> list[QAction]:
        """For the command palette."""
        running = QAction(tr("Show the log of this run"), self)
        running.triggered.connect(self.detail.show_log)
        failed = QAction(tr("Show failed runs"), self)
        failed.triggered.connect(self._show_failed)
        logs = QAction(tr("Search in all logs"), self)
        logs.triggered.connect(self.search_logs)
        export = QAction(tr("Export this session"), self)
        export.triggered.connect(self.detail.export_session)
        columns = QAction(tr("Choose columns of runs"), self)
        columns.triggered.connect(self._choose_columns)
        return [running, self._window_action, failed, logs, export, columns]

    def open_window(self) -> None:
        """Show the run that is looked at in a window of its own, at the tab that is looked at."""
        run_id = self.detail.run_id
        if run_id is None:
            return
        window = self.windows.get(run_id)
        if window is None:
            window = self.windows[run_id] = RunWindow(self.desk, run_id, self)
            window.resize(self._window_size)
            window.detail.navigation_requested.connect(self._leave_window)
            window.detail.run_requested.connect(self._run)
            window.closed.connect(self._window_closed)
            window.show()
        window.show_session(self.detail.session_id, self.detail.tabs.currentIndex())
        window.raise_()
        window.activateWindow()

    def _leave_window(self, place: PageLocation) -> None:
        """A link in a window of a run leads to a page of the main window."""
        self.navigation_requested.emit(place)
        self.window().raise_()
        self.window().activateWindow()

    def _window_closed(self, run_id: int, size: QSize) -> None:
        self.windows.pop(run_id, None)
        self._window_size = size

    def _choose_columns(self) -> None:
        self.columns.open_menu()

    def more_keys(self) -> list[tuple[str, str]]:
        """Those of the search in all logs."""
        return [(tr("F3, Shift+F3"), tr("The next or previous match (in all logs)"))]

    def save_state(self) -> dict[str, Any]:
        """The order of the table too."""
        return {
            **super().save_state(),
            "sort": self._query.sort,
            "descending": self._query.descending,
            "window": [self._window_size.width(), self._window_size.height()],
        }

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take it up; what does not fit is left aside."""
        super().restore_state(state)
        size = state.get("window")
        if isinstance(size, list) and len(size) == 2 and all(isinstance(n, int) and 200 <= n <= 8000 for n in size):
            self._window_size = QSize(*size)
        self._set_filters(replace(RunQuery(), **self._known(state)))

    # --- asking ----------------------------------------------------------------------------------------------------

    def _listing(self) -> Callable[[], tuple[RunQuery, list[int], RunFacets, list[RunFigure]]]:
        return partial(_list_runs, self._runs, self._query)

    def _listed(self, answer: tuple[RunQuery, list[int], RunFacets, list[RunFigure]]) -> None:
        _, ids, facets, figures = answer
        self.charts.show_figures(figures)
        if list(self.model.keys) != ids:
            self.table.show_keys(ids)
        self.table.reload_visible()
        self._tell(facets)
        if not ids:
            self.detail.show_run(None)
        elif self.table.current is None and self._wish is None and not self._in_logs:
            self.table.select_key(ids[0])

    def _rows_wanted(self, ids: list[int]) -> None:
        self.desk.bridge.ask(partial(_load_lines, self._runs, tuple(ids)), self._lines_known)

    def _lines_known(self, lines: list[RunLine]) -> None:
        self.model.set_rows({line.id: line for line in lines})

    def _found(self, run_id: int | None) -> None:
        place, self._wish = self._wish, None
        if place is None:
            return
        if run_id is None:
            self.message_posted.emit(tr("Session {id} is not in the records.", id=place.id), None)
            return
        if self.model.keys and self.model.place(run_id) < 0 and not self._in_logs:
            self._clear_filters()
        self.detail.show_run(run_id, place.id, place.line or 0, self._words)
        self._words = ()
        if not self._in_logs:
            self.table.select_key(run_id)

    def _on_change(self, change: CommittedChange) -> None:
        if not self._shown:
            return
        if change.table in ("runs", "sessions", "*"):
            if not self._soon.isActive():
                self._soon.start()
        elif change.table == "markers" and not self._soon.isActive():
            self._soon.start()

    # --- telling ---------------------------------------------------------------------------------------------------

    def _tell(self, facets: RunFacets) -> None:
        self.fact_changed.emit(page_text.fact_line(facets))
        self.filters.show_facets(facets)
        self._show_rows(
            facets.matching,
            facets.total,
            (
                tr("No run yet"),
                tr("Each run appears here with what it said, did and learned. The schedule starts them, or you do."),
            ),
            tr("No run matches"),
        )
        self._none.other_button.setVisible(bool(facets.total and not facets.matching and self._query.text))
        self._show_where()

    def _tell_times(self) -> None:
        self.model.refresh_times("started", "duration")

    # --- what the operator does ------------------------------------------------------------------------------------

    def _picked(self, run_id: int | None) -> None:
        if run_id is not None:
            self.detail.show_run(run_id)

    def _opened_run(self, _run_id: int) -> None:
        self.detail.tabs.currentWidget().setFocus()

    def _sort(self, sort: str, descending: bool) -> None:
        self._change(sort=sort, descending=descending)

    def _show_failed(self) -> None:
        self._set_filters(RunQuery(status=SessionStatus.FAILED))
        self._ask()

    def _set_filters(self, query: RunQuery) -> None:
        super()._set_filters(query)
        self.filters.show_active_count(query)
        self.table.show_sort(query.sort, query.descending)

    def _change(self, **parts: Any) -> None:
        super()._change(**parts)
        self.filters.show_active_count(self._query)
        if self._in_logs:
            self._look()

    def _known(self, values: dict[str, Any]) -> dict[str, Any]:
        return valid_filters(values, self._known_sort)

    # --- search in the logs ------------------------------------------------------------------------------------------

    @property
    def _in_logs(self) -> bool:
        return bool(self.where.value == IN_LOGS)

    @property
    def logs(self) -> LogSearch:
        """The search in all logs, made when it is first wanted."""
        if self._logs is None:
            self._logs = LogSearch(self.desk, self._runs, self._tables)
            self._logs.hit_opened.connect(self._open_hit)
            self._tables.addWidget(self._logs)
        return self._logs

    def search_logs(self) -> None:
        """Turn to the search in all logs."""
        self.where.set_value(IN_LOGS)
        self._search_in(IN_LOGS)
        self.search.setFocus()

    def _search_in(self, where: str) -> None:
        self.search.setPlaceholderText(PLACEHOLDERS[where])
        self.search.setAccessibleName(PLACEHOLDERS[where])
        self.table.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._change(text="" if where == IN_LOGS else self.search.text().strip())
        self._show_where()

    def _searched(self, text: str) -> None:
        if self._in_logs:
            self._look()
        else:
            super()._searched(text)

    def _look(self) -> None:
        """Search, in the sessions of the runs that the filters leave."""
        query = replace(self._query, text="", sort="started", descending=True)
        self.logs.search(self.search.text().strip(), None if query == RunQuery() else query)

    def _show_where(self) -> None:
        if self._in_logs:
            self._tables.setCurrentWidget(self.logs)
            self._lower.setVisible(bool(self._total))
        self._show_charts()

    def _open_hit(self, hit: LogHit) -> None:
        self._wish = PageLocation("sessions", id=hit.session_id, line=hit.line)
        self._words = tuple(dict.fromkeys(hit.snippet[start : start + length] for start, length in hit.marks))
        self.desk.bridge.ask(partial(_find_run, self._runs, hit.session_id), self._found)

    # --- head --------------------------------------------------------------------------------------------------------

    def _filter_row(self, holder: QWidget) -> QLayout:
        """One line: what has no room in it goes behind a button."""
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP_S)
        return row

    def _lay_out_head(self) -> None:
        """The search says where; the less used filters get a line of their own; then the charts."""
        row, column = self._filters.layout(), self.layout()
        assert isinstance(row, QHBoxLayout) and isinstance(column, QVBoxLayout)  # noqa: S101 — made by _build
        row.removeWidget(self.search)
        for box in self.filters.boxes.values():
            row.removeWidget(box)
        row.addWidget(self.search)
        row.addWidget(self.where)
        self.filters.add_to_layout(row)
        row.setStretch(0, 1)
        column.insertWidget(1, self.filters.more)
        column.insertWidget(2, self.charts)

    def _show_charts(self) -> None:
        self.charts.setVisible(bool(self._total) and not self._in_logs and self.height() >= CHARTS_FROM)

    def _tell_toast(self, text: str) -> None:
        self.message_posted.emit(text, None)


def _list_runs(runs: RunList, query: RunQuery) -> tuple[RunQuery, list[int], RunFacets, list[RunFigure]]:
    return query, runs.ids(query), runs.facets(query), runs.figures(query, LAST)


def _load_lines(runs: RunList, ids: tuple[int, ...]) -> list[RunLine]:
    return runs.lines(ids)


def _find_run(runs: RunList, session_id: int) -> int | None:
    return runs.run_of(session_id)
