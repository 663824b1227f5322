"""A page to read in: search and filters over a list, beside the pane that shows what is chosen in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from ...storage.change_events import CommittedChange
from .. import theme
from ..pages.base_page import BasePage
from ..text.translation import error_text
from ..widgets.detail_split import DetailSplit
from ..widgets.empty_state import EmptyState
from ..widgets.flow_layout import FlowLayout
from ..widgets.search_field import SearchField
from .columns import ColumnModel, make_table, restore_widths, save_widths
from .detail import EmptyText

if TYPE_CHECKING:
    from ..app_context import AppContext

Row = TypeVar("Row")
SETTLE_MS = 150


class ReadingPage(BasePage, Generic[Row]):
    """The parts of such a page. ``head`` is the row of the search, ``above`` holds what is said between it and the
    list, ``left`` the list and what stands below it. ``lists`` shows the table or that there is nothing. While it is in
    view the page is refreshed after changes of its ``tables``."""

    tables: ClassVar[frozenset[str]] = frozenset()

    def __init__(
        self,
        context: AppContext,
        model: ColumnModel[Row],
        search: str,
        empty: EmptyText,
        pane: QWidget,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(context, parent)
        self.context = context
        self.model = model
        self.search = SearchField(search)
        self.splitter = DetailSplit(self)
        left = QWidget(self.splitter)
        self.lists = QStackedWidget(left)
        self.table = make_table(model, self.title, self.lists)
        self.empty = EmptyState(empty.icon, empty.title, empty.text)
        self.lists.addWidget(self.table)
        self.lists.addWidget(self.empty)
        self.left = QVBoxLayout(left)
        self.left.setContentsMargins(0, 0, 0, 0)
        self.left.setSpacing(theme.GAP_S)
        self.left.addWidget(self.lists, 1)
        self.splitter.set_parts(left, pane, (2, 3), beside=(1, 1), gap=theme.GAP_M)
        holder, self.above = QWidget(self), QVBoxLayout()
        self.head = FlowLayout(theme.GAP_S, holder, fill=True)
        self.head.addWidget(self.search)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_M)
        column.addWidget(holder)
        column.addLayout(self.above)
        column.addWidget(self.splitter, 1)
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self.refresh)
        context.bridge.changed.connect(self._committed)

    def focus_search(self) -> None:
        """Put the cursor into the search."""
        self.search.setFocus()
        self.search.selectAll()

    def save_state(self) -> dict[str, Any]:
        """Return the splitter and the widths of the columns."""
        return {"splitter": self.splitter.save_state(), "columns": save_widths(self.table)}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take up what was kept; what does not fit is left aside."""
        self.splitter.restore_state(state.get("splitter"))
        restore_widths(self.table, state.get("columns"))

    def post(self, sentence: str) -> None:
        """Say a sentence in the toast."""
        self.message_posted.emit(sentence, None)

    def post_error(self, error: Exception) -> None:
        """Say in the toast what went wrong."""
        self.post(error_text(error))

    def _committed(self, change: CommittedChange) -> None:
        concerns = change.table in self.tables or (change.table == "*" and bool(self.tables))
        if concerns and self.isVisible() and not self._settle.isActive():
            self._settle.start()
