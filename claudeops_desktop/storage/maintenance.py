"""Looking after the database file: is it whole, how large is what, and giving unused room back.

Each of these works beside whatever else uses the file, on a connection of its own.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..core.errors import EnvironmentFault
from ..core.messages import UserMessage
from ..core.paths import DataFolder
from .archive import BackupCancelled, Stopped
from .backup import STEPS
from .database import DAMAGED, DamagedDatabase, machine_fault
from .integrity_repair import rebuild_words, word_indexes, words_astray
from .lost_database import check_for_loss
from .store_place import server_of

PATIENCE_S = 10.0
MOST_PROBLEMS = 20
COMPACT = "`claudeops maintenance vacuum` makes it anew"


@dataclass(frozen=True, slots=True)
class DatabaseHealth:
    """What a check found; ``problems`` are SQLite's own words, at most MOST_PROBLEMS of each kind."""

    problems: tuple[str, ...]
    dangling: tuple[str, ...]

    @property
    def is_sound(self) -> bool:
        """Nothing is wrong."""
        return not self.problems and not self.dangling

    @property
    def damaged(self) -> bool:
        """Something is wrong that cannot be made anew from the rest."""
        return bool(self.dangling) or any(COMPACT not in problem for problem in self.problems)

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {"whole": self.is_sound, **asdict(self)}


@dataclass(frozen=True, slots=True)
class TableSize:
    """One table with its indexes. ``bytes`` is None where this SQLite cannot tell."""

    name: str
    rows: int
    bytes: int | None


@dataclass(frozen=True, slots=True)
class FolderSizes:
    """Bytes of what a data folder holds; ``unused`` is room inside the database that compacting gives back."""

    database: int
    unused: int
    log_files: int
    logs: int
    index: int
    backups: int
    check_results: int
    tables: tuple[TableSize, ...]

    @property
    def total(self) -> int:
        """All of it."""
        return self.database + self.logs + self.index + self.backups + self.check_results

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {"total": self.total, **asdict(self)}


@dataclass(frozen=True, slots=True)
class CompactResult:
    """The size of the database in bytes before and after."""

    before: int
    after: int


def check_database(path: Path, stopped: Stopped = lambda: False) -> DatabaseHealth:
    """Read the whole database and say what is wrong. Raises EnvironmentFault where it cannot be opened at all."""
    address = server_of(DataFolder(path.parent))
    if address is not None:
        from .postgres.upkeep import read_everything

        return DatabaseHealth(tuple(read_everything(address)), ())
    with _opened(path, stopped) as database:
        problems = _said(database, f"PRAGMA integrity_check({MOST_PROBLEMS})")
        if problems == ["ok"]:
            problems = []
        dangling = []
        if not problems:
            rows = database.execute("PRAGMA foreign_key_check").fetchmany(MOST_PROBLEMS)
            dangling = [
                f"{'a row' if row is None else f'row {row}'} of {table} points to a row of {parent} that is gone"
                for table, row, parent, _ in rows
            ]
            problems = [f"the word index {name} does not match its table: {COMPACT}" for name in words_astray(database)]
    return DatabaseHealth(tuple(problems), tuple(dangling))


def measure_folder(folder: DataFolder) -> FolderSizes:
    """How large everything is. Raises EnvironmentFault where the database cannot be read."""
    address = server_of(folder)
    if address is not None:
        from .postgres.upkeep import measure_tables

        whole, found = measure_tables(address)
        return _sizes(folder, whole, 0, [TableSize(*table) for table in found])
    with _opened(folder.database) as database:
        page = int(database.execute("PRAGMA page_size").fetchone()[0])
        unused = int(database.execute("PRAGMA freelist_count").fetchone()[0]) * page
        names = [
            name
            for (name,) in database.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
            )
        ]
        by_table = _bytes_by_table(database)
        for index, parts in word_indexes(database).items():  # what an index of words is made of counts as one
            names = [name for name in names if name == index or name not in parts]
            if by_table is not None:
                by_table[index] = sum(by_table.pop(part, 0) for part in parts)
        tables = [
            TableSize(
                name,
                int(database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]),
                by_table.get(name, 0) if by_table is not None else None,
            )
            for name in names
        ]
    whole = sum(_size(path) for path in folder.root.glob("claudeops.db*"))
    return _sizes(folder, whole, unused, tables)


