"""The documents of one store with their parts (C15).

Reads belong inside ``store.read``; writes must run inside ``store.write``.
"""

from __future__ import annotations

import builtins
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import orjson

from ..core.clock import Clock, to_text
from ..core.errors import OperatorError
from ..core.messages import UserMessage, pack_message, unpack_message
from ..core.secrets.redact_shapes import without_shapes
from ..storage import DataStore
from ..storage.database import proxy
from .tags import choose_tags
from .types import (
    HEADING_MARK,
    DocumentJudgement,
    LibraryStatus,
    NewDocument,
    RemovedDocument,
    StoredDocument,
    TextChunk,
)

_COLUMNS = (
    "id", "source", "kind", "title", "format", "tags", "content_hash", "stamp", "size", "chunks", "folder_id",
    "feed_id", "added_at", "read_at", "missing_at", "fault", "fault_stamp", "unread", "context", "relevance",
    "judgement", "judged_by", "note_path",
)  # fmt: skip
LONGEST_TITLE = 300
LONGEST_CONTEXT = 1_000
MOST_TRIES = 3
"""So often an entry of a feed is fetched that cannot be read; then it is left alone."""


class LibraryRecords:
    """The questions and the writes on the documents."""

    def __init__(self, store: DataStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def list(self, *, tag: str = "", limit: int | None = None) -> builtins.list[StoredDocument]:
        """Documents by their numbers; ``tag`` leaves those that have it."""
        where = "EXISTS (SELECT 1 FROM json_each(tags) j WHERE j.value = ?)" if tag else "1"
        tail = " LIMIT ?" if limit is not None else ""
        values = [*([tag] if tag else []), *([limit] if limit is not None else [])]
        return self._select(f"{where} ORDER BY id{tail}", *values)

    def must(self, document_id: int) -> StoredDocument:
        """One of them. Raises OperatorError where there is none."""
        found = self._select("id = ?", document_id)
        if not found:
            raise OperatorError(
                UserMessage("There is no document {id} in the library.", id=document_id),
                UserMessage("See `claudeops library list`."),
            )
        return found[0]

    def by_source(self, source: str) -> StoredDocument | None:
        """The document of a path or URL; None where there is none."""
        found = self._select("source = ?", source)
        return found[0] if found else None

    def in_folder(self, folder_id: int) -> builtins.list[StoredDocument]:
        """The documents of a watched folder."""
        return self._select("folder_id = ? ORDER BY id", folder_id)

    def single_files(self) -> builtins.list[StoredDocument]:
        """Files that were added by themselves, and were there when they were last looked at."""
        return self._select("kind = 'file' AND folder_id IS NULL AND missing_at IS NULL ORDER BY id")

    def not_judged(self, limit: int) -> builtins.list[StoredDocument]:
        """Documents of the web that nobody has judged yet, the oldest first."""
        return self._select("kind = 'web' AND judged_by = '' AND fault = '' ORDER BY id LIMIT ?", limit)

    def chunks_of(self, document_id: int) -> builtins.list[TextChunk]:
        """The parts of a document, in its order."""
        rows = proxy.execute_sql(
            "SELECT chunk_index, headings, page, first_line, last_line, text FROM library_chunks WHERE document_id = ?"
            " ORDER BY chunk_index",
            (document_id,),
        )
        return [TextChunk(row[0], tuple(filter(None, row[1].split(HEADING_MARK))), *row[2:]) for row in rows]

    def status(self) -> LibraryStatus:
        """How the library stands."""
        documents, chunks, unread, faults, missing = proxy.execute_sql(
            "SELECT count(*), coalesce(sum(chunks), 0), coalesce(sum(unread), 0), coalesce(sum(fault != ''), 0),"
            " coalesce(sum(missing_at IS NOT NULL), 0) FROM library_documents"
        ).fetchone()
        (folders,) = proxy.execute_sql("SELECT count(*) FROM library_folders").fetchone()
        feeds, feed_faults, next_poll = proxy.execute_sql(
            "SELECT count(*), coalesce(sum(fault != ''), 0), min(coalesce(next_at, added_at)) FROM library_feeds"
        ).fetchone()
        (suggested,) = proxy.execute_sql("SELECT count(*) FROM library_suggestions WHERE state = 'open'").fetchone()
        return LibraryStatus(
            documents, chunks, unread, faults, missing, folders, feeds, feed_faults, suggested, next_poll
        )  # fmt: skip

    # --- keeping -----------------------------------------------------------------------------------------------------

    def keep(self, new: NewDocument, chunks: Sequence[TextChunk]) -> StoredDocument:
        """Keep a document in place of what its source said before. What looks like a secret is taken out."""
        old, now = self.by_source(new.source), to_text(self._clock())
        title, titled = _short_title(new.title or new.document.title), bool(new.title)
        tags, tagged = new.tags or choose_tags(title, chunks), bool(new.tags)
        if old is not None:
            sql = "SELECT titled_by_operator, tagged_by_operator FROM library_documents WHERE id = ?"
            had_title, had_tags = proxy.execute_sql(sql, (old.id,)).fetchone()
            title, titled = (old.title, True) if had_title and not titled else (title, titled)
            tags, tagged = (old.tags, True) if had_tags and not tagged else (tags, tagged)
        named: dict[str, Any] = {
            "source": new.source, "kind": new.kind, "title": title, "titled_by_operator": titled,
            "format": new.document.format, "tags": _json(tags), "tagged_by_operator": tagged,
            "content_hash": new.content_hash, "stamp": new.stamp, "size": new.size, "chunks": len(chunks),
            "read_at": now, "missing_at": None, "fault": "", "fault_stamp": "",
        }  # fmt: skip
        if new.context:
            named["context"] = _short_context(new.context)
        if old is not None:
            proxy.execute_sql("DELETE FROM library_chunks WHERE document_id = ?", (old.id,))
            named |= {"folder_id": new.folder_id if new.folder_id is not None else old.folder_id, "judged_by": ""}
            _update(old.id, named)
            number = old.id
        else:
            named |= {"folder_id": new.folder_id, "feed_id": new.feed_id, "unread": new.unread, "added_at": now}
            number = _insert("library_documents", named)
        for one in chunks:
            headings = without_shapes(HEADING_MARK.join(one.headings))
            proxy.execute_sql(
                "INSERT INTO library_chunks (document_id, chunk_index, title, headings, page, first_line, last_line,"
                " text) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (number, one.index, title, headings, one.page, one.first_line, one.last_line, without_shapes(one.text)),
            )
        self.note_source(new.source)
        self._store.changed("library_documents", number, what="updated" if old else "inserted")
        return self.must(number)

    def note_unchanged(
        self, document: StoredDocument, stamp: str, folder_id: int | None = None, title: str = "",
        tags: Sequence[str] = (), context: str = "",
    ) -> StoredDocument:  # fmt: skip
        """The source was looked at and says what it said. What is named now replaces what the document has."""
        changes: dict[str, Any] = {"stamp": stamp, "missing_at": None, "fault": "", "fault_stamp": ""}
        if folder_id is not None:
            changes["folder_id"] = folder_id
        if tags:
            changes |= {"tags": _json(tags), "tagged_by_operator": True}
        if context:
            changes["context"] = _short_context(context)
        if title:
            changes |= {"title": _short_title(title), "titled_by_operator": True}
            proxy.execute_sql(
                "UPDATE library_chunks SET title = ? WHERE document_id = ?", (changes["title"], document.id)
            )
        return self._changed(document.id, changes)

    def note_fault(
        self, source: str, kind: str, title: str, form: str, fault: str, stamp: str, folder_id: int | None = None
    ) -> StoredDocument:
        """A source cannot be read as it is now. What was read of it before stays; where nothing was, it stands in the
        list with its fault. ``stamp`` is what it was then: it is not tried again before that changes."""
        packed, old = pack_message(fault), self.by_source(source)
        if old is not None:
            return self._changed(old.id, {"fault": packed, "fault_stamp": stamp, "missing_at": None})
        now = to_text(self._clock())
        named = {
            "source": source, "kind": kind, "title": _short_title(title), "format": form, "tags": "[]",
            "content_hash": "", "stamp": "", "size": 0, "chunks": 0, "folder_id": folder_id, "added_at": now,
            "read_at": now, "fault": packed, "fault_stamp": stamp,
        }  # fmt: skip
        number = _insert("library_documents", named)
        self.note_source(source)
        self._store.changed("library_documents", number, what="inserted")
        return self.must(number)

    def mark_missing(self, document: StoredDocument) -> StoredDocument:
        """The file of a document is gone: it stays with its parts, and is searched no longer."""
        return self._changed(document.id, {"missing_at": to_text(self._clock()), "stamp": "", "fault_stamp": ""})

    def mark_read(self, document_ids: Iterable[int] | None = None, *, unread: bool = False) -> builtins.list[int]:
        """Somebody has looked at these documents, or at all; those that this changed. ``unread`` takes it back."""
        wanted = "1" if document_ids is None else "id IN (SELECT value FROM json_each(?))"
        values = () if document_ids is None else (orjson.dumps(list(document_ids)).decode(),)
        found = [
            number
            for (number,) in proxy.execute_sql(
                f"SELECT id FROM library_documents WHERE unread != ? AND {wanted} ORDER BY id", (int(unread), *values)
            ).fetchall()
        ]
        for number in found:
            _update(number, {"unread": unread})
        if found:
            self._store.changed("library_documents", *found)
        return found

    def put_judgement(self, document_id: int, judgement: DocumentJudgement) -> StoredDocument:
        """Keep what was thought of a document."""
        changes = {
            "relevance": judgement.relevance,
            "judgement": pack_message(judgement.sentence),
            "judged_by": judgement.judged_by,
        }
        return self._changed(document_id, changes)

    def describe(
        self, document_id: int, *, title: str = "", tags: Sequence[str] = (), note_path: str | None = None
    ) -> StoredDocument:
        """Give a document a title or tags that a model chose, where the operator chose none, or the path of its
        note."""
        sql = "SELECT titled_by_operator, tagged_by_operator FROM library_documents WHERE id = ?"
        had = proxy.execute_sql(sql, (document_id,)).fetchone() or (True, True)
        changes: dict[str, Any] = {}
        if title and not had[0]:
            changes["title"] = _short_title(title)
            proxy.execute_sql(
                "UPDATE library_chunks SET title = ? WHERE document_id = ?", (changes["title"], document_id)
            )
        if tags and not had[1]:
            changes["tags"] = _json(tags)
        if note_path is not None:
            changes["note_path"] = note_path
        return self._changed(document_id, changes) if changes else self.must(document_id)

    # --- removing ----------------------------------------------------------------------------------------------------

    def remove(self, document_id: int) -> RemovedDocument:
        """Delete a document with its parts; what it was, so that ``put_back`` can undo it. One of a watched folder or a
        feed is not read again by itself. Raises OperatorError where there is none."""
        found = self.must(document_id)
        removed = RemovedDocument(
            found,
            _rows("SELECT * FROM library_documents WHERE id = ?", document_id)[0],
            tuple(_rows("SELECT * FROM library_chunks WHERE document_id = ? ORDER BY id", document_id)),
            tuple(
                _rows(
                    "SELECT v.* FROM library_vectors v JOIN library_chunks c ON c.id = v.chunk_id"
                    " WHERE c.document_id = ? ORDER BY v.id",
                    document_id,
                )
            ),
        )
        proxy.execute_sql("DELETE FROM library_documents WHERE id = ?", (document_id,))
        self._store.changed("library_documents", document_id, what="deleted")
        return removed

    def put_back(self, removed: RemovedDocument) -> StoredDocument:
        """Bring a document back as it was, under its number. Raises OperatorError where its source was added again."""
        if self.by_source(removed.document.source) is not None:
            raise OperatorError(
                UserMessage("{source} was added again meanwhile.", source=removed.document.source),
                UserMessage("Remove that document first."),
            )
        row = dict(removed.row)
        for column, table in (("folder_id", "library_folders"), ("feed_id", "library_feeds")):
            there = proxy.execute_sql(f"SELECT 1 FROM {table} WHERE id = ?", (row[column],)).fetchone()
            row[column] = row[column] if there else None
        for table, rows in (
            ("library_documents", [row]), ("library_chunks", removed.chunks), ("library_vectors", removed.vectors),
        ):  # fmt: skip
            for one in rows:
                _insert(table, one)
        self.note_source(removed.document.source)
        self._store.changed("library_documents", removed.document.id, what="inserted")
        return self.must(removed.document.id)

    # --- what was held once ------------------------------------------------------------------------------------------

    def note_source(self, source: str) -> None:
        """This source is or was in the library. Only a hash of it is kept: it outlives a purge without a word."""
        proxy.execute_sql(
            "INSERT INTO library_sources (source_hash, seen_at) VALUES (?, ?) ON CONFLICT (source_hash) DO UPDATE SET"
            " tries = 0",
            (hash_source(source), to_text(self._clock())),
        )

    def note_try(self, source: str) -> None:
        """An entry of a feed could not be read: after some tries it is left alone."""
        proxy.execute_sql(
            "INSERT INTO library_sources (source_hash, tries, seen_at) VALUES (?, 1, ?) ON CONFLICT (source_hash)"
            " DO UPDATE SET tries = tries + 1",
            (hash_source(source), to_text(self._clock())),
        )

    def seen_sources(self, sources: Iterable[str]) -> set[str]:
        """Those of these sources that are in the library, or were, or cannot be read."""
        by_hash = {hash_source(source): source for source in sources}
        rows = proxy.execute_sql(
            "SELECT source_hash FROM library_sources WHERE (tries = 0 OR tries >= ?) AND source_hash IN (SELECT value"
            " FROM json_each(?))",
            (MOST_TRIES, orjson.dumps(list(by_hash)).decode()),
        )
        return {by_hash[number] for (number,) in rows}

    # --- parts -------------------------------------------------------------------------------------------------------

    def _changed(self, document_id: int, changes: Mapping[str, Any]) -> StoredDocument:
        _update(document_id, changes)
        self._store.changed("library_documents", document_id)
        return self.must(document_id)

    def _select(self, where: str, *values: Any) -> builtins.list[StoredDocument]:
        rows = proxy.execute_sql(f"SELECT {', '.join(_COLUMNS)} FROM library_documents WHERE {where}", values)
        return [_document_of(dict(zip(_COLUMNS, row, strict=True))) for row in rows.fetchall()]


def hash_source(source: str) -> str:
    """The hash of a path or URL by which it is known after it is gone."""
    return hashlib.sha256(source.encode("utf-8", "surrogateescape")).hexdigest()


def _document_of(row: dict[str, Any]) -> StoredDocument:
    told = {name: unpack_message(row[name]) for name in ("fault", "judgement")}
    return StoredDocument(**{**row, **told, "tags": tuple(orjson.loads(row["tags"])), "unread": bool(row["unread"])})


def _rows(sql: str, *values: Any) -> list[dict[str, Any]]:
    found = proxy.execute_sql(sql, values)
    names = [column[0] for column in found.description]
    return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def _insert(table: str, named: Mapping[str, Any]) -> int:
    marks = ", ".join("?" * len(named))
    done = proxy.execute_sql(f"INSERT INTO {table} ({', '.join(named)}) VALUES ({marks})", tuple(named.values()))
    return int(done.lastrowid)


def _update(document_id: int, changes: Mapping[str, Any]) -> None:
    sets = ", ".join(f"{name} = ?" for name in changes)
    proxy.execute_sql(f"UPDATE library_documents SET {sets} WHERE id = ?", (*changes.values(), document_id))


def _short_title(title: str) -> str:
    return " ".join(without_shapes(title).split())[:LONGEST_TITLE]


def _short_context(text: str) -> str:
    return " ".join(without_shapes(text).split())[:LONGEST_CONTEXT]


def _json(tags: Iterable[str]) -> str:
    return orjson.dumps(list(tags)).decode()
