"""The second look: how it stands, a check of what waits now, and what was sent."""

from __future__ import annotations

import os

from PySide6.QtWidgets import QPushButton, QWidget

from ....core.emergency_stop_marker import refuse_while_stopped
from ....core.errors import OperatorError
from ....core.money import money
from ....memory import SecondLookStatus
from ....models.permission import is_allowed
from ... import theme
from ...app_context import AppContext
from ...latest_query import LatestQuery
from ...text import formatting
from ...text.translation import tr, tr_count
from .second_look_dialog import SecondLookDialog
from .status_widgets import StatusGroup, TestButton


class SecondLookGroup(StatusGroup):
    """Says how many pairs wait and what the day cost; opens the list of what was sent."""

    tables = frozenset({"second_looks", "settings"})

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.trial = TestButton(context, tr("Check now"), tr("Asking the model…"), self._check)
        self.sent = QPushButton(tr("What was sent…"))
        theme.set_role(self.sent, "link")
        self.sent.setAutoDefault(False)
        self.sent.clicked.connect(self.open_pairs)
        self.lay_out(self.state, self.trial, self.sent)
        self._latest = LatestQuery(context.bridge, self._show, self._not_read, self)

    def refresh(self) -> None:
        """Ask how it stands."""
        self.trial.setVisible(is_allowed(self.context.settings.current))
        self._latest.ask(self._read)

    def open_pairs(self) -> None:
        """Show what was sent and what came of it."""
        SecondLookDialog(self.context, self).open()

    def _read(self) -> SecondLookStatus:
        """On a reader thread, which also loads the memory where nobody has wanted it yet."""
        return self.context.memory.second_look.status()

    def _show(self, status: SecondLookStatus) -> None:
        waiting = tr("{waiting} waiting", waiting=tr_count("%n pair", "%n pairs", status.waiting))
        today = tr(
            "{calls_today} today, {usd_today}",
            calls_today=tr_count("%n call", "%n calls", status.calls_today),
            usd_today=money(status.usd_today),
        )
        dropped = (
            tr(" {dropped} dropped: too many waited.", dropped=tr_count("%n pair", "%n pairs", status.dropped))
            if status.dropped
            else ""
        )
        if not is_allowed(self.context.settings.current):
            self.state.set_state("idle", tr("No model may be asked: no pair is sent."))
        elif self._without_model():
            self.state.set_state(
                "idle",
                tr(
                    "No model: install the Claude CLI, or choose an endpoint. {waiting}.{dropped}",
                    waiting=waiting,
                    dropped=dropped,
                ),
            )
        elif status.fault:
            self.state.set_state(
                "warning",
                tr(
                    "{fault} It is tried again later; {waiting}.{dropped}",
                    fault=status.fault,
                    waiting=waiting,
                    dropped=dropped,
                ),
            )
        else:
            self.state.set_state(
                "good", tr("On: {waiting}, {today}.{dropped}", waiting=waiting, today=today, dropped=dropped)
            )

    def _without_model(self) -> bool:
        """Whether the window's last look for agents found nobody to ask."""
        found = self.context.agents_found
        missing = found is not None and not found.claude.program
        return self.context.settings.current.model.kind == "cli" and missing

    def _not_read(self, sentence: str) -> None:
        self.state.set_state("warning", sentence)

    def _check(self) -> str:
        """On a thread of its own."""
        from ....agents.redact import text_redactor
        from ....models.choose import choose_model

        settings, folder = self.context.settings.current, self.context.folder
        refuse_while_stopped(folder.root)
        model = choose_model(settings, folder, os.environ)
        if model is None:
            raise OperatorError(tr("No model may be asked."), tr("Allow it under Model for memory."))
        redact = text_redactor(os.environ, settings.logs.secret_variables)
        found = self.context.memory.second_look.ask_model(model, redact=redact)
        told = tr(
            "{agreed} confirmed, {changed} changed, {unclear} unclear",
            agreed=formatting.format_number(found.agreed),
            changed=formatting.format_number(found.changed),
            unclear=formatting.format_number(found.unclear),
        )
        return f"{told}, {money(found.cost_usd)}. {found.note}".rstrip()
