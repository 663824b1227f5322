"""``LibraryService``: the door to reference documents (C14, C15).

What it does waits on files, converters or the network: never on the window's thread, never inside ``store.write``. A
document is read outside of the database and kept in one transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ..core.clock import Clock, utc_now
from ..core.errors import ClaudeOpsError, OperatorError, UsageError
from ..core.lazy import lazy_property
from ..core.messages import UserMessage
from ..records.record_books import RecordRepositories
from .chunks import split_document
from .feed_records import FeedRecords
from .folders import find_documents, is_gone, stamp_of
from .reading.document_reading import CONVERSION_S, can_read, hash_content, load_file, read_file
from .records import LibraryRecords
from .search import LibrarySearch
from .tags import clean_tags
from .types import LibraryChange, LibraryHit, NewDocument, StoredDocument, WatchedFolder
from .web_documents import WebDocuments

EMBEDDED_AT_ONCE = 64
EMBEDDED_BY_SEARCH = 2_000  # chunks that a search gives their vectors, at most


class LibraryService:
    """Keeps and searches documents.

    documents      the documents and watched folders of the store
    feeds          the feeds that are followed
    web            pages and feeds of the network
    """

    def __init__(
        self, book: RecordRepositories, clock: Clock = utc_now, conversion_seconds: float = CONVERSION_S
    ) -> None:
        self._store = book.store
        self._seconds = conversion_seconds
        self.documents = LibraryRecords(book.store, clock)
        self.feeds = FeedRecords(clock)
        self._search = LibrarySearch()

    @lazy_property
    def web(self) -> WebDocuments:
        """Pages and feeds of the network."""
        return WebDocuments(self._store, self.documents, self.feeds)

    def add_path(self, path: Path, *, watch: bool = False, title: str = "", tags: Sequence[str] = ()) -> LibraryChange:
        """Read a file, or the documents of a folder; with ``watch`` the folder is remembered. Raises OperatorError."""
        path, tags = path.expanduser().resolve(), clean_tags(tags)
        if path.is_dir():
            if title:
                raise UsageError(
                    UserMessage("A title is for one document, and {path} is a folder.", path=path),
                    UserMessage("Leave --title out, or name a file."),
                )
            if not watch:
                return self._read_folder(path, tags, None)
            folder = self._write(lambda: self.documents.watch_folder(str(path), tags))
            return self._update_folder(folder)
        if watch:
            raise UsageError(
                UserMessage("Only a folder can be watched, and {path} is none.", path=path),
                UserMessage("Leave --watch out, or name its folder."),
            )
        return self._read_one(path, tags, None, title)

    def update_folders(self) -> LibraryChange:
        """Read what is new or changed in the watched folders, and mark what is gone. A file that cannot be read is
        passed over with a sentence."""
        change = LibraryChange()
        for folder in self._read(self.documents.folders):
            change = change.joined(self._update_folder(folder))
        return change.joined(self._look_at_single_files())

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
                    self.embed_chunks(embedder, EMBEDDED_BY_SEARCH)
                model, vector = embedder.name, embedder.question(text, {})
            except ClaudeOpsError:  # the model's endpoint is away: words are enough
                model, vector = "", None
        hits: list[LibraryHit] = self._read(lambda: self._search.find(text, limit, model, vector))
        return hits

    def embed_chunks(self, embedder: Any, limit: int | None = None) -> int:
        """Give chunks that have none a vector of this model; how many. Raises EnvironmentFault where the model does not
        answer."""
        done = 0
        while limit is None or done < limit:
            rows = self._read(lambda: self.documents.without_vector(embedder.name, EMBEDDED_AT_ONCE))
            if not rows:
                break
            vectors = embedder.embed([text for _, text in rows])
            pairs = [(number, vector) for (number, _), vector in zip(rows, vectors, strict=True)]
            self._write(lambda pairs=pairs: self.documents.put_vectors(embedder.name, pairs))  # type: ignore[misc]
            done += len(rows)
        return done

    def _update_folder(self, folder: WatchedFolder) -> LibraryChange:
        root = Path(folder.path)
        if not root.is_dir():
            sentence = UserMessage("The folder {path} is not there; its documents stay as they were.", path=root)
            return LibraryChange(skipped=(sentence,))
        change = self._read_folder(root, folder.tags, folder.id)
        seen = {one.source for one in (*change.added, *change.changed, *change.unchanged)}
        gone = [
            one
            for one in self._read(lambda: self.documents.in_folder(folder.id))
            if one.source not in seen and one.missing_at is None and is_gone(Path(one.source))
        ]
        self._write(lambda: self.documents.note_update(folder))
        return change.joined(self._mark_missing(gone))

    def _read_folder(self, root: Path, tags: tuple[str, ...], folder_id: int | None) -> LibraryChange:
        change = LibraryChange()
        for path in find_documents(root, can_read):
            try:
                change = change.joined(self._read_one(path, tags, folder_id))
            except OperatorError as error:
                change = change.joined(LibraryChange(skipped=(error.sentence,)))
        return change

    def _read_one(self, path: Path, tags: tuple[str, ...], folder_id: int | None, title: str = "") -> LibraryChange:
        if not _is_unicode(path):
            raise OperatorError(
                UserMessage("The name {path} is not valid UTF-8.", path=str(path).encode(errors="replace").decode()),
                UserMessage("Rename the file."),
            )
        old = self._read(lambda: self.documents.by_source(str(path)))
        stamp = _stamp(path)
        content = b"" if self._is_as_it_was(old, stamp) else load_file(path)
        digest = hash_content(content) if content or old is None else old.content_hash
        if old is not None and digest == old.content_hash:
            told = (title and title != old.title) or (tags and tags != old.tags)
            if old.stamp == stamp and old.missing_at is None and not told and folder_id in (None, old.folder_id):
                return LibraryChange(unchanged=(old,))
            same = self._write(lambda: self.documents.note_unchanged(old, stamp, folder_id, title, tags))
            return LibraryChange(unchanged=(same,))
        found = read_file(path, content, self._seconds)
        chunks = split_document(found)
        new = NewDocument(str(path), "file", found, digest, len(content), stamp, title, tags, folder_id)
        kept = self._write(lambda: self.documents.keep(new, chunks))
        return LibraryChange(added=(kept,)) if old is None else LibraryChange(changed=(kept,))

    def _is_as_it_was(self, old: StoredDocument | None, stamp: str) -> bool:
        return old is not None and bool(stamp) and old.stamp == stamp

    def _look_at_single_files(self) -> LibraryChange:
        """Files that were added by themselves and are gone."""
        every = self._read(self.documents.list)
        gone = [
            one
            for one in every
            if one.kind == "file" and one.folder_id is None and one.missing_at is None and is_gone(Path(one.source))
        ]
        return self._mark_missing(gone)

    def _mark_missing(self, gone: Sequence[StoredDocument]) -> LibraryChange:
        marked = [self._write(lambda one=one: self.documents.mark_missing(one)) for one in gone]  # type: ignore[misc]
        return LibraryChange(missing=tuple(marked))

    def _read(self, question: Callable[[], Any]) -> Any:
        return self._store.read(question).result()

    def _write(self, operation: Callable[[], Any]) -> Any:
        return self._store.write(operation).result()


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
