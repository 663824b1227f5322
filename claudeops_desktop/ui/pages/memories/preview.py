"""Preview: the very text the agent will read, what it costs, and what was left out and why (M17)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListView,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from ....clock import utc_now
from ....memory.agent import MemoryAgent
from ....memory.context import INTRODUCTION, ContextRequest, LeftOut, MemoryContext
from ....memory.fact import counted, shown_service
from ....memory.search import MemoryQuery
from ....store.changes import Change
from ... import theme
from ...desk import Desk
from ...page import Place
from ...widgets.filter_box import Choice, FilterBox
from .asking import Latest
from .phrases import excerpt, plain_tip

SETTLE_MS = 150
LISTED = 100
_NOWHERE = QModelIndex()


@dataclass(frozen=True, slots=True)
class Preview:
    """The context as it was reckoned, the first of those it leaves out, and the services one may ask for."""

    context: MemoryContext
    left_out: tuple[LeftOut, ...]
    services: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _PreviewQuestion:
    agent: MemoryAgent
    budget: int
    services: tuple[str, ...]

    def __call__(self) -> Preview:
        context = self.agent.context(ContextRequest(self.budget, utc_now(), self.services))
        known = self.agent.facets(MemoryQuery(state="active")).services
        services = tuple(name for name in known if name != shown_service(None))
        return Preview(context, (*context.left_out, *self._after(context)), services)

    def _after(self, context: MemoryContext) -> list[LeftOut]:
        """The best of those whose turn never came: the context itself does not read on once it is full."""
        room = min(LISTED, context.left_out_count) - len(context.left_out)
        if room <= 0:
            return []
        seen = {entry.memory.id for entry in context.included} | {left.memory.id for left in context.left_out}
        best = self.agent.ids(MemoryQuery(state="active", sort="confidence"), room + len(seen))
        rows = self.agent.rows([n for n in best if n not in seen][:room])
        return [LeftOut(memory, "The budget was full before its turn.") for memory in rows]


class LeftOutModel(QAbstractListModel):
    """What was left out: a line for each with why. ``IdRole`` is the memory's id."""

    IdRole = Qt.ItemDataRole.UserRole + 1

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: Sequence[LeftOut] = ()

    def show(self, rows: Sequence[LeftOut]) -> None:
        """Other rows."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NOWHERE) -> int:
        """One for each."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Its text with the reason beneath."""
        if not index.isValid():
            return None
        left = self._rows[index.row()]
        memory = left.memory
        if role == Qt.ItemDataRole.DisplayRole:
            head = f"{shown_service(memory.service)} · {memory.category} · {memory.confidence:.2f}"
            return f"{head}\n{excerpt(memory.observation, 90)}\n{left.why}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(memory.observation)
        if role == self.IdRole:
            return memory.id
        return None


