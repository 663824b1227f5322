"""``claudeops services rename|remove``: a service under another name, or gone, with all that is known of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..core.text_format import format_count
from .options import AsJson, get_cli_context
from .output import as_json, clean, print_line

if TYPE_CHECKING:
    from ..monitoring.service_changes.operations import ServiceChanges
    from .cli_context import OpenData


def rename(
    context: typer.Context,
    old: Annotated[str, typer.Argument(help="The current name.")],
    new: Annotated[str, typer.Argument(help="The new name.")],
    merge: Annotated[
        bool, typer.Option("--merge", help="Merge with the existing records of the new name. This cannot be undone.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Rename a service in its checks, memories, events, incidents, limits, schedules and history."""
    with get_cli_context(context).data() as data:
        report = _changes(context, data).rename(old, new, merge=merge)
    if json:
        as_json(report.as_json())
        return
    print_line(clean(f"{report.old} is {report.new} now."))
    _print_changed(dict(report.changed))


def remove(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="The service.")],
    keep_history: Annotated[
        bool,
        typer.Option(
            "--keep-history", help="Instead, keep events, incidents and measurements, and archive its memories."
        ),
    ] = False,
    json: AsJson = False,
) -> None:
    """Remove a service with all its checks and everything recorded or learned about it."""
    with get_cli_context(context).data() as data:
        report = _changes(context, data).remove(name, keep_history=keep_history)
    if json:
        as_json(report.as_json())
        return
    kept = " Its history is kept; its memories are archived." if keep_history else ""
    print_line(clean(f"{report.service} is removed.{kept}"))
    _print_changed(dict(report.changed))
    if report.disabled_schedules:
        named = ", ".join(report.disabled_schedules)
        print_line(clean(f"Disabled, for they were about this service alone: {named}."))


def _changes(context: typer.Context, data: OpenData) -> ServiceChanges:
    from ..monitoring.service_changes.operations import ServiceChanges

    return ServiceChanges(data.book, data.memory, get_cli_context(context).folder)


def _print_changed(changed: dict[str, int]) -> None:
    for place, number in sorted(changed.items()):
        print_line(f"  {place.replace('_', ' ')}: {format_count(number, 'entry', 'entries')}")
