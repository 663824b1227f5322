"""A session's log file, read piece by piece from anywhere in it: no Qt, no more in memory than asked for.

Only the places of the line breaks are kept (eight bytes a line), so that line 900,000 of a log of 200 MB is one seek
away. Every call does a bounded amount of work; call it on one thread at a time, never on the GUI thread.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import orjson

from ....stream.display import clean, display
from ....stream.events import (
    ApiError,
    AssistantText,
    CliNotice,
    ResultEvent,
    StreamEvent,
    ThinkingBlock,
    ToolResult,
    ToolUse,
    UnparsedLine,
    UserText,
    events_of,
    load,
    parse,
)
from ....stream.markers import NearMiss, read_markers
from ...text.translation import tr_count
from .log_entry import LogEntry

if TYPE_CHECKING:
    from .line_folding import FoldedLines

BLOCK = 1 << 20
PIECE_BYTES = 8 << 20
WHOLE_TEXT = 200_000
STRIP = 120  # a piece that cleaning can never shorten
_SHORTENED = re.compile(r"… \((?:[\d,]+) more(?: lines)?\)$")


@dataclass(frozen=True, slots=True)
class LogPiece:
    """Entries of the log lines ``first`` to ``last`` (none where last < first), of ``total`` lines known so far;
    ``ready`` are their rows for a view, where it was said how wide that is."""

    entries: tuple[LogEntry, ...]
    first: int
    last: int
    total: int
    ready: FoldedLines | None = None


class LogSource:
    """One log file. ``total`` is the number of whole lines seen so far; a torn last line is none."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.dropped = False  # nobody wants to know any more: long work ends early
        self._ends = array("Q")  # the byte after each line break
        self._seen = 0

    @property
    def total(self) -> int:
        """Whole lines known."""
        return len(self._ends)

    def scan(self) -> None:
        """Find the line breaks in what was written since. Raises FileNotFoundError."""
        size = self.path.stat().st_size
        if size < self._seen:  # another file now
            self._ends = array("Q")
            self._seen = 0
        with self.path.open("rb") as file:
            file.seek(self._seen)
            while self._seen < size and not self.dropped:
                block = file.read(min(BLOCK, size - self._seen))
                if not block:
                    break
                at = block.find(b"\n")
                while at >= 0:
                    self._ends.append(self._seen + at + 1)
                    at = block.find(b"\n", at + 1)
                self._seen += len(block)

    def read_tail(self, lines: int = 1_000) -> LogPiece:
        """The last lines."""
        return self.read_before(self.total + 1, lines)

    def read_before(self, number: int, lines: int = 1_000) -> LogPiece:
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

    def read_after(self, number: int, lines: int = 1_000) -> LogPiece:
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

    def read_around(self, number: int, lines: int = 1_000) -> LogPiece:
        """Lines on both sides of line ``number``, which is among them where it exists."""
        number = max(1, min(number, self.total))
        above = self.read_before(number, lines // 2)
        below = self.read_after(number - 1, lines - lines // 2)
        return LogPiece(above.entries + below.entries, above.first, below.last, self.total)

    def read_whole(self, number: int) -> tuple[LogEntry, ...]:
        """Everything that a line says, uncut but for a bound of WHOLE_TEXT characters."""
        for at, kind, events in self._said(number, number):
            return tuple(
                LogEntry(number, at, kind or said, line) for said, text in _whole(events) for line in _lines(text)
            )
        return ()

    def read_raw(self, file: BinaryIO, number: int) -> bytes:
        """Line ``number`` as it stands in the file, which is open."""
        file.seek(self._start(number))
        return file.read(self._length(number))

    def events(self) -> Iterator[tuple[int, str, tuple[StreamEvent, ...]]]:
        """Every line known: its number, when it came, what it says."""
        for number, (at, _, events) in enumerate(self._said(1, self.total), 1):
            if self.dropped:
                return
            yield number, at, events

    def _length(self, number: int) -> int:
        return self._ends[number - 1] - self._start(number)

    def _start(self, number: int) -> int:
        return self._ends[number - 2] if number > 1 else 0

    def _piece(self, first: int, last: int) -> LogPiece:
        entries = tuple(self._read(first, last)) if last >= first else ()
        return LogPiece(entries, first, last, self.total)

    def _read(self, first: int, last: int) -> Iterator[LogEntry]:
        for number, (at, kind, events) in enumerate(self._said(first, last), first):
            for event in events:
                main = isinstance(event, AssistantText) and event.main
                for line in display(event):
                    hidden = isinstance(event, ToolUse) or bool(_SHORTENED.search(line.text))
                    shown = _marked(line.text) or line.kind if main else kind or line.kind
                    yield LogEntry(number, at, shown, line.text, hidden)

    def _said(self, first: int, last: int) -> Iterator[tuple[str, str, tuple[StreamEvent, ...]]]:
        """For each line: when it came, its kind where that is not up to the event ("stderr"), what it says."""
        with self.path.open("rb") as file:
            file.seek(self._start(first))
            for number in range(first, last + 1):
                line = file.read(self._length(number))
                data = load(line) or {}
                at, stream, event, text = (data.get(name) for name in ("at", "stream", "event", "text"))
                when = at if isinstance(at, str) else ""
                if isinstance(event, dict):
                    yield when, "", events_of(event)
                elif not isinstance(text, str):  # not a line of ours: a raw recording, or what a full disk left
                    yield "", "", parse(line)
                elif stream == "stderr":
                    yield when, "stderr", (UnparsedLine(text),) if text.strip() else ()
                else:
                    yield when, "", parse(text.encode("utf-8", "replace"))


def _marked(text: str) -> str:
    """The kind of a line of the agent's words that holds a marker; else nothing."""
    if "[" not in text:
        return ""
    found = read_markers(text)
    if not found:
        return ""
    return "near_miss" if all(isinstance(marker, NearMiss) for marker in found) else "marker"


def _whole(events: tuple[StreamEvent, ...]) -> Iterator[tuple[str, str]]:
    """Kind and whole text of each event that shows anything."""
    for event in events:
        shown = display(event)
        if not shown:
            continue
        if isinstance(event, ToolUse):
            inputs = orjson.dumps(event.input, option=orjson.OPT_INDENT_2, default=str).decode("utf-8", "replace")
            yield shown[0].kind, f"{event.name} {inputs}"
        elif isinstance(event, ResultEvent) and event.text:
            yield shown[0].kind, f"{shown[0].text}\n{event.text}"
        elif isinstance(
            event, AssistantText | UnparsedLine | ToolResult | ThinkingBlock | ApiError | CliNotice | UserText
        ):
            yield shown[0].kind, event.text
        else:
            yield from ((line.kind, line.text) for line in shown)


def _lines(text: str) -> Iterator[str]:
    left_out = len(text) - WHOLE_TEXT
    for line in text[:WHOLE_TEXT].strip("\r\n").split("\n"):
        yield "".join(clean(line[at : at + STRIP]) for at in range(0, len(line), STRIP))
    if left_out > 0:
        yield tr_count("… %n more character is in the log file", "… %n more characters are in the log file", left_out)
