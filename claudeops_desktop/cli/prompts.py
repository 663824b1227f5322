"""``claudeops prompts``: prompts kept for runs by hand; ``claudeops run --saved NAME`` runs one."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.clock import utc_now
from ..core.errors import UsageError
from ..core.secrets.redact_shapes import TAKEN_OUT
from .options import AsJson, Services, get_cli_context
from .output import as_json, clean, local, print_line, table

if TYPE_CHECKING:
    from ..records.saved_prompts import SavedPrompt
    from .cli_context import OpenData

Name = Annotated[str, typer.Argument(metavar="NAME", help="Its name.")]


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(no_args_is_help=True, help="Save prompts for manual runs.")
    group.command("list")(list_prompts)
    group.command("show")(show)
    group.command("save")(save)
    group.command("rename")(rename)
    group.command("rm")(remove)
    app.add_typer(group, name="prompts")


def list_prompts(context: typer.Context, json: AsJson = False) -> None:
    """List the saved prompts by name."""
    with get_cli_context(context).data() as data:
        found = data.ask(data.book.prompts.list)
    if json:
        as_json([prompt.as_json() for prompt in found])
    elif not found:
        print_line("No prompt is kept. `claudeops prompts save NAME --prompt TEXT` keeps one.")
    else:
        rows = [(p.name, p.tier, ", ".join(p.services), local(p.updated_at), p.prompt[:200]) for p in found]
        table(("name", "tier", "services", "changed", "prompt"), rows, right=("tier",))


def show(context: typer.Context, name: Name, json: AsJson = False) -> None:
    """Print one prompt."""
    with get_cli_context(context).data() as data:
        found = find_prompt(data, name)
    if json:
        as_json(found.as_json())
    else:
        print_line(clean(found.prompt, lines=True))


def save(
    context: typer.Context,
    name: Name,
    prompt: Annotated[str, typer.Option("--prompt", help="The prompt. By default, it is read from stdin.")] = "",
    tier: Annotated[int, typer.Option("--tier", min=1, max=3, help="The tier at which it starts.")] = 1,
    service: Services = None,
    agent: Annotated[str, typer.Option("--agent", help="auto, claude or watch.")] = "",
    json: AsJson = False,
) -> None:
    """Save a prompt, replacing any with the same name."""
    from ..agents.registry import may_be_kept

    if not may_be_kept(agent):
        raise UsageError(f"There is no agent “{clean(agent)}”.", "Use auto, claude or watch.")
    text = prompt or ("" if sys.stdin.isatty() else sys.stdin.read())
    if not text.strip():
        raise UsageError("There is no prompt to keep.", "Give it with --prompt, or on stdin.")
    services = tuple(dict.fromkeys(one.strip().lower() for one in service or () if one.strip()))
    with get_cli_context(context).data() as data:
        found = data.write(
            lambda: data.book.prompts.save(
                name, text.strip(), utc_now(), tier=tier, services=services, agent="" if agent == "auto" else agent
            )
        )
    if json:
        as_json(found.as_json())
    else:
        print_line(f"Kept as “{clean(found.name)}”. `claudeops run --saved` runs it.")
        if found.prompt != text.strip():
            print_line(TAKEN_OUT)


def rename(
    context: typer.Context,
    name: Name,
    new_name: Annotated[str, typer.Argument(metavar="NEW", help="Its new name.")],
    json: AsJson = False,
) -> None:
    """Rename a prompt."""
    with get_cli_context(context).data() as data:
        found = find_prompt(data, name)
        data.write(lambda: data.book.prompts.rename(found.id, new_name, utc_now()))
        after = find_prompt(data, new_name)
    if json:
        as_json(after.as_json())
    else:
        print_line(f"“{clean(found.name)}” is called “{clean(after.name)}” now.")


def remove(context: typer.Context, name: Name, json: AsJson = False) -> None:
    """Delete a saved prompt."""
    with get_cli_context(context).data() as data:
        found = find_prompt(data, name)
        data.write(lambda: data.book.prompts.remove(found.id))
    if json:
        as_json(found.as_json())
    else:
        print_line(f"“{clean(found.name)}” is kept no longer.")


def find_prompt(data: OpenData, name: str) -> SavedPrompt:
    """The prompt of that name. Raises UsageError where there is none."""
    found = data.ask(lambda: data.book.prompts.get(name))
    if found is None:
        raise UsageError(f"No prompt is kept as “{clean(name)}”.", "`claudeops prompts list` shows the names.")
    return found
