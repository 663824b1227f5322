"""``claudeops health``: how each service stands, since when, and how it stood before (S13)."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.clock import to_text, utc_now
from ..core.errors import OperatorError
from ..core.text_format import format_count
from ..records.health import STATES
from .options import AsJson, Fail, get_cli_context
from .output import as_json, duration, local, print_line, table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..records.health import HealthCheck, HealthRecords

WORST_FIRST = tuple(reversed(STATES))
ROWS = 30


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("health")(health)


def health(
    context: typer.Context,
    service: Annotated[str | None, typer.Argument(help="Only this one, with its last checks.")] = None,
    days: Annotated[int, typer.Option("--days", min=1, max=3650, help="How far back to count.")] = 7,
    mentioned: Annotated[
        bool, typer.Option("--mentioned", help="List the names that only agents speak of, instead.")
    ] = False,
    fail: Fail = False,
    json: AsJson = False,
) -> None:
    """Show how services stand, since when, and how often they were not healthy."""
    name = service.strip().lower() if service else None
    since = to_text(utc_now() - timedelta(days=days))
    with get_cli_context(context).data() as data:
        books = data.book.health
        names = data.ask(lambda: data.book.service_names.split(get_cli_context(context).folder.services_file))
        wanted = (name,) if name else (names.mentioned if mentioned else names.services)
        found = data.ask(lambda: _stand(books, since, wanted))
        checks = data.ask(lambda: books.of_service(name, since=since, limit=None if json else ROWS)) if name else []
    if name and not found:
        raise OperatorError(f"{name} was never checked.", "See `claudeops health` for those that were.")
    if json:
        if name:
            found[0]["checks"] = [check.as_json() for check in checks]
        as_json(found[0] if name else found)
    else:
        _show(found, checks, name, days)
        if names.mentioned and not name and not mentioned:
            told = format_count(len(names.mentioned), "more name")
            print_line(f"Agents speak of {told} that nobody watches: see --mentioned.")
    if fail and any(one["status"] == "down" for one in found):
        raise typer.Exit(1)


def _show(found: list[dict[str, Any]], checks: Sequence[HealthCheck], name: str | None, days: int) -> None:
    if not found:
        print_line("No service was checked yet.")
        return
    table(
        ("service", "state", "since", "last check", f"well in {format_count(days, 'day')}", "what was seen"),
        [
            (one["service"], one["status"], local(one["since"]), local(one["checked_at"]), _well(one), one["detail"])
            for one in found
        ],
    )
    if name and checks:
        print_line()
        table(
            ("when", "check", "state", "took", "by", "what was seen"),
            [
                (
                    local(c.checked_at),
                    c.check_type,
                    c.status,
                    duration(c.response_ms),
                    "measured" if c.measured else "the agent",
                    c.detail,
                )
                for c in checks
            ],
            right=("took",),
        )


def _stand(books: HealthRecords, since: str, names: Sequence[str]) -> list[dict[str, Any]]:
    """How these stand; one that was never checked is listed too where anything was."""
    standing = books.current_states()
    rows = [
        {
            "service": check.service,
            "status": check.status,
            "since": standing.get(check.service, check.checked_at),
            "checked_at": check.checked_at,
            "detail": check.detail,
            "response_ms": check.response_ms,
            "measured": bool(check.measured),
            "counts": books.counts(check.service, since),
        }
        for check in books.latest()
        if check.service in names
    ]
    if rows and len(names) > 1:
        seen = {row["service"] for row in rows}
        rows += [_never_checked(name) for name in names if name not in seen]
    order = {state: place for place, state in enumerate(WORST_FIRST)}
    return sorted(rows, key=lambda row: (order.get(str(row["status"]), 2), row["service"]))


def _never_checked(service: str) -> dict[str, Any]:
    return {
        "service": service,
        "status": "unknown",
        "since": None,
        "checked_at": None,
        "detail": "never checked",
        "response_ms": None,
        "measured": False,
        "counts": {},
    }


def _well(one: dict[str, Any]) -> str:
    total = sum(one["counts"].values())
    if not total:
        return "not checked"
    healthy = one["counts"].get("healthy", 0)
    shown = 100 if healthy == total else min(99, round(100 * healthy / total))
    return f"{shown} % of {total:,}"
