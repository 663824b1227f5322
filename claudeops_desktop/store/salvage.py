"""Saving what can be read of a damaged database into a new one.

Each table is read from its first row on until the damage, then from its last row backwards, then row by row in
between. The new database is made by our own migrations, so it is whole whatever the old one was. Word indexes are not
copied but made anew from what was saved.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from peewee import SqliteDatabase

from ..clock import utc_now
from ..errors import EnvironmentFault, OperatorError
from ..paths import DataFolder
from . import migrate
from .archive import Progress, Report, Stopped
from .backup import step
from .mended import make_whole, word_indexes

BATCH = 500
MOST_PROBES = 200_000  # single rows tried between the two sides of the damage
SKIPPED = ("schema_migrations", "resource_purge")  # a purge that was interrupted does not leave its door open


@dataclass(frozen=True, slots=True)
class TableSaved:
    """One table: rows saved, rows that pointed to others that were lost, and whether it could be read to its end."""

    name: str
    saved: int
    dropped: int
    whole: bool


@dataclass(frozen=True, slots=True)
class Salvaged:
    """What was saved into ``target``."""

    target: Path
    tables: tuple[TableSaved, ...]

    @property
    def rows(self) -> int:
        """All rows saved."""
        return sum(table.saved for table in self.tables)

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {"target": str(self.target), "rows": self.rows, "tables": [asdict(table) for table in self.tables]}


def salvage(
    source: Path,
    target: Path,
    *,
    report: Report = lambda _progress: None,
    stopped: Stopped = lambda: False,
) -> Salvaged:
    """Copy what can be read of ``source`` into the new database ``target``. The source is not changed.

    Raises OperatorError where the target exists or nothing can be read, EnvironmentFault, or Cancelled.
    """
    if target.exists():
        raise OperatorError(f"{target} exists already.", "Name another file.")
    if not source.exists():
        raise OperatorError(f"There is no file {source}.", "Name the damaged database.")
    part = target.with_name(f".{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        _make(part)
        tables = _copy(source, part, report, stopped)
        part.chmod(0o600)
        part.replace(target)
    except sqlite3.DatabaseError as error:
        raise EnvironmentFault(f"{target} could not be written: {error}.", "Free some space.") from error
    except OSError as error:
        raise EnvironmentFault(f"{target} could not be written: {error.strerror}.", "Choose another place.") from error
    finally:
        for suffix in ("", "-wal", "-shm", "-journal"):
            part.with_name(part.name + suffix).unlink(missing_ok=True)
    return Salvaged(target, tables)


def mend(
    folder: DataFolder,
    *,
    report: Report = lambda _progress: None,
    stopped: Stopped = lambda: False,
) -> Salvaged:
    """Put what can be read of a folder's database into its place; the damaged file goes to the backups.

    Nobody may have the database open. Raises as ``salvage`` does; then everything is as it was.
    """
    fresh = folder.database.with_name("claudeops-salvaged.db")
    fresh.unlink(missing_ok=True)
    done = salvage(folder.database, fresh, report=report, stopped=stopped)
    folder.backups.mkdir(mode=0o700, parents=True, exist_ok=True)
    kept = folder.backups / f"claudeops-damaged-{utc_now():%Y%m%dT%H%M%S%fZ}.db"
    folder.database.replace(kept)
    for suffix in ("-wal", "-shm"):  # they belong to the damaged one
        beside = folder.database.with_name(folder.database.name + suffix)
        if beside.exists():
            beside.replace(kept.with_name(kept.name + suffix))
    fresh.replace(folder.database)
    return Salvaged(folder.database, done.tables)


def _make(path: Path) -> None:
    """An empty database of the present schema."""
    path.parent.mkdir(parents=True, exist_ok=True)
    database = SqliteDatabase(str(path), pragmas={"foreign_keys": 1})
    database.connect()
    try:
        migrate.apply(database, path, path.parent)
    finally:
        database.close()


def _copy(source: Path, part: Path, report: Report, stopped: Stopped) -> tuple[TableSaved, ...]:
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as old,
        closing(sqlite3.connect(part, isolation_level=None)) as new,
    ):
        old.execute("PRAGMA cell_size_check=ON")
        old.text_factory = lambda raw: raw.decode(errors="replace")
        names = _tables(old, source)
        triggers = new.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            new.execute(f'DROP TRIGGER "{name}"')
        ours = [name for (name,) in new.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        not_copied = {*SKIPPED, *(table for tables in word_indexes(new).values() for table in tables)}
        wanted = [n for n in ours if n in names and n not in not_copied and not n.startswith("sqlite_")]
        found: dict[str, tuple[int, bool]] = {}
        for at, name in enumerate(wanted):
            step(Progress(f"Reading {name}", at, len(wanted)), report, stopped)
            found[name] = _table(old, new, name, report, stopped)
        dropped = _drop_dangling(new)
        step(Progress("Making the indexes anew", 0, 0), report, stopped)
        make_whole(new)
        for _, sql in triggers:
            new.execute(sql)
    return tuple(
        TableSaved(name, saved - dropped.get(name, 0), dropped.get(name, 0), whole)
        for name, (saved, whole) in found.items()
    )


def _tables(old: sqlite3.Connection, source: Path) -> set[str]:
    why = "no table is left in it"
    try:
        found = {name for (name,) in old.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.DatabaseError as error:
        found, why = set(), str(error)
    if not found:
        raise OperatorError(
            f"Nothing can be read of {source}: {why}.", "Restore a backup with `claudeops restore FILE`."
        )
    return found


def _table(
    old: sqlite3.Connection, new: sqlite3.Connection, name: str, report: Report, stopped: Stopped
) -> tuple[int, bool]:
    """Rows saved of one table, and whether all of it could be read."""
    try:
        theirs = [row[1] for row in old.execute(f'PRAGMA table_info("{name}")')]
    except sqlite3.DatabaseError:
        return 0, False
    ours = {row[1] for row in new.execute(f'PRAGMA table_info("{name}")')}
    columns = [column for column in theirs if column in ours]
    listed = ", ".join(f'"{column}"' for column in columns)
    sql = f'INSERT OR IGNORE INTO "{name}" ({listed}) VALUES ({", ".join("?" * len(columns))})'
    reader = _Reader(old, name, listed, _keys(new, name))
    saved = 0
    new.execute("BEGIN")
    for row in reader.rows():
        with suppress(sqlite3.IntegrityError, sqlite3.InterfaceError):  # a torn row that no rule of ours would let in
            saved += max(0, new.execute(sql, row).rowcount)
        if saved % BATCH == 0:
            step(Progress(f"Reading {name}: {saved:,} rows", 0, 0), report, stopped)
    new.execute("COMMIT")
    return saved, reader.whole


def _keys(new: sqlite3.Connection, name: str) -> tuple[str, ...]:
    """What orders a table: its rowid, or the columns of its key where it has none."""
    try:
        new.execute(f'SELECT rowid FROM "{name}" LIMIT 0')
    except sqlite3.OperationalError:
        told = [row for row in new.execute(f'PRAGMA table_info("{name}")') if row[5]]
        return tuple(f'"{row[1]}"' for row in sorted(told, key=lambda row: row[5]))
    return ("rowid",)


class _Reader:
    """All rows of a table that can be read, the same one perhaps twice. ``whole``: whether no damage was met."""

    def __init__(self, old: sqlite3.Connection, name: str, columns: str, keys: tuple[str, ...]) -> None:
        self._old = old
        self._keys = keys
        plain = " NOT INDEXED" if keys == ("rowid",) else ""
        self._select = f'SELECT {", ".join(keys)}, {columns} FROM "{name}"{plain}'
        self.whole = True

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """The rows, without what orders them."""
        upwards = ", ".join(self._keys)
        downwards = ", ".join(f"{key} DESC" for key in self._keys)
        first: tuple[Any, ...] | None = None
        for key, row in self._walk(f"ORDER BY {upwards}", ()):
            first = key
            yield row
        if self.whole:
            return
        after = f"WHERE ({upwards}) > ({', '.join('?' * len(self._keys))}) " if first is not None else ""
        last: tuple[Any, ...] | None = None
        for key, row in self._walk(f"{after}ORDER BY {downwards}", first or ()):
            last = key
            yield row
        yield from self._probe(first, last)

    def _walk(self, tail: str, values: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], tuple[Any, ...]]]:
        many = len(self._keys)
        try:
            for row in self._old.execute(f"{self._select} {tail}", values):
                yield row[:many], row[many:]
        except sqlite3.DatabaseError:
            self.whole = False

    def _probe(self, first: tuple[Any, ...] | None, last: tuple[Any, ...] | None) -> Iterator[tuple[Any, ...]]:
        """Number by number between the two sides of the damage; as far as there may be rows, where it has no end."""
        low = first[0] if first is not None and isinstance(first[0], int) else 0
        high = last[0] if last is not None and isinstance(last[0], int) else low + MOST_PROBES
        if len(self._keys) == 1:
            low, high = low + 1, high - 1
        for number in range(low, min(high, low + MOST_PROBES) + 1):
            with suppress(sqlite3.DatabaseError):
                for row in self._old.execute(f"{self._select} WHERE {self._keys[0]} = ?", (number,)):
                    yield row[len(self._keys) :]


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
