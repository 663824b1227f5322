"""``claudeops library``: reference documents, read and searched when somebody asks (C14, C15)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import ClaudeOpsError, OperatorError, UsageError
from .options import AsJson, Limit, get_cli_context, rows_wanted
from .output import as_json, clean, cut, local, print_line, table

if TYPE_CHECKING:
    from ..library import LibraryChange, LibraryService, StoredDocument
    from .cli_context import OpenData

Tags = Annotated[list[str] | None, typer.Option("--tag", help="A tag of it; may be repeated.")]
AllowPrivate = Annotated[
    bool, typer.Option("--allow-private", help="Also fetch from this computer and from private networks.")
]


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(no_args_is_help=True, help="Keep and search documents: manuals, notes, web pages, feeds.")
    group.command("add")(add)
    group.command("list")(list_documents)
    group.command("show")(show)
    group.command("search")(search)
    group.command("rm")(remove)
    group.command("update")(update)
    group.command("feed")(feed)
    app.add_typer(group, name="library")


def add(
    context: typer.Context,
    source: Annotated[str, typer.Argument(metavar="PATH|URL", help="A file, a folder, or the address of a page.")],
    watch: Annotated[bool, typer.Option("--watch", help="Remember the folder for `library update`.")] = False,
    tag: Tags = None,
    title: Annotated[str, typer.Option("--title", help="Its title, instead of its own.")] = "",
    allow_private: AllowPrivate = False,
    json: AsJson = False,
) -> None:
    """Read a document into the library, or all documents of a folder."""
    from ..library import is_url

    with get_cli_context(context).data() as data:
        library = _library(data)
        if is_url(source):
            if watch:
                raise UsageError("A web page cannot be watched.", "Leave --watch out; `library feed` follows a feed.")
            change = library.web.add_page(source, title=title, tags=tag or (), allow_private=allow_private)
        else:
            change = library.add_path(Path(source), watch=watch, title=title, tags=tag or ())
        _index_meaning(data, library)
    _report(change, json)


def list_documents(
    context: typer.Context,
    tag: Annotated[str, typer.Option("--tag", help="Only documents with this tag.")] = "",
    folders: Annotated[bool, typer.Option("--folders", help="Show the watched folders instead.")] = False,
    limit: Limit = None,
    json: AsJson = False,
) -> None:
    """List the documents, or the folders that are watched."""
    with get_cli_context(context).data() as data:
        if folders:
            _list_folders(data, json)
            return
        wanted = rows_wanted(limit, json)
        documents = _library(data).documents
        found = data.ask(lambda: documents.list(tag=tag.strip().lower(), limit=wanted and wanted + 1))
    shown = cut(found, wanted)
    if json:
        as_json([one.as_json() for one in shown])
        return
    if not shown:
        print_line("No documents. `claudeops library add PATH` reads one.")
        return
    table(
        ("id", "title", "format", "read", "parts", "tags", "source"),
        [
            (one.id, one.title[:80], one.format if one.missing_at is None else "file is gone", local(one.read_at),
             one.chunks, ", ".join(one.tags), one.source)
            for one in shown
        ],
        right=("id", "parts"),
    )  # fmt: skip
    if len(found) > len(shown):
        print_line(f"Only the first {len(shown)} are shown; --limit 0 shows all.")


def show(
    context: typer.Context,
    number: Annotated[int, typer.Argument(metavar="ID", help="Its number in `library list`.")],
    part: Annotated[int | None, typer.Option("--part", min=0, help="Show only this part, counted from 0.")] = None,
    json: AsJson = False,
) -> None:
    """Show a document: where it comes from, and its text in parts with their headings and lines."""
    with get_cli_context(context).data() as data:
        documents = _library(data).documents
        found, chunks = data.ask(lambda: (documents.must(number), documents.chunks_of(number)))
    if part is not None:
        chunks = [one for one in chunks if one.index == part]
        if not chunks:
            raise OperatorError(f"Document {number} has no part {part}.", f"It has {found.chunks}, counted from 0.")
    if json:
        from dataclasses import asdict

        as_json(found.as_json() | {"chunks": [asdict(one) | {"headings": list(one.headings)} for one in chunks]})
        return
    gone = f" The file was gone on {local(found.missing_at)}." if found.missing_at else ""
    print_line(f"{clean(found.title)} ({found.format}), read {local(found.read_at)}.{gone}")
    print_line(f"{clean(found.source)}{'; tags: ' if found.tags else ''}{clean(', '.join(found.tags))}")
    for one in chunks:
        page = f", page {one.page}" if one.page is not None else ""
        print_line()
        headings = clean(" > ".join(one.headings)) or "no heading"
        print_line(f"── {one.index}: {headings}{page}, lines {one.first_line}–{one.last_line}")
        print_line(clean(one.text, lines=True))


def search(
    context: typer.Context,
    text: Annotated[str, typer.Argument(help="What you look for, in a few words.")],
    limit: Annotated[int, typer.Option("--limit", min=1, max=100, help="At most this many.")] = 10,
    json: AsJson = False,
) -> None:
    """Search the library, by words and by meaning. Each answer says where it stands."""
    with get_cli_context(context).data() as data:
        library = _library(data)
        has_any = bool(data.ask(lambda: library.documents.list(limit=1)))
        embedder = data.memory.recall.load_embedder() if has_any else None
        hits = library.find(text, limit, embedder)
    if json:
        as_json([hit.as_json() for hit in hits])
        return
    if not hits:
        print_line("Nothing in the library has to do with that." if has_any else "The library is empty.")
    for hit in hits:
        print_line(f"{clean(hit.citation)}  (document {hit.document_id}, part {hit.chunk}, score {hit.score:.2f})")
        print_line(f"  {clean(hit.excerpt)}")
        print_line(f"  {clean(hit.source)}")


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
        documents = _library(data).documents
        if source.isascii() and source.isdigit():
            gone = data.write(lambda: documents.remove(int(source)))
            if json:
                as_json(gone.as_json())
                return
            print_line(f"Removed “{clean(gone.title)}” ({clean(gone.source)}).")
            if gone.folder_id is not None:
                print_line("Its folder is watched: `library update` reads the file again. Move it out of there.")
            return
        folder = str(Path(source).expanduser().resolve())
        count = data.write(lambda: documents.unwatch_folder(folder))
    if count is None:
        raise OperatorError(
            f"{folder} is not watched.", "Give the number of a document, or see `library list --folders`."
        )
    if json:
        as_json({"folder": folder, "removed": count})
    else:
        print_line(f"{clean(folder)} is watched no longer; {count} of its documents were removed.")


def update(
    context: typer.Context,
    feeds: Annotated[bool, typer.Option("--feeds", help="Poll the feeds that you follow, too.")] = False,
    json: AsJson = False,
) -> None:
    """Read what is new or changed in the watched folders, and mark documents whose file is gone."""
    with get_cli_context(context).data() as data:
        library = _library(data)
        change = library.update_folders()
        if feeds:
            change = change.joined(library.web.poll_feeds())
        _index_meaning(data, library)
    _report(change, json)


def feed(
    context: typer.Context,
    url: Annotated[str, typer.Argument(metavar="[URL]", help="An RSS or Atom feed; without one, list them.")] = "",
    tag: Tags = None,
    stop: Annotated[bool, typer.Option("--stop", help="Follow it no longer. Its documents stay.")] = False,
    allow_private: AllowPrivate = False,
    json: AsJson = False,
) -> None:
    """Follow a feed: read its new entries now, 20 at the most. Without an address, list the feeds."""
    from ..library import require_url

    if stop and not url:
        raise UsageError("No feed is named.", "Give its address.")
    with get_cli_context(context).data() as data:
        library = _library(data)
        if not url:
            _list_feeds(data, library, json)
            return
        if stop:
            gone = data.write(lambda: library.feeds.unfollow(require_url(url)))
            if json:
                as_json(gone.as_json())
            else:
                print_line(f"The feed {clean(gone.url)} is followed no longer.")
            return
        change = library.web.poll_feed(url, tags=tag or (), allow_private=allow_private)
        _index_meaning(data, library)
    _report(change, json)


def _library(data: OpenData) -> LibraryService:
    from ..library import LibraryService

    return LibraryService(data.book)


def _index_meaning(data: OpenData, library: LibraryService) -> None:
    """Vectors of what is new, so that the first search need not make them. Words are enough where there is no model."""
    if not data.ask(lambda: library.documents.list(limit=1)):
        return
    embedder = data.memory.recall.load_embedder()
    if embedder is None:
        return
    try:
        library.embed_chunks(embedder)
    except ClaudeOpsError as error:
        from .output import warn

        warn(f"The library is searched by words alone for now: {error.sentence}")


def _list_folders(data: OpenData, json: bool) -> None:
    found = data.ask(_library(data).documents.folders)
    if json:
        as_json([one.as_json() for one in found])
    elif not found:
        print_line("No folder is watched. `claudeops library add FOLDER --watch` watches one.")
    else:
        table(("folder", "updated", "tags"), [(one.path, local(one.updated_at), ", ".join(one.tags)) for one in found])


def _list_feeds(data: OpenData, library: LibraryService, json: bool) -> None:
    found = data.ask(library.feeds.list)
    if json:
        as_json([one.as_json() for one in found])
    elif not found:
        print_line("No feed is followed. `claudeops library feed URL` follows one.")
    else:
        table(
            ("feed", "title", "polled", "tags"),
            [(one.url, one.title, local(one.polled_at), ", ".join(one.tags)) for one in found],
        )


def _report(change: LibraryChange, json: bool) -> None:
    if json:
        as_json(change.as_json())
        return
    for verb, found in (("Added", change.added), ("Changed", change.changed), ("Gone", change.missing)):
        for one in found:
            print_line(f"{verb}: {_described(one)}")
    for sentence in change.skipped:
        print_line(f"Skipped: {clean(sentence)}")
    for url in change.feeds:
        print_line(f"The page has a feed: claudeops library feed {clean(url)}")
    if change.unchanged:
        print_line(f"Unchanged: {len(change.unchanged)}.")
    if change.as_json() == type(change)().as_json():
        print_line("Nothing is new.")


def _described(one: StoredDocument) -> str:
    parts = "1 part" if one.chunks == 1 else f"{one.chunks} parts"
    return f"{one.id} “{clean(one.title)}” ({one.format}, {parts}), {clean(one.source)}"
