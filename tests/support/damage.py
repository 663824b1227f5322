"""A database with rows in every table, and the ways in which a disk can break it."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.storage import open_store
from claudeops_desktop.storage.integrity_repair import rebuild_words, word_indexes
from claudeops_desktop.storage.value_shapes import StoredColumn, stored_tables

NEVER = ("schema_migrations", "resource_purge", "sqlite_sequence")
WORDS = ("restart", "nginx", "takes", "after", "the", "certificate", "backup", "of", "jellyfin", "renewed", "caddy")


def fill_every_table(folder: DataFolder, rows: int = 120, seed: int = 5) -> None:
    """Put ``rows`` rows into each table, in the form that the application writes them."""
    open_store(folder).close()
    dice = random.Random(seed)
    with closing(sqlite3.connect(folder.database)) as database, database:
        triggers = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            database.execute(f'DROP TRIGGER "{name}"')
        parts = {part for parts in word_indexes(database).values() for part in parts}
        for name, table in stored_tables(database).items():
            if name in NEVER or name in parts:
                continue
            keys = {row[3] for row in database.execute(f'PRAGMA foreign_key_list("{name}")')}
            for number in range(1, rows + 1):
                values = [_value(column, number, rows, column.name in keys, dice) for column in table.columns]
                marks = ", ".join("?" * len(values))
                listed = ", ".join(f'"{column.name}"' for column in table.columns)
                database.execute(f'INSERT INTO "{name}" ({listed}) VALUES ({marks})', values)
        for _, sql in triggers:
            database.execute(sql)
        rebuild_words(database)
    with closing(sqlite3.connect(folder.database)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []


def _value(column: StoredColumn, number: int, rows: int, key: bool, dice: random.Random) -> object:
    if column.is_rowid or key:
        return number
    if column.form == "moment":
        return f"2026-03-{1 + number % 27:02d}T{number % 24:02d}:15:00.000Z"
    if column.form == "json":
        return column.default.strip("'") if column.default else "[]"
    if column.affinity == "INTEGER":
        return number % 2 if column.name.startswith(("active", "pinned", "dry", "enabled")) else number
    if column.affinity == "REAL":
        return round(dice.random(), 3)
    if column.affinity == "BLOB":
        return dice.randbytes(512)
    length = 60 if column.name in ("raw_content", "observation", "message", "prompt") else 4
    text = " ".join(dice.choices(WORDS, k=length))
    return f"{text} {number}" if number % 40 else f"{text} {'long ' * 1500}{number}"  # some need overflow pages


def all_rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """What each table holds, in order."""
    with closing(sqlite3.connect(path)) as database:
        parts = {part for parts in word_indexes(database).values() for part in parts}
        return {
            name: sorted(database.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr)
            for name in stored_tables(database)
            if name not in NEVER and name not in parts
        }


def pages_of(path: Path, name: str, kind: str) -> list[int]:
    """The pages of a table or index: ``leaf`` or ``internal``."""
    with closing(sqlite3.connect(path)) as database:
        return [
            page
            for (page,) in database.execute(
                "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = ? ORDER BY pageno", (name, kind)
            )
        ]


def destroy_page(path: Path, page: int, size: int = 4096, start: int = 0) -> None:
    """Overwrite a page from ``start`` on with bytes of no meaning, the same every time."""
    with path.open("r+b") as file:
        file.seek((page - 1) * size + start)
        file.write(random.Random(page).randbytes(size - start))


def flip_bits(path: Path, seed: int, number: int = 1, within: range | None = None) -> None:
    """Turn ``number`` bits at places that ``seed`` decides."""
    dice = random.Random(seed)
    data = bytearray(path.read_bytes())
    for _ in range(number):
        at = dice.choice(within) if within else dice.randrange(len(data))
        data[at] ^= 1 << dice.randrange(8)
    path.write_bytes(data)
