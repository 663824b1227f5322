"""The card on the page: one for each kind of what waits, of which one is in front."""

from __future__ import annotations

from collections.abc import Hashable

from PySide6.QtWidgets import QStackedWidget, QWidget

from ...widgets.decision_card import DecisionCard
from .answer_card import ReviewAnswerCard
from .expiring_card import LET_GO, ExpiringCard
from .held_card import HeldFactCard
from .pair_card import PairCard
from .proposal_card import LATER, ProposalCard
from .proposal_query import ProposalDetails
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
        self.proposal = ProposalCard(self)
        self.all: tuple[HeldFactCard | ReviewAnswerCard | ProposalCard, ...] = (
            self.held,
            self.pair,
            self.expiring,
            self.question,
            self.proposal,
        )
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
        if front is self.held:
            return self.held.shown
        return front.key if isinstance(front, ReviewAnswerCard) else None

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

    def show_proposal(self, key: ReviewItemKey, found: ProposalDetails, place: str) -> None:
        """A proposed change."""
        if self.held.editing:
            self.held.end_edit()
        self.proposal.show_proposal(key, found, place)
        self._bring(self.proposal)

    @property
    def editing(self) -> bool:
        """Whether words are being written on a card: letters are letters then."""
        return self.held.editing or self.proposal.editing

    def press(self, answer: str) -> None:
        """Answer as the button of that name does, where the card in front has one. The letter that drops a fact about
        to expire leaves a proposal for later."""
        front = self.front_card
        if front is self.proposal and answer == LET_GO:
            answer = LATER
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
