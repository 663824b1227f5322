"""What the operator lays down for one service, from the form to the undo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from ....core.clock import utc_now
from ....guard.cooldown import limits_of
from ....records.service_rules import MaintenanceWindow, ServiceRule
from ...app_context import AppContext
from ...text import formatting
from ...text.translation import tr
from .commands import (
    ServiceLimits,
    cancel_planned,
    end_maintenance,
    plan_maintenance,
    restore_cooldown_rule,
    restore_maintenance,
    set_service_limits,
    start_maintenance,
)
from .dialogs import LimitsDialog, MaintenanceDialog
from .service_slots import planned_text


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
        operation = partial(end_maintenance, self._desk.book, service, utc_now())
        self._perform(service, tr("{service} may be acted on again", service=service), operation, restore_maintenance)

    def cancel_planned(self, window: MaintenanceWindow) -> None:
        """Take a planned window away."""
        label = tr(
            "The maintenance of {service} {planned_text} is cancelled",
            service=window.service,
            planned_text=planned_text(window, utc_now()),
        )
        operation = partial(cancel_planned, self._desk.book, window.service, window.id)
        self._perform(window.service, label, operation, restore_maintenance)

    def _limits_chosen(self, service: str, limits: ServiceLimits) -> None:
        label = (
            tr("{service} has limits of its own", service=service)
            if limits.has_limits
            else tr("{service} has the limits of all services", service=service)
        )
        self._perform(service, label, partial(set_service_limits, self._desk.book, service, limits, utc_now()))

    def _maintenance_chosen(self, service: str, start: datetime | None, until: datetime | None, note: str) -> None:
        if start is not None and until is not None:
            planned = partial(plan_maintenance, self._desk.book, service, (start, until), note, utc_now())
            said = tr(
                "from {start} until {until}",
                start=formatting.format_clock_time(start),
                until=formatting.format_clock_time(until),
            )
            self._perform(
                service,
                tr("{service} is in maintenance {said}", service=service, said=said),
                planned,
                restore_maintenance,
            )
            return
        said = (
            tr("until {until}", until=formatting.format_clock_time(until))
            if until is not None
            else tr("until you end it")
        )
        operation = partial(start_maintenance, self._desk.book, service, until, note, utc_now())
        self._perform(service, tr("{service} is in maintenance {said}", service=service, said=said), operation)

    def _perform(
        self,
        service: str,
        label: str,
        operation: Callable[[], ServiceRule | None],
        restore: Callable[..., None] = restore_cooldown_rule,
    ) -> None:
        undo = partial(restore, self._desk.book, service, utc_now())
        self._desk.undo.perform(label, operation, undo, done=partial(self._was_done, service))

    def _was_done(self, service: str, _before: object) -> None:
        self.rule_changed.emit(service)
