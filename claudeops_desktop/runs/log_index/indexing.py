"""Logs → index: what was written since, part by part; logs that are gone go from it too.

Each step is one transaction with the place it has come to, so that a kill loses at most the step it was in. Who calls
holds the lock of ``program``: one process at a time writes.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from ...core.clock import to_text, utc_now
from .database import MOST_LINES, drop_part, make_part, open_for_writing, part_table, row_of
from .extract_text import LogLineText, read_line

PART_BYTES = 32_000_000
STEP_BYTES = 8_000_000
MARK_BYTES = 32_000
ROWS_AT_ONCE = 500
_NAME = re.compile(r"session-(\d{1,12})(?:-.*)?\.ndjson$")


@dataclass(frozen=True, slots=True)
class LogFile:
    """A session's log as it lies in the folder."""

    session_id: int
    path: Path
    size: int


@dataclass(frozen=True, slots=True)
class IndexingResult:
    """What one pass did: bytes and lines taken in, logs forgotten, and a sentence where the index was made anew."""

    bytes: int = 0
    lines: int = 0
    forgotten: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True)
class _Piece:
    """Lines of one log that lie in one part: ``first`` to ``last``, bytes ``start`` to ``end``."""

    session_id: int
    path: Path
    first: int
    start: int
    last: int
    end: int


def log_files(folder: Path) -> dict[int, LogFile]:
    """The logs in a folder by session; where a session has two, the larger one."""
    found: dict[int, LogFile] = {}
    try:
        entries = list(os.scandir(folder))
    except FileNotFoundError:
        return {}
    for entry in entries:
        named = _NAME.match(entry.name)
        if not named:
            continue
        try:
            size = entry.stat().st_size
        except OSError:  # pruned just now
            continue
        file = LogFile(int(named[1]), Path(entry.path), size)
        before = found.get(file.session_id)
        if before is None or before.size < size:
            found[file.session_id] = file
    return found


def bring_up_to_date(index: Path, logs: Path, step: Callable[[], None] = lambda: None) -> IndexingResult:
    """Take in what was written since, forget what is gone. ``step`` is called after each transaction.

    Raises sqlite3.Error where the disk fails.
    """
    with open_for_writing(index) as (database, why):
        if why:
            database.execute("INSERT INTO notes VALUES (?, ?)", (to_text(utc_now()), why))
        files = log_files(logs)
        known = _known(database)
        gone = [
            session
            for session, (name, offset, _) in known.items()
            if session not in files or files[session].path.name != name or files[session].size < offset
        ]
        _forget(database, gone, files, step)
        taken = lines = 0
        for session in sorted(files):
            file = files[session]
            _, offset, line = known[session] if session in known and session not in gone else ("", 0, 0)
            while offset < file.size and line < MOST_LINES:
                try:
                    end, last = _take(database, file, offset, line)
                except FileNotFoundError:  # pruned meanwhile; the next pass forgets it
                    break
                if end == offset:  # half a line, so far
                    break
                taken, lines = taken + end - offset, lines + last - line
                offset, line = end, last
                step()
        if gone:
            database.execute("PRAGMA incremental_vacuum")
        if taken or gone:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return IndexingResult(taken, lines, len(gone), why)


def forget_sessions(index: Path, logs: Path, sessions: Iterable[int]) -> int:
    """Forget all that the index has of these sessions, at once and for good; how many it knew.

    A log of theirs that is still there is taken in again by the next pass, as it then is.
    """
    with open_for_writing(index) as (database, _):
        wanted = sorted(set(sessions) & _known(database).keys())
        _forget(database, wanted, log_files(logs), lambda: None)
        if wanted:
            database.execute("PRAGMA incremental_vacuum")
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return len(wanted)


def _known(database: sqlite3.Connection) -> dict[int, tuple[str, int, int]]:
    rows = database.execute("SELECT session_id, name, offset, lines FROM logs")
    return {session: (name, offset, lines) for session, name, offset, lines in rows}


def _take(database: sqlite3.Connection, file: LogFile, offset: int, line: int) -> tuple[int, int]:
    """One step of one log, in one transaction; the offset and line it came to."""
    database.execute("BEGIN IMMEDIATE")
    try:
        part = _open_part(database)
        piece = _Piece(file.session_id, file.path, line + 1, offset, MOST_LINES, offset + STEP_BYTES)
        filled = _fill(database, part, piece)
        if filled is not None:
            database.execute(
                "INSERT INTO logs VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (session_id) DO UPDATE SET"
                " offset = excluded.offset, lines = excluded.lines, last_at = max(last_at, excluded.last_at),"
                " first_at = CASE first_at WHEN '' THEN excluded.first_at ELSE first_at END",
                (file.session_id, file.path.name, filled.end, filled.last, filled.first_at, filled.last_at),
            )
            _close_full(database, part)
        database.execute("COMMIT")
    except BaseException:
        database.execute("ROLLBACK")
        raise
    return (filled.end, filled.last) if filled else (offset, line)


