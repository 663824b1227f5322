"""The Tools tab: every tool call in order, allowed or refused, by what and why (S10)."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from ....agents.turns import DENIED, FAILED, OK, OPEN, LoggedCall
from ....core.money import money
from ....export import prose
from ... import theme
from ...text import formatting
from ...text.translation import tr
from ...widgets.empty_state import EmptyState
from ...widgets.record_cell import RecordCell
from ...widgets.record_model import RecordModel, TableColumn
from ...widgets.record_table import RecordTable
from .turn_loader import TurnLoader

LOOKS = {OK: "completed", FAILED: "failed", DENIED: "warning", OPEN: "unknown"}
SAID = {OK: "ok", FAILED: "failed", DENIED: "refused", OPEN: tr("no answer")}
PUT_AT_ONCE = 1_000  # rows; of more those that are looked at
BY = {"dry_run": tr("dry run"), "list": tr("the list of tools")}


class ToolModel(RecordModel):
    """Keys are places in the list of calls, rows are Calls; all known at once."""

    COLUMNS = (
        TableColumn("line", tr("Line"), 56, number=True),
        TableColumn("at", tr("Time"), 78),
        TableColumn("name", tr("Tool"), 84),
        TableColumn("outcome", tr("Outcome"), 104),
        TableColumn("subject", tr("Request"), 300),
        TableColumn("kind", tr("Class"), 104),
        TableColumn("why", tr("Judged by"), 180),
        TableColumn("answer", tr("Answer"), 160),
        TableColumn("took", tr("Took"), 70, number=True),
        TableColumn("tokens", tr("Tokens"), 74, number=True),
        TableColumn("cost", tr("Cost"), 68, number=True),
    )
    running = False

    def text(self, row: LoggedCall, column: str) -> str:
        """What a cell shows."""
        match column:
            case "line":
                return formatting.format_number(row.line) if row.line else ""
            case "at":
                return formatting.format_exact_time(row.at)[-8:]
            case "name":
                return row.name if row.main else tr("{name} (sub-agent)", name=row.name)
            case "outcome":
                return tr("under way") if row.outcome == OPEN and self.running else SAID[row.outcome]
            case "why":
                return verdict_text(row)
            case "took":
                return formatting.format_duration(row.seconds)
            case "tokens":
                return (
                    formatting.format_number(row.tokens.context + row.tokens.out)
                    if row.tokens and row.tokens.out
                    else ""
                )
            case "cost":
                return money(row.cost_usd or None)
            case _:
                return str(getattr(row, column))

    def tip(self, row: LoggedCall, column: str) -> str:
        """The whole of what is cut off."""
        if column == "tokens" and row.tokens:
            about = tr("about ") if row.tokens.estimated else ""
            return tr(
                "This turn: {context} in, {about}{out} out",
                context=formatting.format_number(row.tokens.context),
                about=about,
                out=formatting.format_number(row.tokens.out),
            )
        return {
            "subject": row.subject,
            "answer": row.answer,
            "at": formatting.format_exact_time(row.at),
            "why": row.why,
            "cost": tr("This turn: its share of the session's cost, by tokens") if row.cost_usd else "",
            "kind": tr("About {list}", list=formatting.format_names(list(row.services))) if row.services else "",
        }.get(column, "")

    def state(self, row: LoggedCall, column: str) -> str:
        """The outcome as a shape."""
        if column != "outcome":
            return ""
        return "running" if row.outcome == OPEN and self.running else LOOKS[row.outcome]


_PLACES = {column.name: place for place, column in enumerate(ToolModel.COLUMNS)}


class ToolsTab(QWidget):
    """``line_requested`` carries the log line of a call; ``count_changed`` how many there are."""

    line_requested = Signal(int)
    count_changed = Signal(int)

    def __init__(self, story: TurnLoader, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._story = story
        self._calls: tuple[LoggedCall, ...] = ()
        self._judged: bool | None = None
        self._session_id = 0
        self.model = ToolModel(self)
        self.table = RecordTable(self.model, tr("Tool calls"))
        self.table.setItemDelegate(RecordCell(self.table))
        self.table.row_opened.connect(self._opened)
        self.model.rows_requested.connect(self._put)
        self.table.row_picked.connect(self._picked)
        self.table.stretch_columns(4, 6, 7)
        self.refused = QCheckBox(tr("Refused only"))
        self.refused.toggled.connect(self._show)
        self._line = QPushButton(tr("Show the line in the log"))
        self._line.clicked.connect(self._go_to_line)
        self._why = theme.plain_label(role="muted", wrap=True, select=True)
        foot = QHBoxLayout()
        foot.addWidget(self._line)
        foot.addWidget(self.refused)
        foot.addSpacing(theme.GAP_S)
        foot.addWidget(self._why, 1)
        self._none = EmptyState("keys", tr("No call was refused"), tr("All that the agent asked for was allowed."))
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
        self._empty = EmptyState("keys", tr("No tool call"))
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._full)
        self.setFocusProxy(self.table)
        story.turns_changed.connect(self._told)

    def _told(self) -> None:
        session = self._story.session
        if session is not None and session.id != self._session_id:
            self._session_id = session.id
            self.model.set_keys(())
        self.count_changed.emit(len(self._story.calls))
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
            self.model.set_rows(dict(enumerate(self._calls)))
        else:
            self.table.reload_visible()
        if follow:
            self.table.scrollToBottom()
        if self._calls and self.table.current is None:
            self.table.select_key(len(self._calls) - 1 if story.running else 0)
        self._picked(self.table.current)
        self._inner.setCurrentWidget(self.table if self._calls else self._none)
        if story.calls:
            self._stack.setCurrentWidget(self._full)
            return
        self._stack.setCurrentWidget(self._empty)
        if story.running:
            self._empty.set_message(tr("No tool call yet"), tr("Each appears here as it is made, allowed or refused."))
        elif story.log_missing:
            self._empty.set_message(
                tr("The log of this session has been removed"), tr("Old logs are removed by age and size.")
            )
        else:
            self._empty.set_message(tr("No tool call"), tr("This session answered without calling a tool."))

    def _show_columns(self, judged: bool) -> None:
        """Class and judge where there was one; else what came back."""
        if judged != self._judged:
            self._judged = judged
            for name, hidden in (("kind", not judged), ("why", not judged), ("answer", judged)):
                self.table.leave_out_column(_PLACES[name], hidden)

    def _put(self, keys: list[int]) -> None:
        self.model.set_rows({key: self._calls[key] for key in keys if key < len(self._calls)})

    def _picked(self, key: object) -> None:
        call = self._calls[key] if isinstance(key, int) and key < len(self._calls) else None
        self._line.setEnabled(call is not None and bool(call.line))
        self._why.setText(formatting.make_breakable(call_explanation(call)) if call else "")

    def _opened(self, key: int) -> None:
        if self._calls[key].line:
            self.line_requested.emit(self._calls[key].line)

    def _go_to_line(self) -> None:
        current = self.table.current
        if isinstance(current, int) and current < len(self._calls):
            self._opened(current)


def verdict_text(call: LoggedCall) -> str:
    """Who allowed or refused it: ``cooldown: restarted twice in 4 h``."""
    by = BY.get(call.by, call.by)
    return f"{by}: {call.why}" if by and call.why else by or call.why


def call_explanation(call: LoggedCall) -> str:
    """The verdict on a call in a sentence, what it waited for, and the first line of what came back."""
    said = prose.format_verdict(call)
    said = f"{said[:1].upper()}{said[1:]}." if said and said[-1] not in ".!?" else said[:1].upper() + said[1:]
    if call.waited and call.waited >= 1:
        said += tr(" It waited {waited} for that.", waited=formatting.format_duration(call.waited))
    return said if call.outcome == DENIED and said else f"{said} {call.answer}".strip()
