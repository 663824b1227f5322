"""Reading rows out of the pages of a SQLite file without SQLite, as far as the pages themselves are whole.

Nothing here relies on the rest of the file: a broken header, schema or index keeps no row from being read. The layout
is that of the SQLite file format document, sections 1.5 (b-tree pages), 1.6 (overflow) and 2.1 (records).
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from .wal_file import read_wal, wal_of

MAGIC = b"SQLite format 3\0"
INDEX_INTERIOR, TABLE_INTERIOR, INDEX_LEAF, TABLE_LEAF = 2, 5, 10, 13
USUAL_PAGE_SIZE = 4096
LARGEST_PAYLOAD = 256 * 1024 * 1024
MOST_COLUMNS = 200
LOOKED_AT = 4 * 1024 * 1024  # bytes, for the size of a page

Value = int | float | str | bytes | None


class BadPage(ValueError):
    """A page, cell or record that does not follow the format."""


class PageRow(NamedTuple):
    """One row: its number (None in an index or a table without row numbers) and its stored values."""

    rowid: int | None
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class BTreePage:
    """The head of a b-tree page. ``pointers`` are the offsets of its cells, ``right`` the last child."""

    number: int
    kind: int
    pointers: tuple[int, ...]
    right: int
    data: bytes


@dataclass(slots=True)
class TableWalk:
    """What a walk through one table met: rows that were read, and what could not be."""

    rows: int = 0
    bad_cells: int = 0
    bad_pages: set[int] = field(default_factory=set)
    seen: set[int] = field(default_factory=set)


class PageFile:
    """The pages of a database file, with those of the write-ahead log beside it on top. A context manager."""

    def __init__(self, path: Path) -> None:
        self._wal_path = wal_of(path)
        self._wal = read_wal(self._wal_path)
        self._file = path.open("rb") if path.exists() else None
        size = path.stat().st_size if self._file else 0
        self._map = mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ) if self._file and size else b""
        self._log = self._wal_path.open("rb") if self._wal else None
        self.page_size = self._find_page_size()
        pages = size // self.page_size
        self.count = max(pages, self._wal.pages_after_commit if self._wal else 0)
        declared = struct.unpack(">I", self._map[28:32])[0] if size >= 100 and self._map[:16] == MAGIC else 0
        plausible = pages < declared <= pages * 1024 + 1024
        #: Pages that the header names and that the file does not have.
        self.missing = max(0, declared - self.count) if plausible else 0
        reserved = self._map[20] if size >= 100 and self._map[:16] == MAGIC and self._map[20] <= 32 else 0
        self.usable = self.page_size - reserved

    def __enter__(self) -> PageFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for each in (self._map, self._file, self._log):
            if each is not None and not isinstance(each, bytes):
                each.close()

    def read_page(self, number: int) -> bytes:
        """The bytes of a page, counted from 1. Raises BadPage where the file has none of that number."""
        if self._wal is not None and self._log is not None and number in self._wal.offsets:
            self._log.seek(self._wal.offsets[number])
            return self._log.read(self._wal.page_size)
        data = self._map[(number - 1) * self.page_size : number * self.page_size] if number > 0 else b""
        if len(data) < self.page_size:
            raise BadPage(f"there is no page {number}")
        return data

    def page(self, number: int, *, as_kind: int = 0) -> BTreePage:
        """The head of a b-tree page; with ``as_kind`` read as one of that kind whatever it says. Raises BadPage."""
        data = self.read_page(number)
        base = 100 if number == 1 else 0
        kind = as_kind or data[base]
        if kind not in (INDEX_INTERIOR, TABLE_INTERIOR, INDEX_LEAF, TABLE_LEAF):
            raise BadPage(f"page {number} is no b-tree page")
        inner = kind in (INDEX_INTERIOR, TABLE_INTERIOR)
        head = base + (12 if inner else 8)
        (cells,) = struct.unpack(">H", data[base + 3 : base + 5])
        if head + 2 * cells > self.usable or cells > self.usable // 4:
            raise BadPage(f"page {number} names more cells than fit")
        pointers = struct.unpack(f">{cells}H", data[head : head + 2 * cells])
        right = struct.unpack(">I", data[base + 8 : base + 12])[0] if inner else 0
        return BTreePage(number, kind, tuple(p for p in pointers if head + 2 * cells <= p < self.usable), right, data)

    def children(self, page: BTreePage) -> Iterator[int]:
        """The pages below an inner page, in order."""
        for at in page.pointers:
            if at + 4 <= self.usable:
                yield struct.unpack(">I", page.data[at : at + 4])[0]
        yield page.right

    def rows_of(self, page: BTreePage, walk: TableWalk) -> Iterator[PageRow]:
        """The rows of one page that can be read; what cannot is counted in ``walk``."""
        for at in page.pointers:
            try:
                row = self._cell(page, at)
            except (BadPage, IndexError, struct.error, OverflowError):
                walk.bad_cells += 1
                continue
            walk.rows += 1
            yield row

    def walk_table(self, root: int, walk: TableWalk, *, index: bool = False) -> Iterator[PageRow]:
        """Every row of a b-tree that can be reached and read; a bad page costs only what is on it."""
        inner, leaf = (INDEX_INTERIOR, INDEX_LEAF) if index else (TABLE_INTERIOR, TABLE_LEAF)
        pending = [root]
        while pending:
            number = pending.pop()
            if number in walk.seen or not 1 <= number <= self.count + self.missing:
                continue
            walk.seen.add(number)
            try:
                page = self._expected(number, inner, leaf)
            except BadPage:
                walk.bad_pages.add(number)
                continue
            if page.kind == inner:
                pending.extend(reversed(list(self.children(page))))
            if page.kind == leaf or index:
                yield from self.rows_of(page, walk)

    def _expected(self, number: int, inner: int, leaf: int) -> BTreePage:
        """A page that should be one of two kinds; where its kind is not readable, it is tried as a leaf."""
        try:
            page = self.page(number)
        except BadPage:
            page = self.page(number, as_kind=leaf)
        if page.kind in (inner, leaf):
            return page
        page = self.page(number, as_kind=leaf)
        trial = TableWalk()
        if not any(True for _ in self.rows_of(page, trial)) or trial.bad_cells:
            raise BadPage(f"page {number} is of another kind")
        return page

    def _cell(self, page: BTreePage, at: int) -> PageRow:
        rowid: int | None = None
        if page.kind == INDEX_INTERIOR:
            at += 4
        size, at = read_varint(page.data, at)
        if page.kind == TABLE_LEAF:
            rowid, at = read_varint(page.data, at)
            rowid = rowid - (1 << 64) if rowid >= 1 << 63 else rowid
            local = self._local(size, self.usable - 35)
        else:
            local = self._local(size, (self.usable - 12) * 64 // 255 - 23)
        if not 2 <= size <= LARGEST_PAYLOAD or at + local > self.usable:
            raise BadPage("a cell is longer than its page")
        payload = page.data[at : at + local]
        if local < size:
            (following,) = struct.unpack(">I", page.data[at + local : at + local + 4])
            payload += self._overflow(following, size - local)
        return PageRow(rowid, decode_record(payload))

    def _local(self, size: int, largest: int) -> int:
        """How much of a payload is on the page itself."""
        if size <= largest:
            return size
        least = (self.usable - 12) * 32 // 255 - 23
        kept = least + (size - least) % (self.usable - 4)
        return kept if kept <= largest else least

    def _overflow(self, number: int, left: int) -> bytes:
        parts: list[bytes] = []
        seen: set[int] = set()
        while left > 0:
            if number in seen or number < 2:
                raise BadPage("a chain of overflow pages is broken")
            seen.add(number)
            data = self.read_page(number)
            (number,) = struct.unpack(">I", data[:4])
            part = data[4 : 4 + min(left, self.usable - 4)]
            parts.append(part)
            left -= len(part)
        return b"".join(parts)

    def _find_page_size(self) -> int:
        """As the header or the log says; where neither does, the size that gives the most readable pages."""
        if self._wal is not None:
            return self._wal.page_size
        if len(self._map) >= 100:
            (said,) = struct.unpack(">H", self._map[16:18])
            said = 65536 if said == 1 else said
            if 512 <= said <= 65536 and not said & (said - 1) and self._readable(said) > 0:
                return int(said)
        sizes = (USUAL_PAGE_SIZE, 1024, 8192, 2048, 16384, 32768, 512, 65536)
        return max(sizes, key=lambda size: (self._readable(size), size == USUAL_PAGE_SIZE))

    def _readable(self, size: int) -> int:
        """How many b-tree pages with as many cells as fit the beginning of the file would have at that size."""
        found = 0
        for start in range(size, min(len(self._map), LOOKED_AT), size):
            head = self._map[start : start + 8]
            if len(head) == 8 and head[0] in (INDEX_LEAF, TABLE_LEAF, INDEX_INTERIOR, TABLE_INTERIOR):
                cells, content = struct.unpack(">HH", head[3:7])
                found += 0 < cells < size // 4 and 8 + 2 * cells <= (content or 65536) <= size
        return found


def read_varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and the offset after it. Raises IndexError at the end of the data."""
    value = 0
    for step in range(8):
        byte = data[at + step]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + step + 1
    return value << 8 | data[at + 8], at + 9


