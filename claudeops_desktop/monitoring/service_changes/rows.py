"""The database: a service's rows under another name, or gone. Everything here runs inside ``store.write``."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ...storage import DataStore
from . import columns
from .rewrite import rename_in_document, rename_in_key, rename_in_list, rename_mentions, rename_subject

REMOVED = "a service that was removed"
_LIKE = "ESCAPE '\\'"


class ServiceRows:
    """All rows of one store that name a service."""

    def __init__(self, store: DataStore) -> None:
        self._store = store
        self._execute: Callable[..., Any] = store.database.execute_sql

    def counts(self, service: str) -> dict[str, int]:
        """How many rows name it, by table. Inside ``store.read`` too."""
        found = {}
        for one in columns.name_columns(self._execute):
            number = sum(self._number(one.table, f"{name} = ?", service) for name in one.names)
            number += sum(self._number(one.table, f"{name} LIKE ? {_LIKE}", _listed(service)) for name in one.lists)
            if number:
                found[one.table] = number
        return found

    def rename(self, old: str, new: str) -> dict[str, int]:
        """Put the new name in the old one's place; how many rows of each table changed. Any number of times."""
        changed: dict[str, int] = {}
        for one in columns.name_columns(self._execute):
            number = sum(self._rename_column(one.table, name, old, new) for name in one.names)
            number += sum(self._rename_lists(one, name, old, new) for name in one.lists)
            if len(one.names) > 1:  # both ends of an edge may be one service now
                first, second = one.names[:2]
                self._execute(f"DELETE FROM {one.table} WHERE {first} = {second} AND {first} = ?", (new,))
            _count(changed, one.table, number)
        for table, names in columns.DOCUMENTS.items():
            for name in names:
                self._rewrite(table, name, f'"{old}"', "1", lambda text: _document(text, old, new))
        for table, names in columns.KEYS.items():
            for name in names:
                self._rewrite(table, name, old, "1", lambda text: rename_in_key(text, old, new))
        for table, (name, where) in columns.SUBJECTS.items():
            self._rewrite(table, name, old, where, lambda text: rename_subject(text, old, new))
        for table, (name, where) in columns.MENTIONS.items():
            self._rewrite(table, name, old, where, lambda text: rename_mentions(text, old, new))
        self._fold_events_anew(new)
        self._tell(changed)
        return changed

    def remove(self, service: str) -> dict[str, int]:
        """Delete the rows about it, and take it out of lists; how many rows of each table."""
        changed: dict[str, int] = {}
        for one in columns.name_columns(self._execute):
            number = 0
            for name in one.names:
                self._drop_folds(one.table, name, service)
                number += self._execute(f"DELETE FROM {one.table} WHERE {name} = ?", (service,)).rowcount
            number += sum(self._rename_lists(one, name, service, None) for name in one.lists)
            _count(changed, one.table, number)
        for table, (name, where) in columns.MENTIONS.items():
            self._rewrite(table, name, service, where, lambda text: rename_mentions(text, service, REMOVED))
        self._delete_where("notifications", "place", service)
        self._delete_where("memory_trash", "document", service)
        for table, names in columns.DOCUMENTS.items():
            for name in names:
                self._rewrite(table, name, f'"{service}"', "1", lambda text: _document(text, service, None))
        self._tell(changed)
        return changed

    def rows_of(self, tables: Sequence[str], service: str) -> list[tuple[str, dict[str, Any]]]:
        """The rows of some tables that name it, as they stand."""
        found: list[tuple[str, dict[str, Any]]] = []
        for one in columns.name_columns(self._execute):
            if one.table in tables:
                tests = [*(f"{name} = ?" for name in one.names), *(f"{name} LIKE ? {_LIKE}" for name in one.lists)]
                values = (*(service for _ in one.names), *(_listed(service) for _ in one.lists))
                found += self._rows(one.table, " OR ".join(tests), values)
        return found

    def put_back(self, rows: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
        """Write rows as they were."""
        keys = columns.table_keys(self._execute)
        for table, row in rows:  # never replaced: what refers to a row goes with it
            marks = ", ".join("?" * len(row))
            sets = ", ".join(f"{name} = excluded.{name}" for name in row if name not in keys[table])
            self._execute(
                f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})"
                f" ON CONFLICT ({', '.join(keys[table])}) DO UPDATE SET {sets}",
                tuple(row.values()),
            )
        self._tell({table: 1 for table, _ in rows})

    def take_from_schedules(self, service: str) -> list[str]:
        """Take it out of the lists of schedules and prompts; a schedule that was about it alone is disabled, for
        without a list it would be about everything. The names of those."""
        disabled = []
        for table, row in self.rows_of(("schedules", "saved_prompts"), service):
            left = rename_in_list(json.loads(row["services"]), service, None)
            if not left and table == "schedules":
                disabled.append(str(row["name"]))
                self._execute("UPDATE schedules SET enabled = 0 WHERE id = ?", (row["id"],))
            self._execute(f"UPDATE {table} SET services = ? WHERE id = ?", (json.dumps(left), row["id"]))
            self._store.changed(table, row["id"])
        return disabled

    def delete_from(self, tables: Sequence[str], service: str) -> dict[str, int]:
        """Delete the rows about it of some tables; how many of each."""
        changed: dict[str, int] = {}
        for one in columns.name_columns(self._execute):
            for name in one.names if one.table in tables else ():
                number = self._execute(f"DELETE FROM {one.table} WHERE {name} = ?", (service,)).rowcount
                _count(changed, one.table, number)
        self._tell(changed)
        return changed

    # --- inside ------------------------------------------------------------------------------------------------

    def _rename_column(self, table: str, column: str, old: str, new: str) -> int:
        """Rows under a name that must be there once: what stands under the new name already is kept."""
        done = self._execute(f"UPDATE OR IGNORE {table} SET {column} = ? WHERE {column} = ?", (new, old)).rowcount
        self._execute(f"DELETE FROM {table} WHERE {column} = ?", (old,))
        return int(done)

    def _rename_lists(self, one: columns.NameColumns, column: str, old: str, new: str | None) -> int:
        return self._rewrite(one.table, column, f'"{old}"', "1", lambda text: _list(text, old, new))

    def _rewrite(self, table: str, column: str, holds: str, where: str, becomes: Callable[[str], str]) -> int:
        """Change a text in all rows that hold some words; how many. A table that is not there has none."""
        keys = columns.table_keys(self._execute).get(table)
        if keys is None:
            return 0
        names = ", ".join(keys)
        sql = f"SELECT {column}, {names} FROM {table} WHERE instr(lower({column}), ?) AND {where}"
        number = 0
        for text, *key in self._execute(sql, (holds,)).fetchall():
            new = becomes(text)
            if new != text:
                at = " AND ".join(f"{name} = ?" for name in keys)
                self._execute(f"UPDATE {table} SET {column} = ? WHERE {at}", (new, *key))
                number += 1
        return number

    def _fold_events_anew(self, service: str) -> None:
        """Events that are the same but for their figures are one again, now that they are of one service. The words of
        the expression are those of its index."""
        self._execute("DROP TABLE IF EXISTS first_events")
        masked = _masked("message")
        self._execute(
            "CREATE TEMP TABLE first_events AS SELECT min(id) AS first, level, "
            f"{masked} AS words FROM events WHERE service = ? GROUP BY level, words",
            (service,),
        )
        self._execute(
            f"UPDATE events SET fold = (SELECT first FROM first_events f WHERE f.level = events.level"
            f" AND f.words = {masked}) WHERE service = ?",
            (service,),
        )
        self._execute("DROP TABLE first_events")

    def _drop_folds(self, table: str, column: str, service: str) -> None:
        """Foreign keys of rows that go: incidents that were folded under them stand by themselves."""
        if table == "incidents":
            self._execute(
                "UPDATE incidents SET folded_into = NULL WHERE folded_into IN"
                f" (SELECT id FROM incidents WHERE {column} = ?)",
                (service,),
            )

    def _delete_where(self, table: str, column: str, service: str) -> None:
        """Rows whose document is about the service."""
        for row in self._rows(table, f"instr({column}, ?)", (f'"{service}"',)):
            try:
                document = json.loads(row[1][column])
            except ValueError:
                continue
            if rename_in_document(document, service, None) != document:
                key = columns.table_keys(self._execute)[table]
                at = " AND ".join(f"{name} = ?" for name in key)
                self._execute(f"DELETE FROM {table} WHERE {at}", tuple(row[1][name] for name in key))

    def _rows(self, table: str, where: str, values: Sequence[Any]) -> Iterator[tuple[str, dict[str, Any]]]:
        found = self._execute(f"SELECT * FROM {table} WHERE {where}", tuple(values))
        names = [column[0] for column in found.description]
        for row in found.fetchall():
            yield table, dict(zip(names, row, strict=True))

    def _number(self, table: str, where: str, value: str) -> int:
        return int(self._execute(f"SELECT count(*) FROM {table} WHERE {where}", (value,)).fetchone()[0])

    def _tell(self, changed: Mapping[str, int]) -> None:
        for table in changed:
            self._store.changed(table)


def _count(changed: dict[str, int], table: str, number: int) -> None:
    if number:
        changed[table] = changed.get(table, 0) + number


def _listed(service: str) -> str:
    """A pattern for a JSON list that names it."""
    escaped = service.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f'%"{escaped}"%'


def _list(text: str, old: str, new: str | None) -> str:
    try:
        names = json.loads(text)
    except ValueError:
        return text
    return json.dumps(rename_in_list(names, old, new)) if isinstance(names, list) else text


def _document(text: str, old: str, new: str | None) -> str:
    try:
        found = json.loads(text)
    except ValueError:
        return text
    made = rename_in_document(found, old, new)
    return json.dumps(made, ensure_ascii=False, separators=(",", ":")) if made != found else text


def _masked(column: str) -> str:
    """A message without its figures, as events are folded by."""
    for sign in "0123456789.,":
        column = f"replace({column}, '{sign}', '')"
    return column
