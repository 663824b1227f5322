"""Run now, with choices: tier, agent, prompt, services, dry run, saved prompts; and the text that goes along (M17)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ...agents.registry import added_agents, capabilities_of, preferred_agent
from ...core.money import money_cap
from ...records.health import HealthCheck
from ...records.saved_prompts import SavedPrompt
from ...runs.request import RunRequest
from ...storage.change_events import CommittedChange
from .. import theme
from ..app_context import AppContext
from ..pages.base_page import PageLocation
from ..text import formatting
from ..text.spend_text import SpendSummary
from ..text.translation import tr, tr_message
from ..widgets.growing_dialog import GrowingDialog
from .preflight import agent_problem, load_checked_services, load_spend, preflight_warnings, preview_request
from .saved_prompts import SavedPromptsRow
from .waiting_runs import WaitingRunsList

if TYPE_CHECKING:
    from ...agents.registry import AgentRegistry

TIERS = (
    (1, tr("1  Observe: looks, changes nothing")),
    (2, tr("2  Investigate: may also write files and restart")),
    (3, tr("3  Remediate: may also redeploy")),
)


class RunDialog(GrowingDialog):
    """``run_requested`` carries the RunRequest, ``navigation_requested`` a PageLocation for which it makes way. It
    starts nothing itself."""

    run_requested = Signal(object)
    navigation_requested = Signal(object)

    def __init__(self, desk: AppContext, agents: AgentRegistry | None, tier: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk = desk
        self._agents = agents
        self._settings = desk.settings.current
        self._appended: str | None = None
        self._appended_for: RunRequest | None = None
        self._known: frozenset[str] = frozenset()
        self._checked: tuple[str, ...] | None = None
        self._spend = SpendSummary()
        self.setWindowTitle(tr("Run now"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(560)
        self._make_fields(tier)
        self._make_buttons()
        self._lay_out()
        desk.bridge.ask(desk.book.health.latest, self._services_known)
        desk.bridge.ask(partial(load_spend, desk), self._spend_known)
        desk.run_in_background(partial(load_checked_services, desk), self._checks_known, self._no_checks)
        desk.bridge.changed.connect(self._changed)
        self._explain()
        self.held.show_queue(desk.runs.state)
        self.prompt.setFocus()

    @property
    def request(self) -> RunRequest:
        """What the fields ask for."""
        name = self._agent_name()
        watch = capabilities_of(name).measures
        return RunRequest(
            tier=self.tier.currentData() if capabilities_of(name).can_escalate or not name else 1,
            agent=self.agent.currentData() or "",
            prompt="" if watch else self.prompt.toPlainText().strip(),
            services=self.chosen_services,
            dry_run=self.dry_run.isChecked(),
            keep_awake=self.keep_awake.isChecked(),
            appended=None if watch else self._appended,
        )

    @property
    def chosen_services(self) -> tuple[str, ...]:
        """The services named, in lower case, each once."""
        names = [name.strip().lower() for name in self.services.text().split(",")]
        return tuple(dict.fromkeys(name for name in names if name))

    def _make_fields(self, tier: int) -> None:
        self.tier = QComboBox()
        for number, text in TIERS:
            self.tier.addItem(text, number)
        self.tier.setCurrentIndex(tier - 1)
        self.agent = QComboBox()
        self.agent.addItem(tr("Automatic"), "")
        self.agent.addItem(tr("Claude CLI"), "claude")
        self.agent.addItem(tr("Built-in watcher"), "watch")
        self.agent.addItem(tr("A recorded session…"), "replay")
        for agent in added_agents():
            self.agent.addItem(agent.title, agent.name)
        self.prompt = QPlainTextEdit()
        self.prompt.setPlaceholderText(tr("Leave empty for the tier's own prompt."))
        self.prompt.setTabChangesFocus(True)
        self.prompt.setFixedHeight(110)
        self.services = QLineEdit()
        self.services.setPlaceholderText(tr("All services"))
        self._pick = QToolButton()
        theme.set_role(self._pick, "button")
        self._pick.setText(tr("Choose"))
        self._pick.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self._pick)
        self._menu.triggered.connect(self._service_toggled)
        self._menu.aboutToShow.connect(self._mark_chosen)
        self._pick.setMenu(self._menu)
        self._pick.setEnabled(False)
        self.dry_run = QCheckBox(tr("Dry run: change nothing, do not escalate"))
        if self._settings.run.dry_run:
            self.dry_run.setChecked(True)
            self.dry_run.setEnabled(False)
            self.dry_run.setText(tr("Dry run is on for all runs (Settings, Runs)"))
        self.keep_awake = QCheckBox(tr("Keep this computer awake until the run is over"))
        for widget, name in (
            (self.tier, tr("Tier")),
            (self.agent, tr("Agent")),
            (self.prompt, tr("Prompt")),
            (self.services, tr("Services, separated by commas")),
            (self._pick, tr("Choose services")),
        ):
            theme.set_accessible_name(widget, name)
        self.saved = SavedPromptsRow(self._desk)
        self.saved.prompt_chosen.connect(self._take_saved)
        self.saved.save_requested.connect(self._save)
        self._what = theme.plain_label(role="muted", wrap=True)
        self._doubt = theme.plain_label(role="warn", wrap=True)
        self._doubt.hide()
        self.edited = theme.plain_label(role="warn", wrap=True)
        self.forget = QPushButton(tr("Reset"))
        self.forget.setToolTip(tr("Discard your changes to the context"))
        theme.set_role(self.forget, "link")
        self.forget.setAutoDefault(False)
        self.forget.clicked.connect(self._forget_edited)
        self.held = WaitingRunsList(tr("In the queue"))
        self.held.cancel_requested.connect(self._desk.runs.cancel)
        self.held.drop_requested.connect(self._desk.runs.drop_parked)
        self.services.textChanged.connect(self._explain)
        self.tier.currentIndexChanged.connect(self._explain)
        self.agent.activated.connect(self._agent_chosen)
        self.dry_run.toggled.connect(self._explain)

    def _make_buttons(self) -> None:
        self.preview = QPushButton(tr("Preview context…"))
        self.preview.setToolTip(tr("Read the whole text that the agent gets, and change it for this run"))
        theme.set_role(self.preview, "link")
        self.preview.clicked.connect(self._read)
        self.go = QPushButton(tr("Run now"))
        theme.set_role(self.go, "primary")
        self.go.setDefault(True)
        self.go.clicked.connect(self._run)
        self.leave = QPushButton(tr("Cancel"))
        self.leave.setAutoDefault(False)
        self.leave.clicked.connect(self.reject)
        self.preview.setAutoDefault(False)

    def _lay_out(self) -> None:
        services = QHBoxLayout()
        services.setSpacing(theme.GAP_S)
        services.addWidget(self.services, 1)
        services.addWidget(self._pick)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        form.setHorizontalSpacing(theme.GAP_L)
        form.setVerticalSpacing(theme.GAP_M)
        form.addRow(tr("Saved"), self.saved)
        form.addRow(tr("Agent"), self.agent)
        form.addRow(tr("Tier"), self.tier)
        form.addRow(tr("Prompt"), self.prompt)
        form.addRow(tr("Services"), services)
        choices = QVBoxLayout()
        choices.setSpacing(0)
        for box in (self.dry_run, self.keep_awake):
            choices.addWidget(box)
        form.addRow("", choices)
        edited = QHBoxLayout()
        edited.setSpacing(theme.GAP_S)
        edited.addWidget(self.edited, 1)
        edited.addWidget(self.forget)
        self._edited_row = QWidget()
        self._edited_row.setLayout(edited)
        edited.setContentsMargins(0, 0, 0, 0)
        said = QVBoxLayout()
        said.setSpacing(theme.GAP_S)
        for part in (self._doubt, self._edited_row, self._what):
            said.addWidget(part)
        said.addStretch()
        form.addRow("", said)
        self._edited_row.hide()
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.GAP_S)
        buttons.addWidget(self.preview)
        buttons.addStretch()
        buttons.addWidget(self.leave)
        buttons.addWidget(self.go)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_L)
        column.setSpacing(theme.GAP_L)
        column.addLayout(form)
        column.addWidget(self.held)
        column.addStretch()
        column.addLayout(buttons)

    def _agent_name(self) -> str:
        chosen = self.agent.currentData() or ""
        if chosen:
            return str(chosen).partition(":")[0]
        preferred = preferred_agent(self._settings)
        return preferred if preferred != "auto" else str(getattr(self._agents, "auto", "") or "")

    def _agent_chosen(self) -> None:
        chosen = str(self.agent.currentData() or "")
        if capabilities_of(chosen).plays_recording and ":" not in chosen:
            name, _ = QFileDialog.getOpenFileName(
                self, tr("Open a recorded session"), "", tr("Recordings (*.ndjson *.jsonl);;All (*)")
            )
            if not name:
                self.agent.setCurrentIndex(0)
            else:
                self.agent.setItemData(self.agent.currentIndex(), f"{chosen}:{name}")
                self.agent.setItemText(self.agent.currentIndex(), tr("Recording: {name}", name=Path(name).name))
        self._explain()

    def _explain(self) -> None:
        name = self._agent_name()
        can = capabilities_of(name)
        self.tier.setEnabled(can.can_escalate or not name)
        self.prompt.setEnabled(can.takes_prompt or not name)
        doubts = self._doubts(name)
        self._doubt.setText("\n".join(doubts))
        self._doubt.setVisible(bool(doubts))
        self.go.setEnabled(not self._why_not(name))
        self.go.setToolTip(self._why_not(name))
        self._tell_edited()
        self._what.setText(" ".join(self._sentences(name)))

    def _sentences(self, name: str) -> list[str]:
        said = []
        if not self.agent.currentData() and self._agents is not None:
            said.append(tr_message(getattr(self._agents, "sentence", "")))
        if capabilities_of(name).measures:
            said.append(tr("The watcher checks the services itself: it takes no prompt and stays at tier 1."))
        elif capabilities_of(name).plays_recording:
            said.append(tr("The recording is replayed as if the agent were running now."))
        else:
            limits, tier = self._settings.limits, self.tier.currentData()
            model = self._settings.tiers.for_tier(tier).model or tr("the CLI's own model")
            time = formatting.format_duration(limits.session_minutes * 60)
            if limits.session_usd:
                text = tr(
                    "Tier {tier} uses {model}. It stops after {time} or at {cost}.",
                    tier=tier,
                    model=model,
                    time=time,
                    cost=money_cap(limits.session_usd),
                )
            else:
                text = tr("Tier {tier} uses {model}. It stops after {time}.", tier=tier, model=model, time=time)
            said.append(text)
        live = self._desk.runs.state.live
        if live is not None:
            said.append(
                tr(
                    "Another run is active ({tier} with {agent}); this one waits for it.",
                    tier=formatting.tier_name(live.tier),
                    agent=live.agent,
                )
            )
        return [sentence for sentence in said if sentence]

    def _why_not(self, name: str) -> str:
        return agent_problem(name, self._agents)

    def _doubts(self, name: str) -> list[str]:
        return preflight_warnings(
            name,
            self._agents,
            self.chosen_services,
            known=self._known,
            checked=self._checked,
            spend=self._spend,
            limits=self._settings.limits,
        )

    def _tell_edited(self) -> None:
        self._edited_row.setVisible(self._appended is not None)
        if self._appended is None:
            return
        now, then = self.request, self._appended_for
        moved = then is not None and preview_request(now) != preview_request(then)
        self.edited.setText(
            tr("You changed the context and then the choices above. Check it again.")
            if moved
            else tr("You changed the context for this run only.")
        )

    def _forget_edited(self) -> None:
        self._appended = self._appended_for = None
        self._tell_edited()

    def _spend_known(self, spend: SpendSummary) -> None:
        self._spend = spend
        self._explain()

    def _checks_known(self, names: tuple[str, ...]) -> None:
        self._checked = names
        self._known |= frozenset(names)
        self._explain()

    def _no_checks(self, _error: Exception) -> None:
        self._checked = None  # the page of services says what is wrong with the file

    def _changed(self, change: CommittedChange) -> None:
        if change.table == "queue":
            self.held.show_queue(self._desk.runs.state)
            self._explain()

    def _take_saved(self, prompt: SavedPrompt) -> None:
        """Fill the fields from a saved prompt."""
        self.prompt.setPlainText(prompt.prompt)
        self.tier.setCurrentIndex(max(0, self.tier.findData(prompt.tier)))
        self.services.setText(", ".join(prompt.services))
        at = self.agent.findData(prompt.agent)
        self.agent.setCurrentIndex(max(0, at))
        self._explain()

    def _save(self) -> None:
        self.saved.begin_saving(self.request)

    def _services_known(self, latest: Sequence[HealthCheck]) -> None:
        self._known |= frozenset(check.service for check in latest)
        for check in latest:
            action = QAction(check.service, self._menu)
            action.setCheckable(True)
            self._menu.addAction(action)
        self._pick.setEnabled(bool(latest))
        self._pick.setToolTip(
            tr("Choose from the checked services") if latest else tr("No service has been checked yet.")
        )

    def _mark_chosen(self) -> None:
        for action in self._menu.actions():
            action.setChecked(action.text() in self.chosen_services)

    def _service_toggled(self, action: QAction) -> None:
        left = [name for name in self.chosen_services if name != action.text()]
        self.services.setText(", ".join([*left, action.text()] if action.isChecked() else left))

    def _read(self) -> None:
        from ..pages.memories.context_editor import ContextEditor

        dialog = ContextEditor(self._desk, self.request, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.context_accepted.connect(self._take_text)
        dialog.navigation_requested.connect(self._leave_for)
        dialog.open()

    def _take_text(self, text: str | None) -> None:
        self._appended = text
        self._appended_for = self.request if text is not None else None
        self._tell_edited()

    def _leave_for(self, place: PageLocation) -> None:
        self.reject()
        self.navigation_requested.emit(place)

    def _run(self) -> None:
        self.run_requested.emit(self.request)
        self.accept()
