"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer

from ..core.errors import UsageError
from .cli_context import CliContext
from .output import clean

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document on stdout; --jsonl: JSON Lines.")]
Limit = Annotated[int | None, typer.Option("--limit", min=0, help="Show at most this many; 0: all.")]
MostRows = Annotated[int | None, typer.Option("--limit", min=0, help="Show at most this many; 0: all.")]
"""The same for a command that cuts its rows itself and says nothing of the others."""
Services = Annotated[list[str] | None, typer.Option("--service", help="A service the run is about; may be repeated.")]
Fail = Annotated[bool, typer.Option("--fail", help="Exit with code 1 if a service is down.")]

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


def named_services(services: list[str] | None) -> tuple[str, ...]:
    """Return the services that an option names, each once, in lower case."""
    return tuple(dict.fromkeys(name.strip().lower() for name in services or () if name.strip()))


def require_known(value: str | None, known: Iterable[str], sentence: str, remedy: str = "Use one of {}.") -> None:
    """Raises UsageError for a value that is not known, other than None: ``sentence`` names it, ``remedy`` the known."""
    choices = list(known)
    if value is not None and value not in choices:
        raise UsageError(sentence.format(clean(value)), remedy.format(", ".join(choices)))
