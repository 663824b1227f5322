"""The card on the page: one for each kind of what waits, of which one is in front."""

from __future__ import annotations

from collections.abc import Hashable

from PySide6.QtWidgets import QStackedWidget, QWidget

from ...widgets.decision_card import DecisionCard
from .answer_card import ReviewAnswerCard
from .expiring_card import ExpiringCard
from .held_card import HeldFactCard
from .pair_card import PairCard
from .queries import HeldFact, ReviewItemKey, ReviewRow
from .question_card import QuestionCard


class ReviewCardStack(QStackedWidget):
    """``shown`` is the key of the row on the card in front, None while it is empty."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.held = HeldFactCard(self)
        self.pair = PairCard(self)
        self.expiring = ExpiringCard(self)
        self.question = QuestionCard(self)
        self.all: tuple[HeldFactCard | ReviewAnswerCard, ...] = (self.held, self.pair, self.expiring, self.question)
        for card in self.all:
            self.addWidget(card)

    @property
    def front_card(self) -> DecisionCard:
        """The card in front."""
        return self.all[self.currentIndex()]

    @property
    def shown(self) -> Hashable | None:
        """The key of what it shows."""
        front = self.front_card
        return front.key if isinstance(front, ReviewAnswerCard) else self.held.shown

    @property
    def armed(self) -> bool:
        """Whether a key may answer it now."""
        return self.shown is not None and self.front_card.armed

    def show_held(self, waiting: HeldFact, place: str) -> None:
        """A fact that the gate held."""
        self.held.show_waiting(waiting, place)
        self._bring(self.held)

    def show_other(self, key: ReviewItemKey, row: ReviewRow, place: str) -> None:
        """A pair, a fact that is about to expire, or a question."""
        if self.held.editing:
            self.held.end_edit()
        if key.kind == "conflict":
            self.pair.show_pair(key, row.subject, place)
            self._bring(self.pair)
        elif key.kind == "question":
            self.question.show_question(key, row.subject, place)
            self._bring(self.question)
        else:
            self.expiring.show_expiring(key, row.subject, place)
            self._bring(self.expiring)

    def press(self, answer: str) -> None:
        """Answer as the button of that name does, where the card in front has one."""
        front = self.front_card
        if isinstance(front, ReviewAnswerCard) and answer in front.buttons:
            front.press_button(answer)

    def forget(self) -> None:
        """Nothing is shown, so that no key answers anything."""
        for card in self.all:
            card.forget()

    def _bring(self, card: DecisionCard) -> None:
        """Put a card in front; where the one before had the keys, it has them."""
        if self.front_card is card:
            return
        had = self.front_card.has_keys
        self.setCurrentWidget(card)
        for other in self.all:
            if other is not card:
                other.forget()
        if had:
            card.setFocus()
