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
from ...text.formatting import format_number
from ...text.translation import tr, tr_count
from ...widgets.empty_state import EmptyState
from ...widgets.record_list_view import RecordListView
from ...widgets.record_model import RecordModel, TableColumn
from ...widgets.vertical_scroll import VerticalScroll
from .text import shorten_to_line
from .untrusted_text_view import UntrustedTextView

BACK = timedelta(days=30)
INTRO = tr(
    "Memories that were replaced, lowered, faded or dropped in the last 30 days. "
    "Reopening one restores its confidence and includes it in prompts again."
)
EMPTY = tr(
    "When a newer fact replaces an older one, or age takes one out of prompts, it is listed here with the reason."
)
SHAPES = {"closed": "corrected", "lowered": "warning", "taken back": "withdrawn"}
_BY = {
    "agent": tr("a marker or the agent"),
    "observer": tr("a session"),
    "operator": tr("you"),
    "decay": tr("age"),
    "lifetimes": tr("age"),
    "watcher": tr("a check"),
}


KINDS = {
    "closed": tr("closed"),
    "lowered": tr("lowered"),
    "taken back": tr("withdrawn"),
    "faded": tr("faded"),
    "archived": tr("archived"),
    "let go": tr("dropped"),
}


def kind_text(kind: str) -> str:
    """What happened to a memory, in the operator's language."""
    return KINDS.get(kind, kind)


def certainty_text(row: MemoryClosing) -> str:
    """How sure the judge was; nothing where nobody judged."""
    return "" if row.certainty is None else formatting.format_percent(row.certainty)


class ClosedModel(RecordModel):
    """Keys are ids of memories, rows are Closings."""

    COLUMNS = (
        TableColumn("what", tr("What"), 145),
        TableColumn("service", tr("Service"), 95),
        TableColumn("fact", tr("Fact"), 300),
        TableColumn("by", tr("Newer fact"), 260),
        TableColumn("why", tr("Why"), 220),
        TableColumn("sure", tr("Certainty"), 95, number=True),
        TableColumn("when", tr("When"), 90),
    )

    def text(self, row: MemoryClosing, column: str) -> str:
        """What a cell shows."""
        match column:
            case "what":
                kind = kind_text(row.kind)
                return kind if row.standing else tr("{kind}, undone", kind=kind)
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
        empty = EmptyState("memories", tr("Nothing was closed in the last 30 days"), EMPTY)
        super().__init__(desk, ClosedModel(), tr("Recently closed memories"), empty, INTRO, parent)
        self.reopen = QPushButton(tr("Reopen"))
        self.reopen.setToolTip(tr("It is still true: include it in prompts again (R)"))
        self.reopen.clicked.connect(self.reopen_selected)
        self.head.addWidget(self.reopen)
        self.detail = _Detail()
        self.detail.memory_requested.connect(self.memory_requested)
        self._split()
        self.table.stretch_columns(2, 3, 4)
        self.table.row_picked.connect(self._picked)
        self.table.row_opened.connect(self._opened)
        self.key(tr("Reopen the memory"), "R", self.reopen_selected)

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
        said = [tr_count("%n closed in the last 30 days", "%n closed in the last 30 days", standing)]
        said += [tr("{number} undone", number=format_number(undone))] * bool(undone)
        self.fact_changed.emit(" · ".join(said))
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
        self.fact = UntrustedTextView(tr("The fact"))
        self._by = theme.plain_label(tr("Newer fact"), "strong")
        self.other = UntrustedTextView(tr("The newer fact"))
        self.why = theme.plain_label(role="muted", wrap=True, select=True)
        self._links = [QPushButton(tr("Show the memory")), QPushButton(tr("Show the newer memory"))]
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
        who = row.actor if row.by == "operator" and row.actor else _BY.get(row.by, row.by)
        self._title.setText(
            tr(
                "{kind} {when} by {who}",
                kind=kind_text(row.kind).capitalize(),
                when=formatting.format_relative_time(row.at),
                who=who,
            )
        )
        self._title.setToolTip(formatting.format_exact_time(row.at))
        self.fact.show_text(row.memory.observation)
        self.other.show_text(other.observation if other is not None else "")
        for part in (self._by, self.other, self._links[1]):
            part.setVisible(other is not None)
        parts = [row.why]
        if row.certainty is not None:
            parts.append(tr("Certainty: {certainty}.", certainty=certainty_text(row)))
        if not row.standing:
            parts.append(tr("It has been undone since."))
        self.why.setText(formatting.make_breakable(formatting.strip_direction_marks(" ".join(filter(None, parts)))))

    def _go(self) -> None:
        self.memory_requested.emit(self._ids[int(self.sender().property("at"))])
