"""``claudeops cooldowns``: what was done to services, and what may not be done again yet (S11)."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..clock import to_text, utc_now
from ..errors import OperatorError
from .options import AsJson, Limit, hand, rows_wanted
from .output import as_json, clean, cut, local, plural, say, table

if TYPE_CHECKING:
    from ..run.cooldown import ServiceCooldown

Service = Annotated[str | None, typer.Option("--service", help="Only those of this service.")]


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(no_args_is_help=True, help="See and clear what holds back restarts and redeployments.")
    group.command("list")(list_actions)
    group.command("standing")(standing)
    group.command("clear")(clear)
    app.add_typer(group, name="cooldowns")


def list_actions(context: typer.Context, service: Service = None, limit: Limit = None, json: AsJson = False) -> None:
    """List the actions on record, newest first, and how each service stands."""
    wanted = rows_wanted(limit, json)
    name = service.strip().lower() if service else None
    with hand(context).data() as data:
        rows = data.ask(lambda: data.book.cooldowns.list(service=name, limit=wanted + 1 if wanted else None))
    shown = cut(rows, wanted)
    if json:
        as_json([action.as_json() for action in shown])
        return
    if not rows:
        say("No restarts or redeployments are on record.")
        return
    table(
        ("id", "when", "service", "action", "outcome", "session", "cleared", "what was said"),
        [
            (
                a.id,
                local(a.created_at),
                a.service,
                a.action_type,
                "success" if a.success else "failure",
                a.session_id,
                local(a.cleared_at),
                a.message,
            )
            for a in shown
        ],
        right=("id", "session"),
    )
    if len(rows) > len(shown):
        say(f"The newest {len(shown):,}; --limit 0 shows all.")


def standing(context: typer.Context, json: AsJson = False) -> None:
    """Show how each service stands: restarts used of two in 4 hours, redeployments used of one in 24."""
    from ..run import cooldown

    now = utc_now()
    with hand(context).data() as data:
        found = cooldown.standing(data.ask(lambda: data.book.cooldowns.counting(now - cooldown.LONGEST_WINDOW)), now)
    if json:
        as_json([standing_json(service) for service in found])
        return
    if not found:
        say("No cooldown is in force.")
        return
    table(
        ("service", "restarts", "redeployments", "not allowed now", "free again"),
        [
            (
                s.service,
                f"{s.restarts_used} of {s.restarts_allowed}",
                f"{s.redeployments_used} of {s.redeployments_allowed}",
                ", ".join(s.in_force) or "none",
                ", ".join(local(to_text(m)) for m in (s.restart_free_at, s.redeployment_free_at) if m is not None),
            )
            for s in found
        ],
    )


def standing_json(service: ServiceCooldown) -> dict[str, Any]:
    """How one service stands, with times as stored text."""
    return {
        name: to_text(value) if hasattr(value, "tzinfo") else value
        for name, value in asdict(service).items()
        if name != "last"
    }


def clear(
    context: typer.Context,
    service: Annotated[str, typer.Argument(help="The service whose actions no longer count.")],
    why: Annotated[str, typer.Option("--why", help="Kept with the record.")] = "cleared by hand",
    json: AsJson = False,
) -> None:
    """Let the actions on a service count no longer, so that it may be restarted again at once."""
    name = service.strip().lower()
    with hand(context).data() as data:
        number = data.write(lambda: data.book.cooldowns.clear(name, why, utc_now()))
    if not number:
        raise OperatorError(f"Nothing counts against {clean(name)}.", "See `claudeops cooldowns list`.")
    if json:
        as_json({"service": name, "cleared": number})
    else:
        say(f"{plural(number, 'action')} on {clean(name)} no longer count{'s' if number == 1 else ''}.")
