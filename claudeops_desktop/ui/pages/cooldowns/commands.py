"""What the operator changes about a service: limits of its own, maintenance, cleared counters. Run as writes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from ....operations import service_limits
from ....records.record_books import RecordRepositories
from ....records.service_rules import ServiceRule

CLEARED = "Cleared by the operator."  # stored with the records, hence English


@dataclass(frozen=True, slots=True)
class ServiceLimits:
    """Limits of one service; None where those for all services hold."""

    restarts: int | None = None
    restart_hours: float | None = None
    redeployments: int | None = None
    redeployment_hours: float | None = None

    @property
    def has_limits(self) -> bool:
        """Whether there is one."""
        return any(
            value is not None
            for value in (self.restarts, self.restart_hours, self.redeployments, self.redeployment_hours)
        )


def set_service_limits(
    book: RecordRepositories, service: str, limits: ServiceLimits, now: datetime
) -> ServiceRule | None:
    """Answers with the rule before, for undo (None: there was none)."""
    own = {name: getattr(limits, name) for name in ServiceLimits.__dataclass_fields__}
    before, _ = service_limits.set_service_limits(book, service_limits.SetServiceLimits(service, **own), now)
    return before


def start_maintenance(
    book: RecordRepositories, service: str, until: datetime | None, note: str, now: datetime
) -> ServiceRule | None:
    """Have a service left alone from now on. Answers with the rule before."""
    before = book.rules.get(service)
    book.rules.maintain(service, now, until, note, now)
    return before


def plan_maintenance(
    book: RecordRepositories, service: str, window: tuple[datetime, datetime], note: str, now: datetime
) -> ServiceRule | None:
    """Have a service left alone from the start of a window to its end. Answers with the rule before."""
    before = book.rules.get(service)
    book.rules.plan(service, *window, note, now)
    return before


def cancel_planned(book: RecordRepositories, service: str, window_id: int) -> ServiceRule | None:
    """Take a planned window away. Answers with the rule before."""
    before = book.rules.get(service)
    book.rules.cancel(window_id)
    return before


def end_maintenance(book: RecordRepositories, service: str, now: datetime) -> ServiceRule | None:
    """Let a service be acted on again. Answers with the rule before."""
    before = book.rules.get(service)
    book.rules.end_maintenance(service, now)
    return before


def restore_cooldown_rule(book: RecordRepositories, service: str, now: datetime, before: ServiceRule | None) -> None:
    """The rule of a service as it was before, but for planned windows: for undo."""
    book.rules.put(before or ServiceRule(service), now)


def restore_maintenance(book: RecordRepositories, service: str, now: datetime, before: ServiceRule | None) -> None:
    """The rule of a service and its planned windows as they were before: for undo."""
    restore_cooldown_rule(book, service, now, before)
    book.rules.restore_windows(service, before.planned if before is not None else ())


def clear_cooldown(book: RecordRepositories, service: str, now: datetime) -> int:
    """Let what was done to a service count no longer; answers how many actions there were."""
    return book.cooldowns.clear_service(service, CLEARED, now)
