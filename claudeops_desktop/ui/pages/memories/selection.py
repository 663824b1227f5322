"""Rows of the table of memories as Qt selects them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QItemSelection

from .columns import MemoryColumn
from .model import MemoryModel


def find_rows(wanted: Sequence[int], ids: Sequence[int]) -> list[int]:
    """Where these ids stand, from the top; what is gone is left out."""
    if not wanted:
        return []
    if len(wanted) <= 4:
        return sorted(ids.index(n) for n in wanted if n in ids)
    looked_for = set(wanted)
    return [row for row, n in enumerate(ids) if n in looked_for]


def make_selection(model: MemoryModel, rows: Sequence[int]) -> QItemSelection:
    """Whole rows, as few stretches as possible."""
    selection = QItemSelection()
    last_column = len(MemoryColumn) - 1
    start = previous = rows[0]
    for row in (*rows[1:], -1):
        if row != previous + 1:
            selection.select(model.index(start, 0), model.index(previous, last_column))
            start = row
        previous = row
    return selection
