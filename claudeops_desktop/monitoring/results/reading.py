"""Rows and totals → what stands over any stretch of time.

Hours that are not rolled up yet are added as they stand, so that an answer never waits for the totals.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import pairwise

import orjson

from ...records.health import CellCount
from ...records.health_cells import MAINTENANCE
from .database import HOUR_MS
from .rollups import hour_changes, read_results
from .stretch import Span, plan_stretch
from .tally import ResultTally, status_of
from .types import STATUSES, CheckResult, SeriesPoint, UptimeSummary
from .writing import from_ms, join_detail, to_ms

_RESULT = (
    "SELECT c.service, c.key, c.name, r.at, r.state, r.microseconds, d.text, r.numbers FROM {0}"
    " LEFT JOIN details d ON d.id = r.detail"
)


def read_latest(database: sqlite3.Connection, service: str | None) -> list[CheckResult]:
    """The last result of each check, the one that was written last, by service and key."""
    sql = _RESULT.format("checks c JOIN results r ON r.at = c.last_at AND r.check_id = c.id")
    where, values = (" WHERE c.service = ?", (service,)) if service is not None else ("", ())
    return [_result(row) for row in database.execute(f"{sql}{where} ORDER BY c.service, c.key, c.name", values)]


def read_of_service(
    database: sqlite3.Connection, service: str, since: datetime | None, limit: int
) -> list[CheckResult]:
    """The results of one service, newest first. Looks only into hours in which it was checked."""
    checks = _checks(database, [service])
    if not checks:
        return []
    ids = orjson.dumps(list(checks)).decode()
    first = to_ms(since) if since is not None else None
    hours = database.execute(
        "SELECT hour FROM open_hours UNION SELECT h.hour FROM json_each(?1) i CROSS JOIN hours h"
        " ON h.check_id = i.value AND h.hour >= ifnull(?2, (SELECT min(at) / ?3 FROM results)) ORDER BY 1 DESC",
        (ids, None if first is None else first // HOUR_MS, HOUR_MS),
    )
    sql = (
        f"{_RESULT.format('results r CROSS JOIN checks c ON c.id = r.check_id')} WHERE r.at >= ? AND r.at < ?"
        " AND r.check_id IN (SELECT value FROM json_each(?)) ORDER BY r.at DESC LIMIT ?"
    )
    found: list[CheckResult] = []
    for (hour,) in hours.fetchall():
        low = max(hour * HOUR_MS, first or 0)
        rows = database.execute(sql, (low, (hour + 1) * HOUR_MS, ids, limit - len(found)))
        found += [_result(row) for row in rows]
        if len(found) >= limit:
            break
    return found


def read_uptime(
    database: sqlite3.Connection, since: datetime, until: datetime, services: Iterable[str] | None
) -> dict[str, UptimeSummary]:
    """How each service stood, by name; all that were ever checked where none are named."""
    checks = _checks(database, services)
    tallies = _Reader(database, checks, with_times=True).tally(to_ms(since), to_ms(until))
    return {name: tally.summary(name) for name, tally in sorted(_by_service(checks, tallies).items())}


def read_all_series(
    database: sqlite3.Connection, edges: Sequence[datetime], services: Iterable[str] | None
) -> dict[str, list[SeriesPoint]]:
    """How services stood between each two neighbours of these moments."""
    checks = _checks(database, services)
    reader = _Reader(database, checks, with_times=True)
    found: dict[str, list[SeriesPoint]] = {name: [] for name in sorted(set(checks.values()))}
    for start, end in pairwise(edges):
        by_service = _by_service(checks, reader.tally(to_ms(start), to_ms(end)))
        for name, points in found.items():
            points.append(SeriesPoint(start, end, by_service.get(name, ResultTally()).summary(name)))
    return found


def read_cells(database: sqlite3.Connection, edges: Sequence[datetime]) -> list[CellCount]:
    """How often each service stood how between each two neighbours of these moments, maintenance apart."""
    checks = _checks(database, None)
    reader = _Reader(database, checks, with_times=False)
    found = []
    for cell, (start, end) in enumerate(pairwise(edges)):
        by_service = _by_service(checks, reader.tally(to_ms(start), to_ms(end)))
        for service, tally in sorted(by_service.items()):
            numbers = zip((*STATUSES, MAINTENANCE), tally.counts, strict=True)
            found += [CellCount(service, cell, status, number) for status, number in numbers if number]
    return found


def read_services(database: sqlite3.Connection) -> list[str]:
    """The names of all services that there are results of."""
    return [name for (name,) in database.execute("SELECT DISTINCT service FROM checks ORDER BY service")]


class _Reader:
    """Adds up some checks over any stretch; what it needs for every stretch it reads once."""

    def __init__(self, database: sqlite3.Connection, checks: Mapping[int, str], *, with_times: bool) -> None:
        self._database = database
        self._checks = frozenset(checks)
        self._ids = orjson.dumps(sorted(checks)).decode()
        self._with_times = with_times
        kept = dict(database.execute("SELECT what, first_hour FROM kept"))
        self._results_from, self._hours_from = int(kept.get("results", 0)), int(kept.get("hours", 0))
        self._open = [hour for (hour,) in database.execute("SELECT hour FROM open_hours")]
        self._changes: dict[int, dict[int, ResultTally]] = {}

    def tally(self, since: int, until: int) -> dict[int, ResultTally]:
        """By check; those without a result are not in it."""
        if not self._checks:
            return {}
        found: dict[int, ResultTally] = {}
        parts = plan_stretch(since, until, self._results_from, self._hours_from)
        self._add_totals(found, "days", "day", parts.days)
        for hours in parts.hours:
            self._add_totals(found, "hours", "hour", hours)
        for low, high in parts.results:
            _add_all(found, read_results(self._database, low, high, self._checks))
        for hour in self._open:
            if parts.holds_hour(hour):
                _add_all(found, self._changes_of(hour))
        return {check: tally for check, tally in found.items() if any(tally.counts)}

    def _add_totals(self, found: dict[int, ResultTally], table: str, unit: str, span: Span) -> None:
        if span[0] >= span[1]:
            return
        where = f"json_each(?) i CROSS JOIN {table} t ON t.check_id = i.value AND t.{unit} >= ? AND t.{unit} < ?"
        values = (self._ids, *span)
        sums = ", ".join(f"sum(t.{name})" for name in (*STATUSES, MAINTENANCE))
        for check, *counts in self._database.execute(f"SELECT t.check_id, {sums} FROM {where} GROUP BY 1", values):
            found.setdefault(check, ResultTally()).add_counts(counts)
        if not self._with_times:
            return
        # In one row a check: a year has hundreds of histograms, and they need only be read one after another.
        sql = f"SELECT t.check_id, group_concat(hex(t.histogram), '') FROM {where} GROUP BY 1"
        for check, histograms in self._database.execute(sql, values):
            found[check].add_histogram(bytes.fromhex(histograms))

    def _changes_of(self, hour: int) -> dict[int, ResultTally]:
        if hour not in self._changes:
            changes = hour_changes(self._database, hour)
            self._changes[hour] = {check: change for check, change in changes.items() if check in self._checks}
        return self._changes[hour]


def _add_all(found: dict[int, ResultTally], more: Mapping[int, ResultTally]) -> None:
    for check, tally in more.items():
        found.setdefault(check, ResultTally()).add(tally)


def _by_service(checks: Mapping[int, str], tallies: Mapping[int, ResultTally]) -> dict[str, ResultTally]:
    found: dict[str, ResultTally] = {}
    for check, tally in tallies.items():
        found.setdefault(checks[check], ResultTally()).add(tally)
    return found


def _checks(database: sqlite3.Connection, services: Iterable[str] | None) -> dict[int, str]:
    """The checks of these services, with the name of their service."""
    if services is None:
        return dict(database.execute("SELECT id, service FROM checks"))
    names = orjson.dumps(sorted(set(services))).decode()
    sql = "SELECT id, service FROM checks WHERE service IN (SELECT value FROM json_each(?))"
    return dict(database.execute(sql, (names,)))


def _result(row: tuple[str, str, str, int, int, int | None, str | None, str | None]) -> CheckResult:
    service, key, check, at, state, microseconds, text, numbers = row
    status, maintenance = status_of(state)
    took = None if microseconds is None else microseconds / 1000
    return CheckResult(service, key, check, from_ms(at), status, took, join_detail(text or "", numbers), maintenance)
