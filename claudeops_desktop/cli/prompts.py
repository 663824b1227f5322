"""``claudeops prompts``: prompts kept for runs by hand; ``claudeops run --saved NAME`` runs one."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.clock import utc_now
from ..core.errors import UsageError
from ..core.secrets.redact_shapes import TAKEN_OUT
from .cli_context import OpenData
from .command import CommandAnswer, CommandGroup, ListedRows, RowTable
from .options import Services, named_services
from .output import clean, local

if TYPE_CHECKING:
    from ..records.saved_prompts import SavedPrompt

Name = Annotated[str, typer.Argument(metavar="NAME", help="Its name.")]

PROMPTS = CommandGroup("prompts", "Save prompts for manual runs.")
register = PROMPTS.register
PROMPT_TABLE: RowTable[SavedPrompt] = RowTable(
    ("name", "tier", "services", "changed", "prompt"),
    lambda p: (p.name, p.tier, ", ".join(p.services), local(p.updated_at), p.prompt[:200]),
    right=("tier",),
)


@PROMPTS.command("list")
def list_prompts(data: OpenData) -> ListedRows[SavedPrompt]:
    """List the saved prompts by name."""
    found = data.ask(data.book.prompts.list)
    return PROMPT_TABLE.list(found, "No prompt is kept. `claudeops prompts save NAME --prompt TEXT` keeps one.")


@PROMPTS.command("show")
def show(data: OpenData, name: Name) -> CommandAnswer:
    """Print one prompt."""
    found = find_prompt(data, name)
    return CommandAnswer(found.as_json(), clean(found.prompt, lines=True))


@PROMPTS.command("save")
def save(
    data: OpenData,
    name: Name,
    prompt: Annotated[str, typer.Option("--prompt", help="The prompt. By default, it is read from stdin.")] = "",
    tier: Annotated[int, typer.Option("--tier", min=1, max=3, help="The tier at which it starts.")] = 1,
    service: Services = None,
    agent: Annotated[str, typer.Option("--agent", help="auto, claude or watch.")] = "",
) -> CommandAnswer:
    """Save a prompt, replacing any with the same name."""
    from ..agents.registry import may_be_kept

    if not may_be_kept(agent):
        raise UsageError(f"There is no agent “{clean(agent)}”.", "Use auto, claude or watch.")
    text = prompt or ("" if sys.stdin.isatty() else sys.stdin.read())
    if not text.strip():
        raise UsageError("There is no prompt to keep.", "Give it with --prompt, or on stdin.")
    services = named_services(service)
    found = data.write(
        lambda: data.book.prompts.save(
            name, text.strip(), utc_now(), tier=tier, services=services, agent="" if agent == "auto" else agent
        )
    )
    lines = [f"Kept as “{clean(found.name)}”. `claudeops run --saved` runs it."]
    if found.prompt != text.strip():
        lines.append(TAKEN_OUT)
    return CommandAnswer(found.as_json(), lines)


@PROMPTS.command("rename")
def rename(
    data: OpenData, name: Name, new_name: Annotated[str, typer.Argument(metavar="NEW", help="Its new name.")]
) -> CommandAnswer:
    """Rename a prompt."""
    found = find_prompt(data, name)
    data.write(lambda: data.book.prompts.rename(found.id, new_name, utc_now()))
    after = find_prompt(data, new_name)
    return CommandAnswer(after.as_json(), f"“{clean(found.name)}” is called “{clean(after.name)}” now.")


@PROMPTS.command("rm")
def remove(data: OpenData, name: Name) -> CommandAnswer:
    """Delete a saved prompt."""
    found = find_prompt(data, name)
    data.write(lambda: data.book.prompts.remove(found.id))
    return CommandAnswer(found.as_json(), f"“{clean(found.name)}” is kept no longer.")


def find_prompt(data: OpenData, name: str) -> SavedPrompt:
    """The prompt of that name. Raises UsageError where there is none."""
    found = data.ask(lambda: data.book.prompts.get(name))
    if found is None:
        raise UsageError(f"No prompt is kept as “{clean(name)}”.", "`claudeops prompts list` shows the names.")
    return found
