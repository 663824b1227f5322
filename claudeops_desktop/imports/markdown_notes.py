"""Notes of any Markdown folder: an Open Knowledge Format bundle, an Obsidian vault."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from ..core.extensions.importer import FactImporter, ImportedFact, UnreadablePart
from ..core.messages import UserMessage, mark_text
from ..knowledge.entries import EntryText, read_entry
from .folder_files import NoteFile, read_notes
from .markdown_facts import NoteStatement, moment_of, read_statements
from .source_fields import find_category, find_service, find_share

RESERVED = frozenset(("index.md", "log.md"))
RETIRED = frozenset(("deprecated", "retired", "draft", "archived", "superseded"))


class MarkdownImporter(FactImporter):
    """Reads each note, and each statement of it as a fact."""

    skipped: frozenset[str] = frozenset()
    """Names of files that hold no facts in this format."""

    def read_facts(self, source: Path) -> Iterator[ImportedFact | UnreadablePart]:
        """The statements of all notes, note by note."""
        for found in read_notes(source):
            if isinstance(found, UnreadablePart):
                yield found
            elif PurePosixPath(found.path).name.lower() not in self.skipped:
                yield from self._read_note(found)

    def _read_note(self, note: NoteFile) -> Iterator[ImportedFact | UnreadablePart]:
        entry = read_entry(note.text)
        if entry.fault:
            yield UnreadablePart(entry.fault_line, entry.fault, note.path)
            return
        if why := why_left_out(entry.meta):
            yield UnreadablePart(1, why, note.path)
            return
        for statement in read_statements(entry):
            found = self.fact_of(statement, entry, note)
            if found is not None:
                yield found

    def fact_of(self, statement: NoteStatement, entry: EntryText, note: NoteFile) -> ImportedFact | None:
        """The fact that a statement is; None where it is none in this format."""
        return ImportedFact(
            statement.text,
            statement.line,
            note.path,
            category=find_category(statement.heading, entry.meta.get("category"), *_words(entry.meta.get("type"))),
            service=find_service(entry.meta) or service_of_path(note.path),
            context=context_of(entry, statement),
            confidence=find_share(entry.meta.get("confidence")),
            at=moment_of(entry.meta, note.at),
        )


class OkfImporter(MarkdownImporter):
    """An Open Knowledge Format bundle; its index and its log list what the notes say."""

    name = "okf"
    title = mark_text("A folder of the Open Knowledge Format")
    skipped = RESERVED


class ObsidianImporter(MarkdownImporter):
    """An Obsidian vault, or any folder of Markdown files."""

    name = "obsidian"
    title = mark_text("An Obsidian vault, or any folder with Markdown notes")


def why_left_out(meta: Mapping[str, Any]) -> str:
    """Why a note is not taken in although it can be read; "" where it is."""
    status = meta.get("status")
    word = status.strip().lower() if isinstance(status, str) else ""
    return UserMessage("The note is marked as {word}.", word=word) if word in RETIRED else ""


def service_of_path(path: str) -> str:
    """The service of a note in a folder of services: ``services/jellyfin.md``."""
    parts = PurePosixPath(path).parts
    if len(parts) > 1 and parts[-2].lower() in ("services", "service", "apps"):
        return find_service({"service": PurePosixPath(parts[-1]).stem})
    return ""


def context_of(entry: EntryText, statement: NoteStatement) -> str:
    """The titles above a statement."""
    title = entry.meta.get("title") or entry.meta.get("name")
    titles = [title.strip() if isinstance(title, str) else entry.title if entry.title != statement.text else ""]
    titles += [statement.heading] if statement.heading not in titles else []
    return " / ".join(filter(None, titles))[:300]


def _words(value: object) -> list[object]:
    return list(value) if isinstance(value, list) else [value]
