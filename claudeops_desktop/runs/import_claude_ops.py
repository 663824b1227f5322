"""Taking a claude-ops database over: sessions, events, cooldowns and memories, once each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..core.errors import ClaudeOpsError
from ..core.extensions.importer import FactImporter, ImportedFact, RecordImporter, UnreadablePart
from ..core.messages import mark_text
from ..memory import Memory, MemoryService
from ..records import claude_ops_reader
from ..records.claude_ops_reader import ImportContents, OldMemory, SkippedRows
from ..records.importer import ClaudeOpsImport
from ..records.record_books import RecordRepositories


@dataclass(frozen=True, slots=True)
class TableCount:
    """Of one table: rows in the source that made sense, and how many of them are new here."""

    table: str
    found: int
    new: int

    @property
    def known_count(self) -> int:
        """The number of rows that this database has already."""
        return self.found - self.new


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What an import did, or would do where ``done`` is False."""

    done: bool
    tables: tuple[TableCount, ...]
    garbage: tuple[SkippedRows, ...]
    missing: tuple[str, ...]

    @property
    def new(self) -> int:
        """New rows in all."""
        return sum(table.new for table in self.tables)

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "done": self.done,
            "tables": {t.table: {"found": t.found, "new": t.new, "known": t.known_count} for t in self.tables},
            "passed_over": [
                {"table": g.table, "why": g.why, "count": g.count, "examples": list(g.examples)} for g in self.garbage
            ],
            "missing_tables": list(self.missing),
        }


class _OnlyLooked(ClaudeOpsError):
    """Takes the transaction of a preview back."""

    def __init__(self, tables: tuple[TableCount, ...]) -> None:
        super().__init__("only looked")
        self.tables = tables


def read_source(source: Path) -> ImportContents:
    """What the source holds. Files and another database: not for the GUI thread, nor for the store's."""
    return claude_ops_reader.read_database(source)


def preview_import(
    book: RecordRepositories, memory: MemoryService, contents: ImportContents, origin: str
) -> ImportResult:
    """The result that ``take_over`` would have: the import runs, is counted, and its transaction is rolled back."""

    def look() -> None:
        raise _OnlyLooked(_take(book, memory, contents, origin))

    try:
        book.store.write(look).result()
    except _OnlyLooked as seen:
        return ImportResult(False, seen.tables, contents.garbage, contents.missing)
    raise AssertionError("unreachable")


def take_over(book: RecordRepositories, memory: MemoryService, contents: ImportContents, origin: str) -> ImportResult:
    """Everything that is not here yet, in one transaction. Waits for the store: not for the GUI thread."""
    tables = book.store.write(lambda: _take(book, memory, contents, origin)).result()
    return ImportResult(True, tables, contents.garbage, contents.missing)


class ClaudeOpsImporter(RecordImporter, FactImporter):
    """The importer of claude-ops, found as any other (``claudeops import --from claude-ops``): all of its records as
    they are, or its memories alone through gate and judge."""

    name = "claude-ops"
    title = mark_text("The database of claude-ops")

    def read_source(self, source: Path) -> ImportContents:
        """What the source holds."""
        return read_source(source)

    def read_facts(self, source: Path) -> Iterator[ImportedFact | UnreadablePart]:
        """Its memories, the oldest first; those that it keeps inactive come in with their low confidence."""
        contents = read_source(source)
        for number, old in enumerate(contents.memories, 1):
            yield ImportedFact(
                old.observation,
                number,
                "memories",
                category=old.category,
                service=old.service or "",
                confidence=old.confidence,
                at=old.updated_at,
            )
        for rows in contents.garbage:
            if rows.table == "memories":
                why = f"{rows.count} rows: {rows.why} (such as {', '.join(rows.examples)})."
                yield UnreadablePart(0, why, rows.table)

    def preview_import(
        self, book: RecordRepositories, memory: MemoryService, contents: Any, origin: str
    ) -> ImportResult:
        """What ``take_over`` would do."""
        return preview_import(book, memory, contents, origin)

    def take_over(self, book: RecordRepositories, memory: MemoryService, contents: Any, origin: str) -> ImportResult:
        """Everything that is not here yet, in one transaction."""
        return take_over(book, memory, contents, origin)


def _take(
    book: RecordRepositories, memory: MemoryService, contents: ImportContents, origin: str
) -> tuple[TableCount, ...]:
    work = ClaudeOpsImport(book.store)
    sessions = work.take_sessions(contents.sessions)
    events = work.take_events(contents.events)
    actions = work.take_actions(contents.actions)
    offered = [_memory(old, work.sessions.get) for old in contents.memories]
    change = memory.edits.bring_in(offered, origin, gated=True)
    return (
        TableCount("sessions", len(contents.sessions), sessions),
        TableCount("events", len(contents.events), events),
        TableCount("cooldown_actions", len(contents.actions), actions),
        TableCount("memories", len(contents.memories), len(change.after)),
    )


def _memory(old: OldMemory, ours: Callable[[int], int | None]) -> Memory:
    return Memory(
        id=0,
        service=old.service,
        category=old.category,
        observation=old.observation,
        confidence=old.confidence,
        active=old.active,
        created_at=old.created_at,
        updated_at=old.updated_at,
        session_id=ours(old.session) if old.session is not None else None,
        tier=old.tier,
    )
