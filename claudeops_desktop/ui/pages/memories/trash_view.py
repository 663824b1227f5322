"""The trash: memories that were deleted on the command line, and come back from here for 30 days (M14)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from ....memory import MemoryService, TrashedMemory, shown_service
from ... import theme
from ...app_context import AppContext
from ...text import formatting
from ...widgets.empty_state import EmptyState
from ...widgets.record_list_view import RecordListView
from ...widgets.record_model import RecordModel, TableColumn
from .text import shorten_to_line

INTRO = (
    "Memories that were deleted on the command line. They come back with their history until they go for good, 30 days"
    " after; a purge empties the trash at once."
)
EMPTY = (
    "Memories deleted on the command line lie here for 30 days. What you delete in this window comes back by Undo while"
    " the application is open."
)


class TrashModel(RecordModel):
    """Keys are ids, rows are Trasheds."""

    COLUMNS = (
        TableColumn("service", "Service", 120),
        TableColumn("category", "Category", 120),
        TableColumn("fact", "Fact", 480),
        TableColumn("deleted", "Deleted", 110),
        TableColumn("gone", "Gone for good", 120),
    )

    def text(self, row: TrashedMemory, column: str) -> str:
        """What a cell shows."""
        match column:
            case "service":
                return shown_service(row.memory.service)
            case "category":
                return row.memory.category
            case "fact":
                return formatting.strip_direction_marks(shorten_to_line(row.memory.observation, 300))
            case "deleted":
                return formatting.format_relative_time(row.deleted_at)
            case _:
                return formatting.format_relative_time(row.gone_at)

    def tip(self, row: TrashedMemory, column: str) -> str:
        """What is cut off, and exact times."""
        match column:
            case "fact":
                return formatting.strip_direction_marks(row.memory.observation[:1200])
            case "deleted":
                return formatting.format_exact_time(row.deleted_at)
            case "gone":
                return formatting.format_exact_time(row.gone_at)
        return ""


class TrashView(RecordListView):
    """R restores the chosen one. ``restore_requested`` carries its id."""

    TABLES = ("memories",)
    restore_requested = Signal(int)

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        empty = EmptyState("trash", "The trash is empty", EMPTY)
        super().__init__(desk, TrashModel(), "Deleted memories", empty, INTRO, parent)
        self.restore = QPushButton("Restore")
        theme.set_role(self.restore, "primary")
        self.restore.setToolTip("Bring it back with its history (R)")
        self.restore.clicked.connect(self.restore_selected)
        self.head.addWidget(self.restore)
        self.table.stretch_columns(2)
        self.key("Restore the memory", "R", self.restore_selected)

    def make_query(self) -> Callable[[], list[TrashedMemory]]:
        """All of them."""
        return partial(_load_trash, self.desk.memory)

    def rows_from_answer(self, answer: list[TrashedMemory]) -> Sequence[tuple[Hashable, TrashedMemory]]:
        """Each by its id."""
        said = f"{formatting.format_count(len(answer), 'deleted memory', 'deleted memories')} can be restored"
        self.fact_changed.emit(said if answer else "The trash is empty")
        return [(row.memory.id, row) for row in answer]

    def current_moved(self) -> None:
        """The button fits what is chosen."""
        self.restore.setVisible(self.current is not None)

    def restore_selected(self) -> None:
        """Bring it back."""
        one = self.current
        if one is not None:
            self.restore_requested.emit(one.memory.id)


def _load_trash(agent: MemoryService) -> list[TrashedMemory]:
    return agent.trash.rows()
