"""Chooses the application's tools that a session gets (E18): those that make sense in it, and no others."""

from __future__ import annotations

import logging

from ..core.errors import ClaudeOpsError
from ..core.paths import DataFolder
from ..core.settings import Settings
from ..knowledge import open_knowledge
from ..records.record_books import RecordRepositories
from .rules_part import ACTING_TIER

log = logging.getLogger(__name__)


def session_tools(
    book: RecordRepositories, folder: DataFolder, settings: Settings, *, tier: int, dry_run: bool
) -> tuple[str, ...]:
    """The names of the tools, () where the operator wants none. Reads records and files: call it inside ``store.read``.

    What reads is there where there is something to read, what writes outside a dry run and where it has a place.
    """
    if not settings.memory.agent_tools:
        return ()
    tools = ["recall", "list_services"] if dry_run else ["recall", "remember", "forget", "list_services"]
    try:
        knowledge = open_knowledge(folder, settings)
        has_folder = knowledge.root.is_dir()
        has_decisions = has_folder and bool(knowledge.decisions.list())
        has_operations = has_folder and bool(knowledge.operations()[0])
        knowledge.close()
    except (ClaudeOpsError, OSError) as error:
        log.warning("the tools of the knowledge folder are not handed over: %s", error)
        has_folder = has_decisions = has_operations = False
    tools += ["decisions"] if has_decisions else []
    tools += ["operations"] if has_operations else []
    if has_folder and not dry_run:
        tools += ["log_operation", "propose_note"] if tier >= ACTING_TIER else ["propose_note"]
    from ..library import LibraryService  # its readers take a moment to load

    library = LibraryService(book, book.clock).documents.status()
    tools += ["search_library"] if library.chunks else []
    tools += ["suggest_source"] if not dry_run and (library.documents or library.folders or library.feeds) else []
    return tuple(tools)
