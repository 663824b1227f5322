"""The page Knowledge. It has nothing to list yet, and says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ...text.translation import tr
from ...widgets.empty_state import EmptyState
from ..base_page import BasePage, PageLocation

if TYPE_CHECKING:
    from ...app_context import AppContext


class KnowledgePage(BasePage):
    """An empty state with one way on: to the memories, where what the agent has learned is today."""

    title = tr("Knowledge")

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.empty = EmptyState(
            "knowledge",
            tr("There are no files yet."),
            tr(
                "This page is for files that you can read and edit: a memory file, notes, decisions and procedures. "
                "What the agent has learned so far is kept as memories."
            ),
            tr("Show memories"),
        )
        self.empty.action_triggered.connect(self._go_memories)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.empty)

    def activate(self, place: PageLocation | None = None) -> None:
        """In view."""
        self.fact_changed.emit(tr("No files"))

    def _go_memories(self) -> None:
        self.navigation_requested.emit(PageLocation("memories"))
