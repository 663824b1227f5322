"""``claudeops knowledge agent-folders``: the memory folders that the Claude CLI keeps itself (C5)."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import OperatorError, UsageError
from ..core.messages import UserMessage
from .cli_context import CliContext, OpenData
from .command import CommandAnswer, CommandGroup, ListedRows, RowTable
from .output import clean, local

if TYPE_CHECKING:
    from ..knowledge import EntryProblem
    from ..knowledge.cli_memory.service import CliMemoryFolders
    from ..knowledge.cli_memory.types import (
        AgentFile,
        AgentFileText,
        AgentFileVersion,
        AgentFolder,
        AgentFolderProblem,
        SavedAgentFile,
    )

Folder = Annotated[str, typer.Argument(metavar="FOLDER", help="Its key in `agent-folders list`, or its path.")]
File = Annotated[str, typer.Argument(metavar="FILE", help="A file in it, such as MEMORY.md.")]
Revision = Annotated[
    str | None, typer.Option("--revision", help="The revision that you read; if it has changed, nothing is written.")
]


AGENT_FOLDERS = CommandGroup(
    "agent-folders", "Memory folders of the Claude CLI: looked at, checked, and edited only when you say so."
)
register = AGENT_FOLDERS.register
FOLDER_TABLE: RowTable[AgentFolder] = RowTable(
    ("folder", "kind", "of", "files", "index", "changed", "note"),
    lambda one: (
        one.key,
        one.kind,
        one.title,
        one.files,
        "yes" if one.has_index else "no",
        local(one.modified.isoformat()) if one.modified else "",
        one.fault,
    ),
)
FILE_TABLE: RowTable[AgentFile] = RowTable(
    ("file", "type", "title", "in the index", "note"),
    lambda one: (one.name, one.about, one.title, "yes" if one.listed else "no", one.fault),
)
VERSION_TABLE: RowTable[AgentFileVersion] = RowTable(
    ("version", "kept at", "why", "never written"),
    lambda one: (one.id, local(one.saved_at), one.why, "yes" if one.refused else "no"),
    right=(),
)


@AGENT_FOLDERS.command("list")
def list_folders(cli: CliContext, data: OpenData) -> ListedRows[AgentFolder]:
    """List the memory folders of projects and of roles, with how many files they hold."""
    return FOLDER_TABLE.list(_folders(cli, data).folders(), "The Claude CLI has no memory folder here.")


@AGENT_FOLDERS.command("check")
def check(
    cli: CliContext,
    data: OpenData,
    folder: Annotated[str, typer.Argument(metavar="[FOLDER]", help="Only this one.")] = "",
) -> CommandAnswer:
    """Check indexes, links and frontmatter. Exit code 1 where something is wrong."""
    found = _folders(cli, data).check(folder)
    return answer_check(found, _problems(found))


@AGENT_FOLDERS.command("show")
def show(
    cli: CliContext,
    data: OpenData,
    folder: Folder,
    file: Annotated[str, typer.Argument(metavar="[FILE]", help="A file in it; without one, they are listed.")] = "",
    version: Annotated[int | None, typer.Option("--version", help="An earlier text, by its number.")] = None,
) -> CommandAnswer:
    """Print a file of a folder, or list its files."""
    door = _folders(cli, data)
    if not file:
        listed = door.files(folder)
        return CommandAnswer([one.as_json() for one in listed], [FILE_TABLE.text(listed)])
    if version is not None:
        text, revision = door.version_text(folder, file, version), ""
    else:
        found = door.read(folder, file)
        text, revision = found.text, found.revision
    document = {"folder": folder, "file": file, "revision": revision, "version": version, "text": text}
    return CommandAnswer(document, clean(text, lines=True).rstrip("\n"))


@AGENT_FOLDERS.command("edit")
def edit(
    cli: CliContext,
    data: OpenData,
    folder: Folder,
    file: File,
    source: Annotated[
        Path | None, typer.Option("--from", help="A file with the new text; without it and --replace, standard input.")
    ] = None,
    replace: Annotated[str, typer.Option("--replace", help="Words that stand once in the file.")] = "",
    by: Annotated[str, typer.Option("--with", help="What takes the place of those words.")] = "",
    revision: Revision = None,
) -> CommandAnswer:
    """Put a new text in the place of a file; the former one is kept. Exit code 1 where it was changed meanwhile."""
    given = None if replace else _text_from(source)
    door = _folders(cli, data)
    read_now = None
    if replace or revision is None:
        read_now = _read_or_none(door, folder, file, must=bool(replace))
    if revision is None:
        revision = read_now.revision if read_now is not None else ""
    text = _replaced(read_now.text, replace, by) if replace and read_now is not None else given or ""
    return _report(door.save(folder, file, text, revision))


@AGENT_FOLDERS.command("versions")
def versions(cli: CliContext, data: OpenData, folder: Folder, file: File) -> ListedRows[AgentFileVersion]:
    """List the earlier texts of a file that were kept when it was edited here; at most ten."""
    found = _folders(cli, data).versions(folder, file)
    return VERSION_TABLE.list(found, "No earlier text of it is kept: it was not edited here.")


@AGENT_FOLDERS.command("restore")
def restore(
    cli: CliContext,
    data: OpenData,
    folder: Folder,
    file: File,
    version: Annotated[int, typer.Argument(metavar="VERSION", help="A number of `agent-folders versions`.")],
    revision: Revision = None,
) -> CommandAnswer:
    """Put an earlier text back; the present one is kept as a version in turn."""
    return _report(_folders(cli, data).restore(folder, file, version, revision))


def _folders(cli: CliContext, data: OpenData) -> CliMemoryFolders:
    from ..knowledge.cli_memory.service import CliMemoryFolders

    return CliMemoryFolders(data.store, cli.folder, cli.settings, os.environ)


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
        raise unreadable_text(error) from error


def unreadable_text(error: Exception) -> OperatorError:
    """Return what is said of a file, or of standard input, that is no text."""
    return OperatorError(
        UserMessage("The text cannot be read: {error}.", error=error), UserMessage("Give a file in UTF-8.")
    )


def answer_check(found: Sequence[EntryProblem | AgentFolderProblem], lines: list[str]) -> CommandAnswer:
    """Answer with what a check found wrong; the exit code is 1 for an error."""
    wrong = any(one.level == "error" for one in found)
    return CommandAnswer([one.as_json() for one in found], lines or "Nothing is wrong.", exit_code=int(wrong))


def _report(found: SavedAgentFile) -> CommandAnswer:
    if found.saved:
        return CommandAnswer(found.as_json(), [f"Saved {clean(found.name)}.", *_problems(found.problems)])
    said = (
        f"{clean(found.name)} was changed meanwhile and is left as it is."
        f" Your text is kept as version {found.kept_version}."
    )
    return CommandAnswer(found.as_json(), said, exit_code=1)


def _problems(found: Iterable[AgentFolderProblem]) -> list[str]:
    lines = []
    for one in found:
        place = f"{one.folder}/{one.name}" if one.name else one.folder
        lines.append(f"{one.level}: {clean(place)}, line {one.line}: {clean(one.sentence)}")
    return lines
