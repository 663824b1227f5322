"""The Tools tab: every tool call in order, allowed or refused, by what and why (S10)."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from ....agents.turns import DENIED, FAILED, OK, OPEN, LoggedCall
from ....core.money import money
from ....export import facts
from ... import theme, words
from ...widgets.empty_state import EmptyState
from ...widgets.record_cell import RecordCell
from ...widgets.record_table import Column, RecordModel, RecordTable
from .story import SessionStory

LOOKS = {OK: "completed", FAILED: "failed", DENIED: "warning", OPEN: "unknown"}
SAID = {OK: "ok", FAILED: "failed", DENIED: "refused", OPEN: "no answer"}
PUT_AT_ONCE = 1_000  # rows; of more those that are looked at
BY = {"dry_run": "dry run", "list": "the list of tools"}


class ToolModel(RecordModel):
    """Keys are places in the list of calls, rows are Calls; all known at once."""

    COLUMNS = (
        Column("line", "Line", 56, number=True),
        Column("at", "Time", 78),
        Column("name", "Tool", 84),
        Column("outcome", "Outcome", 104),
        Column("subject", "Asked for", 300),
        Column("kind", "Class", 104),
        Column("why", "Judged by", 180),
        Column("answer", "Answer", 160),
        Column("took", "Took", 70, number=True),
        Column("tokens", "Tokens", 74, number=True),
        Column("cost", "Cost", 68, number=True),
    )
    running = False

    def text(self, row: LoggedCall, column: str) -> str:
        """What a cell shows."""
        match column:
            case "line":
                return words.number(row.line) if row.line else ""
            case "at":
                return words.exact(row.at)[-8:]
            case "name":
                return row.name if row.main else f"{row.name} (sub-agent)"
            case "outcome":
                return "under way" if row.outcome == OPEN and self.running else SAID[row.outcome]
            case "why":
                return judged(row)
            case "took":
                return words.duration(row.seconds)
            case "tokens":
                return words.number(row.tokens.context + row.tokens.out) if row.tokens and row.tokens.out else ""
            case "cost":
                return money(row.cost_usd or None)
            case _:
                return str(getattr(row, column))

    def tip(self, row: LoggedCall, column: str) -> str:
        """The whole of what is cut off."""
        if column == "tokens" and row.tokens:
            about = "about " if row.tokens.estimated else ""
            return f"Of its turn: {row.tokens.context:,} in, {about}{row.tokens.out:,} out"
        return {
            "subject": row.subject,
            "answer": row.answer,
            "at": words.exact(row.at),
            "why": row.why,
            "cost": "Of its turn: its share of what the session cost, by its tokens" if row.cost_usd else "",
            "kind": f"About {words.listed(list(row.services))}" if row.services else "",
        }.get(column, "")

    def state(self, row: LoggedCall, column: str) -> str:
        """The outcome as a shape."""
        if column != "outcome":
            return ""
        return "running" if row.outcome == OPEN and self.running else LOOKS[row.outcome]


_PLACES = {column.name: place for place, column in enumerate(ToolModel.COLUMNS)}


class ToolsTab(QWidget):
    """``line_wanted`` carries the log line of a call; ``counted`` how many there are."""

    line_wanted = Signal(int)
    counted = Signal(int)

    def __init__(self, story: SessionStory, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._story = story
        self._calls: tuple[LoggedCall, ...] = ()
        self._judged: bool | None = None
        self._session_id = 0
        self.model = ToolModel(self)
        self.table = RecordTable(self.model, "Tool calls")
        self.table.setItemDelegate(RecordCell(self.table))
        self.table.opened.connect(self._opened)
        self.model.rows_wanted.connect(self._put)
        self.table.picked.connect(self._picked)
        self.table.stretch(4, 6, 7)
        self.refused = QCheckBox("Refused only")
        self.refused.toggled.connect(self._show)
        self._line = QPushButton("Show the line in the log")
        self._line.clicked.connect(self._go_to_line)
        self._why = theme.label(role="muted", wrap=True, select=True)
        foot = QHBoxLayout()
        foot.addWidget(self._line)
        foot.addWidget(self.refused)
        foot.addSpacing(theme.GAP_S)
        foot.addWidget(self._why, 1)
        self._none = EmptyState("keys", "No call was refused", "All that the agent asked for was allowed.")
        inner = QWidget()
        self._inner = QStackedLayout(inner)
        self._inner.addWidget(self.table)
        self._inner.addWidget(self._none)
        self._full = QWidget()
        column = QVBoxLayout(self._full)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addWidget(inner, 1)
        column.addLayout(foot)
        self._empty = EmptyState("keys", "No tool call")
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._full)
        self.setFocusProxy(self.table)
        story.told.connect(self._told)

    def _told(self) -> None:
        session = self._story.session
        if session is not None and session.id != self._session_id:
            self._session_id = session.id
            self.model.set_keys(())
        self.counted.emit(len(self._story.calls))
        self._show()

    def _show(self) -> None:
        story = self._story
        calls = story.calls
        self._calls = tuple(c for c in calls if c.outcome == DENIED) if self.refused.isChecked() else tuple(calls)
        self.model.running = story.running
        self._show_columns(any(call.by for call in calls))
        bar = self.table.verticalScrollBar()
        follow = story.running and bar.value() == bar.maximum()
        if len(self._calls) != len(self.model.keys):
            self.table.show_keys(range(len(self._calls)))
        if len(self._calls) <= PUT_AT_ONCE:
            self.model.put(dict(enumerate(self._calls)))
        else:
            self.table.renew()
        if follow:
            self.table.scrollToBottom()
        if self._calls and self.table.current is None:
            self.table.pick(len(self._calls) - 1 if story.running else 0)
        self._picked(self.table.current)
        self._inner.setCurrentWidget(self.table if self._calls else self._none)
        if story.calls:
            self._stack.setCurrentWidget(self._full)
            return
        self._stack.setCurrentWidget(self._empty)
        if story.running:
            self._empty.say("No tool call yet", "Each appears here as it is made, allowed or refused.")
        elif story.gone:
            self._empty.say("The log of this session is gone", "Old logs are removed by age and size.")
        else:
            self._empty.say("No tool call", "This session answered without calling a tool.")

    def _show_columns(self, judged: bool) -> None:
        """Class and judge where there was one; else what came back."""
        if judged != self._judged:
            self._judged = judged
            for name, hidden in (("kind", not judged), ("why", not judged), ("answer", judged)):
                self.table.setColumnHidden(_PLACES[name], hidden)

    def _put(self, keys: list[int]) -> None:
        self.model.put({key: self._calls[key] for key in keys if key < len(self._calls)})

    def _picked(self, key: object) -> None:
        call = self._calls[key] if isinstance(key, int) and key < len(self._calls) else None
        self._line.setEnabled(call is not None and bool(call.line))
        self._why.setText(words.breakable(explained(call)) if call else "")

    def _opened(self, key: int) -> None:
        if self._calls[key].line:
            self.line_wanted.emit(self._calls[key].line)

    def _go_to_line(self) -> None:
        current = self.table.current
        if isinstance(current, int) and current < len(self._calls):
            self._opened(current)


def judged(call: LoggedCall) -> str:
    """Who allowed or refused it: ``cooldown: restarted twice in 4 h``."""
    by = BY.get(call.by, call.by)
    return f"{by}: {call.why}" if by and call.why else by or call.why


def explained(call: LoggedCall) -> str:
    """The verdict on a call in a sentence, what it waited for, and the first line of what came back."""
    said = facts.verdict(call)
    said = f"{said[:1].upper()}{said[1:]}." if said and said[-1] not in ".!?" else said[:1].upper() + said[1:]
    if call.waited and call.waited >= 1:
        said += f" It waited {words.duration(call.waited)} for that."
    return said if call.outcome == DENIED and said else f"{said} {call.answer}".strip()
