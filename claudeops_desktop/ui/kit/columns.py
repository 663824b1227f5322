"""Tables that are declared: a column says how it reads a row, and one model serves every table."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt
from PySide6.QtWidgets import QWidget

from .. import theme
from ..text import formatting
from ..widgets.record_cell import RecordCell
from ..widgets.record_model import ROW, Index, RecordModel, TableColumn
from ..widgets.record_table import RecordTable

Row = TypeVar("Row")
NARROWEST, WIDEST = 40, 2000  # of a column that was kept


@dataclass(frozen=True, kw_only=True)
class ColumnSpec(TableColumn, Generic[Row]):
    """A column and how it reads a row.

    ``text`` is what a cell shows, ``tip`` what hovering over it says, ``state`` the shape before the text, ``export``
    what is copied and written to files where that is not the text. All of it may be an agent's words: the model takes
    out marks that turn the reading direction. ``ages`` marks a text that depends on the time of day. Columns that
    ``stretch`` share the width that is left. One is left out while the table is narrower than ``from_width``.
    """

    text: Callable[[Row], str]
    tip: Callable[[Row], str] | None = None
    state: Callable[[Row], str] | None = None
    export: Callable[[Row], str] | None = None
    stretch: bool = False
    ages: bool = False
    from_width: int = 0


def time_column(
    name: str, title: str, width: int, moment: Callable[[Row], str | None], *, none: str = ""
) -> ColumnSpec[Row]:
    """Return a column of a stored time: shown as "2 h ago", exact on hover, as stored in an export."""
    return ColumnSpec(
        name,
        title,
        width,
        text=lambda row: formatting.format_relative_time(moment(row)) or none,
        tip=lambda row: formatting.format_exact_time(moment(row)),
        export=lambda row: moment(row) or "",
        ages=True,
    )


def text_column(
    name: str, title: str, width: int, text: Callable[[Row], str], *, stretch: bool = False
) -> ColumnSpec[Row]:
    """Return a column of a text that may be cut off: all of it is said on hover."""
    return ColumnSpec(name, title, width, text=text, tip=text, stretch=stretch)


def number_column(
    name: str, title: str, width: int, number: Callable[[Row], float | None], *, spoken: str = ""
) -> ColumnSpec[Row]:
    """Return a column of a number, written as the language does; empty where there is none."""

    def number_text(row: Row) -> str:
        value = number(row)
        return formatting.format_number(value) if value is not None else ""

    return ColumnSpec(name, title, width, number=True, spoken=spoken, text=number_text)


def state_column(
    title: str,
    width: int,
    state: Callable[[Row], str],
    states: Mapping[str, tuple[str, str]],
    *,
    tip: Callable[[Row], str] | None = None,
) -> ColumnSpec[Row]:
    """Return the column ``state``: a shape and a word. ``states`` has the word and the shape of each; one that is not
    among them is shown as it is stored."""

    def look_up(row: Row) -> tuple[str, str]:
        stored = state(row)
        return states.get(stored, (stored, "unknown"))

    return ColumnSpec(
        "state", title, width, text=lambda row: look_up(row)[0], state=lambda row: look_up(row)[1], tip=tip
    )


class ColumnModel(RecordModel, Generic[Row]):
    """A table model whose cells come from its columns. Rows for which ``muted`` answers true are drawn in grey.

    ``look`` is the name under which the operator's choices about the table are kept.
    """

    COLUMNS: tuple[ColumnSpec[Any], ...]

    def __init__(
        self,
        columns: Sequence[ColumnSpec[Row]],
        look: str,
        parent: QObject | None = None,
        *,
        muted: Callable[[Row], bool] | None = None,
    ) -> None:
        self.COLUMNS = tuple(columns)
        self._look = look
        self._by_name = {column.name: column for column in columns}
        self.ages = [column.name for column in columns if column.ages]
        self._muted = muted
        super().__init__(parent)

    @property
    def look(self) -> str:
        """Return the name under which the look of the table is kept."""
        return self._look

    @property
    def known_keys(self) -> list[Any]:
        """Return the keys whose rows were read."""
        return list(self._rows)

    def text(self, row: Row, column: str) -> str:
        """Return what a cell shows."""
        return formatting.strip_direction_marks(self._by_name[column].text(row))

    def tip(self, row: Row, column: str) -> str:
        """Return what hovering over a cell says."""
        tip = self._by_name[column].tip
        return formatting.strip_direction_marks(tip(row)) if tip is not None else ""

    def state(self, row: Row, column: str) -> str:
        """Return the state that a cell draws as a shape."""
        state = self._by_name[column].state
        return state(row) if state is not None else ""

    def export_text(self, row: Row, column: str) -> str:
        """Return what a cell says on the clipboard and in a file."""
        export = self._by_name[column].export
        return export(row) if export is not None else self.text(row, column)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Answer Qt; muted rows have the colour of muted text."""
        if role == Qt.ItemDataRole.ForegroundRole and self._muted is not None:
            row: Any = super().data(index, ROW)
            return theme.current_tokens().colour("muted") if row is not None and self._muted(row) else None
        return super().data(index, role)

    def refresh_ages(self) -> None:
        """Show the texts that depend on the time of day anew."""
        self.refresh_times(*self.ages)


def make_table(model: ColumnModel[Row], name: str, parent: QWidget) -> RecordTable:
    """Return a view of a model with the common cell; columns stretch as they say."""
    table = RecordTable(model, name, parent)
    table.setItemDelegate(RecordCell(table))
    stretch_columns(table, model.COLUMNS)
    if any(column.from_width for column in model.COLUMNS):
        _ColumnRoom(table, model.COLUMNS)
    return table


class _ColumnRoom(QObject):
    """Shows as many columns of a table as there is room for."""

    def __init__(self, table: RecordTable, columns: Sequence[ColumnSpec[Any]]) -> None:
        super().__init__(table)
        self._table, self._columns = table, columns
        table.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the width of the table."""
        table: RecordTable | None = getattr(self, "_table", None)  # gone while the table is being taken down
        if table is not None and event.type() == QEvent.Type.Resize:
            for place, column in enumerate(self._columns):
                table.leave_out_column(place, table.width() < column.from_width)
        return super().eventFilter(watched, event)


def stretch_columns(table: RecordTable, columns: Sequence[ColumnSpec[Any]]) -> None:
    """Let the columns of a table stretch as they say."""
    table.stretch_columns(*(place for place, column in enumerate(columns) if column.stretch))


def show_rows(table: RecordTable, model: ColumnModel[Row], rows: Mapping[Hashable, Row]) -> None:
    """Show these rows in this order. Where none is selected, the first is."""
    keys = list(rows)
    if list(model.keys) != keys:
        table.show_keys(keys)
    model.set_rows(rows)
    if keys and not table.selectionModel().hasSelection() and not table.has_pending_selection:
        table.setCurrentIndex(QModelIndex())  # the focus alone makes a row current, and shows nothing
        table.select_key(keys[0])


def save_widths(table: RecordTable) -> list[int]:
    """Return the widths of the columns, to be kept."""
    header = table.horizontalHeader()
    return [header.sectionSize(place) for place in range(header.count())]


def restore_widths(table: RecordTable, widths: object) -> None:
    """Take up widths that were kept; what is damaged or of another table is left aside."""
    if not isinstance(widths, list) or len(widths) != table.model().columnCount():
        return
    for place, width in enumerate(widths):
        if isinstance(width, int) and NARROWEST <= width <= WIDEST:
            table.setColumnWidth(place, width)
