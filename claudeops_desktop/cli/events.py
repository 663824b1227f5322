"""``claudeops events``: what happened to services (S8)."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from .options import AsJson, Limit, hand, rows_wanted
from .output import as_json, cut, local, say, table


class Level(StrEnum):
    """How grave it is."""

    INFO = "info"
    WARNING = "warning"
    CRITICAL = "critical"


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(no_args_is_help=True, help="See what happened to services.")
    group.callback()(_group)
    group.command("list")(list_events)
    app.add_typer(group, name="events")


def _group() -> None:
    """See what happened to services."""


def list_events(
    context: typer.Context,
    service: Annotated[str | None, typer.Option("--service", help="Only those of this service.")] = None,
    level: Annotated[Level | None, typer.Option("--level", help="Only those of this level.")] = None,
    session: Annotated[int | None, typer.Option("--session", help="Only those that this session said.")] = None,
    text: Annotated[str, typer.Option("--text", help="Only those with this text.")] = "",
    limit: Limit = None,
    json: AsJson = False,
) -> None:
    """List events, newest first."""
    wanted = rows_wanted(limit, json)
    with hand(context).data() as data:
        rows = data.ask(
            lambda: data.book.events.list(
                session_id=session,
                level=level.value if level else None,
                service=service.strip().lower() if service else None,
                text=text,
                limit=wanted + 1 if wanted else None,
            )
        )
    shown = cut(rows, wanted)
    if json:
        as_json([event.as_json() for event in shown])
        return
    if not rows:
        say("No events.")
        return
    table(
        ("id", "when", "level", "service", "session", "event"),
        [(e.id, local(e.created_at), e.level, e.service, e.session_id, e.message) for e in shown],
        right=("id", "session"),
    )
    if len(rows) > len(shown):
        say(f"The newest {len(shown):,}; --limit 0 shows all.")
