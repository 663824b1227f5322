"""A live log as a list model: it appends at the tail, drops at the head, and folds long lines to the view's width.

One entry is one displayed line of the log; a long one takes several rows. All rows are equally high, which is what
keeps appending cheap however long the list is.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from enum import IntEnum
from operator import attrgetter

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from ...text.formatting import format_exact_time, format_number
from ...text.translation import tr
from .line_folding import FoldedLines, LogRow, fold_entries
from .log_entry import LogEntry

MAX_ROWS = 20_000
MIN_COLUMNS = 24
KIND_WORDS = {
    "start": tr("start"),
    "text": tr("says"),
    "marker": tr("marker"),
    "near_miss": tr("not kept"),
    "thinking": tr("thinks"),
    "tool": tr("tool"),
    "output": tr("answer"),
    "note": tr("note"),
    "error": tr("error"),
    "stderr": tr("stderr"),
    "result": tr("end"),
    "garbage": tr("other"),
}
Index = QModelIndex | QPersistentModelIndex
_number = attrgetter("number")  # of an entry: a log's lines stand in their order


class LogRole(IntEnum):
    """What the delegate asks for beside the text."""

    ENTRY = Qt.ItemDataRole.UserRole + 1
    FIRST = Qt.ItemDataRole.UserRole + 2  # whether the row begins its entry
    LEADS = Qt.ItemDataRole.UserRole + 3  # whether the entry is of another kind or log line than the one before


class LogModel(QAbstractListModel):
    """Rows of a window of the log, oldest first. ``entries`` come from a LogSource, already cut and cleaned."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: list[LogEntry] = []
        self._rows: list[LogRow] = []
        self._columns = 100

    @property
    def columns(self) -> int:
        """Characters in a row."""
        return self._columns

    @property
    def entries(self) -> Sequence[LogEntry]:
        """All entries in the window."""
        return self._entries

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Rows, after folding."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The text of a row; the exact time on hover; the whole entry by LogRole.ENTRY."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.text
        if role == LogRole.ENTRY:
            return row.entry
        if role == LogRole.FIRST:
            return row.first
        if role == LogRole.LEADS:
            return row.leads
        if role == Qt.ItemDataRole.ToolTipRole:
            if not row.leads:
                return None
            number, time = format_number(row.entry.number), format_exact_time(row.entry.at)
            return tr("Line {number} · {time}", number=number, time=time)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{kind_word(row.entry.kind)}: {row.text}" if row.first else row.text
        return None

    def replace(self, entries: Sequence[LogEntry], ready: FoldedLines | None = None) -> None:
        """Show these and nothing else. ``ready`` are their rows, folded on another thread; those of another width are
        not taken."""
        self.beginResetModel()
        self._entries = list(entries)
        self._rows = list(self._ready(entries, ready, None))
        self.endResetModel()

    def append(self, entries: Sequence[LogEntry], ready: FoldedLines | None = None) -> None:
        """Add entries at the tail. Those that come ``ready`` begin a log line."""
        rows = self._ready(entries, ready, self._entries[-1] if self._entries else None)
        if not rows:
            return
        self.beginInsertRows(QModelIndex(), len(self._rows), len(self._rows) + len(rows) - 1)
        self._entries.extend(entries)
        self._rows.extend(rows)
        self.endInsertRows()

    def prepend(self, entries: Sequence[LogEntry], ready: FoldedLines | None = None) -> None:
        """Add earlier entries at the head."""
        rows = self._ready(entries, ready, None)
        if not rows:
            return
        self.beginInsertRows(QModelIndex(), 0, len(rows) - 1)
        self._entries[:0] = entries
        self._rows[:0] = rows
        self.endInsertRows()

    def drop_head(self, keep: int = MAX_ROWS) -> None:
        """Forget the oldest log lines until at most ``keep`` rows are left; a log line goes whole."""
        if len(self._rows) <= keep:
            return
        cut = self._edge(len(self._rows) - keep)
        self._remove(0, cut)

    def drop_tail(self, keep: int = MAX_ROWS) -> None:
        """The same at the other end."""
        if len(self._rows) <= keep:
            return
        number = self._rows[keep].entry.number
        first = keep
        while first > 0 and self._rows[first - 1].entry.number == number:
            first -= 1
        if first > 0:
            self._remove(first, len(self._rows))

    def expand(self, number: int, entries: Sequence[LogEntry]) -> None:
        """Show these entries in the place of what a log line showed so far: all of it where a part stood."""
        old = self.rows_of(number)
        if not old or not entries:
            return
        place = next(n for n, entry in enumerate(self._entries) if entry.number == number)
        rows = fold_entries(entries, self._columns, self._entries[place - 1] if place else None).rows
        self._entries = [
            *self._entries[:place],
            *entries,
            *(entry for entry in self._entries[place:] if entry.number != number),
        ]
        shared = min(len(rows), len(old))  # the rows that stand stay: a selection on them survives
        middle = old.start + shared
        self._rows[old.start : middle] = rows[:shared]
        self.dataChanged.emit(self.index(old.start), self.index(middle - 1))
        if len(rows) > shared:
            self.beginInsertRows(QModelIndex(), middle, old.start + len(rows) - 1)
            self._rows[middle:middle] = rows[shared:]
            self.endInsertRows()
        elif len(old) > shared:
            self.beginRemoveRows(QModelIndex(), middle, old.stop - 1)
            del self._rows[middle : old.stop]
            self.endRemoveRows()

    def set_columns(self, columns: int) -> bool:
        """Fold to this many characters; whether anything was folded anew."""
        columns = max(MIN_COLUMNS, columns)
        if columns == self._columns:
            return False
        self._columns = columns
        self.beginResetModel()
        self._rows = list(fold_entries(self._entries, self._columns).rows)
        self.endResetModel()
        return True

    def row_of(self, number: int) -> int:
        """The first row of this log line, or of the next one that shows anything; -1 past the end."""
        low, high = 0, len(self._rows)
        while low < high:
            middle = (low + high) // 2
            if self._rows[middle].entry.number < number:
                low = middle + 1
            else:
                high = middle
        return low if low < len(self._rows) else -1

    def row_at(self, entry: LogEntry) -> int:
        """The first row of this very entry; 0 where it is not there."""
        rows = self.rows_of(entry.number)
        return next((row for row in rows if self._rows[row].entry is entry), max(0, self.row_of(entry.number)))

    def rows_of(self, number: int) -> range:
        """All rows of this log line."""
        first = self.row_of(number)
        if first < 0 or self._rows[first].entry.number != number:
            return range(0)
        last = first
        while last + 1 < len(self._rows) and self._rows[last + 1].entry.number == number:
            last += 1
        return range(first, last + 1)

    def entry(self, row: int) -> LogEntry | None:
        """The entry at a row."""
        return self._rows[row].entry if 0 <= row < len(self._rows) else None

    def _ready(
        self, entries: Sequence[LogEntry], ready: FoldedLines | None, before: LogEntry | None
    ) -> Sequence[LogRow]:
        if ready is not None and ready.columns == self._columns:
            return ready.rows
        return fold_entries(entries, self._columns, before).rows

    def _edge(self, row: int) -> int:
        """The first row at or after ``row`` where a log line begins; all rows where none does."""
        while 0 < row < len(self._rows) and self._rows[row].entry.number == self._rows[row - 1].entry.number:
            row += 1
        return row

    def _remove(self, first: int, end: int) -> None:
        if end <= first or (first == 0 and end >= len(self._rows)):
            return
        low, high = self._rows[first].entry.number, self._rows[end - 1].entry.number
        self.beginRemoveRows(QModelIndex(), first, end - 1)
        del self._rows[first:end]
        del self._entries[bisect_left(self._entries, low, key=_number) : bisect_right(self._entries, high, key=_number)]
        self.endRemoveRows()


def kind_word(kind: str) -> str:
    """The word that stands beside the colour."""
    return KIND_WORDS.get(kind, kind)
