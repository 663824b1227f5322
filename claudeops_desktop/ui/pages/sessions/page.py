"""The page of runs: filters, the table, and the detail of the one that is chosen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from ....records.run_list import RunFacets, RunLine, RunList, RunQuery
from ....records.sessions import Status
from ....run.request import RunRequest
from ....store.changes import Change
from ... import theme, words
from ...page import Page, Place
from ...widgets.empty_state import EmptyState
from ...widgets.filter_box import Choice, FilterBox
from ...widgets.record_cell import RecordCell
from ...widgets.record_table import RecordTable
from ...widgets.search_field import SearchField
from . import phrases
from .chain import ChainCell
from .detail import RunDetail
from .model import RunModel

if TYPE_CHECKING:
    from ...desk import Desk

LOOK_AGAIN_MS = 150
RETELL_MS = 15_000


class SessionsPage(Page):
    """Runs, newest first, one row a run."""

    title = "Sessions"

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._runs = RunList(desk.book.store)
        self._query = RunQuery()
        self._facets: RunFacets | None = None
        self._asking = False
        self._again = False
        self._shown = False
        self._wish: Place | None = None

        self.search = SearchField("Search in answers, summaries and prompts")
        self.search.searched.connect(self._searched)
        self.status = FilterBox("Status", [Choice("Any status", None)])
        self.agent = FilterBox("Agent", [Choice("Any agent", None)])
        self.tier = FilterBox("Highest tier", [Choice("Any tier", None)])
        self.status.chosen.connect(self._status_chosen)
        self.agent.chosen.connect(self._agent_chosen)
        self.tier.chosen.connect(self._tier_chosen)
        self.model = RunModel(self)
        self.model.rows_wanted.connect(self._rows_wanted)
        self.table = RecordTable(self.model, "Runs")
        self.table.setItemDelegate(RecordCell(self.table))
        self.table.setItemDelegateForColumn(2, ChainCell(self.table))
        self.table.picked.connect(self._picked)
        self.table.opened.connect(self._opened_run)
        self.table.sort_wanted.connect(self._sort)
        self.table.show_sort(self._query.sort, self._query.descending)
        self._none = EmptyState("sessions", "No run yet")
        self._none.acted.connect(self._empty_acted)
        self._tables = QStackedWidget()
        self._tables.addWidget(self.table)
        self._tables.addWidget(self._none)
        self.detail = RunDetail(desk)
        self.detail.wanted.connect(self.wanted)
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self._tables)
        self.splitter.addWidget(self.detail)
        self.splitter.setStretchFactor(0, 2)
        self.splitter.setStretchFactor(1, 3)
        self._tables.setMinimumHeight(4 * theme.ROW)
        self.detail.setMinimumHeight(6 * theme.ROW)
        self._lay_out()

        self._soon = QTimer(self, singleShot=True, interval=LOOK_AGAIN_MS)
        self._soon.timeout.connect(self._ask)
        self._retell = QTimer(self, interval=RETELL_MS)
        self._retell.timeout.connect(self._tell_times)
        desk.bridge.changed.connect(self._on_change)

    def opened(self, place: Place | None = None) -> None:
        """In view: look anew, and go where the link leads."""
        self._shown = True
        self._retell.start()
        self._tell_times()
        if place is not None and place.filters:
            self._set_filters(replace(RunQuery(), **_known(place.filters)))
        if place is not None and place.id is not None:
            self._wish = place
            self.desk.bridge.ask(_RunOf(self._runs, place.id), self._found)
        self.refresh()
        self.detail.opened()

    def left(self) -> None:
        """Out of view: nothing ticks, nothing is asked."""
        self._shown = False
        self._retell.stop()
        self._soon.stop()
        self.detail.left()

    def focus_search(self) -> None:
        """Ctrl+F."""
        self.search.setFocus()
        self.search.selectAll()

    def actions(self) -> list[QAction]:
        """For the command palette."""
        running = QAction("Show the log of this run", self)
        running.triggered.connect(self.detail.show_log)
        failed = QAction("Show failed runs", self)
        failed.triggered.connect(self._show_failed)
        return [running, failed]

    def refresh(self) -> None:
        """Ask for ids, counts and the rows in view."""
        self._ask()

    def save_state(self) -> dict[str, Any]:
        """Splitter, columns and filters."""
        header = self.table.horizontalHeader()
        return {
            "splitter": self.splitter.sizes(),
            "columns": [header.sectionSize(n) for n in range(header.count())],
            "status": self._query.status,
            "agent": self._query.agent,
            "tier": self._query.tier,
            "sort": self._query.sort,
            "descending": self._query.descending,
        }

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take them up; what does not fit is left aside."""
        sizes = state.get("splitter")
        if isinstance(sizes, list) and len(sizes) == 2 and all(isinstance(n, int) for n in sizes):
            self.splitter.setSizes(sizes)
        columns = state.get("columns")
        if isinstance(columns, list) and len(columns) == len(RunModel.COLUMNS):
            for n, width in enumerate(columns):
                if isinstance(width, int) and 40 <= width <= 2000:
                    self.table.setColumnWidth(n, width)
        self._set_filters(replace(RunQuery(), **_known(state)))

    def _lay_out(self) -> None:
        self._filters = QWidget()
        filters = QHBoxLayout(self._filters)
        filters.setContentsMargins(0, 0, 0, 0)
        filters.setSpacing(theme.GAP_S)
        filters.addWidget(self.search, 1)
        for box in (self.status, self.agent, self.tier):
            filters.addWidget(box)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_M)
        column.addWidget(self._filters)
        column.addWidget(self.splitter, 1)

    # --- asking ----------------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        self._soon.stop()
        if self._asking:
            self._again = True
            return
        self._asking = True
        self._again = False
        self.desk.bridge.ask(_Listing(self._runs, self._query), self._listed, self._failed)

    def _listed(self, answer: tuple[RunQuery, list[int], RunFacets]) -> None:
        self._asking = False
        query, ids, facets = answer
        if query != self._query:
            self._ask()
            return
        if list(self.model.keys) != ids:
            self.table.show_keys(ids)
        self.model.stale()
        self._facets = facets
        self._tell(facets)
        if not ids:
            self.detail.show_run(None)
        elif self.table.current is None and self._wish is None:
            self.table.pick(ids[0])
        if self._again:
            self._ask()

    def _failed(self, error: Exception) -> None:
        self._asking = False
        self.message.emit(getattr(error, "told", str(error)), None)

    def _rows_wanted(self, ids: list[int]) -> None:
        self.desk.bridge.ask(_Lines(self._runs, tuple(ids)), self._lines_known)

    def _lines_known(self, lines: list[RunLine]) -> None:
        self.model.put({line.id: line for line in lines})

    def _found(self, run_id: int | None) -> None:
        place, self._wish = self._wish, None
        if place is None:
            return
        if run_id is None:
            self.message.emit(f"Session {place.id} is not in the records.", None)
            return
        if self.model.keys and self.model.place(run_id) < 0:
            self._set_filters(RunQuery(sort=self._query.sort, descending=self._query.descending))
            self._ask()
        self.detail.show_run(run_id, place.id, place.line or 0)
        self.table.pick(run_id)

    def _on_change(self, change: Change) -> None:
        if not self._shown:
            return
        if change.table in ("runs", "sessions", "*"):
            if not self._soon.isActive():
                self._soon.start()
        elif change.table == "markers" and not self._soon.isActive():
            self._soon.start()

    # --- telling ---------------------------------------------------------------------------------------------------

    def _tell(self, facets: RunFacets) -> None:
        self.fact_changed.emit(phrases.fact(facets))
        statuses = [
            Choice(phrases.status_name(status), str(status), facets.statuses[status])
            for status in Status
            if status in facets.statuses
        ]
        self.status.set_choices([Choice("Any status", None, sum(facets.statuses.values())), *statuses])
        agents = [Choice(name, name, count) for name, count in sorted(facets.agents.items())]
        self.agent.set_choices([Choice("Any agent", None, sum(facets.agents.values())), *agents])
        tiers = [Choice(f"{tier} {words.tier_name(tier)}", tier, n) for tier, n in sorted(facets.tiers.items())]
        self.tier.set_choices([Choice("Any tier", None, sum(facets.tiers.values())), *tiers])
        self._filters.setVisible(bool(facets.total))
        if facets.matching:
            self._tables.setCurrentWidget(self.table)
            self.detail.show()
            return
        self.detail.hide()
        self._tables.setCurrentWidget(self._none)
        if facets.total:
            self._none.say("No run matches", "Other words, or another filter, may find it.", "Clear the filters")
        else:
            self._none.say(
                "No run yet",
                "Each run appears here with what it said, did and learned. The schedule starts them, or you do.",
                "Run now",
            )

    def _tell_times(self) -> None:
        self.model.retell("started", "duration")

    # --- what the operator does ------------------------------------------------------------------------------------

    def _picked(self, run_id: int | None) -> None:
        if run_id is not None:
            self.detail.show_run(run_id)

    def _opened_run(self, _run_id: int) -> None:
        self.detail.tabs.currentWidget().setFocus()

    def _searched(self, text: str) -> None:
        self._change(text=text)

    def _status_chosen(self, status: str | None) -> None:
        self._change(status=status)

    def _agent_chosen(self, agent: str | None) -> None:
        self._change(agent=agent)

    def _tier_chosen(self, tier: int | None) -> None:
        self._change(tier=tier)

    def _sort(self, sort: str, descending: bool) -> None:
        self._change(sort=sort, descending=descending)

    def _show_failed(self) -> None:
        self._set_filters(RunQuery(status=Status.FAILED))
        self._ask()

    def _empty_acted(self) -> None:
        if self._facets is not None and self._facets.total:
            self._set_filters(RunQuery(sort=self._query.sort, descending=self._query.descending))
            self._ask()
        else:
            self.desk.runs.enqueue(RunRequest(dry_run=self.desk.settings.current.run.dry_run))
            self.message.emit("The run is in the queue.", None)

    def _change(self, **parts: Any) -> None:
        self._query = replace(self._query, **parts)
        self._ask()

    def _set_filters(self, query: RunQuery) -> None:
        self._query = query
        self.search.set_text_quietly(query.text)
        self.status.set_value(query.status)
        self.agent.set_value(query.agent)
        self.tier.set_value(query.tier)
        self.table.show_sort(query.sort, query.descending)


def _known(values: dict[str, Any]) -> dict[str, Any]:
    """The filters among these values that a RunQuery has, where they are of the right kind."""
    kinds: dict[str, type] = {"status": str, "agent": str, "tier": int, "text": str, "sort": str, "descending": bool}
    found = {name: values[name] for name, kind in kinds.items() if isinstance(values.get(name), kind)}
    if found.get("sort") not in {column.sort for column in RunModel.COLUMNS if column.sort}:
        found.pop("sort", None)
        found.pop("descending", None)
    return found


@dataclass(frozen=True, slots=True)
class _Listing:
    runs: RunList
    query: RunQuery

    def __call__(self) -> tuple[RunQuery, list[int], RunFacets]:
        return self.query, self.runs.ids(self.query), self.runs.facets(self.query)


@dataclass(frozen=True, slots=True)
class _Lines:
    runs: RunList
    ids: tuple[int, ...]

    def __call__(self) -> list[RunLine]:
        return self.runs.lines(self.ids)


@dataclass(frozen=True, slots=True)
class _RunOf:
    runs: RunList
    session_id: int

    def __call__(self) -> int | None:
        return self.runs.run_of(self.session_id)
