"""The model of every table of records: all keys at once, rows when they come into view.

The database sorts and filters (a Python proxy over 100,000 rows takes seconds); the model holds the keys in order and
asks for the rows that are looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, QTimer, Signal

from ..text.translation import tr
from .elided_label import escape_tool_tip
from .row_patch import InsertRows, MoveRow, RemoveRows, RowStep, apply_step

Index = QModelIndex | QPersistentModelIndex
STATE = Qt.ItemDataRole.UserRole + 1  # a state of widgets.state_dot, for RecordCell
ROW = Qt.ItemDataRole.UserRole + 2  # the whole row, for delegates
AHEAD = 60
ROWS_AT_ONCE = 512
_NOWHERE = QModelIndex()


@dataclass(frozen=True, slots=True)
class TableColumn:
    """One column by name.

    ``sort`` names the order it stands for in the database; empty: none. ``width`` is in pixels; where ``widest`` is
    given the column is as wide as that text instead. ``spoken`` is what a screen reader and a tool tip call a column
    whose title says too little. The first click on a number's header, or where ``falls``, sorts downwards.
    """

    name: str
    title: str
    width: int = 0
    number: bool = False
    sort: str = ""
    spoken: str = ""
    falls: bool = False
    widest: str = ""


class RecordModel(QAbstractTableModel):
    """Base of the record tables. ``rows_requested`` asks for the rows of keys that came into view and are not known.

    A page answers with ``set_rows``. Subclasses set COLUMNS and say what a cell shows by ``text``, ``tip`` and
    ``state``. With ROWS_KEPT only about as many rows are kept, those that were read last; the others are asked for
    again when they come into view.
    """

    COLUMNS: tuple[TableColumn, ...] = ()
    ROWS_KEPT = 0
    rows_requested = Signal(list)
    rows_arrived = Signal(object)  # those that were read, by key

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.version = 0  # moves with every change of the keys
        self._keys: list[Any] = []
        self._places: dict[Any, int] | None = {}  # None: to be made when it is needed
        self._rows: dict[Any, Any] = {}
        self._asked: set[Any] = set()
        self._stale: set[Any] = set()
        self._wanted: set[int] = set()
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._ask)

    # --- what each model says of itself ------------------------------------------------------------------------------

    @property
    def look(self) -> str:
        """Return the name under which the operator's choices about the table are kept."""
        return type(self).__name__

    def text(self, row: Any, column: str) -> str:
        """What a cell shows."""
        raise NotImplementedError

    def tip(self, _row: Any, _column: str) -> str:
        """What hovering over a cell says, as plain text."""
        return ""

    def state(self, _row: Any, _column: str) -> str:
        """The state that a cell draws as a shape, where it is one."""
        return ""

    def spoken(self, row: Any, column: TableColumn) -> str:
        """What a screen reader says of a cell."""
        text = self.text(row, column.name)
        return f"{column.title}: {text}" if text else tr("{column}: none", column=column.title)

    def export_text(self, row: Any, column: str) -> str:
        """What a cell says on the clipboard and in a file: the text it shows, or an exact time instead of "2 h ago"."""
        return self.text(row, column)

    def edit_value(self, _row: Any, _column: str) -> object:
        """What an editor of a cell begins with."""
        return None

    # --- keys and rows -----------------------------------------------------------------------------------------------

    @property
    def keys(self) -> Sequence[Any]:
        """All keys, in order. Not to be changed, and not to be kept over a change."""
        return self._keys

    def place(self, key: Any) -> int:
        """The row number of a key; -1 where it is not among them."""
        if self._places is None:
            self._places = {known: place for place, known in enumerate(self._keys)}
        return self._places.get(key, -1) if key is not None else -1

    def row(self, place: int) -> Any:
        """The row at a place, or None while it is not known."""
        return self._rows.get(self._keys[place]) if 0 <= place < len(self._keys) else None

    def known_row(self, key: Any) -> Any:
        """The row of a key, or None while it is not known."""
        return self._rows.get(key)

    def key(self, place: int) -> Any:
        """The key at a place; None where there is no such row."""
        return self._keys[place] if 0 <= place < len(self._keys) else None

    def set_keys(self, keys: Iterable[Any]) -> None:
        """Show these, in this order. Rows that are known stay known."""
        self.beginResetModel()
        self._keys = list(keys)
        self._keys_changed()
        if not self.ROWS_KEPT:
            self._rows = {key: self._rows[key] for key in self._keys if key in self._rows}
        self._asked.clear()
        self._wanted.clear()
        self.endResetModel()

    def apply_steps(self, steps: Iterable[RowStep]) -> None:
        """Change the keys in steps, one after the other; whatever points at a row follows it."""
        for step in steps:
            if isinstance(step, RemoveRows):
                self.beginRemoveRows(_NOWHERE, step.first, step.last)
                apply_step(self._keys, step)
                self._keys_changed()
                self.endRemoveRows()
            elif isinstance(step, InsertRows):
                self.beginInsertRows(_NOWHERE, step.at, step.at + len(step.ids) - 1)
                apply_step(self._keys, step)
                self._keys_changed()
                self.endInsertRows()
            elif isinstance(step, MoveRow):
                below = step.target + 1 if step.target > step.source else step.target
                self.beginMoveRows(_NOWHERE, step.source, step.source, _NOWHERE, below)
                apply_step(self._keys, step)
                self._keys_changed()
                self.endMoveRows()

    def set_rows(self, rows: Mapping[Any, Any], *, tell: bool = True) -> None:
        """Rows that were read. Without ``tell`` no view hears of it: a change of the keys follows that tells it."""
        for key, row in rows.items():
            self._asked.discard(key)
            self._stale.discard(key)
            if self.ROWS_KEPT or self.place(key) >= 0:
                self._rows.pop(key, None)  # what was read last stands last
                self._rows[key] = row
        if self.ROWS_KEPT and len(self._rows) > self.ROWS_KEPT * 5 // 4:
            for key in list(self._rows)[: len(self._rows) - self.ROWS_KEPT]:
                del self._rows[key]
        if tell:
            self._tell(rows)
        self.rows_arrived.emit(rows)

    def mark_stale(self, keys: Iterable[Any] = ()) -> None:
        """These rows (none given: any row) may have changed: they are asked for again when they are looked at."""
        marked = set(keys)
        self._asked.clear()
        self._stale |= marked.intersection(self._rows) if marked else set(self._rows)
        if self._stale:
            self._tell(marked or self._keys[:1] + self._keys[-1:])

    def reload_rows(self, keys: Iterable[Any]) -> None:
        """Ask anew, now, for those of these rows that are known: what they show stays until the answer is there."""
        known = [key for key in keys if key in self._rows]
        if known:
            self.rows_requested.emit(known)

    def reload_near(self, first: int, last: int) -> None:
        """Ask anew for the rows at these places and near them; forget the rest until it comes into view."""
        near = self._near(first, last)
        self._rows = {key: self._rows[key] for key in near if key in self._rows}
        self.reload_rows(near)

    def forget_requests(self, keys: Iterable[Any]) -> None:
        """Rows that were asked for will not come: looked at again, they are asked for again."""
        self._asked.difference_update(keys)

    def refresh_times(self, *names: str, first: int = 0, last: int | None = None) -> None:
        """Cells that depend on the time of day have new words, in all rows or those from ``first`` to ``last``."""
        end = len(self._keys) - 1 if last is None else min(last, len(self._keys) - 1)
        if not 0 <= first <= end:
            return
        for place, column in enumerate(self.COLUMNS):
            if column.name in names:
                self.dataChanged.emit(self.index(first, place), self.index(end, place), [Qt.ItemDataRole.DisplayRole])

    def _keys_changed(self) -> None:
        self.version += 1
        self._places = None

    def _tell(self, keys: Iterable[Any]) -> None:
        """Rows look different. Told once for all of them: each telling goes all through the view."""
        places = [place for place in map(self.place, keys) if place >= 0]
        if places:
            self.dataChanged.emit(self.index(min(places), 0), self.index(max(places), len(self.COLUMNS) - 1))

    def _look_at(self, place: int) -> Any:
        """The row at a place; asked for soon where it is not known or stale."""
        key = self._keys[place]
        row = self._rows.get(key)
        if (row is None or key in self._stale) and key not in self._asked:
            self._wanted.add(place)
            if not self._soon.isActive():
                self._soon.start()
        return row

    def _ask(self) -> None:
        """Ask for the rows that were looked at, and some around them, as one stretch."""
        looked_at, self._wanted = sorted(self._wanted), set()
        if not looked_at:
            return
        near = self._near(looked_at[0], looked_at[-1])
        if len(near) > ROWS_AT_ONCE:
            near = [self._keys[place] for place in looked_at[-ROWS_AT_ONCE:] if place < len(self._keys)]
        wanted = [key for key in near if (key not in self._rows or key in self._stale) and key not in self._asked]
        if wanted:
            self._asked.update(wanted)
            self.rows_requested.emit(wanted)

    def _near(self, first: int, last: int) -> Sequence[Any]:
        return self._keys[max(0, first - AHEAD) : last + AHEAD + 1]

    # --- what Qt asks ------------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """All rows, known or not."""
        return 0 if parent.isValid() else len(self._keys)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """The columns by name."""
        return 0 if parent.isValid() else len(self.COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Titles; numbers stand to the right."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.COLUMNS):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.COLUMNS[section].title
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(section)
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return self.COLUMNS[section].spoken or None
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What a cell says; nothing until its row is known."""
        if not index.isValid() or index.row() >= len(self._keys):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(index.column())
        row = self._look_at(index.row())
        if row is None:
            return None
        column = self.COLUMNS[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(row, column.name)
        if role == Qt.ItemDataRole.EditRole:
            return self.edit_value(row, column.name)
        if role == Qt.ItemDataRole.ToolTipRole:
            return escape_tool_tip(self.tip(row, column.name))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.spoken(row, column)
        if role == STATE:
            return self.state(row, column.name)
        if role == ROW:
            return row
        return None

    def _alignment(self, column: int) -> Qt.AlignmentFlag:
        side = Qt.AlignmentFlag.AlignRight if self.COLUMNS[column].number else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter
