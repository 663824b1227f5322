"""What goes in and out of the library: documents, their chunks, and what a search finds. Frozen, without a database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
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
        """Tell whether headings, code blocks and tables of it are written as in Markdown."""
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
    found to be gone; such a document is not searched. ``fault`` says why its latest version could not be read; its
    parts are then those of the version before, if there was one, and ``fault_stamp`` is what the file was then.
    ``unread`` is set for an entry of a feed that nobody has looked at. ``context`` is why somebody found it worth
    keeping, ``relevance`` is high, medium, low or "" where it was not judged, ``judgement`` says why, and ``judged_by``
    is rules or the name of a model. ``note_path`` is its note in the knowledge folder, "" without one.
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
    feed_id: int | None
    added_at: str
    read_at: str
    missing_at: str | None
    fault: str = ""
    fault_stamp: str = ""
    unread: bool = False
    context: str = ""
    relevance: str = ""
    judgement: str = ""
    judged_by: str = ""
    note_path: str = ""

    @property
    def state(self) -> str:
        """``missing``, ``fault``, ``unread`` or ``ready``: the first that holds."""
        if self.missing_at is not None:
            return "missing"
        return "fault" if self.fault else "unread" if self.unread else "ready"

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        shown = asdict(self) | {"tags": list(self.tags), "fault": str(self.fault), "judgement": str(self.judgement)}
        shown["state"] = self.state
        return {name: value for name, value in shown.items() if name not in ("content_hash", "stamp", "fault_stamp")}


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
    feed_id: int | None = None
    unread: bool = False
    context: str = ""


@dataclass(frozen=True, slots=True)
class DocumentJudgement:
    """Whether a document is worth reading, for whom operates these services: ``relevance`` is high, medium or low,
    ``sentence`` says why, ``judged_by`` is rules or the name of a model."""

    relevance: str
    sentence: str
    judged_by: str


@dataclass(frozen=True, slots=True)
class WatchedFolder:
    """A row of ``library_folders``: a folder whose files are read again when they change. ``fault`` says why it could
    not be looked through the last time."""

    id: int
    path: str
    tags: tuple[str, ...]
    added_at: str
    updated_at: str | None
    fault: str = ""

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        return asdict(self) | {"tags": list(self.tags), "fault": str(self.fault)}


@dataclass(frozen=True, slots=True)
class FollowedFeed:
    """A row of ``library_feeds``; times are stored text.

    ``every_hours`` is how often it is polled. After a poll that failed it waits longer, up to a week: ``failures`` is
    how many failed in a row, ``fault`` says why the last one did, ``next_at`` is when it is polled again (None: now).
    """

    id: int
    url: str
    title: str
    etag: str
    last_modified: str
    allow_private: bool
    tags: tuple[str, ...]
    added_at: str
    polled_at: str | None
    every_hours: float = 6.0
    next_at: str | None = None
    failures: int = 0
    fault: str = ""

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        shown = asdict(self) | {"tags": list(self.tags), "fault": str(self.fault)}
        return {name: value for name, value in shown.items() if name not in ("etag", "last_modified")}


@dataclass(frozen=True, slots=True)
class SourceSuggestion:
    """A row of ``library_suggestions``: an address that an agent found worth reading. ``state`` is open, added or
    dismissed. Nothing is fetched before the operator adds it."""

    id: int
    address: str
    reason: str
    session_id: int | None
    state: str
    suggested_at: str

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class LibraryStatus:
    """How the library stands, in numbers; ``next_poll`` is when the next feed is due, None without a feed."""

    documents: int
    chunks: int
    unread: int
    faults: int
    missing: int
    folders: int
    feeds: int
    feed_faults: int
    suggestions: int
    next_poll: str | None

    def as_json(self) -> dict[str, Any]:
        """The status for ``--json``."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class RemovedDocument:
    """All that a removed document was, to put it back: its rows by the names of their columns."""

    document: StoredDocument
    row: Mapping[str, Any]
    chunks: tuple[Mapping[str, Any], ...]
    vectors: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class LibraryHit:
    """A place that a search found. ``title``, ``headings`` and ``excerpt`` are untrusted text, each on one line and
    quoted; ``score`` is 1 for the best that is possible; ``read_at`` is when its document was read."""

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
    read_at: str = ""

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
    feeds: tuple[str, ...] = ()

    def joined(self, other: LibraryChange) -> LibraryChange:
        """Both together."""
        return join_changes((self, other))

    def as_json(self) -> dict[str, Any]:
        """The change for ``--json``."""
        named = ("added", "changed", "unchanged", "missing")
        return {name: [one.as_json() for one in getattr(self, name)] for name in named} | {
            "skipped": [str(one) for one in self.skipped],
            "feeds": list(self.feeds),
        }


def join_changes(parts: Sequence[LibraryChange]) -> LibraryChange:
    """All of them together; each feed once."""
    return LibraryChange(
        tuple(one for part in parts for one in part.added),
        tuple(one for part in parts for one in part.changed),
        tuple(one for part in parts for one in part.unchanged),
        tuple(one for part in parts for one in part.missing),
        tuple(one for part in parts for one in part.skipped),
        tuple(dict.fromkeys(url for part in parts for url in part.feeds)),
    )
