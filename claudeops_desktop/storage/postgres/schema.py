"""The schema on the server: made from a migrated SQLite schema, so that there is one source of what the tables are.

Texts are compared by their bytes (collation C), as SQLite does; moments stay text of our one format. What SQLite
states in a language of its own (triggers, an index over a whole text) is stated here a second time, by name.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from . import functions
from .long_keys import hashed_index, is_long, key_part, unique_keys
from .translation import StatementTranslator

KINDS = {"INTEGER": "bigint", "REAL": "double precision", "TEXT": 'text COLLATE "C"', "BLOB": "bytea"}
_VIRTUAL = re.compile(r"CREATE VIRTUAL TABLE (?:IF NOT EXISTS )?(\w+)\s+USING fts5\((.*)\)", re.I | re.S)
_INDEX = re.compile(r"CREATE (UNIQUE )?INDEX (?:IF NOT EXISTS )?(\w+)\s+ON (\w+)\s*\(", re.I)

_FOLD = "md5(translate(message, '0123456789.,', ''))"
INDEXES = {
    # Of a message its digest is kept, and a fact's text is left out: see ``long_keys``.
    "idx_events_fold": f"CREATE INDEX idx_events_fold ON events (level, coalesce(service, ''), {_FOLD})",
    "idx_memories_compared": (
        "CREATE INDEX idx_memories_compared ON memories (service, category, id)"
        " WHERE gate <> 'hold' AND state <> 'cold'"
    ),
    "idx_memories_texts": (
        "CREATE INDEX idx_memories_texts ON memories (service, category, id, state) WHERE gate <> 'hold'"
    ),
}
TRIGGERS = {
    "events_fold": f"""
        CREATE OR REPLACE FUNCTION lite_events_fold() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            NEW.fold := (SELECT least(min(e.id), NEW.id) FROM claudeops.events e WHERE e.level = NEW.level
                AND coalesce(e.service, '') = coalesce(NEW.service, '')
                AND md5(translate(e.message, '0123456789.,', '')) = {_FOLD.replace("message", "NEW.message")});
            RETURN NEW;
        END $$;
        CREATE OR REPLACE TRIGGER events_fold BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION lite_events_fold();
    """,
    "resources_keep_update": """
        CREATE OR REPLACE FUNCTION lite_resources_keep() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'UPDATE' THEN
                IF NOT EXISTS (SELECT 1 FROM claudeops.resource_purge) THEN
                    RAISE EXCEPTION USING ERRCODE = 'integrity_constraint_violation',
                        MESSAGE = 'resources are append-only: only a purge may blank one';
                END IF;
            ELSIF TG_OP = 'DELETE' THEN
                RAISE EXCEPTION USING ERRCODE = 'integrity_constraint_violation',
                    MESSAGE = 'resources are append-only: a purge blanks, nothing deletes';
            ELSIF EXISTS (SELECT 1 FROM claudeops.resources WHERE id = NEW.id) THEN
                RAISE EXCEPTION USING ERRCODE = 'integrity_constraint_violation',
                    MESSAGE = 'resources are append-only: a row is never replaced';
            END IF;
            RETURN NEW;
        END $$;
        CREATE OR REPLACE TRIGGER resources_keep_update BEFORE UPDATE ON resources
            FOR EACH ROW EXECUTE FUNCTION lite_resources_keep();
    """,
    "resources_keep_delete": """
        CREATE OR REPLACE TRIGGER resources_keep_delete BEFORE DELETE ON resources
            FOR EACH ROW EXECUTE FUNCTION lite_resources_keep();
    """,
    "resources_keep_replace": """
        CREATE OR REPLACE TRIGGER resources_keep_replace BEFORE INSERT ON resources
            FOR EACH ROW EXECUTE FUNCTION lite_resources_keep();
    """,
    "second_looks_forget": """
        CREATE OR REPLACE FUNCTION lite_second_looks_forget() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            UPDATE claudeops.second_look_calls SET answer = '' WHERE id = OLD.call_id;
            RETURN OLD;
        END $$;
        CREATE OR REPLACE TRIGGER second_looks_forget AFTER DELETE ON second_looks
            FOR EACH ROW WHEN (OLD.call_id IS NOT NULL) EXECUTE FUNCTION lite_second_looks_forget();
    """,
    "memories_words_changed": """
        CREATE OR REPLACE FUNCTION lite_memories_changed() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF NEW.observation <> OLD.observation THEN
                DELETE FROM claudeops.memory_vectors WHERE memory_id = NEW.id;
            END IF;
            DELETE FROM claudeops.memory_entities WHERE memory_id = NEW.id;
            DELETE FROM claudeops.memory_indexed WHERE memory_id = NEW.id;
            RETURN NEW;
        END $$;
        CREATE OR REPLACE TRIGGER memories_words_changed AFTER UPDATE OF observation, service, category ON memories
            FOR EACH ROW EXECUTE FUNCTION lite_memories_changed();
    """,
    "memories_service_changed": """
        CREATE OR REPLACE FUNCTION lite_memories_service_changed() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            DELETE FROM claudeops.memory_vectors WHERE memory_id = NEW.id;
            RETURN NEW;
        END $$;
        CREATE OR REPLACE TRIGGER memories_service_changed AFTER UPDATE OF service ON memories
            FOR EACH ROW WHEN (NEW.service IS DISTINCT FROM OLD.service)
            EXECUTE FUNCTION lite_memories_service_changed();
    """,
    "library_chunk_words_changed": """
        CREATE OR REPLACE FUNCTION lite_library_changed() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            DELETE FROM claudeops.library_vectors WHERE chunk_id = NEW.id;
            RETURN NEW;
        END $$;
        CREATE OR REPLACE TRIGGER library_chunk_words_changed AFTER UPDATE OF title, headings, text ON library_chunks
            FOR EACH ROW EXECUTE FUNCTION lite_library_changed();
    """,
}
"""SQLite's triggers on the server. Those that only keep a word index are made from the index itself."""
_WORD_TRIGGERS = re.compile(r"\w+_words_(in|out|changed)\Z")


