"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

from .cli_context import CliContext

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document on stdout; --jsonl: JSON Lines.")]
Limit = Annotated[int | None, typer.Option("--limit", min=0, help="Show so many at the most; 0 shows all.")]
Services = Annotated[
    list[str] | None, typer.Option("--service", help="A service it is about; may be given several times.")
]
Fail = Annotated[bool, typer.Option("--fail", help="Exit with 1 where a service is down.")]

ROWS_FOR_PEOPLE = 50


def get_cli_context(context: typer.Context) -> CliContext:
    """What ``main`` put at hand for all commands."""
    found = context.obj
    assert isinstance(found, CliContext)  # noqa: S101
    return found


def rows_wanted(limit: int | None, json: bool) -> int | None:
    """How many rows to fetch, one more than are shown: people get 50 unless they ask, programs all."""
    wanted = limit if limit is not None else 0 if json else ROWS_FOR_PEOPLE
    return wanted or None
