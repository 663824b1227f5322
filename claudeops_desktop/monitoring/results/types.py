"""What goes into the check results and what comes out of them. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

STATUSES = ("healthy", "degraded", "down", "unknown")


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One measurement of one check.

    ``key`` names the check among those of its service (``web:http``), ``check`` is its kind; ``at`` is aware;
    ``status`` is one of STATUSES; ``maintenance`` says that it was taken in a planned maintenance window.
    """

    service: str
    key: str
    check: str
    at: datetime
    status: str
    response_ms: float | None
    detail: str
    maintenance: bool = False


@dataclass(frozen=True, slots=True)
class UptimeSummary:
    """How a service stood over a stretch of time: results by status, and response times in milliseconds.

    Results in maintenance are counted apart, and in no other number. Response times are those of healthy and degraded
    results outside maintenance; the percentiles are at most ``histogram.RELATIVE_ERROR`` off.
    """

    service: str
    healthy: int = 0
    degraded: int = 0
    down: int = 0
    unknown: int = 0
    maintenance: int = 0
    p50_ms: float | None = None
    p95_ms: float | None = None
    p99_ms: float | None = None

    @property
    def uptime(self) -> float | None:
        """(healthy + degraded) / (healthy + degraded + down); None where none of these was measured."""
        up = self.healthy + self.degraded
        return up / (up + self.down) if up + self.down else None

    @property
    def total(self) -> int:
        """All results, those in maintenance too."""
        return self.healthy + self.degraded + self.down + self.unknown + self.maintenance

    @property
    def counts(self) -> dict[str, int]:
        """Results by status; those that are 0 are left out, and so is maintenance."""
        found = zip(STATUSES, (self.healthy, self.degraded, self.down, self.unknown), strict=True)
        return {status: number for status, number in found if number}


@dataclass(frozen=True, slots=True)
class SeriesPoint:
    """One bucket of a chart: from ``start`` up to ``end``, both aware."""

    start: datetime
    end: datetime
    summary: UptimeSummary
