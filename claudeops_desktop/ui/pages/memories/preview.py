"""Preview: the very text the agent will read, what it costs, and what was left out and why (M17)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListView,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from ....run.request import RunRequest
from ....store.changes import Change
from ... import theme, words
from ...desk import Desk
from ...page import Place
from ...widgets.filter_box import Choice, FilterBox
from .asking import Latest
from .left_out import LeftOutModel
from .left_out_row import LeftOutRow
from .next_prompt import Preview, PreviewQuestion
from .part_meter import PartMeters
from .told import Told

if TYPE_CHECKING:
    from ....agent.catalog import Agents

SETTLE_MS = 150
WATCHER = (
    "The next run uses the built-in watcher, which measures by itself and reads none of this."
    " It is what the Claude CLI would read."
)


class PreviewPane(QWidget):
    """Follows every change. ``memory_wanted`` carries a left-out memory's id, ``wanted`` a Place; ``shown`` says that
    it shows what is known now."""

    shown = Signal()
    memory_wanted = Signal(int)
    wanted = Signal(object)
    failed = Signal(str)

    def __init__(self, desk: Desk, request: RunRequest | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._request = request or RunRequest()
        preferred = desk.settings.current.agent.preferred
        self._agent = self._request.agent.partition(":")[0] or (preferred if preferred != "auto" else "")
        self._latest = Latest(desk.bridge, self._have, self._lost, self, desk.aside)
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self.refresh)
        self.about = FilterBox("What the run is about", self._choices(()))
        self.about.chosen.connect(self._choose)
        self.told = Told()
        self.text = self.told.text
        self.watcher = theme.label(WATCHER, "warn", wrap=True)
        self.watcher.hide()
        self.meters = PartMeters()
        self.notes = theme.label(role="warn", wrap=True)
        self.notes.hide()
        self.left_out_title = theme.label("Left out", "strong")
        self.left_out = QListView()
        self.left_out.setAccessibleName("What was left out, and why")
        theme.set_role(self.left_out, "framed")
        self.left_out.setItemDelegate(LeftOutRow(self.left_out))
        self.left_out.setResizeMode(QListView.ResizeMode.Adjust)
        self.left_out.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.left_out.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.left_out.activated.connect(self._activate)
        self.left_out_model = LeftOutModel(self)
        self.left_out.setModel(self.left_out_model)
        self.left_out_why = theme.label(role="muted", wrap=True)
        self._lay_out()
        desk.bridge.changed.connect(self._changed)
        if not self._agent:
            desk.aside(desk.agents, self._agents_known)
        self._tell_agent()

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
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, theme.GAP_S, 0)
        column.setSpacing(theme.GAP_S)
        column.addWidget(self.watcher)
        column.addWidget(self.told, 1)
        self.budget = QPushButton("Change the budget")
        self.budget.setAutoDefault(False)
        theme.set_role(self.budget, "link")
        self.budget.clicked.connect(self._budget_pressed)
        self.meters.head.addWidget(self.budget)
        right = QWidget()
        side = QVBoxLayout(right)
        side.setContentsMargins(theme.GAP_S, 0, 0, 0)
        side.setSpacing(theme.GAP_S)
        side.addWidget(self.about)
        side.addWidget(self.meters)
        side.addWidget(self.notes)
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
        splitter.setSizes([660, 340])
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(splitter)

    @Slot()
    def refresh(self) -> None:
        """Reckon it anew."""
        told = "replay" if self._agent == "replay" else "claude"  # the watcher reads none of it
        self._latest.ask(PreviewQuestion(self._desk, self._request, told))

    def show_services(self, services: Sequence[str]) -> None:
        """As if the run were about these."""
        self._request = replace(self._request, services=tuple(services))
        if self.isVisible():
            self.refresh()

    def _have(self, preview: Preview) -> None:
        context = preview.context
        self.about.set_choices(self._choices(preview.services))
        self.about.set_value(self._request.services)
        self.told.show_preview(preview, self._request.tier)
        self.meters.show_injected(preview.injected, preview.total)
        said = (*preview.injected.troubles, *preview.injected.notes)
        self.notes.setText(words.breakable(" ".join(said)))
        self.notes.setVisible(bool(said))
        theme.set_role(self.notes, "warn" if preview.injected.troubles else "muted")
        self.left_out_model.show(preview.left_out)
        listed = len(preview.left_out)
        others = sum(len(part.left_out) for part in preview.injected.parts if part.name != "memory")
        left = context.left_out_count + others
        self.left_out_title.setText(f"Left out: {left:,}" if left else "Nothing is left out")
        self.left_out_why.setVisible(left > 0)
        self.left_out_why.setText(
            "Pinned ones go first, then those the run is about, then by confidence; what does not fit is passed over."
            + (f" The first {listed:,} of them:" if listed < left and listed else "")
        )
        self.left_out.setVisible(bool(listed))
        self.shown.emit()

    def _lost(self, sentence: str) -> None:
        self.told.say(f"It could not be calculated. {sentence} The run would go on without memory and say so.")
        self.failed.emit(sentence)

    def _agents_known(self, agents: Agents) -> None:
        self._agent = agents.auto
        self._tell_agent()

    def _tell_agent(self) -> None:
        self.watcher.setVisible(self._agent == "watch")

    def _choices(self, services: Sequence[str]) -> list[Choice]:
        choices = [Choice("A run about everything", ())]
        choices += [Choice(f"A run about {name}", (name,)) for name in services]
        ours = self._request.services
        if ours and ours not in [choice.value for choice in choices]:
            choices.insert(1, Choice(f"A run about {', '.join(ours)}", ours))
        return choices

    @Slot(object)
    def _choose(self, services: tuple[str, ...]) -> None:
        self.show_services(services)

    @Slot(object)
    def _changed(self, change: Change) -> None:
        told = ("memories", "*", "settings", "cooldown_actions", "lessons", "forward_triggers")
        if change.table in told and self.isVisible() and not self._settle.isActive():
            self._settle.start()

    @Slot(QModelIndex)
    def _activate(self, index: QModelIndex) -> None:
        memory_id = index.data(LeftOutModel.IdRole)
        if memory_id is not None:
            self.memory_wanted.emit(memory_id)

    @Slot()
    def _budget_pressed(self) -> None:
        self.wanted.emit(Place("settings", filters={"group": "memory"}))


class PreviewDialog(QDialog):
    """The pane in a window of its own. ``wanted`` carries a Place to open, for which it makes way."""

    wanted = Signal(object)

    def __init__(self, desk: Desk, request: RunRequest | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("What the next run will read")
        self.resize(1080, 680)
        self.pane = PreviewPane(desk, request, self)
        self.pane.wanted.connect(self._leave_for)
        self.pane.memory_wanted.connect(self._leave_for_memory)
        close = QPushButton("Close")
        close.setDefault(True)
        close.clicked.connect(self.accept)
        row = QHBoxLayout()
        row.addWidget(theme.label("Preview only: nothing is saved.", "muted"))
        row.addStretch()
        row.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_L, theme.GAP_L, theme.GAP_L, theme.GAP_M)
        column.setSpacing(theme.GAP_M)
        column.addWidget(self.pane, 1)
        column.addLayout(row)
        close.setFocus()

    @Slot(object)
    def _leave_for(self, place: Place) -> None:
        self.accept()
        self.wanted.emit(place)

    @Slot(int)
    def _leave_for_memory(self, memory_id: int) -> None:
        self._leave_for(Place("memories", id=memory_id))
