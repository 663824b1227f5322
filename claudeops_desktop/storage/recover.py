"""Saving what can be read of a damaged database into a new one.

SQLite reads each table as far as it can. Where it meets damage anywhere, the pages of the file are read one by one as
well, which needs neither a header nor a schema nor an inner page to be whole. The new database is made by our own
migrations, so it is whole whatever the old one was. Word indexes are not copied but made anew from what was saved.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from peewee import DatabaseError, SqliteDatabase

from ..core.errors import EnvironmentFault, OperatorError
from ..core.messages import UserMessage
from ..core.paths import DataFolder
from . import migrate
from .archive import BackupProgress, Report, Stopped
from .backup_reader import report_step
from .database import DamagedDatabase, machine_fault
from .integrity_repair import make_whole, word_indexes
from .lost_database import put_aside
from .recover_pages import PageSearch
from .restore import held_alone
from .sqlite_pages import PageFile
from .store_place import require_file
from .upgrade_copies import HELD
from .value_shapes import StoredColumn, StoredTable, repair_values, stored_tables
from .wal_file import wal_of

BATCH = 500
NOT_DAMAGE = ("full", "locked", "disk I/O")  # what SQLite says of the machine
SKIPPED = ("schema_migrations", "resource_purge")  # a purge that was interrupted does not leave its door open


@dataclass(frozen=True, slots=True)
class RecoveredTable:
    """One table: rows saved, rows left out that pointed to lost ones, and whether all of it could be read.

    ``lost`` is how many rows its indexes name that were not found, None where no index can be read; ``mended`` rows
    have a moment or a list that could not be read and was replaced.
    """

    name: str
    saved: int
    dropped: int
    whole: bool
    lost: int | None = None
    mended: int = 0


@dataclass(frozen=True, slots=True)
class RecoverResult:
    """What was saved into ``target``.

    ``unreadable_pages`` are pages that belong to a table and could not be read, or that the file no longer has;
    ``unassigned`` rows were read, but nobody can tell of which table they are.
    """

    target: Path
    tables: tuple[RecoveredTable, ...]
    unreadable_pages: int = 0
    unassigned: int = 0

    @property
    def rows(self) -> int:
        """All rows saved."""
        return sum(table.saved for table in self.tables)

    @property
    def is_complete(self) -> bool:
        """Tell whether nothing was lost."""
        return not self.unreadable_pages and not self.unassigned and all(table.whole for table in self.tables)

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "target": str(self.target),
            "rows": self.rows,
            "whole": self.is_complete,
            "unreadable_pages": self.unreadable_pages,
            "unassigned_rows": self.unassigned,
            "tables": [asdict(table) for table in self.tables],
        }


def recover_database(
    source: Path,
    target: Path,
    *,
    report: Report = lambda _progress: None,
    stopped: Stopped = lambda: False,
) -> RecoverResult:
    """Copy what can be read of ``source`` into the new database ``target``. The source is not changed.

    Raises OperatorError where the target exists or nothing can be read, EnvironmentFault, or Cancelled.
    """
    if target.exists():
        raise OperatorError(UserMessage("{target} exists already.", target=target), UserMessage("Name another file."))
    if not source.exists() and not wal_of(source).exists():
        raise OperatorError(
            UserMessage("There is no file {source}.", source=source), UserMessage("Name the damaged database.")
        )
    part = target.with_name(f".{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        _make(part)
        done = _copy(source, part, target, report, stopped)
        part.chmod(0o600)
        part.replace(target)
    except (sqlite3.DatabaseError, DatabaseError) as error:
        fault = machine_fault(error, target)
        if fault is None or isinstance(fault, DamagedDatabase):
            fault = EnvironmentFault(
                UserMessage("{target} could not be written: {error}.", target=target, error=error),
                UserMessage("Free some space."),
            )
        raise fault from error
    except OSError as error:
        raise EnvironmentFault(
            UserMessage("{target} could not be written: {strerror}.", target=target, strerror=error.strerror),
            UserMessage("Choose another place."),
        ) from error
    finally:
        for suffix in ("", "-wal", "-shm", "-journal"):
            part.with_name(part.name + suffix).unlink(missing_ok=True)
    return done


def salvage_in_place(
    folder: DataFolder,
    *,
    report: Report = lambda _progress: None,
    stopped: Stopped = lambda: False,
) -> RecoverResult:
    """Put what can be read of a folder's database into its place; the damaged file goes to the backups.

    Nobody may have the database open. Raises as ``salvage`` does; then everything is as it was.
    """
    require_file(folder)
    fresh = folder.database.with_name("claudeops-salvaged.db")
    with held_alone(folder) as database:
        if database is not None:
            database.close()
        fresh.unlink(missing_ok=True)
        done = recover_database(folder.database, fresh, report=report, stopped=stopped)
        try:
            put_aside(folder)
            fresh.replace(folder.database)
            (folder.backups / HELD).unlink(missing_ok=True)
        except OSError as error:
            raise EnvironmentFault(
                UserMessage(
                    "What was saved is in {fresh}, but could not take its place: {strerror}.",
                    fresh=fresh,
                    strerror=error.strerror,
                ),
                UserMessage("Move it there by hand."),
            ) from error
    return RecoverResult(folder.database, done.tables, done.unreadable_pages, done.unassigned)


def _make(path: Path) -> None:
    """An empty database of the present schema."""
    path.parent.mkdir(parents=True, exist_ok=True)
    database = SqliteDatabase(str(path), pragmas={"foreign_keys": 1})
    database.connect()
    try:
        migrate.apply_migrations(database, path, path.parent)
    finally:
        database.close()


def _copy(source: Path, part: Path, target: Path, report: Report, stopped: Stopped) -> RecoverResult:
    with closing(sqlite3.connect(part, isolation_level=None)) as new:
        triggers = new.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            new.execute(f'DROP TRIGGER "{name}"')
        filling = _Filling(new, report, stopped)
        sound = filling.read_with_sqlite(source)
        if not sound:
            filling.read_pages(source)
        if not filling.total and not filling.schema_readable:
            raise OperatorError(
                UserMessage("Nothing can be read of {source}: no table is left in it.", source=source),
                UserMessage("Restore a backup with `claudeops restore FILE`."),
            )
        dropped = _drop_dangling(new)
        report_step(BackupProgress("Making the indexes anew", 0, 0), report, stopped)
        if not filling.is_whole("memory_entities"):  # what was indexed is indexed again where its links were lost
            new.execute("DELETE FROM memory_indexed")
        make_whole(new)
        for _, sql in triggers:
            new.execute(sql)
        _verify(new)
    return RecoverResult(target, filling.tables(dropped), filling.unreadable_pages, filling.unassigned)


class _Filling:
    """Fills the new database, and counts what it found and missed of each table."""

    def __init__(self, new: sqlite3.Connection, report: Report, stopped: Stopped) -> None:
        self._new = new
        self._report = report
        self._stopped = stopped
        self._ours = stored_tables(new)
        parts = {table for tables in word_indexes(new).values() for table in tables}
        self._wanted = [n for n in self._ours if n not in (*SKIPPED, *parts) and not n.startswith("sqlite_")]
        self._saved = dict.fromkeys(self._wanted, 0)
        self._mended = dict.fromkeys(self._wanted, 0)
        self._torn: set[str] = set()
        self._expected: dict[str, int] = {}
        self._statements: dict[tuple[str, tuple[str, ...]], str] = {}
        self.unreadable_pages = 0
        self.unassigned = 0
        self.schema_readable = False

    @property
    def total(self) -> int:
        """All rows so far."""
        return sum(self._saved.values())

    def is_whole(self, name: str) -> bool:
        """Tell whether no damage was met in a table."""
        return name not in self._torn and self._expected.get(name, 0) <= self._saved.get(name, 0)

    def tables(self, dropped: dict[str, int]) -> tuple[RecoveredTable, ...]:
        """The outcome for each table."""
        return tuple(
            RecoveredTable(
                name,
                self._saved[name] - dropped.get(name, 0),
                dropped.get(name, 0),
                self.is_whole(name),
                max(0, self._expected[name] - self._saved[name]) if name in self._expected else None,
                self._mended[name],
            )
            for name in self._wanted
        )

    def read_with_sqlite(self, source: Path) -> bool:
        """Read every table as far as SQLite can; whether nothing at all is wrong with the file."""
        if not source.exists() or not source.stat().st_size:  # SQLite would delete the log beside it
            return False
        try:
            with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as old:
                old.execute("PRAGMA cell_size_check=ON")
                old.text_factory = lambda raw: raw.decode(errors="replace")
                sound = _is_sound(old)
                theirs = stored_tables(old)
                self.schema_readable = bool(theirs)
                for at, name in enumerate(name for name in self._wanted if name in theirs):
                    report_step(BackupProgress(f"Reading {name}", at, len(self._wanted)), self._report, self._stopped)
                    if not self._read_table(old, theirs[name]):
                        sound = False
                    named = _named_by_indexes(old, name)
                    if named is not None:
                        self._expected[name] = named
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # what SQLite says may quote broken text
            if self._new.in_transaction:
                self._new.execute("ROLLBACK")
            if any(sign in str(error) for sign in NOT_DAMAGE):
                raise
            return False
        return sound and bool(theirs)

    def read_pages(self, source: Path) -> None:
        """Read what the pages of the file hold, whatever SQLite says of it."""
        with PageFile(source) as pages:
            search = PageSearch(pages, self._ours)
            number = 0
            self._new.execute("BEGIN")
            for number, row in enumerate(search.rows()):
                if row.table in self._saved:
                    self._put(row.table, row.columns, row.values)
                if number % BATCH == 0:
                    report_step(BackupProgress(f"Reading pages: {number:,} rows", 0, 0), self._report, self._stopped)
            self._new.execute("COMMIT")
            self.unreadable_pages, self.unassigned = search.unreadable_pages, search.unassigned
            self.schema_readable |= search.schema_readable
            self._torn |= {name for name, walk in search.walks.items() if walk.bad_cells or walk.bad_pages}
            if not search.schema_readable or self.unassigned:
                self._torn |= set(self._wanted)

    def _read_table(self, old: sqlite3.Connection, theirs: StoredTable) -> bool:
        """Put the rows of one table into ours, up to the first damage; whether there was none."""
        ours = {column.name for column in self._ours[theirs.name].columns}
        columns = tuple(column for column in theirs.columns if column.name in ours)
        listed = ", ".join(f'"{column.name}"' for column in columns)
        plain = " NOT INDEXED ORDER BY rowid" if theirs.has_rowid else ""
        self._new.execute("BEGIN")
        try:
            for number, row in enumerate(old.execute(f'SELECT {listed} FROM "{theirs.name}"{plain}')):
                self._put(theirs.name, columns, row)
                if number % BATCH == 0:
                    report_step(
                        BackupProgress(f"Reading {theirs.name}: {number:,} rows", 0, 0), self._report, self._stopped
                    )
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            if any(sign in str(error) for sign in NOT_DAMAGE):
                raise
            return False
        finally:
            if self._new.in_transaction:
                self._new.execute("COMMIT")
        return True

    def _put(self, table: str, columns: tuple[StoredColumn, ...], values: tuple[Any, ...]) -> None:
        """Insert a row unless it is there; a torn one that no rule of ours lets in is left out."""
        key = (table, tuple(column.name for column in columns))
        sql = self._statements.get(key)
        if sql is None:
            ours = {column.name for column in self._ours[table].columns}
            names = [f'"{name}"' if name in ours else "" for name in key[1]]
            sql = self._statements[key] = (
                f'INSERT OR IGNORE INTO "{table}" ({", ".join(filter(None, names))})'
                f" VALUES ({', '.join('?' for name in names if name)})"
            )
        kept = repair_values(columns, values)
        ours = {column.name for column in self._ours[table].columns}
        row = [value for column, value in zip(columns, kept, strict=True) if column.name in ours]
        with suppress(sqlite3.IntegrityError, sqlite3.InterfaceError, OverflowError):
            saved = max(0, self._new.execute(sql, row).rowcount)
            self._saved[table] += saved
            self._mended[table] += bool(saved and kept != list(values))


def _is_sound(old: sqlite3.Connection) -> bool:
    (first,) = old.execute("PRAGMA integrity_check(1)").fetchone()
    return bool(first == "ok")


def _named_by_indexes(old: sqlite3.Connection, name: str) -> int | None:
    """How many rows the indexes of a table name, by the one that names most; None where none can be read."""
    found: list[int] = []
    with suppress(sqlite3.DatabaseError, UnicodeDecodeError):
        for row in old.execute(f'PRAGMA index_list("{name}")').fetchall():
            if row[4]:  # it covers only some of the rows
                continue
            with suppress(sqlite3.DatabaseError, UnicodeDecodeError):
                sql = f'SELECT count(*) FROM "{name}" INDEXED BY "{row[1]}"'
                found.append(int(old.execute(sql).fetchone()[0]))
    return max(found, default=None)


def _verify(new: sqlite3.Connection) -> None:
    """The new database is whole in itself. Raises sqlite3.DatabaseError."""
    (first,) = new.execute("PRAGMA integrity_check(1)").fetchone()
    if first != "ok" or new.execute("PRAGMA foreign_key_check").fetchone() is not None:
        raise sqlite3.DatabaseError(f"the new database is not whole: {first}")


def _drop_dangling(new: sqlite3.Connection) -> dict[str, int]:
    """Rows that point to lost ones: a pointer that may be empty is emptied, else the row goes. How many, by table."""
    dropped: dict[str, int] = {}
    while rows := new.execute("PRAGMA foreign_key_check").fetchall():
        for table, rowid, _parent, number in rows:
            keys = new.execute(f'PRAGMA foreign_key_list("{table}")').fetchall()
            columns = [key[3] for key in keys if key[0] == number]
            needed = {row[1] for row in new.execute(f'PRAGMA table_info("{table}")') if row[3] or row[5]}
            if rowid is None:  # a table that has no row numbers
                dropped[table] = dropped.get(table, 0) + _drop_keyed(new, table, [k for k in keys if k[0] == number])
            elif not needed & set(columns):
                sets = ", ".join(f'"{column}" = NULL' for column in columns)
                new.execute(f'UPDATE "{table}" SET {sets} WHERE rowid = ?', (rowid,))
            else:
                new.execute(f'DELETE FROM "{table}" WHERE rowid = ?', (rowid,))
                dropped[table] = dropped.get(table, 0) + 1
    return dropped


def _drop_keyed(new: sqlite3.Connection, table: str, keys: list[tuple[Any, ...]]) -> int:
    """Rows whose other row is gone, of a table without row numbers; how many."""
    same = " AND ".join(f'parent."{key[4]}" = "{table}"."{key[3]}"' for key in keys)
    return new.execute(
        f'DELETE FROM "{table}" WHERE NOT EXISTS (SELECT 1 FROM "{keys[0][2]}" parent WHERE {same})'
    ).rowcount
