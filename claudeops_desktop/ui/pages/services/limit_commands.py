"""What the operator decides about the limits and the maintenance of a service, from the form to the undo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from ....core.clock import utc_now
from ....guard.cooldown import REDEPLOYMENT, RESTART, limits_of
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
from ....records.service_rules import LIMITS, ServiceRule
from ... import theme
from ...kit.forms import FormDialog
from ...text import formatting
from ...text.translation import tr, tr_count
from .limit_dialog import limit_values, limits_form, maintenance_form, maintenance_values, request_text
from .limit_slots import ServiceLimits, planned_text

if TYPE_CHECKING:
    from ...app_context import AppContext

CLEARED = "Cleared by the operator."  # stored with the records, hence English
Request = TypeVar("Request", SetServiceLimits, StartMaintenance, PlanMaintenance, EndMaintenance, CancelMaintenance)
Done = TypeVar("Done")


class LimitCommands(QObject):
    """Opens forms over ``host`` and carries out what is decided in them; all but clearing a cooldown can be undone."""

    message_posted = Signal(str, object)
    rule_changed = Signal(str)

    def __init__(self, context: AppContext, host: QWidget) -> None:
        super().__init__(host)
        self._context = context
        self._host = host

    def edit_limits(self, service: str | None, known: Sequence[str]) -> None:
        """Ask for the limits of a service, or of one that is chosen in the form."""
        if service is None:
            self._open_limits(None, known, None)
        else:
            find = partial(self._context.book.rules.get, service)
            self._context.bridge.ask(find, partial(self._open_limits, service, known))

    def use_usual_limits(self, service: str) -> None:
        """Give a service the limits of all services."""
        self._set_limits(SetServiceLimits(service, *(None for _ in LIMITS)))

    def start_maintenance(self, service: str | None, known: Sequence[str] = ()) -> None:
        """Ask from when and for how long a service is left alone."""
        now = utc_now()
        form = FormDialog(self._context, maintenance_form(service, known, now), maintenance_values(now), self._host)
        form.submitted.connect(self._maintain)
        form.open()

    def end_maintenance(self, service: str) -> None:
        """Let it be acted on again."""
        label = tr("{service} may be acted on again", service=service)
        self._perform(label, end_maintenance, EndMaintenance(service), restore_maintenance)

    def cancel_planned(self, limits: ServiceLimits) -> None:
        """Take the next planned window of a service away."""
        window = limits.planned[0]
        label = tr(
            "The maintenance of {service} {planned_text} is cancelled",
            service=window.service,
            planned_text=planned_text(window, utc_now()),
        )
        self._perform(label, cancel_maintenance, CancelMaintenance(window.service, window.id), restore_maintenance)

    def ask_to_clear(self, limits: ServiceLimits) -> None:
        """Ask whether what was done to a service shall count no longer: that cannot be undone."""
        used = ((RESTART, limits.restarts.used), (REDEPLOYMENT, limits.redeployments.used))
        counting = tr(" and ").join(formatting.format_count(number, kind) for kind, number in used if number)
        box = QMessageBox(self._host)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.NoIcon)
        box.setWindowTitle(tr("Clear a cooldown"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(tr("Clear the cooldown of {service}?", service=limits.service))
        box.setInformativeText(
            tr(
                "{join} will count no longer, so an agent may do it again at once. The history stays.",
                join=counting,
            )
        )
        verb = tr("Clear the cooldown of {service}", service=limits.service)
        clear = box.addButton(verb, QMessageBox.ButtonRole.DestructiveRole)
        theme.set_role(clear, "danger")
        keep = box.addButton(tr("Keep it"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(keep)
        box.setEscapeButton(keep)
        clear.clicked.connect(partial(self._clear, limits.service))
        box.open()

    def _clear(self, service: str) -> None:
        clear = partial(self._context.book.cooldowns.clear_service, service, CLEARED, utc_now())
        self._context.bridge.write(clear, partial(self._cleared, service))

    def _cleared(self, service: str, number: int) -> None:
        actions = tr_count("%n action counts no longer", "%n actions count no longer", number)
        self.message_posted.emit(
            tr("The cooldown of {to_clear} is cleared: {actions}.", to_clear=service, actions=actions), None
        )

    def _open_limits(self, service: str | None, known: Sequence[str], rule: ServiceRule | None) -> None:
        usual = limits_of(self._context.settings.current.cooldowns)
        form = FormDialog(self._context, limits_form(service, known, usual), limit_values(rule), self._host)
        form.submitted.connect(self._set_limits)
        form.open()

    def _set_limits(self, request: SetServiceLimits) -> None:
        if any(getattr(request, name) is not None for name in LIMITS):
            label = tr("{service} has limits of its own", service=request.service)
        else:
            label = tr("{service} has the limits of all services", service=request.service)
        self._perform(label, set_service_limits, request, restore_rule)

    def _maintain(self, request: StartMaintenance | PlanMaintenance) -> None:
        said = request_text(request)
        label = tr("{service} is in maintenance {said}", service=request.service, said=said)
        if isinstance(request, PlanMaintenance):
            self._perform(label, plan_maintenance, request, restore_maintenance)
        else:
            self._perform(label, start_maintenance, request, restore_rule)

    def _perform(
        self,
        label: str,
        operation: Callable[[RecordRepositories, Request, datetime], Done],
        request: Request,
        restore: Callable[[RecordRepositories, str, datetime, Done], None],
    ) -> None:
        book, now = self._context.book, utc_now()
        self._context.undo.perform(
            label,
            partial(operation, book, request, now),
            partial(restore, book, request.service, now),
            done=partial(self._was_done, request.service),
        )

    def _was_done(self, service: str, _before: object) -> None:
        self.rule_changed.emit(service)
