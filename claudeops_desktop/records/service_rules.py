"""Rules for single services (S11): limits of their own, and that one is left alone while the operator works on it."""

from __future__ import annotations

import builtins
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from ..core.clock import from_text, to_text
from ..storage import DataStore
from .tables import ServiceRuleRow

LIMITS = ("restarts", "restart_hours", "redeployments", "redeployment_hours")


@dataclass(frozen=True, slots=True)
class ServiceRule:
    """A row of ``service_rules``. A limit that is None is that of the settings."""

    service: str
    restarts: int | None = None
    restart_hours: float | None = None
    redeployments: int | None = None
    redeployment_hours: float | None = None
    maintenance_since: str | None = None
    maintenance_until: str | None = None
    note: str = ""
    updated_at: str = ""

    @property
    def has_limits(self) -> bool:
        """Whether it has a limit of its own."""
        return any(getattr(self, name) is not None for name in LIMITS)

    def maintained(self, now: datetime) -> bool:
        """Whether it is in maintenance now."""
        if self.maintenance_since is None or from_text(self.maintenance_since) > now:
            return False
        return self.maintenance_until is None or from_text(self.maintenance_until) > now

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        return asdict(self)


_FIELDS = [getattr(ServiceRuleRow, name) for name in ServiceRule.__dataclass_fields__]


class ServiceRules:
    """The questions and the writes on rules. Writes must run inside ``store.write``. Names are kept in lower case."""

    def __init__(self, store: DataStore) -> None:
        self._store = store

    def all(self) -> builtins.list[ServiceRule]:
        """Every rule, by service."""
        return [ServiceRule(*row) for row in ServiceRuleRow.select(*_FIELDS).order_by(ServiceRuleRow.service).tuples()]

    def get(self, service: str) -> ServiceRule | None:
        """The rule of one service."""
        query = ServiceRuleRow.select(*_FIELDS).where(ServiceRuleRow.service == _name(service))
        for row in query.tuples():
            return ServiceRule(*row)
        return None

    def put(self, rule: ServiceRule, now: datetime) -> ServiceRule:
        """Lay down a rule, in place of the one before. Raises ValueError for a service without a name."""
        rule = replace(rule, service=_name(rule.service), updated_at=to_text(now))
        ServiceRuleRow.replace(**asdict(rule)).execute()
        self._store.changed("service_rules")
        return rule

    def remove(self, service: str, now: datetime) -> ServiceRule | None:
        """Take a rule away; the one that stood."""
        before = self.get(service)
        ServiceRuleRow.delete().where(ServiceRuleRow.service == _name(service)).execute()
        self._store.changed("service_rules")
        return before

    def maintain(self, service: str, since: datetime, until: datetime | None, note: str, now: datetime) -> ServiceRule:
        """Begin maintenance; ``until`` None: until it is ended by hand."""
        rule = self.get(service) or ServiceRule(service)
        return self.put(
            replace(
                rule,
                maintenance_since=to_text(since),
                maintenance_until=to_text(until) if until else None,
                note=note.strip(),
            ),
            now,
        )

    def end_maintenance(self, service: str, now: datetime) -> ServiceRule | None:
        """End it; the rule before, None where there was no maintenance."""
        before = self.get(service)
        if before is None or before.maintenance_since is None:
            return None
        after = replace(before, maintenance_since=None, maintenance_until=None, note="")
        if after.has_limits:
            self.put(after, now)
        else:
            self.remove(service, now)
        return before


def _name(service: str) -> str:
    name = service.strip().lower()
    if not name:
        raise ValueError("a rule needs a service")
    return name
