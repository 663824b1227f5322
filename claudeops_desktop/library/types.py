"""What goes in and out of the library: documents, their chunks, and what a search finds. Frozen, without a database."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

HEADING_MARK = " > "
"""Stands between the headings of a path: "Backup > Restore"."""


@dataclass(frozen=True, slots=True)
class DocumentText:
    """A document as it was read.

    ``format`` is markdown, text, html, pdf, epub or docx. ``page_starts`` are the first lines of its pages, counted
    from 1 and rising; empty for a format without pages. ``feeds`` are addresses of feeds that a web page names.
    """

    title: str
    text: str
    format: str
    page_starts: tuple[int, ...] = ()
    feeds: tuple[str, ...] = ()

    @property
    def has_markup(self) -> bool:
        """Whether headings, code blocks and tables of it are written as in Markdown."""
        return self.format not in ("text", "pdf")


@dataclass(frozen=True, slots=True)
class TextChunk:
    """A part of a document: ``index`` from 0, the headings that it stands under, its page (None without pages), and
    its lines, counted from 1, both included."""

    index: int
    headings: tuple[str, ...]
    page: int | None
    first_line: int
    last_line: int
    text: str


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """A row of ``library_documents``; times are stored text.

    ``source`` is a path or a URL, ``kind`` is file or web, ``size`` its bytes. ``missing_at`` is when its file was
    found to be gone; such a document is not searched.
    """

    id: int
    source: str
    kind: str
    title: str
    format: str
    tags: tuple[str, ...]
    content_hash: str
    stamp: str
    size: int
    chunks: int
    folder_id: int | None
    added_at: str
    read_at: str
    missing_at: str | None

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        shown = asdict(self) | {"tags": list(self.tags)}
        return {name: value for name, value in shown.items() if name not in ("content_hash", "stamp")}


@dataclass(frozen=True, slots=True)
class NewDocument:
    """A document that is to be kept. ``title`` and ``tags`` are the operator's; empty for those that it has itself."""

    source: str
    kind: str
    document: DocumentText
    content_hash: str
    size: int
    stamp: str = ""
    title: str = ""
    tags: tuple[str, ...] = ()
    folder_id: int | None = None


@dataclass(frozen=True, slots=True)
class WatchedFolder:
    """A row of ``library_folders``: a folder whose files are read by ``library update``."""

    id: int
    path: str
    tags: tuple[str, ...]
    added_at: str
    updated_at: str | None

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        return asdict(self) | {"tags": list(self.tags)}


@dataclass(frozen=True, slots=True)
class LibraryHit:
    """A place that a search found. ``title``, ``headings`` and ``excerpt`` are untrusted text, each on one line and
    quoted; ``score`` is 1 for the best that is possible."""

    document_id: int
    chunk: int
    title: str
    source: str
    headings: str
    page: int | None
    first_line: int
    last_line: int
    excerpt: str
    score: float

    @property
    def citation(self) -> str:
        """Where it stands: "Manual, Backup > Restore, page 3, lines 10–24"."""
        path = self.headings.split(HEADING_MARK) if self.headings else []
        headings = HEADING_MARK.join(path[1:] if path[:1] == [self.title] else path)
        page = f"page {self.page}" if self.page is not None else ""
        only = self.first_line == self.last_line
        lines = f"line {self.first_line}" if only else f"lines {self.first_line}–{self.last_line}"
        return ", ".join(filter(None, (self.title, headings, page, lines)))

    def as_json(self) -> dict[str, Any]:
        """The hit for ``--json`` and for agents."""
        return asdict(self) | {"citation": self.citation}


@dataclass(frozen=True, slots=True)
class LibraryChange:
    """What adding or updating did: documents that are new, changed, unchanged or gone, and sentences on those that
    could not be read."""

    added: tuple[StoredDocument, ...] = ()
    changed: tuple[StoredDocument, ...] = ()
    unchanged: tuple[StoredDocument, ...] = ()
    missing: tuple[StoredDocument, ...] = ()
    skipped: tuple[str, ...] = ()
    feeds: tuple[str, ...] = field(default=())

    def joined(self, other: LibraryChange) -> LibraryChange:
        """Both together."""
        return LibraryChange(
            self.added + other.added,
            self.changed + other.changed,
            self.unchanged + other.unchanged,
            self.missing + other.missing,
            self.skipped + other.skipped,
            tuple(dict.fromkeys(self.feeds + other.feeds)),
        )

    def as_json(self) -> dict[str, Any]:
        """The change for ``--json``."""
        named = ("added", "changed", "unchanged", "missing")
        return {name: [one.as_json() for one in getattr(self, name)] for name in named} | {
            "skipped": [str(one) for one in self.skipped],
            "feeds": list(self.feeds),
        }
