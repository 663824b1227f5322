"""The card of the chosen row, and beside it the passage that it was drawn from: asked for as rows are chosen."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSplitter, QWidget

from ....memory.fact import Resource
from ... import theme
from ..memories.asking import Latest
from .cards import ReviewCards
from .known import OtherKey, PassageOf, ReviewRow, Waiting, WaitingOf
from .source import SourcePane

if TYPE_CHECKING:
    from ...desk import Desk

BESIDE_FROM = 760


class CardPane(QSplitter):
    """``failed`` carries a sentence: what was chosen could not be read."""

    failed = Signal(str)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._desk = desk
        self._wanted: Hashable | None = None
        self._row: ReviewRow | None = None
        self._place = ""
        self._latest = Latest(desk.bridge, self._known, self.failed.emit, self)
        self.cards = ReviewCards(self)
        self.source = SourcePane(self)
        self.addWidget(self.cards)
        self.addWidget(self.source)
        self.setChildrenCollapsible(False)
        self.setHandleWidth(theme.GAP_M)
        theme.set_role(self, "gap")
        self.setStretchFactor(0, 3)
        self.setStretchFactor(1, 2)
        self.setSizes([600, 400])
        self.cards.setMinimumHeight(8 * theme.ROW)
        self.source.setMinimumHeight(5 * theme.ROW)

    def show_row(self, key: Hashable | None, row: ReviewRow | None, place: str) -> None:
        """Show a row; a held fact is read first, so that what approving it would do is known. None shows nothing."""
        self._wanted, self._row, self._place = key, row, place
        if key is None:
            self._latest.drop()
            self.cards.forget()
        elif isinstance(key, int):
            self._latest.ask(WaitingOf(self._desk.memory, key))
        elif isinstance(key, OtherKey) and row is not None:
            self._latest.drop()
            self.cards.show_other(key, row, place)
            self.source.setVisible(key.kind == "expiring")
            if key.kind == "expiring":
                self._latest.ask(PassageOf(self._desk.memory, key, row.subject.memory))

    def fit(self, width: int) -> None:
        """In a narrow window the passage stands under the card."""
        way = Qt.Orientation.Horizontal if width >= BESIDE_FROM else Qt.Orientation.Vertical
        if self.orientation() != way:
            self.setOrientation(way)

    def _known(self, answer: tuple[int, Waiting | None] | tuple[OtherKey, Resource | None]) -> None:
        key, found = answer
        if key != self._wanted:
            return
        if isinstance(found, Waiting):
            self.cards.show_held(found, self._place)
            self.source.show()
            self.source.show_passage(found.memory, found.passage)
        elif isinstance(key, OtherKey) and self._row is not None:
            self.source.show_passage(self._row.subject.memory, found)
