"""``claudeops knowledge agent-folders``: the memory folders that the Claude CLI keeps itself (C5)."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import OperatorError, UsageError
from ..core.messages import UserMessage
from .options import AsJson, get_cli_context
from .output import as_json, clean, local, print_line, table

if TYPE_CHECKING:
    from ..knowledge.cli_memory.service import CliMemoryFolders
    from ..knowledge.cli_memory.types import AgentFileText, AgentFolderProblem, SavedAgentFile

Folder = Annotated[str, typer.Argument(metavar="FOLDER", help="Its key in `agent-folders list`, or its path.")]
File = Annotated[str, typer.Argument(metavar="FILE", help="A file in it, such as MEMORY.md.")]
Revision = Annotated[
    str | None, typer.Option("--revision", help="The revision that you read; if it has changed, nothing is written.")
]


def register_agent_folders(knowledge: typer.Typer) -> None:
    """Add the group to ``claudeops knowledge``."""
    group = typer.Typer(
        no_args_is_help=True,
        help="Memory folders of the Claude CLI: looked at, checked, and edited only when you say so.",
    )
    group.command("list")(list_folders)
    group.command("check")(check)
    group.command("show")(show)
    group.command("edit")(edit)
    group.command("versions")(versions)
    group.command("restore")(restore)
    knowledge.add_typer(group, name="agent-folders")


def list_folders(context: typer.Context, json: AsJson = False) -> None:
    """List the memory folders of projects and of roles, with how many files they hold."""
    with _folders(context) as door:
        found = door.folders()
    if json:
        as_json([one.as_json() for one in found])
    elif not found:
        print_line("The Claude CLI has no memory folder here.")
    else:
        rows = [
            (one.key, one.kind, clean(one.title), str(one.files), "yes" if one.has_index else "no",
             local(one.modified.isoformat()) if one.modified else "", clean(one.fault))
            for one in found
        ]  # fmt: skip
        table(("folder", "kind", "of", "files", "index", "changed", "note"), rows)


def check(
    context: typer.Context,
    folder: Annotated[str, typer.Argument(metavar="[FOLDER]", help="Only this one.")] = "",
    json: AsJson = False,
) -> None:
    """Check indexes, links and frontmatter. Exit code 1 where something is wrong."""
    with _folders(context) as door:
        found = door.check(folder)
    if json:
        as_json([one.as_json() for one in found])
    elif not found:
        print_line("Nothing is wrong.")
    else:
        _print_problems(found)
    if any(one.level == "error" for one in found):
        raise typer.Exit(1)


def show(
    context: typer.Context,
    folder: Folder,
    file: Annotated[str, typer.Argument(metavar="[FILE]", help="A file in it; without one, they are listed.")] = "",
    version: Annotated[int | None, typer.Option("--version", help="An earlier text, by its number.")] = None,
    json: AsJson = False,
) -> None:
    """Print a file of a folder, or list its files."""
    with _folders(context) as door:
        if not file:
            listed = door.files(folder)
            if json:
                as_json([one.as_json() for one in listed])
            else:
                rows = [
                    (clean(one.name), one.about, clean(one.title), "yes" if one.listed else "no", clean(one.fault))
                    for one in listed
                ]
                table(("file", "type", "title", "in the index", "note"), rows)
            return
        if version is not None:
            text, revision = door.version_text(folder, file, version), ""
        else:
            found = door.read(folder, file)
            text, revision = found.text, found.revision
    if json:
        as_json({"folder": folder, "file": file, "revision": revision, "version": version, "text": text})
    else:
        print_line(clean(text, lines=True).rstrip("\n"))


def edit(
    context: typer.Context,
    folder: Folder,
    file: File,
    source: Annotated[
        Path | None, typer.Option("--from", help="A file with the new text; without it and --replace, standard input.")
    ] = None,
    replace: Annotated[str, typer.Option("--replace", help="Words that stand once in the file.")] = "",
    by: Annotated[str, typer.Option("--with", help="What takes the place of those words.")] = "",
    revision: Revision = None,
    json: AsJson = False,
) -> None:
    """Put a new text in the place of a file; the former one is kept. Exit code 1 where it was changed meanwhile."""
    given = None if replace else _text_from(source)
    with _folders(context) as door:
        read_now = None
        if replace or revision is None:
            read_now = _read_or_none(door, folder, file, must=bool(replace))
        if revision is None:
            revision = read_now.revision if read_now is not None else ""
        text = _replaced(read_now.text, replace, by) if replace and read_now is not None else given or ""
        _report(door.save(folder, file, text, revision), json)


def versions(context: typer.Context, folder: Folder, file: File, json: AsJson = False) -> None:
    """List the earlier texts of a file that were kept when it was edited here; at most ten."""
    with _folders(context) as door:
        found = door.versions(folder, file)
    if json:
        as_json([one.as_json() for one in found])
    elif not found:
        print_line("No earlier text of it is kept: it was not edited here.")
    else:
        rows = [(one.id, local(one.saved_at), clean(one.why), "yes" if one.refused else "no") for one in found]
        table(("version", "kept at", "why", "never written"), rows)


def restore(
    context: typer.Context,
    folder: Folder,
    file: File,
    version: Annotated[int, typer.Argument(metavar="VERSION", help="A number of `agent-folders versions`.")],
    revision: Revision = None,
    json: AsJson = False,
) -> None:
    """Put an earlier text back; the present one is kept as a version in turn."""
    with _folders(context) as door:
        _report(door.restore(folder, file, version, revision), json)


@contextmanager
def _folders(context: typer.Context) -> Iterator[CliMemoryFolders]:
    from ..core.settings.file import load
    from ..knowledge.cli_memory.service import CliMemoryFolders

    cli = get_cli_context(context)
    with cli.data() as data:
        yield CliMemoryFolders(data.store, cli.folder, lambda: load(cli.folder.settings_file), os.environ)


def _read_or_none(door: CliMemoryFolders, folder: str, file: str, *, must: bool) -> AgentFileText | None:
    """The file as it is now; None where there is none and none is needed."""
    if not must and not any(one.name == file for one in door.files(folder)):
        return None
    return door.read(folder, file)


def _replaced(text: str, old: str, new: str) -> str:
    if text.count(old) != 1:
        raise UsageError(
            UserMessage("These words stand {count} times in the file.", count=text.count(old)),
            UserMessage("Give words that stand in it exactly once."),
        )
    return text.replace(old, new)


def _text_from(source: Path | None) -> str:
    """A text byte for byte: its line ends stay as they are."""
    try:
        data = source.read_bytes() if source is not None else sys.stdin.buffer.read()
        return data.decode()
    except (OSError, UnicodeDecodeError) as error:
        raise OperatorError(
            UserMessage("The text cannot be read: {error}.", error=error), UserMessage("Give a file in UTF-8.")
        ) from error


def _report(found: SavedAgentFile, json: bool) -> None:
    if json:
        as_json(found.as_json())
    elif found.saved:
        print_line(f"Saved {clean(found.name)}.")
        _print_problems(found.problems)
    else:
        print_line(
            f"{clean(found.name)} was changed meanwhile and is left as it is."
            f" Your text is kept as version {found.kept_version}."
        )
    if not found.saved:
        raise typer.Exit(1)


def _print_problems(found: tuple[AgentFolderProblem, ...] | list[AgentFolderProblem]) -> None:
    for one in found:
        place = f"{one.folder}/{one.name}" if one.name else one.folder
        print_line(f"{one.level}: {clean(place)}, line {one.line}: {clean(one.sentence)}")
