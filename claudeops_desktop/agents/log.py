"""A session's log: every line received, with its arrival time, as NDJSON (S4).

    {"at": "2026-05-01T12:00:00.000Z", "stream": "stdout", "event": {…}}
    {"at": "2026-05-01T12:00:00.000Z", "stream": "stderr", "text": "…"}

A line is handed to the kernel in one write before anything else is done with it, so that a SIGKILL of ours loses
nothing that was said before it.
"""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import orjson

from ..core.clock import from_text, to_text, utc_now
from ..stream.events import load
from .types import LogLine

MOST_STDERR = 16_000_000
"""Bytes of stderr that a log takes: a program that prints errors without end would fill the disk."""
_EVENT = b',"event":'
_TEXT = b',"text":'


class SessionLog:
    """Appends lines to one file. Where the disk fails, the session goes on and the lines that are lost are counted.

    In the file an empty line, or a torn one, stands for each: the lines after it keep their numbers, by which what they
    say is known as stored.

    ``lost`` is their number; ``fault`` one sentence on why, empty while all is well. ``cut`` is how many bytes of
    stderr were left out, since there was too much of it. Calls may come from any thread, one at a time.
    """

    def __init__(
        self,
        path: Path,
        redact: Callable[[bytes, str], bytes] | None = None,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        self.path = path
        self.lost = 0
        self.fault = ""
        self._redact = redact
        self._clock = clock
        self._number = 0
        self._lock = threading.Lock()
        self._file = -1
        self.cut = 0
        self._stderr = 0
        self._owed = 0  # ends of lines that a full disk did not take
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        except OSError as error:
            self._failed(error)

    @property
    def lines(self) -> int:
        """How many lines were appended (or lost)."""
        return self._number

    def append(self, stream: str, line: bytes) -> LogLine:
        """Redact a line and write it. Gives it back as it was written, with its number and time."""
        kept, _ = self.append_parsed(stream, line)
        return kept

    def append_parsed(self, stream: str, line: bytes) -> tuple[LogLine, dict[str, object] | None]:
        """As ``append``; also the JSON object of the line, None where it is none or comes from stderr."""
        if self._redact is not None:
            line = self._redact(line, stream)
        plain, data = _read(line) if stream == "stdout" else (False, None)
        at = to_text(self._clock())
        if stream == "stderr":
            self._stderr += len(line)
            if self._stderr > MOST_STDERR:
                self.cut += len(line)
                return LogLine(self._number, at, stream, line), None
        head = b'{"at":"%s","stream":"%s"' % (at.encode(), stream.encode())
        if plain:
            whole = b"".join((head, _EVENT, line.strip(), b"}\n"))
        else:
            whole = b"".join((head, _TEXT, orjson.dumps(line.decode("utf-8", "replace")), b"}\n"))
        with self._lock:
            self._number += 1
            self._write(whole)
            return LogLine(self._number, at, stream, line), data

    def close(self) -> None:
        """Close the file. Further lines are lost."""
        with self._lock:
            if self._file >= 0:
                os.close(self._file)
                self._file = -1

    def _write(self, whole: bytes) -> None:
        if self._file < 0:
            self.lost += 1
            return
        try:
            while self._owed:
                self._owed -= os.write(self._file, b"\n" * self._owed)
            view = memoryview(whole)
            while view:
                view = view[os.write(self._file, view) :]
        except OSError as error:
            self.lost += 1
            self._owed += 1
            self._failed(error)

    def _failed(self, error: OSError) -> None:
        if self.fault:
            return
        why = "the disk is full" if error.errno in (errno.ENOSPC, errno.EDQUOT) else (error.strerror or str(error))
        self.fault = f"The session's log cannot be written: {why}. The session goes on; its log has gaps."


def read_log(path: Path, offset: int = 0, number: int = 0, limit: int | None = None) -> tuple[list[LogLine], int]:
    """The lines after a byte offset, and the offset after the last whole one.

    ``number`` is that of the line before the offset, so that reading on numbers on; ``limit`` bounds the bytes read at
    once (a line longer than that is still read whole). A torn last line is left for the next call; a missing file has
    no lines. Lines that are not of our form (a raw recording, half a line) are given as they are, with no time.
    """
    found: list[LogLine] = []
    try:
        with path.open("rb") as file:
            file.seek(offset)
            read = 0
            for line in file:
                if not line.endswith(b"\n"):
                    break
                offset += len(line)
                number += 1
                read += len(line)
                found.append(_logged(line[:-1], number))
                if limit is not None and read >= limit:
                    break
    except FileNotFoundError:
        return [], offset
    return found, offset


def prune_logs(
    folder: Path, keep_days: int, keep_mb: int, now: datetime, spare: frozenset[Path] | set[Path] = frozenset()
) -> list[Path]:
    """Remove logs that are too old, then the oldest until all fit in ``keep_mb`` megabytes. Gives those removed.

    Those in ``spare`` (running sessions) stay, but count. A log's age is that of its last line.
    """
    kept: list[tuple[float, int, Path]] = []
    removed: list[Path] = []
    oldest = (now - timedelta(days=keep_days)).timestamp()
    spared = {path.absolute() for path in spare}
    total = 0
    for path in folder.glob("*.ndjson"):
        try:
            about = path.stat()
        except OSError:
            continue
        total += about.st_size
        if path.absolute() not in spared:
            kept.append((about.st_mtime, about.st_size, path))
    for changed, size, path in sorted(kept):
        if changed >= oldest and total <= keep_mb * 1_000_000:
            break
        try:
            path.unlink()
        except OSError:
            continue
        total -= size
        removed.append(path)
    return removed


def log_name(session_id: int, started: datetime) -> str:
    """The file name of a session's log."""
    return f"session-{session_id:06d}-{started:%Y%m%dT%H%M%S}.ndjson"


def _logged(line: bytes, number: int) -> LogLine:
    """One line of a log. The event's bytes are cut out as they stand, which is far quicker than reading them twice."""
    if line.startswith(b'{"at":"'):
        head, event, rest = line.partition(_EVENT)
        if event and len(head) < 80 and rest.endswith(b"}"):
            fields = _fields(head)
            if fields:
                return LogLine(number, fields[0], fields[1], rest[:-1])
        data = load(line)
        if data is not None and isinstance(data.get("text"), str):
            at, stream = data.get("at"), data.get("stream")
            if isinstance(at, str) and isinstance(stream, str):
                return LogLine(number, at, stream, data["text"].encode("utf-8", "replace"))
    return LogLine(number, "", "stdout", line)


def _fields(head: bytes) -> tuple[str, str] | None:
    try:
        data = orjson.loads(head + b"}")
        from_text(data["at"])
        return data["at"], data["stream"]
    except (ValueError, KeyError, TypeError):
        return None


def _read(line: bytes) -> tuple[bool, dict[str, object] | None]:
    """Tell whether a line may stand in the log as it is (a strict JSON object), and the object that it is or nearly
    is."""
    try:
        data = orjson.loads(line)
    except orjson.JSONDecodeError:
        return False, load(line)
    return (True, data) if isinstance(data, dict) else (False, None)
