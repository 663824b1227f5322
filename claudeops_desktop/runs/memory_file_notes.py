"""The entries of MEMORY.md for a prompt, the most valuable first (C1). Reads one file."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import date

from ..core.errors import ClaudeOpsError
from ..core.paths import DataFolder
from ..core.secrets.redact_shapes import without_shapes
from ..core.settings import Settings
from ..knowledge import MemoryEntry, open_knowledge
from ..knowledge.withheld_text import why_withheld
from ..memory.prompt_memory.types import InjectionRequest, LearnedNote, OmittedEntry

log = logging.getLogger(__name__)


def with_memory_file(request: InjectionRequest, data: DataFolder, settings: Settings) -> InjectionRequest:
    """The request with the entries of MEMORY.md: section by section as the file has them, in each the newest first, so
    that the oldest are left out where not all fit. Without them where the file cannot be read, and without those that
    no agent may be given."""
    try:
        found = open_knowledge(data, settings).memory_file()
    except ClaudeOpsError as error:
        log.warning("MEMORY.md was left out: %s", error.full_text)
        return request
    order = {section: place for place, section in enumerate(found.sections)}
    entries = sorted(
        found.entries, key=lambda entry: (order.get(entry.section, 0), -(entry.date or date.min).toordinal())
    )
    why = {entry: why_withheld(entry.text) for entry in entries}
    return replace(
        request,
        memory_file=tuple(_note(entry) for entry in entries if not why[entry]),
        memory_file_left=tuple(OmittedEntry(without_shapes(entry.text), said) for entry, said in why.items() if said),
    )


def _note(entry: MemoryEntry) -> LearnedNote:
    since = f"Written {entry.date.isoformat()}." if entry.date else "It has no date."
    return LearnedNote(
        f"{entry.section or 'General'}: {entry.text}", f"It stands in MEMORY.md. {since}", said=entry.text
    )
