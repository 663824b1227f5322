"""Chunks of bytes → lines that are redacted, logged and understood. Works on the thread that reads the process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ..stream.events import StreamEvent, events_of, load, parse
from ..stream.lines import LineSplitter
from .log import SessionLog, read_log
from .types import LogLine

OnLine = Callable[[LogLine, tuple[StreamEvent, ...]], None]
OnData = Callable[[LogLine, dict[str, Any], tuple[StreamEvent, ...]], None]
_CHUNK = 8_000_000


class StreamReader:
    """Reads what a process says. Give its ``feed`` to AgentProcess as ``on_chunk``, and call ``finish`` at its end.

    ``on_line(line, events)`` is called for every line, in order, on the caller's thread, after the line is in the log;
    ``events`` is empty for stderr. ``on_data(line, data, events)`` is called before it with the JSON object of a line
    that is one. What both get was redacted by the log.
    """

    def __init__(self, log: SessionLog, on_line: OnLine, on_data: OnData | None = None) -> None:
        self.log = log
        self._on_line = on_line
        self._on_data = on_data
        self._splitters = {"stdout": LineSplitter(), "stderr": LineSplitter()}

    def feed(self, stream: str, chunk: bytes) -> None:
        """Take bytes of stdout or stderr."""
        for line in self._splitters[stream].feed(chunk):
            self._take(stream, line)

    def finish(self) -> None:
        """The process is gone: what came after the last newline is a line too. Safe to call again."""
        for stream, splitter in self._splitters.items():
            rest = splitter.rest()
            if rest:
                self._take(stream, rest)

    @property
    def dropped(self) -> int:
        """How many bytes of lines that were too long are not kept."""
        return sum(splitter.dropped for splitter in self._splitters.values())

    def _take(self, stream: str, line: bytes) -> None:
        if not line.strip():
            return
        kept, data = self.log.append_parsed(stream, line)
        if stream != "stdout":
            events: tuple[StreamEvent, ...] = ()
        elif data is not None:
            events = events_of(data)
            if self._on_data is not None:
                self._on_data(kept, data, events)
        else:
            events = parse(kept.raw)
        self._on_line(kept, events)


def replay_events(path: Path) -> Iterator[tuple[LogLine, tuple[StreamEvent, ...]]]:
    """A session's log read again, line by line with the numbers it had (S6). Nothing for a missing file."""
    for line, _, events in replay_lines(path):
        yield line, events


def replay_lines(path: Path) -> Iterator[tuple[LogLine, dict[str, Any] | None, tuple[StreamEvent, ...]]]:
    """As ``replay_events``, with the JSON object of each line; None where it is none or comes from stderr."""
    offset, number = 0, 0
    while True:
        lines, offset = read_log(path, offset, number, limit=_CHUNK)
        if not lines:
            return
        number = lines[-1].number
        for line in lines:
            if line.stream != "stdout":
                yield line, None, ()
            elif (data := load(line.raw)) is not None:
                yield line, data, events_of(data)
            else:
                yield line, None, parse(line.raw)