def decode_record(payload: bytes) -> tuple[Value, ...]:
    """The values of a record; text that is not UTF-8 has replacement characters. Raises BadPage."""
    try:
        head, at = read_varint(payload, 0)
        if not at <= head <= len(payload):
            raise BadPage("the head of a record is longer than the record")
        kinds: list[int] = []
        while at < head:
            kind, at = read_varint(payload, at)
            kinds.append(kind)
    except IndexError as error:
        raise BadPage("the head of a record is cut off") from error
    if at != head or len(kinds) > MOST_COLUMNS or sum(map(_width, kinds)) != len(payload) - head:
        raise BadPage("a record is not as long as its head says")
    values: list[Value] = []
    for kind in kinds:
        width = _width(kind)
        values.append(_value(kind, payload[at : at + width]))
        at += width
    return tuple(values)


_WIDTHS = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)


def _width(kind: int) -> int:
    if kind < len(_WIDTHS):
        return _WIDTHS[kind]
    if kind < 12:
        raise BadPage("a value of a kind that is not in use")
    return (kind - 12) // 2


def _value(kind: int, raw: bytes) -> Value:
    if kind == 0:
        return None
    if kind <= 6:
        return int.from_bytes(raw, "big", signed=True)
    if kind == 7:
        return float(struct.unpack(">d", raw)[0])
    if kind <= 9:
        return kind - 8
    return raw.decode("utf-8", "replace") if kind % 2 else raw
