"""RunLore's catalogue: one incident, playbook or concept a file, with the sections Symptom, Cause and Resolution."""

from __future__ import annotations

from dataclasses import replace

from ..core.extensions.importer import ImportedFact
from ..core.messages import mark_text
from ..knowledge.entries import EntryText
from .folder_files import NoteFile
from .markdown_facts import NoteStatement
from .markdown_notes import RESERVED, MarkdownImporter

_SECTIONS = {"symptom": "behavior", "cause": "behavior", "resolution": "remediation", "investigate": "remediation"}


class RunLoreImporter(MarkdownImporter):
    """Reads the catalogue's folder. Each statement of a section is a fact of its own and names its incident."""

    name = "runlore"
    title = mark_text("The catalogue of RunLore")
    skipped = RESERVED

    def fact_of(self, statement: NoteStatement, entry: EntryText, note: NoteFile) -> ImportedFact | None:
        """What a section says, with the title of its case, for “Restart it.” means nothing alone."""
        fact = super().fact_of(statement, entry, note)
        section = statement.heading.lower()
        if fact is None or section not in _SECTIONS:
            return fact
        title = entry.title.rstrip(".")
        text = f"{title}. {statement.heading}: {statement.text}" if title else statement.text
        return replace(fact, text=text, category=_SECTIONS[section], context=title)
