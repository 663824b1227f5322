"""How large the check results of a busy installation are, and how quick they are to write and to ask.

    python -m benchmarks.check_results [--services 500] [--folder FOLDER]

A week of results every 60 s of 500 services (5 million), written in batches of one minute as a monitor does, rolled up
every hour; and the daily totals of a year before it. Bounds: the uptime of a year for 100 services in 0.2 s.
"""

from __future__ import annotations

import argparse
import random
import sqlite3
import tempfile
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median

from claudeops_desktop.monitoring.results.rollups import add_totals
from claudeops_desktop.monitoring.results.store import CheckResultStore
from claudeops_desktop.monitoring.results.tally import ResultTally
from claudeops_desktop.monitoring.results.types import CheckResult

START = datetime(2026, 3, 2, tzinfo=UTC)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def main() -> None:
    """Measure, and print a line each."""
    options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    options.add_argument("--services", type=int, default=500)
    options.add_argument("--days", type=int, default=7)
    options.add_argument("--folder", type=Path)
    given = options.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        measure(CheckResultStore(Path(folder) / "checks.db"), given.services, given.days)


def measure(store: CheckResultStore, services: int, days: int) -> None:
    """All figures of one store."""
    names = [f"service-{n:03}" for n in range(services)]
    adds, rolls = fill(store, names, days)
    now = START + DAY * days
    rows, written = services * days * 1440, bytes_written()
    size = sum(path.stat().st_size for path in store.path.parent.iterdir())
    print(f"{rows:,} results: {size / 1e6:,.0f} MB, {size / rows:.1f} bytes each; {written / 1e6:,.0f} MB written")
    said(f"add of {services} results", adds)
    said("roll_up of an hour", rolls)
    fill_year(store, START, len(names))
    size_year = sum(path.stat().st_size for path in store.path.parent.iterdir())
    print(f"a year of daily totals: {(size_year - size) / 1e6:,.0f} MB")
    hundred = names[:100]
    for what, ask in {
        "uptime of a year, 100 services": lambda: store.uptime(now - DAY * 365, now, hundred),
        "uptime of 30 days, all services": lambda: store.uptime(now - DAY * 30, now),
        "uptime of 24 hours, all services": lambda: store.uptime(now - DAY, now),
        "a year in 52 weeks, one service": lambda: store.series(names[0], now - DAY * 364, now, 52),
        "24 hours in 96 parts, one service": lambda: store.series(names[0], now - DAY, now, 96),
        "matrix of 24 hours, all services": lambda: store.cells([now - HOUR * n for n in range(24, -1, -1)]),
        "matrix of 30 days, all services": lambda: store.cells([now - DAY * n for n in range(30, -1, -1)]),
        "last result of all": store.latest,
        "last 100 of one service": lambda: store.of_service(names[0]),
    }.items():
        said(what, [timed(ask) for _ in range(5)])
    said("roll_up that deletes a day", [timed(lambda: store.roll_up(now + DAY))])
    said("rename of a service", [timed(lambda: store.rename(names[3], "renamed"))])
    said("removal of a service", [timed(lambda: store.remove(names[4]))])
    store.close()


def fill(store: CheckResultStore, names: list[str], days: int) -> tuple[list[float], list[float]]:
    """A week as a monitor writes it; how long each batch took, and each roll-up."""
    chance = random.Random(12)
    adds, rolls = [], []
    for minute in range(days * 1440):
        at = START + MINUTE * minute
        batch = [one_result(chance, name, at + timedelta(milliseconds=120 * n)) for n, name in enumerate(names)]
        adds.append(timed(lambda batch=batch: store.add(batch)))
        if minute % 60 == 59:
            rolls.append(timed(lambda at=at: store.roll_up(at + MINUTE)))
    return adds, rolls


def one_result(chance: random.Random, name: str, at: datetime) -> CheckResult:
    """Mostly well, seldom slow or down."""
    die = chance.random()
    took = chance.lognormvariate(3, 0.4)
    if die < 0.001:
        return CheckResult(name, f"{name}:http", "http", at, "down", None, "connection refused at 10.0.0.1:80")
    status = "degraded" if die < 0.005 else "healthy"
    return CheckResult(name, f"{name}:http", "http", at, status, took, f"HTTP 200 in {took:.0f} ms")


def fill_year(store: CheckResultStore, until: datetime, checks: int) -> None:
    """Daily totals of the year before, as they would have been rolled up."""
    chance = random.Random(13)
    day = int(until.timestamp()) // 86_400
    with closing(sqlite3.connect(store.path)) as database:
        for check in range(1, checks + 1):
            tally = ResultTally()
            for _ in range(1440):
                tally.add_result(0, round(chance.lognormvariate(3, 0.4) * 1000))
            for back in range(1, 366):
                add_totals(database, "days", check, day - back, tally)
        database.commit()


def timed(work: object) -> float:
    """Seconds."""
    start = time.perf_counter()
    work()  # type: ignore[operator]
    return time.perf_counter() - start


def said(what: str, seconds: list[float]) -> None:
    """One line."""
    print(f"{what}: {median(seconds) * 1000:.1f} ms (at most {max(seconds) * 1000:.1f} ms)", flush=True)


def bytes_written() -> int:
    """What this process has written so far, where the system counts it."""
    try:
        lines = Path("/proc/self/io").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return int(dict(line.split(": ") for line in lines)["wchar"])


if __name__ == "__main__":
    main()
