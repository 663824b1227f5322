"""Renaming and removing a service, and forgetting texts: what is gone is gone from the file too.

Each function runs inside a transaction of the caller's, who empties the write-ahead log after it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from .rollups import add_totals, tally_of
from .writing import join_detail, split_detail


def rename_service(database: sqlite3.Connection, old: str, new: str) -> int:
    """Give all results of a service another name, in their keys too; how many checks it had.

    Where the new name has results already, both become one history.
    """
    checks = database.execute("SELECT id, key, name FROM checks WHERE service = ?", (old,)).fetchall()
    for check, key, name in checks if old != new else ():
        first, separator, rest = key.partition(":")
        target = (new, f"{new}{separator}{rest}" if first == old else key, name)
        sql = "SELECT id FROM checks WHERE service = ? AND key = ? AND name = ?"
        there = database.execute(sql, target).fetchone()
        if there is None:
            database.execute("UPDATE checks SET service = ?, key = ?, name = ? WHERE id = ?", (*target, check))
        else:
            _merge(database, check, int(there[0]))
    return len(checks)


def remove_service(database: sqlite3.Connection, service: str) -> int:
    """Delete everything of a service; how many checks it had. Texts that nobody else said go with it."""
    checks = [check for (check,) in database.execute("SELECT id FROM checks WHERE service = ?", (service,))]
    for check in checks:
        for table in ("results", "hours", "days"):
            database.execute(f"DELETE FROM {table} WHERE check_id = ?", (check,))
        database.execute("DELETE FROM checks WHERE id = ?", (check,))
    if checks:
        delete_unused_details(database)
    return len(checks)


def delete_unused_details(database: sqlite3.Connection) -> None:
    """Delete the texts that no result has."""
    database.execute("DELETE FROM details WHERE id NOT IN (SELECT detail FROM results)")


def find_names(database: sqlite3.Connection, touches: Callable[[str], bool]) -> list[str]:
    """The services whose own names, or the keys of whose checks, are touched."""
    rows = database.execute("SELECT DISTINCT service, key FROM checks ORDER BY service").fetchall()
    return sorted({service for service, key in rows if touches(service) or touches(key)})


def count_details(database: sqlite3.Connection, touches: Callable[[str], bool]) -> int:
    """How many results have a text that is touched."""
    return sum(number for *_, number in _touched(database, touches))


def clean_details(database: sqlite3.Connection, becomes: Callable[[str], str]) -> int:
    """Put what ``becomes`` says in the place of each text that it changes; how many results had such a text."""
    changed = 0
    for detail, numbers, text, number in _touched(database, lambda text: becomes(text) != text):
        text_now, numbers_now = split_detail(becomes(text))
        database.execute(
            "INSERT INTO details (text, last_hour) SELECT ?, last_hour FROM details WHERE id = ?"
            " ON CONFLICT (text) DO UPDATE SET last_hour = max(last_hour, excluded.last_hour)",
            (text_now, detail),
        )
        (now,) = database.execute("SELECT id FROM details WHERE text = ?", (text_now,)).fetchone()
        database.execute(
            "UPDATE results SET detail = ?, numbers = ? WHERE detail = ? AND numbers IS ?",
            (now, numbers_now, detail, numbers),
        )
        changed += number
    if changed:
        delete_unused_details(database)
    return changed


def _touched(database: sqlite3.Connection, touches: Callable[[str], bool]) -> list[tuple[int, str | None, str, int]]:
    """Texts as they are read, with their parts as they are stored, and how many results have each."""
    texts = dict(database.execute("SELECT id, text FROM details"))
    rows = database.execute("SELECT detail, numbers, count(*) FROM results GROUP BY detail, numbers")
    found = ((detail, numbers, join_detail(texts.get(detail, ""), numbers), number) for detail, numbers, number in rows)
    return [one for one in found if touches(one[2])]


def _merge(database: sqlite3.Connection, check: int, into: int) -> None:
    database.execute("UPDATE OR IGNORE results SET check_id = ? WHERE check_id = ?", (into, check))
    database.execute("DELETE FROM results WHERE check_id = ?", (check,))
    for table in ("hours", "days"):
        rows = database.execute(f"SELECT * FROM {table} WHERE check_id = ?", (check,)).fetchall()
        for _, place, *totals in rows:
            add_totals(database, table, into, place, tally_of(totals))
        database.execute(f"DELETE FROM {table} WHERE check_id = ?", (check,))
    database.execute(
        "UPDATE checks SET last_at = max(last_at, (SELECT last_at FROM checks WHERE id = ?)) WHERE id = ?",
        (check, into),
    )
    database.execute("DELETE FROM checks WHERE id = ?", (check,))
