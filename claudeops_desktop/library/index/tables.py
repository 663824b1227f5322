"""The index of chunks, asked inside ``store.read`` and written inside ``store.write`` (C15)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import orjson

from ...storage.database import proxy

WEIGHTS = (4.0, 3.0, 1.0)  # of title, headings and text

ChunkRow = tuple[int, int, int, str, str, str, int | None, int, int, str, str]
"""Number of the chunk, of its document, its place, title, source, headings, page, first and last line, text, and when
the document was read."""


def rank_by_words(words: Sequence[str], limit: int) -> list[tuple[int, float]]:
    """The chunks that hold any of these words, the best first, with their scores (bm25, larger is better). Documents
    whose file is gone are left out."""
    asked = " OR ".join(f'"{word}"' for word in words)
    wanted = limit
    while True:  # the index alone is asked: to look at each chunk that matches would read its text
        rows = proxy.execute_sql(
            "SELECT rowid, bm25(library_chunk_words, ?, ?, ?) AS score FROM library_chunk_words"
            " WHERE library_chunk_words MATCH ? ORDER BY score, rowid LIMIT ?",
            (*WEIGHTS, asked, wanted),
        ).fetchall()
        gone = _of_missing([number for number, _ in rows])
        found = [(int(number), -float(score)) for number, score in rows if number not in gone]
        if len(found) >= limit or len(rows) < wanted:
            return found[:limit]
        wanted *= 8


def _of_missing(numbers: Sequence[int]) -> set[int]:
    """Those of these chunks whose file is gone."""
    rows = proxy.execute_sql(
        "SELECT c.id FROM json_each(?) n CROSS JOIN library_chunks c ON c.id = n.value CROSS JOIN library_documents d"
        " ON d.id = c.document_id WHERE d.missing_at IS NOT NULL",
        (orjson.dumps(list(numbers)).decode(),),
    )
    return {int(number) for (number,) in rows}


def load_chunks(numbers: Sequence[int]) -> list[ChunkRow]:
    """Chunks by their numbers, in no order."""
    rows = proxy.execute_sql(
        "SELECT c.id, d.id, c.chunk_index, d.title, d.source, c.headings, c.page, c.first_line, c.last_line, c.text,"
        " d.read_at FROM library_chunks c JOIN library_documents d ON d.id = c.document_id"
        " WHERE c.id IN (SELECT value FROM json_each(?))",
        (orjson.dumps(list(numbers)).decode(),),
    )
    return list(rows)


def index_mark() -> tuple[Any, ...]:
    """What differs once chunks or vectors were written, or a file has gone or come back."""
    return (
        *proxy.execute_sql("SELECT coalesce(max(id), 0) FROM library_chunks").fetchone(),
        *proxy.execute_sql("SELECT count(*), coalesce(max(id), 0) FROM library_vectors").fetchone(),
        *proxy.execute_sql(
            "SELECT count(*), coalesce(sum(id), 0), max(missing_at) FROM library_documents WHERE missing_at IS NOT NULL"
        ).fetchone(),
    )


def load_vectors(model: str, size: int) -> list[tuple[int, bytes]]:
    """The vectors of a model by the numbers of their chunks; rising; those of files that are gone are left
    out."""
    rows = proxy.execute_sql(
        "SELECT v.chunk_id, v.vector FROM library_vectors v JOIN library_chunks c ON c.id = v.chunk_id"
        " JOIN library_documents d ON d.id = c.document_id WHERE v.model = ? AND v.size = ? AND d.missing_at IS NULL"
        " ORDER BY v.chunk_id",
        (model, size),
    )
    return [(int(number), blob) for number, blob in rows if len(blob) == 2 * size]


def without_vector(model: str, limit: int) -> list[tuple[int, str]]:
    """Chunks that have no vector of a model yet: number, and the text to embed."""
    rows = proxy.execute_sql(
        "SELECT c.id, c.title || ' ' || c.headings || ' ' || c.text FROM library_chunks c WHERE NOT EXISTS"
        " (SELECT 1 FROM library_vectors v WHERE v.chunk_id = c.id AND v.model = ?) ORDER BY c.id LIMIT ?",
        (model, limit),
    )
    return [(int(number), str(text)) for number, text in rows]


def put_vectors(model: str, vectors: Iterable[tuple[int, Any]]) -> None:
    """Keep unit vectors by the number of their chunks, in half precision; another model's are replaced. A chunk that is
    gone meanwhile is passed over."""
    import numpy as np

    for number, vector in vectors:
        row = np.asarray(vector, dtype=np.float16)
        proxy.execute_sql(
            "INSERT OR REPLACE INTO library_vectors (chunk_id, model, size, vector)"
            " SELECT id, ?, ?, ? FROM library_chunks WHERE id = ?",
            (model, row.size, row.tobytes(), number),
        )
