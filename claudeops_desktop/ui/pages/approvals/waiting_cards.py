"""The cards of all questions that wait, one at a time, what asked first before; keyboard first."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from ....core.clock import utc_now
from ....records.approvals import YES, Approval, is_held_back
from ... import icons, theme
from ...text import formatting
from ...text.translation import tr
from .approval_card import ApprovalCard

STEPS: dict[int, int] = {Qt.Key.Key_Down: 1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Left: -1}


class WaitingCards(QWidget):
    """``answered`` carries the approval, the answer and the note; ``undo_requested`` the id of a question whose
    approval is taken back; ``session_requested`` a session.

    One card is shown at a time. Another question changes neither the card that is shown nor the focus. A card that goes
    because the operator answered hands the focus to the next one, where a key counts after half a second; a card that
    goes by itself does not: the key that was meant for it must not answer another.
    """

    answered = Signal(object, str, str)
    undo_requested = Signal(int)
    session_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Waiting questions; press an arrow key to choose one"))
        self.cards: list[ApprovalCard] = []
        self._to_come: list[Approval] = []
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._add_next)
        self._stack = QStackedWidget(self)
        self._place = theme.plain_label(role="muted")
        self.before = self._turn("back", tr("Previous question"), -1)
        self.after = self._turn("forward", tr("Next question"), 1)
        row = QHBoxLayout()
        row.setSpacing(theme.GAP_XS)
        row.addWidget(self._place, 1)
        row.addWidget(self.before)
        row.addWidget(self.after)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addLayout(row)
        column.addWidget(self._stack, 1)
        self.keys = [
            self._key(tr("Approve what waits"), "A", "approved"),
            self._key(tr("Approve it for the whole run"), "Shift+A", "approved_run"),
            self._key(tr("Refuse what waits"), "R", "refused"),
            self._key(tr("Undo an approval that has not taken effect"), "Z", "undo"),
        ]

    @property
    def shown(self) -> ApprovalCard | None:
        """The card that is shown."""
        card = self._stack.currentWidget()
        return card if isinstance(card, ApprovalCard) else None

    @property
    def current(self) -> ApprovalCard | None:
        """The card shown, where it has the focus or holds what has it."""
        card = self.shown
        return card if card is not None and card.has_keys else None

    @property
    def place_text(self) -> str:
        """Which of how many is shown."""
        return self._place.text()

    def show_waiting(self, waiting: tuple[Approval, ...], now: datetime) -> None:
        """These wait now. Cards that stay are the same objects: a note that is being written stays."""
        known = {card.approval.id: card for card in self.cards}
        wanted = {one.id for one in waiting}
        for number, card in known.items():
            if number not in wanted:
                self._drop(card)
        self._to_come = [one for one in waiting if one.id not in known]
        self._add_next()  # the first at once, the others one by one: none of them holds the window
        self.update_time_left(now)

    def update_time_left(self, now: datetime) -> None:
        """Count down."""
        for card in self.cards:
            card.update_time_left(now)

    def show_card(self, approval_id: int) -> bool:
        """Show one without giving it the keys; whether there is such a card."""
        while any(one.id == approval_id for one in self._to_come):
            self._add_next()
        found = next((card for card in self.cards if card.approval.id == approval_id), None)
        if found is None:
            return False
        self._show(found)
        return True

    def focus_card(self, approval_id: int | None = None) -> bool:
        """Give a card the keys, or the one that is shown; whether there was one."""
        if approval_id is not None and not self.show_card(approval_id):
            return False
        card = self.shown
        if card is None:
            return False
        card.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def step_card(self, by: int) -> None:
        """Show another card; it gets the keys where this one had them."""
        card = self.shown
        if card is None:
            return
        at = self.cards.index(card) + by
        if 0 <= at < len(self.cards):
            had = self.current is not None
            self._show(self.cards[at])
            if had:
                self.focus_card()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrow keys go from card to card."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and watched in self.cards:
            by = STEPS.get(event.key())
            if by:
                self.step_card(by)
                return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """No card has the keys yet: an arrow, or Return, gives them to the one that is shown."""
        if not self.focus_card_by_key(event):
            super().keyPressEvent(event)

    def focus_card_by_key(self, event: QKeyEvent) -> bool:
        """Give the card that is shown the keys, where this is a key that asks for it; whether it was."""
        return event.key() in (*STEPS, Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.focus_card()

    def _add_next(self) -> None:
        if self._to_come:
            self._add(self._to_come.pop(0))
        if self._to_come:
            self._soon.start()
        self._tell_place()

    def _add(self, one: Approval) -> None:
        card = ApprovalCard(one, self._stack)
        card.answered.connect(self._answered)
        card.undo_requested.connect(self._undo)
        card.session_requested.connect(self.session_requested)
        card.installEventFilter(self)
        self._stack.addWidget(card)
        self.cards.append(card)
        card.update_time_left(utc_now())

    def _show(self, card: ApprovalCard) -> None:
        if self._stack.currentWidget() is not card:
            self._stack.setCurrentWidget(card)
        self._tell_place()

    def _tell_place(self) -> None:
        card = self.shown
        at = self.cards.index(card) if card in self.cards else 0
        many = len(self.cards) + len(self._to_come)
        self._place.setText(
            tr(
                "Question {at} of {many_value}",
                at=formatting.format_number(at + 1),
                many_value=formatting.format_number(many),
            )
            if many
            else ""
        )
        self.before.setEnabled(at > 0)
        self.after.setEnabled(at + 1 < len(self.cards))

    def _drop(self, card: ApprovalCard, then: ApprovalCard | None = None) -> None:
        """Take a card away. Where it was shown, ``then`` follows it, or the one after it."""
        had, shown, at = card is self.current, card is self.shown, self.cards.index(card)
        self.cards.remove(card)
        if had:
            self.setFocus()
        if shown and self.cards:
            self._stack.setCurrentWidget(then or self.cards[min(at, len(self.cards) - 1)])
        self._stack.removeWidget(card)
        card.hide()
        card.deleteLater()
        self._tell_place()

    def _answered(self, state: str) -> None:
        card = self.sender()
        if isinstance(card, ApprovalCard) and card in self.cards:
            self._give(card, state)

    def _undo(self) -> None:
        card = self.sender()
        if isinstance(card, ApprovalCard):
            self.undo_requested.emit(card.approval.id)

    def _give(self, card: ApprovalCard, state: str) -> None:
        note = card.note.text().strip()
        if state in YES and is_held_back(card.approval):  # it stays, and counts down
            self.answered.emit(card.approval, state, note)
            return
        held = card is self.current
        self._drop(card)
        if held:
            self.focus_card()
        self.answered.emit(card.approval, state, note)

    def _only(self) -> ApprovalCard | None:
        """The one card there is, for a command chosen in the palette; a key pressed among the cards means its own."""
        focused = QApplication.focusWidget()
        here = focused is not None and (focused is self or self.isAncestorOf(focused))
        card = self.cards[0] if len(self.cards) == 1 and not here else None
        return card if card is not None and card.takes_click(approves=True) else None

    def _turn(self, icon: str, text: str, by: int) -> QToolButton:
        button = QToolButton(self)
        button.setAccessibleName(text)
        button.setToolTip(tr("{words} (arrow keys)", words=text))
        theme.set_role(button, "icon")
        icons.set_themed_icon(button, icon)
        button.setProperty("by", by)
        button.clicked.connect(self._turned)
        return button

    def _turned(self) -> None:
        self.step_card(int(self.sender().property("by")))

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
        action, card = self.sender(), self.current
        state = str(action.data()) if isinstance(action, QAction) else ""
        if state == "undo":
            card = card or self.shown
            if card is not None and card.is_held:
                self.undo_requested.emit(card.approval.id)
            return
        card = card if card is not None and card.armed else self._only()
        if card is not None and not (card.is_held and state in YES):
            self._give(card, state)
