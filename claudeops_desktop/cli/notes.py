"""``claudeops notes``: topics in files of their own, and the notebooks of roles (C5, C6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import UsageError
from ..core.messages import UserMessage
from .cli_context import OpenKnowledge
from .command import CommandAnswer, CommandGroup, ListedRows, RowTable
from .output import clean

if TYPE_CHECKING:
    from ..knowledge.notes import NoteLine

Name = Annotated[str, typer.Argument(metavar="NAME", help="Its file in the folder, or the name of that file alone.")]
Role = Annotated[str, typer.Option("--role", help="The notebook of observer, investigator, remediator or verifier.")]

NOTES = CommandGroup("notes", "Notes: one file a topic, for sessions that need it.")
register = NOTES.register
NOTE_TABLE: RowTable[NoteLine] = RowTable(
    ("file", "type", "title", "description", "state"),
    lambda one: (one.path, one.about, one.title, one.description, "stale" if one.stale else one.trust),
    right=(),
)


@NOTES.command("add")
def add(
    folder: OpenKnowledge,
    about: Annotated[str, typer.Option("--type", help="user, feedback, project or reference.")],
    title: Annotated[str, typer.Option("--title", help="Its title.")],
    text: Annotated[str, typer.Option("--text", help="Markdown.")],
    description: Annotated[str, typer.Option("--description", help="One line for the index.")] = "",
    tag: Annotated[list[str] | None, typer.Option("--tag", help="A tag; may be repeated.")] = None,
    source: Annotated[list[str] | None, typer.Option("--source", help="An address that it is drawn from.")] = None,
    role: Role = "",
) -> CommandAnswer:
    """Write a note."""
    found = folder.notes.add(
        about, title, text, description=description, tags=tuple(tag or ()), role=role, sources=tuple(source or ())
    )
    return CommandAnswer({"path": found.path, "revision": found.revision}, f"Wrote {clean(found.path)}.")


@NOTES.command("list")
def list_notes(
    folder: OpenKnowledge,
    role: Role = "",
    tag: Annotated[str, typer.Option("--tag", help="Only those with this tag.")] = "",
) -> ListedRows[NoteLine]:
    """List notes by title."""
    folder.take_edits()
    found = [one for one in folder.notes.list(role or None) if not tag or tag in one.tags]
    return NOTE_TABLE.list(found, "There is no note.")


@NOTES.command("show")
def show(folder: OpenKnowledge, name: Name) -> CommandAnswer:
    """Print a note."""
    found = folder.read(_path(name))
    return CommandAnswer(
        {"path": found.path, "revision": found.revision, "title": found.entry.title, "body": found.entry.body},
        clean(found.text, lines=True),
    )


@NOTES.command("edit")
def edit(
    folder: OpenKnowledge,
    name: Name,
    title: Annotated[str | None, typer.Option("--title", help="A new title.")] = None,
    text: Annotated[str | None, typer.Option("--text", help="A new text.")] = None,
    description: Annotated[str | None, typer.Option("--description", help="A new line for the index.")] = None,
) -> CommandAnswer:
    """Change a note. Its file keeps its name."""
    found = folder.notes.edit(_path(name), title=title, text=text, description=description)
    return CommandAnswer({"path": found.path, "revision": found.revision}, f"Changed {clean(found.path)}.")


@NOTES.command("rm")
def remove(folder: OpenKnowledge, name: Name) -> CommandAnswer:
    """Delete a note; `claudeops knowledge restore` brings it back."""
    path = _path(name)
    if not path.startswith(("notes/", "roles/")):
        raise UsageError(
            UserMessage("{path} is not a note.", path=path), UserMessage("See `claudeops notes list` for their files.")
        )
    folder.remove(path, f"Deleted the note {path}")
    return CommandAnswer({"path": path}, f"Deleted {clean(path)}.")


def _path(name: str) -> str:
    whole = name if name.endswith(".md") else f"{name}.md"
    return whole if "/" in whole else f"notes/{whole}"
