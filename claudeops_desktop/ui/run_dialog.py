"""Run now, with choices: tier, agent, prompt, services, dry run; and a look at what the agent will read (M17)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
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

from ..run.request import RunRequest
from . import theme, words
from .desk import Desk
from .page import Place

if TYPE_CHECKING:
    from ..agent.catalog import Agents

TIERS = (
    (1, "1  Observe: looks, changes nothing"),
    (2, "2  Investigate: may also write files and restart"),
    (3, "3  Remediate: may also redeploy"),
)


class RunDialog(QDialog):
    """``run_asked`` carries the RunRequest, ``wanted`` a Place for which it makes way. It starts nothing itself."""

    run_asked = Signal(object)
    wanted = Signal(object)

    def __init__(self, desk: Desk, agents: Agents | None, tier: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk = desk
        self._agents = agents
        self._settings = desk.settings.current
        self.setWindowTitle("Run now")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(560)
        self._make_fields(tier)
        self._make_buttons()
        self._lay_out()
        desk.bridge.ask(desk.book.health.latest, self._services_known)
        self._explain()
        self.prompt.setFocus()

    @property
    def request(self) -> RunRequest:
        """What the fields ask for."""
        watch = self._agent_name() == "watch"
        return RunRequest(
            tier=1 if watch else self.tier.currentData(),
            agent=self.agent.currentData() or "",
            prompt="" if watch else self.prompt.toPlainText().strip(),
            services=self.chosen_services,
            dry_run=self.dry_run.isChecked(),
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
        self.agent.addItem("Automatic", "")
        self.agent.addItem("Claude CLI", "claude")
        self.agent.addItem("Built-in watcher", "watch")
        self.agent.addItem("A recorded stream…", "replay")
        self.prompt = QPlainTextEdit()
        self.prompt.setPlaceholderText("Leave empty for the tier's own prompt.")
        self.prompt.setTabChangesFocus(True)
        self.prompt.setFixedHeight(110)
        self.services = QLineEdit()
        self.services.setPlaceholderText("All services")
        self._pick = QToolButton()
        theme.set_role(self._pick, "button")
        self._pick.setText("Choose")
        self._pick.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self._pick)
        self._menu.triggered.connect(self._service_toggled)
        self._menu.aboutToShow.connect(self._mark_chosen)
        self._pick.setMenu(self._menu)
        self._pick.setEnabled(False)
        self.dry_run = QCheckBox("Dry run: change nothing, do not go up to the next tier")
        if self._settings.run.dry_run:
            self.dry_run.setChecked(True)
            self.dry_run.setEnabled(False)
            self.dry_run.setText("Dry run is on for all runs (Settings, Runs)")
        for widget, name in (
            (self.tier, "Tier"),
            (self.agent, "Agent"),
            (self.prompt, "Prompt"),
            (self.services, "Services, separated by commas"),
            (self._pick, "Choose services"),
        ):
            widget.setAccessibleName(name)
        self._what = theme.label(role="muted", wrap=True)
        self.tier.currentIndexChanged.connect(self._explain)
        self.agent.activated.connect(self._agent_chosen)
        self.dry_run.toggled.connect(self._explain)

    def _make_buttons(self) -> None:
        self.preview = QPushButton("Preview what the agent will read")
        theme.set_role(self.preview, "link")
        self.preview.clicked.connect(self._preview)
        self.go = QPushButton("Run now")
        theme.set_role(self.go, "primary")
        self.go.setDefault(True)
        self.go.clicked.connect(self._run)
        self.leave = QPushButton("Cancel")
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
        form.addRow("Agent", self.agent)
        form.addRow("Tier", self.tier)
        form.addRow("Prompt", self.prompt)
        form.addRow("Services", services)
        form.addRow("", self.dry_run)
        form.addRow("", self._what)
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
        column.addStretch()
        column.addLayout(buttons)

    def _agent_name(self) -> str:
        chosen = self.agent.currentData() or ""
        if chosen:
            return str(chosen).partition(":")[0]
        preferred = self._settings.agent.preferred
        return preferred if preferred != "auto" else str(getattr(self._agents, "auto", "") or "")

    def _agent_chosen(self) -> None:
        if self.agent.currentData() == "replay":
            name, _ = QFileDialog.getOpenFileName(
                self, "A recorded stream", "", "Recordings (*.ndjson *.jsonl);;All (*)"
            )
            if not name:
                self.agent.setCurrentIndex(0)
            else:
                self.agent.setItemData(self.agent.currentIndex(), f"replay:{name}")
                self.agent.setItemText(self.agent.currentIndex(), f"Recording: {Path(name).name}")
        self._explain()

    def _explain(self) -> None:
        name = self._agent_name()
        self.tier.setEnabled(name != "watch")
        self.prompt.setEnabled(name not in ("watch", "replay"))
        self._what.setText(" ".join(self._sentences(name)))

    def _sentences(self, name: str) -> list[str]:
        said = []
        if not self.agent.currentData() and self._agents is not None:
            said.append(str(getattr(self._agents, "sentence", "")))
        claude = getattr(self._agents, "claude", None)
        if self.agent.currentData() == "claude" and claude is not None and not getattr(claude, "path", ""):
            said.append(f"The Claude CLI cannot run: {getattr(claude, 'why_not', '') or 'it was not found.'}")
        if name == "watch":
            said.append("The watcher checks the services itself: it takes no prompt and stays at tier 1.")
        elif name == "replay":
            said.append("A recording is played as if an agent said it now.")
        else:
            limits, tier = self._settings.limits, self.tier.currentData()
            model = self._settings.tiers.of(tier).model or "the CLI's own model"
            stop = f"It stops after {words.duration(limits.session_minutes * 60)}"
            said.append(f"Tier {tier} uses {model}. {stop}" + (
                f" or at {words.money(limits.session_usd)}." if limits.session_usd else "."
            ))  # fmt: skip
        if self._desk.runs.state.live is not None:
            said.append("Another run is on: this one waits for it.")
        return [sentence for sentence in said if sentence]

    def _services_known(self, latest: Sequence[object]) -> None:
        for check in latest:
            action = QAction(str(getattr(check, "service", "")), self._menu)
            action.setCheckable(True)
            self._menu.addAction(action)
        self._pick.setEnabled(bool(latest))
        self._pick.setToolTip(
            "Choose from the services that were checked" if latest else "No service has been checked yet."
        )

    def _mark_chosen(self) -> None:
        for action in self._menu.actions():
            action.setChecked(action.text() in self.chosen_services)

    def _service_toggled(self, action: QAction) -> None:
        left = [name for name in self.chosen_services if name != action.text()]
        self.services.setText(", ".join([*left, action.text()] if action.isChecked() else left))

    def _preview(self) -> None:
        from .pages.memories.preview import PreviewDialog

        dialog = PreviewDialog(self._desk, self.request, self)
        dialog.wanted.connect(self._leave_for)
        dialog.open()

    def _leave_for(self, place: Place) -> None:
        self.reject()
        self.wanted.emit(place)

    def _run(self) -> None:
        self.run_asked.emit(self.request)
        self.accept()
