"""Which agents were found, and a test that says what happened."""

from __future__ import annotations

import time
from functools import partial

from PySide6.QtWidgets import QPushButton, QWidget

from ....agents.registry import AgentRegistry, capabilities_of
from ... import theme
from ...app_context import AppContext
from ...kit.layouts import fill_column, row_of
from ...text import formatting
from ...text.translation import error_text, tr, tr_message
from ...widgets.elided_label import ElidedLabel
from ...widgets.state_dot import StateDot


class AgentGroup(QWidget):
    """Looks on a thread when asked to, and shows what it found."""

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._looking = False
        self._testing = False
        self._claude_dot = StateDot("unknown")
        self._claude = ElidedLabel(tr("Claude CLI"))
        self._watch_dot = StateDot("good")
        self.sentence = theme.plain_label(role="muted", wrap=True)
        self.outcome = theme.plain_label(role="body", wrap=True, select=True)
        self.outcome.hide()
        self.test = QPushButton(tr("Test the agent"))
        self.test.clicked.connect(self._test)
        watch = ElidedLabel(tr("Built-in watcher: always available"))
        fill_column(
            self,
            row_of(self._claude_dot, self._claude, grow=self._claude),
            row_of(self._watch_dot, watch, grow=watch),
            self.sentence,
            row_of(self.test, self.outcome, None, grow=self.outcome, spacing=theme.GAP_M),
            spacing=theme.GAP_XS,
            bottom=theme.GAP_S,
        )

    def refresh(self) -> None:
        """Find out anew; versions known already are not asked again."""
        if not self._looking:
            self._looking = True
            self._desk.run_in_background(partial(_time_agent_search, self._desk), self._found, self._failed)

    def _test(self) -> None:
        self._testing = True
        self.test.setEnabled(False)
        self.outcome.setText(tr("Asking the Claude CLI for its version…"))
        self.outcome.show()
        self.refresh()

    def _found(self, found: tuple[AgentRegistry, float]) -> None:
        agents, seconds = found
        claude = agents.claude
        well = bool(claude.path) and not claude.why_not
        self._claude_dot.set_state("good" if well else "warning")
        said = f"{claude.version}, {claude.path}" if well else tr_message(claude.why_not)
        self._claude.setText(tr("Claude CLI: {said}", said=said))
        instead = (
            tr("Runs use the built-in watcher instead.")
            if capabilities_of(agents.auto).measures
            else tr("No run can start until then.")
        )
        self.sentence.setText(agents.sentence if well else instead)
        if self._testing:
            if well:
                self._say(
                    tr(
                        "The Claude CLI {version} answered ({seconds}).",
                        version=claude.version,
                        seconds=formatting.format_duration(seconds),
                    )
                )
            else:
                self._say(tr_message(claude.why_not))
        self._over()

    def _failed(self, error: Exception) -> None:
        self._claude_dot.set_state("failed")
        self._say(error_text(error))
        self._over()

    def _say(self, sentence: str) -> None:
        self.outcome.setText(sentence)
        self.outcome.show()

    def _over(self) -> None:
        self._looking = self._testing = False
        self.test.setEnabled(True)


def _time_agent_search(desk: AppContext) -> tuple[AgentRegistry, float]:
    """The agents, and how many seconds it took to find them."""
    start = time.monotonic()
    return desk.find_agents(), time.monotonic() - start
