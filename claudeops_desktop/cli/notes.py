"""``claudeops notes``: topics in files of their own, and the notebooks of roles (C5, C6)."""

from __future__ import annotations

from typing import Annotated

import typer

from ..core.errors import UsageError
from ..core.messages import UserMessage
from .knowledge import knowledge_of
from .options import AsJson
from .output import as_json, clean, print_line, table

Name = Annotated[str, typer.Argument(metavar="NAME", help="Its file in the folder, or the name of that file alone.")]
Role = Annotated[str, typer.Option("--role", help="The notebook of observer, investigator, remediator or verifier.")]


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(no_args_is_help=True, help="Notes: one file a topic, for sessions that need it.")
    group.command("add")(add)
    group.command("list")(list_notes)
    group.command("show")(show)
    group.command("edit")(edit)
    group.command("rm")(remove)
    app.add_typer(group, name="notes")


def add(
    context: typer.Context,
    about: Annotated[str, typer.Option("--type", help="user, feedback, project or reference.")],
    title: Annotated[str, typer.Option("--title", help="Its title.")],
    text: Annotated[str, typer.Option("--text", help="Markdown.")],
    description: Annotated[str, typer.Option("--description", help="One line for the index.")] = "",
    tag: Annotated[list[str] | None, typer.Option("--tag", help="A tag; may be repeated.")] = None,
    source: Annotated[list[str] | None, typer.Option("--source", help="An address that it is drawn from.")] = None,
    role: Role = "",
    json: AsJson = False,
) -> None:
    """Write a note."""
    found = knowledge_of(context).notes.add(
        about, title, text, description=description, tags=tuple(tag or ()), role=role, sources=tuple(source or ())
    )
    if json:
        as_json({"path": found.path, "revision": found.revision})
    else:
        print_line(f"Wrote {clean(found.path)}.")


def list_notes(
    context: typer.Context,
    role: Role = "",
    tag: Annotated[str, typer.Option("--tag", help="Only those with this tag.")] = "",
    json: AsJson = False,
) -> None:
    """List notes by title."""
    folder = knowledge_of(context)
    folder.take_edits()
    found = [one for one in folder.notes.list(role or None) if not tag or tag in one.tags]
    if json:
        as_json([one.as_json() for one in found])
    elif not found:
        print_line("There is no note.")
    else:
        table(
            ("file", "type", "title", "description", "state"),
            [
                (one.path, one.about, clean(one.title), clean(one.description), "stale" if one.stale else one.trust)
                for one in found
            ],
        )


def show(context: typer.Context, name: Name, json: AsJson = False) -> None:
    """Print a note."""
    found = knowledge_of(context).read(_path(name))
    if json:
        as_json({"path": found.path, "revision": found.revision, "title": found.entry.title, "body": found.entry.body})
    else:
        print_line(clean(found.text, lines=True))


def edit(
    context: typer.Context,
    name: Name,
    title: Annotated[str | None, typer.Option("--title", help="A new title.")] = None,
    text: Annotated[str | None, typer.Option("--text", help="A new text.")] = None,
    description: Annotated[str | None, typer.Option("--description", help="A new line for the index.")] = None,
    json: AsJson = False,
) -> None:
    """Change a note. Its file keeps its name."""
    found = knowledge_of(context).notes.edit(_path(name), title=title, text=text, description=description)
    if json:
        as_json({"path": found.path, "revision": found.revision})
    else:
        print_line(f"Changed {clean(found.path)}.")


def remove(context: typer.Context, name: Name, json: AsJson = False) -> None:
    """Delete a note; `claudeops knowledge restore` brings it back."""
    path = _path(name)
    folder = knowledge_of(context)
    if not path.startswith(("notes/", "roles/")):
        raise UsageError(
            UserMessage("{path} is not a note.", path=path), UserMessage("See `claudeops notes list` for their files.")
        )
    folder.remove(path, f"Deleted the note {path}")
    if json:
        as_json({"path": path})
    else:
        print_line(f"Deleted {clean(path)}.")


def _path(name: str) -> str:
    whole = name if name.endswith(".md") else f"{name}.md"
    return whole if "/" in whole else f"notes/{whole}"
