"""The documents, chunks, vectors, folders and feeds of one store (C15).

Reads belong inside ``store.read``; writes must run inside ``store.write``.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Sequence
from typing import Any

import orjson

from ..core.clock import Clock, to_text
from ..core.errors import OperatorError
from ..core.messages import UserMessage
from ..core.secrets.redact_shapes import without_shapes
from ..storage import DataStore
from ..storage.database import proxy
from .tags import choose_tags
from .types import HEADING_MARK, NewDocument, StoredDocument, TextChunk, WatchedFolder

_COLUMNS = (
    "id, source, kind, title, format, tags, content_hash, stamp, size, chunks, folder_id, added_at, read_at, missing_at"
)
LONGEST_TITLE = 300


class LibraryRecords:
    """The questions and the writes on the library's tables."""

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

    def chunks_of(self, document_id: int) -> builtins.list[TextChunk]:
        """The chunks of a document, in its order."""
        rows = proxy.execute_sql(
            "SELECT chunk_index, headings, page, first_line, last_line, text FROM library_chunks WHERE document_id = ?"
            " ORDER BY chunk_index",
            (document_id,),
        )
        return [TextChunk(row[0], tuple(filter(None, row[1].split(HEADING_MARK))), *row[2:]) for row in rows]

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
        named = {
            "source": new.source, "kind": new.kind, "title": title, "titled_by_operator": titled,
            "format": new.document.format, "tags": _json(tags), "tagged_by_operator": tagged,
            "content_hash": new.content_hash, "stamp": new.stamp, "size": new.size, "chunks": len(chunks),
            "read_at": now, "missing_at": None,
        }  # fmt: skip
        if old is not None:
            number = old.id
            proxy.execute_sql("DELETE FROM library_chunks WHERE document_id = ?", (number,))
            named["folder_id"] = new.folder_id if new.folder_id is not None else old.folder_id
            sets = ", ".join(f"{name} = ?" for name in named)
            proxy.execute_sql(f"UPDATE library_documents SET {sets} WHERE id = ?", (*named.values(), number))
        else:
            named |= {"folder_id": new.folder_id, "added_at": now}
            marks = ", ".join("?" * len(named))
            done = proxy.execute_sql(
                f"INSERT INTO library_documents ({', '.join(named)}) VALUES ({marks})", tuple(named.values())
            )
            number = int(done.lastrowid)
        for one in chunks:
            headings = without_shapes(HEADING_MARK.join(one.headings))
            proxy.execute_sql(
                "INSERT INTO library_chunks (document_id, chunk_index, title, headings, page, first_line, last_line,"
                " text) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (number, one.index, title, headings, one.page, one.first_line, one.last_line, without_shapes(one.text)),
            )
        self._store.changed("library_documents", number, what="updated" if old else "inserted")
        return self.must(number)

    def note_unchanged(
        self, document: StoredDocument, stamp: str, folder_id: int | None = None, title: str = "",
        tags: Sequence[str] = (),
    ) -> StoredDocument:  # fmt: skip
        """The source was looked at and says what it said. A title and tags that are named now replace those that the
        document has."""
        proxy.execute_sql(
            "UPDATE library_documents SET stamp = ?, missing_at = NULL, folder_id = coalesce(?, folder_id)"
            " WHERE id = ?",
            (stamp, folder_id, document.id),
        )
        if tags:
            proxy.execute_sql(
                "UPDATE library_documents SET tags = ?, tagged_by_operator = 1 WHERE id = ?", (_json(tags), document.id)
            )
        if title:
            short = _short_title(title)
            proxy.execute_sql(
                "UPDATE library_documents SET title = ?, titled_by_operator = 1 WHERE id = ?", (short, document.id)
            )
            proxy.execute_sql("UPDATE library_chunks SET title = ? WHERE document_id = ?", (short, document.id))
        self._store.changed("library_documents", document.id)
        return self.must(document.id)

    def mark_missing(self, document: StoredDocument) -> StoredDocument:
        """The file of a document is gone: it stays, and is searched no longer."""
        proxy.execute_sql(
            "UPDATE library_documents SET missing_at = ?, stamp = '' WHERE id = ?",
            (to_text(self._clock()), document.id),
        )
        self._store.changed("library_documents", document.id)
        return self.must(document.id)

    def remove(self, document_id: int) -> StoredDocument:
        """Delete a document with its chunks. Raises OperatorError where there is none."""
        found = self.must(document_id)
        proxy.execute_sql("DELETE FROM library_documents WHERE id = ?", (document_id,))
        self._store.changed("library_documents", document_id, what="deleted")
        return found

    def folders(self) -> builtins.list[WatchedFolder]:
        """The folders that are watched."""
        rows = proxy.execute_sql("SELECT id, path, tags, added_at, updated_at FROM library_folders ORDER BY path")
        return [WatchedFolder(row[0], row[1], tuple(orjson.loads(row[2])), row[3], row[4]) for row in rows]

    def watch_folder(self, path: str, tags: Sequence[str] = ()) -> WatchedFolder:
        """Remember a folder; one that is known takes the tags that are named now."""
        proxy.execute_sql(
            "INSERT INTO library_folders (path, tags, added_at) VALUES (?1, ?2, ?3) ON CONFLICT (path) DO UPDATE SET"
            " tags = CASE ?2 WHEN '[]' THEN tags ELSE ?2 END",
            (path, _json(tags), to_text(self._clock())),
        )
        return next(one for one in self.folders() if one.path == path)

    def unwatch_folder(self, path: str) -> int | None:
        """Watch a folder no longer, and delete its documents; how many there were, None where it is not watched."""
        folder = next((one for one in self.folders() if one.path == path), None)
        if folder is None:
            return None
        gone = [self.remove(one.id) for one in self.in_folder(folder.id)]
        proxy.execute_sql("DELETE FROM library_folders WHERE id = ?", (folder.id,))
        return len(gone)

    def note_update(self, folder: WatchedFolder) -> None:
        """A folder was looked through now."""
        proxy.execute_sql("UPDATE library_folders SET updated_at = ? WHERE id = ?", (to_text(self._clock()), folder.id))

    def without_vector(self, model: str, limit: int) -> builtins.list[tuple[int, str]]:
        """Chunks that have no vector of a model yet: number, and the text to embed."""
        rows = proxy.execute_sql(
            "SELECT c.id, c.title || ' ' || c.headings || ' ' || c.text FROM library_chunks c WHERE NOT EXISTS"
            " (SELECT 1 FROM library_vectors v WHERE v.chunk_id = c.id AND v.model = ?) ORDER BY c.id LIMIT ?",
            (model, limit),
        )
        return [(int(number), str(text)) for number, text in rows]

    def put_vectors(self, model: str, vectors: Iterable[tuple[int, Any]]) -> None:
        """Keep unit vectors by the number of their chunks, in half precision; another model's are replaced. A chunk
        that is gone meanwhile is passed over."""
        import numpy as np

        for number, vector in vectors:
            row = np.asarray(vector, dtype=np.float16)
            proxy.execute_sql(
                "INSERT OR REPLACE INTO library_vectors (chunk_id, model, size, vector)"
                " SELECT id, ?, ?, ? FROM library_chunks WHERE id = ?",
                (model, row.size, row.tobytes(), number),
            )

    def _select(self, where: str, *values: Any) -> builtins.list[StoredDocument]:
        rows = proxy.execute_sql(f"SELECT {_COLUMNS} FROM library_documents WHERE {where}", values).fetchall()
        named = (dict(zip(_COLUMNS.split(", "), row, strict=True)) for row in rows)
        return [StoredDocument(**{**one, "tags": tuple(orjson.loads(one["tags"]))}) for one in named]


def _short_title(title: str) -> str:
    return " ".join(without_shapes(title).split())[:LONGEST_TITLE]


def _json(tags: Iterable[str]) -> str:
    return orjson.dumps(list(tags)).decode()
