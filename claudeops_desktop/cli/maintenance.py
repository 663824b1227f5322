"""``claudeops maintenance``: is the database whole, how large is what, give room back, save what can be read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .options import AsJson, hand
from .output import as_json, clean, plural, say, table
from .progress import ProgressLine


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(no_args_is_help=True, help="Look after the database: check, compact, size, salvage.")
    group.command("check")(check)
    group.command("vacuum")(vacuum)
    group.command("size")(size)
    group.command("salvage")(salvage)
    app.add_typer(group, name="maintenance")


def check(context: typer.Context, json: AsJson = False) -> int:
    """Read the whole database and say what is wrong with it."""
    from ..store import maintenance

    health = maintenance.check(hand(context).folder.database)
    if json:
        as_json(health.as_json())
    elif health.whole:
        say("The database is whole.")
    else:
        for problem in (*health.problems, *health.dangling):
            say(clean(problem))
        if health.damaged:
            say(
                "Restore a backup with `claudeops restore FILE`, or save what can be read:"
                " `claudeops maintenance salvage`."
            )
    return 0 if health.whole else 1


def vacuum(context: typer.Context, json: AsJson = False) -> None:
    """Give unused room back. Works while the application runs."""
    from ..store import maintenance

    done = maintenance.compact(hand(context).folder.database)
    if json:
        as_json({"before": done.before, "after": done.after})
    else:
        say(f"{_size(done.before)} before, {_size(done.after)} now.")


def size(context: typer.Context, json: AsJson = False) -> None:
    """Show how large the data folder is, by part and by table."""
    from ..store import maintenance

    found = maintenance.sizes(hand(context).folder)
    if json:
        as_json(found.as_json())
        return
    rows = [
        ("database", _size(found.database), f"{_size(found.unused)} unused" if found.unused else ""),
        ("logs", _size(found.logs), plural(found.log_files, "file")),
        ("index of the logs", _size(found.index), ""),
        ("backups", _size(found.backups), ""),
        ("all", _size(found.total), ""),
    ]
    table(("part", "size", "of which"), rows, right=("size",))
    say()
    table(
        ("table", "rows", "size"),
        [(t.name, f"{t.rows:,}", "" if t.bytes is None else _size(t.bytes)) for t in found.tables if t.rows],
        right=("rows", "size"),
    )


def salvage(
    context: typer.Context,
    target: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="The new database; beside the old one without it.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Copy what can be read of a damaged database into a new one. The damaged one is left as it is."""
    from ..store import salvage as work

    source = hand(context).folder.database
    target = target or source.with_name("claudeops-salvaged.db")
    with ProgressLine() as line:
        done = work.salvage(source, target, report=line)
    if json:
        as_json(done.as_json())
        return
    table(
        ("table", "rows saved", "note"),
        [
            (t.name, f"{t.saved:,}", "; ".join(_notes(t.whole, t.dropped)))
            for t in done.tables
            if t.saved or not t.whole or t.dropped
        ],
        right=("rows saved",),
    )
    say(f"{plural(done.rows, 'row')} saved in {target}.")
    say(f"To use it, quit the application and put it in the place of {source}.")


def _notes(whole: bool, dropped: int) -> list[str]:
    notes = [] if whole else ["some rows could not be read"]
    if dropped:
        notes.append(f"{plural(dropped, 'row')} left out that pointed to lost ones")
    return notes


def _size(number: int) -> str:
    for unit, factor in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if number >= factor:
            return f"{number / factor:,.1f} {unit}"
    return f"{number} B"
