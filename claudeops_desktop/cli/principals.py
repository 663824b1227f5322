"""``claudeops projects`` and ``claudeops principals``: whom a fact can be for (X2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..core.clock import utc_now
from .cli_context import OpenData
from .command import CommandAnswer, CommandGroup, ListedRows, RowTable
from .output import local

if TYPE_CHECKING:
    from ..memory import Memory
    from ..records.principals import Directory, KnownName, PrincipalRecords

Name = Annotated[str, typer.Argument(metavar="NAME", help="Its name; `list` shows those there are.")]


PROJECTS = CommandGroup("projects", "Manage the projects that facts can be shared with.")
PRINCIPALS = CommandGroup("principals", "Manage the people and agents that tokens belong to.")
NAME_TABLE: RowTable[KnownName] = RowTable(
    ("name", "for", "created", "removed"),
    lambda one: (one.name, one.kind, local(one.created_at), local(one.removed_at)),
)


def register(app: typer.Typer) -> None:
    """Add both groups."""
    PROJECTS.register(app)
    PRINCIPALS.register(app)


@PROJECTS.command("add")
def add_project(data: OpenData, name: Name) -> CommandAnswer:
    """Create a project."""
    made = data.write(lambda: _records(data, "projects").add(name, utc_now()))
    said = f"The project “{made.name}” exists. Share a memory with it: claudeops memory share ID --with …"
    return CommandAnswer(made.as_json(), said)


@PROJECTS.command("list")
def list_projects(data: OpenData) -> ListedRows[KnownName]:
    """List the projects."""
    found = data.ask(_records(data, "projects").list)
    return NAME_TABLE.list(found, "No projects. Create one: claudeops projects add NAME")


@PROJECTS.command("remove")
def remove_project(data: OpenData, name: Name) -> CommandAnswer:
    """Remove a project. What was shared with it is its owners' alone again, and tokens bound to it are refused."""

    def remove() -> tuple[KnownName, list[Memory]]:
        gone = _records(data, "projects").remove(name, utc_now())
        return gone, data.memory.visibility.release_project(gone.name)

    removed, kept = data.write(remove)
    ids = [memory.id for memory in kept]
    lines = [f"The project “{removed.name}” is removed; tokens that are bound to it are refused."]
    if ids:
        lines.append(f"Only their owners see these memories now: {', '.join(map(str, ids))}")
    return CommandAnswer(removed.as_json() | {"private_again": ids}, lines)


@PRINCIPALS.command("list")
def list_principals(data: OpenData) -> ListedRows[KnownName]:
    """List the people and agents that own tokens."""
    return NAME_TABLE.list(
        data.ask(_records(data, "principals").list), "Nobody yet. `claudeops tokens add` makes them."
    )


@PRINCIPALS.command("remove")
def remove_principal(data: OpenData, name: Name) -> CommandAnswer:
    """Remove a person or agent: its tokens are refused. Its private memories stay, and only you see them here."""
    removed = data.write(lambda: _records(data, "principals").remove(name, utc_now()))
    ids = data.ask(lambda: data.memory.visibility.private_to(removed.name))
    lines = [f"“{removed.name}” is removed; its tokens are refused."]
    if ids:
        lines.append(f"These memories stay private to it: {', '.join(map(str, ids))}")
    return CommandAnswer(removed.as_json() | {"private": ids}, lines)


def _records(data: OpenData, directory: Directory) -> PrincipalRecords:
    from ..records.principals import PrincipalRecords

    return PrincipalRecords(data.store, directory)
