"""The decisions that concern the services of a session, by title, in its environment (C13). Reads files."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from ..core.errors import ClaudeOpsError
from ..core.paths import DataFolder
from ..core.settings import Settings
from ..knowledge import DecisionLine, open_knowledge
from ..language.prompt_echo import DECISIONS_SENTENCE
from ..memory import quotable

log = logging.getLogger(__name__)

MOST_DECISIONS = 5
LONGEST_TITLE = 120


def decisions_part(data: DataFolder, settings: Settings, services: Sequence[str], *, can_ask: bool) -> str:
    """A section that names the decisions in force on these services, so that an agent reads them before it changes
    anything; "" where there are none, and where they cannot be read. ``can_ask``: it has the tool ``decisions``."""
    if not services:
        return ""
    try:
        folder = open_knowledge(data, settings)
        found = folder.decisions.about(services, MOST_DECISIONS)
    except (ClaudeOpsError, OSError) as error:
        log.warning("the decisions were left out: %s", error)
        return ""
    if not found:
        return ""
    lines = [
        "## Decisions about these services",
        "",
        DECISIONS_SENTENCE,
        "Before you change what one is about, read it: "
        + ("with the tool `decisions` and its number, or " if can_ask else "")
        + f"its file in {folder.root / 'decisions'}.",
        "",
        *map(_line, found),
    ]
    return "\n".join(lines)


def _line(one: DecisionLine) -> str:
    return f"- {one.number:04d} {quotable(one.title)[:LONGEST_TITLE]} ({quotable(one.status)}, {quotable(one.date)})"
