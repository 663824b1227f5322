"""``claudeops context``: what the next prompt gets, and nothing else (M6, M7, M17)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from ..core.clock import utc_now
from .cli_context import CliContext, OpenData
from .command import CommandAnswer, CommandGroup
from .options import Services, named_services
from .output import warn

if TYPE_CHECKING:
    from ..core.paths import DataFolder
    from ..core.settings import Settings
    from ..memory import MemoryContext
    from ..memory.prompt_memory.types import PromptMemory


ContextPart = Literal["memory", "all"]

CONTEXT = CommandGroup("")
register = CONTEXT.register


@CONTEXT.command("context")
def context(
    cli: CliContext,
    data: OpenData,
    part: Annotated[
        ContextPart,
        typer.Option("--part", help="The memory block alone, or all that is appended to the system prompt."),
    ] = "memory",
    service: Services = None,
    budget: Annotated[
        int | None, typer.Option("--budget", min=0, help="Tokens for memory, instead of the setting.")
    ] = None,
    tier: Annotated[int, typer.Option("--tier", min=1, max=3, help="The tier, with --part all.")] = 1,
    prompt: Annotated[
        str,
        typer.Option("--prompt", help="The prompt of the run, with --part all."),
    ] = "",
) -> CommandAnswer:
    """Print the memory block for the next run, if there is one. This changes nothing."""
    in_force = cli.settings()
    names = named_services(service)
    if part == "memory":
        found = block(data, in_force, names, budget)
        return CommandAnswer(block_json(found), found.text or ())
    told, text = compose_prompt(data, in_force, cli.folder, names, tier, prompt, budget)
    for note in (*told.troubles, *told.notes):
        warn(note)
    return CommandAnswer(block_json(told.block) | {"appended_prompt": text, "injected": told.as_json()}, text or ())


def block(data: OpenData, in_force: Settings, services: tuple[str, ...], budget: int | None = None) -> MemoryContext:
    """The memory block of a run about these services, now."""
    from ..memory import ContextRequest

    tokens = in_force.memory.budget if budget is None else budget
    return data.ask(lambda: data.memory.prompt.block(ContextRequest(budget=tokens, services=services, now=utc_now())))


def compose_prompt(
    data: OpenData,
    in_force: Settings,
    folder: DataFolder,
    services: tuple[str, ...],
    tier: int,
    prompt: str = "",
    budget: int | None = None,
) -> tuple[PromptMemory, str]:
    """All that is appended to the system prompt of the next run that is started by hand, and what of it is memory."""
    import os

    from ..agents.registry import find_agents
    from ..core.principals import acting_as
    from ..records.sessions import RunTrigger
    from ..runs.confinement import tier_folders, would_be_confined
    from ..runs.environment import EnvironmentRequest, session_environment
    from ..runs.escalation import tier_ceiling
    from ..runs.prompt import appended_prompt
    from ..runs.prompt_memory import PromptSession, compose_prompt_memory, injection_request
    from ..runs.request import RunRequest
    from ..runs.session_principal import session_principal

    claude, now = find_agents(in_force, os.environ, folder).claude, utc_now()
    # As a run of the Claude CLI would be told: the watcher reads no prompt, but that is not what one wants to see.
    session = PromptSession(services=services)
    confined, dry_run = would_be_confined(in_force, folder, session.agent), in_force.run.dry_run
    environment = data.ask(
        lambda: session_environment(
            data.book,
            folder,
            in_force,
            EnvironmentRequest(
                agent=session.agent,
                tier=tier,
                ceiling=tier_ceiling(RunTrigger.MANUAL, tier, in_force.limits),
                dry_run=dry_run,
                services=services,
                hand_off=str(folder.hand_off()),
                now=now,
                agent_version=claude.version,
                confined=confined,
                work=str(folder.session_work()),
                writable=tuple(map(str, tier_folders(in_force, tier, os.environ, folder.root, dry_run=dry_run))),
            ),
        )
    )
    request = RunRequest(tier=tier, prompt=prompt, services=services)
    with acting_as(session_principal(session.agent, in_force)):
        told = compose_prompt_memory(data.book, data.memory, injection_request(in_force, now, request, session, budget))
    return told, appended_prompt(environment, told.block.text, told.more, told.before)


def block_json(found: MemoryContext) -> dict[str, Any]:
    """The block and how it came about."""
    return {
        "text": found.text,
        "tokens": found.tokens,
        "budget": found.budget,
        "total": found.total,
        "included": [{"memory": e.memory.as_json(), "confidence": e.confidence} for e in found.included],
        "left_out": [{"memory": e.memory.as_json(), "why": e.why} for e in found.left_out],
        "left_out_count": found.left_out_count,
    }
