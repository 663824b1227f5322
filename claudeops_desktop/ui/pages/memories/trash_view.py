"""The trash: memories that were deleted, and come back from here for 30 days (M14)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from ....memory import MemoryService, TrashedMemory, shown_service
from ... import theme
from ...app_context import AppContext
from ...text import formatting
from ...text.translation import tr, tr_count
from ...widgets.empty_state import EmptyState
from ...widgets.record_list_view import RecordListView
from ...widgets.record_model import RecordModel, TableColumn
from .dialogs import DeleteQuestion
from .text import shorten_to_line

INTRO = tr(
    "Copies of memories that were deleted. They can be restored with their history for 30 days; a purge empties the "
    "trash at once."
)
EMPTY = tr("Copies of deleted memories are kept here for 30 days, wherever they were deleted.")


class TrashModel(RecordModel):
    """Keys are ids, rows are Trasheds."""

    COLUMNS = (
        TableColumn("service", tr("Service"), 120),
        TableColumn("category", tr("Category"), 120),
        TableColumn("fact", tr("Fact"), 480),
        TableColumn("deleted", tr("Deleted"), 110),
        TableColumn("gone", tr("Deleted for good"), 120),
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
    """R restores the chosen one, Del asks whether to delete it for good. ``restore_requested`` and
    ``delete_requested`` carry its id."""

    TABLES = ("memories",)
    restore_requested = Signal(int)
    delete_requested = Signal(int)

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        empty = EmptyState("trash", tr("The trash is empty"), EMPTY)
        super().__init__(desk, TrashModel(), tr("Deleted memories"), empty, INTRO, parent)
        self.restore = QPushButton(tr("Restore"))
        theme.set_role(self.restore, "primary")
        self.restore.setToolTip(tr("Bring it back with its history (R)"))
        self.restore.clicked.connect(self.restore_selected)
        self.head.addWidget(self.restore)
        self.delete = QPushButton(tr("Delete for good…"))
        theme.set_role(self.delete, "danger")
        self.delete.setToolTip(tr("Remove it with its history (Del)"))
        self.delete.clicked.connect(self.ask_to_delete)
        self.head.addWidget(self.delete)
        self.table.stretch_columns(2)
        self.key(tr("Restore the memory"), "R", self.restore_selected)
        self.key(tr("Delete the memory for good"), "Del", self.ask_to_delete)

    def make_query(self) -> Callable[[], list[TrashedMemory]]:
        """All of them."""
        return partial(_load_trash, self.desk.memory)

    def rows_from_answer(self, answer: list[TrashedMemory]) -> Sequence[tuple[Hashable, TrashedMemory]]:
        """Each by its id."""
        said = tr_count("%n deleted memory can be restored", "%n deleted memories can be restored", len(answer))
        self.fact_changed.emit(said if answer else tr("The trash is empty"))
        return [(row.memory.id, row) for row in answer]

    def current_moved(self) -> None:
        """The buttons fit what is chosen."""
        self.restore.setVisible(self.current is not None)
        self.delete.setVisible(self.current is not None)

    def restore_selected(self) -> None:
        """Bring it back."""
        one = self.current
        if one is not None:
            self.restore_requested.emit(one.memory.id)

    def ask_to_delete(self) -> None:
        """Ask whether to delete it for good."""
        one = self.current
        if one is not None:
            question = DeleteQuestion([one.memory.id], [one.memory], self, for_good=True)
            question.delete_confirmed.connect(self._delete)
            question.open()

    def _delete(self, ids: Sequence[int]) -> None:
        self.delete_requested.emit(ids[0])


def _load_trash(agent: MemoryService) -> list[TrashedMemory]:
    return agent.trash.rows()
