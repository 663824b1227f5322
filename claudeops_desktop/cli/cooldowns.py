"""``claudeops cooldowns``: what was done to services, what may not be done again yet, and the rules of each (S11)."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.clock import to_text, utc_now
from ..core.cooldown_states import OUTCOME_WORDS, START
from ..core.errors import OperatorError, UsageError
from ..core.text_format import format_count
from ..operations.record_lists import ListOfService, list_cooldowns
from .cli_context import CliContext, OpenData
from .command import CommandAnswer, CommandGroup, ListedRows, RowTable
from .options import Limit
from .output import clean, local
from .time_parsing import future_moment

if TYPE_CHECKING:
    from ..core.settings.groups import Settings
    from ..guard.cooldown import ServiceCooldown
    from ..records.cooldowns import CooldownAction
    from ..records.service_rules import MaintenanceWindow, ServiceRule

Service = Annotated[str | None, typer.Option("--service", help="Only those of this service.")]
Named = Annotated[str, typer.Argument(help="The service.")]

COOLDOWNS = CommandGroup("cooldowns", "Show, set and clear the limits on restarts and redeployments.")
register = COOLDOWNS.register
ACTION_TABLE: RowTable[CooldownAction] = RowTable(
    ("id", "when", "service", "action", "outcome", "session", "cleared", "what was said"),
    lambda a: (
        a.id,
        local(a.created_at),
        a.service,
        "start (free)" if a.action_type == START else a.action_type,
        OUTCOME_WORDS[a.outcome],
        a.session_id,
        local(a.cleared_at),
        a.message,
    ),
    right=("id", "session"),
)


@COOLDOWNS.command("list")
def list_actions(data: OpenData, service: Service = None, limit: Limit = None) -> ListedRows[CooldownAction]:
    """List recorded actions, newest first."""
    name = service.strip().lower() if service else None
    rows = data.ask(lambda: list_cooldowns(data.book, ListOfService(service=name, limit=limit), utc_now()))
    return ACTION_TABLE.list(rows, "No restarts or redeployments are on record.")


def _free(service: ServiceCooldown) -> list[datetime]:
    if service.maintenance:
        return [service.maintenance_until] if service.maintenance_until else []
    return [moment for moment in (service.restart_free_at, service.redeployment_free_at) if moment is not None]


def _standing_json(service: ServiceCooldown) -> dict[str, Any]:
    """Return how one service stands, with times as stored text."""
    return {
        name: to_text(value) if hasattr(value, "tzinfo") else value
        for name, value in service._asdict().items()
        if name != "last"
    }


STANDING_TABLE: RowTable[ServiceCooldown] = RowTable(
    ("service", "restarts", "redeployments", "not allowed now", "free again"),
    lambda s: (
        s.service,
        f"{s.restarts_used} of {s.restarts_allowed} in {s.restart_hours:g} h",
        f"{s.redeployments_used} of {s.redeployments_allowed} in {s.redeployment_hours:g} h",
        "maintenance: anything" if s.maintenance else ", ".join(s.in_force) or "none",
        ", ".join(local(to_text(moment)) for moment in _free(s)) or ("ended by hand" if s.maintenance else ""),
    ),
    json=_standing_json,
)


@COOLDOWNS.command("standing")
def show_standing(cli: CliContext, data: OpenData) -> ListedRows[ServiceCooldown]:
    """Show for each service how many of its allowed actions are used, and what is in maintenance."""
    from ..guard import cooldown

    now = utc_now()
    usual = cooldown.limits_of(cli.settings().cooldowns)
    rules = data.ask(data.book.rules.all)
    since = now - cooldown.longest_window(usual, rules)
    counting = data.ask(lambda: data.book.cooldowns.counting(since))
    return STANDING_TABLE.list(cooldown.list_service_cooldowns(counting, now, usual, rules), "No cooldown is in force.")


@COOLDOWNS.command("limits")
def limits(
    cli: CliContext,
    data: OpenData,
    service: Named,
    restarts: Annotated[int | None, typer.Option(min=0, max=100, help="Restarts within the window. 0: none.")] = None,
    restart_hours: Annotated[float | None, typer.Option(min=0.01, max=8760, help="Window of the restarts.")] = None,
    redeployments: Annotated[int | None, typer.Option(min=0, max=100, help="Redeployments within the window.")] = None,
    redeployment_hours: Annotated[
        float | None, typer.Option(min=0.01, max=8760, help="Window of the redeployments.")
    ] = None,
    default: Annotated[bool, typer.Option("--default", help="Return to the limits for all services.")] = False,
) -> CommandAnswer:
    """Show or set the limits of one service. Limits that are not given stay as they are."""
    from msgspec import convert

    from ..operations.service_limits import SetServiceLimits, set_service_limits
    from ..records.service_rules import LIMITS

    values = (restarts, restart_hours, redeployments, redeployment_hours)
    given = {name: value for name, value in zip(LIMITS, values, strict=True) if value is not None}
    if given and default:
        raise UsageError("--default goes with no other option.", "Name limits, or --default.")
    request = convert({"service": _name(service)} | (dict.fromkeys(LIMITS) if default else given), SetServiceLimits)
    _, rule = data.write(lambda: set_service_limits(data.book, request, utc_now()))
    return CommandAnswer(rule.as_json(), _limits_in_words(rule, cli.settings()))


def _limits_in_words(rule: ServiceRule, settings: Settings) -> str:
    from ..guard.cooldown import limits_of, with_rule

    own = with_rule(limits_of(settings.cooldowns), rule)
    whose = "has limits of its own" if rule.has_limits else "has the limits of all services"
    return (
        f"{clean(rule.service)} {whose}: {format_count(own.restarts, 'restart')} in {own.restart_hours:g} hours,"
        f" {format_count(own.redeployments, 'redeployment')} in {own.redeployment_hours:g} hours."
    )


@COOLDOWNS.command("maintenance")
def maintenance(
    data: OpenData,
    service: Named,
    state: Annotated[str, typer.Argument(help="on or off.", metavar="on|off")],
    start: Annotated[
        str, typer.Option("--from", help="When it begins: as --until. Without it: now.", metavar="WHEN")
    ] = "",
    until: Annotated[
        str,
        typer.Option(
            "--until",
            help="When it ends: a time (18:00), a date and time, or a span (90m, 2h, 3d) from its start.",
        ),
    ] = "",
    note: Annotated[str, typer.Option("--note", help="What you are doing; kept with the record.")] = "",
    window: Annotated[
        int | None, typer.Option("--id", help="With off: cancel this planned window (see `cooldowns planned`).")
    ] = None,
) -> CommandAnswer:
    """Put a service in maintenance: no session acts on it. Now, or in a planned window."""
    from ..operations.service_maintenance import (
        CancelMaintenance,
        EndMaintenance,
        StartMaintenance,
        cancel_maintenance,
        end_maintenance,
        start_maintenance,
    )

    name, now = _name(service), utc_now()
    if state not in ("on", "off"):
        raise UsageError(f"There is no state {clean(state)}.", "Say on or off.")
    if state == "off" and (start or until):
        raise UsageError("--from and --until go with on.", "Name a planned window with --id to cancel it.")
    if state == "on" and window is not None:
        raise UsageError("--id goes with off.", "Leave it out.")
    if start:
        return _plan_maintenance(data, name, start, until, note, now)
    if state == "on":
        starting = StartMaintenance(name, future_moment(until, now) if until else None, note)
        _, rule = data.write(lambda: start_maintenance(data.book, starting, now))
        how_long = f"until {local(rule.maintenance_until)}" if until else "until you end it"
        return CommandAnswer(rule.as_json(), f"{clean(name)} is left alone {how_long}.")
    if window is not None:
        cancelling = CancelMaintenance(name, window)
        _, gone = data.write(lambda: cancel_maintenance(data.book, cancelling, now))
        return CommandAnswer(
            gone.as_json(), f"The window from {local(gone.starts_at)} until {local(gone.ends_at)} is cancelled."
        )
    before, _ = data.write(lambda: end_maintenance(data.book, EndMaintenance(name), now))
    return CommandAnswer(before.as_json(), f"{clean(name)} may be acted on again.")


def _plan_maintenance(data: OpenData, name: str, start: str, until: str, note: str, now: datetime) -> CommandAnswer:
    from ..operations.service_maintenance import PlanMaintenance, plan_maintenance

    if not until:
        raise UsageError("A planned window needs an end.", "Name it with --until: a time, or a span such as 2h.")
    begins = future_moment(start, now)
    ends = future_moment(until, begins, f"The end is not after the start, {local(to_text(begins))}.")
    _, made = data.write(lambda: plan_maintenance(data.book, PlanMaintenance(name, begins, ends, note), now))
    return CommandAnswer(
        made.as_json(),
        f"{clean(name)} is left alone from {local(made.starts_at)} until {local(made.ends_at)} (window {made.id}).",
    )


@COOLDOWNS.command("planned")
def list_planned(data: OpenData, service: Service = None) -> ListedRows[MaintenanceWindow]:
    """List current and upcoming maintenance windows."""
    now, name = utc_now(), _name(service) if service else None
    windows = [one for one in data.ask(lambda: data.book.rules.windows(name)) if not one.has_ended(now)]
    table: RowTable[MaintenanceWindow] = RowTable(
        ("id", "service", "from", "until", "now", "note"),
        lambda one: (
            one.id,
            one.service,
            local(one.starts_at),
            local(one.ends_at),
            "in maintenance" if one.has_begun(now) else "planned",
            one.note,
        ),
        json=lambda one: one.as_json() | {"active": one.has_begun(now)},
    )
    return table.list(windows, "No maintenance is planned.")


@COOLDOWNS.command("clear")
def clear(
    data: OpenData,
    service: Annotated[str, typer.Argument(help="The service whose actions no longer count.")],
    why: Annotated[str, typer.Option("--why", help="Kept with the record.")] = "cleared by hand",
) -> CommandAnswer:
    """Clear the recorded actions of a service, so that it may be restarted again at once."""
    name = _name(service)
    number = data.write(lambda: data.book.cooldowns.clear_service(name, why, utc_now()))
    if not number:
        raise OperatorError(f"Nothing counts against {clean(name)}.", "See `claudeops cooldowns list`.")
    return CommandAnswer(
        {"service": name, "cleared": number},
        f"{format_count(number, 'action')} on {clean(name)} no longer count{'s' if number == 1 else ''}.",
    )


def _name(service: str) -> str:
    name = service.strip().lower()
    if not name:
        raise UsageError("A service needs a name.", "Name the service.")
    return name
