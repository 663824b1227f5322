"""What was closed, lowered or silenced by age in the last 30 days: by which fact, why, how sure, and the way back."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from datetime import timedelta
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSplitter, QVBoxLayout, QWidget

from ....core.clock import utc_now
from ....memory import MemoryClosing, MemoryService, shown_service
from ... import theme
from ...app_context import AppContext
from ...text import formatting
from ...widgets.empty_state import EmptyState
from ...widgets.record_list_view import RecordListView
from ...widgets.record_model import RecordModel, TableColumn
from ...widgets.vertical_scroll import VerticalScroll
from .text import shorten_to_line
from .untrusted_text_view import UntrustedTextView

BACK = timedelta(days=30)
INTRO = (
    "What a newer fact closed or lowered, what age silenced and what was let go, in the last 30 days. Reopening one"
    " puts it back into prompts and gives back what the closing took."
)
EMPTY = "When a newer fact replaces an older one, or age takes one out of prompts, it is listed here with the reason."
SHAPES = {"closed": "corrected", "lowered": "warning", "taken back": "withdrawn"}
_BY = {
    "agent": "a marker or the agent",
    "observer": "a session",
    "operator": "you",
    "decay": "age",
    "lifetimes": "age",
    "watcher": "a check",
}


def certainty_text(row: MemoryClosing) -> str:
    """How sure the judge was; nothing where nobody judged."""
    return "" if row.certainty is None else formatting.format_percent(row.certainty)


class ClosedModel(RecordModel):
    """Keys are ids of memories, rows are Closings."""

    COLUMNS = (
        TableColumn("what", "What", 145),
        TableColumn("service", "Service", 95),
        TableColumn("fact", "Fact", 300),
        TableColumn("by", "By which fact", 260),
        TableColumn("why", "Why", 220),
        TableColumn("sure", "Certainty", 95, number=True),
        TableColumn("when", "When", 90),
    )

    def text(self, row: MemoryClosing, column: str) -> str:
        """What a cell shows."""
        match column:
            case "what":
                return row.kind if row.standing else f"{row.kind}, undone"
            case "service":
                return shown_service(row.memory.service)
            case "fact":
                return formatting.strip_direction_marks(shorten_to_line(row.memory.observation, 300))
            case "by":
                return (
                    formatting.strip_direction_marks(shorten_to_line(row.other.observation, 300))
                    if row.other is not None
                    else ""
                )
            case "why":
                return formatting.strip_direction_marks(shorten_to_line(row.why, 200))
            case "sure":
                return certainty_text(row)
            case _:
                return formatting.format_relative_time(row.at)

    def tip(self, row: MemoryClosing, column: str) -> str:
        """What is cut off, and exact times."""
        match column:
            case "fact":
                return formatting.strip_direction_marks(row.memory.observation[:1200])
            case "by":
                return formatting.strip_direction_marks(row.other.observation[:1200]) if row.other is not None else ""
            case "why":
                return formatting.strip_direction_marks(row.why[:1200])
            case "when":
                return formatting.format_exact_time(row.at)
        return ""

    def state(self, row: MemoryClosing, column: str) -> str:
        """What happened, as a shape."""
        if column != "what":
            return ""
        return SHAPES.get(row.kind, "idle") if row.standing else "good"


class ClosedView(RecordListView):
    """R reopens the chosen one. ``reopen_requested`` and ``memory_requested`` carry its id."""

    TABLES = ("memories",)
    reopen_requested = Signal(int)
    memory_requested = Signal(int)

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        empty = EmptyState("memories", "Nothing was closed in the last 30 days", EMPTY)
        super().__init__(desk, ClosedModel(), "What was closed lately", empty, INTRO, parent)
        self.reopen = QPushButton("Reopen")
        self.reopen.setToolTip("It holds all the same: prompts have it again (R)")
        self.reopen.clicked.connect(self.reopen_selected)
        self.head.addWidget(self.reopen)
        self.detail = _Detail()
        self.detail.memory_requested.connect(self.memory_requested)
        self._split()
        self.table.stretch_columns(2, 3, 4)
        self.table.row_picked.connect(self._picked)
        self.table.row_opened.connect(self._opened)
        self.key("Reopen the memory", "R", self.reopen_selected)

    def _split(self) -> None:
        """The table over what the chosen row says in full."""
        splitter = QSplitter(self)
        splitter.setOrientation(splitter.orientation().Vertical)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(theme.GAP_S)
        theme.set_role(splitter, "gap")
        self.column.removeWidget(self._stack)
        self.column.addWidget(splitter, 1)
        splitter.addWidget(self._stack)
        splitter.addWidget(self.detail)
        splitter.setStretchFactor(0, 3)
        splitter.setStretchFactor(1, 2)
        self._stack.setMinimumHeight(4 * theme.ROW)

    def make_query(self) -> Callable[[], list[MemoryClosing]]:
        """All of them."""
        return partial(_load_closed, self.desk.memory)

    def rows_from_answer(self, answer: list[MemoryClosing]) -> Sequence[tuple[Hashable, MemoryClosing]]:
        """Each by the id of its memory."""
        standing = sum(row.standing for row in answer)
        undone = len(answer) - standing
        said = f"{standing:,} closed, lowered or silenced in the last 30 days"
        self.fact_changed.emit(f"{said} · {undone:,} undone" if undone else said)
        return [(row.memory.id, row) for row in answer]

    def current_moved(self) -> None:
        """The button and the words fit what is chosen."""
        one = self.current
        self.reopen.setVisible(one is not None)
        self.reopen.setEnabled(one is not None and one.standing)
        self.detail.setVisible(one is not None)
        if one is not None:
            self.detail.show_closing(one)

    def reopen_selected(self) -> None:
        """Say that it holds."""
        one = self.current
        if one is not None and one.standing:
            self.reopen_requested.emit(one.memory.id)

    def _picked(self, _key: object) -> None:
        self.current_moved()

    def _opened(self, key: object) -> None:
        if isinstance(key, int):
            self.memory_requested.emit(key)


def _load_closed(agent: MemoryService) -> list[MemoryClosing]:
    return agent.review.closings(utc_now() - BACK)


class _Detail(QFrame):
    """One closing in full. ``memory_requested`` carries an id."""

    memory_requested = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        theme.set_role(self, "card")
        self._ids = (0, 0)
        self._title = theme.plain_label(role="strong")
        self.fact = UntrustedTextView("The fact")
        self._by = theme.plain_label("By this fact", "strong")
        self.other = UntrustedTextView("The fact that brought it about")
        self.why = theme.plain_label(role="muted", wrap=True, select=True)
        self._links = [QPushButton("Show the memory"), QPushButton("Show that one")]
        inner = QWidget()
        theme.set_role(inner, "surface")
        column = QVBoxLayout(inner)
        column.setContentsMargins(theme.GAP_L, theme.GAP_M, theme.GAP_L, theme.GAP_M)
        column.setSpacing(theme.GAP_S)
        for part in (self._title, self.fact, self._by, self.other, self.why):
            column.addWidget(part)
        ways = QHBoxLayout()
        ways.setSpacing(theme.GAP_M)
        for at, link in enumerate(self._links):
            theme.set_role(link, "link")
            link.setProperty("at", at)
            link.clicked.connect(self._go)
            ways.addWidget(link)
        ways.addStretch()
        column.addLayout(ways)
        column.addStretch()
        outer = QVBoxLayout(self)
        outer.setContentsMargins(1, 1, 1, 1)
        outer.addWidget(VerticalScroll(inner))

    def show_closing(self, row: MemoryClosing) -> None:
        """Show it."""
        other = row.other
        self._ids = row.memory.id, other.id if other is not None else 0
        who = _BY.get(row.by, row.by)
        self._title.setText(f"{row.kind.capitalize()} {formatting.format_relative_time(row.at)} by {who}")
        self._title.setToolTip(formatting.format_exact_time(row.at))
        self.fact.show_text(row.memory.observation)
        self.other.show_text(other.observation if other is not None else "")
        for part in (self._by, self.other, self._links[1]):
            part.setVisible(other is not None)
        certainty = f" Certainty: {certainty_text(row)}." if row.certainty is not None else ""
        undone = "" if row.standing else " It was undone since."
        self.why.setText(formatting.make_breakable(formatting.strip_direction_marks(f"{row.why}{certainty}{undone}")))

    def _go(self) -> None:
        self.memory_requested.emit(self._ids[int(self.sender().property("at"))])
