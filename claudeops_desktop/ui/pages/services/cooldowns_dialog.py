"""The limits and the maintenance of all services in one list, over the page of services."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from ....core.clock import utc_now
from ....guard.cooldown import REDEPLOYMENT, RESTART, limits_of
from ...kit.actions import ActionSpec
from ...kit.columns import ColumnSpec
from ...kit.list_dialog import ListDialog, ListDialogSpec
from ...text.formatting import RETELL_MS, format_exact_time
from ...text.translation import tr
from .limit_commands import LimitCommands
from .limit_slots import (
    ServiceLimits,
    action_text,
    both_limits_text,
    permission_look,
    permission_text,
    permission_tip,
    slots_text,
    slots_tip,
)
from .queries import load_services

if TYPE_CHECKING:
    from ...app_context import AppContext


def load_limits(context: AppContext) -> Mapping[Hashable, ServiceLimits]:
    """Return the limits of the services on which something counts, is limited or is in maintenance, by name."""
    limits = load_services(context).limits
    return {name: one for name, one in sorted(limits.items()) if one.stands_out}


COLUMNS: tuple[ColumnSpec[ServiceLimits], ...] = (
    ColumnSpec("service", tr("Service"), 130, text=lambda row: row.service, tip=lambda row: row.service),
    ColumnSpec(
        "now",
        tr("Now"),
        244,
        text=lambda row: permission_text(row, utc_now()),
        tip=lambda row: permission_tip(row, utc_now()),
        state=permission_look,
        ages=True,
    ),
    ColumnSpec(
        "restarts",
        tr("Restarts"),
        236,
        text=lambda row: slots_text(row.restarts, utc_now()),
        tip=lambda row: slots_tip(row.restarts, RESTART),
        ages=True,
    ),
    ColumnSpec(
        "redeployments",
        tr("Redeployments"),
        244,
        text=lambda row: slots_text(row.redeployments, utc_now()),
        tip=lambda row: slots_tip(row.redeployments, REDEPLOYMENT),
        ages=True,
    ),
    ColumnSpec(
        "last",
        tr("Last action"),
        220,
        text=lambda row: action_text(row.last) if row.last is not None else "",
        tip=lambda row: format_exact_time(row.last.created_at) if row.last is not None else "",
        state=lambda row: row.last.outcome if row.last is not None else "",
        stretch=True,
        ages=True,
    ),
)


def is_chosen(dialog: CooldownsDialog) -> bool:
    """Tell whether a service is chosen."""
    return dialog.current is not None


def show_service(dialog: CooldownsDialog) -> None:
    """Close the dialog and show the service."""
    if dialog.current is not None:
        dialog.service_chosen.emit(dialog.current.service)
        dialog.accept()


def set_limits(dialog: CooldownsDialog) -> None:
    """Ask for the limits of the service."""
    if dialog.current is not None:
        dialog.commands.edit_limits(dialog.current.service, ())


def turn_maintenance(dialog: CooldownsDialog) -> None:
    """Leave the service alone, or end that."""
    limits = dialog.current
    if limits is not None and limits.maintenance:
        dialog.commands.end_maintenance(limits.service)
    elif limits is not None:
        dialog.commands.start_maintenance(limits.service)


def clear_cooldown(dialog: CooldownsDialog) -> None:
    """Ask whether what was done to the service shall count no longer."""
    if dialog.current is not None and dialog.current.counts:
        dialog.commands.ask_to_clear(dialog.current)


def maintain_another(dialog: CooldownsDialog) -> None:
    """Leave a service alone that is chosen in the form."""
    dialog.commands.start_maintenance(None, dialog.known)


def maintenance_label(dialog: CooldownsDialog) -> str:
    """Return what the button does now."""
    return tr("End maintenance") if dialog.current is not None and dialog.current.maintenance else tr("Leave alone…")


ACTIONS: tuple[ActionSpec[CooldownsDialog], ...] = (
    ActionSpec("show", tr("Show the service"), show_service, "Return", for_table=True, enabled=is_chosen),
    ActionSpec("maintain", tr("Leave alone…"), turn_maintenance, label=maintenance_label, enabled=is_chosen),
    ActionSpec("limits", tr("Set limits…"), set_limits, enabled=is_chosen),
    ActionSpec(
        "clear",
        tr("Clear the cooldown"),
        clear_cooldown,
        "Del",
        for_table=True,
        enabled=lambda dialog: dialog.current is not None and dialog.current.counts,
        role="danger",
    ),
    ActionSpec("other", tr("Other service…"), maintain_another),
)


class CooldownsDialog(ListDialog[ServiceLimits]):
    """``service_chosen`` carries the name of a service to be shown. ``known`` are the names to choose from."""

    service_chosen = Signal(str)

    def __init__(self, context: AppContext, known: tuple[str, ...], page: QWidget) -> None:
        usual = both_limits_text(limits_of(context.settings.current.cooldowns))
        spec = ListDialogSpec(
            title=tr("Cooldowns and maintenance"),
            name=tr("Services in cooldown"),
            look="CooldownServiceModel",
            intro=tr(
                "What agents may not do to a service again yet. The default, from the settings, is {usual}.",
                usual=usual,
            ),
            columns=COLUMNS,
            load=load_limits,
            tables=frozenset(("cooldown_actions", "service_rules", "settings", "services", "dismissed_services")),
            empty=tr("Nothing is in cooldown or in maintenance, and no service has limits of its own."),
            actions=ACTIONS,
            size=(1160, 420),
        )
        super().__init__(context, spec, page)
        self.known = known
        self.commands = LimitCommands(context, self)
        self.commands.rule_changed.connect(self.table.select_key)
        self._again = QTimer(self, interval=RETELL_MS)
        self._again.timeout.connect(self._load)  # slots come back while one looks
        self._again.start()
