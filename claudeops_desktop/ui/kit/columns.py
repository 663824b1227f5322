"""Tables that are declared: a column says how it reads a row, and one model serves every table."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal
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
    ``stretch`` share the width that is left. Where there is no room for all, ``minor`` ones are left out: those
    with the highest number first, of equal ones the one further to the right.
    With ``checked`` the cell is a box to tick; its text is only spoken.
    """

    text: Callable[[Row], str]
    tip: Callable[[Row], str] | None = None
    state: Callable[[Row], str] | None = None
    export: Callable[[Row], str] | None = None
    stretch: bool = False
    ages: bool = False
    minor: int = 0
    checked: Callable[[Row], bool] | None = None


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

    ``look`` is the name under which the operator's choices about the table are kept. ``check_requested`` carries a row
    whose box was ticked or cleared; the box follows when the row is read again.
    """

    COLUMNS: tuple[ColumnSpec[Any], ...]
    check_requested = Signal(object, bool)

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
        checked = self._checked_of(index)
        if checked is not None and role == Qt.ItemDataRole.CheckStateRole:
            shown: Any = super().data(index, ROW)
            return Qt.CheckState.Checked if shown is not None and checked(shown) else Qt.CheckState.Unchecked
        if checked is not None and role == Qt.ItemDataRole.DisplayRole:
            return ""
        if role == Qt.ItemDataRole.ForegroundRole and self._muted is not None:
            row: Any = super().data(index, ROW)
            return theme.current_tokens().colour("muted") if row is not None and self._muted(row) else None
        return super().data(index, role)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Answer Qt: which cells are boxes to tick."""
        flags = super().flags(index)
        return flags if self._checked_of(index) is None else flags | Qt.ItemFlag.ItemIsUserCheckable

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Ask for what the operator ticked."""
        row = self.row(index.row())
        if role != Qt.ItemDataRole.CheckStateRole or row is None or self._checked_of(index) is None:
            return False
        self.check_requested.emit(row, Qt.CheckState(value) == Qt.CheckState.Checked)
        return True

    def _checked_of(self, index: Index) -> Callable[[Any], bool] | None:
        return self.COLUMNS[index.column()].checked if index.isValid() else None

    def refresh_ages(self) -> None:
        """Show the texts that depend on the time of day anew."""
        self.refresh_times(*self.ages)


def make_table(model: ColumnModel[Row], name: str, parent: QWidget) -> RecordTable:
    """Return a view of a model with the common cell; columns stretch as they say."""
    table = RecordTable(model, name, parent)
    table.setItemDelegate(RecordCell(table))
    stretch_columns(table, model.COLUMNS)
    ColumnFitter(table, model.COLUMNS)
    return table


def stretch_columns(table: RecordTable, columns: Sequence[ColumnSpec[Any]]) -> None:
    """Let the columns of a table stretch as they say."""
    table.stretch_columns(*(place for place, column in enumerate(columns) if column.stretch))


class ColumnFitter(QObject):
    """Leaves out minor columns of a table while it is too narrow for all. What the operator chose holds."""

    def __init__(self, table: RecordTable, columns: Sequence[ColumnSpec[Any]]) -> None:
        super().__init__(table)
        self._table = table
        self._needed = sum(column.width for column in columns)
        minor = [(column.minor, place, column.width) for place, column in enumerate(columns) if column.minor]
        self._minor = sorted(minor, reverse=True)
        if minor:
            table.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the width of the table."""
        if event.type() == QEvent.Type.Resize:
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        over = self._needed - self._table.viewport().width()
        for _, place, width in self._minor:
            self._table.leave_out_column(place, over > 0)
            over -= width if over > 0 else 0


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
