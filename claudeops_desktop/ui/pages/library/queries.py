"""What the page asks of the library. Questions to the database alone are asked by ``bridge.ask``; the others wait for
files, models or the network, on a thread of their own."""

from __future__ import annotations

from dataclasses import dataclass

from ....library import (
    FollowedFeed,
    LibraryHit,
    LibraryService,
    LibraryStatus,
    SourceSuggestion,
    StoredDocument,
    TextChunk,
    WatchedFolder,
)
from ...app_context import AppContext

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
class FollowedSources:
    """What the library follows by itself, and what agents suggest."""

    folders: tuple[WatchedFolder, ...]
    feeds: tuple[FollowedFeed, ...]
    suggestions: tuple[SourceSuggestion, ...]
    status: LibraryStatus


def load_documents(library: LibraryService, state: str) -> DocumentList:
    """Inside ``store.read``. What is unread comes first, then the latest."""
    every = library.documents.list()
    found = [one for one in every if state in ("", one.state)]
    found.sort(key=lambda one: (not one.unread, -one.id))
    return DocumentList(tuple(found), library.documents.status())


def load_document(library: LibraryService, document_id: int) -> OpenDocument:
    """Inside ``store.read``. Raises OperatorError where it is gone."""
    return OpenDocument(library.documents.must(document_id), tuple(library.documents.chunks_of(document_id)))


def load_followed(library: LibraryService) -> FollowedSources:
    """Inside ``store.read``."""
    return FollowedSources(
        tuple(library.folders.list()),
        tuple(library.feeds.list()),
        tuple(library.suggestions.list()),
        library.documents.status(),
    )


def find_places(desk: AppContext, library: LibraryService, text: str) -> list[LibraryHit]:
    """The passages that answer a question; on a thread of its own."""
    return library.find(text, MOST_PLACES, desk.memory.recall.load_embedder())
