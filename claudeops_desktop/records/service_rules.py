"""Rules for single services (S11): limits of their own, and that one is left alone while the operator works on it,
from now on or in planned windows (S15)."""

from __future__ import annotations

import builtins
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from ..core.clock import from_text, to_text
from ..core.errors import UsageError
from ..core.maintenance_time import CurrentMaintenance, find_maintenance
from ..core.messages import UserMessage
from ..storage import DataStore
from .tables import MaintenanceWindowRow, ServiceRuleRow

LIMITS = ("restarts", "restart_hours", "redeployments", "redeployment_hours")
MOST_WINDOWS = 100  # planned ones of a service
ENDED_KEPT = timedelta(days=90)


@dataclass(frozen=True, slots=True)
class MaintenanceWindow:
    """A row of ``maintenance_windows``: a planned time in which a service is left alone. Moments are stored text."""

    id: int
    service: str
    starts_at: str
    ends_at: str
    note: str = ""
    created_at: str = ""

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        return asdict(self)

    def has_begun(self, now: datetime) -> bool:
        """Tell whether its start has passed."""
        return from_text(self.starts_at) <= now

    def has_ended(self, now: datetime) -> bool:
        """Tell whether its end has passed."""
        return from_text(self.ends_at) <= now


@dataclass(frozen=True, slots=True)
class ServiceRule:
    """A row of ``service_rules`` with the planned maintenance of its service, those that have ended left out or not. A
    limit that is None is that of the settings."""

    service: str
    restarts: int | None = None
    restart_hours: float | None = None
    redeployments: int | None = None
    redeployment_hours: float | None = None
    maintenance_since: str | None = None
    maintenance_until: str | None = None
    note: str = ""
    updated_at: str = ""
    planned: tuple[MaintenanceWindow, ...] = ()

    @property
    def has_limits(self) -> bool:
        """Tell whether it has a limit of its own."""
        return any(getattr(self, name) is not None for name in LIMITS)

    def maintained(self, now: datetime) -> bool:
        """Tell whether it is in maintenance now."""
        return self.current_maintenance(now) is not None

    def current_maintenance(self, now: datetime) -> CurrentMaintenance | None:
        """The maintenance that is going on, begun by hand or planned; None for none."""
        return find_maintenance(self, now)

    def last_maintenance_end(self, now: datetime) -> str | None:
        """When the last maintenance that is over ended by itself (stored text), None for none."""
        ends = [self.maintenance_until, *(window.ends_at for window in self.planned)]
        return max((end for end in ends if end is not None and from_text(end) <= now), default=None)

    def upcoming(self, now: datetime) -> tuple[MaintenanceWindow, ...]:
        """The planned windows that have not begun, the next one first."""
        return tuple(sorted((w for w in self.planned if not w.has_begun(now)), key=lambda w: w.starts_at))

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        return asdict(self)


_COLUMNS = tuple(name for name in ServiceRule.__dataclass_fields__ if name != "planned")
_FIELDS = [getattr(ServiceRuleRow, name) for name in _COLUMNS]
_WINDOW_FIELDS = [getattr(MaintenanceWindowRow, name) for name in MaintenanceWindow.__dataclass_fields__]


