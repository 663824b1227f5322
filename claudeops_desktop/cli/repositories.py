"""``claudeops repositories``: folders that describe the infrastructure to the agent."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.errors import OperatorError, UsageError
from ..core.text_format import format_count
from .cli_context import CliContext
from .command import CommandAnswer, CommandGroup, ListedRows, RowTable
from .output import clean

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..core.paths import DataFolder
    from ..runs.repositories import OperatorRepository
    from ..runs.repository_files import RepositoryProblem

SETTING = "repositories.folders"
Folder = Annotated[Path, typer.Argument(help="A folder with CLAUDE-OPS.md or .claude-ops/.")]

REPOSITORIES = CommandGroup("repositories", "Folders that describe your infrastructure to the agent.")
register = REPOSITORIES.register


def _json(one: OperatorRepository) -> dict[str, Any]:
    return {
        "path": str(one.path),
        "notes": str(one.notes.path) if one.notes else None,
        **{
            kind: [{"path": str(d.path), "title": d.title, "description": d.description} for d in getattr(one, kind)]
            for kind in ("checks", "playbooks", "skills")
        },
        "problems": _problems_json(one.problems),
    }


def _problems_json(problems: Iterable[RepositoryProblem]) -> list[dict[str, Any]]:
    return [{"path": str(p.path), "line": p.line, "problem": p.sentence, "fix": p.fix} for p in problems]


REPOSITORY_TABLE: RowTable[OperatorRepository] = RowTable(
    ("folder", "notes", "checks", "playbooks", "skills", "problems"),
    lambda one: (
        one.path,
        "yes" if one.notes else "no",
        len(one.checks),
        len(one.playbooks),
        len(one.skills),
        len(one.problems),
    ),
    right=("checks", "playbooks", "skills", "problems"),
    json=_json,
)


@REPOSITORIES.command("list")
def list_repositories(cli: CliContext) -> ListedRows[OperatorRepository]:
    """List the folders and what is in them."""
    found = _look(cli.folder)
    return REPOSITORY_TABLE.list(found, "No folder yet. Add one with `claudeops repositories add FOLDER`.")


@REPOSITORIES.command("check")
def check(cli: CliContext) -> CommandAnswer:
    """Check the folders for mistakes, each with its file, line and remedy. The exit code is 1 if there are any."""
    found = _look(cli.folder)
    problems = [problem for one in found for problem in one.problems]
    files = sum(len(one.documents) for one in found)
    good = f"{format_count(len(found), 'folder')}, {format_count(files, 'file')}, no mistakes."
    return CommandAnswer(
        _problems_json(problems),
        [clean(problem.full_text) for problem in problems] or good,
        exit_code=int(bool(problems)),
    )


@REPOSITORIES.command("prompt")
def prompt(cli: CliContext) -> CommandAnswer:
    """Show what the prompt says about them."""
    from ..runs.repositories import repositories_part

    text = repositories_part(_look(cli.folder))
    return CommandAnswer(
        {"text": text},
        clean(text, lines=True) if text else "Nothing is added to the prompt: there is no folder with anything in it.",
    )


@REPOSITORIES.command("add")
def add(cli: CliContext, folder: Folder) -> CommandAnswer:
    """Give the agent one more folder."""
    path = folder.expanduser().absolute()
    if not path.is_dir():
        raise UsageError(f"{path} is not a folder.", "Name one that is there.")
    folders = _folders(cli.folder)
    if str(path) in folders:
        raise OperatorError(f"{path} is one of them already.")
    _change(cli.folder, (*folders, str(path)))
    found = _look(cli.folder)[-1]
    wrong = ""
    if found.problems:
        wrong = f" {format_count(len(found.problems), 'mistake')}: see `claudeops repositories check`."
    said = f"Added {path}: {format_count(len(found.documents), 'file')}.{wrong}"
    return CommandAnswer(_json(found), clean(said))


@REPOSITORIES.command("rm")
def remove(cli: CliContext, folder: Folder) -> CommandAnswer:
    """Stop giving a folder to the agent. The folder itself is not touched."""
    folders = _folders(cli.folder)
    gone = [one for one in folders if one in (str(folder), str(folder.expanduser().absolute()))]
    if not gone:
        raise OperatorError(f"{folder} is none of them.", "See `claudeops repositories list`.")
    _change(cli.folder, tuple(one for one in folders if one not in gone))
    return CommandAnswer({"removed": gone}, clean(f"{gone[0]} is no longer in the prompt. Nothing in it was touched."))


def _look(folder: DataFolder) -> tuple[OperatorRepository, ...]:
    from ..runs.repositories import read_repositories

    return read_repositories(_folders(folder), service_names(folder))


def service_names(folder: DataFolder) -> tuple[str, ...]:
    """The services of services.toml; none where it is not there or cannot be used."""
    from ..agents.watch.services import ServicesError, load_services

    if not folder.services_file.exists():
        return ()
    try:
        return load_services(folder.services_file).names
    except ServicesError:
        return ()


def _folders(folder: DataFolder) -> tuple[str, ...]:
    from ..core.settings import load

    return load(folder.settings_file).repositories.folders


def _change(folder: DataFolder, folders: tuple[str, ...]) -> None:
    from ..core.settings import change

    change(folder.create().settings_file, SETTING, folders)
