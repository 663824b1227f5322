"""``claudeops procedures``: how something is done, step by step (C5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from .knowledge import knowledge_of
from .options import AsJson
from .output import as_json, clean, print_line, table

if TYPE_CHECKING:
    from ..knowledge import ProcedureLine

Name = Annotated[str, typer.Argument(metavar="NAME", help="Its name in `procedures list`.")]


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(no_args_is_help=True, help="Procedures: how something is done, step by step.")
    group.command("add")(add)
    group.command("list")(list_procedures)
    group.command("show")(show)
    group.command("edit")(edit)
    group.command("rm")(remove)
    app.add_typer(group, name="procedures")


def add(
    context: typer.Context,
    name: Annotated[str, typer.Option("--name", help="What it does, in a few words.")],
    description: Annotated[str, typer.Option("--description", help="What it does and when to use it.")],
    text: Annotated[str, typer.Option("--text", help="The steps, in Markdown.")],
    json: AsJson = False,
) -> None:
    """Write a procedure."""
    found = knowledge_of(context).procedures.add(name, description, text)
    if json:
        as_json({"path": found.path, "revision": found.revision})
    else:
        print_line(f"Wrote {clean(found.path)}.")


def list_procedures(context: typer.Context, json: AsJson = False) -> None:
    """List procedures by name."""
    folder = knowledge_of(context)
    folder.take_edits()
    found = folder.procedures.list()
    if json:
        as_json([one.as_json() for one in found])
    elif not found:
        print_line("There is no procedure.")
    else:
        rows = [(one.name, _state(one), clean(one.description)) for one in found]
        table(("name", "status", "description"), rows)


def show(context: typer.Context, name: Name, json: AsJson = False) -> None:
    """Print a procedure."""
    found = knowledge_of(context).read(f"procedures/{name}/SKILL.md")
    if json:
        as_json({"path": found.path, "revision": found.revision, "body": found.entry.body})
    else:
        print_line(clean(found.text, lines=True))


def edit(
    context: typer.Context,
    name: Name,
    text: Annotated[str | None, typer.Option("--text", help="New steps, in Markdown.")] = None,
    description: Annotated[str | None, typer.Option("--description", help="A new description.")] = None,
    status: Annotated[
        str | None, typer.Option("--status", help="draft, stable or deprecated; sessions are offered stable ones.")
    ] = None,
    people: Annotated[
        bool | None, typer.Option("--people/--agents", help="Whether only a person may start it.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Change a procedure, or take it out of use."""
    found = knowledge_of(context).procedures.edit(
        name, description=description, steps=text, status=status, for_people=people
    )
    if json:
        as_json({"path": found.path, "revision": found.revision})
    else:
        print_line(f"Changed {clean(found.path)}.")


def remove(context: typer.Context, name: Name, json: AsJson = False) -> None:
    """Delete a procedure; `claudeops knowledge restore` brings it back."""
    path = f"procedures/{name}/SKILL.md"
    knowledge_of(context).remove(path, f"Deleted the procedure {name}")
    if json:
        as_json({"path": path})
    else:
        print_line(f"Deleted {clean(path)}.")


def _state(one: ProcedureLine) -> str:
    return f"{one.status}, for people" if one.for_people else one.status
