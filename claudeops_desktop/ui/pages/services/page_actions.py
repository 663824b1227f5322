"""What can be done on the page of services: with the service that is shown, and with all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from ...kit.actions import ActionSpec
from ...text.translation import tr
from ..base_page import PageLocation
from .cooldowns_dialog import CooldownsDialog
from .limit_slots import ServiceLimits
from .queries import ServiceLine

if TYPE_CHECKING:
    from .page import ServicesPage

Command = Callable[["ServicesPage"], None]


def with_service(work: Callable[[ServicesPage, ServiceLine], None]) -> Command:
    """Return a command that does something with the service that is shown, and nothing where none is."""

    def run(page: ServicesPage) -> None:
        if page.line is not None:
            work(page, page.line)

    return run


def with_limits(
    work: Callable[[ServicesPage, ServiceLimits], None], allowed: Callable[[ServiceLimits], bool]
) -> tuple[Command, Callable[[ServicesPage], bool]]:
    """Return a command about the limits of the service that is shown, and whether there is something for it to do."""

    def is_allowed(page: ServicesPage) -> bool:
        return page.own_limits is not None and allowed(page.own_limits)

    def run(page: ServicesPage) -> None:
        if page.own_limits is not None and allowed(page.own_limits):
            work(page, page.own_limits)

    return run, is_allowed


def check_now(page: ServicesPage) -> None:
    """Make the checks of the service; once more: give them up."""
    if page.checking.busy:
        page.checking.stop()
    elif page.line is not None and page.line.keys:
        page.checking.start(page.line.name)


def open_run(page: ServicesPage, line: ServiceLine) -> None:
    """Ask for a run about the service."""
    from ...runs.run_dialog import RunDialog

    dialog = RunDialog(page.context, page.context.agents_found, 1, page)
    dialog.services.setText(line.name)
    dialog.run_requested.connect(page.enqueue)
    dialog.navigation_requested.connect(page.navigation_requested)
    dialog.open()


def turn_maintenance(page: ServicesPage, line: ServiceLine) -> None:
    """Leave the service alone for a while; or end that."""
    if line.resting_until:
        page.limits.end_maintenance(line.name)
    else:
        page.limits.start_maintenance(line.name)


def show_related(page: ServicesPage, line: ServiceLine) -> None:
    """Lead to what is known about the service, and what is related."""
    page.navigation_requested.emit(PageLocation("recall", filters={"view": "around", "service": line.name}))


def open_file(page: ServicesPage) -> None:
    """Open services.toml in the operator's editor."""
    path = page.context.folder.services_file
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
        page.message_posted.emit(tr("No program opens {path} here. Open it in an editor.", path=path), None)


def open_cooldowns(page: ServicesPage) -> None:
    """List the limits and the maintenance of all services."""
    dialog = CooldownsDialog(page.context, page.known_names, page)
    dialog.service_chosen.connect(page.show_service)
    dialog.commands.message_posted.connect(page.message_posted)
    dialog.open()


def maintenance_label(page: ServicesPage) -> str:
    """Return what the button does now."""
    return tr("End maintenance") if page.line is not None and page.line.resting_until else tr("Maintenance…")


def has_checks(page: ServicesPage) -> bool:
    """Tell whether the service that is shown can be checked."""
    return page.line is not None and bool(page.line.keys)


def can_edit_file(page: ServicesPage) -> bool:
    """Tell whether services.toml can be used, so that checks can be added to it."""
    return not page.known.wrong


