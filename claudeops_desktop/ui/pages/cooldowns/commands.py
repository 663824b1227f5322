"""What the operator changes about a service: limits of its own, maintenance, cleared counters. Run as writes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from ....records.record_books import RecordRepositories
from ....records.service_rules import ServiceRule

CLEARED = "Cleared by the operator."


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


@dataclass(frozen=True, slots=True)
class SetServiceLimits:
    """Answers with the rule before, for undo (None: there was none)."""

    book: RecordRepositories
    service: str
    limits: ServiceLimits
    now: datetime

    def __call__(self) -> ServiceRule | None:
        """On the worker."""
        before = self.book.rules.get(self.service)
        own = {name: getattr(self.limits, name) for name in ServiceLimits.__dataclass_fields__}
        if before is None and not self.limits.has_limits:
            return None
        if before is not None and not self.limits.has_limits and before.maintenance_since is None:
            self.book.rules.remove(self.service, self.now)
            return before
        rule = replace(before or ServiceRule(self.service), **own)
        self.book.rules.put(rule, self.now)
        return before


@dataclass(frozen=True, slots=True)
class StartMaintenance:
    """Have a service left alone from now on. Answers with the rule before."""

    book: RecordRepositories
    service: str
    until: datetime | None
    note: str
    now: datetime

    def __call__(self) -> ServiceRule | None:
        """On the worker."""
        before = self.book.rules.get(self.service)
        self.book.rules.maintain(self.service, self.now, self.until, self.note, self.now)
        return before


@dataclass(frozen=True, slots=True)
class EndMaintenance:
    """Let a service be acted on again. Answers with the rule before."""

    book: RecordRepositories
    service: str
    now: datetime

    def __call__(self) -> ServiceRule | None:
        """On the worker."""
        before = self.book.rules.get(self.service)
        self.book.rules.end_maintenance(self.service, self.now)
        return before


@dataclass(frozen=True, slots=True)
class RestoreCooldownRule:
    """The rule of a service as it was before: for undo."""

    book: RecordRepositories
    service: str
    now: datetime

    def __call__(self, before: ServiceRule | None) -> None:
        """On the worker."""
        if before is None:
            self.book.rules.remove(self.service, self.now)
        else:
            self.book.rules.put(before, self.now)


@dataclass(frozen=True, slots=True)
class ClearCooldown:
    """Let what was done to a service count no longer; answers how many actions there were."""

    book: RecordRepositories
    service: str
    now: datetime

    def __call__(self) -> int:
        """On the worker."""
        return self.book.cooldowns.clear(self.service, CLEARED, self.now)
