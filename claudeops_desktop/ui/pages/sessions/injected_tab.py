"""The Injected tab: what of memory this session was given, part by part, which services, and what came of it (M6)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from ....language.types import GENERAL
from ....memory import given_in, services_in
from ....records.sessions import Session
from ... import theme
from ...text import formatting
from ...text.translation import tr, tr_count
from ...widgets.elided_label import ElidedLabel
from ...widgets.empty_state import EmptyState
from ...widgets.record_cell import RecordCell
from ...widgets.record_model import RecordModel, TableColumn
from ...widgets.record_table import RecordTable
from ..base_page import PageLocation
from .prompt_rows import PARTS, PromptRow, build_prompt_rows
from .prompt_tab import TOKEN_CHARACTERS

if TYPE_CHECKING:
    from ...app_context import AppContext


ALL_SERVICES = "all that you find"  # as run.prompt puts it


class InjectedModel(RecordModel):
    """Keys are places in the prompt, rows are PromptRows; all known at once."""

    COLUMNS = (
        TableColumn("part", tr("Part"), 110),
        TableColumn("service", tr("Service"), 120),
        TableColumn("category", tr("Category"), 110),
        TableColumn("text", tr("As the agent read it"), 400),
        TableColumn("used", tr("Result"), 132),
        TableColumn("given", tr("Given with"), 90, number=True),
        TableColumn("now", tr("Stands at"), 130),
    )

    def text(self, row: PromptRow, column: str) -> str:
        """What a cell shows."""
        match column:
            case "part":
                return PARTS.get(row.part, row.part)
            case "service":
                return (row.service or GENERAL) if row.was_memory else ""
            case "category":
                return row.category
            case "text":
                return formatting.strip_direction_marks(row.text)
            case "used":
                return _used(row)
            case "given":
                return "" if row.confidence is None else _shown(row.confidence)
            case _:
                return _now(row)

    def tip(self, row: PromptRow, column: str) -> str:
        """The whole of what is cut off, why it counts as used or not, and what it reads today."""
        if column == "now" and row.changed and row.memory is not None:
            return formatting.strip_direction_marks(
                tr("It reads now: {observation}", observation=row.memory.observation)
            )
        return {
            "text": formatting.strip_direction_marks(row.text),
            "service": row.service or "",
            "used": formatting.strip_direction_marks(row.how),
        }.get(column, "")

    def state(self, row: PromptRow, column: str) -> str:
        """What became of it as a shape."""
        if column == "used" and row.was_memory and row.memory is not None:
            return "running" if row.used is None else "good" if row.used else "idle"
        if column != "now" or not row.was_memory:
            return ""
        if row.memory is None:
            return "stopped"
        return "corrected" if row.changed else "memory" if row.memory.active else "idle"


class InjectedTab(QWidget):
    """``navigation_requested`` carries a PageLocation, ``count_changed`` how much of memory was given: memories,
    lessons, dates."""

    navigation_requested = Signal(object)
    count_changed = Signal(int)

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._session: Session | None = None
        self._rows: list[PromptRow] = []
        self.model = InjectedModel(self)
        self.table = RecordTable(self.model, tr("Memories that were given"))
        self.table.setItemDelegate(RecordCell(self.table))
        self.table.stretch_columns(3)
        self.table.row_opened.connect(self._go)
        self.table.row_picked.connect(self._picked)
        self._go_button = QPushButton(tr("Show the memory"))
        self._go_button.clicked.connect(self._go)
        self.about = ElidedLabel(role="muted")
        foot = QHBoxLayout()
        foot.addWidget(self._go_button)
        foot.addWidget(self.about, 1)
        self._full = QWidget()
        column = QVBoxLayout(self._full)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addWidget(self.table, 1)
        column.addLayout(foot)
        self._empty = EmptyState("memories", tr("No memory was given"))
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._full)
        self.setFocusProxy(self.table)

    def show_session(self, session: Session) -> None:
        """Show what a session was given."""
        if self._session is None or session.id != self._session.id:
            self._show([])
        self._session = session
        self.refresh()

    def refresh(self) -> None:
        """Ask anew how these memories stand."""
        if self._session is not None:
            self._desk.bridge.ask(
                partial(_load_injected, self._desk, self._session.id, self._session.appended_prompt), self._known
            )

    def _known(self, answer: tuple[int, list[PromptRow]]) -> None:
        session_id, rows = answer
        if self._session is not None and self._session.id == session_id and (rows != self._rows or not rows):
            self._show(rows)

    def _show(self, rows: list[PromptRow]) -> None:
        self._rows = rows
        self.model.set_keys(range(len(rows)))
        self.model.set_rows(dict(enumerate(rows)))
        self.count_changed.emit(len(rows))
        appended = self._session.appended_prompt if self._session else ""
        services = services_in(appended)
        tokens = -(-len(appended) // TOKEN_CHARACTERS)
        size = tr(
            "In all about {tokens} were added to its system prompt", tokens=tr_count("%n token", "%n tokens", tokens)
        )
        self.about.setText(
            tr("{size}; it was about {about}.", size=size, about=_about(services)) if services else f"{size}."
        )
        self.about.set_tip(services)
        self._stack.setCurrentWidget(self._full if rows else self._empty)
        if rows:
            self.table.select_key(0)
        else:
            more = tr(" It was about {about}.", about=_about(services)) if services else ""
            self._empty.set_message(
                tr("No memory was given"), tr("Prompt has all that was added to its system prompt.{more}", more=more)
            )
        self._picked(self.table.current)

    def _row(self) -> PromptRow | None:
        place = self.table.current
        return self._rows[place] if isinstance(place, int) and place < len(self._rows) else None

    def _picked(self, _key: object) -> None:
        row = self._row()
        self._go_button.setEnabled(row is not None and row.memory is not None)

    def _go(self, _key: object = None) -> None:
        row = self._row()
        if row is not None and row.memory is not None:
            self.navigation_requested.emit(PageLocation("memories", id=row.memory.id))


def _now(row: PromptRow) -> str:
    if row.memory is None:
        return tr("deleted since") if row.was_memory else ""
    shown = _shown(row.memory.confidence)
    if row.changed:
        return tr("{shown}, reworded", shown=shown)
    return shown if row.memory.active else tr("{shown} inactive", shown=shown)


def _used(row: PromptRow) -> str:
    if not row.was_memory or row.memory is None:
        return ""
    return tr("not known yet") if row.used is None else "used" if row.used else tr("not used")


def _shown(confidence: float) -> str:
    return f"{confidence:.2f}".removesuffix("0")


def _load_injected(desk: AppContext, session_id: int, appended: str) -> tuple[int, list[PromptRow]]:
    memory = desk.memory
    told = memory.prompt.given_to(session_id)
    known = {one.id: one for one in memory.search.rows(list({row.memory_id for row in told}))}
    return session_id, build_prompt_rows(appended, memory.prompt.compare(given_in(appended)), told, known)


def _about(services: str) -> str:
    return tr("all services") if services == ALL_SERVICES else formatting.make_breakable(services, 120)
