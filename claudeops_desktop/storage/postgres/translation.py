"""From the SQL that the application speaks (SQLite's) to PostgreSQL's: one seam for every statement.

sqlglot reads and writes the SQL; ``statement`` holds the differences in meaning. Each is translated once a process.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .catalog import TableCatalog
from .dialects import SpokenSqlite, WrittenPostgres, filled_in, with_named_marks
from .sql_library import parse_one
from .statement import StatementRewriter

_WORD_COMMAND = re.compile(r"\s*INSERT\s+INTO\s+(\w+)\s*\(\s*\1\b[^)]*\)\s*VALUES\s*\(\s*'([\w-]+)'", re.I)
_OR_IGNORE = re.compile(r"\s*UPDATE\s+OR\s+IGNORE\s+(\w+)\s+SET\s+([^'%]+?)\s+WHERE\s+([^'%]+)\Z", re.I)
_REMEMBERED = 5_000


class TranslatedStatement(NamedTuple):
    """A statement of PostgreSQL's with its values as ``%(p0)s``. ``matched``: places of values that are questions to a
    word index; ``numbered``: it says which id a new row got."""

    sql: str
    matched: frozenset[int]
    numbered: bool


class StatementTranslator:
    """Translates statements for the tables that one server has."""

    def __init__(self, catalog: TableCatalog) -> None:
        self.catalog = catalog
        self._known: dict[str, TranslatedStatement] = {}

    def translate(self, sql: str) -> TranslatedStatement:
        """Raises sqlglot's ParseError for what is no SQL, and LookupError for a REPLACE that no key decides."""
        found = self._known.get(sql)
        if found is None:
            if len(self._known) > _REMEMBERED:
                self._known.clear()
            found = self._known[sql] = self._translate(sql)
        return found

    def condition(self, sql: str) -> str:
        """A condition alone, as an index has one; without values."""
        done = StatementRewriter(parse_one(f"SELECT 1 WHERE {sql}", read=SpokenSqlite), self.catalog).rewrite()
        return str(done.args["where"].this.sql(dialect=WrittenPostgres, identify=True))

    def value(self, sql: str) -> str:
        """An expression alone, as an index has one; without values."""
        done = StatementRewriter(parse_one(f"SELECT {sql}", read=SpokenSqlite), self.catalog).rewrite()
        return str(done.expressions[0].sql(dialect=WrittenPostgres, identify=True))

    def _translate(self, sql: str) -> TranslatedStatement:
        command = _WORD_COMMAND.match(sql)
        if command:
            return TranslatedStatement(
                f"SELECT lite_words_command('{command[1].lower()}', '{command[2].lower()}')", frozenset(), False
            )
        ignoring = _OR_IGNORE.match(sql)
        if ignoring:  # one row for each that was changed, so that they are counted
            changed, chosen = ignoring[2].count("?"), ignoring[3].count("?")
            parts = _formatted(ignoring[2], range(changed)), _formatted(ignoring[3], range(changed, changed + chosen))
            call = f"lite_update_or_ignore('{ignoring[1]}', {', '.join(parts)})"
            return TranslatedStatement(f"SELECT 1 FROM generate_series(1, {call})", frozenset(), False)
        statement = StatementRewriter(parse_one(with_named_marks(sql), read=SpokenSqlite), self.catalog)
        tree = statement.rewrite()
        numbered = statement.number_new_rows()
        written = filled_in(tree.sql(dialect=WrittenPostgres, identify=True))
        return TranslatedStatement(written, frozenset(statement.matched), numbered)


def _formatted(sql: str, places: range) -> str:
    """A part of a statement that the server puts together, with its values as literals."""
    values = "".join(f", CAST(%(p{place})s AS text)" for place in places)
    return f"format('{sql.replace('?', '%%L')}'{values})"
