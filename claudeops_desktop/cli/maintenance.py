"""``claudeops maintenance``: is the database whole, how large is what, give room back, save what can be read."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.text_format import format_bytes, format_count
from .cli_context import CliContext
from .command import CommandAnswer, CommandGroup, TextTable
from .options import AsJson
from .output import clean
from .progress import ProgressLine

if TYPE_CHECKING:
    from ..storage.recover import RecoveredTable

MAINTENANCE = CommandGroup("maintenance", "Maintain the database: check, compact, size, salvage.")
register = MAINTENANCE.register


@MAINTENANCE.command("check")
def check(cli: CliContext) -> CommandAnswer:
    """Read the whole database and report damage."""
    from ..storage import maintenance

    health = maintenance.check_database(cli.folder.database)
    lines = ["The database is whole."]
    if not health.is_sound:
        lines = [clean(problem) for problem in (*health.problems, *health.dangling)]
        if health.damaged:
            lines.append(
                "Restore a backup with `claudeops restore FILE`, or save what can be read:"
                " `claudeops maintenance salvage`."
            )
    return CommandAnswer(health.as_json(), lines, exit_code=0 if health.is_sound else 1)


@MAINTENANCE.command("vacuum")
def vacuum(cli: CliContext) -> CommandAnswer:
    """Free unused disk space. Works while the application runs."""
    from ..storage import maintenance

    done = maintenance.compact_database(cli.folder.database)
    return CommandAnswer(
        {"before": done.before, "after": done.after},
        f"{format_bytes(done.before)} before, {format_bytes(done.after)} now.",
    )


@MAINTENANCE.command("size")
def size(cli: CliContext) -> CommandAnswer:
    """Show the size of the data folder, by part and by table."""
    from ..storage import maintenance

    found = maintenance.measure_folder(cli.folder)
    rows = [
        ("database", format_bytes(found.database), f"{format_bytes(found.unused)} unused" if found.unused else ""),
        ("logs", format_bytes(found.logs), format_count(found.log_files, "file")),
        ("index of the logs", format_bytes(found.index), ""),
        ("check results", format_bytes(found.check_results), "in no backup"),
        ("backups", format_bytes(found.backups), ""),
        ("all", format_bytes(found.total), ""),
    ]
    tables = TextTable(
        ("table", "rows", "size"),
        [(t.name, f"{t.rows:,}", "" if t.bytes is None else format_bytes(t.bytes)) for t in found.tables if t.rows],
        right=("rows", "size"),
    )
    return CommandAnswer(found.as_json(), (TextTable(("part", "size", "of which"), rows, right=("size",)), "", tables))


@MAINTENANCE.command("salvage")
def salvage(
    cli: CliContext,
    target: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="The new database; by default, beside the old one.")
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace the damaged database, which is moved to the backups.")
    ] = False,
) -> CommandAnswer:
    """Copy everything readable from a damaged database into a new one. The damaged file is kept.

    The newest whole backup is named beside it, with its date and counts, so that you can choose.
    """
    from ..core.errors import UsageError
    from ..storage import recover as work
    from ..storage.latest_backup import newest_good_backup
    from ..storage.store_place import require_file

    folder = cli.folder
    require_file(folder)
    source = folder.database
    if replace and target is not None:
        raise UsageError("--replace and a FILE were named.", "Take one of them.")
    backup = newest_good_backup(folder)
    target = target or source.with_name("claudeops-salvaged.db")
    with ProgressLine() as line:
        done = (
            work.salvage_in_place(folder, report=line)
            if replace
            else work.recover_database(source, target, report=line)
        )
    document = done.as_json() | {"newest_backup": backup.as_json() if backup else None}
    text: list[str | TextTable] = []
    text.append(
        TextTable(
            ("table", "rows saved", "note"),
            [
                (t.name, f"{t.saved:,}", "; ".join(_notes(t)))
                for t in done.tables
                if t.saved or not t.whole or t.dropped
            ],
            right=("rows saved",),
        )
    )
    text.append(f"{format_count(done.rows, 'row')} saved in {done.target}.")
    if done.unreadable_pages:
        text.append(f"{format_count(done.unreadable_pages, 'page')} of the damaged file could not be read.")
    if done.unassigned:
        text.append(f"{format_count(done.unassigned, 'row')} could be read, but not which table they belong to.")
    if backup is not None:
        text.append(f"{backup.sentence} To use that instead: claudeops restore {backup.path}")
    else:
        text.append(f"No whole backup was found in {folder.backups}.")
    if replace:
        text.append(f"The damaged file is kept in {folder.backups}.")
    else:
        text.append("To use what was saved: quit the application, then `claudeops maintenance salvage --replace`.")
    return CommandAnswer(document, text)


@MAINTENANCE.command("start-empty")
def start_empty(
    cli: CliContext,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    json: AsJson = False,
) -> CommandAnswer:
    """Start with an empty database. The current one is moved to the backups; settings and logs are kept."""
    from ..core.errors import UsageError
    from ..storage.start_empty import begin_empty
    from ..storage.store_place import require_file

    folder = cli.folder
    require_file(folder)
    if not yes:
        if json or not sys.stdin.isatty():
            raise UsageError("Memories and sessions would no longer be shown.", "Say --yes if that is meant.")
        typer.confirm(f"Begin with an empty database in {folder.root}?", abort=True)
    kept = begin_empty(folder)
    lines = [f"{folder.database} is empty now."]
    if kept is not None:
        lines.append(f"What was there before is in {kept}.")
    return CommandAnswer({"database": str(folder.database), "kept": str(kept) if kept else None}, lines)


def _notes(table: RecoveredTable) -> list[str]:
    notes = []
    if table.lost:
        notes.append(f"{format_count(table.lost, 'row')} lost")
    elif not table.whole:
        notes.append("some rows may be lost")
    if table.dropped:
        notes.append(f"{format_count(table.dropped, 'row')} left out that pointed to lost ones")
    if table.mended:
        notes.append(f"{format_count(table.mended, 'row')} with an unreadable time or list, which was replaced")
    return notes
