"""The cards of all questions that wait, one under the other, what asked first on top; keyboard first."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from ....clock import utc_now
from ....records.approvals import Approval
from ... import theme
from ...widgets.scrolled import Scrolled
from .card import ApprovalCard

HINT = "A approves, Shift+A approves for the whole run, R refuses; arrows move between questions, Tab to the note."


class WaitingCards(QWidget):
    """``answered`` carries the approval, the answer and the note; ``session_wanted`` a session.

    A card that goes because the operator answered hands the focus to the next one; a card that goes by itself does
    not: the key that was meant for it must not answer another.
    """

    answered = Signal(object, str, str)
    session_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards: list[ApprovalCard] = []
        self._to_come: list[Approval] = []
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._add_next)
        self._area = Scrolled(parent=self)
        self._inner = QWidget(self._area)
        self._column = QVBoxLayout(self._inner)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.GAP_M)
        self._column.addStretch()
        self._area.setWidget(self._inner)
        self._hint = theme.label(HINT, "muted", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addWidget(self._hint)
        column.addWidget(self._area, 1)
        self.keys = [
            self._key("Approve what waits", "A", "approved"),
            self._key("Approve it for the whole run", "Shift+A", "approved_run"),
            self._key("Refuse what waits", "R", "refused"),
        ]

    @property
    def current(self) -> ApprovalCard | None:
        """The card that has the focus, or that holds what has it."""
        focused = QApplication.focusWidget()
        for card in self.cards:
            if focused is not None and (focused is card or card.isAncestorOf(focused)):
                return card
        return None

    def show_waiting(self, waiting: tuple[Approval, ...], now: datetime) -> None:
        """These wait now. Cards that stay are the same objects: a note that is being written stays."""
        known = {card.approval.id: card for card in self.cards}
        wanted = {one.id for one in waiting}
        for number, card in known.items():
            if number not in wanted:
                self._drop(card)
        self._to_come = [one for one in waiting if one.id not in known]
        self._add_next()  # the first at once, the others one by one: none of them holds the window
        self.tell_time(now)

    def tell_time(self, now: datetime) -> None:
        """Count down."""
        for card in self.cards:
            card.tell_time(now)

    def focus_card(self, approval_id: int | None = None) -> bool:
        """Move the focus to a card, or to the first one; whether there was one."""
        while approval_id is not None and any(one.id == approval_id for one in self._to_come):
            self._add_next()
        found = [card for card in self.cards if approval_id in (None, card.approval.id)]
        if not found:
            return False
        found[0].setFocus(Qt.FocusReason.OtherFocusReason)
        self._area.ensureWidgetVisible(found[0], 0, theme.GAP_M)
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrow keys go from card to card."""
        if event.type() == QEvent.Type.KeyPress and watched in self.cards:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(event.key())  # type: ignore[attr-defined]
            if step:
                at = self.cards.index(watched) + step
                if 0 <= at < len(self.cards):
                    self.focus_card(self.cards[at].approval.id)
                return True
        return super().eventFilter(watched, event)

    def _add_next(self) -> None:
        if self._to_come:
            self._add(self._to_come.pop(0))
        if self._to_come:
            self._soon.start()

    def _add(self, one: Approval) -> None:
        card = ApprovalCard(one, self._inner)
        card.answered.connect(self._answered)
        card.session_wanted.connect(self.session_wanted)
        card.installEventFilter(self)
        self._column.insertWidget(len(self.cards), card)
        self.cards.append(card)
        card.tell_time(utc_now())
        card.show()

    def _drop(self, card: ApprovalCard) -> None:
        had = card is self.current
        self.cards.remove(card)
        self._column.removeWidget(card)
        card.hide()
        card.deleteLater()
        if had:
            self._inner.setFocus()

    def _answered(self, state: str) -> None:
        card = self.sender()
        if isinstance(card, ApprovalCard) and card in self.cards:
            self._give(card, state)

    def _give(self, card: ApprovalCard, state: str) -> None:
        at = self.cards.index(card)
        held = card is self.current
        note = card.note.text().strip()
        self._drop(card)
        if held and self.cards:
            self.focus_card(self.cards[min(at, len(self.cards) - 1)].approval.id)
        self.answered.emit(card.approval, state, note)

    def _only(self) -> ApprovalCard | None:
        """The one card there is, for a command chosen in the palette; a key pressed among the cards means its own."""
        focused = QApplication.focusWidget()
        here = focused is not None and (focused is self or self.isAncestorOf(focused))
        return self.cards[0] if len(self.cards) == 1 and not here else None

    def _key(self, text: str, keys: str, state: str) -> QAction:
        action = QAction(text, self)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.setAutoRepeat(False)
        action.setData(state)
        action.triggered.connect(self._pressed)
        self.addAction(action)
        return action

    def _pressed(self) -> None:
        action, card = self.sender(), self.current or self._only()
        if card is not None and isinstance(action, QAction):
            self._give(card, str(action.data()))
