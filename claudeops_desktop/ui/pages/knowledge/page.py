"""Knowledge: the files that people and agents read. None is written yet; the page says where what is known stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from ...text.translation import tr
from ...widgets.empty_state import EmptyState
from ..base_page import BasePage, PageLocation

if TYPE_CHECKING:
    from ...app_context import AppContext


class KnowledgePage(BasePage):
    """The empty state of the place."""

    title = tr("Knowledge")

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.empty = EmptyState(
            "knowledge",
            tr("No knowledge files yet"),
            tr(
                "Files about your infrastructure will appear here: the memory file, notes, decisions and procedures."
                " What the agent knows today is in Memories."
            ),
            tr("Go to Memories"),
            parent=self,
        )
        self.empty.action_triggered.connect(self._open_memories)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.empty)

    def activate(self, place: PageLocation | None = None) -> None:
        """Say in a line that there is nothing yet."""
        self.fact_changed.emit(tr("No files yet"))

    def _open_memories(self) -> None:
        self.navigation_requested.emit(PageLocation("memories"))