def _forget(
    database: sqlite3.Connection, sessions: list[int], files: dict[int, LogFile], step: Callable[[], None]
) -> None:
    """Make the parts that hold these sessions anew without them, one transaction a part."""
    if not sessions:
        return
    without = set(sessions)
    rows = database.execute("SELECT part, session_id FROM pieces").fetchall()
    for part in sorted({part for part, session in rows if session in without}):
        database.execute("BEGIN IMMEDIATE")
        try:
            _make_anew(database, part, without, files)
            database.execute("COMMIT")
        except BaseException:
            database.execute("ROLLBACK")
            raise
        step()
    database.execute("BEGIN IMMEDIATE")
    for session in sessions:
        database.execute("DELETE FROM logs WHERE session_id = ?", (session,))
        database.execute("DELETE FROM marks WHERE session_id = ?", (session,))
    database.execute("COMMIT")


def _make_anew(database: sqlite3.Connection, part: int, without: set[int], files: dict[int, LogFile]) -> None:
    rows = database.execute(
        "SELECT session_id, first_line, last_line, start, end FROM pieces WHERE part = ?"
        " ORDER BY session_id, first_line",
        (part,),
    ).fetchall()
    closed = database.execute("SELECT closed FROM parts WHERE id = ?", (part,)).fetchone()
    drop_part(database, part)
    kept = [row for row in rows if row[0] not in without and row[0] in files]
    if not kept:
        return
    fresh = make_part(database)
    for session, first, last, start, end in kept:
        try:
            _fill(database, fresh, _Piece(session, files[session].path, first, start, last, end))
        except FileNotFoundError:  # gone meanwhile too; the next pass forgets it
            continue
    if closed and closed[0]:
        _close(database, fresh)


@dataclass(frozen=True, slots=True)
class _Filled:
    end: int
    last: int
    first_at: str
    last_at: str


def _fill(database: sqlite3.Connection, part: int, piece: _Piece) -> _Filled | None:
    """Put the whole lines of a piece into a part; None where there is none."""
    name = part_table(part)
    insert = f"INSERT INTO {name} (rowid, said, asked, answered, errors) VALUES (?, ?, ?, ?, ?)"
    rows: list[tuple[int, str | None, str | None, str | None, str | None]] = []
    marks: list[tuple[int, int, int]] = []
    marked = -MARK_BYTES
    offset, number, first_at, last_at, spoken = piece.start, piece.first - 1, "", "", ""
    for start, line, end in _lines(piece):
        number += 1
        if start - marked >= MARK_BYTES:
            marks.append((piece.session_id, number, start))
            marked = start
        said = read_line(line)
        if said.ends and said.said == spoken:
            said = replace(said, said="")
        spoken = said.said or spoken
        if any(said.texts):
            rows.append((row_of(piece.session_id, number), *_texts(said)))
            if len(rows) >= ROWS_AT_ONCE:
                database.executemany(insert, rows)
                rows.clear()
        if said.at:
            first_at, last_at = first_at or said.at, said.at
        offset = end
    if number < piece.first:
        return None
    database.executemany(insert, rows)
    database.executemany("INSERT OR REPLACE INTO marks VALUES (?, ?, ?)", marks)
    database.execute(
        "INSERT OR REPLACE INTO pieces VALUES (?, ?, ?, ?, ?, ?)",
        (part, piece.session_id, piece.first, number, piece.start, offset),
    )
    database.execute("UPDATE parts SET size = size + ? WHERE id = ?", (offset - piece.start, part))
    return _Filled(offset, number, first_at, last_at)


def _lines(piece: _Piece) -> Iterator[tuple[int, bytes, int]]:
    """Whole lines with the offsets where they begin and end, up to the piece's end (the last one may pass it)."""
    offset, number = piece.start, piece.first - 1
    with piece.path.open("rb") as file:
        file.seek(offset)
        while offset < piece.end and number < piece.last:
            line = file.readline()
            if not line.endswith(b"\n"):
                return
            number += 1
            yield offset, line, offset + len(line)
            offset += len(line)


def _texts(said: LogLineText) -> tuple[str | None, str | None, str | None, str | None]:
    a, b, c, d = said.texts
    return a or None, b or None, c or None, d or None


def _open_part(database: sqlite3.Connection) -> int:
    row = database.execute("SELECT id FROM parts WHERE closed = 0 ORDER BY id DESC LIMIT 1").fetchone()
    return int(row[0]) if row else make_part(database)


def _close_full(database: sqlite3.Connection, part: int) -> None:
    if database.execute("SELECT size >= ? FROM parts WHERE id = ?", (PART_BYTES, part)).fetchone()[0]:
        _close(database, part)


def _close(database: sqlite3.Connection, part: int) -> None:
    """Nothing more is added: bring it into the form that is quickest to search."""
    name = part_table(part)
    database.execute(f"INSERT INTO {name} ({name}) VALUES ('optimize')")
    database.execute("UPDATE parts SET closed = 1 WHERE id = ?", (part,))
