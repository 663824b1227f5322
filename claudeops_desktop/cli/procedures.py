"""``claudeops procedures``: how something is done, step by step (C5)."""

from __future__ import annotations

from typing import Annotated

import typer

from .knowledge import knowledge_of
from .options import AsJson
from .output import as_json, clean, print_line, table

Name = Annotated[str, typer.Argument(metavar="NAME", help="Its name in `procedures list`.")]


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(no_args_is_help=True, help="Procedures: how something is done, step by step.")
    group.command("add")(add)
    group.command("list")(list_procedures)
    group.command("show")(show)
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
        table(("name", "description"), [(one.name, clean(one.description)) for one in found])


def show(context: typer.Context, name: Name, json: AsJson = False) -> None:
    """Print a procedure."""
    found = knowledge_of(context).read(f"procedures/{name}/SKILL.md")
    if json:
        as_json({"path": found.path, "revision": found.revision, "body": found.entry.body})
    else:
        print_line(clean(found.text, lines=True))
