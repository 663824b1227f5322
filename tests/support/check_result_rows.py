"""Results for the tests of the check results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from math import ceil
from random import Random

from claudeops_desktop.monitoring.results.types import CheckResult

MONDAY = datetime(2026, 3, 2, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def result(
    at: datetime,
    status: str = "healthy",
    service: str = "web",
    *,
    ms: float | None = 20.0,
    detail: str = "HTTP 200 in 20 ms",
    maintenance: bool = False,
    check: str = "http",
) -> CheckResult:
    """One result."""
    return CheckResult(service, f"{service}:{check}", check, at, status, ms, detail, maintenance)


def simulated(
    services: Sequence[str], since: datetime, until: datetime, every: timedelta, seed: int = 7
) -> Iterator[list[CheckResult]]:
    """Batches as a monitor makes them: each service every so often, with outages, slow hours and maintenance."""
    random = Random(seed)
    at = since
    while at < until:
        batch = []
        for place, service in enumerate(services):
            moment = at + timedelta(milliseconds=137 * place + random.randrange(90))
            hour = at.hour + 3 * place
            status = "down" if hour % 17 == 5 else "degraded" if hour % 11 == 7 else "healthy"
            if random.random() < 0.002:
                status = "unknown"
            took = None if status in ("down", "unknown") else random.lognormvariate(3 + place / 5, 0.6)
            detail = "cannot connect" if took is None else f"HTTP 200 in {took:.0f} ms"
            batch.append(result(moment, status, service, ms=took, detail=detail, maintenance=hour % 23 == 2))
        yield batch
        at += every


def nearest_rank(values: Sequence[float], share: float) -> float:
    """A percentile as a textbook has it."""
    return sorted(values)[max(1, ceil(share * len(values))) - 1]
