"""The agents found, in the words of the status line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...agents.registry import agent_named, capabilities_of

if TYPE_CHECKING:
    from ...agents.registry import AgentRegistry


def describe_agents(agents: AgentRegistry, preferred: str) -> tuple[str, str]:
    """What the status line says (``claude 2.1.197``), and what hovering over it says."""
    name = agents.auto if preferred == "auto" or agent_named(preferred) is None else preferred
    calls_model = capabilities_of(name).calls_model
    version = agents.claude.version if calls_model else ""
    if calls_model and not agents.claude.path:
        return "claude not found", agents.claude.why_not
    return f"{name} {version}".strip(), agents.sentence