def _sizes(folder: DataFolder, database: int, unused: int, tables: list[TableSize]) -> FolderSizes:
    logs = [path.stat().st_size for path in folder.logs.glob("*") if path.is_file()] if folder.logs.is_dir() else []
    return FolderSizes(
        database=database,
        unused=unused,
        log_files=len(logs),
        logs=sum(logs),
        index=sum(_size(path) for path in folder.root.glob("log-index.db*")),
        backups=sum(_size(path) for path in folder.backups.rglob("*")) if folder.backups.is_dir() else 0,
        check_results=sum(_size(path) for path in folder.root.glob(f"{folder.check_results.name}*")),
        tables=tuple(sorted(tables, key=lambda table: (-(table.bytes or 0), -table.rows, table.name))),
    )


def unused_room(path: Path) -> tuple[int, int]:
    """Bytes inside the database that compacting would give back, and those of all of it. Raises EnvironmentFault.

    On a server that is the server's own to do: nothing is unused there.
    """
    if server_of(DataFolder(path.parent)) is not None:
        return 0, 0
    with _opened(path) as database:
        page = int(database.execute("PRAGMA page_size").fetchone()[0])
        unused = int(database.execute("PRAGMA freelist_count").fetchone()[0])
        return page * unused, page * int(database.execute("PRAGMA page_count").fetchone()[0])


def compact_database(path: Path, stopped: Stopped = lambda: False) -> CompactResult:
    """Give unused room back, renew what SQLite knows for planning, and a word index that does not match its table.

    Raises EnvironmentFault or Cancelled.
    """
    address = server_of(DataFolder(path.parent))
    if address is not None:
        from .postgres.upkeep import write_anew

        return CompactResult(*write_anew(address, stopped))
    before = _all(path)
    with _opened(path, stopped) as database:
        if words_astray(database):
            rebuild_words(database)
        database.execute("VACUUM")
        database.execute("PRAGMA analysis_limit=1000")
        database.execute("PRAGMA optimize=0x10002")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return CompactResult(before, _all(path))


@contextmanager
def _opened(path: Path, stopped: Stopped = lambda: False) -> Iterator[sqlite3.Connection]:
    """A connection to a database that must exist; what SQLite says of it in plain words."""
    check_for_loss(DataFolder(path.parent))
    if not path.exists():
        raise EnvironmentFault(
            UserMessage("There is no database {path}.", path=path), UserMessage("Start the application once.")
        )
    try:
        with closing(
            sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=PATIENCE_S, isolation_level=None)
        ) as database:
            database.set_progress_handler(lambda: int(stopped()), STEPS)
            yield database
    except sqlite3.DatabaseError as error:
        raise _told(error, path) from error
    except UnicodeError as error:  # what SQLite says of a damaged file may quote its broken text
        raise DamagedDatabase(
            UserMessage("The database {path} is damaged: its text cannot be read.", path=path), DAMAGED
        ) from error


def _told(error: sqlite3.DatabaseError, path: Path) -> EnvironmentFault | BackupCancelled:
    text = str(error).lower()
    if "interrupted" in text:
        return BackupCancelled(UserMessage("Cancelled: nothing was changed."))
    if "locked" in text:
        return EnvironmentFault(
            UserMessage("The database is in use by a run."), UserMessage("Try again when it is over.")
        )
    return machine_fault(error, path) or EnvironmentFault(
        UserMessage("The database {path} cannot be used: {error}.", path=path, error=error),
        UserMessage("Make it and its folder writable."),
    )


def _said(database: sqlite3.Connection, sql: str) -> list[str]:
    """The rows of a check. Damage can end the check itself: then that is what it found."""
    found: list[str] = []
    try:
        for (line,) in database.execute(sql):
            found.append(str(line))
    except sqlite3.DatabaseError as error:
        if any(sign in str(error) for sign in ("interrupted", "not a database", "disk I/O", "full", "locked")):
            raise
        found.append(str(error))
    return found


def _bytes_by_table(database: sqlite3.Connection) -> dict[str, int] | None:
    """Bytes of each table with its indexes; None where this SQLite was built without counting pages."""
    try:
        return dict(
            database.execute(
                "SELECT m.tbl_name, sum(d.pgsize) FROM dbstat d JOIN sqlite_master m ON m.name = d.name"
                " WHERE d.aggregate = TRUE GROUP BY m.tbl_name"
            ).fetchall()
        )
    except sqlite3.OperationalError:
        return None


def _all(path: Path) -> int:
    return sum(_size(path.with_name(path.name + suffix)) for suffix in ("", "-wal"))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size if path.is_file() else 0
    except OSError:
        return 0
