"""The page of runs: filters, the table, and the detail of the one that is chosen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from ....records.run_list import RunFacets, RunLine, RunList, RunQuery
from ....records.sessions import Status
from ....store.changes import Change
from ... import theme, words
from ...page import Place
from ...record_page import RecordPage
from ...widgets.empty_state import EmptyState
from ...widgets.filter_box import Choice, FilterBox
from ...widgets.search_field import SearchField
from . import phrases
from .chain import ChainCell
from .detail import RunDetail
from .model import RunModel

if TYPE_CHECKING:
    from ...desk import Desk


class SessionsPage(RecordPage):
    """Runs, newest first, one row a run."""

    title = "Sessions"

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, RunQuery(), parent)
        self._runs = RunList(desk.book.store)
        self._wish: Place | None = None
        self.status = FilterBox("Status", [Choice("Any status", None)])
        self.agent = FilterBox("Agent", [Choice("Any agent", None)])
        self.tier = FilterBox("Highest tier", [Choice("Any tier", None)])
        self.model = RunModel(self)
        self.model.rows_wanted.connect(self._rows_wanted)
        self.detail = RunDetail(desk, self.splitter)
        self.detail.wanted.connect(self.wanted)
        self.detail.run_wanted.connect(self._run)
        self.detail.setMinimumHeight(6 * theme.ROW)
        self._build(
            SearchField("Search in answers, summaries and prompts"),
            {"status": self.status, "agent": self.agent, "tier": self.tier},
            self.model,
            "Runs",
            EmptyState("sessions", "No run yet"),
            self.detail,
            (2, 3),
        )
        self.table.setItemDelegateForColumn(2, ChainCell(self.table))
        self.table.picked.connect(self._picked)
        self.table.opened.connect(self._opened_run)
        self.table.sort_wanted.connect(self._sort)
        self.table.show_sort(self._query.sort, self._query.descending)
        self.table.stretch(len(RunModel.COLUMNS) - 1)
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
        """Ctrl+F: in the log, where that has the focus; otherwise among the runs."""
        if self.detail.log.findable:
            self.detail.log.open_find()
        else:
            super().focus_search()

    def actions(self) -> list[QAction]:
        """For the command palette."""
        running = QAction("Show the log of this run", self)
        running.triggered.connect(self.detail.show_log)
        failed = QAction("Show failed runs", self)
        failed.triggered.connect(self._show_failed)
        return [running, failed]

    def save_state(self) -> dict[str, Any]:
        """The order of the table too."""
        return {**super().save_state(), "sort": self._query.sort, "descending": self._query.descending}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take it up; what does not fit is left aside."""
        super().restore_state(state)
        self._set_filters(replace(RunQuery(), **_known(state)))

    # --- asking ----------------------------------------------------------------------------------------------------

    def _listing(self) -> _Listing:
        return _Listing(self._runs, self._query)

    def _listed(self, answer: tuple[RunQuery, list[int], RunFacets]) -> None:
        _, ids, facets = answer
        if list(self.model.keys) != ids:
            self.table.show_keys(ids)
        self.table.renew()
        self._tell(facets)
        if not ids:
            self.detail.show_run(None)
        elif self.table.current is None and self._wish is None:
            self.table.pick(ids[0])

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
            self._clear_filters()
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
        self._show_rows(
            facets.matching,
            facets.total,
            (
                "No run yet",
                "Each run appears here with what it said, did and learned. The schedule starts them, or you do.",
            ),
            "No run matches",
        )

    def _tell_times(self) -> None:
        self.model.retell("started", "duration")

    # --- what the operator does ------------------------------------------------------------------------------------

    def _picked(self, run_id: int | None) -> None:
        if run_id is not None:
            self.detail.show_run(run_id)

    def _opened_run(self, _run_id: int) -> None:
        self.detail.tabs.currentWidget().setFocus()

    def _sort(self, sort: str, descending: bool) -> None:
        self._change(sort=sort, descending=descending)

    def _show_failed(self) -> None:
        self._set_filters(RunQuery(status=Status.FAILED))
        self._ask()

    def _set_filters(self, query: RunQuery) -> None:
        super()._set_filters(query)
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
