"""``MemoryTransfer``: memories out as JSON Lines and in again (X4)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from ...core.clock import Clock, to_text
from ..foreign_facts import as_foreign
from . import tables
from .read_rows import memory_of_row, read_rows
from .restore_rows import RowRestore
from .types import TABLES, TransferCounts
from .write_rows import write_rows

if TYPE_CHECKING:
    from ...storage import DataStore
    from ..types import Memory


class MemoryTransfer:
    """Writes an export and reads one."""

    def __init__(self, store: DataStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def export(self, sections: Collection[str]) -> Iterator[bytes]:
        """The lines of an export of one moment of the database. Go through them inside ``store.read``."""
        with self._store.database.atomic():
            yield from write_rows(sections, self._clock())

    def restore(self, lines: Iterable[bytes]) -> TransferCounts:
        """Put back the rows of an export of this machine, or of one that is trusted: all of them, or none where it
        raises UsageError. Inside ``store.write``."""
        columns = {table.name: tables.columns_of(table.name) for table in TABLES}
        work = RowRestore(to_text(self._clock()), columns)
        work.restore_all(read_rows(lines, columns))
        for table in ("memories", "sessions", "runs"):
            if work.counts.added[table]:
                self._store.changed(table, what="inserted")
        return work.counts

    def read_foreign(self, lines: Iterable[bytes]) -> list[Memory]:
        """The memories of an export that nobody vouches for, without what it says of their standing; its history,
        sessions and sources are passed over. Inside ``store.read``. Raises UsageError."""
        columns = {table.name: tables.columns_of(table.name) for table in TABLES}
        rows = [row for table, row in read_rows(lines, columns) if table == "memories"]
        return [as_foreign(memory_of_row(row), self._clock()) for row in rows]
