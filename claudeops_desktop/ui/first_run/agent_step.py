"""The first step: which agent runs, whether it can log in, and whether it answers."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QPushButton

from ...agents.claude_cli.login import LoginAnswer, LoginState, ask_once, login_state
from ...agents.registry import AgentRegistry
from ...core.money import money
from ...core.secrets import keyring_store
from .. import theme
from ..app_context import AppContext
from ..pages.settings.secret_dialog import SecretDialog
from ..pages.settings.status_widgets import StatusLabel
from ..text import formatting
from ..text.translation import error_text, tr
from .base_step import FirstRunStep


@dataclass(frozen=True, slots=True)
class AgentCheck:
    """What a look found."""

    agents: AgentRegistry
    login: LoginState


class AgentStep(FirstRunStep):
    """Finds the Claude CLI, or offers the watcher."""

    title = tr("Who looks after your services?")
    text = tr(
        "The Claude CLI is the agent: it reads, reasons, and, where you allow it, acts. Without "
        "it the built-in watcher measures your services and tells you what changed. You can "
        "switch at any time."
    )

    def __init__(self, desk: AppContext) -> None:
        super().__init__(desk)
        self._program = ""
        self.cli = StatusLabel(tr("Looking for the Claude CLI…"))
        self.login = StatusLabel()
        self.login.hide()
        self.choose = QPushButton(tr("Choose the program…"))
        self.choose.clicked.connect(self._choose)
        self.again = QPushButton(tr("Look again"))
        self.again.clicked.connect(self.refresh)
        self.key = QPushButton(tr("Store an API key…"))
        self.key.clicked.connect(self._key)
        self.ask = QPushButton(tr("Ask it one question (about a cent)"))
        self.ask.clicked.connect(self._ask)
        self.status_label = StatusLabel()
        self.status_label.hide()
        self.watcher = theme.plain_label(
            tr(
                "The built-in watcher is always there: HTTP, TCP, DNS, certificates, units, containers, disks and more."
            ),
            "muted",
            wrap=True,
        )
        row = QHBoxLayout()
        row.setSpacing(theme.GAP_S)
        for button in (self.choose, self.again, self.key, self.ask):
            row.addWidget(button)
        row.addStretch()
        self.column.addWidget(self.cli)
        self.column.addWidget(self.login)
        self.column.addLayout(row)
        self.column.addWidget(self.status_label)
        self.column.addSpacing(theme.GAP_S)
        self.column.addWidget(self.watcher)
        self.column.addStretch()
        for button in (self.key, self.ask):
            button.hide()

    def activate(self) -> None:
        """Look at once."""
        self.refresh()

    def refresh(self) -> None:
        """Find out anew, on a thread."""
        self.desk.run_in_background(partial(_look, self.desk), self._found, self._failed)

    def _found(self, seen: AgentCheck) -> None:
        claude = seen.agents.claude
        self._program = claude.program
        well = bool(claude.program)
        if well:
            self.cli.set_state(
                "good",
                tr(
                    "Claude CLI {version}: {shorten_path}",
                    version=claude.version,
                    shorten_path=formatting.shorten_path(Path(claude.program)),
                ),
            )
            if seen.login.there:
                self.login.set_state("good", tr("Logged in {said}.", said=seen.login.said))
            else:
                self.login.set_state("warning", f"{seen.login.said} {seen.login.remedy}")
        else:
            self.cli.set_state("warning", tr("{why_not} Until then the built-in watcher runs.", why_not=claude.why_not))
        self.login.setVisible(well)
        self.key.setVisible(well and not seen.login.there)
        self.ask.setVisible(well and seen.login.there)

    def _failed(self, error: Exception) -> None:
        self.cli.set_state("failed", error_text(error))

    def _choose(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, tr("The Claude CLI"), str(Path.home()))
        if name:
            self.desk.change_setting("agent.claude_path", name, lambda _settings: self.refresh(), self._failed)

    def _key(self) -> None:
        dialog = SecretDialog(
            self.desk,
            tr("API key of the agent"),
            tr("Kept in the keyring, handed to the Claude CLI alone, and never shown again."),
            _keep_key,
            parent=self.window(),
        )
        dialog.secret_saved.connect(self.refresh)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _ask(self) -> None:
        self.ask.setEnabled(False)
        self.status_label.set_state("running", tr("Asking…"))
        self.status_label.show()
        self.busy.emit(True)
        self.desk.run_in_background(partial(_ask, self._program), self._answered, self._not_answered)

    def _answered(self, answered: LoginAnswer) -> None:
        cost = tr(" for {cost_usd}", cost_usd=money(answered.cost_usd)) if answered.cost_usd else ""
        self._over(
            "good",
            tr("It answered in {seconds}{cost}.", seconds=formatting.format_duration(answered.seconds), cost=cost),
        )

    def _not_answered(self, error: Exception) -> None:
        self._over("failed", error_text(error))

    def _over(self, state: str, sentence: str) -> None:
        self.ask.setEnabled(True)
        self.status_label.set_state(state, sentence)
        self.busy.emit(False)


def _look(desk: AppContext) -> AgentCheck:
    return AgentCheck(desk.find_agents(), login_state(os.environ, keyring_store.API_KEY in keyring_store.names()))


def _keep_key(_label: str, value: str) -> None:
    keyring_store.set_secret(keyring_store.API_KEY, value)


def _ask(program: str) -> LoginAnswer:
    environ, _ = keyring_store.for_agent(os.environ)
    return ask_once(program, environ, str(Path.home()))
