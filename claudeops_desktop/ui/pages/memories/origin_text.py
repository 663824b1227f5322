"""Where a memory comes from that is not from a session of ours, in words. Pure."""

from __future__ import annotations

from ....memory import Memory
from ...text.translation import tr


def origin_word(memory: Memory) -> str:
    """The origin in a word or two, for a narrow column. Operators who share a store have names."""
    match memory.source:
        case "operator":
            return memory.owner or tr("you")
        case "import":
            return tr("import")
        case "agent":
            return memory.owner or tr("agent")
        case _:
            return tr("transcript")


def origin_text(memory: Memory) -> str:
    """The origin for the details: ``anna, by hand``."""
    if memory.source == "operator":
        return tr("{who}, by hand", who=memory.owner) if memory.owner else tr("you, by hand")
    return tr("a transcript of the Claude CLI") if memory.source == "observed" else origin_word(memory)


def origin_tip(memory: Memory) -> str:
    """The origin as a sentence, for hovering."""
    match memory.source:
        case "operator":
            return tr("Written by {who}", who=memory.owner) if memory.owner else tr("Written by you")
        case "import":
            return tr("Imported")
        case "agent":
            return tr("Noted by {who}", who=memory.owner) if memory.owner else tr("Noted by the agent")
        case _:
            return tr("Drawn from a transcript of the Claude CLI")
