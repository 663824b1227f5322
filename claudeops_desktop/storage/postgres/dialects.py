"""The two languages as sqlglot reads and writes them: SQLite's as the application speaks it, and PostgreSQL's."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from .sql_library import Postgres, SQLite, exp

_STRINGS = re.compile(r"('(?:[^']|'')*'|\"(?:[^\"]|\"\")*\")")
_INDEXED = re.compile(r"\b(?:NOT\s+INDEXED|INDEXED\s+BY\s+\w+)\b", re.I)
_MARK = re.compile(r"\?(\d*)")
_OWN_MARK = re.compile(r"\x02(\w+)\x02")
_KEPT = ("COUNT", "SUM", "MIN", "MAX", "AVG", "COALESCE", "ROW_NUMBER")


class _SqliteParser(SQLite.Parser):  # type: ignore[valid-type,misc]
    """Knows only the functions whose form matters: the others are ours on the server."""

    FUNCTIONS: ClassVar[dict[str, Any]] = {n: maker for n, maker in SQLite.Parser.FUNCTIONS.items() if n in _KEPT}
    FUNCTION_PARSERS: ClassVar[dict[str, Any]] = {"CAST": SQLite.Parser.FUNCTION_PARSERS["CAST"]}


class _PostgresGenerator(Postgres.Generator):  # type: ignore[valid-type,misc]
    """Leaves room for the values, so that signs of per cent in texts can be told from them."""

    TRANSFORMS: ClassVar[dict[Any, Any]] = Postgres.Generator.TRANSFORMS | {
        exp.Placeholder: lambda self, e: f"\x02{e.name}\x02",
        exp.HexString: lambda self, e: f"'\\x{e.name}'::bytea",
        exp.Max: lambda self, e: self.func("MAX", e.this),
        exp.Min: lambda self, e: self.func("MIN", e.this),
    }


class SpokenSqlite(SQLite):
    """SQLite, with its functions left as they are written."""

    Parser = _SqliteParser


class WrittenPostgres(Postgres):
    """PostgreSQL, with marks for the values that are filled in afterwards."""

    Generator = _PostgresGenerator


def filled_in(written: str) -> str:
    """What was written with its marks as psycopg reads them, and signs of per cent that stand for themselves."""
    return _OWN_MARK.sub(r"%(\1)s", written.replace("%", "%%"))


def with_named_marks(sql: str) -> str:
    """``?`` and ``?2`` as names, outside of texts; hints for SQLite's planner go."""
    count = 0

    def named(found: re.Match[str]) -> str:
        nonlocal count
        if found[1]:
            return f":p{int(found[1]) - 1}"
        count += 1
        return f":p{count - 1}"

    parts = _STRINGS.split(sql)
    for place in range(0, len(parts), 2):
        parts[place] = _MARK.sub(named, _INDEXED.sub(" ", parts[place]))
    return "".join(parts)
