"""How every table looks and behaves at first: rows of one height, no grid, headers to the left, whole rows chosen."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from .. import theme


class _RowHeight(QObject):
    """Keeps a table's row height to the operator's choice."""

    def __init__(self, view: QTableView) -> None:
        super().__init__(view)
        self._view = view
        theme.theme_changed.connect(self.set)
        self.set()

    def set(self) -> None:
        """Take the height in force."""
        self._view.verticalHeader().setDefaultSectionSize(theme.row_height())


def prepare_table(view: QTableView, name: str) -> None:
    """Give a table the common look; ``name`` is what a screen reader calls it."""
    view.setAccessibleName(name)
    view.setShowGrid(False)
    view.setWordWrap(False)
    view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    view.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    view.setTabKeyNavigation(False)  # Tab leaves the table; arrows move in it
    view.verticalHeader().hide()
    view.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    view.verticalHeader().setMinimumSectionSize(theme.ROW_COMPACT)
    header = view.horizontalHeader()
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    header.setHighlightSections(False)
    header.setMinimumSectionSize(40)
    header.setFixedHeight(theme.ROW)
    _RowHeight(view)
