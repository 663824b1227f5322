"""A consolidation of the folder, from looking for changes to the operator's answer (C10)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from ....knowledge.consolidation.types import ConsolidationMerge, ConsolidationResult
from ... import theme
from ...text import formatting
from ...text.translation import error_text, tr, tr_count
from ...widgets.growing_dialog import GrowingDialog
from . import consolidation_actions
from .consolidation_actions import WaitingConsolidation
from .difference_view import DifferenceView

if TYPE_CHECKING:
    from ...app_context import AppContext

_WIDTH, _HEIGHT = 900, 600
_SHOWN = 200_000


class ConsolidationDialog(GrowingDialog):
    """Nothing in the files changes before Approve. ``answered`` carries a sentence on what was done to the files."""

    answered = Signal(str)

    def __init__(self, desk: AppContext, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Put the knowledge files in order"))
        self.resize(_WIDTH, _HEIGHT)
        self._desk = desk
        self._stop = threading.Event()
        self.branch = ""
        self.about = theme.plain_label("", wrap=True)
        self.changes = theme.plain_label("", wrap=True, select=True)
        self.difference = DifferenceView(self)
        self.difference.setAccessibleName(tr("What would change"))
        self.undo = self._button(tr("Undo the last one"), self._undo)
        self.discard = self._button(tr("Discard"), self._discard)
        self.look = self._button(tr("Look for changes"), self._look, "primary")
        self.approve = self._button(tr("Approve"), self._approve, "primary")
        close = self._button(tr("Close"), self.reject)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.GAP_S)
        buttons.addWidget(self.undo)
        buttons.addStretch()
        for one in (close, self.discard, self.look, self.approve):
            buttons.addWidget(one)
        whole = QVBoxLayout(self)
        whole.setSpacing(theme.GAP_M)
        whole.addWidget(self.about)
        whole.addWidget(self.changes)
        whole.addWidget(self.difference, 1)
        whole.addStretch()  # what is said stands above while there is no difference
        whole.addLayout(buttons)
        self._ask(partial(consolidation_actions.load_waiting, desk), self._show, tr("Looking at what waits…"))

    def done(self, result: int) -> None:
        """Closed: what is still being looked for is given up."""
        self._stop.set()
        super().done(result)

    # --- what is shown -----------------------------------------------------------------------------------------------

    def _show(self, found: WaitingConsolidation, before: str = "") -> None:
        self.branch = found.branch
        if found.branch:
            said = tr_count(
                "%n change waits for your answer. Nothing in the files changes before you approve.",
                "%n changes wait for your answer. Nothing in the files changes before you approve.",
                len(found.changes),
            )
        else:
            said = tr(
                "Claude Ops looks for entries that are stale, contradicted, redundant or wrongly dated, and for what"
                " sessions said that is worth keeping. You see each change before it is made."
            )
        self.about.setText(f"{before} {said}".strip())
        lines = [f"• {title}\n   {why}".rstrip() for title, why in found.changes]
        self._show_lines(lines)
        self.difference.show_difference(found.diff[:_SHOWN])
        self.difference.setVisible(bool(found.diff))
        for button in (self.approve, self.discard):
            button.setVisible(bool(found.branch))
        self.look.setVisible(not found.branch)
        self._rest(False)
        (self.approve if found.branch else self.look).setFocus()

    def _show_lines(self, lines: list[str]) -> None:
        self.changes.setText(formatting.make_breakable("\n".join(lines)))
        self.changes.setVisible(bool(lines))

    def _found(self, result: ConsolidationResult) -> None:
        if result.branch:
            self._ask(partial(consolidation_actions.load_waiting, self._desk), self._show, tr("Looking at what waits…"))
            return
        nothing = tr("There is nothing to put in order.")
        self._show(WaitingConsolidation(), result.refused or nothing)
        self._show_lines([f"• {sentence}" for sentence in result.left_out])

    def _answered(self, sentence: str, done: ConsolidationMerge) -> None:
        self.answered.emit(" ".join((sentence, *done.dropped)))
        self._ask(partial(consolidation_actions.load_waiting, self._desk), partial(self._show, before=sentence), "")

    def _failed(self, error: Exception) -> None:
        if isValid(self):
            self.about.setText(error_text(error))
            self._rest(False)

    # --- acting ------------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        work = partial(consolidation_actions.find_changes, self._desk, self._stop.is_set)
        self._ask(work, self._found, tr("Looking for changes… This may take a minute."))

    def _approve(self) -> None:
        work = partial(consolidation_actions.approve, self._desk, self.branch)
        self._ask(work, partial(self._answered, tr("The changes were made.")), tr("Making the changes…"))

    def _discard(self) -> None:
        work = partial(consolidation_actions.discard, self._desk, self.branch)
        self._ask(work, partial(self._answered, tr("The changes were discarded.")), "")

    def _undo(self) -> None:
        work = partial(consolidation_actions.undo, self._desk)
        self._ask(work, partial(self._answered, tr("The last changes were taken back.")), "")

    def _ask(self, work: Callable[[], Any], done: Callable[[Any], None], said: str) -> None:
        if said:
            self.about.setText(said)
        self._rest(True)
        self._desk.run_in_background(work, lambda answer: done(answer) if isValid(self) else None, self._failed)

    def _rest(self, on: bool) -> None:
        """Nothing can be pressed while something is being done."""
        for button in (self.undo, self.discard, self.look, self.approve):
            button.setEnabled(not on)

    def _button(self, text: str, act: Callable[[], None], role: str = "") -> QPushButton:
        button = QPushButton(text, self)
        button.setAutoDefault(False)
        if role:
            theme.set_role(button, role)
        button.clicked.connect(act)
        return button
