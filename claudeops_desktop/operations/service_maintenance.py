"""Maintenance of a service: while the operator works on it, no agent acts on it (S11, S15).

Each function returns the rule before, None for none, and what there is of it now. Call them inside ``store.write``.
"""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from ..core.errors import OperatorError
from ..core.messages import UserMessage
from ..records.record_books import RecordRepositories
from ..records.service_rules import MaintenanceWindow, ServiceRule
from .service_limits import restore_rule


class StartMaintenance(Struct, frozen=True):
    """Which service is left alone from now on, and until when; without an end, until it is ended by hand."""

    service: str
    until: datetime | None = None
    note: str = ""


class PlanMaintenance(Struct, frozen=True):
    """Which service is left alone later, from when until when."""

    service: str
    starts: datetime
    ends: datetime
    note: str = ""


class EndMaintenance(Struct, frozen=True):
    """Which service may be acted on again."""

    service: str


class CancelMaintenance(Struct, frozen=True):
    """Which planned window of a service is taken away."""

    service: str
    window: int


def start_maintenance(
    book: RecordRepositories, request: StartMaintenance, now: datetime
) -> tuple[ServiceRule | None, ServiceRule]:
    """Begin maintenance. Raises UsageError for an end that has passed."""
    before = book.rules.get(request.service)
    return before, book.rules.maintain(request.service, now, request.until, request.note, now)


def plan_maintenance(
    book: RecordRepositories, request: PlanMaintenance, now: datetime
) -> tuple[ServiceRule | None, MaintenanceWindow]:
    """Plan maintenance; the window is the new one. Raises UsageError for an end that is not after the start or has
    passed, and for too many windows."""
    before = book.rules.get(request.service)
    return before, book.rules.plan(request.service, request.starts, request.ends, request.note, now)


def end_maintenance(
    book: RecordRepositories, request: EndMaintenance, now: datetime
) -> tuple[ServiceRule, ServiceRule | None]:
    """End what is going on, begun by hand or planned; windows to come stay. Raises OperatorError where nothing is."""
    before = book.rules.end_maintenance(request.service, now)
    if before is not None:
        return before, book.rules.get(request.service)
    rule = book.rules.get(request.service)
    coming = rule.upcoming(now) if rule is not None else ()
    remedy = UserMessage("See `claudeops cooldowns standing`.")
    if coming:
        remedy = UserMessage(
            "Cancel a planned window with `claudeops cooldowns maintenance {name} off --id {window}`.",
            name=request.service,
            window=coming[0].id,
        )
    raise OperatorError(UserMessage("{name} is not in maintenance.", name=request.service), remedy)


def cancel_maintenance(
    book: RecordRepositories, request: CancelMaintenance, now: datetime
) -> tuple[ServiceRule, MaintenanceWindow]:
    """Take a planned window away; it is the one that stood. Raises OperatorError where the service has none of that
    number, or it has ended."""
    before = book.rules.get(request.service) or ServiceRule(request.service)
    for window in before.planned:
        if window.id == request.window and not window.has_ended(now):
            book.rules.cancel(window.id)
            return before, window
    raise OperatorError(
        UserMessage("{name} has no planned window {window}.", name=request.service, window=request.window),
        UserMessage("See `claudeops cooldowns planned`."),
    )


def restore_maintenance(
    book: RecordRepositories, service: str, now: datetime, done: tuple[ServiceRule | None, object]
) -> None:
    """Undo a change of maintenance, with the planned windows as they were before."""
    before, _ = done
    restore_rule(book, service, now, done)
    book.rules.restore_windows(service, before.planned if before is not None else ())
