"""``claudeops store``: where the store is, and moving it between its file and a PostgreSQL server (X3)."""

from __future__ import annotations

from typing import Annotated

import typer

from ..core.errors import UsageError
from ..core.messages import UserMessage
from .options import AsJson, get_cli_context
from .output import as_json, clean, print_line, table
from .progress import ProgressLine

TO_FILE = ("file", "sqlite")


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(no_args_is_help=True, help="Where the store is: its file, or a PostgreSQL server.")
    group.command("status")(status)
    group.command("copy")(copy)
    group.command("move")(move)
    app.add_typer(group, name="store")


def status(context: typer.Context, json: AsJson = False) -> None:
    """Show where the store is, its schema and how many rows each table has. Changes nothing."""
    from dataclasses import replace

    from ..storage.store_state import SEARCHED_THERE
    from ..storage.store_status import store_status

    folder = get_cli_context(context).folder
    found = store_status(folder)
    if found.server:
        from ..core.settings.file import load
        from ..runs.store_operator import operator_name

        found = replace(found, operator=operator_name(load(folder.settings_file)))
    if json:
        as_json(found.as_json())
        return
    if found.server:
        print_line(f"The store is on PostgreSQL {clean(found.server)}: {clean(found.place)}")
        print_line(f"{found.machines} other connections work on it.")
        who = "the server" if found.vectors == SEARCHED_THERE else "each application by itself"
        print_line(f"Memories are searched by meaning by {who}.")
        print_line(f"You are {found.operator} there: what is private to others is not shown to you.")
    else:
        print_line(f"The store is the file {clean(found.place)}")
    print_line(f"Schema {found.schema}; this version knows {found.known}.")
    table(("table", "rows"), [(name, f"{rows:,}") for name, rows in found.tables.items() if rows])


def copy(
    context: typer.Context,
    gently: Annotated[bool, typer.Option("--gently", help="At a low priority.")] = False,
    json: AsJson = False,
) -> None:
    """Make the copy on this machine anew that is read while the server is away: of what you may see. The application
    does it by itself."""
    from ..core.settings.file import load
    from ..runs.store_operator import store_operator
    from ..storage.store_place import server_of

    folder = get_cli_context(context).folder
    address = server_of(folder)
    if address is None:
        raise UsageError(
            UserMessage("The store is a file on this machine: it needs no copy."),
            UserMessage("Back it up instead: `claudeops backup`."),
        )
    from ..storage.postgres.keeping_copy import AS_IT_WAS, TOO_LARGE, refresh_copy

    if gently:
        from ..routine.process import yield_to_others

        yield_to_others()
    with ProgressLine() as told:
        rows = refresh_copy(address, folder.store_copy, store_operator(load(folder.settings_file)), told)
    if json:
        as_json({"path": str(folder.store_copy), "rows": max(rows, 0), "current": rows != TOO_LARGE})
    elif rows == TOO_LARGE:
        print_line("The store is too large for a copy on this machine: nothing can be read while the server is away.")
    elif rows == AS_IT_WAS:
        print_line(f"Nothing was written since the copy was made: {clean(str(folder.store_copy))}")
    else:
        print_line(f"{rows:,} rows copied to {clean(str(folder.store_copy))}")


def move(
    context: typer.Context,
    target: Annotated[
        str,
        typer.Argument(
            metavar="URL", help="postgresql://USER@HOST/DATABASE without a password, or: file, to come back."
        ),
    ],
    json: AsJson = False,
) -> None:
    """Move the whole store to an empty PostgreSQL database, or back into the file, and use it from then on.

    Every table is compared row by row before anything changes over. Quit the window and the daemon first.
    """
    from ..core.settings.file import load
    from ..runs.store_operator import operator_name
    from ..storage.postgres.address import read_address
    from ..storage.store_place import server_of

    folder = get_cli_context(context).folder
    there = server_of(folder)
    operator = operator_name(load(folder.settings_file))
    with ProgressLine() as told:
        if target in TO_FILE:
            if there is None:
                raise UsageError(
                    UserMessage("The store is in its file already."),
                    UserMessage("To see where: `claudeops store status`."),
                )
            from ..storage.postgres.moving import move_to_file

            done = move_to_file(folder, there, operator, told)
        else:
            address = read_address(target)
            if there is not None:
                raise UsageError(
                    UserMessage("The store is on {place} already.", place=there.place),
                    UserMessage("Bring it back first: `claudeops store move file`."),
                )
            from ..storage.postgres.moving import move_to_server

            done = move_to_server(folder, address, operator, told)
    if json:
        as_json(done.as_json())
        return
    print_line(f"Moved {sum(done.tables.values()):,} rows of {len(done.tables)} tables to {clean(done.target)}")
    print_line("All rows were read back and are the same. The application uses the store there from now on.")
    if done.aside is not None:
        print_line(f"What was yours alone is so as {operator} there: `claudeops store status`.")
        print_line(f"The file of before is kept: {clean(str(done.aside))}")
    else:
        print_line("The file holds the whole store: you see in it what is private to others, too.")
        print_line("What is on the server stays there until you drop its schema: DROP SCHEMA claudeops CASCADE")
