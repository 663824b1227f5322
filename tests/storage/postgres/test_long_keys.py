"""Texts of any length in keys: the server holds them as the file does, and looks them up."""

from __future__ import annotations

import random
import re
import string

import peewee
import pytest

from claudeops_desktop.storage.postgres.building import migrated_sqlite
from claudeops_desktop.storage.postgres.database import PostgresDatabase
from claudeops_desktop.storage.postgres.long_keys import LONG_TEXTS, is_long
from claudeops_desktop.storage.postgres.schema import INDEXES, plain_tables

LONG = "".join(random.Random(3).choices(string.ascii_letters + string.digits, k=20_000))  # cannot be compressed away
SHORT = re.compile(
    r"\w+_at|at|service|\w+_service|kind|state|status|level|category|domain|role|project|\w*date|gate|action\w*|"
    r"job|step|week|review_week|period|starts|severity|voter|model|uid|workstation|\w*hash|fingerprint|due_at|"
    r"fold|subject_kind|trigger|source_hash|relation|name|key|path|source|tool_use_id|audience"
)
"""Columns of keys that their writers keep short: moments, kinds, names of at most 200 signs, digests, our own keys."""


def _row(server: PostgresDatabase, table: str, column: str) -> tuple[str, list[object]]:
    values: dict[str, object] = {column: LONG}
    for _, name, kind, required, default, key in server.execute_sql(f"PRAGMA table_info({table})").fetchall():
        if name not in values and required and default is None and not (key and name == "id"):
            values[name] = 1 if kind in ("INTEGER", "REAL") else b"x" if kind == "BLOB" else "x"
    marks = ", ".join("?" for _ in values)
    return f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})", list(values.values())


@pytest.mark.parametrize(("table", "column"), [(t, c) for t, columns in LONG_TEXTS.items() for c in sorted(columns)])
def test_a_text_of_any_length_is_held_and_found(server: PostgresDatabase, table: str, column: str) -> None:
    server.native("SET session_replication_role = replica")  # the rows around it are not what this is about
    sql, values = _row(server, table, column)
    server.execute_sql(sql, values)
    assert server.execute_sql(f"SELECT count(*) FROM {table} WHERE {column} = ?", (LONG,)).fetchone()[0] == 1


def test_no_other_key_holds_what_others_wrote() -> None:
    with migrated_sqlite() as file:
        found = set()
        for table in plain_tables(file):
            texts = {row[1] for row in file.execute(f'PRAGMA table_info("{table}")') if row[2] == "TEXT"}
            for _, index, *_ in file.execute(f'PRAGMA index_list("{table}")').fetchall():
                if index in INDEXES:  # stated for the server by itself
                    continue
                columns = {row[2] for row in file.execute(f'PRAGMA index_info("{index}")')} & texts
                found |= {(table, c) for c in columns if not is_long(table, c) and not SHORT.fullmatch(c)}
    assert found == set()


def test_what_is_there_is_met_by_the_digest_of_its_text(server: PostgresDatabase) -> None:
    at = "2026-03-01T09:00:00.000Z"
    insert = "INTO lessons (text, source, created_at, updated_at) VALUES (?, 'x', ?, ?)"
    server.execute_sql(f"INSERT {insert}", (LONG, at, at))
    with pytest.raises(peewee.IntegrityError):
        server.execute_sql(f"INSERT {insert}", (LONG, at, at))
    assert server.execute_sql(f"INSERT OR IGNORE {insert}", (LONG, at, at)).rowcount == 0
    server.execute_sql(f"INSERT {insert}", (f"{LONG}.", at, at))
    update = "ON CONFLICT (path) DO UPDATE SET tags = excluded.tags"
    for tags in ("a", "b"):
        server.execute_sql(
            f"INSERT INTO library_folders (path, tags, added_at) VALUES (?, ?, ?) {update}", (LONG, tags, at)
        )
    assert server.execute_sql("SELECT tags FROM library_folders").fetchall() == [("b",)]
