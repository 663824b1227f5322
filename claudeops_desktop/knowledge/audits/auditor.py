"""The auditor: reads the folder, git, the machine and the database, and says what is wrong with the entries (C8).

What was audited is remembered by a digest of all that was looked at, and of the day: a second audit with nothing new
reads no statement and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from ...core.errors import OperatorError
from ...core.principals import of_everybodys_rows
from ...memory import MemoryService
from ...records.record_books import RecordRepositories
from ..entries import EntryText, read_entry, verifications
from ..folder_files import files_in
from ..layout import LARGEST
from ..memory_file import read_memory_file
from ..service import KnowledgeService
from .entry_history import FolderHistory, read_history
from .machine import MachineReader
from .references import StatementReferences, names_service, read_machine, references_of
from .replaced_source import read_replaced_sources
from .rules import AuditInput, find_faults
from .service_reader import ServiceState, digest_of, read_facts, read_services
from .statements import key_lines, place_of, statements_of
from .tables import AuditFindingRecords, KnowledgePositions
from .types import AuditedFile, AuditFinding, AuditResult, EntryVersions, KnowledgeStatement

POSITION = "audit"
SERVICES = "services.toml"


@of_everybodys_rows
def audit_knowledge(
    knowledge: KnowledgeService,
    book: RecordRepositories,
    memory: MemoryService,
    now: datetime,
    stopped: Callable[[], bool] = lambda: False,
    *,
    services_file: Path | None = None,
    machine: MachineReader | None = None,
) -> AuditResult:
    """Audit the folder. The findings are kept; the changes that they propose are in ``drafts``, for whoever offers
    them. Waits for the database, git and the disk: not on a GUI thread, nor inside a read or a write. ``services_file``
    is the one beside the database where none is given."""
    if not knowledge.root.is_dir():
        return AuditResult()
    positions, findings = KnowledgePositions(book.store, lambda: now), AuditFindingRecords(book.store, lambda: now)
    position = book.store.read(lambda: positions.get(POSITION)).result()
    path = services_file or Path(book.store.path).with_name(SERVICES)
    services = read_services(book, path, _kept(position), now)
    digest = _digest(knowledge, book, memory, services, now)
    if position.get("digest") == digest:
        found = book.store.read(findings.list).result()
        return AuditResult(tuple(found), int(position.get("audited", 0)), unchanged=True)
    given = read_input(knowledge, book, memory, services, machine or MachineReader(), stopped)
    revisions = {file.path: knowledge.repository.revision_of(file.path) for file in given.files}
    faults = [replace(one, revision=revisions[one.path]) for one in find_faults(given, now, stopped)]
    whole, audited = not stopped(), len(given.named)
    if whole:
        kept = {"digest": digest, "audited": audited, "services": dict(services.seen)}
        book.store.write(lambda: _keep(positions, findings, kept, faults)).result()
    return AuditResult(tuple(faults), audited, whole=whole)


def read_input(
    knowledge: KnowledgeService,
    book: RecordRepositories,
    memory: MemoryService,
    services: ServiceState,
    machine: MachineReader,
    stopped: Callable[[], bool] = lambda: False,
) -> AuditInput:
    """Read all that an audit looks at."""
    texts = {path: text for path, text in _texts(knowledge).items() if place_of(path) is not None}
    entries = {path: read_entry(text) for path, text in texts.items()}
    verified = {path for path, entry in entries.items() if verifications(entry.meta)}
    history = read_history(knowledge.repository, verified) if knowledge.repository.head() else FolderHistory()
    files = tuple(_file(path, text, entries[path], history) for path, text in sorted(texts.items()) if not stopped())
    statements = [one for file in files for one in file.statements]
    hosts = services.hosts - {machine.host}
    named = tuple(references_of(one, hosts) for one in statements)
    spoken = {
        name for name in {*services.names, *services.gone} if any(names_service(one.text, name) for one in statements)
    }
    facts, replaced = read_facts(book, memory, spoken), read_replaced_sources(book, memory)
    return AuditInput(files, named, services, read_machine(machine, named), tuple(facts), history, replaced)


def _texts(knowledge: KnowledgeService) -> dict[str, str]:
    """The files of the folder but those that are too large or no text: they are named elsewhere."""
    found = {}
    for path, file in files_in(knowledge.root):
        if place_of(path) is None or file.stat().st_size > LARGEST:
            continue
        try:
            found[path] = knowledge.text_of(path)
        except OperatorError:
            continue
    return found


def _file(path: str, text: str, entry: EntryText, history: FolderHistory) -> AuditedFile:
    versions = history.files.get(path, EntryVersions())
    by_line = {one.line: one for one in read_memory_file(text).entries} if place_of(path) == "memory" else {}
    statements = []
    for one in statements_of(path, text):
        moment = versions.content or versions.last
        if one.line in by_line:
            moments = history.of_entry(by_line[one.line])
            moment = moments[1] if moments else None
        dated = replace(one, stated_at=moment.at, commit=moment.number, by=moment.by) if moment is not None else one
        statements.append(dated)
    return AuditedFile(path, text, entry.meta, key_lines(text), tuple(statements), versions)


def _digest(
    knowledge: KnowledgeService, book: RecordRepositories, memory: MemoryService, services: ServiceState, now: datetime
) -> str:
    """A digest of what an audit looks at, as cheap as can be: commits, files that differ from them, versions of
    memories, services and how they stand, and the day."""
    repository = knowledge.repository.open()
    edited = [(path, repository.revision_of(path)) for path in repository.changed_files()[0]]
    measured = sorted((one.name, one.healthy, one.ports) for one in services.measured.values())
    gone = sorted((one.name, one.since, one.renamed_to) for one in services.gone.values())
    return digest_of(
        repository.head(), edited, book.store.read(memory.history.last_version).result(), measured, gone,
        [str(row) for row in services.rows], now.date(),
    )  # fmt: skip


def _kept(position: dict[str, Any]) -> dict[str, Any]:
    found = position.get("services")
    return found if isinstance(found, dict) else {}


def _keep(
    positions: KnowledgePositions, records: AuditFindingRecords, kept: dict[str, Any], found: list[AuditFinding]
) -> None:
    records.replace(found)
    positions.put(POSITION, kept)


__all__ = ["AuditResult", "KnowledgeStatement", "StatementReferences", "audit_knowledge", "read_input"]
