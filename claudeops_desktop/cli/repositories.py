"""``claudeops repositories``: folders that describe the infrastructure to the agent."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.errors import OperatorError, UsageError
from ..core.text_format import format_count
from .options import AsJson, get_cli_context
from .output import as_json, clean, print_line, table

if TYPE_CHECKING:
    from ..core.paths import DataFolder
    from ..runs.repositories import OperatorRepository

SETTING = "repositories.folders"
Folder = Annotated[Path, typer.Argument(help="A folder with CLAUDE-OPS.md or .claude-ops/.")]


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(no_args_is_help=True, help="Folders that describe your infrastructure to the agent.")
    group.command("list")(list_repositories)
    group.command("check")(check)
    group.command("prompt")(prompt)
    group.command("add")(add)
    group.command("rm")(remove)
    app.add_typer(group, name="repositories")


def list_repositories(context: typer.Context, json: AsJson = False) -> None:
    """List the folders and what is in them."""
    found = _look(get_cli_context(context).folder)
    if json:
        as_json([_json(one) for one in found])
        return
    if not found:
        print_line("No folder yet. Add one with `claudeops repositories add FOLDER`.")
        return
    table(
        ("folder", "notes", "checks", "playbooks", "skills", "problems"),
        [
            (one.path, "yes" if one.notes else "no", len(one.checks), len(one.playbooks), len(one.skills),
             len(one.problems))
            for one in found
        ],
        right=("checks", "playbooks", "skills", "problems"),
    )  # fmt: skip


def check(context: typer.Context, json: AsJson = False) -> None:
    """Check the folders for mistakes, each with its file, line and remedy. The exit code is 1 if there are any."""
    found = _look(get_cli_context(context).folder)
    problems = [problem for one in found for problem in one.problems]
    if json:
        as_json([{"path": str(p.path), "line": p.line, "problem": p.sentence, "fix": p.fix} for p in problems])
    elif problems:
        for problem in problems:
            print_line(clean(problem.full_text))
    else:
        print_line(
            f"{format_count(len(found), 'folder')}, "
            f"{format_count(sum(len(one.documents) for one in found), 'file')}, no mistakes."
        )
    if problems:
        raise typer.Exit(1)


def prompt(context: typer.Context, json: AsJson = False) -> None:
    """Show what the prompt says about them."""
    from ..runs.repositories import repositories_part

    text = repositories_part(_look(get_cli_context(context).folder))
    if json:
        as_json({"text": text})
    else:
        print_line(
            clean(text, lines=True)
            if text
            else "Nothing is added to the prompt: there is no folder with anything in it."
        )


def add(context: typer.Context, folder: Folder, json: AsJson = False) -> None:
    """Give the agent one more folder."""
    path = folder.expanduser().absolute()
    if not path.is_dir():
        raise UsageError(f"{path} is not a folder.", "Name one that is there.")
    folders = _folders(get_cli_context(context).folder)
    if str(path) in folders:
        raise OperatorError(f"{path} is one of them already.")
    _change(get_cli_context(context).folder, (*folders, str(path)))
    found = _look(get_cli_context(context).folder)[-1]
    if json:
        as_json(_json(found))
        return
    what = format_count(len(found.documents), "file")
    wrong = (
        f" {format_count(len(found.problems), 'mistake')}: see `claudeops repositories check`."
        if found.problems
        else ""
    )
    print_line(clean(f"Added {path}: {what}.{wrong}"))


def remove(context: typer.Context, folder: Folder, json: AsJson = False) -> None:
    """Stop giving a folder to the agent. The folder itself is not touched."""
    folders = _folders(get_cli_context(context).folder)
    gone = [one for one in folders if one in (str(folder), str(folder.expanduser().absolute()))]
    if not gone:
        raise OperatorError(f"{folder} is none of them.", "See `claudeops repositories list`.")
    _change(get_cli_context(context).folder, tuple(one for one in folders if one not in gone))
    if json:
        as_json({"removed": gone})
    else:
        print_line(clean(f"{gone[0]} is no longer in the prompt. Nothing in it was touched."))


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


def _json(one: OperatorRepository) -> dict[str, Any]:
    return {
        "path": str(one.path),
        "notes": str(one.notes.path) if one.notes else None,
        **{
            kind: [{"path": str(d.path), "title": d.title, "description": d.description} for d in getattr(one, kind)]
            for kind in ("checks", "playbooks", "skills")
        },
        "problems": [{"path": str(p.path), "line": p.line, "problem": p.sentence, "fix": p.fix} for p in one.problems],
    }
