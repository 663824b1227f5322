"""A session's log file, read piece by piece from anywhere in it: no Qt, no more in memory than asked for.

Only the places of the line breaks are kept (eight bytes a line), so that line 900,000 of a log of 200 MB is one seek
away. Every call does a bounded amount of work; call it on one thread at a time, never on the GUI thread.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

BLOCK = 1 << 20
PIECE_BYTES = 8 << 20
PIECE_ENTRIES = 2_000
WHOLE_TEXT = 200_000


@dataclass(frozen=True, slots=True, eq=False)
class LogEntry:
    """One displayed line.

    ``number`` is its log line, from 1; ``at`` stored text; ``kind`` that of streamjson.display; ``hidden`` counts the
    characters left out. Two entries are never equal: each is a place in the log.
    """

    number: int
    at: str
    kind: str
    text: str
    hidden: int = 0


@dataclass(frozen=True, slots=True)
class LogPiece:
    """Entries of the log lines ``first`` to ``last`` (none where last < first), of ``total`` lines known so far.

    ``missing`` where there is no file; ``more`` where the file holds bytes that were not looked at yet.
    """

    entries: tuple[LogEntry, ...]
    first: int
    last: int
    total: int
    missing: bool = False
    more: bool = False


class LogSource:
    """One log file. ``total`` is the number of whole lines seen so far; a torn last line is none."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._ends = array("Q")  # the byte after each line break
        self._seen = 0

    @property
    def total(self) -> int:
        """Whole lines known."""
        return len(self._ends)

    def scan(self, most: int = 64 << 20) -> bool:
        """Find line breaks in what was written since; whether bytes are left. Raises FileNotFoundError."""
        size = self.path.stat().st_size
        if size < self._seen:  # another file now
            self._ends = array("Q")
            self._seen = 0
        stop = min(size, self._seen + most)
        with self.path.open("rb") as file:
            file.seek(self._seen)
            while self._seen < stop:
                block = file.read(min(BLOCK, stop - self._seen))
                if not block:
                    break
                at = block.find(b"\n")
                while at >= 0:
                    self._ends.append(self._seen + at + 1)
                    at = block.find(b"\n", at + 1)
                self._seen += len(block)
        return self._seen < size

    def tail(self, lines: int = 1_000) -> LogPiece:
        """The last lines."""
        return self.before(self.total + 1, lines)

    def before(self, number: int, lines: int = 1_000) -> LogPiece:
        """The lines that end just before line ``number``."""
        last = min(number - 1, self.total)
        first = last + 1
        size = 0
        while first > 1 and last - first + 2 <= lines:
            size += self._length(first - 1)
            if size > PIECE_BYTES and first <= last:
                break
            first -= 1
        return self._piece(first, last)

    def after(self, number: int, lines: int = 1_000) -> LogPiece:
        """The lines that follow line ``number``."""
        first = min(number, self.total) + 1
        last = first - 1
        size = 0
        while last < self.total and last - first + 2 <= lines:
            size += self._length(last + 1)
            if size > PIECE_BYTES and last >= first:
                break
            last += 1
        return self._piece(first, last)

    def around(self, number: int, lines: int = 1_000) -> LogPiece:
        """Lines on both sides of line ``number``, which is among them where it exists."""
        number = max(1, min(number, self.total))
        above = self.before(number, lines // 2)
        below = self.after(number - 1, lines - lines // 2)
        return LogPiece(above.entries + below.entries, above.first, below.last, self.total)

    def whole(self, number: int, kind: str) -> tuple[LogEntry, ...]:
        """Everything of this kind that a line says, uncut but for a bound of WHOLE_TEXT characters."""
        return tuple(entry for entry in self._read(number, number, WHOLE_TEXT) if entry.kind == kind)

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Every line known with its number, one at a time."""
        with self.path.open("rb") as file:
            for number in range(1, self.total + 1):
                yield number, file.read(self._length(number))

    def _length(self, number: int) -> int:
        return self._ends[number - 1] - self._start(number)

    def _start(self, number: int) -> int:
        return self._ends[number - 2] if number > 1 else 0

    def _piece(self, first: int, last: int) -> LogPiece:
        entries = tuple(self._read(first, last)) if last >= first else ()
        return LogPiece(entries, first, last, self.total)