class FullTextIndex(NamedTuple):
    """An FTS5 table, of which the server has a table with a text vector for each row."""

    name: str
    source: str
    columns: tuple[str, ...]

    def statements(self) -> Iterator[str]:
        """The table, its index and the triggers that keep it."""
        columns = ",".join(self.columns)
        yield f"CREATE TABLE {self.name} (rowid bigint PRIMARY KEY, words tsvector NOT NULL, length integer NOT NULL)"
        yield f"CREATE INDEX {self.name}_index ON {self.name} USING gin (words)"
        yield f"INSERT INTO lite_word_indexes VALUES ('{self.name}', '{self.source}', '{columns}')"
        keep = f"FOR EACH ROW EXECUTE FUNCTION lite_words_keep('{self.name}', '{columns}')"
        yield f"CREATE TRIGGER {self.name}_kept AFTER INSERT OR DELETE ON {self.source} {keep}"
        listed = ", ".join(f'"{name}"' for name in self.columns)
        yield f"CREATE TRIGGER {self.name}_mended AFTER UPDATE OF {listed} ON {self.source} {keep}"


class SchemaFault(Exception):
    """Something in a SQLite schema that has no counterpart on the server: a mistake of ours."""


def word_index(sql: str) -> FullTextIndex:
    """The word index that a ``CREATE VIRTUAL TABLE`` makes."""
    found = _VIRTUAL.match(sql.strip())
    if found is None:
        raise SchemaFault(sql)
    columns, source = [], ""
    for part in (part.strip() for part in found[2].split(",")):
        if part.startswith("content="):
            source = part.split("=")[1].strip("'")
        elif "=" not in part:
            columns.append(part)
    return FullTextIndex(found[1], source, tuple(columns))


def word_parts(database: sqlite3.Connection) -> tuple[list[FullTextIndex], set[str]]:
    """The word indexes of a SQLite schema, and the names of all tables that they are made of."""
    found = [
        word_index(sql)
        for (sql,) in database.execute("SELECT sql FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL%' ORDER BY name")
    ]
    hidden = {
        f"{index.name}{end}" for index in found for end in ("", "_data", "_idx", "_docsize", "_config", "_content")
    }
    return found, hidden


def plain_tables(database: sqlite3.Connection) -> dict[str, str]:
    """Every table with rows of its own and its SQL, by name."""
    _, hidden = word_parts(database)
    rows = database.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
    )
    return {name: sql for name, sql in rows if name not in hidden}


def table_statement(database: sqlite3.Connection, name: str, sql: str) -> str:
    """``CREATE TABLE`` without foreign keys, and without the keys of ``long_key_statements``."""
    about = database.execute(f'PRAGMA table_info("{name}")').fetchall()
    numbered = gives_numbers(about, sql)
    lines = [column_clause(row, numbered) for row in about]
    keys = [row[1] for row in sorted(about, key=lambda row: row[5]) if row[5]]
    if keys:
        lines.append(f"PRIMARY KEY ({_listed(keys)})")
    lines += [f"UNIQUE ({_listed(names)})" for names in _unique_in_table(database, name) if not _any_long(name, names)]
    return f'CREATE TABLE "{name}" (\n    ' + ",\n    ".join(lines) + "\n)"


def long_key_statements(database: sqlite3.Connection, name: str) -> list[str]:
    """The unique keys of a table that hold a text of any length."""
    return unique_keys(name, [names for names in _unique_in_table(database, name) if _any_long(name, names)])


def _unique_in_table(database: sqlite3.Connection, name: str) -> list[list[str]]:
    return [
        [row[2] for row in database.execute(f'PRAGMA index_info("{index}")')]
        for _, index, unique, origin, _ in database.execute(f'PRAGMA index_list("{name}")').fetchall()
        if origin == "u" and unique
    ]


def _any_long(table: str, names: list[str]) -> bool:
    return any(is_long(table, name) for name in names)


