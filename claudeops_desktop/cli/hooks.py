"""``claudeops hooks``: memory in the operator's own Claude Code sessions (E18)."""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .options import AsJson, get_cli_context
from .output import as_json, print_line

if TYPE_CHECKING:
    from ..hooks.settings import HookState


class HookScope(StrEnum):
    """Which sessions are meant."""

    USER = "user"
    PROJECT = "project"


WhichScope = Annotated[
    HookScope, typer.Option("--scope", help="user: all your sessions. project: those in this folder.")
]


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(no_args_is_help=True, help="Memory in your own Claude Code sessions.")
    group.command("install")(install)
    group.command("remove")(remove)
    group.command("status")(status)
    app.add_typer(group, name="hooks")


def install(context: typer.Context, scope: WhichScope = HookScope.USER, json: AsJson = False) -> None:
    """Add the hooks to the CLI's settings; everything else in them is kept.

    What is known is injected when a session begins and when a prompt speaks of something known; when it compacts or
    ends its transcript is observed. A hook that fails is not felt, and none keeps a prompt waiting for more than 0.1 s.
    """
    from ..hooks import settings as hooks

    folder = get_cli_context(context).folder.create()
    done = hooks.install_hooks(_path(scope), folder)
    if json:
        as_json(_document(done) | {"server": hooks.server_line(folder)})
        return
    print_line(f"The hooks are in {done.path}: {', '.join(done.events)}.")
    print_line("Your sessions can use the memory tools too. Register their server with:")
    print_line(f"  {hooks.server_line(folder)}")
    print_line("`claudeops hooks remove` takes the hooks out again.")


def remove(context: typer.Context, scope: WhichScope = HookScope.USER, json: AsJson = False) -> None:
    """Remove the hooks and nothing else."""
    from ..hooks import settings as hooks

    before = hooks.hooks_state(_path(scope), get_cli_context(context).folder)
    done = hooks.remove_hooks(before.path, get_cli_context(context).folder)
    if json:
        as_json(_document(done) | {"removed": list(before.events)})
        return
    print_line(f"The hooks are out of {done.path}." if before.events else f"No hooks of ours are in {done.path}.")


def status(context: typer.Context, json: AsJson = False) -> None:
    """Show where the hooks are installed, and whether they are up to date."""
    from ..hooks import settings as hooks

    found = {scope: hooks.hooks_state(_path(scope), get_cli_context(context).folder) for scope in HookScope}
    if json:
        as_json({str(scope): _document(one) for scope, one in found.items()})
        return
    for scope, one in found.items():
        if not one.events:
            print_line(f"{scope}: not installed ({one.path})")
        elif one.current:
            print_line(f"{scope}: installed ({one.path})")
        else:
            print_line(
                f"{scope}: installed for another place or version ({one.path}); `claudeops hooks install` renews them"
            )


def _path(scope: HookScope) -> Path:
    from ..hooks.settings import settings_file

    return settings_file(scope.value, os.environ, Path.cwd())


def _document(one: HookState) -> dict[str, object]:
    return {"path": str(one.path), "events": list(one.events), "current": one.current}
