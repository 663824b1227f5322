"""``claudeops library``: reference documents, read and searched when somebody asks (C14, C15)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import OperatorError, UsageError
from .library_access import (
    AllowPrivate,
    NoNote,
    Tags,
    index_meaning,
    open_discovery,
    open_library,
    report_change,
    show_hit,
)
from .options import AsJson, Limit, get_cli_context, rows_wanted
from .output import as_json, clean, cut, local, print_line, table

if TYPE_CHECKING:
    from ..library import StoredDocument

DocumentId = Annotated[int, typer.Argument(metavar="ID", help="Its number in `library list`.")]
STATES = {"missing": "file is gone", "fault": "not readable", "unread": "unread", "ready": ""}


def register(app: typer.Typer) -> None:
    """Add the group."""
    from . import library_follow

    group = typer.Typer(no_args_is_help=True, help="Keep and search documents: manuals, notes, web pages, feeds.")
    group.command("add")(add)
    group.command("search")(search)
    group.command("list")(list_documents)
    group.command("show")(show)
    group.command("rm")(remove)
    group.command("note")(note)
    group.command("read")(mark_read)
    group.command("status")(status)
    library_follow.register(group)
    app.add_typer(group, name="library")


def add(
    context: typer.Context,
    source: Annotated[str, typer.Argument(metavar="PATH|URL", help="A file, a folder, or the address of a page.")],
    watch: Annotated[
        bool, typer.Option("--watch", help="Keep the folder up to date: its files are read again.")
    ] = False,
    tag: Tags = None,
    title: Annotated[str, typer.Option("--title", help="Its title, instead of its own.")] = "",
    why: Annotated[str, typer.Option("--why", help="Why it is worth reading; kept with it.")] = "",
    no_note: NoNote = False,
    allow_private: AllowPrivate = False,
    json: AsJson = False,
) -> None:
    """Read a document into the library, or all documents of a folder. A page is judged and gets a note."""
    from ..library import is_url

    with get_cli_context(context).data() as data:
        discovery = open_discovery(context, data)
        if is_url(source):
            if watch:
                raise UsageError("A web page cannot be watched.", "Leave --watch out; `library follow` follows a feed.")
            change = discovery.add_page(
                source, title=title, tags=tag or (), why=why, allow_private=allow_private, note=not no_note
            )
        else:
            change = discovery.library.add_path(Path(source), watch=watch, title=title, tags=tag or (), context=why)
        index_meaning(data, discovery.library)
    report_change(change, json)


def search(
    context: typer.Context,
    text: Annotated[str, typer.Argument(help="What you look for, in a few words.")],
    limit: Annotated[int, typer.Option("--limit", min=1, max=100, help="At most this many.")] = 10,
    json: AsJson = False,
) -> None:
    """Search the library, by words and by meaning. Each answer says where it stands."""
    with get_cli_context(context).data() as data:
        library = open_library(data)
        has_any = bool(data.ask(lambda: library.documents.list(limit=1)))
        embedder = data.memory.recall.load_embedder() if has_any else None
        hits = library.find(text, limit, embedder)
    if json:
        as_json([hit.as_json() for hit in hits])
        return
    if not hits:
        print_line("Nothing in the library has to do with that." if has_any else "The library is empty.")
    for hit in hits:
        show_hit(hit)


def list_documents(
    context: typer.Context,
    tag: Annotated[str, typer.Option("--tag", help="Only documents with this tag.")] = "",
    state: Annotated[
        str, typer.Option("--state", help="Only documents in this state: ready, unread, fault or missing.")
    ] = "",
    limit: Limit = None,
    json: AsJson = False,
) -> None:
    """List the documents."""
    if state and state not in STATES:
        raise UsageError(f"There is no state “{state}”.", f"Take one of {', '.join(STATES)}.")
    with get_cli_context(context).data() as data:
        documents = open_library(data).documents
        wanted = rows_wanted(limit, json)
        every = data.ask(
            lambda: documents.list(tag=tag.strip().lower(), limit=None if state else wanted and wanted + 1)
        )
    found = [one for one in every if state in ("", one.state)]
    shown = cut(found, wanted)
    if json:
        as_json([one.as_json() for one in shown])
        return
    if not shown:
        print_line("No such documents." if tag or state else "No documents. `claudeops library add PATH` reads one.")
        return
    table(
        ("id", "title", "format", "read", "parts", "tags", "state", "source"),
        [
            (one.id, one.title[:80], one.format, local(one.read_at), one.chunks, ", ".join(one.tags),
             STATES[one.state], one.source)
            for one in shown
        ],
        right=("id", "parts"),
    )  # fmt: skip
    if len(found) > len(shown):
        print_line(f"Only the first {len(shown)} are shown; --limit 0 shows all.")


def show(
    context: typer.Context,
    number: DocumentId,
    part: Annotated[int | None, typer.Option("--part", min=0, help="Show only this part, counted from 0.")] = None,
    json: AsJson = False,
) -> None:
    """Show a document: where it comes from, and its text in parts with their headings and lines."""
    with get_cli_context(context).data() as data:
        documents = open_library(data).documents
        found, chunks = data.ask(lambda: (documents.must(number), documents.chunks_of(number)))
        if found.unread:
            data.write(lambda: documents.mark_read([number]))
    if part is not None:
        chunks = [one for one in chunks if one.index == part]
        if not chunks:
            raise OperatorError(f"Document {number} has no part {part}.", f"It has {found.chunks}, counted from 0.")
    if json:
        from dataclasses import asdict

        as_json(found.as_json() | {"chunks": [asdict(one) | {"headings": list(one.headings)} for one in chunks]})
        return
    _show_details(found)
    for one in chunks:
        page = f", page {one.page}" if one.page is not None else ""
        print_line()
        headings = clean(" > ".join(one.headings)) or "no heading"
        print_line(f"── {one.index}: {headings}{page}, lines {one.first_line}–{one.last_line}")
        print_line(clean(one.text, lines=True))


def _show_details(found: StoredDocument) -> None:
    gone = f" The file was gone on {local(found.missing_at)}." if found.missing_at else ""
    print_line(f"{clean(found.title)} ({found.format}), read {local(found.read_at)}.{gone}")
    print_line(f"{clean(found.source)}{'; tags: ' if found.tags else ''}{clean(', '.join(found.tags))}")
    if found.fault:
        print_line(f"Its latest version cannot be read: {clean(found.fault)}")
    if found.context:
        print_line(f"Why it is kept: {clean(found.context)}")
    if found.relevance:
        print_line(f"Relevance: {found.relevance}. {clean(found.judgement)}")
    if found.note_path:
        print_line(f"Note: {clean(found.note_path)}")


def remove(
    context: typer.Context,
    source: Annotated[
        str,
        typer.Argument(metavar="ID|FOLDER", help="A number of `library list`, or a watched folder with its documents."),
    ],
    json: AsJson = False,
) -> None:
    """Remove a document, or a watched folder with all its documents. The files themselves stay."""
    with get_cli_context(context).data() as data:
        library = open_library(data)
        if source.isascii() and source.isdigit():
            gone = data.write(lambda: library.documents.remove(int(source))).document
            if json:
                as_json(gone.as_json())
                return
            print_line(f"Removed “{clean(gone.title)}” ({clean(gone.source)}).")
            if gone.folder_id is not None or gone.feed_id is not None:
                print_line("It is not read again by itself; `claudeops library add` reads it again.")
            return
        folder = str(Path(source).expanduser().resolve())
        count = library.unwatch_folder(folder)
    if count is None:
        raise OperatorError(f"{folder} is not watched.", "Give the number of a document, or see `library folders`.")
    if json:
        as_json({"folder": folder, "removed": count})
    else:
        documents = "1 document of it was" if count == 1 else f"{count} documents of it were"
        print_line(f"{clean(folder)} is watched no longer; {documents} removed.")


def note(context: typer.Context, number: DocumentId, json: AsJson = False) -> None:
    """Judge a document, by the model if one is configured, and write its note into the knowledge folder."""
    with get_cli_context(context).data() as data:
        discovery = open_discovery(context, data)
        found = discovery.judge(number)
        saved = discovery.write_note(number)
    if json:
        as_json({"path": saved.path, "relevance": found.relevance, "judgement": str(found.judgement)})
    else:
        print_line(f"{saved.path}. Relevance: {found.relevance}. {clean(found.judgement)}")


def mark_read(
    context: typer.Context,
    numbers: Annotated[list[int] | None, typer.Argument(metavar="[ID]…", help="Numbers in `library list`.")] = None,
    every: Annotated[bool, typer.Option("--all", help="All documents.")] = False,
    json: AsJson = False,
) -> None:
    """Say that you have seen new entries of feeds."""
    if not numbers and not every:
        raise UsageError("No document is named.", "Give numbers, or --all.")
    with get_cli_context(context).data() as data:
        documents = open_library(data).documents
        changed = data.write(lambda: documents.mark_read(None if every else numbers))
    if json:
        as_json({"changed": changed})
    else:
        print_line("Nothing was unread." if not changed else f"Marked as read: {len(changed)}.")


def status(context: typer.Context, json: AsJson = False) -> None:
    """Show how the library stands, in numbers, and when the next feed is polled."""
    with get_cli_context(context).data() as data:
        found = data.ask(open_library(data).documents.status)
    if json:
        as_json(found.as_json())
        return
    rows = [(name.replace("_", " "), number) for name, number in found.as_json().items() if name != "next_poll"]
    table(("what", "number"), rows, right=("number",))
    if found.next_poll:
        print_line(f"The next feed is polled {local(found.next_poll)}, while the application runs.")
