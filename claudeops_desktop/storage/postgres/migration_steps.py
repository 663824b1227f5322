"""What a migration states about tables, in SQLite's SQL, on the server.

A statement is carried out on a SQLite database in memory, and what that has afterwards is made on the server: there is
one reading of what a column is. A trigger has its counterpart in ``schema``, by name.
"""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

from .schema import (
    column_clause,
    foreign_keys,
    index_statement,
    long_key_statements,
    table_statement,
    trigger_statement,
    word_index,
)
from .translation import StatementTranslator

_SAID = re.compile(
    r"\s*(?:CREATE\s+(?P<what>TABLE|VIRTUAL\s+TABLE|TRIGGER|UNIQUE\s+INDEX|INDEX)\s+(?P<unless>IF\s+NOT\s+EXISTS\s+)?"
    r"(?P<name>\w+)|ALTER\s+TABLE\s+(?P<altered>\w+)\s+ADD\s+(?:COLUMN\s+)?(?P<column>.*))",
    re.I | re.S,
)
_MAKES_INDEX = re.compile(r"\bCREATE (?:UNIQUE )?INDEX ")
_ON = re.compile(r"\bON\s+(\w+)", re.I)


def server_statements(sql: str, translator: StatementTranslator) -> list[str] | None:
    """What makes on the server what ``sql`` makes in a file; None where it says nothing about tables.

    Raises SchemaFault for what has no counterpart, and sqlite3.Error for what is no SQL.
    """
    said = _SAID.match(sql)
    if said is None:
        return None
    if said["altered"]:
        return _column(said["altered"], said["column"])
    what, name = re.sub(r"\s+", " ", said["what"].upper()), said["name"]
    there = bool(said["unless"]) and name in translator.catalog.columns
    if what == "TABLE":
        return [] if there else _table(sql, name)
    if what == "VIRTUAL TABLE":
        made = word_index(sql)
        return [] if there else [*made.statements(), f"SELECT lite_words_command('{made.name}', 'rebuild')"]
    if what == "TRIGGER":
        source = _ON.search(sql)
        made_of = trigger_statement(name, source[1] if source else "")
        return [made_of] if made_of else []
    made_index = index_statement(sql, translator)
    return [_MAKES_INDEX.sub(r"\g<0>IF NOT EXISTS ", made_index) if said["unless"] else made_index]


def _table(sql: str, name: str) -> list[str]:
    with closing(sqlite3.connect(":memory:")) as model:
        model.execute(sql)
        (kept,) = model.execute("SELECT sql FROM sqlite_master WHERE name = ?", (name,)).fetchone()
        return [table_statement(model, name, kept), *long_key_statements(model, name), *foreign_keys(model, name)]


def _column(table: str, said: str) -> list[str]:
    with closing(sqlite3.connect(":memory:")) as model:
        model.execute(f"CREATE TABLE {table} ({said.strip().rstrip(';')})")
        row = model.execute(f"PRAGMA table_info({table})").fetchone()
        return [f'ALTER TABLE "{table}" ADD COLUMN {column_clause(row)}', *foreign_keys(model, table)]
