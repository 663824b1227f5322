"""What a check found out: the only thing that the rules of the watcher know about the world."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from .text import clean_line


class ServiceStatus(StrEnum):
    """How a service stood (PRODUCT S9). ``unknown``: it could not be measured."""

    HEALTHY = "healthy"
    DEGRADED = "degraded"
    DOWN = "down"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class ServedCertificate:
    """The validity of a certificate that was served."""

    not_before: datetime
    not_after: datetime


@dataclass(frozen=True, slots=True)
class CheckFinding:
    """What one check says. ``detail`` is one sentence without its full stop.

    ``urgent``: worse than its status tells (a disk nearly full, a host that does not answer): a critical event.
    ``code`` is the HTTP status code; ``started_at`` when the thing that was checked last started; ``start_seconds``
    how long that start took, as its own supervisor measured it; ``restarts`` its restarts by that supervisor.
    ``response_ms`` None means the whole check's time. ``is_shortage``: this machine lacks what every check needs, such
    as files that can be opened; ``detail`` says what.
    """

    status: ServiceStatus
    detail: str
    urgent: bool = False
    response_ms: float | None = None
    code: int | None = None
    started_at: datetime | None = None
    start_seconds: float | None = None
    restarts: int | None = None
    certificate: ServedCertificate | None = None
    is_shortage: bool = False


def healthy(detail: str) -> CheckFinding:
    """All is well."""
    return CheckFinding(ServiceStatus.HEALTHY, detail)


def degraded(detail: str, *, urgent: bool = False) -> CheckFinding:
    """It works, but not as it should."""
    return CheckFinding(ServiceStatus.DEGRADED, detail, urgent)


def down(detail: str) -> CheckFinding:
    """It does not do its work."""
    return CheckFinding(ServiceStatus.DOWN, detail)


def unknown(detail: str, *, urgent: bool = False) -> CheckFinding:
    """It could not be measured."""
    return CheckFinding(ServiceStatus.UNKNOWN, detail, urgent)


@dataclass(frozen=True, slots=True)
class CheckMeasurement:
    """One check of one service, done.

    ``key`` names the check among those of its service (``web:http``); ``target`` is what was looked at, for reading;
    ``at`` is when the first attempt began, ``ended`` when the last one ended; ``builtin`` marks the
    checks of this machine that nobody asked for.
    """

    service: str
    check: str
    key: str
    target: str
    at: datetime
    ended: datetime
    found: CheckFinding
    response_ms: float
    attempts: int = 1
    builtin: bool = False

    @property
    def status(self) -> ServiceStatus:
        """How the service stood."""
        return self.found.status

    @property
    def detail(self) -> str:
        """What was seen, in one line of words; nothing in it that others said can pass for a marker of ours."""
        tries = f" ({self.attempts} attempts)" if self.attempts > 1 else ""
        return clean_line(self.found.detail) + tries
