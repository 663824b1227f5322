"""The Learned tab: what this session's words became, why, and where they stand in its log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from ....records.sessions import Session, Status
from ... import theme, words
from ...page import Place
from ...widgets.empty_state import EmptyState
from ...widgets.record_cell import RecordCell
from ...widgets.record_table import Column, RecordModel, RecordTable
from .learned_items import LearnedItem, items_of, not_stored

if TYPE_CHECKING:
    from ...desk import Desk

WRAPPED_UP_TO = 300
PLACES = {"memory": "memories", "event": "events", "cooldown": "cooldowns"}
GO = {"memory": "Show the memory", "event": "Show the event", "cooldown": "Show the cooldown"}


class LearnedModel(RecordModel):
    """Keys are places in the list, rows are LearnedItems; all known at once."""

    COLUMNS = (
        Column("outcome", "Outcome", 150),
        Column("about", "About", 150),
        Column("text", "Said", 340),
        Column("why", "Why", 280),
        Column("now", "Stands at", 96),
        Column("line", "Line", 60, number=True),
    )

    def text(self, row: LearnedItem, column: str) -> str:
        """What a cell shows."""
        return words.number(row.line) if column == "line" else str(getattr(row, column))

    def tip(self, row: LearnedItem, column: str) -> str:
        """The whole of what is cut off."""
        return str(getattr(row, column)) if column in ("text", "why", "about") else ""

    def state(self, row: LearnedItem, column: str) -> str:
        """The outcome as a shape."""
        return row.state if column == "outcome" else ""


class LearnedTab(QWidget):
    """``wanted`` carries a Place, ``line_wanted`` a log line; ``counted`` how many markers there are."""

    wanted = Signal(object)
    line_wanted = Signal(int)
    counted = Signal(int)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._session: Session | None = None
        self._items: list[LearnedItem] = []
        self.model = LearnedModel(self)
        self.table = RecordTable(self.model, "What was learned")
        self.table.setItemDelegate(RecordCell(self.table))
        self.table.setWordWrap(True)
        self.table.picked.connect(self._picked)
        self.table.opened.connect(self._go)
        self.table.stretch(2, 3)
        self._warning = theme.label(role="warn", wrap=True)
        self._go_button = QPushButton(GO["memory"])
        self._go_button.clicked.connect(self._go)
        self._line_button = QPushButton("Show the line in the log")
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
        self._empty = EmptyState("memories", "Nothing was learned")
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(full)
        self._full = full

    @property
    def missed(self) -> int:
        """How many markers were not stored."""
        return not_stored(self._items)

    def show_session(self, session: Session | None) -> None:
        """Show what became of a session's markers."""
        if session is None or self._session is None or session.id != self._session.id:
            self._items = []
            self.model.set_keys([])
            self.counted.emit(0)
        self._session = session
        self.refresh()

    def refresh(self) -> None:
        """Ask anew."""
        if self._session is None:
            self._show([])
            return
        self._desk.bridge.ask(_Question(self._desk, self._session.id), self._answered)

    def pick_line(self, line: int) -> None:
        """Choose what was said on a log line, for a log that is gone."""
        for place, item in enumerate(self._items):
            if item.line == line:
                self.table.pick(place)
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
        self.model.put(dict(enumerate(items)))
        rows = self.table.verticalHeader()
        wrapped = len(items) <= WRAPPED_UP_TO
        rows.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents if wrapped else QHeaderView.ResizeMode.Fixed)
        missed = not_stored(items)
        self._warning.setText(
            f"{words.counted(missed, 'marker')} not stored: the reason stands beside." if missed else ""
        )
        self.counted.emit(len(items))
        if items:
            self._stack.setCurrentWidget(self._full)
            self.table.pick(current if grown and isinstance(current, int) else 0)
            self._picked(self.table.current)
            return
        self._stack.setCurrentWidget(self._empty)
        running = self._session is not None and self._session.status == Status.RUNNING
        self._empty.say(
            "Nothing learned yet" if running else "Nothing was learned",
            "Memories, events and restarts appear here within a second of being said."
            if running
            else "This session said nothing worth remembering, and reported no event.",
        )

    def _item(self) -> LearnedItem | None:
        place = self.table.current
        return self._items[place] if isinstance(place, int) and place < len(self._items) else None

    def _picked(self, _key: object) -> None:
        item = self._item()
        self._line_button.setEnabled(item is not None)
        goes = item is not None and item.target_id is not None and item.now != "deleted since"
        self._go_button.setEnabled(goes)
        self._go_button.setText(GO.get(item.kind, GO["memory"]) if item else GO["memory"])

    def _go(self, _key: object = None) -> None:
        item = self._item()
        if item is None:
            return
        if item.target_id is None or item.now == "deleted since":
            self.line_wanted.emit(item.line)
        else:
            self.wanted.emit(Place(PLACES[item.kind], id=item.target_id))

    def _go_to_line(self) -> None:
        item = self._item()
        if item is not None:
            self.line_wanted.emit(item.line)


@dataclass(frozen=True, slots=True)
class _Question:
    desk: Desk
    session_id: int

    def __call__(self) -> tuple[int, list[LearnedItem]]:
        markers = self.desk.book.markers.of_session(self.session_id)
        ids = sorted({m.target_id for m in markers if m.kind == "memory" and m.target_id is not None})
        memories = {memory.id: memory for memory in self.desk.memory.rows(ids)}
        return self.session_id, items_of(markers, memories)
