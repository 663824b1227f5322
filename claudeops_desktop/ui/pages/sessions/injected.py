"""The Injected tab: what of memory this session was given, part by part, which services, and what came of it (M6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from ....memory.fact import GENERAL
from ....memory.injected import given_in, services_in
from ....records.sessions import Session
from ... import theme, words
from ...page import Place
from ...widgets.elided import ElidedLabel
from ...widgets.empty_state import EmptyState
from ...widgets.record_cell import RecordCell
from ...widgets.record_table import Column, RecordModel, RecordTable
from .given import PARTS, GivenRow, rows
from .prompt import TOKEN_CHARACTERS

if TYPE_CHECKING:
    from ...desk import Desk


ALL_SERVICES = "all that you find"  # as run.prompt puts it


class InjectedModel(RecordModel):
    """Keys are places in the prompt, rows are GivenRows; all known at once."""

    COLUMNS = (
        Column("part", "Part", 110),
        Column("service", "Service", 120),
        Column("category", "Category", 110),
        Column("text", "As the agent read it", 400),
        Column("used", "Came of it", 132),
        Column("given", "Given with", 90, number=True),
        Column("now", "Stands at", 130),
    )

    def text(self, row: GivenRow, column: str) -> str:
        """What a cell shows."""
        match column:
            case "part":
                return PARTS.get(row.part, row.part)
            case "service":
                return (row.service or GENERAL) if row.told else ""
            case "category":
                return row.category
            case "text":
                return words.plain(row.text)
            case "used":
                return _used(row)
            case "given":
                return "" if row.confidence is None else _shown(row.confidence)
            case _:
                return _now(row)

    def tip(self, row: GivenRow, column: str) -> str:
        """The whole of what is cut off, why it counts as used or not, and what it reads today."""
        if column == "now" and row.changed and row.memory is not None:
            return words.plain(f"It reads now: {row.memory.observation}")
        return {"text": words.plain(row.text), "service": row.service or "", "used": words.plain(row.how)}.get(
            column, ""
        )

    def state(self, row: GivenRow, column: str) -> str:
        """What became of it as a shape."""
        if column == "used" and row.told and row.memory is not None:
            return "running" if row.used is None else "good" if row.used else "idle"
        if column != "now" or not row.told:
            return ""
        if row.memory is None:
            return "stopped"
        return "corrected" if row.changed else "memory" if row.memory.active else "idle"


class InjectedTab(QWidget):
    """``wanted`` carries a Place, ``counted`` how much of memory was given: memories, lessons, dates."""

    wanted = Signal(object)
    counted = Signal(int)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._session: Session | None = None
        self._rows: list[GivenRow] = []
        self.model = InjectedModel(self)
        self.table = RecordTable(self.model, "What of memory was given")
        self.table.setItemDelegate(RecordCell(self.table))
        self.table.stretch(3)
        self.table.opened.connect(self._go)
        self.table.picked.connect(self._picked)
        self._go_button = QPushButton("Show the memory")
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
        self._empty = EmptyState("memories", "No memory was given")
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
            self._desk.bridge.ask(_Question(self._desk, self._session.id, self._session.appended_prompt), self._known)

    def _known(self, answer: tuple[int, list[GivenRow]]) -> None:
        session_id, rows = answer
        if self._session is not None and self._session.id == session_id and (rows != self._rows or not rows):
            self._show(rows)

    def _show(self, rows: list[GivenRow]) -> None:
        self._rows = rows
        self.model.set_keys(range(len(rows)))
        self.model.put(dict(enumerate(rows)))
        self.counted.emit(len(rows))
        appended = self._session.appended_prompt if self._session else ""
        services = services_in(appended)
        tokens = -(-len(appended) // TOKEN_CHARACTERS)
        size = f"In all about {words.counted(tokens, 'token')} were added to its system prompt"
        self.about.setText(f"{size}; it was about {_about(services)}." if services else f"{size}.")
        self.about.set_tip(services)
        self._stack.setCurrentWidget(self._full if rows else self._empty)
        if rows:
            self.table.pick(0)
        else:
            more = f" It was about {_about(services)}." if services else ""
            self._empty.say("No memory was given", f"Prompt has all that was added to its system prompt.{more}")
        self._picked(self.table.current)

    def _row(self) -> GivenRow | None:
        place = self.table.current
        return self._rows[place] if isinstance(place, int) and place < len(self._rows) else None

    def _picked(self, _key: object) -> None:
        row = self._row()
        self._go_button.setEnabled(row is not None and row.memory is not None)

    def _go(self, _key: object = None) -> None:
        row = self._row()
        if row is not None and row.memory is not None:
            self.wanted.emit(Place("memories", id=row.memory.id))


def _now(row: GivenRow) -> str:
    if row.memory is None:
        return "deleted since" if row.told else ""
    shown = _shown(row.memory.confidence)
    if row.changed:
        return f"{shown}, reworded"
    return shown if row.memory.active else f"{shown} inactive"


def _used(row: GivenRow) -> str:
    if not row.told or row.memory is None:
        return ""
    return "not known yet" if row.used is None else "used" if row.used else "not used"


def _shown(confidence: float) -> str:
    return f"{confidence:.2f}".removesuffix("0")


@dataclass(frozen=True, slots=True)
class _Question:
    desk: Desk
    session_id: int
    appended: str

    def __call__(self) -> tuple[int, list[GivenRow]]:
        memory = self.desk.memory
        told = memory.told_to(self.session_id)
        known = {one.id: one for one in memory.rows(list({row.memory_id for row in told}))}
        return self.session_id, rows(self.appended, memory.look_up(given_in(self.appended)), told, known)


def _about(services: str) -> str:
    return "all services" if services == ALL_SERVICES else words.breakable(services, 120)
