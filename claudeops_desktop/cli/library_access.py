"""What the commands of ``claudeops library`` share: options, the library of an open database, how a change is told."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import ClaudeOpsError
from .command import CommandAnswer
from .output import clean, warn

if TYPE_CHECKING:
    from ..knowledge import DiscoveryService
    from ..library import LibraryChange, LibraryHit, LibraryService, StoredDocument
    from .cli_context import CliContext, OpenData

Tags = Annotated[list[str] | None, typer.Option("--tag", help="A tag of it; may be repeated.")]
AllowPrivate = Annotated[
    bool, typer.Option("--allow-private", help="Also fetch from this host if it is of your own network.")
]
NoNote = Annotated[bool, typer.Option("--no-note", help="Write no note of the page into the knowledge folder.")]


def describe_hit(hit: LibraryHit) -> Iterator[str]:
    """A place that a search found: where it stands, what it says, and which document it is."""
    yield f"{clean(hit.citation)}  (document {hit.document_id}, part {hit.chunk}, score {hit.score:.2f})"
    yield f"  {clean(hit.excerpt)}"
    yield f"  {clean(hit.source)}"


def open_library(data: OpenData) -> LibraryService:
    """The library of an open database."""
    from ..library import LibraryService

    return LibraryService(data.book)


def open_discovery(cli: CliContext, data: OpenData) -> DiscoveryService:
    """Discovery, as the settings want it."""
    from ..knowledge import open_discovery as opened

    return opened(cli.folder, data.book, cli.settings(), dict(os.environ))


def index_meaning(data: OpenData, library: LibraryService) -> None:
    """Vectors of what is new, so that the first search need not make them. Words are enough where there is no model."""
    if not data.ask(library.documents.status).chunks:
        return
    embedder = data.memory.recall.load_embedder()
    if embedder is None:
        return
    try:
        library.embed_chunks(embedder)
    except ClaudeOpsError as error:
        warn(f"The library is searched by words alone for now: {error.sentence}")


def report_change(change: LibraryChange) -> CommandAnswer:
    """Say what adding or updating did."""
    return CommandAnswer(change.as_json(), _describe_change(change))


def _describe_change(change: LibraryChange) -> Iterator[str]:
    for verb, found in (("Added", change.added), ("Changed", change.changed), ("Gone", change.missing)):
        for one in found:
            yield f"{verb}: {_described(one)}"
            if one.relevance:
                yield f"  Relevance: {one.relevance}. {clean(one.judgement)}"
            if one.note_path:
                yield f"  Note: {clean(one.note_path)}"
    for sentence in change.skipped:
        yield f"Skipped: {clean(sentence)}"
    for url in change.feeds:
        yield f"The page has a feed: claudeops library follow {clean(url)}"
    if change.unchanged:
        yield f"Unchanged: {len(change.unchanged)}."
    if change.as_json() == type(change)().as_json():
        yield "Nothing is new."


def _described(one: StoredDocument) -> str:
    parts = "1 part" if one.chunks == 1 else f"{one.chunks} parts"
    return f"{one.id} “{clean(one.title)}” ({one.format}, {parts}), {clean(one.source)}"
