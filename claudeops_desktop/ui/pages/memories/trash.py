"""The trash: memories that were deleted on the command line, and come back from here for 30 days (M14)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from ....memory.agent import MemoryAgent
from ....memory.fact import shown_service
from ....memory.trash import Trashed
from ... import theme, words
from ...desk import Desk
from ...widgets.empty_state import EmptyState
from ...widgets.record_table import Column, RecordModel
from ..recall.listed import ListedView
from .phrases import excerpt

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
        Column("service", "Service", 120),
        Column("category", "Category", 120),
        Column("fact", "Fact", 480),
        Column("deleted", "Deleted", 110),
        Column("gone", "Gone for good", 120),
    )

    def text(self, row: Trashed, column: str) -> str:
        """What a cell shows."""
        match column:
            case "service":
                return shown_service(row.memory.service)
            case "category":
                return row.memory.category
            case "fact":
                return words.plain(excerpt(row.memory.observation, 300))
            case "deleted":
                return words.when(row.deleted_at)
            case _:
                return words.when(row.gone_at)

    def tip(self, row: Trashed, column: str) -> str:
        """What is cut off, and exact times."""
        match column:
            case "fact":
                return words.plain(row.memory.observation[:1200])
            case "deleted":
                return words.exact(row.deleted_at)
            case "gone":
                return words.exact(row.gone_at)
        return ""


class TrashView(ListedView):
    """R restores the chosen one. ``restore_wanted`` carries its id."""

    TABLES = ("memories",)
    restore_wanted = Signal(int)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        empty = EmptyState("trash", "The trash is empty", EMPTY)
        super().__init__(desk, TrashModel(), "Deleted memories", empty, INTRO, parent)
        self.restore = QPushButton("Restore")
        theme.set_role(self.restore, "primary")
        self.restore.setToolTip("Bring it back with its history (R)")
        self.restore.clicked.connect(self.restore_chosen)
        self.head.addWidget(self.restore)
        self.table.stretch(2)
        self.key("Restore the memory", "R", self.restore_chosen)

    def question(self) -> Callable[[], list[Trashed]]:
        """All of them."""
        return _Question(self.desk.memory)

    def rows(self, answer: list[Trashed]) -> Sequence[tuple[Hashable, Trashed]]:
        """Each by its id."""
        said = f"{words.counted(len(answer), 'deleted memory', 'deleted memories')} can be restored"
        self.fact.emit(said if answer else "The trash is empty")
        return [(row.memory.id, row) for row in answer]

    def moved(self) -> None:
        """The button fits what is chosen."""
        self.restore.setVisible(self.current is not None)

    def restore_chosen(self) -> None:
        """Bring it back."""
        one = self.current
        if one is not None:
            self.restore_wanted.emit(one.memory.id)


@dataclass(frozen=True, slots=True)
class _Question:
    agent: MemoryAgent

    def __call__(self) -> list[Trashed]:
        return self.agent.trashed()
