"""Index → hits, newest first, within a time that an operator waits for (S4).

Parts are looked through from the newest on, and no further than is needed. Counting goes on only as long as there is
time: a word that stands in every line is "more than 10,000".
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Collection
from dataclasses import dataclass
from heapq import merge
from itertools import islice
from pathlib import Path

from ...core.errors import EnvironmentFault
from ...core.messages import UserMessage
from ...core.paths import DataFolder
from .database import LINE_BITS, index_file, mark_damaged, open_for_reading, part_table, place_of, row_of
from .indexing import log_files
from .query import LogQuery
from .snippets import LogSnippet, passage_of, read_at

SECONDS = 0.6
COUNTED = 10_000
SHOWN = 200
STEPS = 20_000


@dataclass(frozen=True, slots=True)
class LogSearchRequest:
    """What is looked for: the words; in these sessions (None: all); said from ``since`` and before ``until`` (stored
    text, "" open); at most ``limit`` hits.
    """

    query: LogQuery
    sessions: frozenset[int] | None = None
    since: str = ""
    until: str = ""
    limit: int = SHOWN


@dataclass(frozen=True, slots=True)
class LogHit:
    """One log line that says it. ``at`` is stored text; ``marks`` are start and length of the words in ``snippet``."""

    session_id: int
    line: int
    at: str
    part: str
    snippet: str
    marks: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class LogSearchResult:
    """What came of a search: hits, newest first. ``count`` lines say it, or at least so many where ``more``."""

    hits: tuple[LogHit, ...] = ()
    count: int = 0
    more: bool = False
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class IndexProgress:
    """How far the index is: bytes of logs taken in, of all there are. ``there``: whether there is an index."""

    done: int = 0
    total: int = 0
    there: bool = False
    note: str = ""

    @property
    def complete(self) -> bool:
        """Tell whether all that is written can be found (the last half line of a running session aside)."""
        return self.there and self.total - self.done < 4_096

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return min(1.0, self.done / self.total) if self.total else float(self.there)


def search_logs(folder: DataFolder, wish: LogSearchRequest) -> LogSearchResult:
    """Look. Raises EnvironmentFault where the index cannot be read. Not for the GUI thread."""
    began = time.monotonic()
    if not wish.query.looks_for:
        return LogSearchResult()
    try:
        with open_for_reading(index_file(folder)) as database:
            if database is None:
                return LogSearchResult()
            rows, count, more = _Search(database, wish, began + SECONDS).run()
            places = _places(database, rows)
    except sqlite3.Error as error:
        raise _unreadable(folder, error) from error
    hits = [hit for hit in (_hit(folder.logs, place, wish) for place in places) if hit is not None]
    # A log that was pruned, or a line outside the time asked for, is no hit.
    count = max(len(hits), count - len(rows) + len(hits))
    return LogSearchResult(tuple(hits), count, more, time.monotonic() - began)


def index_progress(folder: DataFolder) -> IndexProgress:
    """How far the index is. Reads the folder of logs: not for the GUI thread."""
    files = log_files(folder.logs)
    total = sum(file.size for file in files.values())
    try:
        with open_for_reading(index_file(folder)) as database:
            if database is None:
                return IndexProgress(0, total)
            done = sum(
                min(offset, files[session].size)
                for session, offset in database.execute("SELECT session_id, offset FROM logs")
                if session in files
            )
            note = database.execute("SELECT text FROM notes ORDER BY rowid DESC LIMIT 1").fetchone()
            return IndexProgress(done, total, True, note[0] if note else "")
    except sqlite3.Error:
        return IndexProgress(0, total)


def _unreadable(folder: DataFolder, error: sqlite3.Error) -> EnvironmentFault:
    mark_damaged(index_file(folder), error)
    return EnvironmentFault(
        UserMessage("The index of the logs cannot be read: {error}.", error=error),
        UserMessage("`claudeops index-logs` makes it anew; the logs themselves are not touched."),
    )


class _Search:
    """One search through the parts, newest first, until ``deadline`` (monotonic)."""

    def __init__(self, database: sqlite3.Connection, wish: LogSearchRequest, deadline: float) -> None:
        self._database = database
        self._wish = wish
        self._deadline = deadline
        self._where = ""
        self._late = False

    def run(self) -> tuple[list[int], int, bool]:
        """Rows, newest first; how many there are; whether there may be more."""
        self._narrow()
        parts = self._parts()
        limit = self._wish.limit
        rows: list[int] = []
        counts: dict[int, int] = {}
        for _, part in parts:
            newest = max((high for high, other in parts if other not in counts), default=0)
            if len(rows) >= limit and rows[limit - 1] > newest:
                break
            found = self._rows(part, limit)
            counts[part] = len(found) if len(found) < limit else -1
            rows = list(islice(merge(rows, found, reverse=True), limit))
        return rows, *self._count(parts, counts)

    def _narrow(self) -> None:
        """The sessions that are meant, as a table that the database looks into."""
        wish = self._wish
        if wish.sessions is None and not wish.since and not wish.until:
            return
        wanted: Collection[int] = {
            session
            for session, first, last in self._database.execute("SELECT session_id, first_at, last_at FROM logs")
            if (wish.sessions is None or session in wish.sessions)
            and (not wish.since or not last or last >= wish.since)
            and (not wish.until or not first or first < wish.until)
        }
        self._database.execute("PRAGMA query_only = OFF")
        self._database.execute("CREATE TEMP TABLE wanted (id INTEGER PRIMARY KEY)")
        self._database.executemany("INSERT INTO wanted VALUES (?)", ((session,) for session in wanted))
        self._database.execute("PRAGMA query_only = ON")
        low, high = row_of(min(wanted, default=0), 0), row_of(max(wanted, default=0) + 1, 0)
        self._where = f" AND rowid BETWEEN {low} AND {high} AND rowid >> {LINE_BITS} IN (SELECT id FROM wanted)"

    def _parts(self) -> list[tuple[int, int]]:
        """The newest row that each part may hold, and the part; newest first. Only parts with a wanted session."""
        wanted = " WHERE session_id IN (SELECT id FROM wanted)" if self._where else ""
        rows = self._database.execute(
            f"SELECT max(session_id << {LINE_BITS} | last_line), part FROM pieces{wanted} GROUP BY part"
        )
        return sorted(rows, reverse=True)

    def _rows(self, part: int, limit: int) -> list[int]:
        name = part_table(part)
        sql = f"SELECT rowid FROM {name} WHERE {name} MATCH ?{self._where} ORDER BY rowid DESC LIMIT {limit}"
        return [row for (row,) in self._database.execute(sql, (self._wish.query.match,))]

    def _count(self, parts: list[tuple[int, int]], counts: dict[int, int]) -> tuple[int, bool]:
        """How many in all: parts that were not exhausted are counted while there is time."""
        total = sum(count for count in counts.values() if count >= 0)
        self._database.set_progress_handler(self._stop_when_late, STEPS)
        try:
            for _, part in parts:
                if counts.get(part, -1) >= 0:
                    continue
                if total > COUNTED or self._stop_when_late():
                    return min(COUNTED, max(total, self._wish.limit)), True
                name = part_table(part)
                sql = (
                    f"SELECT count(*) FROM (SELECT 1 FROM {name} WHERE {name} MATCH ?{self._where} LIMIT {COUNTED + 1})"
                )
                total += int(self._database.execute(sql, (self._wish.query.match,)).fetchone()[0])
        except sqlite3.OperationalError:
            if not self._late:
                raise
            return max(total, self._wish.limit), True
        finally:
            self._database.set_progress_handler(None, 0)
        return (COUNTED, True) if total > COUNTED else (total, False)

    def _stop_when_late(self) -> bool:
        self._late = time.monotonic() > self._deadline
        return self._late


@dataclass(frozen=True, slots=True)
class _Place:
    session_id: int
    line: int
    name: str
    mark_line: int
    mark_offset: int


def _places(database: sqlite3.Connection, rows: list[int]) -> list[_Place]:
    """Where in its file each row is."""
    found = []
    for row in rows:
        session, line = place_of(row)
        about = database.execute("SELECT name FROM logs WHERE session_id = ?", (session,)).fetchone()
        mark = database.execute(
            "SELECT line, offset FROM marks WHERE session_id = ? AND line <= ? ORDER BY line DESC LIMIT 1",
            (session, line),
        ).fetchone()
        if about and mark:
            found.append(_Place(session, line, about[0], *mark))
    return found


def _hit(logs: Path, place: _Place, wish: LogSearchRequest) -> LogHit | None:
    line = read_at(logs / place.name, place.line, place.mark_line, place.mark_offset)
    if line is None:
        return None
    passage = passage_of(line, wish.query)
    if passage is None:  # the index and we cut words differently: it is there all the same
        passage = _opening(line, wish.query)
    if passage is None or (wish.since and passage.at < wish.since) or (wish.until and passage.at >= wish.until):
        return None
    return LogHit(place.session_id, place.line, passage.at, passage.part, passage.text, passage.marks)


def _opening(line: bytes, query: LogQuery) -> LogSnippet | None:
    from .extract_text import PARTS, read_line

    said = read_line(line)
    for part, text in zip(PARTS, said.texts, strict=True):
        if text and (not query.parts or part in query.parts):
            return LogSnippet(said.at, part, " ".join(text[:260].split()), ())
    return None
