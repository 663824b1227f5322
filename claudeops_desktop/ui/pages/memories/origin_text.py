"""Where a memory comes from that no session of ours said, in words. Pure."""

from __future__ import annotations

from ....memory import Memory
from ...text.translation import tr


def origin_word(memory: Memory) -> str:
    """Where a memory that no session of ours said comes from, for a narrow column. Whoever shares the store has a
    name."""
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
    """The same for the details: ``anna, by hand``."""
    if memory.source == "operator":
        return tr("{who}, by hand", who=memory.owner) if memory.owner else tr("you, by hand")
    return tr("a transcript of the Claude CLI") if memory.source == "observed" else origin_word(memory)


def origin_tip(memory: Memory) -> str:
    """The same as a sentence."""
    match memory.source:
        case "operator":
            return tr("Written by {who}", who=memory.owner) if memory.owner else tr("Written by you")
        case "import":
            return tr("Imported")
        case "agent":
            return tr("Noted by {who}", who=memory.owner) if memory.owner else tr("Noted by the agent")
        case _:
            return tr("Drawn from a transcript of the Claude CLI")
