"""Finding the rows of each table in the pages of a damaged file.

Where the schema is readable, each table is walked from its root. What no walk reaches (an inner page or the schema is
broken) is given to the table whose rows look like that: all pages below one inner page are judged together.
"""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from typing import NamedTuple

from .sqlite_pages import (
    INDEX_INTERIOR,
    INDEX_LEAF,
    MAGIC,
    TABLE_INTERIOR,
    TABLE_LEAF,
    BadPage,
    BTreePage,
    PageFile,
    PageRow,
    TableWalk,
)
from .value_shapes import StoredColumn, StoredTable, could_hold, form_specificity, stored_tables

SAMPLE = 200  # rows that a group of pages is judged by
FEWEST_COLUMNS = 5  # of a table without row numbers: below that an index looks the same
_KINDS = ("table", "index", "trigger", "view")


class SchemaEntry(NamedTuple):
    """One row of the schema: its kind, name and root page, and the statement that made it."""

    kind: str
    name: str
    root: int
    sql: str


class FoundRow(NamedTuple):
    """A row of a table, with the columns that its values belong to."""

    table: str
    columns: tuple[StoredColumn, ...]
    values: tuple[object, ...]


class PageSearch:
    """All rows that the pages of a file hold for the tables ``ours``. Iterate ``rows`` once, then ask for the rest."""

    def __init__(self, pages: PageFile, ours: Mapping[str, StoredTable]) -> None:
        self._pages = pages
        self._ours = ours
        self._entries = {entry.name: entry for entry in self._schema()}
        self._theirs = self._their_tables()
        self.walks: dict[str, TableWalk] = {}
        self.unassigned = 0
        self.schema_readable = bool(self._entries)

    @property
    def unreadable_pages(self) -> int:
        """Pages that belong to a table and cannot be read, and those that the file no longer has."""
        return len({page for walk in self.walks.values() for page in walk.bad_pages} | self._gone)

    @property
    def _gone(self) -> set[int]:
        return set(range(self._pages.count + 1, self._pages.count + self._pages.missing + 1))

    def rows(self) -> Iterator[FoundRow]:
        """Every row that can be read, table by table; the same one perhaps twice."""
        for name, table in self._theirs.items():
            walk = self.walks.setdefault(name, TableWalk())
            if name in self._ours:
                for row in self._pages.walk_table(self._entries[name].root, walk, index=not table.has_rowid):
                    yield self._found(table, row)
        seen = self._reached()
        for group in self._groups(seen):
            yield from self._assigned(group)

    def _schema(self) -> Iterator[SchemaEntry]:
        walk = TableWalk()
        rows = list(self._pages.walk_table(1, walk))
        if walk.bad_pages or walk.bad_cells or not rows:  # then any page may hold a part of it
            for number in range(1, self._pages.count + 1):
                if number not in walk.seen:
                    with suppress(BadPage):
                        page = self._pages.page(number)
                        if page.kind == TABLE_LEAF:
                            rows += self._pages.rows_of(page, TableWalk())
        for row in rows:
            if len(row.values) == 5:
                kind, name, _, root, sql = row.values
                if kind in _KINDS and isinstance(name, str) and isinstance(root, int) and isinstance(sql, str | None):
                    yield SchemaEntry(str(kind), name, root, sql or "")

    def _their_tables(self) -> dict[str, StoredTable]:
        """Their own columns of each table of ours, as their schema says; ours where its statement is broken."""
        found = {}
        for entry in self._entries.values():
            if entry.kind == "table" and entry.root and entry.name in self._ours:
                with closing(sqlite3.connect(":memory:")) as memory:
                    try:
                        memory.execute(entry.sql)
                        found[entry.name] = stored_tables(memory)[entry.name]
                    except (sqlite3.Error, KeyError, ValueError):
                        found[entry.name] = self._ours[entry.name]
        return found

    def _found(self, table: StoredTable, row: PageRow) -> FoundRow:
        pairs = zip(table.columns, row.values, strict=False)
        values = [row.rowid if column.is_rowid else value for column, value in pairs]
        return FoundRow(table.name, table.columns[: len(values)], tuple(values))

    def _reached(self) -> set[int]:
        """Every page that a tree of theirs or the list of free pages accounts for."""
        seen = {number for walk in self.walks.values() for number in walk.seen} | self._free_pages()
        for entry in self._entries.values():
            if entry.root and entry.name not in self._ours:
                walk = TableWalk()
                for _ in self._pages.walk_table(entry.root, walk, index=entry.kind == "index"):
                    pass
                seen |= walk.seen
        walk = TableWalk()
        for _ in self._pages.walk_table(1, walk):
            pass
        return seen | walk.seen

    def _free_pages(self) -> set[int]:
        free: set[int] = set()
        with suppress(BadPage, struct.error):
            head = self._pages.read_page(1)
            if head[:16] != MAGIC:
                return free
            (trunk,) = struct.unpack(">I", head[32:36])
            while trunk and trunk not in free:
                free.add(trunk)
                data = self._pages.read_page(trunk)
                trunk, number = struct.unpack(">2I", data[:8])
                free.update(struct.unpack(f">{number}I", data[8 : 8 + 4 * number]))
        return free

    def _groups(self, seen: set[int]) -> Iterator[list[BTreePage]]:
        """Leaves that nothing reaches, those below the same inner page together."""
        loose: dict[int, BTreePage] = {}
        for number in range(2, self._pages.count + 1):
            if number not in seen:
                with suppress(BadPage):
                    loose[number] = self._pages.page(number)
        inner = [page for page in loose.values() if page.kind in (TABLE_INTERIOR, INDEX_INTERIOR)]
        below = {child for page in inner for child in self._pages.children(page)}
        taken: set[int] = set()
        for page in inner:
            if page.number not in below:
                yield self._leaves(page, loose, taken)
        for number, page in loose.items():
            if number not in taken and page.kind in (TABLE_LEAF, INDEX_LEAF):
                yield [page]

    def _leaves(self, top: BTreePage, loose: Mapping[int, BTreePage], taken: set[int]) -> list[BTreePage]:
        leaves, pending = [], [top]
        while pending:
            page = pending.pop()
            if page.number in taken:
                continue
            taken.add(page.number)
            if page.kind in (TABLE_INTERIOR, INDEX_INTERIOR):
                pending += [loose[child] for child in self._pages.children(page) if child in loose]
            if page.kind != TABLE_INTERIOR:
                leaves.append(page)
        return leaves

    def _assigned(self, group: list[BTreePage]) -> Iterator[FoundRow]:
        """The rows of a group of pages, as rows of the table that they look like."""
        walk = TableWalk()
        plain = any(page.kind == TABLE_LEAF for page in group)
        pages = [page for page in group if (page.kind == TABLE_LEAF) is plain]
        sample: list[PageRow] = []
        for page in pages:
            sample += self._pages.rows_of(page, TableWalk())
            if len(sample) >= SAMPLE:
                break
        table = self._like(sample[:SAMPLE], plain)
        if table is None:
            self.unassigned += len(sample) if plain else 0
            return
        walk = self.walks.setdefault(table.name, TableWalk())
        for page in pages:
            for row in self._pages.rows_of(page, walk):
                if len(row.values) <= len(table.columns):
                    yield self._found(table, row)

    def _like(self, sample: list[PageRow], plain: bool) -> StoredTable | None:
        """The table whose rows these look like; None where none does, or two do alike."""
        ranked = []
        for name, ours in self._ours.items():
            table = self._theirs.get(name, ours)
            if table.has_rowid is not plain or (not plain and len(table.columns) < FEWEST_COLUMNS):
                continue
            fitting = [row for row in sample if could_hold(table, row.values)]
            if len(fitting) * 2 > len(sample):
                exact = sum(len(row.values) == len(table.columns) for row in fitting)
                hurt = name not in self._theirs or bool(self.walks[name].bad_pages)
                ranked.append(((len(fitting), exact, hurt, form_specificity(table)), table))
        ranked.sort(key=lambda pair: pair[0], reverse=True)
        if not ranked or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
            return None
        return ranked[0][1]
