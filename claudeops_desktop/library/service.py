"""``LibraryService``: the door to reference documents (C14, C15).

What it does waits on files, converters or the network: never on the window's thread, never inside ``store.write``. A
document is read outside of the database and kept in one transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ..core.clock import Clock, utc_now
from ..core.errors import ClaudeOpsError, OperatorError, UsageError
from ..core.lazy import lazy_property
from ..core.messages import UserMessage
from ..records.record_books import RecordRepositories
from .chunks import split_document
from .folders import find_documents, is_gone, stamp_of
from .index.tables import put_vectors, without_vector
from .reading.document_reading import (
    CONVERSION_S,
    MissingExtraError,
    can_read,
    has_extra,
    hash_content,
    load_file,
    read_file,
)
from .reading.formats import format_of_name
from .search import LibrarySearch
from .subscriptions.tables import FeedRecords, FolderRecords, SuggestionRecords
from .tables import LibraryRecords
from .tags import clean_tags
from .types import LibraryChange, LibraryHit, NewDocument, StoredDocument, WatchedFolder, join_changes

if TYPE_CHECKING:
    from .web_documents import WebDocuments

EMBEDDED_AT_ONCE = 64
EMBEDDED_BY_SEARCH = 2_000  # chunks that a search gives their vectors, at most
_NEEDS_EXTRA = "needs-extra "
T = TypeVar("T")
Stopped = Callable[[], bool]


def not_stopped() -> bool:
    """Nothing asks to stop."""
    return False


class LibraryService:
    """Keeps and searches documents.

    documents      the documents of the store
    folders        the folders that are watched
    feeds          the feeds that are followed
    suggestions    addresses that agents suggest
    web            pages and feeds of the network
    """

    def __init__(
        self, book: RecordRepositories, clock: Clock = utc_now, conversion_seconds: float = CONVERSION_S
    ) -> None:
        self._store = book.store
        self._seconds = conversion_seconds
        self.documents = LibraryRecords(book.store, clock)
        self.folders = FolderRecords(book.store, clock)
        self.feeds = FeedRecords(book.store, clock)
        self.suggestions = SuggestionRecords(book.store, clock)
        self._search = LibrarySearch()
        self._embedded_at: tuple[Any, ...] = ()

    @lazy_property
    def web(self) -> WebDocuments:
        """Pages and feeds of the network."""
        from .web_documents import WebDocuments  # loads what speaks HTTP

        return WebDocuments(self._store, self.documents, self.feeds)

    # --- adding ------------------------------------------------------------------------------------------------------

    def add_path(
        self, path: Path, *, watch: bool = False, title: str = "", tags: Sequence[str] = (), context: str = ""
    ) -> LibraryChange:
        """Read a file, or the documents of a folder; with ``watch`` the folder is remembered. What was removed before
        is read again: somebody asks for it. Raises OperatorError."""
        path, tags = path.expanduser().resolve(), clean_tags(tags)
        if path.is_dir():
            if title:
                raise UsageError(
                    UserMessage("A title is for one document, and {path} is a folder.", path=path),
                    UserMessage("Leave --title out, or name a file."),
                )
            if not watch:
                return self._read_folder(path, tags, None, context=context)
            folder = self._write(lambda: self.folders.watch(str(path), tags))
            return self._update_folder(folder, again=True)
        if watch:
            raise UsageError(
                UserMessage("Only a folder can be watched, and {path} is none.", path=path),
                UserMessage("Leave --watch out, or name its folder."),
            )
        return self._read_one(path, tags, None, title, context)

    def unwatch_folder(self, path: str) -> int | None:
        """Watch a folder no longer, and remove its documents; how many there were, None where it is not watched."""

        def forget() -> int | None:
            folder = next((one for one in self.folders.list() if one.path == path), None)
            if folder is None:
                return None
            gone = [self.documents.remove(one.id) for one in self.documents.in_folder(folder.id)]
            self.folders.forget(folder)
            return len(gone)

        return self._write(forget)

    # --- keeping up --------------------------------------------------------------------------------------------------

    def update_folders(self, stopped: Stopped = not_stopped) -> LibraryChange:
        """Read what is new or changed in the watched folders, and mark what is gone. A file that cannot be read is
        passed over with a sentence, and not tried again before it changes. Ends early, between two files, where
        ``stopped`` says so: the rest is done the next time."""
        change = LibraryChange()
        for folder in self._read(self.folders.list):
            if stopped():
                return change
            change = change.joined(self._update_folder(folder, stopped=stopped))
        return change.joined(self._look_at_single_files())

    def _update_folder(
        self, folder: WatchedFolder, *, again: bool = False, stopped: Stopped = not_stopped
    ) -> LibraryChange:
        root = Path(folder.path)
        if not root.is_dir():
            sentence = UserMessage("The folder {path} is not there; its documents stay as they were.", path=root)
            if sentence != folder.fault:
                self._write(lambda: self.folders.note_update(folder, sentence))
            return LibraryChange(skipped=(sentence,))
        change = self._read_folder(root, folder.tags, folder.id, again=again, stopped=stopped)
        if stopped():
            return change  # what was not looked at is not gone
        gone = [
            one
            for one in self._read(lambda: self.documents.in_folder(folder.id))
            if one.missing_at is None and is_gone(Path(one.source))
        ]
        self._write(lambda: self.folders.note_update(folder))
        return change.joined(self._mark_missing(gone))

    def _read_folder(
        self, root: Path, tags: tuple[str, ...], folder_id: int | None, *, again: bool = True,
        stopped: Stopped = not_stopped, context: str = "",
    ) -> LibraryChange:  # fmt: skip
        """``again`` is whether what was removed once is read again."""
        listing = find_documents(root, can_read)
        parts, paths = list[LibraryChange](), listing.documents
        known: dict[str, StoredDocument] = {}
        left_out: set[str] = set()
        if not again:
            known = {one.source: one for one in self._read(lambda: self.documents.in_folder(folder_id or 0))}
            new = [str(path) for path in paths if str(path) not in known]
            left_out = self._read(lambda: self.documents.seen_sources(new))
        for path in paths:
            if stopped():
                break
            old = known.get(str(path))
            if old is not None and not old.fault and old.missing_at is None and old.stamp == _stamp(path):
                parts.append(LibraryChange(unchanged=(old,)))
                continue
            if str(path) in left_out and self._read(partial(self.documents.by_source, str(path))) is None:
                continue
            try:
                parts.append(self._read_one(path, tags, folder_id, context=context, at_rest=not again))
            except OperatorError as error:
                parts.append(LibraryChange(skipped=(error.sentence,)))
        if again:  # said when a folder is added, not at each look at it
            parts.append(LibraryChange(skipped=listing.passed_over(root)))
        return join_changes(parts)

    def _read_one(
        self, path: Path, tags: tuple[str, ...], folder_id: int | None, title: str = "", context: str = "", *,
        at_rest: bool = False,
    ) -> LibraryChange:  # fmt: skip
        """``at_rest``: a file that could not be read, and did not change since, is not tried again."""
        if not _is_unicode(path):
            raise OperatorError(
                UserMessage("The name {path} is not valid UTF-8.", path=str(path).encode(errors="replace").decode()),
                UserMessage("Rename the file."),
            )
        old = self._read(lambda: self.documents.by_source(str(path)))
        stamp = _stamp(path)
        if at_rest and old is not None and old.fault and _is_tried(old, stamp, path):
            return LibraryChange(unchanged=(old,))
        if old is not None and stamp and old.stamp == stamp and not old.fault:
            return self._unchanged(old, stamp, folder_id, title, tags, context)
        try:
            content = load_file(path)
            digest = hash_content(content)
            if old is not None and digest == old.content_hash:
                return self._unchanged(old, stamp, folder_id, title, tags, context)
            found = read_file(path, content, self._seconds)
        except OperatorError as error:
            if folder_id is not None or old is not None:
                self._note_fault(path, error, stamp, folder_id)
            raise
        chunks = split_document(found)
        new = NewDocument(
            str(path), "file", found, digest, len(content), stamp, title, tags, folder_id, context=context
        )  # fmt: skip
        kept = self._write(lambda: self.documents.keep(new, chunks))
        fresh = old is None or not old.content_hash
        return LibraryChange(added=(kept,)) if fresh else LibraryChange(changed=(kept,))

    def _unchanged(
        self, old: StoredDocument, stamp: str, folder_id: int | None, title: str, tags: tuple[str, ...], context: str
    ) -> LibraryChange:
        named = (title and title != old.title) or (tags and tags != old.tags) or (context and context != old.context)
        same = old.stamp == stamp and old.missing_at is None and not old.fault and folder_id in (None, old.folder_id)
        if same and not named:
            return LibraryChange(unchanged=(old,))
        kept = self._write(lambda: self.documents.note_unchanged(old, stamp, folder_id, title, tags, context))
        return LibraryChange(unchanged=(kept,))

    def _note_fault(self, path: Path, error: OperatorError, stamp: str, folder_id: int | None) -> None:
        mark = f"{_NEEDS_EXTRA}{stamp}" if isinstance(error, MissingExtraError) else stamp
        form = format_of_name(path.name) or "text"
        self._write(
            lambda: self.documents.note_fault(str(path), "file", path.stem, form, error.full_text, mark, folder_id)
        )

    def _look_at_single_files(self) -> LibraryChange:
        """Files that were added by themselves and are gone."""
        return self._mark_missing([one for one in self._read(self.documents.single_files) if is_gone(Path(one.source))])

    def _mark_missing(self, gone: Sequence[StoredDocument]) -> LibraryChange:
        if not gone:
            return LibraryChange()
        return LibraryChange(missing=self._write(lambda: tuple(self.documents.mark_missing(one) for one in gone)))

    # --- searching ---------------------------------------------------------------------------------------------------

    def find(self, text: str, limit: int = 10, embedder: Any = None) -> list[LibraryHit]:
        """The chunks that answer a question, best first; by meaning too where an embedding model of memory's is given.
        Raises UsageError for an empty question."""
        if not text.strip():
            raise UsageError(
                UserMessage("The question is empty."), UserMessage("Say what you look for, in a few words.")
            )
        model, vector = "", None
        if embedder is not None:
            try:
                if embedder.local:
                    self._embed_new(embedder)
                model, vector = embedder.name, embedder.question(text, {})
            except ClaudeOpsError:  # the model's endpoint is away: words are enough
                model, vector = "", None
        return self._read(lambda: self._search.find(text, limit, model, vector))

    def _embed_new(self, embedder: Any) -> None:
        """Vectors of chunks that have none, where the index has changed since this was last seen to."""
        mark = (embedder.name, *self._read(lambda: self._search.mark))
        if mark != self._embedded_at:
            self.embed_chunks(embedder, EMBEDDED_BY_SEARCH)
            rest = self._read(lambda: without_vector(embedder.name, 1))
            self._embedded_at = () if rest else (embedder.name, *self._read(lambda: self._search.mark))

    def embed_chunks(self, embedder: Any, limit: int | None = None, stopped: Stopped = not_stopped) -> int:
        """Give chunks that have none a vector of this model; how many. Raises EnvironmentFault where the model does not
        answer."""
        done = 0
        while (limit is None or done < limit) and not stopped():
            rows = self._read(lambda: without_vector(embedder.name, EMBEDDED_AT_ONCE))
            if not rows:
                break
            vectors = embedder.embed([text for _, text in rows])
            pairs = [(number, vector) for (number, _), vector in zip(rows, vectors, strict=True)]
            self._write(partial(put_vectors, embedder.name, pairs))
            done += len(rows)
        return done

    def _read(self, question: Callable[[], T]) -> T:
        return self._store.read(question).result()

    def _write(self, operation: Callable[[], T]) -> T:
        return self._store.write(operation).result()


def _is_tried(old: StoredDocument, stamp: str, path: Path) -> bool:
    """Tell whether reading a file again would fail as it did: it did not change, and what was missing is missing
    still."""
    if old.fault_stamp == f"{_NEEDS_EXTRA}{stamp}":
        return not has_extra(format_of_name(path.name))
    return bool(stamp) and old.fault_stamp == stamp


def _is_unicode(path: Path) -> bool:
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return False
    return True


def _stamp(path: Path) -> str:
    try:
        return stamp_of(path)
    except OSError:  # reading it says why
        return ""
