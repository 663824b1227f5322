"""The card of the chosen row, and beside it the passage that it was drawn from: asked for as rows are chosen."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSplitter, QWidget
from shiboken6 import isValid

from ....memory import MemoryResource
from ... import theme
from ...latest_query import LatestQuery
from ...text.translation import error_text
from .card_stack import ReviewCardStack
from .proposal_query import ProposalDetails, load_proposal
from .queries import HeldFact, ReviewItemKey, ReviewRow, load_held_fact, load_passage
from .source_pane import SourcePane

if TYPE_CHECKING:
    from ...app_context import AppContext

BESIDE_FROM = 760
LEAST, LEAST_OF_PAIR = 8 * theme.ROW, 11 * theme.ROW  # two facts need more room to be read at once


class CardPane(QSplitter):
    """``failed`` carries a sentence: what was chosen could not be read."""

    failed = Signal(str)

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._desk = desk
        self._wanted: Hashable | None = None
        self._row: ReviewRow | None = None
        self._place = ""
        self._latest = LatestQuery(desk.bridge, self._known, self.failed.emit, self)
        self.cards = ReviewCardStack(self)
        self.source = SourcePane(self)
        self.addWidget(self.cards)
        self.addWidget(self.source)
        self.setChildrenCollapsible(False)
        self.setHandleWidth(theme.GAP_M)
        theme.set_role(self, "gap")
        self.setStretchFactor(0, 3)
        self.setStretchFactor(1, 2)
        self.setSizes([600, 400])
        self.cards.setMinimumHeight(LEAST)
        self.source.setMinimumHeight(5 * theme.ROW)

    def show_row(self, key: Hashable | None, row: ReviewRow | None, place: str) -> None:
        """Show a row; a held fact is read first, so that what approving it would do is known. None shows nothing."""
        self._wanted, self._row, self._place = key, row, place
        if key is None:
            self._latest.discard()
            self.cards.forget()
        elif isinstance(key, int):
            self._latest.ask(partial(load_held_fact, self._desk.memory, key))
        elif isinstance(key, ReviewItemKey) and key.kind == "proposal":
            self._latest.discard()
            work = partial(load_proposal, self._desk, key)
            self._desk.run_in_background(work, self._proposal_read, self._unread)
        elif isinstance(key, ReviewItemKey) and row is not None:
            self._latest.discard()
            self.cards.show_other(key, row, place)
            self.cards.setMinimumHeight(LEAST_OF_PAIR if key.kind == "conflict" else LEAST)
            self.source.setVisible(key.kind == "expiring")
            if key.kind == "expiring":
                self._latest.ask(partial(load_passage, self._desk.memory, key, row.subject.memory))

    def _proposal_read(self, answer: tuple[ReviewItemKey, ProposalDetails]) -> None:
        key, found = answer
        if isValid(self) and key == self._wanted:
            self.cards.show_proposal(key, found, self._place)
            self.cards.setMinimumHeight(LEAST_OF_PAIR)
            self.source.hide()

    def _unread(self, error: Exception) -> None:
        if isValid(self):
            self.failed.emit(error_text(error))

    def adapt_to_width(self, width: int) -> None:
        """In a narrow window the passage stands under the card."""
        way = Qt.Orientation.Horizontal if width >= BESIDE_FROM else Qt.Orientation.Vertical
        if self.orientation() != way:
            self.setOrientation(way)

    def _known(self, answer: tuple[int, HeldFact | None] | tuple[ReviewItemKey, MemoryResource | None]) -> None:
        key, found = answer
        if key != self._wanted:
            return
        if isinstance(found, HeldFact):
            self.cards.show_held(found, self._place)
            self.cards.setMinimumHeight(LEAST)
            self.source.show()
            self.source.show_passage(found.memory, found.passage)
        elif isinstance(key, ReviewItemKey) and self._row is not None:
            self.source.show_passage(self._row.subject.memory, found)
