"""Preview: the very text the agent will read, what it costs, and what was left out and why (M17)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from ....agents.registry import CLAUDE, capabilities_of, preferred_agent
from ....runs.request import RunRequest
from ....storage.change_events import CommittedChange
from ... import theme
from ...app_context import AppContext
from ...kit.columns import ColumnModel, ColumnSpec, make_table, show_rows
from ...latest_query import LatestQuery
from ...text import formatting
from ...text.formatting import format_number
from ...text.translation import tr, tr_message
from ...widgets.filter_box import FilterBox, FilterChoice
from ..base_page import PageLocation
from .budget_meters import BudgetMeters
from .preview_query import LeftOutItem, PromptPreview, load_prompt_preview
from .prompt_view import PromptView

if TYPE_CHECKING:
    from ....agents.registry import AgentRegistry

SETTLE_MS = 150
LEFT_OUT: ColumnSpec[LeftOutItem] = ColumnSpec(
    "left_out",
    tr("Left out"),
    300,
    text=lambda item: f"{item.head}\n{item.text}\n{item.why}",
    tip=lambda item: item.whole,
    stretch=True,
)
WATCHER = tr(
    "The next run uses the built-in watcher, which takes measurements and does not "
    "read this. This is what the Claude CLI would read."
)

ORDER = tr(
    "Pinned memories come first, then those about the subject of the run, then by confidence. What does not"
    " fit is left out."
)


class PreviewPane(QWidget):
    """Follows every change. ``memory_requested`` carries a left-out memory's id, ``navigation_requested`` a
    PageLocation; ``preview_shown`` says that it shows what is known now."""

    preview_shown = Signal()
    memory_requested = Signal(int)
    navigation_requested = Signal(object)
    failed = Signal(str)

    def __init__(self, desk: AppContext, request: RunRequest | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._request = request or RunRequest()
        preferred = preferred_agent(desk.settings.current)
        self._agent = self._request.agent.partition(":")[0] or (preferred if preferred != "auto" else "")
        self._latest = LatestQuery(desk.bridge, self._have, self._lost, self, desk.run_in_background)
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self.refresh)
        self.about = FilterBox(tr("What the run is about"), self._choices(()))
        self.about.value_chosen.connect(self._choose)
        self.prompt_view = PromptView()
        self.text = self.prompt_view.text
        self.watcher = theme.plain_label(WATCHER, "warn", wrap=True)
        self.watcher.hide()
        self.meters = BudgetMeters()
        self.notes = theme.plain_label(role="warn", wrap=True)
        self.notes.hide()
        self.left_out_title = theme.plain_label(tr("Left out"), "strong")
        self.left_out_model: ColumnModel[LeftOutItem] = ColumnModel((LEFT_OUT,), "LeftOutModel", self)
        self.left_out = make_table(self.left_out_model, tr("What was left out, and why"), self)
        self.left_out.horizontalHeader().hide()
        self.left_out.set_wrapped(True)
        self.left_out.row_opened.connect(self._activate)
        self.left_out_why = theme.plain_label(role="muted", wrap=True)
        self._lay_out()
        desk.bridge.changed.connect(self._changed)
        if not self._agent:
            desk.run_in_background(desk.find_agents, self._agents_known)
        self._tell_agent()

    def showEvent(self, event: QShowEvent) -> None:
        """In view: reckon it."""
        super().showEvent(event)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Out of view: nothing is followed."""
        self._settle.stop()
        self._latest.discard()
        super().hideEvent(event)

    def _lay_out(self) -> None:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, theme.GAP_S, 0)
        column.setSpacing(theme.GAP_S)
        column.addWidget(self.watcher)
        column.addWidget(self.prompt_view, 1)
        self.budget = QPushButton(tr("Change the budget"))
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
        reads = capabilities_of(self._agent).reads_context
        agent = self._agent if reads else CLAUDE.name  # as it would be for one that reads it
        self._latest.ask(partial(load_prompt_preview, self._desk, self._request, agent))

    def show_services(self, services: Sequence[str]) -> None:
        """As if the run were about these."""
        self._request = replace(self._request, services=tuple(services))
        if self.isVisible():
            self.refresh()

    def _have(self, preview: PromptPreview) -> None:
        context = preview.context
        self.about.set_choices(self._choices(preview.services))
        self.about.set_value(self._request.services)
        self.prompt_view.show_preview(preview, self._request.tier)
        self.meters.show_injected(preview.injected, preview.total)
        said = (*preview.injected.troubles, *preview.injected.notes)
        self.notes.setText(formatting.make_breakable(" ".join(map(tr_message, said))))
        self.notes.setVisible(bool(said))
        theme.set_role(self.notes, "warn" if preview.injected.troubles else "muted")
        show_rows(self.left_out, self.left_out_model, dict(enumerate(preview.left_out)))
        listed = len(preview.left_out)
        others = sum(len(part.left_out) for part in preview.injected.parts if part.name != "memory")
        left = context.left_out_count + others
        self.left_out_title.setText(
            tr("Left out: {left}", left=format_number(left)) if left else tr("Nothing is left out")
        )
        self.left_out_why.setVisible(left > 0)
        self.left_out_why.setText(
            " ".join(
                (ORDER, tr("The first {listed} of them:", listed=format_number(listed)))
                if listed < left and listed
                else (ORDER,)
            )
        )
        self.left_out.setVisible(bool(listed))
        self.preview_shown.emit()

    def _lost(self, sentence: str) -> None:
        self.prompt_view.show_message(
            tr(
                "It could not be calculated. {sentence} The run would continue without memory and report it.",
                sentence=sentence,
            )
        )
        self.failed.emit(sentence)

    def _agents_known(self, agents: AgentRegistry) -> None:
        self._agent = agents.auto
        self._tell_agent()

    def _tell_agent(self) -> None:
        self.watcher.setVisible(capabilities_of(self._agent).measures)

    def _choices(self, services: Sequence[str]) -> list[FilterChoice]:
        choices = [FilterChoice(tr("A run about everything"), ())]
        choices += [FilterChoice(tr("A run about {name}", name=name), (name,)) for name in services]
        ours = self._request.services
        if ours and ours not in [choice.value for choice in choices]:
            choices.insert(1, FilterChoice(tr("A run about {ours}", ours=", ".join(ours)), ours))
        return choices

    @Slot(object)
    def _choose(self, services: tuple[str, ...]) -> None:
        self.show_services(services)

    @Slot(object)
    def _changed(self, change: CommittedChange) -> None:
        told = ("memories", "*", "settings", "cooldown_actions", "lessons", "forward_triggers")
        if change.table in told and self.isVisible() and not self._settle.isActive():
            self._settle.start()

    def _activate(self, place: object) -> None:
        item = self.left_out_model.known_row(place)
        if item is not None and item.memory_id is not None:
            self.memory_requested.emit(item.memory_id)

    @Slot()
    def _budget_pressed(self) -> None:
        self.navigation_requested.emit(PageLocation("settings", filters={"group": "memory"}))


class PreviewDialog(QDialog):
    """The pane in a window of its own. ``navigation_requested`` carries a PageLocation to open, for which it makes
    way."""

    navigation_requested = Signal(object)

    def __init__(self, desk: AppContext, request: RunRequest | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("What the next run will read"))
        self.resize(1080, 680)
        self.pane = PreviewPane(desk, request, self)
        self.pane.navigation_requested.connect(self._leave_for)
        self.pane.memory_requested.connect(self._leave_for_memory)
        close = QPushButton(tr("Close"))
        close.setDefault(True)
        close.clicked.connect(self.accept)
        row = QHBoxLayout()
        row.addWidget(theme.plain_label(tr("Preview only: nothing is saved."), "muted"))
        row.addStretch()
        row.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_L, theme.GAP_L, theme.GAP_L, theme.GAP_M)
        column.setSpacing(theme.GAP_M)
        column.addWidget(self.pane, 1)
        column.addLayout(row)
        close.setFocus()

    @Slot(object)
    def _leave_for(self, place: PageLocation) -> None:
        self.accept()
        self.navigation_requested.emit(place)

    @Slot(int)
    def _leave_for_memory(self, memory_id: int) -> None:
        self._leave_for(PageLocation("memories", id=memory_id))
