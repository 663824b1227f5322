"""``claudeops memory share`` and ``unshare``: who may see a fact (X2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import UsageError
from .cli_context import OpenData
from .command import CommandAnswer, CommandGroup
from .options import AsJson
from .output import warn

if TYPE_CHECKING:
    from ..memory import VisibilityChange

EVERYONE = "everyone"
Id = Annotated[int, typer.Argument(metavar="ID", help="Its number, as `memory list` shows it.")]

VISIBILITY = CommandGroup("")
register = VISIBILITY.register


@VISIBILITY.command("share")
def share(
    data: OpenData,
    number: Id,
    whom: Annotated[str, typer.Option("--with", metavar="PROJECT|everyone", help="A project, or everyone.")],
    json: AsJson = False,
) -> CommandAnswer:
    """Show a memory to a project or to everyone. Like one from another workstation, it is unconfirmed at first: what it
    contradicts stays, and the two wait in the Inbox.
    """
    if not whom.strip():
        raise UsageError("--with is empty.", "Name a project, or everyone.")
    project = "" if whom.strip().lower() == EVERYONE else whom
    return _report(data.write(lambda: data.memory.visibility.share(number, project)), json=json)


@VISIBILITY.command("unshare")
def unshare(data: OpenData, number: Id, json: AsJson = False) -> CommandAnswer:
    """Take a shared memory back: only its owner sees it from now on. What others have read or copied is not reached."""
    return _report(data.write(lambda: data.memory.visibility.unshare(number)), json=json)


def _report(done: VisibilityChange, *, json: bool) -> CommandAnswer:
    from ..memory import audience_words

    if done.why and not json:
        warn(done.why)
    said = {
        "held": "It needs review before others see it.",
        "unchanged": "Nothing was changed.",
    }.get(done.action, "")
    seen_by = audience_words(done.memory.audience)
    return CommandAnswer(done.as_json(), f"Memory {done.memory.id} is seen by {seen_by}. {said}".strip())
