"""``claudeops hooks``: memory in the operator's own Claude Code sessions (E18)."""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .cli_context import CliContext
from .command import CommandAnswer, CommandGroup

if TYPE_CHECKING:
    from ..hooks.settings import HookState


class HookScope(StrEnum):
    """Which sessions are meant."""

    USER = "user"
    PROJECT = "project"


WhichScope = Annotated[
    HookScope, typer.Option("--scope", help="user: all your sessions. project: those in this folder.")
]

HOOKS = CommandGroup("hooks", "Memory in your own Claude Code sessions.")
register = HOOKS.register


@HOOKS.command("install")
def install(cli: CliContext, scope: WhichScope = HookScope.USER) -> CommandAnswer:
    """Add the hooks to the CLI's settings; everything else in them is kept.

    What is known is injected when a session begins and when a prompt speaks of something known; when it compacts or
    ends its transcript is observed. A hook that fails is not felt, and none keeps a prompt waiting for more than 0.1 s.
    """
    from ..hooks import settings as hooks

    folder = cli.folder.create()
    done = hooks.install_hooks(_path(scope), folder)
    server = hooks.server_line(folder)
    lines = (
        f"The hooks are in {done.path}: {', '.join(done.events)}.",
        "Your sessions can use the memory tools too. Register their server with:",
        f"  {server}",
        "`claudeops hooks remove` takes the hooks out again.",
    )
    return CommandAnswer(_document(done) | {"server": server}, lines)


@HOOKS.command("remove")
def remove(cli: CliContext, scope: WhichScope = HookScope.USER) -> CommandAnswer:
    """Remove the hooks and nothing else."""
    from ..hooks import settings as hooks

    before = hooks.hooks_state(_path(scope), cli.folder)
    done = hooks.remove_hooks(before.path, cli.folder)
    return CommandAnswer(
        _document(done) | {"removed": list(before.events)},
        f"The hooks are out of {done.path}." if before.events else f"No hooks of ours are in {done.path}.",
    )


@HOOKS.command("status")
def status(cli: CliContext) -> CommandAnswer:
    """Show where the hooks are installed, and whether they are up to date."""
    from ..hooks import settings as hooks

    found = {scope: hooks.hooks_state(_path(scope), cli.folder) for scope in HookScope}
    return CommandAnswer(
        {str(scope): _document(one) for scope, one in found.items()},
        [f"{scope}: {_in_words(one)}" for scope, one in found.items()],
    )


def _in_words(one: HookState) -> str:
    if not one.events:
        return f"not installed ({one.path})"
    if one.current:
        return f"installed ({one.path})"
    return f"installed for another place or version ({one.path}); `claudeops hooks install` renews them"


def _path(scope: HookScope) -> Path:
    from ..hooks.settings import settings_file

    return settings_file(scope.value, os.environ, Path.cwd())


def _document(one: HookState) -> dict[str, object]:
    return {"path": str(one.path), "events": list(one.events), "current": one.current}
