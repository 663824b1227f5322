"""``claudeops library``: reference documents, read and searched when somebody asks (C14, C15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import OperatorError, UsageError
from .cli_context import CliContext, OpenData
from .command import CommandAnswer, CommandGroup, ListedRows, RowTable, TextTable
from .library_access import (
    AllowPrivate,
    NoNote,
    Tags,
    describe_hit,
    index_meaning,
    open_discovery,
    open_library,
    report_change,
)
from .options import Limit, require_known
from .output import clean, local

if TYPE_CHECKING:
    from ..library import StoredDocument
    from ..library.types import TextChunk

DocumentId = Annotated[int, typer.Argument(metavar="ID", help="Its number in `library list`.")]
STATES = {"missing": "file is gone", "fault": "not readable", "unread": "unread", "ready": ""}

LIBRARY = CommandGroup("library", "Keep and search documents: manuals, notes, web pages, feeds.")
DOCUMENT_TABLE: RowTable[StoredDocument] = RowTable(
    ("id", "title", "format", "read", "parts", "tags", "state", "source"),
    lambda one: (
        one.id,
        one.title[:80],
        one.format,
        local(one.read_at),
        one.chunks,
        ", ".join(one.tags),
        STATES[one.state],
        one.source,
    ),
    right=("id", "parts"),
)


def register(app: typer.Typer) -> None:
    """Add the group."""
    from . import library_follow

    library_follow.register(LIBRARY.register(app))


@LIBRARY.command("add")
def add(
    data: OpenData,
    cli: CliContext,
    source: Annotated[str, typer.Argument(metavar="PATH|URL", help="A file, a folder, or the address of a page.")],
    watch: Annotated[
        bool, typer.Option("--watch", help="Keep the folder up to date: its files are read again.")
    ] = False,
    tag: Tags = None,
    title: Annotated[str, typer.Option("--title", help="Its title, instead of its own.")] = "",
    why: Annotated[str, typer.Option("--why", help="Why it is worth reading; kept with it.")] = "",
    no_note: NoNote = False,
    allow_private: AllowPrivate = False,
) -> CommandAnswer:
    """Read a document into the library, or all documents of a folder. A page is judged and gets a note."""
    from ..library import is_url

    discovery = open_discovery(cli, data)
    if is_url(source):
        if watch:
            raise UsageError("A web page cannot be watched.", "Leave --watch out; `library follow` follows a feed.")
        change = discovery.add_page(
            source, title=title, tags=tag or (), why=why, allow_private=allow_private, note=not no_note
        )
    else:
        change = discovery.library.add_path(Path(source), watch=watch, title=title, tags=tag or (), context=why)
    index_meaning(data, discovery.library)
    return report_change(change)


@LIBRARY.command("search")
def search(
    data: OpenData,
    text: Annotated[str, typer.Argument(help="What you look for, in a few words.")],
    limit: Annotated[int, typer.Option("--limit", min=1, max=100, help="At most this many.")] = 10,
) -> CommandAnswer:
    """Search the library, by words and by meaning. Each answer says where it stands."""
    library = open_library(data)
    has_any = bool(data.ask(lambda: library.documents.list(limit=1)))
    embedder = data.memory.recall.load_embedder() if has_any else None
    hits = library.find(text, limit, embedder)
    nothing = "Nothing in the library has to do with that." if has_any else "The library is empty."
    return CommandAnswer(
        [hit.as_json() for hit in hits], [line for hit in hits for line in describe_hit(hit)] or nothing
    )


@LIBRARY.command("list")
def list_documents(
    data: OpenData,
    tag: Annotated[str, typer.Option("--tag", help="Only documents with this tag.")] = "",
    state: Annotated[
        str, typer.Option("--state", help="Only documents in this state: ready, unread, fault or missing.")
    ] = "",
    limit: Limit = None,
) -> ListedRows[StoredDocument]:
    """List the documents."""
    require_known(state or None, STATES, "There is no state “{}”.", "Take one of {}.")
    documents = open_library(data).documents
    every = data.ask(lambda: documents.list(tag=tag.strip().lower(), limit=None if state else limit))
    found = [one for one in every if state in ("", one.state)]
    none = "No such documents." if tag or state else "No documents. `claudeops library add PATH` reads one."
    more = f"Only the first {(limit or 1) - 1} are shown; --limit 0 shows all."
    return DOCUMENT_TABLE.list(found, none, more=more)


@LIBRARY.command("show")
def show(
    data: OpenData,
    number: DocumentId,
    part: Annotated[int | None, typer.Option("--part", min=0, help="Show only this part, counted from 0.")] = None,
) -> CommandAnswer:
    """Show a document: where it comes from, and its text in parts with their headings and lines."""
    documents = open_library(data).documents
    found, chunks = data.ask(lambda: (documents.must(number), documents.chunks_of(number)))
    if found.unread:
        data.write(lambda: documents.mark_read([number]))
    if part is not None:
        chunks = [one for one in chunks if one.index == part]
        if not chunks:
            raise OperatorError(f"Document {number} has no part {part}.", f"It has {found.chunks}, counted from 0.")
    parts = [asdict(one) | {"headings": list(one.headings)} for one in chunks]
    return CommandAnswer(found.as_json() | {"chunks": parts}, (*_details(found), *_parts(chunks)))


def _parts(chunks: Iterable[TextChunk]) -> Iterator[str]:
    for one in chunks:
        page = f", page {one.page}" if one.page is not None else ""
        yield ""
        headings = clean(" > ".join(one.headings)) or "no heading"
        yield f"── {one.index}: {headings}{page}, lines {one.first_line}–{one.last_line}"
        yield clean(one.text, lines=True)


def _details(found: StoredDocument) -> Iterator[str]:
    gone = f" The file was gone on {local(found.missing_at)}." if found.missing_at else ""
    yield f"{clean(found.title)} ({found.format}), read {local(found.read_at)}.{gone}"
    yield f"{clean(found.source)}{'; tags: ' if found.tags else ''}{clean(', '.join(found.tags))}"
    if found.fault:
        yield f"Its latest version cannot be read: {clean(found.fault)}"
    if found.context:
        yield f"Why it is kept: {clean(found.context)}"
    if found.relevance:
        yield f"Relevance: {found.relevance}. {clean(found.judgement)}"
    if found.note_path:
        yield f"Note: {clean(found.note_path)}"


@LIBRARY.command("rm")
def remove(
    data: OpenData,
    source: Annotated[
        str,
        typer.Argument(metavar="ID|FOLDER", help="A number of `library list`, or a watched folder with its documents."),
    ],
) -> CommandAnswer:
    """Remove a document, or a watched folder with all its documents. The files themselves stay."""
    library = open_library(data)
    if source.isascii() and source.isdigit():
        gone = data.write(lambda: library.documents.remove(int(source))).document
        lines = [f"Removed “{clean(gone.title)}” ({clean(gone.source)})."]
        if gone.folder_id is not None or gone.feed_id is not None:
            lines.append("It is not read again by itself; `claudeops library add` reads it again.")
        return CommandAnswer(gone.as_json(), lines)
    folder = str(Path(source).expanduser().resolve())
    count = library.unwatch_folder(folder)
    if count is None:
        raise OperatorError(f"{folder} is not watched.", "Give the number of a document, or see `library folders`.")
    documents = "1 document of it was" if count == 1 else f"{count} documents of it were"
    said = f"{clean(folder)} is watched no longer; {documents} removed."
    return CommandAnswer({"folder": folder, "removed": count}, said)


@LIBRARY.command("note")
def note(data: OpenData, cli: CliContext, number: DocumentId) -> CommandAnswer:
    """Judge a document, by the model if one is configured, and write its note into the knowledge folder."""
    discovery = open_discovery(cli, data)
    found = discovery.judge(number)
    saved = discovery.write_note(number)
    return CommandAnswer(
        {"path": saved.path, "relevance": found.relevance, "judgement": str(found.judgement)},
        f"{saved.path}. Relevance: {found.relevance}. {clean(found.judgement)}",
    )


@LIBRARY.command("read")
def mark_read(
    data: OpenData,
    numbers: Annotated[list[int] | None, typer.Argument(metavar="[ID]…", help="Numbers in `library list`.")] = None,
    every: Annotated[bool, typer.Option("--all", help="All documents.")] = False,
) -> CommandAnswer:
    """Say that you have seen new entries of feeds."""
    if not numbers and not every:
        raise UsageError("No document is named.", "Give numbers, or --all.")
    documents = open_library(data).documents
    changed = data.write(lambda: documents.mark_read(None if every else numbers))
    return CommandAnswer(
        {"changed": changed}, "Nothing was unread." if not changed else f"Marked as read: {len(changed)}."
    )


@LIBRARY.command("status")
def status(data: OpenData) -> CommandAnswer:
    """Show how the library stands, in numbers, and when the next feed is polled."""
    found = data.ask(open_library(data).documents.status)
    rows = [(name.replace("_", " "), number) for name, number in found.as_json().items() if name != "next_poll"]
    text: list[str | TextTable] = [TextTable(("what", "number"), rows, right=("number",))]
    if found.next_poll:
        text.append(f"The next feed is polled {local(found.next_poll)}, while the application runs.")
    return CommandAnswer(found.as_json(), text)
