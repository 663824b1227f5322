"""``claudeops maintenance``: is the database whole, how large is what, give room back, save what can be read."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.text_format import format_bytes, format_count
from .options import AsJson, get_cli_context
from .output import as_json, clean, print_line, table
from .progress import ProgressLine

if TYPE_CHECKING:
    from ..storage.recover import RecoveredTable


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(no_args_is_help=True, help="Maintain the database: check, compact, size, salvage.")
    group.command("check")(check)
    group.command("vacuum")(vacuum)
    group.command("size")(size)
    group.command("salvage")(salvage)
    group.command("start-empty")(start_empty)
    app.add_typer(group, name="maintenance")


def check(context: typer.Context, json: AsJson = False) -> int:
    """Read the whole database and report damage."""
    from ..storage import maintenance

    health = maintenance.check_database(get_cli_context(context).folder.database)
    if json:
        as_json(health.as_json())
    elif health.is_sound:
        print_line("The database is whole.")
    else:
        for problem in (*health.problems, *health.dangling):
            print_line(clean(problem))
        if health.damaged:
            print_line(
                "Restore a backup with `claudeops restore FILE`, or save what can be read:"
                " `claudeops maintenance salvage`."
            )
    return 0 if health.is_sound else 1


def vacuum(context: typer.Context, json: AsJson = False) -> None:
    """Free unused disk space. Works while the application runs."""
    from ..storage import maintenance

    done = maintenance.compact_database(get_cli_context(context).folder.database)
    if json:
        as_json({"before": done.before, "after": done.after})
    else:
        print_line(f"{format_bytes(done.before)} before, {format_bytes(done.after)} now.")


def size(context: typer.Context, json: AsJson = False) -> None:
    """Show the size of the data folder, by part and by table."""
    from ..storage import maintenance

    found = maintenance.measure_folder(get_cli_context(context).folder)
    if json:
        as_json(found.as_json())
        return
    rows = [
        ("database", format_bytes(found.database), f"{format_bytes(found.unused)} unused" if found.unused else ""),
        ("logs", format_bytes(found.logs), format_count(found.log_files, "file")),
        ("index of the logs", format_bytes(found.index), ""),
        ("check results", format_bytes(found.check_results), "in no backup"),
        ("backups", format_bytes(found.backups), ""),
        ("all", format_bytes(found.total), ""),
    ]
    table(("part", "size", "of which"), rows, right=("size",))
    print_line()
    table(
        ("table", "rows", "size"),
        [(t.name, f"{t.rows:,}", "" if t.bytes is None else format_bytes(t.bytes)) for t in found.tables if t.rows],
        right=("rows", "size"),
    )


def salvage(
    context: typer.Context,
    target: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="The new database; by default, beside the old one.")
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace the damaged database, which is moved to the backups.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Copy everything readable from a damaged database into a new one. The damaged file is kept.

    The newest whole backup is named beside it, with its date and counts, so that you can choose.
    """
    from ..core.errors import UsageError
    from ..storage import recover as work
    from ..storage.latest_backup import newest_good_backup
    from ..storage.store_place import require_file

    folder = get_cli_context(context).folder
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
    if json:
        as_json(done.as_json() | {"newest_backup": backup.as_json() if backup else None})
        return
    table(
        ("table", "rows saved", "note"),
        [(t.name, f"{t.saved:,}", "; ".join(_notes(t))) for t in done.tables if t.saved or not t.whole or t.dropped],
        right=("rows saved",),
    )
    print_line(f"{format_count(done.rows, 'row')} saved in {done.target}.")
    if done.unreadable_pages:
        print_line(f"{format_count(done.unreadable_pages, 'page')} of the damaged file could not be read.")
    if done.unassigned:
        print_line(f"{format_count(done.unassigned, 'row')} could be read, but not which table they belong to.")
    if backup is not None:
        print_line(f"{backup.sentence} To use that instead: claudeops restore {backup.path}")
    else:
        print_line(f"No whole backup was found in {folder.backups}.")
    if replace:
        print_line(f"The damaged file is kept in {folder.backups}.")
    else:
        print_line("To use what was saved: quit the application, then `claudeops maintenance salvage --replace`.")


def start_empty(
    context: typer.Context,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    json: AsJson = False,
) -> None:
    """Start with an empty database. The current one is moved to the backups; settings and logs are kept."""
    from ..core.errors import UsageError
    from ..storage.start_empty import begin_empty
    from ..storage.store_place import require_file

    folder = get_cli_context(context).folder
    require_file(folder)
    if not yes:
        if json or not sys.stdin.isatty():
            raise UsageError("Memories and sessions would no longer be shown.", "Say --yes if that is meant.")
        typer.confirm(f"Begin with an empty database in {folder.root}?", abort=True)
    kept = begin_empty(folder)
    if json:
        as_json({"database": str(folder.database), "kept": str(kept) if kept else None})
        return
    print_line(f"{folder.database} is empty now.")
    if kept is not None:
        print_line(f"What was there before is in {kept}.")


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
