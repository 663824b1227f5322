"""``claudeops memory share`` and ``unshare``: who may see a fact (X2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import UsageError
from .options import AsJson, get_cli_context
from .output import as_json, print_line, warn

if TYPE_CHECKING:
    from ..memory import VisibilityChange

EVERYONE = "everyone"
Id = Annotated[int, typer.Argument(metavar="ID", help="Its number, as `memory list` shows it.")]


def register(group: typer.Typer) -> None:
    """Add the commands to ``memory``."""
    group.command("share")(share)
    group.command("unshare")(unshare)


def share(
    context: typer.Context,
    number: Id,
    whom: Annotated[str, typer.Option("--with", metavar="PROJECT|everyone", help="A project, or everyone.")],
    json: AsJson = False,
) -> None:
    """Show a memory to a project or to everyone. Like one from another workstation, it is unconfirmed at first: what it
    contradicts stays, and the two wait in the Inbox.
    """
    if not whom.strip():
        raise UsageError("--with is empty.", "Name a project, or everyone.")
    project = "" if whom.strip().lower() == EVERYONE else whom
    with get_cli_context(context).data() as data:
        done = data.write(lambda: data.memory.visibility.share(number, project))
    _report(done, json=json)


def unshare(context: typer.Context, number: Id, json: AsJson = False) -> None:
    """Take a shared memory back: only its owner sees it from now on. What others have read or copied is not reached."""
    with get_cli_context(context).data() as data:
        done = data.write(lambda: data.memory.visibility.unshare(number))
    _report(done, json=json)


def _report(done: VisibilityChange, *, json: bool) -> None:
    from ..memory import audience_words

    if json:
        as_json(done.as_json())
        return
    if done.why:
        warn(done.why)
    said = {
        "held": "It needs review before others see it.",
        "unchanged": "Nothing was changed.",
    }.get(done.action, "")
    print_line(f"Memory {done.memory.id} is seen by {audience_words(done.memory.audience)}. {said}".strip())
