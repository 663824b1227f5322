"""Which services are down, and which of them have recovered, by the health checks that are recorded (D4)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from ..core.clock import from_text

if TYPE_CHECKING:
    from ..records.health import HealthCheck
    from ..records.record_books import RecordRepositories

ROWS_OF_A_LOOK = 50
DOWN, HEALTHY = "down", "healthy"


@dataclass(frozen=True, slots=True)
class ServiceRecovery:
    """A service that was down and is healthy again: how long it was down (None where that is not known),
    when it was seen healthy, and what was seen."""

    service: str
    down_for: timedelta | None
    at: str
    detail: str


class OutageWatch:
    """Compares what the last look at each service found with what the look before it did."""

    def __init__(self, book: RecordRepositories) -> None:
        self._book = book
        self._down_since: dict[str, str] = {}
        self._seen = 0

    def begin(self) -> None:
        """Take the services as they stand now: what recovers from here on is told."""
        self._seen = 0
        for service, found in self._new_looks():
            if is_down(found):
                since = self._ask_since(service)
                self._down_since[service] = since or found[0].checked_at

    def take_recoveries(self) -> list[ServiceRecovery]:
        """The services that have recovered since this was asked last."""
        recovered = []
        for service, found in self._new_looks():
            if is_down(found):
                self._down_since.setdefault(service, found[0].checked_at)
            elif service in self._down_since and all(check.status == HEALTHY for check in found):
                last = found[0]
                down_for = time_between(self._down_since.pop(service), last.checked_at)
                recovered.append(ServiceRecovery(service, down_for, last.checked_at, last.detail))
        return recovered

    def _new_looks(self) -> list[tuple[str, list[HealthCheck]]]:
        """The checks of the last look at each service that was looked at since, newest first."""
        health, store = self._book.health, self._book.store
        latest = [check for check in store.read(health.latest).result() if check.id > self._seen]
        self._seen = max((check.id for check in latest), default=self._seen)
        found = []
        for last in latest:
            rows = store.read(lambda s=last.service: health.of_service(s, limit=ROWS_OF_A_LOOK)).result()  # type: ignore[misc]
            found.append((last.service, [row for row in rows if same_look(row, last)]))
        return found

    def _ask_since(self, service: str) -> str | None:
        return self._book.store.read(lambda: self._book.health.standing_since(service)).result()


def same_look(check: HealthCheck, last: HealthCheck) -> bool:
    """Whether two checks belong to one look at a service: one session, or one moment where no session looked."""
    if last.session_id is not None:
        return check.session_id == last.session_id
    return check.session_id is None and check.checked_at == last.checked_at


def is_down(checks: list[HealthCheck]) -> bool:
    """Whether a look found the service down: one of its checks failed."""
    return any(check.status == DOWN for check in checks)


def time_between(earlier: str, later: str) -> timedelta | None:
    """The time between two stored moments; None where they are not in order."""
    passed = from_text(later) - from_text(earlier)
    return passed if passed >= timedelta(0) else None
