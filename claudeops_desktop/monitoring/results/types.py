"""What a continuous check found."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One measurement of one check. ``status`` is healthy, degraded, down or unknown; ``response_ms`` milliseconds,
    None where there was no answer; ``maintenance``: the operator had planned work on the service then."""

    service: str
    key: str
    check: str
    at: datetime
    status: str
    response_ms: float | None
    detail: str
    maintenance: bool = False
