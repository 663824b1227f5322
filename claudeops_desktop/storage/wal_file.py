"""Reading SQLite's write-ahead log without SQLite: which committed pages it holds.

SQLite deletes a log that lies beside a database of zero bytes, so such a log has to be read before the database is
opened. The layout is that of the SQLite file format document, section 4 (The Write-Ahead Log).
"""

from __future__ import annotations

import os
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

HEADER_BYTES = 32
FRAME_HEADER_BYTES = 24
_MAGIC_LITTLE, _MAGIC_BIG = 0x377F0682, 0x377F0683


@dataclass(frozen=True, slots=True)
class WalContents:
    """The newest committed version of each page in a log: page number to byte offset in the file.

    ``pages_after_commit`` is how many pages the database has after the last commit.
    """

    page_size: int
    pages_after_commit: int
    offsets: Mapping[int, int]

    @property
    def holds_whole_database(self) -> bool:
        """Tell whether the log alone is the database: every page of it was written since the last checkpoint."""
        return self.pages_after_commit > 0 and all(
            number in self.offsets for number in range(1, self.pages_after_commit + 1)
        )


def wal_of(database: Path) -> Path:
    """The log that belongs to a database file."""
    return database.with_name(f"{database.name}-wal")


def read_wal(path: Path) -> WalContents | None:
    """What a log holds up to its last whole commit; None where it holds none or cannot be read."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    if len(data) < HEADER_BYTES + FRAME_HEADER_BYTES:
        return None
    magic, _version, page_size, _sequence, *salts = struct.unpack(">6I", data[:24])
    if magic not in (_MAGIC_LITTLE, _MAGIC_BIG) or not 512 <= page_size <= 65536 or page_size & (page_size - 1):
        return None
    order = "<" if magic == _MAGIC_LITTLE else ">"
    sums = _checksum(order, data[:24], (0, 0))
    if sums != struct.unpack(">2I", data[24:HEADER_BYTES]):
        return None
    committed: dict[int, int] = {}
    pending: dict[int, int] = {}
    pages = 0
    at = HEADER_BYTES
    while at + FRAME_HEADER_BYTES + page_size <= len(data):
        number, size_after, *rest = struct.unpack(">6I", data[at : at + FRAME_HEADER_BYTES])
        page = at + FRAME_HEADER_BYTES
        if rest[:2] != salts:
            break
        sums = _checksum(order, data[page : page + page_size], _checksum(order, data[at : at + 8], sums))
        if sums != tuple(rest[2:]):
            break
        pending[number] = page
        if size_after:
            committed.update(pending)
            pending.clear()
            pages = size_after
        at = page + page_size
    if not pages:
        return None
    return WalContents(page_size, pages, {n: offset for n, offset in committed.items() if n <= pages})


def write_database_from_wal(wal: Path, contents: WalContents, target: Path) -> None:
    """Write the pages of a log that holds the whole database into the new file ``target``. Raises OSError."""
    with (
        wal.open("rb") as source,
        os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out,
    ):
        for number in range(1, contents.pages_after_commit + 1):
            source.seek(contents.offsets[number])
            out.write(source.read(contents.page_size))
        out.flush()
        os.fsync(out.fileno())


def _checksum(order: str, data: bytes, start: tuple[int, int]) -> tuple[int, int]:
    first, second = start
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for at in range(0, len(words), 2):
        first = (first + words[at] + second) & 0xFFFFFFFF
        second = (second + words[at + 1] + first) & 0xFFFFFFFF
    return first, second
