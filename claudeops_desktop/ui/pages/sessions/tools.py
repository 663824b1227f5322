"""The Tools tab: every tool call in order, and how it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedLayout, QWidget

from ....records.sessions import Session, Status
from ... import words
from ...widgets.empty_state import EmptyState
from ...widgets.record_cell import RecordCell
from ...widgets.record_table import Column, RecordModel, RecordTable
from .tool_calls import DENIED, FAILED, OK, OPEN, ToolCall, read_calls

if TYPE_CHECKING:
    from ...desk import Desk

LOOKS = {OK: "completed", FAILED: "failed", DENIED: "warning", OPEN: "unknown"}
SAID = {OK: "ok", FAILED: "failed", DENIED: "denied", OPEN: "no answer"}


class ToolModel(RecordModel):
    """Keys are places in the list of calls, rows are ToolCalls; all known at once."""

    COLUMNS = (
        Column("line", "Line", 60, number=True),
        Column("at", "Time", 84),
        Column("name", "Tool", 120),
        Column("outcome", "Outcome", 112),
        Column("took", "Took", 76, number=True),
        Column("subject", "Asked for", 380),
        Column("answer", "Answer", 240),
    )

    def show(self, calls: list[ToolCall], running: bool) -> None:
        """These calls; one without an answer is under way while the session runs."""
        self._running = running
        self.set_keys(range(len(calls)))
        self.put(dict(enumerate(calls)))

    def text(self, row: ToolCall, column: str) -> str:
        """What a cell shows."""
        match column:
            case "line":
                return words.number(row.line)
            case "at":
                return words.exact(row.at)[-8:]
            case "name":
                return row.name if row.main else f"{row.name} (sub-agent)"
            case "outcome":
                return "under way" if row.outcome == OPEN and self._running else SAID[row.outcome]
            case "took":
                return words.duration(row.seconds)
            case "subject":
                return row.subject
            case _:
                return row.answer

    def tip(self, row: ToolCall, column: str) -> str:
        """The whole of what is cut off."""
        return {"subject": row.subject, "answer": row.answer, "at": words.exact(row.at)}.get(column, "")

    def state(self, row: ToolCall, column: str) -> str:
        """The outcome as a shape."""
        if column != "outcome":
            return ""
        return "running" if row.outcome == OPEN and self._running else LOOKS[row.outcome]

    _running = False


class ToolsTab(QWidget):
    """``line_wanted`` carries the log line of a call; ``counted`` how many there are."""

    line_wanted = Signal(int)
    counted = Signal(int)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._session: Session | None = None
        self._asked: Session | None = None
        self._calls: list[ToolCall] = []
        self.model = ToolModel(self)
        self.table = RecordTable(self.model, "Tool calls")
        self.table.setItemDelegate(RecordCell(self.table))
        self.table.opened.connect(self._opened)
        self.table.stretch(5, 6)
        self._empty = EmptyState("keys", "No tool call")
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self.table)

    def show_session(self, session: Session | None) -> None:
        """Show the calls of a session, read from its log on a thread."""
        if session is None or self._session is None or session.id != self._session.id:
            self._calls = []
            self.model.show([], False)
            self.counted.emit(0)
        self._session = session
        if session is None or not session.log_file:
            self._say()
            return
        self.refresh()

    def refresh(self) -> None:
        """Read again, unless that is under way."""
        if self._session is None or self._asked is not None or not self._session.log_file:
            return
        self._asked = self._session
        path = self._desk.folder.logs / self._session.log_file
        self._desk.aside(_Reading(path), self._read, self._missing)

    def _read(self, calls: list[ToolCall]) -> None:
        asked, self._asked = self._asked, None
        if asked is None or self._session is None or asked.id != self._session.id:
            self.refresh()
            return
        running = self._session.status == Status.RUNNING
        if calls != self._calls or asked.status != self._session.status or not running:
            self._calls = calls
            current = self.table.current
            bar = self.table.verticalScrollBar()
            at, follow = bar.value(), bar.value() == bar.maximum()
            self.model.show(calls, running)
            bar.setValue(bar.maximum() if follow and running else at)
            if isinstance(current, int) and current < len(calls):
                self.table.pick(current)
        self.counted.emit(len(calls))
        self._say()

    def _missing(self, _error: Exception) -> None:
        asked, self._asked = self._asked, None
        if asked is None or self._session is None or asked.id != self._session.id:
            self.refresh()
        elif self._session.status == Status.RUNNING:
            self._empty.say("Nothing yet", "Each tool call appears here as it is made.")
        else:
            self._empty.say("The log of this session is gone", "Old logs are removed by age and size.")

    def _say(self) -> None:
        if self._calls:
            self._stack.setCurrentWidget(self.table)
            return
        self._stack.setCurrentWidget(self._empty)
        running = self._session is not None and self._session.status == Status.RUNNING
        if running:
            self._empty.say("No tool call yet", "Each appears here as it is made, allowed or refused.")
        else:
            self._empty.say("No tool call", "This session answered without calling a tool.")

    def _opened(self, key: int) -> None:
        self.line_wanted.emit(self._calls[key].line)


class _Reading:
    def __init__(self, path: object) -> None:
        self._path = path

    def __call__(self) -> list[ToolCall]:
        return read_calls(self._path)  # type: ignore[arg-type]
