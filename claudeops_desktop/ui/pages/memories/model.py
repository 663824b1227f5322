"""The memories as a table: its columns, what they show, and what an edit of a cell means (SPEC-0015, Memories page)."""

from __future__ import annotations

from dataclasses import replace
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from ....language.types import CATEGORIES, service_name
from ....memory import ACTIVE_FROM, Memory, MemoryEdit, shown_service
from ...kit.columns import ColumnModel, ColumnSpec
from ...text import formatting
from ...text.translation import tr
from ...widgets.record_model import ROW, Index, TableColumn
from .rows import FACT, LESSON, REMINDER, MemoryTableRow, fact_row, moment_text, state_word
from .text import origin_tip, origin_word, shorten_tip


class MemoryColumn(IntEnum):
    """The columns, from the left."""

    PIN = 0
    SERVICE = 1
    CATEGORY = 2
    OBSERVATION = 3
    CONFIDENCE = 4
    STATE = 5
    UPDATED = 6
    SESSION = 7


OF_FACTS = frozenset({"service", "category", "observation", "confidence"})  # that are edited in place


def service_text(row: MemoryTableRow) -> str:
    """Return the service; a lesson holds for all."""
    return "" if row.kind == LESSON else shown_service(row.service)


def confidence_text(row: MemoryTableRow) -> str:
    """Return the confidence; lessons and reminders have none."""
    return "" if row.confidence is None else f"{row.confidence:.2f}"


def session_text(row: MemoryTableRow) -> str:
    """Return the session as a link, or where a fact comes from that no session said."""
    if row.session_id is not None:
        return f"#{row.session_id}"
    return origin_word(row.memory) if row.memory is not None else ""


def session_tip(row: MemoryTableRow) -> str:
    """Return what the link does, or the origin as a sentence."""
    if row.session_id is not None:
        return tr("Open the line of the session that it comes from")
    return origin_tip(row.memory) if row.memory is not None else ""


def pin_tip(row: MemoryTableRow) -> str:
    """Return what the pin means."""
    if row.kind != FACT:
        return ""
    return (
        tr("Pinned: it goes first and does not fade") if row.pinned else tr("Pin it: it goes first and does not fade")
    )


def moment_tip(row: MemoryTableRow) -> str:
    """Return the exact time; of a reminder in which words its day was named."""
    if row.reminder is None:
        return formatting.format_exact_time(row.at)
    if not row.reminder.words:
        return ""
    return tr(
        "Said as “{words}”, {created_at}",
        words=row.reminder.words,
        created_at=formatting.format_relative_time(row.reminder.created_at),
    )


# In the order of MemoryColumn. ``sort`` is a word of MemoryQuery.
COLUMNS: tuple[ColumnSpec[MemoryTableRow], ...] = (
    ColumnSpec(
        "pin", "", 28, sort="pinned", spoken=tr("Pinned"), falls=True, text=lambda row: "", tip=pin_tip,
        export=lambda row: tr("pinned") if row.pinned else "",
    ),
    ColumnSpec("service", tr("Service"), 104, sort="service", spoken=tr("Service"), text=service_text),
    ColumnSpec(
        "category", tr("Category"), 108, sort="category", spoken=tr("Category"), text=lambda row: row.category_word
    ),
    ColumnSpec(
        "observation", tr("Observation"), 420, sort="observation", spoken=tr("Observation"), text=lambda row: row.text,
        tip=lambda row: shorten_tip(row.text), stretch=True,
    ),
    ColumnSpec(
        "confidence", tr("Confidence"), 112, sort="confidence", spoken=tr("Confidence"), falls=True,
        text=confidence_text,
    ),
    ColumnSpec("state", tr("State"), 96, sort="active", spoken=tr("State"), falls=True, text=state_word),
    ColumnSpec(
        "updated", tr("Updated"), 92, sort="updated_at", spoken=tr("Updated"), falls=True, text=moment_text,
        tip=moment_tip, export=lambda row: row.at, ages=True,
    ),
    ColumnSpec(
        "session", tr("Session"), 84, sort="session_id", spoken=tr("Source session"), falls=True, text=session_text,
        tip=session_tip,
    ),
)  # fmt: skip


class MemoryModel(ColumnModel[MemoryTableRow]):
    """``edited`` carries a row and what the operator changed in a cell: a MemoryEdit, of a lesson its new text. The
    cell shows it at once, the database confirms or corrects it."""

    ROWS_KEPT = 4096
    edited = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, "MemoryModel", parent, muted=lambda row: not row.in_prompts)

    def spoken(self, row: MemoryTableRow, column: TableColumn) -> str:
        """Return what a screen reader says of a cell."""
        if column.name == "pin":
            return tr("pinned") if row.pinned else tr("not pinned")
        if column.name == "confidence" and row.confidence is not None:
            return tr("confidence {confidence}, {state}", confidence=confidence_text(row), state=state_word(row))
        return super().spoken(row, column)

    def edit_value(self, row: MemoryTableRow, column: str) -> object:
        """Return what an editor of a cell begins with."""
        return row.confidence if column == "confidence" else self.text(row, column)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return whether a cell can be edited in place."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
        row = self.row(index.row())
        editable = row is not None and is_editable(row, COLUMNS[index.column()].name)
        return flags | Qt.ItemFlag.ItemIsEditable if editable else flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Take what an editor gave. False where nothing changed or it cannot be."""
        row = index.data(ROW) if index.isValid() and role == Qt.ItemDataRole.EditRole else None
        name = COLUMNS[index.column()].name
        if row is None or not is_editable(row, name):
            return False
        if row.fact is None:
            return self._set_lesson(row, str(value).strip())
        edit = edit_from_cell(name, value, row.fact)
        if edit is None:
            return False
        self.set_rows({row.key: fact_row(predict_edit(row.fact, edit))})
        self.edited.emit(row, edit)
        return True

    def _set_lesson(self, row: MemoryTableRow, text: str) -> bool:
        if not text or text == row.text:
            return False
        self.set_rows({row.key: replace(row, text=text)})
        self.edited.emit(row, text)
        return True


def is_editable(row: MemoryTableRow, column: str) -> bool:
    """Tell whether a cell can be edited in place: of a lesson its text alone."""
    if row.kind == REMINDER or row.trashed is not None:
        return False
    return column in OF_FACTS if row.kind == FACT else column == "observation"


def edit_from_cell(column: str, value: Any, memory: Memory) -> MemoryEdit | None:
    """Return the edit that a cell's new value means; None where it means none."""
    if column == "confidence":
        return MemoryEdit(confidence=float(value)) if float(value) != memory.confidence else None
    text = str(value).strip()
    if column == "observation":
        return MemoryEdit(observation=text) if text and text != memory.observation else None
    if column == "category":
        return MemoryEdit(category=text) if text in CATEGORIES and text != memory.category else None
    if column == "service":
        return MemoryEdit(service=text) if service_name(text) != memory.service else None
    return None


def predict_edit(memory: Memory, edit: MemoryEdit) -> Memory:
    """Return how the memory will most likely look, for the moment until the database has answered."""
    confidence = memory.confidence if edit.confidence is None else min(1.0, max(0.0, edit.confidence))
    return replace(
        memory,
        observation=memory.observation if edit.observation is None else edit.observation,
        category=edit.category or memory.category,
        service=memory.service if edit.service is None else service_name(edit.service),
        confidence=confidence,
        active=memory.active if edit.confidence is None else int(confidence >= ACTIVE_FROM),
        pinned=memory.pinned if edit.pinned is None else int(edit.pinned),
    )
