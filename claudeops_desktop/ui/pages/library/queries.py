"""What the page asks of the library and has it do. Reads of the database run on reader threads; work waits for files,
models or the network, on a thread of its own."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ....knowledge import DiscoveryService, open_discovery
from ....library import (
    FollowedFeed,
    LibraryChange,
    LibraryHit,
    LibraryService,
    LibraryStatus,
    SourceSuggestion,
    StoredDocument,
    TextChunk,
    WatchedFolder,
)
from ...app_context import AppContext
from ...text.translation import tr

MOST_PLACES = 50


@dataclass(frozen=True, slots=True)
class DocumentList:
    """The documents in a state ("" for all), and how the library stands."""

    documents: tuple[StoredDocument, ...]
    status: LibraryStatus


@dataclass(frozen=True, slots=True)
class OpenDocument:
    """A document with its parts."""

    document: StoredDocument
    chunks: tuple[TextChunk, ...]


@dataclass(frozen=True, slots=True)
class LibraryWork:
    """Something that takes a while: what is said meanwhile, and what is done."""

    sentence: str
    run: Callable[[AppContext], LibraryChange]


FollowedSource = WatchedFolder | FollowedFeed | SourceSuggestion
"""What the library follows by itself, or is suggested to read."""


def load_documents(library: LibraryService, state: str) -> DocumentList:
    """Return the documents, those first that are unread, then the latest."""
    found = [one for one in library.documents.list() if state in ("", one.state)]
    found.sort(key=lambda one: (not one.unread, -one.id))
    return DocumentList(tuple(found), library.documents.status())


def load_document(library: LibraryService, number: int) -> OpenDocument:
    """Return a document. Raises OperatorError where it is gone."""
    return OpenDocument(library.documents.must(number), tuple(library.documents.chunks_of(number)))


def load_sources(library: LibraryService) -> list[FollowedSource]:
    """Return what agents suggest, then what is followed."""
    return [*library.suggestions.list(), *library.folders.list(), *library.feeds.list()]


def find_places(context: AppContext, text: str) -> tuple[str, list[LibraryHit]]:
    """Return the passages that answer a question, with the question."""
    found = LibraryService(context.book).find(text, MOST_PLACES, context.memory.recall.load_embedder())
    return text, found


def _make_discovery(context: AppContext) -> DiscoveryService:
    return open_discovery(context.folder, context.book, context.settings.current, dict(os.environ))


def read_path(path: str, *, watch: bool = False, tags: tuple[str, ...] = ()) -> LibraryWork:
    """Return the work that reads a file or a folder."""
    return LibraryWork(
        tr("Reading {name}…", name=path),
        lambda context: LibraryService(context.book).add_path(Path(path), watch=watch, tags=tags),
    )


def add_page(url: str, why: str, *, note: bool, own_network: bool) -> LibraryWork:
    """Return the work that fetches a page, judges it, and writes its note."""
    return LibraryWork(
        tr("Fetching {address}…", address=url),
        lambda context: _make_discovery(context).add_page(url, why=why, note=note, allow_private=own_network),
    )


def accept_suggestion(suggestion: SourceSuggestion) -> LibraryWork:
    """Return the work that adds an address that an agent suggested."""
    return LibraryWork(
        tr("Fetching {address}…", address=suggestion.address),
        lambda context: _make_discovery(context).accept(suggestion.id),
    )


def follow_feed(url: str, every_hours: float, *, own_network: bool) -> LibraryWork:
    """Return the work that follows a feed and judges its entries."""

    def follow(context: AppContext) -> LibraryChange:
        discovery = _make_discovery(context)
        change = discovery.library.web.poll_feed(url, every_hours=every_hours, allow_private=own_network)
        discovery.judge_new()
        return change

    return LibraryWork(tr("Reading the feed {address}…", address=url), follow)


def update_all() -> LibraryWork:
    """Return the work that looks through the folders and polls the feeds now."""

    def update(context: AppContext) -> LibraryChange:
        discovery = _make_discovery(context)
        change = discovery.library.update_folders().joined(discovery.library.web.poll_feeds())
        discovery.judge_new()
        return change

    return LibraryWork(tr("Looking through the folders and the feeds…"), update)


def write_note(context: AppContext, number: int) -> str:
    """Judge a document, and write its note. Return the path of that."""
    discovery = _make_discovery(context)
    discovery.judge(number)
    return discovery.write_note(number).path
