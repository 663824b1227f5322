"""What waits for the operator's yes, and what was answered."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QSplitter, QStackedLayout, QWidget

from ....core.clock import utc_now
from ....records.approvals import Approval, state_at
from ....storage.change_events import CommittedChange
from ... import theme
from ...text import formatting
from ...text.translation import error_text, tr, tr_count
from ...widgets.empty_state import EmptyState
from ..base_page import BasePage, PageLocation
from .history_pane import WIDE, ApprovalHistory
from .waiting_cards import WaitingCards

if TYPE_CHECKING:
    from ...app_context import AppContext

TICK_MS = 1000
MOST = 2000
CARDS_HEIGHT, HISTORY_HEIGHT = 9 * theme.ROW, 8 * theme.ROW


class ApprovalsPage(BasePage):
    """Cards over history. What waits is known by ``desk.approvals``; the page asks for the history itself."""

    title = tr("Approvals")

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._history: tuple[Approval, ...] = ()
        self._wish: int | None = None
        self._shown = self._over = False
        self._asking = self._again = False
        self.empty = EmptyState(
            "approvals",
            tr("Nothing has needed approval."),
            tr(
                "What an agent may not do on its own waits here for your answer: a higher tier, or a "
                "risky command. You decide which actions need approval."
            ),
            tr("Choose what needs approval"),
        )
        self.empty.action_triggered.connect(self._go_settings)
        self.splitter = QSplitter(Qt.Orientation.Vertical, self)
        self.cards = WaitingCards(self.splitter)
        self.cards.answered.connect(desk.approvals.answer)
        self.cards.undo_requested.connect(desk.approvals.undo)
        self.cards.session_requested.connect(self._go_session)
        self.history = ApprovalHistory(self.splitter)
        self.history.session_requested.connect(self._go_session)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(theme.GAP_M)
        theme.set_role(self.splitter, "gap")
        self.splitter.addWidget(self.cards)
        self.splitter.addWidget(self.history)
        self.splitter.setStretchFactor(0, 3)
        self.splitter.setStretchFactor(1, 2)
        self.splitter.setSizes([6000, 4000])
        self.cards.setMinimumHeight(CARDS_HEIGHT)
        self.history.setMinimumHeight(HISTORY_HEIGHT)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.splitter)
        self._tick = QTimer(self, interval=TICK_MS)
        self._tick.timeout.connect(self._count_down)
        self._retell = QTimer(self, interval=formatting.RETELL_MS)
        self._retell.timeout.connect(self._tell_times)
        desk.approvals.changed.connect(self._waiting_moved)
        desk.approvals.held.changed.connect(self._tell_held)
        desk.bridge.changed.connect(self._on_change)

    # --- Page ----------------------------------------------------------------------------------------------------

    def activate(self, place: PageLocation | None = None) -> None:
        """In view: what waits counts down. No card has the keys: whoever opens the page may be typing."""
        self._shown = True
        self._retell.start()
        if place is not None:
            self._wish = place.id
            if place.filters:
                self.history.filter_by(place.filters)
        self._waiting_moved()
        self.refresh()
        if place is not None:
            if place.id is not None and self.cards.show_card(place.id):
                self._wish = None
            if self.desk.approvals.waiting and not place.filters:
                self.cards.setFocus()

    def deactivate(self) -> None:
        """Out of view: nothing ticks."""
        self._shown = False
        self._tick.stop()
        self._retell.stop()

    def focus_search(self) -> None:
        """Ctrl+F."""
        self.history.search.setFocus()
        self.history.search.selectAll()

    def actions(self) -> list[QAction]:
        """For the command palette and the overview of keys."""
        return list(self.cards.keys)

    def refresh(self) -> None:
        """Ask for all questions there were."""
        if self._asking:
            self._again = True
            return
        self._asking = True
        self.desk.bridge.ask(partial(_load_approvals, self.desk), self._known, self._failed)

    def save_state(self) -> dict[str, Any]:
        """Splitters and filters."""
        return {
            "splitter": self.splitter.sizes() if self.cards.isVisibleTo(self) else None,
            "detail": self.history.splitter.sizes(),
            **self.history.filters,
        }

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take them up."""
        for name, splitter in (("splitter", self.splitter), ("detail", self.history.splitter)):
            sizes = state.get(name)
            if isinstance(sizes, list) and len(sizes) == 2 and all(isinstance(n, int) and n > 0 for n in sizes):
                splitter.setSizes(sizes)
        self.history.filter_by(state)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The detail of the history goes under its table where it becomes narrow."""
        super().resizeEvent(event)
        self.history.set_wide(event.size().width() >= WIDE)
        self._show_parts()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The page itself has the focus when it is opened: an arrow, or Return, chooses the card that is shown."""
        if not (self.cards.isVisible() and self.cards.focus_card_by_key(event)):
            super().keyPressEvent(event)

    # --- what is known -------------------------------------------------------------------------------------------

    def _waiting_moved(self) -> None:
        waiting = self.desk.approvals.waiting
        self.cards.show_waiting(waiting, utc_now())
        self._tell()

    def _known(self, rows: list[Approval]) -> None:
        self._asking = False
        now = utc_now()
        self._history = tuple(state_at(row, now) for row in rows)
        self._tell()
        if self._wish is not None:
            self.history.show_one(self._wish)
            self._wish = None
        if self._again:
            self._again = False
            self.refresh()

    def _failed(self, error: Exception) -> None:
        self._asking = False
        self.message_posted.emit(error_text(error), None)

    def _tell(self) -> None:
        waiting = self.desk.approvals.waiting
        over = tuple(row for row in self._history if row.state != "waiting")
        self.history.show_rows(over)
        self._stack.setCurrentWidget(self.splitter if waiting or over else self.empty)
        self._over = bool(over)
        self._show_parts()
        self._tell_held()
        self._tell_fact(len(waiting), over)
        ticks = self._shown and bool(waiting) and not theme.reduce_motion()
        self._tick.start() if ticks else self._tick.stop()

    def _show_parts(self) -> None:
        """In a low window what waits goes before what is over: a card has to be wholly in view."""
        waiting = bool(self.desk.approvals.waiting)
        room = self.height() >= CARDS_HEIGHT + theme.GAP_M + HISTORY_HEIGHT
        self.cards.setVisible(waiting)
        self.history.setVisible(self._over and (room or not waiting))

    def _tell_held(self) -> None:
        for card in self.cards.cards:
            card.show_held(self.desk.approvals.held.seconds_left(card.approval.id))

    def _tell_fact(self, waiting: int, over: tuple[Approval, ...]) -> None:
        said = [tr_count("%n question waits for your answer", "%n questions wait for your answer", waiting)]
        if not waiting:
            said = [tr("Nothing waits for your answer")]
        if over:
            more = (
                tr("the newest {most}", most=formatting.format_number(MOST))
                if len(self._history) >= MOST
                else formatting.format_number(len(over))
            )
            said.append(tr("{more} answered so far", more=more))
        self.fact_changed.emit(" · ".join(said))

    def _count_down(self) -> None:
        self.cards.update_time_left(utc_now())

    def _tell_times(self) -> None:
        self._count_down()
        self.history.refresh_times()

    def _on_change(self, change: CommittedChange) -> None:
        if self._shown and change.table in ("approvals", "*"):
            self.refresh()

    # --- what the operator does ----------------------------------------------------------------------------------

    def _go_session(self, session_id: int) -> None:
        self.navigation_requested.emit(PageLocation("sessions", id=session_id))

    def _go_settings(self) -> None:
        self.navigation_requested.emit(PageLocation("settings", filters={"group": "approvals"}))


def _load_approvals(desk: AppContext) -> list[Approval]:
    return desk.book.approvals.list(limit=MOST)
