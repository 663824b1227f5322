"""A consolidation of the folder, from looking for changes to the operator's answer (C10)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ....knowledge import open_knowledge
from ....knowledge.consolidation.types import ConsolidationMerge, ConsolidationResult
from ... import theme
from ...app_context import AppContext
from ...kit.layouts import row_of
from ...kit.work_dialog import WorkDialog
from ...text import formatting
from ...text.translation import error_text, tr, tr_count
from .difference_view import DifferenceView

if TYPE_CHECKING:
    from ....knowledge.consolidation.service import ConsolidationService

T = TypeVar("T")
SIZE = (900, 600)
SHOWN_UP_TO = 200_000


@dataclass(frozen=True, slots=True)
class WaitingConsolidation:
    """The branch that waits for an answer, "" for none: its changes as pairs of title and reason, and what approving it
    would change in the files as they are now."""

    branch: str = ""
    changes: tuple[tuple[str, str], ...] = ()
    diff: str = ""


class ConsolidationDialog(WorkDialog):
    """Nothing in the files changes before Approve. ``answered`` carries a sentence on what was done to the files."""

    answered = Signal(str)

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(context, tr("Put the knowledge files in order"), parent)
        self.resize(*SIZE)
        self._stop = threading.Event()
        self.branch = ""
        self.about = theme.plain_label("", wrap=True)
        self.changes = theme.plain_label("", wrap=True, select=True)
        self.difference = DifferenceView(self)
        self.difference.setAccessibleName(tr("What would change"))
        self.undo = self.make_button(tr("Undo the last one"), self._undo)
        self.discard = self.make_button(tr("Discard"), self._discard)
        self.look = self.make_button(tr("Look for changes"), self._look, "primary")
        self.approve = self.make_button(tr("Approve"), self._approve, "primary")
        close = self.make_button(tr("Close"), self.reject)
        buttons = row_of(self.undo, None, close, self.discard, self.look, self.approve)
        # What is said stands above while there is no difference.
        self.lay_out(self.about, self.changes, self.difference, None, buttons, grow=self.difference)
        self._load()

    def done(self, result: int) -> None:
        """Give up what is still being looked for when the dialog is closed."""
        self._stop.set()
        super().done(result)

    def update_buttons(self) -> None:
        """Let nothing be pressed while something is done."""
        for button in (self.undo, self.discard, self.look, self.approve):
            button.setEnabled(not self.busy)

    def show_failure(self, error: Exception) -> None:
        """Say why something could not be done."""
        self.about.setText(error_text(error))

    # --- what is shown -----------------------------------------------------------------------------------------------

    def _load(self, before: str = "") -> None:
        if not before:
            self.about.setText(tr("Looking at what waits…"))
        self._ask(_load_waiting, partial(self._show, before=before))

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
        self._show_lines([f"• {title}\n   {why}".rstrip() for title, why in found.changes])
        self.difference.show_difference(found.diff[:SHOWN_UP_TO])
        self.difference.setVisible(bool(found.diff))
        for button in (self.approve, self.discard):
            button.setVisible(bool(found.branch))
        self.look.setVisible(not found.branch)
        (self.approve if found.branch else self.look).setFocus()

    def _show_lines(self, lines: list[str]) -> None:
        self.changes.setText(formatting.make_breakable("\n".join(lines)))
        self.changes.setVisible(bool(lines))

    def _found(self, result: ConsolidationResult) -> None:
        if result.branch:
            self._load()
            return
        self._show(WaitingConsolidation(), result.refused or tr("There is nothing to put in order."))
        self._show_lines([f"• {sentence}" for sentence in result.left_out])

    def _answered(self, sentence: str, done: ConsolidationMerge) -> None:
        self.answered.emit(" ".join((sentence, *done.dropped)))
        self._load(sentence)

    # --- acting ------------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        self.about.setText(tr("Looking for changes… This may take a minute."))
        self._ask(lambda service: service.consolidate(self._stop.is_set), self._found)

    def _approve(self) -> None:
        branch = self.branch
        self.about.setText(tr("Making the changes…"))
        self._ask(lambda service: service.approve(branch), partial(self._answered, tr("The changes were made.")))

    def _discard(self) -> None:
        branch = self.branch
        self._ask(lambda service: service.discard(branch), partial(self._answered, tr("The changes were discarded.")))

    def _undo(self) -> None:
        self._ask(lambda service: service.undo(), partial(self._answered, tr("The last changes were taken back.")))

    def _ask(self, work: Callable[[ConsolidationService], T], done: Callable[[T], object]) -> None:
        self.do_work(partial(_with_service, self.context, work), done)


def _with_service(context: AppContext, work: Callable[[ConsolidationService], T]) -> T:
    from ....knowledge.consolidation.service import ConsolidationService
    from ....knowledge.proposals.service import ProposalService
    from ....learning import LearningService
    from ....models.choose import choose_model

    settings = context.settings.current
    with closing(open_knowledge(context.folder, settings)) as folder:
        service = ConsolidationService(
            context.book,
            folder,
            context.memory,
            LearningService(context.book),
            ProposalService(context.book, folder, context.memory, lambda: settings),
            model=choose_model(settings, context.folder),
            excluded=settings.second_look.exclude_services,
            services_file=context.folder.services_file,
        )
        return work(service)


def _load_waiting(service: ConsolidationService) -> WaitingConsolidation:
    names = service.branches()
    if not names:
        return WaitingConsolidation()
    messages = [one.message.split("\n\n") for one in service.changes(names[0])]
    changes = tuple((one[0], one[1] if len(one) > 2 else "") for one in messages)
    return WaitingConsolidation(names[0], changes, service.difference(names[0]))
