"""The rows of an export put back: under their own ids where these are free, else under new ones. Inside
``store.write``.

What is here already is known by what it says: a memory by its words, a session by when it began and what it was asked,
a passage by its words and its time. So a second import adds nothing, and into a database without memories every row
comes back as it was.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...core.principals import owner_here, private_audience
from . import tables
from .read_rows import Columns
from .types import BY_NAME, ExportedTable, TransferCounts

_KNOWN_BY = {
    "runs": ("started_at", "trigger", "agent"),
    "sessions": ("started_at", "tier", "model", "prompt_text"),
    "resources": ("created_at", "content_at", "raw_content", "conversation_id"),
    "memories": ("service", "category", "observation"),
    "markers": ("session_id", "log_line", "block", "place"),
}
_MUST_BE_THERE = ("memory_id", "from_id", "to_id")
_SESSION = "session:"


class RowRestore:
    """One import. ``counts`` says what it did."""

    def __init__(self, now: str, columns: Columns) -> None:
        self.counts = TransferCounts()
        self._now = now
        self._columns = columns
        self._seen: dict[str, set[int]] = {name: set() for name in BY_NAME}
        self._moved: dict[str, dict[int, int]] = {name: {} for name in BY_NAME}
        self._ours_now: dict[str, set[int]] = {name: set() for name in BY_NAME}
        """Rows that stand for one of the file: two rows that say the same stay two."""
        self._was_empty = {name: not tables.has_rows(name) for name in BY_NAME}
        self._known: set[int] = set()  # memories of the file that were here already
        self._gone: set[int] = set()
        self._later: list[tuple[str, int, str, int]] = []

    def restore_all(self, rows: Iterable[tuple[str, dict[str, Any]]]) -> None:
        """Put back all rows, in the order of ``TABLES``."""
        for table, row in rows:
            self._take(table, row)
        for table, number, column, target in self._later:
            tables.set_column(table, number, column, self._ours(BY_NAME[table], column, target))
        if self._gone:
            tables.keep_free("memories", max(self._gone))

    def _take(self, table: str, row: dict[str, Any]) -> None:
        number = row["id"]
        if table == "memory_versions" and row.get("memory_id") in self._known:
            return  # the memory that is here has a history of its own
        later = self._point(table, row)
        if later is None:
            return
        known = self._find(table, row)
        if known is not None:
            self._seen[table].add(number)
            self._ours_now[table].add(known)
            if known != number:
                self._moved[table][number] = known
            if table == "memories":
                self._known.add(number)
                self.counts.known += 1
            return
        if not self._may_have(table, row):
            del row["id"]
        _name_owner(table, row)
        made = tables.insert_row(table, row)
        self.counts.added[table] += 1
        self._seen[table].add(number)
        self._ours_now[table].add(made)
        if made != number:
            self._moved[table][number] = made
        self._later += [(table, made, column, target) for column, target in later]

    def _point(self, table: str, row: dict[str, Any]) -> list[tuple[str, int]] | None:
        """Turn what a row refers to into ids of this database. Returns what stands later in the file, so that it is set
        at the end; None where the row has lost what it belongs to."""
        later = []
        for column, target in BY_NAME[table].refers:
            value = row.get(column)
            if value is None:
                continue
            if target == table and value not in self._seen[target]:
                later.append((column, value))
                row[column] = None
                continue
            row[column] = self._ours(BY_NAME[table], column, value)
            if row[column] is None and not self._columns[table][column][1]:
                return None
        if table == "resources":
            row["conversation_id"] = self._conversation(str(row.get("conversation_id") or ""))
        return later

    def _ours(self, table: ExportedTable, column: str, value: int) -> int | None:
        target = dict(table.refers)[column]
        if value in self._seen[target]:
            return self._moved[target].get(value, value)
        if target != "memories" or column in _MUST_BE_THERE or tables.is_taken(target, value):
            return None
        self._gone.add(value)  # a memory that was deleted before the export: its number is kept, and kept free
        return value

    def _conversation(self, name: str) -> str:
        number = name.removeprefix(_SESSION)
        if name == number or not number.isdecimal():
            return name
        return f"{_SESSION}{self._moved['sessions'].get(int(number), int(number))}"

    def _find(self, table: str, row: dict[str, Any]) -> int | None:
        """The row of this database that is the same one; None where there is none."""
        if table == "memory_links":
            keys = {name: row[name] for name in ("from_id", "to_id", "kind")}
            return next(iter(tables.find_ids(table, keys, row["id"])), None)
        if table not in _KNOWN_BY:
            return None
        if table == "resources" and tables.put_words_back(row):
            self.counts.added[table] += 1
            return int(row["id"])
        if self._was_empty[table]:
            return None
        keys = {name: row.get(name) for name in _KNOWN_BY[table]}
        there = (one for one in tables.find_ids(table, keys, row["id"]) if one not in self._ours_now[table])
        known = next(there, None)
        if known is not None and table == "markers" and tables.refill_marker(known, row):
            self.counts.added[table] += 1
        return known

    def _may_have(self, table: str, row: dict[str, Any]) -> bool:
        """Tell whether a row can have the id that it had. That of a deleted memory is free for itself alone."""
        if tables.is_taken(table, row["id"]):
            return False
        if table != "memories":
            return True
        trashed = tables.trashed_text(row["id"])
        if trashed is not None and trashed == row["observation"]:
            tables.take_out_of_trash(row["id"], self._now)
            return True
        return trashed is None


def _name_owner(table: str, row: dict[str, Any]) -> None:
    """What is nobody's by name was the operator's of a file: here it is his who imports it."""
    name = owner_here()
    if name and row.get("audience") == private_audience(""):
        row["audience"] = private_audience(name)
    if name and table == "memories" and row.get("owner") == "":
        row["owner"] = name
    if name and table == "memory_versions" and row.get("by") == "operator" and not row.get("actor"):
        row["actor"] = name
