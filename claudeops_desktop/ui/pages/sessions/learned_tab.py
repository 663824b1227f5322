"""The Learned tab: what this session's words became, why, and where they stand in its log."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from ....learning import LearningService
from ....records.sessions import Session, SessionStatus
from ... import theme
from ...text import formatting
from ...text.translation import tr, tr_count
from ...widgets.empty_state import EmptyState
from ...widgets.record_cell import RecordCell
from ...widgets.record_model import RecordModel, TableColumn
from ...widgets.record_table import RecordTable
from ..base_page import PageLocation
from .learned_items import LearnedItem, build_case_items, build_learned_items, count_not_stored

if TYPE_CHECKING:
    from ...app_context import AppContext

WRAPPED_UP_TO = 300
PLACES = {"case": "cases", "memory": "memories", "event": "events", "cooldown": "cooldowns"}
GO = {
    "case": tr("Show the case"),
    "memory": tr("Show the memory"),
    "event": tr("Show the event"),
    "cooldown": tr("Show the cooldown"),
}


class LearnedModel(RecordModel):
    """Keys are places in the list, rows are LearnedItems; all known at once."""

    COLUMNS = (
        TableColumn("outcome", tr("Outcome"), 150),
        TableColumn("about", tr("About"), 150),
        TableColumn("text", tr("Said"), 340),
        TableColumn("why", tr("Why"), 280),
        TableColumn("now", tr("Stands at"), 96),
        TableColumn("line", tr("Line"), 60, number=True),
    )

    def text(self, row: LearnedItem, column: str) -> str:
        """What a cell shows."""
        if column == "line":
            return formatting.format_number(row.line) if row.line else ""
        return str(getattr(row, column))

    def tip(self, row: LearnedItem, column: str) -> str:
        """The whole of what is cut off."""
        return str(getattr(row, column)) if column in ("text", "why", "about") else ""

    def state(self, row: LearnedItem, column: str) -> str:
        """The outcome as a shape."""
        return row.state if column == "outcome" else ""


class LearnedTab(QWidget):
    """``navigation_requested`` carries a PageLocation, ``line_requested`` a log line; ``count_changed`` how many
    markers there are."""

    navigation_requested = Signal(object)
    line_requested = Signal(int)
    count_changed = Signal(int)

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._session: Session | None = None
        self._items: list[LearnedItem] = []
        self.model = LearnedModel(self)
        self.table = RecordTable(self.model, tr("What was learned"))
        self.table.setItemDelegate(RecordCell(self.table))
        self.table.setWordWrap(True)
        self.table.row_picked.connect(self._picked)
        self.table.row_opened.connect(self._go)
        self.table.stretch_columns(2, 3)
        self._warning = theme.plain_label(role="warn", wrap=True)
        self._go_button = QPushButton(GO["memory"])
        self._go_button.clicked.connect(self._go)
        self._line_button = QPushButton(tr("Show the line in the log"))
        self._line_button.clicked.connect(self._go_to_line)
        buttons = QHBoxLayout()
        buttons.setContentsMargins(0, 0, 0, 0)
        buttons.addWidget(self._go_button)
        buttons.addWidget(self._line_button)
        buttons.addWidget(self._warning, 1)
        full = QWidget()
        column_box = QVBoxLayout(full)
        column_box.setContentsMargins(0, 0, 0, 0)
        column_box.setSpacing(theme.GAP_S)
        column_box.addWidget(self.table, 1)
        column_box.addLayout(buttons)
        self._empty = EmptyState("memories", tr("Nothing was learned"))
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(full)
        self._full = full

    @property
    def not_stored_count(self) -> int:
        """How many markers were not stored."""
        return count_not_stored(self._items)

    def show_session(self, session: Session | None) -> None:
        """Show what became of a session's markers."""
        if session is None or self._session is None or session.id != self._session.id:
            self._items = []
            self.model.set_keys([])
            self.count_changed.emit(0)
        self._session = session
        self.refresh()

    def refresh(self) -> None:
        """Ask anew."""
        if self._session is None:
            self._show([])
            return
        self._desk.bridge.ask(partial(_load_learned, self._desk, self._session.id), self._answered)

    def pick_line(self, line: int) -> None:
        """Choose what was said on a log line, for a log that is gone."""
        for place, item in enumerate(self._items):
            if item.line == line:
                self.table.select_key(place)
                return

    def _answered(self, answer: tuple[int, list[LearnedItem]]) -> None:
        session_id, items = answer
        if self._session is not None and session_id == self._session.id and items != self._items:
            self._show(items)
        elif not items:
            self._show([])

    def _show(self, items: list[LearnedItem]) -> None:
        grown = items[: len(self._items)] == self._items
        current = self.table.current
        self._items = items
        self.model.set_keys(range(len(items)))
        self.model.set_rows(dict(enumerate(items)))
        rows = self.table.verticalHeader()
        wrapped = len(items) <= WRAPPED_UP_TO
        rows.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents if wrapped else QHeaderView.ResizeMode.Fixed)
        missed = count_not_stored(items)
        self._warning.setText(
            tr(
                "{missed} not stored: the reason is shown beside each.",
                missed=tr_count("%n marker", "%n markers", missed),
            )
            if missed
            else ""
        )
        self.count_changed.emit(len(items))
        if items:
            self._stack.setCurrentWidget(self._full)
            self.table.select_key(current if grown and isinstance(current, int) else 0)
            self._picked(self.table.current)
            return
        self._stack.setCurrentWidget(self._empty)
        running = self._session is not None and self._session.status == SessionStatus.RUNNING
        self._empty.set_message(
            tr("Nothing learned yet") if running else tr("Nothing was learned"),
            tr("Memories, events and restarts appear here within a second.")
            if running
            else tr("This session said nothing worth remembering, and reported no event."),
        )

    def _item(self) -> LearnedItem | None:
        place = self.table.current
        return self._items[place] if isinstance(place, int) and place < len(self._items) else None

    def _picked(self, _key: object) -> None:
        item = self._item()
        self._line_button.setEnabled(item is not None and bool(item.line))
        goes = item is not None and item.target_id is not None
        self._go_button.setEnabled(goes)
        self._go_button.setText(GO.get(item.kind, GO["memory"]) if item else GO["memory"])

    def _go(self, _key: object = None) -> None:
        item = self._item()
        if item is None:
            return
        if item.target_id is None:
            self.line_requested.emit(item.line)
        else:
            self.navigation_requested.emit(PageLocation(PLACES[item.kind], id=item.target_id))

    def _go_to_line(self) -> None:
        item = self._item()
        if item is not None:
            self.line_requested.emit(item.line)


def _load_learned(desk: AppContext, session_id: int) -> tuple[int, list[LearnedItem]]:
    markers = desk.book.markers.of_session(session_id)
    ids = sorted({m.target_id for m in markers if m.kind == "memory" and m.target_id is not None})
    memories = {memory.id: memory for memory in desk.memory.search.rows(ids)}
    cases = LearningService(desk.book).cases.of_session(session_id)
    return session_id, [*build_case_items(cases), *build_learned_items(markers, memories)]