class ServiceRules:
    """The questions and the writes on rules. Writes must run inside ``store.write``. Names are kept in lower case."""

    def __init__(self, store: DataStore) -> None:
        self._store = store

    def all(self) -> builtins.list[ServiceRule]:
        """Every rule, by service; also of services that have only planned windows."""
        rules = {row[0]: ServiceRule(*row) for row in ServiceRuleRow.select(*_FIELDS).tuples()}
        planned: dict[str, builtins.list[MaintenanceWindow]] = {}
        for window in self.windows():
            planned.setdefault(window.service, []).append(window)
        for name, windows in planned.items():
            rules[name] = replace(rules.get(name, ServiceRule(name)), planned=tuple(windows))
        return [rules[name] for name in sorted(rules)]

    def get(self, service: str) -> ServiceRule | None:
        """The rule of one service."""
        query = ServiceRuleRow.select(*_FIELDS).where(ServiceRuleRow.service == _name(service))
        rows = [*query.tuples()]
        planned = tuple(self.windows(service))
        if not rows and not planned:
            return None
        return replace(ServiceRule(*rows[0]) if rows else ServiceRule(_name(service)), planned=planned)

    def put(self, rule: ServiceRule, now: datetime) -> ServiceRule:
        """Lay down a rule, in place of the one before; its planned windows stay as they are. One without a limit of its
        own and without maintenance says nothing, and is not kept. Raises ValueError for a service without a name."""
        name = _name(rule.service)
        if rule.has_limits or rule.maintenance_since is not None:
            rule = replace(rule, service=name, updated_at=to_text(now))
            ServiceRuleRow.replace(**{column: getattr(rule, column) for column in _COLUMNS}).execute()
        else:
            rule = ServiceRule(name, planned=rule.planned)
            ServiceRuleRow.delete().where(ServiceRuleRow.service == name).execute()
        self._store.changed("service_rules")
        return rule

    def maintain(self, service: str, since: datetime, until: datetime | None, note: str, now: datetime) -> ServiceRule:
        """Begin maintenance; ``until`` None: until it is ended by hand. Raises UsageError for an end that is not after
        the start."""
        if until is not None and until <= since:
            raise UsageError(UserMessage("Maintenance must end after it starts."), UserMessage("Name a later end."))
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
        """End what is going on: the one begun by hand, and planned windows that have begun. Those to come stay. The
        rule before, None where there was no maintenance."""
        before = self.get(service)
        if before is None:
            return None
        going_on = [one.id for one in before.planned if one.has_begun(now) and not one.has_ended(now)]
        if before.maintenance_since is None and not going_on:
            return None
        if going_on:
            MaintenanceWindowRow.delete().where(MaintenanceWindowRow.id.in_(going_on)).execute()
            self._store.changed("service_rules")
        if before.maintenance_since is None:
            return before
        self.put(replace(before, maintenance_since=None, maintenance_until=None, note=""), now)
        return before

    # --- planned windows -------------------------------------------------------------------------------------------

    def windows(self, service: str | None = None) -> builtins.list[MaintenanceWindow]:
        """The planned windows, by their start; those that have ended are kept for some time."""
        query = MaintenanceWindowRow.select(*_WINDOW_FIELDS).order_by(
            MaintenanceWindowRow.starts_at, MaintenanceWindowRow.id
        )
        if service is not None:
            query = query.where(MaintenanceWindowRow.service == _name(service))
        return [MaintenanceWindow(*row) for row in query.tuples()]

    def plan(self, service: str, starts: datetime, ends: datetime, note: str, now: datetime) -> MaintenanceWindow:
        """Plan a window. Raises UsageError for an end that is not after the start or has passed, and for too many."""
        name = _name(service)
        if ends <= starts:
            raise UsageError(UserMessage("Maintenance must end after it starts."), UserMessage("Name a later end."))
        if ends <= now:
            raise UsageError(UserMessage("That maintenance would be over already."), UserMessage("Name a later end."))
        MaintenanceWindowRow.delete().where(MaintenanceWindowRow.ends_at < to_text(now - ENDED_KEPT)).execute()
        if len([one for one in self.windows(name) if not one.has_ended(now)]) >= MOST_WINDOWS:
            raise UsageError(
                UserMessage("{name} has {most_windows} planned windows already.", name=name, most_windows=MOST_WINDOWS),
                UserMessage("Cancel some first."),
            )
        window = MaintenanceWindow(0, name, to_text(starts), to_text(ends), note.strip(), to_text(now))
        values = {field: value for field, value in asdict(window).items() if field != "id"}
        number = int(MaintenanceWindowRow.insert(**values).execute())
        self._store.changed("service_rules")
        return replace(window, id=number)

    def cancel(self, window_id: int) -> MaintenanceWindow | None:
        """Take a planned window away; the one that stood, None for none."""
        row = MaintenanceWindowRow.select(*_WINDOW_FIELDS).where(MaintenanceWindowRow.id == window_id).tuples().first()
        if row is None:
            return None
        MaintenanceWindowRow.delete().where(MaintenanceWindowRow.id == window_id).execute()
        self._store.changed("service_rules")
        return MaintenanceWindow(*row)

    def restore_windows(self, service: str, windows: tuple[MaintenanceWindow, ...]) -> None:
        """Let a service have these windows and no others: for undo."""
        MaintenanceWindowRow.delete().where(MaintenanceWindowRow.service == _name(service)).execute()
        for window in windows:
            MaintenanceWindowRow.insert(**asdict(window)).execute()
        self._store.changed("service_rules")


def _name(service: str) -> str:
    name = service.strip().lower()
    if not name:
        raise ValueError("a rule needs a service")
    return name
