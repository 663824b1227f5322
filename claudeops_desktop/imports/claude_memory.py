"""The auto memory of Claude Code: ``MEMORY.md``, an index, and a file for each topic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..core.extensions.importer import ImportedFact
from ..core.messages import mark_text
from ..knowledge.entries import EntryText
from .folder_files import NoteFile
from .markdown_facts import NoteStatement
from .markdown_notes import MarkdownImporter

_DOMAINS = {"user": "preferences", "feedback": "rules-conventions", "project": "projects"}


class ClaudeMemoryImporter(MarkdownImporter):
    """Reads the folder ``memory`` of a project, or all of ``~/.claude/projects``. The entries of the index that lead to
    a topic's file are left out: the file says it."""

    name = "claude-memory"
    title = mark_text("The auto memory of Claude Code")

    def fact_of(self, statement: NoteStatement, entry: EntryText, note: NoteFile) -> ImportedFact | None:
        """A statement, with the domain that the type of its file means."""
        fact = super().fact_of(statement, entry, note)
        inner = entry.meta.get("metadata")
        kind = entry.meta.get("type") or (inner.get("type") if isinstance(inner, Mapping) else None)
        domain = _DOMAINS.get(kind, "") if isinstance(kind, str) else ""
        title = entry.meta.get("description") or entry.meta.get("name")
        if fact is None or not domain:
            return fact
        return replace(fact, domain=domain, context=title[:300] if isinstance(title, str) else fact.context)
