"""What the translation must know of the tables on the server: types, what is never null, keys. Read once a process."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from .long_keys import digested_column

SCHEMA = "claudeops"
"""The schema of all tables and functions; a store shares its database with nothing else of that name."""

_COLUMNS = """
    SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity <> ''
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'claudeops'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
    ORDER BY c.relname, a.attnum
"""
_KEYS = """
    SELECT c.relname,
        array_agg(coalesce(a.attname, pg_get_indexdef(i.indexrelid, k.place::int, true)) ORDER BY k.place),
        i.indisprimary
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
    CROSS JOIN LATERAL unnest(i.indkey::int[]) WITH ORDINALITY k(number, place)
    LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number AND k.number > 0
    WHERE c.relnamespace = 'claudeops'::regnamespace AND i.indisunique AND i.indpred IS NULL
    GROUP BY c.relname, i.indexrelid, i.indisprimary ORDER BY c.relname, i.indisprimary DESC
"""


@dataclass(slots=True)
class TableCatalog:
    """Columns by table with their types, and keys (the primary one first). Empty before there is a schema."""

    columns: dict[str, list[str]] = field(default_factory=dict)
    kinds: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))  # by the column's bare name
    kind_of: dict[tuple[str, str], str] = field(default_factory=dict)
    nullable: set[str] = field(default_factory=set)  # bare names that may be null in some table
    nullable_in: set[tuple[str, str]] = field(default_factory=set)  # the same by table
    identity: set[str] = field(default_factory=set)  # tables whose id the server gives
    keys: dict[str, list[tuple[str, ...]]] = field(default_factory=lambda: defaultdict(list))
    digested: set[tuple[str, str]] = field(default_factory=set)  # columns of which keys hold a digest

    def kind(self, table: str, name: str) -> str:
        """The type of a column; of its bare name where all tables agree, else ""."""
        found = self.kind_of.get((table, name))
        if found is not None:
            return found
        kinds = self.kinds.get(name, set())
        return next(iter(kinds)) if len(kinds) == 1 else ""

    def conflict_key(self, table: str, given: Iterable[str]) -> tuple[str, ...]:
        """The key by which a row that is put in may meet another: a unique one before the number that the server gives.

        Raises LookupError where no key is among the columns given.
        """
        names = set(given)
        fitting = [key for key in self.keys.get(table, ()) if names.issuperset(key)]
        if not fitting:
            raise LookupError(f"no key of {table} is among {sorted(names)}")
        return next((key for key in fitting if key != ("id",)), fitting[0])


def read_catalog(rows_of: Callable[[str], Sequence[Any]]) -> TableCatalog:
    """Read it from the server. ``rows_of`` runs one statement of the server's own SQL."""
    found = TableCatalog()
    if not rows_of("SELECT 1 FROM pg_namespace WHERE nspname = 'claudeops'"):
        return found
    for table, name, kind, required, identity in rows_of(_COLUMNS):
        found.columns.setdefault(table, []).append(name)
        found.kinds[name].add(kind)
        found.kind_of[table, name] = kind
        if not required:
            found.nullable.add(name)
            found.nullable_in.add((table, name))
        if identity and name == "id":
            found.identity.add(table)
    for table, parts, _ in rows_of(_KEYS):
        digested = {part: column for part in parts if (column := digested_column(part))}
        names = tuple(digested.get(part, part) for part in parts)
        if all(name in found.columns[table] for name in names):  # else a key of expressions, which nothing meets
            found.keys[table].append(names)
            found.digested |= {(table, column) for column in digested.values()}
    return found
