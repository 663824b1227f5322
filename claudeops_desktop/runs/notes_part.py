"""The notes that concern the services of a session, a line each, in its environment (C5). Reads files."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from ..core.errors import ClaudeOpsError
from ..core.paths import DataFolder
from ..core.settings import Settings
from ..knowledge import NoteLine, open_knowledge
from ..knowledge.withheld_text import why_withheld
from ..language.prompt_echo import NOTES_SENTENCE
from ..memory import quotable

log = logging.getLogger(__name__)

MOST_NOTES = 5
LONGEST_LINE = 240  # characters


def notes_part(data: DataFolder, settings: Settings, services: Sequence[str], *, can_ask: bool) -> str:
    """A section with the title and the description of each note that names one of these services, so that an agent
    reads it when it needs it; "" where there are none, and where they cannot be read. ``can_ask``: it has the tool
    ``recall``. Call it as whoever the session acts for: it is told of no private note of others."""
    if not services:
        return ""
    try:
        folder = open_knowledge(data, settings)
        found = [line for line in folder.notes.about(services) if not why_withheld(_said(line))][:MOST_NOTES]
        folder.close()
    except (ClaudeOpsError, OSError) as error:
        log.warning("the notes were left out: %s", error)
        return ""
    if not found:
        return ""
    how = "with the tool `recall`, its path as `note`," if can_ask else f"in its file, a path below {folder.root}"
    return "\n".join(["## Notes about these services", "", NOTES_SENTENCE, f"Read one {how}.", "", *map(_line, found)])


def _said(note: NoteLine) -> str:
    return f"{note.title}: {note.description}" if note.description else note.title


def _line(note: NoteLine) -> str:
    return f"- {quotable(note.path)} {quotable(_said(note))[:LONGEST_LINE]}{' [stale]' if note.stale else ''}"
