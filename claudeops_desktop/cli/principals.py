"""``claudeops projects`` and ``claudeops principals``: whom a fact can be for (X2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..core.clock import utc_now
from .options import AsJson, get_cli_context
from .output import as_json, local, print_line, table

if TYPE_CHECKING:
    from ..memory import Memory
    from ..records.principals import Directory, KnownName

Name = Annotated[str, typer.Argument(metavar="NAME", help="Its name; `list` shows those there are.")]


def register(app: typer.Typer) -> None:
    """Add both groups."""
    projects = typer.Typer(no_args_is_help=True, help="Manage the projects that facts can be shared with.")
    projects.command("add")(add_project)
    projects.command("list")(list_projects)
    projects.command("remove")(remove_project)
    app.add_typer(projects, name="projects")
    people = typer.Typer(no_args_is_help=True, help="Manage the people and agents that tokens belong to.")
    people.command("list")(list_principals)
    people.command("remove")(remove_principal)
    app.add_typer(people, name="principals")


def add_project(context: typer.Context, name: Name, json: AsJson = False) -> None:
    """Create a project."""
    from ..records.principals import PrincipalRecords

    with get_cli_context(context).data() as data:
        made = data.write(lambda: PrincipalRecords(data.store, "projects").add(name, utc_now()))
    if json:
        as_json(made.as_json())
    else:
        print_line(f"The project “{made.name}” exists. Share a memory with it: claudeops memory share ID --with …")


def list_projects(context: typer.Context, json: AsJson = False) -> None:
    """List the projects."""
    _list(context, "projects", "No projects. Create one: claudeops projects add NAME", json=json)


def remove_project(context: typer.Context, name: Name, json: AsJson = False) -> None:
    """Remove a project. What was shared with it is its owners' alone again, and tokens bound to it are refused."""
    from ..records.principals import PrincipalRecords

    with get_cli_context(context).data() as data:

        def remove() -> tuple[KnownName, list[Memory]]:
            gone = PrincipalRecords(data.store, "projects").remove(name, utc_now())
            return gone, data.memory.visibility.release_project(gone.name)

        removed, kept = data.write(remove)
    ids = [memory.id for memory in kept]
    if json:
        as_json(removed.as_json() | {"private_again": ids})
        return
    print_line(f"The project “{removed.name}” is removed; tokens that are bound to it are refused.")
    if ids:
        print_line(f"Only their owners see these memories now: {', '.join(map(str, ids))}")


def list_principals(context: typer.Context, json: AsJson = False) -> None:
    """List the people and agents that own tokens."""
    _list(context, "principals", "Nobody yet. `claudeops tokens add` makes them.", json=json)


def remove_principal(context: typer.Context, name: Name, json: AsJson = False) -> None:
    """Remove a person or agent: its tokens are refused. Its private memories stay, and only you see them here."""
    from ..records.principals import PrincipalRecords

    with get_cli_context(context).data() as data:
        removed = data.write(lambda: PrincipalRecords(data.store, "principals").remove(name, utc_now()))
        ids = data.ask(lambda: data.memory.visibility.private_to(removed.name))
    if json:
        as_json(removed.as_json() | {"private": ids})
        return
    print_line(f"“{removed.name}” is removed; its tokens are refused.")
    if ids:
        print_line(f"These memories stay private to it: {', '.join(map(str, ids))}")


def _list(context: typer.Context, directory: Directory, nothing: str, *, json: bool) -> None:
    from ..records.principals import PrincipalRecords

    with get_cli_context(context).data() as data:
        found = data.ask(PrincipalRecords(data.store, directory).list)
    if json:
        as_json([one.as_json() for one in found])
    elif not found:
        print_line(nothing)
    else:
        table(
            ("name", "for", "created", "removed"),
            [(one.name, one.kind, local(one.created_at), local(one.removed_at)) for one in found],
        )
