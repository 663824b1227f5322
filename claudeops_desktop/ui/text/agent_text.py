"""The agents found, in the words of the status line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...agents.registry import agent_named
from .translation import tr, tr_message

if TYPE_CHECKING:
    from ...agents.registry import AgentRegistry


def describe_agents(agents: AgentRegistry, preferred: str) -> tuple[str, str]:
    """What the status line says (``claude 2.1.197``), and what hovering over it says."""
    name = agents.auto if preferred == "auto" or agent_named(preferred) is None else preferred
    found = agents.program_of(name)
    if not found.path and found.why_not:
        return tr("{name} not found", name=name), tr_message(found.why_not)
    return f"{name} {found.version}".strip(), tr_message(agents.sentence)