USE_DEFAULTS, HAS_OWN_LIMITS = with_limits(
    lambda page, limits: page.limits.use_usual_limits(limits.service), lambda limits: limits.has_own_limits
)
CLEAR, CAN_CLEAR = with_limits(lambda page, limits: page.limits.ask_to_clear(limits), lambda limits: limits.counts)
CANCEL, CAN_CANCEL = with_limits(
    lambda page, limits: page.limits.cancel_planned(limits), lambda limits: bool(limits.planned)
)
OF_DETAIL: tuple[ActionSpec[ServicesPage], ...] = (
    ActionSpec(
        "check",
        tr("Check the chosen service now"),
        check_now,
        "C",
        label=lambda page: tr("Stop checking") if page.checking.busy else tr("Check now"),
        tip=lambda _page: tr("Run this service's checks from services.toml now"),
        shown=has_checks,
        icon="running",
    ),
    ActionSpec(
        "run",
        tr("Run about the chosen service…"),
        with_service(open_run),
        "R",
        label=lambda _page: tr("Run…"),
        icon="play",
    ),
    ActionSpec(
        "maintain",
        tr("Maintenance of the chosen service…"),
        with_service(turn_maintenance),
        "M",
        label=maintenance_label,
        icon="pause",
    ),
    ActionSpec(
        "related",
        tr("Show what is related to the chosen service"),
        with_service(show_related),
        label=lambda _page: tr("Related"),
        tip=lambda _page: tr("What is known about it, and what is related"),
        icon="graph",
    ),
)
OF_LIMITS: tuple[ActionSpec[ServicesPage], ...] = (
    ActionSpec(
        "limits",
        tr("Set the limits of the chosen service…"),
        with_service(lambda page, line: page.limits.edit_limits(line.name, ())),
        label=lambda _page: tr("Set limits…"),
    ),
    ActionSpec(
        "usual",
        tr("Give the chosen service the default limits"),
        USE_DEFAULTS,
        label=lambda _page: tr("Use the defaults"),
        enabled=HAS_OWN_LIMITS,
    ),
    ActionSpec(
        "cancel",
        tr("Cancel the planned maintenance of the chosen service"),
        CANCEL,
        label=lambda _page: tr("Cancel planned maintenance"),
        enabled=CAN_CANCEL,
    ),
    ActionSpec(
        "clear",
        tr("Clear the cooldown of the chosen service…"),
        CLEAR,
        label=lambda _page: tr("Clear the cooldown"),
        enabled=CAN_CLEAR,
        role="danger",
    ),
)
OF_HEAD: tuple[ActionSpec[ServicesPage], ...] = (
    ActionSpec(
        "discover",
        tr("Discover services…"),
        lambda page: page.editing.discover(),
        "D",
        label=lambda _page: tr("Discover…"),
        enabled=can_edit_file,
        icon="search",
    ),
    ActionSpec(
        "cooldowns",
        tr("Show the cooldowns of all services…"),
        open_cooldowns,
        label=lambda _page: tr("Cooldowns…"),
        tip=lambda _page: tr("Limits, recent actions and maintenance of all services"),
        icon="cooldowns",
    ),
    ActionSpec(
        "add",
        tr("Add a check of a service…"),
        lambda page: page.editing.add(""),
        "Insert",
        label=lambda _page: tr("Add a check…"),
        enabled=can_edit_file,
        icon="add",
    ),
)
OTHERS: tuple[ActionSpec[ServicesPage], ...] = (
    ActionSpec(
        "rename",
        tr("Rename the chosen service…"),
        with_service(lambda page, line: page.naming.rename(line.name)),
        "F2",
    ),
    ActionSpec(
        "remove",
        tr("Remove the chosen service…"),
        with_service(lambda page, line: page.naming.remove(line.name)),
        "Delete",
    ),
    ActionSpec(
        "maintain_another",
        tr("Leave a service alone (maintenance)…"),
        lambda page: page.limits.start_maintenance(None, page.known_names),
    ),
    ActionSpec(
        "limit_another",
        tr("Set the limits of a service…"),
        lambda page: page.limits.edit_limits(None, page.known_names),
    ),
    ActionSpec("file", tr("Open services.toml"), open_file, icon="external"),
    ActionSpec("detail", tr("Go to the time line of the chosen service"), lambda page: page.enter_time_line()),
)
