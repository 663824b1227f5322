"""``claudeops services discover``: what runs on this machine and could be watched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.errors import UsageError
from ..core.text_format import format_count
from .cli_context import CliContext
from .command import CommandAnswer, TextTable
from .output import clean
from .services_reading import services_errors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..agents.watch.discovery.types import DiscoveredService


NOTHING = "Nothing listens on this machine, and no container or service that is known runs."


def discover(
    cli: CliContext,
    add: Annotated[
        list[str] | None,
        typer.Option(
            "--add", metavar="NAME[=NEW]", help="Add this one to services.toml, optionally under another name."
        ),
    ] = None,
    add_all: Annotated[bool, typer.Option("--add-all", help="Add all that are not checked yet.")] = False,
) -> CommandAnswer:
    """List what listens or runs on this machine; each is tested and gets a proposed name and check."""
    from ..agents.watch.discovery.add_checks import add_rows, read_rows
    from ..agents.watch.discovery.discover import discover as look

    folder = cli.folder
    with services_errors():
        found = look(read_rows(folder.services_file))
        chosen = _chosen(found, add or [], add_all)
        if chosen:
            add_rows(folder.create().services_file, list(chosen.values()))
    added = {name: str(row["name"]) for name, row in chosen.items()}
    text: list[str | TextTable] = [_table(found, added) if found else NOTHING]
    if add or add_all:
        text.append(f"Added {format_count(len(chosen), 'check')} to {clean(str(folder.services_file))}.")
    elif any(one.can_be_added for one in found):
        text.append("Add some with `claudeops services discover --add NAME`, or `--add NAME=NEW` to name it yourself.")
    return CommandAnswer([one.as_json() | {"added": added.get(one.name, "")} for one in found], text)


def _chosen(found: Sequence[DiscoveredService], add: Sequence[str], add_all: bool) -> dict[str, dict[str, Any]]:
    """The checks to write, by the names that were proposed. Raises UsageError for one that is not there."""
    by_name = {one.name: one for one in found if one.can_be_added}
    chosen = {name: dict(one.row) for name, one in by_name.items()} if add_all else {}
    for word in add:
        name, _, new = word.strip().lower().partition("=")
        if name not in by_name:
            watched = next((one for one in found if one.name == name), None)
            if watched is not None and watched.defined:
                raise UsageError(f"{watched.defined} is watched already.", "Nothing was added.")
            raise UsageError(f"Nothing called {name!r} was found.", "See `claudeops services discover`.")
        chosen[name] = dict(by_name[name].row) | ({"name": new} if new else {})
    return chosen


def _table(found: Sequence[DiscoveredService], added: dict[str, str]) -> TextTable:
    return TextTable(
        ("name", "check", "target", "process", "port", "answer", ""),
        [
            (
                one.name,
                one.kind,
                one.target,
                one.process,
                f"{one.port}/{one.protocol}" if one.port else "",
                one.answer,
                f"added as {added[one.name]}" if one.name in added else ("watched already" if one.defined else ""),
            )
            for one in found
        ],
        right=("port",),
    )
