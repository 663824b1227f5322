"""What pages of records have in common: filters over a table over a detail, asked anew after each burst of changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLayout, QStackedWidget, QVBoxLayout, QWidget

from ...core.errors import ClaudeOpsError
from ...runs.request import RunRequest
from .. import theme
from ..kit.columns import restore_widths, save_widths
from ..text.formatting import RETELL_MS
from ..text.translation import error_text, tr
from ..widgets.detail_split import BESIDE_FROM, SHARES, DetailSplit
from ..widgets.empty_state import EmptyState
from ..widgets.filter_box import FilterBox
from ..widgets.flow_layout import FlowLayout
from ..widgets.record_cell import RecordCell
from ..widgets.record_model import RecordModel
from ..widgets.record_table import RecordTable
from ..widgets.search_field import SearchField
from ..widgets.vertical_scroll import VerticalScroll
from .base_page import BasePage

if TYPE_CHECKING:
    from ..app_context import AppContext

LOOK_AGAIN_MS = 150


class FilteredTablePage(BasePage):
    """A page puts its parts in with ``_build``, and says with ``_listing`` what is asked, with ``_listed`` what became
    of it. ``query`` is a frozen dataclass with a ``text``; ``_filters_by_name`` are the boxes of its other fields.
    """

    beside_from = BESIDE_FROM
    beside_shares = SHARES[Qt.Orientation.Horizontal]

    def __init__(self, desk: AppContext, query: Any, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._query = query
        self._query_shown: Any = None
        self._total = 0
        self._asking = self._again = self._shown = False
        self._soon = QTimer(self, singleShot=True, interval=LOOK_AGAIN_MS)
        self._soon.timeout.connect(self._look_again)
        self._retell = QTimer(self, interval=RETELL_MS)
        self._retell.timeout.connect(self._tell_times)
        # Parts are made where they belong: each later move to another parent restyles all that is in them.
        self.splitter = DetailSplit(self)
        self._scroll = VerticalScroll(self.splitter, self)  # in a low window it scrolls: no part is squeezed
        self._tables = QStackedWidget(self.splitter)

    # --- what each page says for itself ------------------------------------------------------------------------------

    def _listing(self) -> Callable[[], Any]:
        """The question that answers with the query first, then what is found."""
        raise NotImplementedError

    def _listed(self, answer: Any) -> None:
        """Show what was found for the query in force."""
        raise NotImplementedError

    def _tell_times(self) -> None:
        """Say the relative times anew."""

    # --- parts -------------------------------------------------------------------------------------------------------

    def _build(
        self,
        search: SearchField,
        filters: dict[str, FilterBox],
        model: RecordModel,
        name: str,
        empty: EmptyState,
        detail: QWidget,
        shares: tuple[int, int],
    ) -> None:
        """Filters over the table over the detail; ``shares`` divides the height. ``detail`` is made in the splitter."""
        self.search = search
        self.search.searched.connect(self._searched)
        self._filters_by_name = filters
        for box in filters.values():
            box.value_chosen.connect(self._filter_chosen)
        self.table = RecordTable(model, name, self._tables)
        self.table.setItemDelegate(RecordCell(self.table))
        self.search.entered.connect(self.table.focus_first_row)
        self._none = empty
        self._none.action_triggered.connect(self._empty_acted)
        self._tables.addWidget(self.table)
        self._tables.addWidget(self._none)
        self._lower = detail
        self.splitter.set_parts(
            self._tables, detail, shares, beside=self.beside_shares, gap=theme.GAP_M, beside_from=self.beside_from
        )
        self._filters = QWidget(self)
        row = self._filter_row(self._filters)
        row.addWidget(self.search)
        for box in filters.values():
            row.addWidget(box)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_M)
        column.addWidget(self._filters)
        column.addWidget(self._scroll, 1)

    def _filter_row(self, holder: QWidget) -> QLayout:
        """Where search and filters stand: in as many lines as they need."""
        return FlowLayout(theme.GAP_S, holder, fill=True)

    def focus_search(self) -> None:
        """Ctrl+F."""
        self.search.setFocus()
        self.search.selectAll()

    def save_position(self) -> object:
        """Return filters, current row and scroll position."""
        return self._query, self.table.view_position()

    def return_to_position(self, position: Any) -> None:
        """Show what these filters leave, at that row."""
        query, view = position
        if query != self._query:
            self._set_filters(query)
            self._ask()
        self.table.return_to_view(*view)

    def save_state(self) -> dict[str, Any]:
        """Splitter, columns, look and filters; not what was searched for."""
        return {
            "splitter": self.splitter.save_state(),
            "columns": save_widths(self.table),
            **{name: getattr(self._query, name) for name in self._filters_by_name},
        }

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take them up; what does not fit is left aside."""
        self.splitter.restore_state(state.get("splitter"))
        restore_widths(self.table, state.get("columns"))

    # --- asking ------------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Ask for ids, counts and the rows in view."""
        self._ask()

    def _look_again(self) -> None:
        self._ask()

    def _ask(self) -> None:
        self._soon.stop()
        if self._asking:
            self._again = True
            return
        self._asking = True
        self._again = False
        self.desk.bridge.ask(self._listing(), self._answered, self._failed)

    def _answered(self, answer: tuple[Any, ...]) -> None:
        self._asking = False
        if answer[0] != self._query:
            self._ask()
            return
        self.table.keeps_rows_in_place = self._query == self._query_shown
        self._query_shown = self._query
        self._listed(answer)
        if self.hasFocus() and self.table.isVisible():  # the page was turned to: the arrow keys move in its rows
            self.table.setFocus()
        if self._again:
            self._ask()

    def _failed(self, error: Exception) -> None:
        self._asking = False
        self.message_posted.emit(error_text(error), None)

    def _show_rows(self, matching: int, total: int, nothing: tuple[str, str], no_match: str) -> None:
        """The table over the detail; or why there is none, and the one action that changes it."""
        self._total = total
        self._filters.setVisible(bool(total))
        self._lower.setVisible(bool(matching))
        self._tables.setCurrentWidget(self.table if matching else self._none)
        if matching:
            return
        if total:
            self._none.set_message(no_match, tr("Try other words or another filter."), tr("Clear the filters"))
        else:
            self._none.set_message(*nothing, tr("Run now"))

    # --- what the operator does --------------------------------------------------------------------------------------

    def _searched(self, text: str) -> None:
        self._change(text=text)

    def _filter_chosen(self, value: Any) -> None:
        for name, box in self._filters_by_name.items():
            if box is self.sender():
                self._change(**{name: value})

    def _empty_acted(self) -> None:
        if self._total:
            self._clear_filters()
        else:
            self._run(RunRequest(dry_run=self.desk.settings.current.run.dry_run))

    def _run(self, request: RunRequest) -> None:
        try:
            self.desk.runs.enqueue(request)
        except ClaudeOpsError as error:
            self.message_posted.emit(error_text(error), None)
        else:
            self.message_posted.emit(tr("The run is in the queue."), None)

    def _clear_filters(self) -> None:
        self._set_filters(replace(self._query, text="", **dict.fromkeys(self._filters_by_name)))
        self._ask()

    def _change(self, **parts: Any) -> None:
        self._query = replace(self._query, **parts)
        self._ask()

    def _set_filters(self, query: Any) -> None:
        self._query = query
        self.search.set_text_quietly(query.text)
        for name, box in self._filters_by_name.items():
            box.set_value(getattr(query, name))
