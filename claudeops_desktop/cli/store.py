"""``claudeops store``: where the store is, and moving it between its file and a PostgreSQL server (X3)."""

from __future__ import annotations

from typing import Annotated

import typer

from ..core.errors import UsageError
from ..core.messages import UserMessage
from .cli_context import CliContext
from .command import CommandAnswer, CommandGroup, TextTable
from .output import clean
from .progress import ProgressLine

TO_FILE = ("file", "sqlite")

STORE = CommandGroup("store", "Where the store is: its file, or a PostgreSQL server.")
register = STORE.register


@STORE.command("status")
def status(cli: CliContext) -> CommandAnswer:
    """Show where the store is, its schema and how many rows each table has. Changes nothing."""
    from dataclasses import replace

    from ..storage.store_state import SEARCHED_THERE
    from ..storage.store_status import store_status

    folder = cli.folder
    found = store_status(folder)
    if found.server:
        from ..runs.store_operator import operator_name

        found = replace(found, operator=operator_name(cli.settings()))
    text: list[str | TextTable] = []
    if found.server:
        text.append(f"The store is on PostgreSQL {clean(found.server)}: {clean(found.place)}")
        text.append(f"{found.machines} other connections work on it.")
        who = "the server" if found.vectors == SEARCHED_THERE else "each application by itself"
        text.append(f"Memories are searched by meaning by {who}.")
        text.append(f"You are {found.operator} there: what is private to others is not shown to you.")
    else:
        text.append(f"The store is the file {clean(found.place)}")
    text.append(f"Schema {found.schema}; this version knows {found.known}.")
    rows = [(name, f"{number:,}") for name, number in found.tables.items() if number]
    text.append(TextTable(("table", "rows"), rows))
    return CommandAnswer(found.as_json(), text)


@STORE.command("copy")
def copy(
    cli: CliContext, gently: Annotated[bool, typer.Option("--gently", help="At a low priority.")] = False
) -> CommandAnswer:
    """Make the copy on this machine anew that is read while the server is away: of what you may see. The application
    does it by itself."""
    from ..runs.store_operator import store_operator
    from ..storage.store_place import server_of

    folder = cli.folder
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
        rows = refresh_copy(address, folder.store_copy, store_operator(cli.settings()), told)
    copied = clean(str(folder.store_copy))
    if rows == TOO_LARGE:
        said = "The store is too large for a copy on this machine: nothing can be read while the server is away."
    elif rows == AS_IT_WAS:
        said = f"Nothing was written since the copy was made: {copied}"
    else:
        said = f"{rows:,} rows copied to {copied}"
    document = {"path": str(folder.store_copy), "rows": max(rows, 0), "current": rows != TOO_LARGE}
    return CommandAnswer(document, said)


@STORE.command("move")
def move(
    cli: CliContext,
    target: Annotated[
        str,
        typer.Argument(
            metavar="URL", help="postgresql://USER@HOST/DATABASE without a password, or: file, to come back."
        ),
    ],
) -> CommandAnswer:
    """Move the whole store to an empty PostgreSQL database, or back into the file, and use it from then on.

    Every table is compared row by row before anything changes over. Quit the window and the daemon first.
    """
    from ..runs.store_operator import operator_name
    from ..storage.postgres.address import read_address
    from ..storage.store_place import server_of

    folder = cli.folder
    there = server_of(folder)
    operator = operator_name(cli.settings())
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
    text = []
    text.append(f"Moved {sum(done.tables.values()):,} rows of {len(done.tables)} tables to {clean(done.target)}")
    text.append("All rows were read back and are the same. The application uses the store there from now on.")
    if done.aside is not None:
        text.append(f"What was yours alone is so as {operator} there: `claudeops store status`.")
        text.append(f"The file of before is kept: {clean(str(done.aside))}")
    else:
        text.append("The file holds the whole store: you see in it what is private to others, too.")
        text.append("What is on the server stays there until you drop its schema: DROP SCHEMA claudeops CASCADE")
    return CommandAnswer(done.as_json(), text)