def gives_numbers(about: list[Any], sql: str) -> bool:
    """Tell whether SQLite gives the rows of a table their ``id``; ``about`` are the rows of ``PRAGMA table_info``."""
    keys = [(row[1], row[2].upper()) for row in about if row[5]]
    return keys == [("id", "INTEGER")] and "WITHOUT ROWID" not in sql.upper()


def column_clause(row: Any, numbered: bool = False) -> str:
    """One column, of a row of ``PRAGMA table_info``."""
    _, name, kind, required, default, key = row
    clause = f'"{name}" {KINDS[kind.upper()]}'
    if key and numbered:
        return f"{clause} GENERATED BY DEFAULT AS IDENTITY"
    if required or key:
        clause += " NOT NULL"
    return clause if default is None else f"{clause} DEFAULT {default}"


def foreign_keys(database: sqlite3.Connection, name: str) -> Iterator[str]:
    """``ALTER TABLE … ADD FOREIGN KEY`` for each key."""
    keys: dict[int, list[Any]] = {}
    for row in database.execute(f'PRAGMA foreign_key_list("{name}")'):
        keys.setdefault(row[0], []).append(row)
    for number in sorted(keys):
        rows = sorted(keys[number], key=lambda row: row[1])
        parent, action = rows[0][2], rows[0][6]
        theirs = [row[4] or "id" for row in rows]
        yield (
            f'ALTER TABLE "{name}" ADD FOREIGN KEY ({_listed([row[3] for row in rows])})'
            f' REFERENCES "{parent}" ({_listed(theirs)})' + ("" if action == "NO ACTION" else f" ON DELETE {action}")
        )


def index_statement(sql: str, translator: StatementTranslator) -> str:
    """An index on the server from SQLite's ``CREATE INDEX``."""
    found = _INDEX.match(sql.strip())
    if found is None:
        raise SchemaFault(sql)
    if found[2] in INDEXES:
        return INDEXES[found[2]]
    inside, rest = _bracketed(sql.strip()[found.end() :])
    table, columns = found[3], _split(inside)
    condition = re.match(r"\s*WHERE\s+(.*)\Z", rest, re.I | re.S)
    where = f" WHERE {translator.condition(condition[1])}" if condition else ""
    first_is_long = is_long(table, columns[0])
    if not found[1]:
        if first_is_long:
            return hashed_index(found[2], table, columns[0], where)
        columns = [column for column in columns if not is_long(table, column)]
    parts = [
        key_part(table, column) if is_long(table, column) else _indexed(table, column, translator) for column in columns
    ]
    made = f'CREATE {found[1] or ""}INDEX "{found[2]}" ON "{table}" ({", ".join(parts)}){where}'
    if first_is_long:
        made += f";\n{hashed_index(f'{found[2]}_look', table, columns[0], where)}"
    return made


def trigger_statement(name: str, source: str) -> str:
    """What stands on the server for a trigger, "" where the word index has its own. Raises SchemaFault."""
    if name in TRIGGERS:
        return TRIGGERS[name]
    if _WORD_TRIGGERS.match(name):
        return ""
    raise SchemaFault(f"no counterpart of the trigger {name} on {source}")


def schema_statements(
    database: sqlite3.Connection, translator: StatementTranslator
) -> tuple[list[str], Callable[[], list[str]]]:
    """What makes the tables, and what makes keys, indexes, word indexes and triggers once the rows are in."""
    tables = plain_tables(database)
    first = [*functions.ALL, *(table_statement(database, name, sql) for name, sql in tables.items())]

    def then() -> list[str]:
        made = [statement for name in tables for statement in long_key_statements(database, name)]
        made += [statement for name in tables for statement in foreign_keys(database, name)]
        made += [
            index_statement(sql, translator)
            for (sql,) in database.execute(
                "SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name"
            )
        ]
        made += [statement for index in word_parts(database)[0] for statement in index.statements()]
        triggers = database.execute(
            "SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger'"
            " ORDER BY name <> 'resources_keep_update', name"
        )
        return made + [sql for name, source in triggers if (sql := trigger_statement(name, source))]

    return first, then


def _listed(names: list[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _bracketed(text: str) -> tuple[str, str]:
    """What stands before the bracket that closes, and what after it."""
    depth = 1
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if not depth:
            return text[:place], text[place + 1 :]
    raise SchemaFault(text)


def _split(text: str) -> list[str]:
    parts, depth = [""], 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts]


def _indexed(table: str, part: str, translator: StatementTranslator) -> str:
    """A column or value of an index, with nulls where SQLite has them: an index serves only the order that it has."""
    order = re.search(r"\s+(ASC|DESC)\Z", part, re.I)
    value, falling = (part[: order.start()], order[1].upper() == "DESC") if order else (part, False)
    if not re.fullmatch(r"\w+", value):
        return f"({translator.value(value)})" + " DESC" * falling
    nulls = (" NULLS LAST" if falling else " NULLS FIRST") * ((table, value) in translator.catalog.nullable_in)
    return f'"{value}"' + " DESC" * falling + nulls
