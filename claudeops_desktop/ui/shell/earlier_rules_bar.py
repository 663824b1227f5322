"""The bar over every page after an upgrade: what rules of the earlier version drew, for the operator to decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ...storage.change_events import CommittedChange
from ..pages.base_page import PageLocation
from ..text.translation import tr, tr_count
from .message_bar import MessageBar

if TYPE_CHECKING:
    from ...memory import EarlierRuleCounts
    from ..app_context import AppContext


class EarlierRulesBar(MessageBar):
    """Says how many facts would move to Review and how many stay, and moves or leaves them.
    ``navigation_requested`` carries the PageLocation where they are then."""

    navigation_requested = Signal(object)

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        texts = (tr("Move to the Inbox"), tr("Leave them"))
        super().__init__("earlierRules", "question", "warn", *texts, whole=True, parent=parent)
        self._desk = desk
        self.action_triggered.connect(self._move)
        self.other_action_triggered.connect(self._leave)
        desk.bridge.changed.connect(self._changed)

    def refresh(self) -> None:
        """Count them anew."""
        self._desk.bridge.ask(self._count, self._counted, newest=True)

    def _count(self) -> EarlierRuleCounts:
        return self._desk.memory.earlier_rules.counts()  # loaded on the reader's thread, after the first picture

    def _counted(self, counts: EarlierRuleCounts) -> None:
        said = tr_count(
            "Rules of an earlier version drew %n fact from sessions that nothing has confirmed since.",
            "Rules of an earlier version drew %n facts from sessions that nothing has confirmed since.",
            counts.to_move,
        )
        stay = tr_count("%n other was confirmed and stays.", "%n others were confirmed and stay.", counts.stay)
        self.show_message(" ".join((said, stay) if counts.stay else (said,)) if counts.to_move else "")

    def _move(self) -> None:
        memory = self._desk.memory
        self._desk.undo.perform(
            tr("Moved the facts to the Inbox"),
            memory.earlier_rules.move,
            memory.edits.undo,
            done=lambda _change: self.navigation_requested.emit(PageLocation("inbox", filters={})),
        )

    def _leave(self) -> None:
        self._desk.bridge.write(self._desk.memory.earlier_rules.leave, lambda _number: self.refresh())

    def _changed(self, change: CommittedChange) -> None:
        if self.isVisible() and change.table in ("memories", "*"):
            self.refresh()
