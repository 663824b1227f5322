"""``claudeops services rename|remove``: a service under another name, or gone, with all that is known of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..core.text_format import format_count
from .cli_context import CliContext, OpenData
from .command import CommandAnswer
from .output import clean

if TYPE_CHECKING:
    from ..monitoring.service_changes.operations import ServiceChanges


def rename(
    cli: CliContext,
    data: OpenData,
    old: Annotated[str, typer.Argument(help="The current name.")],
    new: Annotated[str, typer.Argument(help="The new name.")],
    merge: Annotated[
        bool, typer.Option("--merge", help="Merge with the existing records of the new name. This cannot be undone.")
    ] = False,
) -> CommandAnswer:
    """Rename a service in its checks, memories, events, incidents, limits, schedules and history."""
    report = _changes(cli, data).rename(old, new, merge=merge)
    said = clean(f"{report.old} is {report.new} now.")
    return CommandAnswer(report.as_json(), (said, *_changed(dict(report.changed))))


def remove(
    cli: CliContext,
    data: OpenData,
    name: Annotated[str, typer.Argument(help="The service.")],
    keep_history: Annotated[
        bool,
        typer.Option(
            "--keep-history", help="Instead, keep events, incidents and measurements, and archive its memories."
        ),
    ] = False,
) -> CommandAnswer:
    """Remove a service with all its checks and everything recorded or learned about it."""
    report = _changes(cli, data).remove(name, keep_history=keep_history)
    kept = " Its history is kept; its memories are archived." if keep_history else ""
    lines = [clean(f"{report.service} is removed.{kept}"), *_changed(dict(report.changed))]
    if report.disabled_schedules:
        named = ", ".join(report.disabled_schedules)
        lines.append(clean(f"Disabled, for they were about this service alone: {named}."))
    return CommandAnswer(report.as_json(), lines)


def _changes(cli: CliContext, data: OpenData) -> ServiceChanges:
    from ..monitoring.service_changes.operations import ServiceChanges

    return ServiceChanges(data.book, data.memory, cli.folder)


def _changed(changed: dict[str, int]) -> list[str]:
    return [
        f"  {place.replace('_', ' ')}: {format_count(number, 'entry', 'entries')}"
        for place, number in sorted(changed.items())
    ]
