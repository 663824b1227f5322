"""The bar over every page while the computer's clock is not trusted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from ...core.trusted_time import current_clock, describe_doubt
from ...storage.change_events import CLOCK, CommittedChange
from ..text.translation import tr
from .message_bar import MessageBar

if TYPE_CHECKING:
    from ..app_context import AppContext

LOOK_MS = 30_000


class ClockBar(MessageBar):
    """Says which time the application goes by; the operator may say that the computer's is right."""

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__("clock", "clock", "warn", tr("The clock is right"), whole=True, parent=parent)
        self._desk = desk
        self.action_triggered.connect(self._confirm)
        desk.bridge.changed.connect(self._changed)
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self.refresh)
        self.refresh()

    def in_view(self, seen: bool) -> None:
        """Look again and again only while somebody sees the window."""
        if seen:
            self._timer.start()
            self.refresh()
        else:
            self._timer.stop()

    def refresh(self) -> None:
        """Say what is so now."""
        clock = current_clock()
        self.show_message("" if clock is None or clock.is_trusted() else describe_doubt(clock))

    def _confirm(self) -> None:
        from ...runs.clock_watch import confirm_clock  # not before the first picture

        clock = current_clock()
        if clock is not None:
            desk = self._desk
            desk.bridge.ask(lambda: confirm_clock(clock, desk.book, desk.memory), lambda _done: self.refresh())

    def _changed(self, change: CommittedChange) -> None:
        if change.table == CLOCK:
            self.refresh()
