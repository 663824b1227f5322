"""What a log view holds of its log: one stretch of lines, which grows at either end and is kept short at the other."""

from __future__ import annotations

from .log_model import LogModel
from .log_source import LogPiece
from .log_table import LogTable


class LoadedRange:
    """Lines ``first`` to ``last`` are in the model; ``last`` 0 is none yet."""

    def __init__(self, model: LogModel, shown: LogTable) -> None:
        self._model = model
        self._list = shown
        self.first, self.last = 1, 0

    def forget(self) -> None:
        """Hold nothing."""
        self.first, self.last = 1, 0
        self._model.replace(())

    def contains_line(self, line: int) -> bool:
        """Tell whether a line is among them."""
        return self.first <= line <= self.last

    def replace_all(self, piece: LogPiece) -> None:
        """Hold this piece and nothing else."""
        self._model.replace(piece.entries, piece.ready)
        self.first, self.last = piece.first, piece.last

    def add_later(self, piece: LogPiece, *, following: bool) -> None:
        """What comes after; who follows keeps to the end, and the oldest lines go."""
        if piece.first != self.last + 1:
            return
        self._model.append(piece.entries, piece.ready)
        self.last = max(self.last, piece.last)
        if following:
            self._model.drop_head()
            self.first = self._edge(0, self.first)

    def add_earlier(self, piece: LogPiece, row_height: int) -> None:
        """What comes before; what is in view stays where it is."""
        if piece.last != self.first - 1:
            return
        before = self._model.rowCount()
        self._model.prepend(piece.entries, piece.ready)
        added = self._model.rowCount() - before
        self.first = min(self.first, piece.first)
        self._model.drop_tail()
        if self._model.rowCount() < before + added:
            self.last = self._edge(self._model.rowCount() - 1, self.last)
        self._list.doItemsLayout()
        bar = self._list.verticalScrollBar()
        bar.setValue(bar.value() + added * row_height)

    def _edge(self, row: int, otherwise: int) -> int:
        entry = self._model.entry(row)
        return entry.number if entry else otherwise
