"""Notes of basic-memory: observations (``- [category] text #tag (context)``) and relations (``- needs [[Note]]``)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ..core.extensions.importer import ImportedFact, UnreadablePart
from ..core.messages import mark_text
from ..knowledge.entries import EntryText, read_entry
from .folder_files import NoteFile
from .markdown_facts import NoteStatement, plain_text
from .markdown_notes import MarkdownImporter
from .source_fields import find_category

_OBSERVATION = re.compile(r"\[([^\[\]()\n]{1,60})\]\s+(.*)$")
_TAGS = re.compile(r"(?:\s+#[\w/-]{1,60})+(?=\s*(?:\([^()]*\))?\s*$)")
_RELATION = re.compile(r"^\s*[-*+]\s+([\w -]{2,40}?)\s+\[\[([^\[\]|\n]{1,200})(?:\|[^\[\]\n]*)?\]\]", re.MULTILINE)
_DEPENDS = frozenset(
    ("depends_on", "requires", "needs", "uses", "runs_on", "hosted_on", "deployed_on", "connects_to", "backed_by")
)


class BasicMemoryImporter(MarkdownImporter):
    """Reads the folder of a project: the Markdown files are its truth, its database an index of them."""

    name = "basic-memory"
    title = mark_text("The notes of basic-memory")

    def _read_note(self, note: NoteFile) -> Iterator[ImportedFact | UnreadablePart]:
        yield from super()._read_note(note)
        entry = read_entry(note.text)
        if not entry.fault:
            yield from _relations(entry, note)

    def fact_of(self, statement: NoteStatement, entry: EntryText, note: NoteFile) -> ImportedFact | None:
        """An observation without its category and tags; any other statement as it is, a relation as none."""
        if statement.is_entry and statement.heading.lower() == "relations":
            return None
        fact = super().fact_of(statement, entry, note)
        found = _OBSERVATION.match(statement.text) if statement.is_entry else None
        if fact is None or found is None:
            return fact
        text = _TAGS.sub("", found[2]).strip()
        context = fact.context.removesuffix(" / Observations")
        return replace(fact, text=text, category=find_category(found[1]) or fact.category, context=context)


def _relations(entry: EntryText, note: NoteFile) -> Iterator[ImportedFact]:
    """What the subject of a note depends on, as sentences. That two notes are related says nothing about services."""
    if not entry.title:
        return
    for found in _RELATION.finditer(entry.text):
        kind, target = found[1].strip().lower().replace(" ", "_"), plain_text(found[2].rpartition("/")[2])
        if kind in _DEPENDS:
            line = entry.text.count("\n", 0, found.start(1)) + 1
            text = f"{entry.title} {kind.replace('_', ' ')} {target}."
            yield ImportedFact(text, line, note.path, category="dependency", context=entry.title, at=note.at)
