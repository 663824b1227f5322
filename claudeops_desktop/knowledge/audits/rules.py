"""All rules of the auditor over what its readers found (C8). Pure: nothing is read here, and ``now`` is given."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from ..layout import DECISION, MEMORY_FILE, kind_of
from ..memory_file import MemoryEntry, read_memory_file
from .comparison import pairs_of
from .contradicted import (
    contradiction_of,
    find_contradicted_by_checks,
    find_contradicted_by_decision,
    find_contradicted_by_fact,
    older_first,
)
from .entry_history import FolderHistory
from .redundant import points_elsewhere, redundancy_of
from .references import MachineState, StatementReferences
from .replaced_source import ReplacedSource, find_replaced_sources
from .service_reader import ServiceState
from .stale import find_stale_files, find_stale_statement
from .types import AuditedFile, AuditFinding, KnowledgeStatement, KnownFact
from .wrong_date import find_wrong_entry_dates, find_wrong_file_dates, find_wrong_weekdays


@dataclass(frozen=True, slots=True)
class AuditInput:
    """All that an audit looks at: the files with their statements, what each of these names (in their order), and what
    the machine, the services, the facts and git say."""

    files: tuple[AuditedFile, ...]
    named: tuple[StatementReferences, ...]
    services: ServiceState = field(default_factory=ServiceState)
    machine: MachineState = field(default_factory=MachineState)
    facts: tuple[KnownFact, ...] = ()
    history: FolderHistory = field(default_factory=FolderHistory)
    replaced: tuple[ReplacedSource, ...] = ()

    @property
    def statements(self) -> tuple[KnowledgeStatement, ...]:
        """The statements of all files."""
        return tuple(one for file in self.files for one in file.statements)


def find_faults(given: AuditInput, now: datetime, stopped: Callable[[], bool] = lambda: False) -> list[AuditFinding]:
    """What is wrong with the entries: each passage once, by its surest finding, in the order of the folder."""
    best: dict[tuple[str, str], AuditFinding] = {}
    revisions = {file.path: file for file in given.files}
    for one in _all(given, now):
        if stopped():
            break
        key = (one.path, one.before)
        if key not in best or one.confidence > best[key].confidence:
            best[key] = one
    order = {path: at for at, path in enumerate(revisions)}
    whole = [_whole_file(one, revisions[one.path]) for one in best.values()]
    return sorted(whole, key=lambda one: (order.get(one.path, 0), one.line, one.kind))


def _whole_file(finding: AuditFinding, file: AuditedFile) -> AuditFinding:
    """A note that says nothing but what is to go, goes as a whole."""
    alone = len(file.statements) == 1 and file.statements[0].alone and finding.before == file.statements[0].raw
    return replace(finding, before=file.text) if alone and not finding.after else finding


def decisions_of(files: Sequence[AuditedFile]) -> Mapping[int, AuditedFile]:
    """The decisions by their numbers."""
    found = {}
    for file in files:
        name = file.path.rpartition("/")[2]
        if kind_of(file.path) is DECISION and name[:4].isdigit():
            found[int(name[:4])] = file
    return found


def _all(given: AuditInput, now: datetime) -> Iterator[AuditFinding]:
    statements = given.statements
    for statement, named in zip(statements, given.named, strict=True):
        yield from find_stale_statement(statement, named, given.services, given.machine, given.history.files, now)
        yield from find_wrong_weekdays(statement)
    yield from find_stale_files(given.files, now)
    yield from find_wrong_entry_dates(_memory_entries(given), given.history, now)
    yield from find_wrong_file_dates(given.files, now)
    yield from find_contradicted_by_decision(statements, given.named, decisions_of(given.files))
    yield from find_contradicted_by_checks(statements, given.services)
    yield from find_contradicted_by_fact(statements, given.named, given.facts)
    yield from find_replaced_sources(statements, given.replaced)
    yield from _among_each_other(given)


def _among_each_other(given: AuditInput) -> Iterator[AuditFinding]:
    """Entries against one another. What is proposed to go is not compared again: of three alike two go, not three."""
    statements, gone = given.statements, set[int]()
    for one, other in pairs_of([statement.text for statement in statements]):
        if one in gone or other in gone:
            continue
        pair = statements[one], statements[other]
        named = given.named[one], given.named[other]
        found = redundancy_of(*pair, named)
        if found is None:
            ordered = older_first(*pair)
            if ordered is None or _apart(*ordered) or points_elsewhere(*named):
                continue
            found = contradiction_of(*ordered, named[0].past or named[1].past)
        if found is not None:
            gone.add(
                one if (found.path, found.line, found.text) == (pair[0].path, pair[0].line, pair[0].text) else other
            )
            yield found


def _apart(older: KnowledgeStatement, newer: KnowledgeStatement) -> bool:
    """Tell whether two entries may say otherwise side by side: in the notebooks of two roles, or within one
    procedure."""
    if older.role and newer.role and older.role != newer.role:
        return True
    return (
        older.place == "procedure"
        or newer.place == "procedure"
        or (older.path == newer.path and older.place != "memory")
    )


def _memory_entries(given: AuditInput) -> list[tuple[MemoryEntry, KnowledgeStatement]]:
    file = next((one for one in given.files if one.path == MEMORY_FILE), None)
    if file is None:
        return []
    by_line = {one.line: one for one in file.statements}
    return [(entry, by_line[entry.line]) for entry in read_memory_file(file.text).entries if entry.line in by_line]
