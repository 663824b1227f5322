"""Memories of mem0: its history database, or what ``get_all`` and an export of it wrote as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..core.errors import UsageError
from ..core.extensions.importer import FactImporter, ImportedFact, UnreadablePart
from ..core.messages import UserMessage, mark_text
from .json_records import read_records
from .moments import read_moment
from .source_fields import find_category, find_service, find_share
from .sqlite_source import AT_ONCE, is_database, open_source, tables_of

DATABASE = "history.db"


class Mem0Importer(FactImporter):
    """Reads ``~/.mem0/history.db`` or a JSON file. The store of vectors beside it holds the same texts and is not
    read: parts of it are programs that reading would run."""

    name = "mem0"
    title = mark_text("The memories of mem0 (its history.db, or JSON)")

    def read_facts(self, source: Path) -> Iterator[ImportedFact | UnreadablePart]:
        """Each memory as it stands now."""
        place = source / DATABASE if source.is_dir() else source
        if not place.is_file():
            raise UsageError(
                UserMessage("There is no file {source}.", source=place),
                UserMessage("Name the history.db of mem0, or a JSON file with its memories."),
            )
        if is_database(place):
            yield from _of_history(place)
            return
        for found in read_records(place):
            yield found if isinstance(found, UnreadablePart) else _of_record(*found)


def _of_record(line: int, record: Mapping[str, Any]) -> ImportedFact | UnreadablePart:
    text = record.get("memory") or record.get("text") or record.get("content") or record.get("data")
    if not isinstance(text, str) or not text.strip():
        return UnreadablePart(line, UserMessage("It has no text under memory."))
    inner = record.get("metadata")
    meta = inner if isinstance(inner, Mapping) else {}
    categories = record.get("categories")
    words = [word for word in categories if isinstance(word, str)] if isinstance(categories, list) else []
    return ImportedFact(
        " ".join(text.split()),
        line,
        category=find_category(meta.get("category"), meta.get("type"), *words),
        service=find_service(meta),
        confidence=find_share(meta.get("confidence")),
        at=read_moment(record.get("updated_at")) or read_moment(record.get("created_at")),
    )


def _of_history(source: Path) -> Iterator[ImportedFact | UnreadablePart]:
    with open_source(source, "mem0") as database:
        if "history" not in tables_of(database):
            raise UsageError(
                UserMessage("{source} is not a database of mem0: it has no table history.", source=source),
                UserMessage("Name the history.db of mem0, or a JSON file with its memories."),
            )
        newest = dict(database.execute("SELECT memory_id, max(rowid) FROM history GROUP BY memory_id"))
        wanted = sorted(newest.values())
        for start in range(0, len(wanted), AT_ONCE):
            some = wanted[start : start + AT_ONCE]
            marks = ", ".join("?" * len(some))
            sql = (
                "SELECT rowid, new_memory, event, created_at, updated_at, is_deleted FROM history"
                f" WHERE rowid IN ({marks}) ORDER BY rowid"
            )
            for number, text, event, created, updated, deleted in database.execute(sql, some).fetchall():
                if deleted or str(event).upper() == "DELETE":
                    continue
                if not isinstance(text, str) or not text.strip():
                    yield UnreadablePart(number, UserMessage("The memory has no text."), "history")
                    continue
                at = read_moment(updated) or read_moment(created)
                yield ImportedFact(" ".join(text.split()), number, "history", at=at)
