"""The third step: a first run, shown as it happens."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget
from shiboken6 import isValid

from ...agents.registry import capabilities_of
from ...core.errors import ClaudeOpsError
from ...records.run_list import RunList
from ...records.sessions import RunTrigger
from ...runs.request import RunEnded, RunRequest
from ...storage import CommittedChange
from .. import icons, theme
from ..app_context import AppContext
from ..pages.settings.status_widgets import StatusLabel
from ..text.translation import error_text, tr
from ..widgets.empty_state import EmptyState
from ..widgets.log.log_view import LogView
from ..widgets.state_dot import state_word
from .base_step import FirstRunStep


class RunStep(FirstRunStep):
    """One observe run: it looks and changes nothing."""

    title = tr("See a first run")
    text = tr(
        "It looks at everything once and changes nothing. What the agent says appears here as "
        "it happens; later you find all of it under Runs, what happened under Events, and what "
        "it learned under Memories."
    )

    def __init__(self, desk: AppContext) -> None:
        super().__init__(desk)
        self._number = 0
        self._seen = False
        self.run = QPushButton(tr("Run now"))
        icons.set_themed_icon(self.run, "play")
        self.run.clicked.connect(self._begin)
        self.stop = QPushButton(tr("Stop"))
        icons.set_themed_icon(self.stop, "stop")
        self.stop.clicked.connect(desk.runs.stop)
        self.stop.hide()
        self.state = StatusLabel(tr("Nothing has run yet."))
        self.state.dot.set_state("idle")
        self.log = LogView(desk)
        row = QHBoxLayout()
        row.setSpacing(theme.GAP_M)
        row.addWidget(self.run)
        row.addWidget(self.stop)
        row.addWidget(self.state, 1)
        self.column.addLayout(row)
        self.log.hide()
        self.nothing = EmptyState(
            "play", tr("What the agent says appears here."), tr("The run takes a minute or less.")
        )
        self.column.addWidget(self.nothing, 1)
        self.column.addWidget(self.log, 1)
        desk.bridge.changed.connect(self._changed)
        desk.runs.on_ended(self._ended)

    def main_button(self) -> QPushButton | None:
        """Run now, until a run was begun."""
        return None if self._seen or self._number else self.run

    def first_focus(self) -> QWidget | None:
        """Run now."""
        return self.run

    def _begin(self) -> None:
        dry = self.desk.settings.current.run.dry_run
        try:
            queued = self.desk.runs.enqueue(RunRequest(trigger=RunTrigger.MANUAL, tier=1, max_tier=1, dry_run=dry))
        except ClaudeOpsError as error:
            self.state.set_state("failed", error_text(error))
            return
        self._number = queued.number
        self.main_changed.emit()  # the focus goes on, ahead of the button that cannot hold it
        self.run.setEnabled(False)
        self.state.set_state("queued", tr("It begins…"))
        self._look()

    def _changed(self, change: CommittedChange) -> None:
        if change.table in ("queue", "*"):
            self._look()

    def _look(self) -> None:
        live = self.desk.runs.state.live
        ours = live is not None and live.number == self._number
        self.stop.setVisible(ours)
        if live is not None and ours:
            self.state.set_state(
                "running",
                tr(
                    "Running with {value}.",
                    value=tr("the watcher") if capabilities_of(live.agent).measures else live.agent,
                ),
            )
            self._show(live.session_id)

    def _ended(self, ended: RunEnded) -> None:
        if not isValid(self) or not self._number or not self._is_ours(ended):  # the queue outlives this dialog
            return
        self._number = 0
        self.run.setEnabled(True)
        self.run.setText(tr("Run again"))
        self.stop.hide()
        if ended.session_ids:
            self._show(ended.session_ids[-1])
        said = {
            "completed": tr("It is done. What it found is on the pages behind this window."),
            "stopped": tr("You stopped it."),
        }.get(
            ended.status,
            tr("It is {state_word}. {reason}", state_word=state_word(ended.status), reason=ended.reason).strip(),
        )
        self._seen = True
        self.state.set_state(ended.status, said)
        if ended.run_id is not None:
            self.desk.bridge.ask(partial(_load_look, self.desk, ended.run_id), partial(self._look_known, said))
        self.main_changed.emit()

    def _look_known(self, said: str, look: str) -> None:
        if isValid(self) and not self._number:  # not where the next one runs already
            self.state.set_state(look, said)

    def _show(self, session_id: int) -> None:
        self.nothing.hide()
        self.log.show()
        self.log.show_session(session_id)

    def _is_ours(self, ended: RunEnded) -> bool:
        return ended.request.trigger == RunTrigger.MANUAL and ended.request.max_tier == 1


def _load_look(desk: AppContext, run_id: int) -> str:
    """Return the run's status as lists show it, on a reader's thread."""
    return RunList(desk.book.store).lines([run_id])[0].look
