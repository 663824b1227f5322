"""Rows → totals by hour and by day, and the end of what is too old.

An hour's totals are made anew from its results as long as those are there; what a day's totals gain is the difference,
so that doing it twice changes nothing. Results that come for an hour whose results were deleted (the clock was set
back) are added to its totals, and deleted in the same transaction.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

import orjson

from .database import HOUR_MS
from .tally import ResultTally

HOURS_KEPT_DAYS = 90
DAYS_KEPT_YEARS = 10
_FREE_SHARE, _FREE_PAGES = 8, 256  # unused pages are given back when they are more than this part, and this many


def roll_up_hours(database: sqlite3.Connection, now_ms: int) -> None:
    """Bring the totals up to date with every hour that is over."""
    hours = database.execute("SELECT hour FROM open_hours WHERE hour < ? ORDER BY hour", (now_ms // HOUR_MS,))
    for (hour,) in hours.fetchall():
        database.execute("BEGIN IMMEDIATE")
        try:
            _roll_up(database, hour)
            database.execute("COMMIT")
        except BaseException:
            database.execute("ROLLBACK")
            raise


def read_results(
    database: sqlite3.Connection, since_ms: int, until_ms: int, checks: frozenset[int] | None = None
) -> dict[int, ResultTally]:
    """The results of a stretch of time, added up by check; those of all checks where none are named."""
    found: dict[int, ResultTally] = {}
    sql = "SELECT check_id, state, microseconds FROM results WHERE at >= ?1 AND at < ?2"
    if checks is not None:
        sql += " AND check_id IN (SELECT value FROM json_each(?3))"
    ids = () if checks is None else (orjson.dumps(sorted(checks)).decode(),)
    for check, state, microseconds in database.execute(sql, (since_ms, until_ms, *ids)):
        tally = found.get(check)
        if tally is None:
            tally = found[check] = ResultTally()
        tally.add_result(state, microseconds)
    return found


def hour_changes(database: sqlite3.Connection, hour: int) -> dict[int, ResultTally]:
    """What the totals of an hour lack, by check."""
    found = read_results(database, hour * HOUR_MS, (hour + 1) * HOUR_MS)
    if database.execute("SELECT 1 FROM pruned_hours WHERE hour = ?", (hour,)).fetchone():
        return found
    rows = database.execute(
        "SELECT h.* FROM checks c JOIN hours h ON h.check_id = c.id AND h.hour = ? ORDER BY c.id", (hour,)
    )
    for check, _hour, *totals in rows.fetchall():
        found.setdefault(check, ResultTally()).add(tally_of(totals), -1)
    return {check: change for check, change in found.items() if not change.is_empty}


def tally_of(totals: Sequence[int | bytes]) -> ResultTally:
    """The totals of a row: five counts and a histogram."""
    *counts, histogram = totals
    tally = ResultTally()
    tally.add_counts(int(count) for count in counts)
    assert isinstance(histogram, bytes)  # noqa: S101
    tally.add_histogram(histogram)
    return tally


def add_totals(database: sqlite3.Connection, table: str, check: int, place: int, change: ResultTally) -> None:
    """Add to the totals of one check in one hour or day; a row without anything in it goes."""
    unit = "hour" if table == "hours" else "day"
    row = database.execute(f"SELECT * FROM {table} WHERE check_id = ? AND {unit} = ?", (check, place)).fetchone()
    tally = tally_of(row[2:]) if row else ResultTally()
    tally.add(change)
    if tally.is_empty:
        database.execute(f"DELETE FROM {table} WHERE check_id = ? AND {unit} = ?", (check, place))
    else:
        sql = f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        database.execute(sql, (check, place, *tally.packed()))


def prune(database: sqlite3.Connection, now_ms: int, keep_days: int) -> None:
    """Delete results older than ``keep_days``, and totals older than they are kept. An hour at a time: nobody waits."""
    this_hour = now_ms // HOUR_MS
    whole_from = this_hour - keep_days * 24
    hours_from = this_hour // 24 * 24 - max(HOURS_KEPT_DAYS, keep_days + 1) * 24
    first = database.execute("SELECT min(at) FROM results").fetchone()[0]
    while first is not None and first // HOUR_MS < whole_from:
        hour = first // HOUR_MS
        database.execute("BEGIN IMMEDIATE")
        try:
            database.execute("DELETE FROM results WHERE at < ?", ((hour + 1) * HOUR_MS,))
            database.execute("INSERT OR IGNORE INTO pruned_hours VALUES (?)", (hour,))
            database.execute("COMMIT")
        except BaseException:
            database.execute("ROLLBACK")
            raise
        first = database.execute("SELECT min(at) FROM results").fetchone()[0]
    database.execute("BEGIN IMMEDIATE")
    try:
        kept = dict(database.execute("SELECT what, first_hour FROM kept"))
        if (kept.get("results"), kept.get("hours")) != (whole_from, hours_from):
            database.execute("DELETE FROM details WHERE last_hour < ?", (whole_from,))
            if kept.get("hours") != hours_from:
                day = (this_hour - DAYS_KEPT_YEARS * 366 * 24) // 24
                ours = "check_id IN (SELECT id FROM checks)"  # by the keys: the tables are not read through
                database.execute(f"DELETE FROM hours WHERE {ours} AND hour < ?", (hours_from,))
                database.execute("DELETE FROM pruned_hours WHERE hour < ?", (hours_from,))
                database.execute(f"DELETE FROM days WHERE {ours} AND day < ?", (day,))
                _delete_empty_checks(database, whole_from)
            rows = [("results", whole_from), ("hours", hours_from)]
            database.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?)", rows)
        database.execute("COMMIT")
    except BaseException:
        database.execute("ROLLBACK")
        raise
    give_room_back(database)


def give_room_back(database: sqlite3.Connection, *, whole: bool = False) -> None:
    """Make the file smaller where much of it is unused; ``whole`` gives every unused page back."""
    free = database.execute("PRAGMA freelist_count").fetchone()[0]
    pages = database.execute("PRAGMA page_count").fetchone()[0]
    if free and (whole or (free > _FREE_PAGES and free * _FREE_SHARE > pages)):
        database.executescript("PRAGMA incremental_vacuum")  # `execute` gives back one page and stops


def _roll_up(database: sqlite3.Connection, hour: int) -> None:
    changes = hour_changes(database, hour)
    for check, change in changes.items():
        add_totals(database, "hours", check, hour, change)
        add_totals(database, "days", check, hour // 24, change)
    if database.execute("SELECT 1 FROM pruned_hours WHERE hour = ?", (hour,)).fetchone():
        database.execute("DELETE FROM results WHERE at >= ? AND at < ?", (hour * HOUR_MS, (hour + 1) * HOUR_MS))
    database.execute("DELETE FROM open_hours WHERE hour = ?", (hour,))


def _delete_empty_checks(database: sqlite3.Connection, whole_from: int) -> None:
    database.execute(
        "DELETE FROM checks WHERE last_at < ? AND NOT EXISTS (SELECT 1 FROM days WHERE days.check_id = checks.id)"
        " AND NOT EXISTS (SELECT 1 FROM hours WHERE hours.check_id = checks.id)",
        (whole_from * HOUR_MS,),
    )