class PreviewPane(QWidget):
    """Follows every change. ``memory_wanted`` carries a left-out memory's id, ``wanted`` a Place."""

    memory_wanted = Signal(int)
    wanted = Signal(object)
    failed = Signal(str)

    def __init__(self, desk: Desk, services: Sequence[str] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._services = tuple(services)
        self._latest = Latest(desk.bridge, self._have, self._lost, self)
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self.refresh)
        self.about = FilterBox("What the run is about", self._choices(()))
        self.about.chosen.connect(self._choose)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setAccessibleName("What the next run will read")
        self.text.setFont(theme.mono_font())
        self.text.setTabChangesFocus(True)
        self.meter = QProgressBar()
        self.meter.setTextVisible(False)
        self.meter.setAccessibleName("Tokens used of the budget")
        self.tokens = theme.label(role="strong")
        self.memories = theme.label(role="muted", wrap=True)
        self.left_out_title = theme.label("Left out", "strong")
        self.left_out = QListView()
        self.left_out.setAccessibleName("Memories left out, and why")
        self.left_out.setWordWrap(True)
        self.left_out.setSpacing(2)
        self.left_out.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.left_out.activated.connect(self._activate)
        self.left_out_model = LeftOutModel(self)
        self.left_out.setModel(self.left_out_model)
        self.left_out_why = theme.label(role="muted", wrap=True)
        self._lay_out()
        desk.bridge.changed.connect(self._changed)
        theme.changed.connect(self._dress)

    def showEvent(self, event: QShowEvent) -> None:
        """In view: reckon it."""
        super().showEvent(event)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Out of view: nothing is followed."""
        self._settle.stop()
        self._latest.drop()
        super().hideEvent(event)

    def _lay_out(self) -> None:
        introduction = theme.label(INTRODUCTION, "muted", wrap=True, select=True)
        introduction.setToolTip("Stands before the block in the prompt and is not counted")
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, theme.GAP_S, 0)
        column.setSpacing(theme.GAP_S)
        column.addWidget(introduction)
        column.addWidget(self.text, 1)
        budget = QPushButton("Change the budget")
        theme.set_role(budget, "link")
        budget.clicked.connect(self._budget_pressed)
        row = QHBoxLayout()
        row.addWidget(self.tokens)
        row.addStretch()
        row.addWidget(budget)
        right = QWidget()
        side = QVBoxLayout(right)
        side.setContentsMargins(theme.GAP_S, 0, 0, 0)
        side.setSpacing(theme.GAP_S)
        side.addWidget(self.about)
        side.addLayout(row)
        side.addWidget(self.meter)
        side.addWidget(self.memories)
        side.addSpacing(theme.GAP_S)
        side.addWidget(self.left_out_title)
        side.addWidget(self.left_out_why)
        side.addWidget(self.left_out, 1)
        side.addStretch()
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.addWidget(left)
        splitter.addWidget(right)
        splitter.setStretchFactor(0, 3)
        splitter.setStretchFactor(1, 2)
        splitter.setChildrenCollapsible(False)
        splitter.setSizes([620, 360])
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(splitter)

    @Slot()
    def refresh(self) -> None:
        """Reckon it anew."""
        budget = self._desk.settings.current.memory.budget
        self._latest.ask(_PreviewQuestion(self._desk.memory, budget, self._services))

    def show_services(self, services: Sequence[str]) -> None:
        """As if the run were about these."""
        self._services = tuple(services)
        if self.isVisible():
            self.refresh()

    def _have(self, preview: Preview) -> None:
        context = preview.context
        self.about.set_choices(self._choices(preview.services))
        self.about.set_value(self._services)
        bar = self.text.verticalScrollBar()
        stood = bar.value()
        self.text.setPlainText(context.text or "Nothing: there is no active memory, so nothing is added to the prompt.")
        bar.setValue(stood)
        self.meter.setRange(0, max(1, context.budget))
        self.meter.setValue(min(context.tokens, context.budget))
        self.tokens.setText(f"{context.tokens:,} of {context.budget:,} tokens")
        kept = len(context.included)
        self.memories.setText(
            f"{'All ' if kept > 1 else ''}{counted(kept)} {'fits' if kept == 1 else 'fit'}. A token is four characters."
            if kept == context.total and kept
            else f"{kept:,} of {counted(context.total)} {'fits' if kept == 1 else 'fit'}. A token is four characters."
        )
        self.left_out_model.show(preview.left_out)
        left = context.left_out_count
        listed = len(preview.left_out)
        self.left_out_title.setText(f"Left out: {left:,}" if left else "Nothing is left out")
        self.left_out_why.setVisible(left > 0)
        self.left_out_why.setText(
            "Pinned ones go first, then those the run is about, then by confidence; what does not fit is passed over."
            + (f" The first {listed:,} of them:" if listed < left and listed else "")
        )
        self.left_out.setVisible(bool(listed))

    def _lost(self, sentence: str) -> None:
        self.text.setPlainText(f"It could not be reckoned. {sentence} The run would go on without memory and say so.")
        self.failed.emit(sentence)

    def _choices(self, services: Sequence[str]) -> list[Choice]:
        choices = [Choice("A run about everything", ())]
        choices += [Choice(f"A run about {name}", (name,)) for name in services]
        if len(self._services) > 1:
            choices.insert(1, Choice(f"A run about {', '.join(self._services)}", self._services))
        return choices

    @Slot(object)
    def _choose(self, services: tuple[str, ...]) -> None:
        self.show_services(services)

    @Slot(object)
    def _changed(self, change: Change) -> None:
        if change.table in ("memories", "*", "settings") and self.isVisible() and not self._settle.isActive():
            self._settle.start()

    @Slot(QModelIndex)
    def _activate(self, index: QModelIndex) -> None:
        self.memory_wanted.emit(index.data(LeftOutModel.IdRole))

    @Slot()
    def _budget_pressed(self) -> None:
        self.wanted.emit(Place("settings", filters={"group": "memory"}))

    @Slot()
    def _dress(self) -> None:
        self.text.setFont(theme.mono_font())


class PreviewDialog(QDialog):
    """The pane in a window of its own. ``wanted`` carries a Place to open, for which it makes way."""

    wanted = Signal(object)

    def __init__(self, desk: Desk, services: Sequence[str] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("What the next run will read")
        self.resize(1020, 640)
        self.pane = PreviewPane(desk, services, self)
        self.pane.wanted.connect(self._leave_for)
        self.pane.memory_wanted.connect(self._leave_for_memory)
        close = QPushButton("Close")
        close.setDefault(True)
        close.clicked.connect(self.accept)
        row = QHBoxLayout()
        row.addWidget(theme.label("Looking at it changes nothing: fading is reckoned, not written.", "muted"))
        row.addStretch()
        row.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_L, theme.GAP_L, theme.GAP_L, theme.GAP_M)
        column.setSpacing(theme.GAP_M)
        column.addWidget(self.pane, 1)
        column.addLayout(row)

    @Slot(object)
    def _leave_for(self, place: Place) -> None:
        self.accept()
        self.wanted.emit(place)

    @Slot(int)
    def _leave_for_memory(self, memory_id: int) -> None:
        self._leave_for(Place("memories", id=memory_id))
