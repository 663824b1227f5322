"""The limits of one service on restarts and redeployments (S11)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict

from ..records.record_books import RecordRepositories
from ..records.service_rules import ServiceRule

ActionCount = Annotated[int, Meta(ge=0, le=100)]
WindowHours = Annotated[float, Meta(ge=0.01, le=8760)]


class SetServiceLimits(Struct, frozen=True):
    """Which limits a service has. One that is left out stays as it is; None returns it to that of all services."""

    service: str
    restarts: ActionCount | UnsetType | None = UNSET
    restart_hours: WindowHours | UnsetType | None = UNSET
    redeployments: ActionCount | UnsetType | None = UNSET
    redeployment_hours: WindowHours | UnsetType | None = UNSET


def set_service_limits(
    book: RecordRepositories, request: SetServiceLimits, now: datetime
) -> tuple[ServiceRule | None, ServiceRule]:
    """Set limits and return the rule before, None for none, and after. Call inside ``store.write``."""
    before = book.rules.get(request.service)
    rule = before or ServiceRule(request.service)
    named = {name: value for name, value in asdict(request).items() if name != "service" and value is not UNSET}
    return before, book.rules.put(replace(rule, **named), now) if named else rule


def restore_rule(
    book: RecordRepositories, service: str, now: datetime, done: tuple[ServiceRule | None, object]
) -> None:
    """Undo a change of limits, or that maintenance was started; planned windows stay as they are now."""
    before, _ = done
    book.rules.put(before or ServiceRule(service), now)
