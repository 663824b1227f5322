"""The notebook of a session's role for its prompt (C6). Reads the files of one folder."""

from __future__ import annotations

import logging
from dataclasses import replace

from ..core.errors import ClaudeOpsError
from ..core.paths import DataFolder
from ..core.secrets.redact_shapes import without_shapes
from ..core.settings import Settings
from ..knowledge import open_knowledge
from ..knowledge.layout import ROLES
from ..knowledge.role_notebooks import NotebookEntry, notebook_entries, notebook_folder
from ..knowledge.withheld_text import why_withheld
from ..memory.prompt_memory.types import InjectionRequest, LearnedNote, OmittedEntry

log = logging.getLogger(__name__)


def with_notebook(request: InjectionRequest, data: DataFolder, settings: Settings) -> InjectionRequest:
    """The request with the notebook of its role, and of no other one. Without it where it cannot be read, and without
    entries that no agent may be given."""
    if request.role not in ROLES:
        return request
    try:
        texts = open_knowledge(data, settings).texts(f"{notebook_folder(request.role)}/")
        found = notebook_entries(texts, request.role)
    except (ClaudeOpsError, OSError) as error:
        log.warning("the notebook of the %s was left out: %s", request.role, error)
        return request
    why = {entry: why_withheld(entry.text) for entry in found}
    return replace(
        request,
        notebook=tuple(_note(entry) for entry in found if not why[entry]),
        notebook_left=tuple(OmittedEntry(without_shapes(entry.text), said) for entry, said in why.items() if said),
    )


def _note(entry: NotebookEntry) -> LearnedNote:
    since = f" Written {entry.date.isoformat()}." if entry.date else ""
    return LearnedNote(entry.text, f"It stands in {entry.path}, the notebook of this role.{since}")
