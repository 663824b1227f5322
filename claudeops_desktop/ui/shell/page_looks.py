"""The looks of all tables of a page, kept between starts: columns in sight, low rows, wrapped lines."""

from __future__ import annotations

from typing import Any, cast

from PySide6.QtWidgets import QWidget

from ..widgets.record_model import RecordModel
from ..widgets.record_table import RecordTable
from ..widgets.table_look import restore_look, save_look


def save_looks(page: QWidget) -> dict[str, Any]:
    """The looks of all tables of a page, by the names under which they are kept."""
    return {name: save_look(table) for name, table in _tables_of(page).items()}


def restore_looks(page: QWidget, state: Any) -> None:
    """Take up what ``save_looks`` gave. What is damaged is ignored."""
    for name, table in _tables_of(page).items() if isinstance(state, dict) else ():
        restore_look(table, state.get(name))


def _tables_of(page: QWidget) -> dict[str, RecordTable]:
    found: dict[str, RecordTable] = {}
    for table in page.findChildren(RecordTable):
        kind = cast(RecordModel, table.model()).look
        alike = sum(name.partition(" ")[0] == kind for name in found)
        found[f"{kind} {alike + 1}" if alike else kind] = table
    return found
