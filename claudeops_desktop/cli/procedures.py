"""``claudeops procedures``: how something is done, step by step (C5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from .cli_context import OpenKnowledge
from .command import CommandAnswer, CommandGroup, ListedRows, RowTable
from .output import clean

if TYPE_CHECKING:
    from ..knowledge import ProcedureLine

Name = Annotated[str, typer.Argument(metavar="NAME", help="Its name in `procedures list`.")]

PROCEDURES = CommandGroup("procedures", "Procedures: how something is done, step by step.")
register = PROCEDURES.register
PROCEDURE_TABLE: RowTable[ProcedureLine] = RowTable(
    ("name", "status", "description"),
    lambda one: (one.name, _state(one), one.description),
    right=(),
)


@PROCEDURES.command("add")
def add(
    folder: OpenKnowledge,
    name: Annotated[str, typer.Option("--name", help="What it does, in a few words.")],
    description: Annotated[str, typer.Option("--description", help="What it does and when to use it.")],
    text: Annotated[str, typer.Option("--text", help="The steps, in Markdown.")],
) -> CommandAnswer:
    """Write a procedure."""
    found = folder.procedures.add(name, description, text)
    return CommandAnswer({"path": found.path, "revision": found.revision}, f"Wrote {clean(found.path)}.")


@PROCEDURES.command("list")
def list_procedures(folder: OpenKnowledge) -> ListedRows[ProcedureLine]:
    """List procedures by name."""
    folder.take_edits()
    found = folder.procedures.list()
    return PROCEDURE_TABLE.list(found, "There is no procedure.")


@PROCEDURES.command("show")
def show(folder: OpenKnowledge, name: Name) -> CommandAnswer:
    """Print a procedure."""
    found = folder.read(f"procedures/{name}/SKILL.md")
    return CommandAnswer(
        {"path": found.path, "revision": found.revision, "body": found.entry.body}, clean(found.text, lines=True)
    )


@PROCEDURES.command("edit")
def edit(
    folder: OpenKnowledge,
    name: Name,
    text: Annotated[str | None, typer.Option("--text", help="New steps, in Markdown.")] = None,
    description: Annotated[str | None, typer.Option("--description", help="A new description.")] = None,
    status: Annotated[
        str | None, typer.Option("--status", help="draft, stable or deprecated; sessions are offered stable ones.")
    ] = None,
    people: Annotated[
        bool | None, typer.Option("--people/--agents", help="Whether only a person may start it.")
    ] = None,
) -> CommandAnswer:
    """Change a procedure, or take it out of use."""
    found = folder.procedures.edit(name, description=description, steps=text, status=status, for_people=people)
    return CommandAnswer({"path": found.path, "revision": found.revision}, f"Changed {clean(found.path)}.")


@PROCEDURES.command("rm")
def remove(folder: OpenKnowledge, name: Name) -> CommandAnswer:
    """Delete a procedure; `claudeops knowledge restore` brings it back."""
    path = f"procedures/{name}/SKILL.md"
    folder.remove(path, f"Deleted the procedure {name}")
    return CommandAnswer({"path": path}, f"Deleted {clean(path)}.")


def _state(one: ProcedureLine) -> str:
    return f"{one.status}, for people" if one.for_people else one.status
