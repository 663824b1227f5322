"""The SQLite database of claude-mem: observations with their facts, and what summaries of sessions learned."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from ..core.errors import UsageError
from ..core.extensions.importer import FactImporter, ImportedFact, UnreadablePart
from ..core.messages import UserMessage, mark_text
from .moments import read_moment
from .sqlite_source import Row, open_source, rows_of, tables_of

DATABASE = "claude-mem.db"
_OBSERVATION = ("title", "subtitle", "facts", "narrative", "text", "project", "created_at_epoch", "created_at")
_SUMMARY = ("learned", "project", "created_at_epoch", "created_at")


class ClaudeMemImporter(FactImporter):
    """Reads ``~/.claude-mem/claude-mem.db``, also while claude-mem is at work."""

    name = "claude-mem"
    title = mark_text("The database of claude-mem")

    def read_facts(self, source: Path) -> Iterator[ImportedFact | UnreadablePart]:
        """The facts of each observation, its narrative where it has none; then what each summary learned."""
        place = source / DATABASE if source.is_dir() else source
        with open_source(place, "claude-mem") as database:
            tables = tables_of(database)
            if "observations" not in tables:
                raise UsageError(
                    UserMessage("{source} is not the database of claude-mem: it has no table observations.",
                                source=place),
                    UserMessage("Name its {name}.", name=DATABASE),
                )  # fmt: skip
            for number, row in rows_of(database, "observations", _OBSERVATION):
                yield from _observation(number, row)
            if "session_summaries" in tables:
                for number, row in rows_of(database, "session_summaries", _SUMMARY):
                    for text in _lines(row.get("learned")):
                        yield _fact(text, number, row, "session_summaries")


def _observation(number: int, row: Row) -> Iterator[ImportedFact | UnreadablePart]:
    facts = _facts(row.get("facts"))
    if facts is None:
        yield UnreadablePart(number, UserMessage("Its facts are not a JSON array."), "observations")
        facts = []
    texts = facts or _lines(row.get("narrative")) or _lines(row.get("text"))
    title = str(row.get("title") or row.get("subtitle") or "").strip()
    for text in texts or ([title] if title else []):
        yield _fact(text, number, row, "observations", title)
    if not texts and not title:
        yield UnreadablePart(number, UserMessage("The observation says nothing."), "observations")


def _fact(text: str, number: int, row: Row, table: str, title: str = "") -> ImportedFact:
    return ImportedFact(
        " ".join(text.split()),
        number,
        table,
        context=title[:300] if title != text else "",
        at=read_moment(row.get("created_at_epoch")) or read_moment(row.get("created_at")),
    )


def _facts(value: Any) -> list[str] | None:
    """The texts of a JSON array; None where it is none."""
    if value is None or value == "":
        return []
    try:
        found = orjson.loads(value)
    except (ValueError, TypeError):
        return None
    return [one for one in found if isinstance(one, str) and one.strip()] if isinstance(found, list) else None


def _lines(value: Any) -> list[str]:
    """The lines of a text without the marks of a list."""
    if not isinstance(value, str):
        return []
    return [line for line in (part.strip().lstrip("-*• ").strip() for part in value.splitlines()) if line]
