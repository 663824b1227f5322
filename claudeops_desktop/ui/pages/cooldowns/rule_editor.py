"""What the operator lays down for one service, from the form to the undo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from ....core.clock import utc_now
from ....guard.cooldown import limits_of
from ....operations.service_limits import SetServiceLimits, restore_rule, set_service_limits
from ....operations.service_maintenance import (
    CancelMaintenance,
    EndMaintenance,
    PlanMaintenance,
    StartMaintenance,
    cancel_maintenance,
    end_maintenance,
    plan_maintenance,
    restore_maintenance,
    start_maintenance,
)
from ....records.record_books import RecordRepositories
from ....records.service_rules import LIMITS, MaintenanceWindow, ServiceRule
from ...app_context import AppContext
from ...text import formatting
from ...text.translation import tr
from .dialogs import LimitsDialog, MaintenanceDialog
from .service_slots import planned_text

Request = TypeVar("Request", SetServiceLimits, StartMaintenance, PlanMaintenance, EndMaintenance, CancelMaintenance)
Done = TypeVar("Done")


class CooldownRuleEditor(QObject):
    """``rule_changed`` carries the service whose rule was changed. Each change can be undone."""

    rule_changed = Signal(str)

    def __init__(self, desk: AppContext, page: QWidget) -> None:
        super().__init__(page)
        self._desk = desk
        self._page = page

    def edit_limits(self, service: str | None, known: Sequence[str], rules: Sequence[ServiceRule]) -> None:
        """Ask for the limits of a service, or of one that is chosen in the form."""
        own = {rule.service: rule for rule in rules if rule.has_limits}
        usual = limits_of(self._desk.settings.current.cooldowns)
        form = LimitsDialog(service, known, own, usual, self._page)
        form.limits_submitted.connect(self._limits_chosen)
        form.open()

    def start_maintenance(self, service: str | None, known: Sequence[str]) -> None:
        """Ask from when and for how long a service is left alone."""
        form = MaintenanceDialog(service, known, utc_now(), self._page)
        form.maintenance_submitted.connect(self._maintenance_chosen)
        form.open()

    def end_maintenance(self, service: str) -> None:
        """Let it be acted on again."""
        label = tr("{service} may be acted on again", service=service)
        self._perform(label, end_maintenance, EndMaintenance(service), restore_maintenance)

    def cancel_planned(self, window: MaintenanceWindow) -> None:
        """Take a planned window away."""
        label = tr(
            "The maintenance of {service} {planned_text} is cancelled",
            service=window.service,
            planned_text=planned_text(window, utc_now()),
        )
        self._perform(label, cancel_maintenance, CancelMaintenance(window.service, window.id), restore_maintenance)

    def _limits_chosen(self, rule: ServiceRule) -> None:
        label = (
            tr("{service} has limits of its own", service=rule.service)
            if rule.has_limits
            else tr("{service} has the limits of all services", service=rule.service)
        )
        request = SetServiceLimits(rule.service, *(getattr(rule, name) for name in LIMITS))
        self._perform(label, set_service_limits, request, restore_rule)

    def _maintenance_chosen(self, service: str, start: datetime | None, until: datetime | None, note: str) -> None:
        if start is not None and until is not None:
            said = tr(
                "from {start} until {until}",
                start=formatting.format_clock_time(start),
                until=formatting.format_clock_time(until),
            )
            label = tr("{service} is in maintenance {said}", service=service, said=said)
            self._perform(label, plan_maintenance, PlanMaintenance(service, start, until, note), restore_maintenance)
            return
        said = (
            tr("until {until}", until=formatting.format_clock_time(until))
            if until is not None
            else tr("until you end it")
        )
        label = tr("{service} is in maintenance {said}", service=service, said=said)
        self._perform(label, start_maintenance, StartMaintenance(service, until, note), restore_rule)

    def _perform(
        self,
        label: str,
        operation: Callable[[RecordRepositories, Request, datetime], Done],
        request: Request,
        restore: Callable[[RecordRepositories, str, datetime, Done], None],
    ) -> None:
        now = utc_now()
        self._desk.undo.perform(
            label,
            partial(operation, self._desk.book, request, now),
            partial(restore, self._desk.book, request.service, now),
            done=partial(self._was_done, request.service),
        )

    def _was_done(self, service: str, _before: object) -> None:
        self.rule_changed.emit(service)
