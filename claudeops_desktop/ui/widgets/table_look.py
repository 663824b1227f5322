"""The look of a table: columns as wide as their texts; and what the operator chose, kept between starts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QHeaderView

from .. import theme

if TYPE_CHECKING:
    from .record_model import RecordModel
    from .record_table import RecordTable

WIDEST_FITTED, MOST_FITTED = 600, 500


def save_look(table: RecordTable) -> dict[str, Any]:
    """The look as plain JSON values; columns by their names, so that other columns may come between."""
    return {
        "hidden": sorted(table.column_name(column) for column, shown in table.columns_by_hand.items() if not shown),
        "shown": sorted(table.column_name(column) for column, shown in table.columns_by_hand.items() if shown),
        "compact": table.chosen_compact,
        "wrapped": table.wordWrap(),
    }


def restore_look(table: RecordTable, state: Any) -> None:
    """Take up what ``save_look`` gave. What is damaged is ignored."""
    if not isinstance(state, dict):
        return
    names = {table.column_name(column): column for column in range(table.model().columnCount())}
    for key, shown in (("shown", True), ("hidden", False)):
        chosen = state.get(key)
        for name in chosen if isinstance(chosen, list) else ():
            left = [column for column in names.values() if table.columns_by_hand.get(column, True)]
            if isinstance(name, str) and name in names and (shown or len(left) > 1):
                table.choose_column(names[name], shown)
    if isinstance(state.get("compact"), bool):
        table.set_compact(state["compact"])
    if table.keeps_wrapping and isinstance(state.get("wrapped"), bool) and state["wrapped"] != table.wordWrap():
        table.set_wrapped(state["wrapped"])


def fit_columns(table: RecordTable, records: RecordModel) -> None:
    """Make each column as wide as its widest text among the rows that are known near those in view."""
    first, last = table.visible_rows()
    metrics, header = table.fontMetrics(), table.horizontalHeader()
    rows = [row for place in range(first, min(last, first + MOST_FITTED) + 1) if (row := records.row(place))]
    for place, column in enumerate(records.COLUMNS):
        texts = [records.text(row, column.name) for row in rows]
        shape = theme.ICON + theme.GAP_S if any(records.state(row, column.name) for row in rows) else 0
        widest = max((metrics.horizontalAdvance(text.replace("\n", " ")) for text in texts), default=0) + shape
        head = header.sectionSizeHint(place)
        if header.sectionResizeMode(place) == QHeaderView.ResizeMode.Interactive:
            header.resizeSection(place, min(WIDEST_FITTED, max(head, widest + 3 * theme.GAP_S)))
