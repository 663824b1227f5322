"""``MemoryTransfer``: memories out as JSON Lines and in again (X4)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from ...core.clock import Clock, to_text
from . import tables
from .read_rows import read_rows
from .restore_rows import RowRestore
from .types import TABLES, TransferCounts
from .write_rows import write_rows

if TYPE_CHECKING:
    from ...storage import DataStore


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
        """Put back the rows of an export: all of them, or none where it raises UsageError. Inside ``store.write``."""
        columns = {table.name: tables.columns_of(table.name) for table in TABLES}
        work = RowRestore(to_text(self._clock()), columns)
        work.restore_all(read_rows(lines, columns))
        for table in ("memories", "sessions", "runs"):
            if work.counts.added[table]:
                self._store.changed(table, what="inserted")
        return work.counts
