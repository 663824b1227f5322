"""Stale: an entry that speaks of something which is gone, or whose time is over (C8). Pure.

An old entry is not stale by its age: only what it names can make it so. It must have been written while that was still
there, and not say itself that it is gone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from itertools import chain

from ...core.messages import UserMessage
from ..entries import instant, is_stale
from ..proposals.types import ProposalEvidence
from .past_plan import find_past_plan
from .references import MachineState, StatementReferences, names_service
from .service_reader import ServiceState
from .statements import place_of
from .types import AuditedFile, AuditFinding, EntryVersions, KnowledgeStatement

UNTOUCHED = timedelta(days=30)
"""How long an entry must stand unchanged before something missing on the machine counts: a new entry may speak of what
is about to be set up."""


def find_stale_statement(
    statement: KnowledgeStatement,
    named: StatementReferences,
    services: ServiceState,
    machine: MachineState,
    files: Mapping[str, EntryVersions],
    now: datetime,
) -> Iterator[AuditFinding]:
    """The findings on one statement, at most one."""
    if statement.place == "decision" or not statement.raw or named.past:
        return
    for finding in chain(_reasons(statement, named, services, machine, files, now), find_past_plan(statement, now)):
        yield finding
        return


def find_stale_files(files: Iterable[AuditedFile], now: datetime) -> Iterator[AuditFinding]:
    """Files whose ``stale_after`` has passed and that still count as valid."""
    for file in files:
        line = file.keys.get("stale_after")
        if not line or place_of(file.path) in (None, "memory", "lesson") or not is_stale(file.meta, now):
            continue
        if file.meta.get("status") == "deprecated":
            continue
        lines = file.text.split("\n")
        key = file.keys.get("status")
        before = lines[(key or line) - 1]
        after = "status: deprecated" if key else f"{before}\nstatus: deprecated"
        until = instant(file.meta["stale_after"])
        said = until.date().isoformat() if until else ""
        yield AuditFinding(
            "stale", file.path, line, str(file.meta.get("title") or file.path),
            UserMessage("It was to hold until {day}, which has passed.", day=said),
            (ProposalEvidence("file", f"{file.path}:{line}", lines[line - 1].strip()),), before, after, confidence=0.95,
        )  # fmt: skip


def _reasons(
    statement: KnowledgeStatement, named: StatementReferences, services: ServiceState, machine: MachineState,
    files: Mapping[str, EntryVersions], now: datetime,
) -> Iterator[AuditFinding]:  # fmt: skip
    for gone in services.gone.values():
        named_as_former = re.search(rf"\b(?:old|former)\s+`?{re.escape(gone.name)}", statement.text, re.IGNORECASE)
        if names_service(statement.text, gone.name) and _stood(statement, gone.since) and not named_as_former:
            yield _of_gone_service(statement, gone.name, gone.renamed_to, gone.evidence)
    for path in named.files:
        taken = files.get(path, EntryVersions()).removed
        if taken is not None and _stood(statement, taken.at):
            evidence = ProposalEvidence("commit", taken.number, f"{taken.at.date().isoformat()}: {path} was removed.")
            yield _finding(statement, UserMessage("It points to {path}, which was removed.", path=path), (evidence,))
    if named.may_be_missing or not _is_here(statement, named, services, machine) or not _untouched(statement, now):
        return
    for path in named.paths:
        if machine.paths.get(path) == "missing" and (near := machine.nearest.get(path)):
            said = f"{path} does not exist; {near} does."
            evidence = ProposalEvidence("file", path, said)
            yield _finding(statement, UserMessage("{path} is not on this machine any more.", path=path), (evidence,))
    for unit in named.units:
        if machine.units.get(unit) == "missing":
            said = f"No unit {unit} in {', '.join(machine.unit_folders)}."
            evidence = ProposalEvidence("file", machine.unit_folders[0], said)
            yield _finding(statement, UserMessage("systemd has no unit {unit} any more.", unit=unit), (evidence,))
    for name in named.containers:
        if machine.containers.get(name) == "missing":
            evidence = ProposalEvidence("check", "docker ps -a", f"There is no container {name}, running or stopped.")
            yield _finding(statement, UserMessage("There is no container {name} any more.", name=name), (evidence,))


def _is_here(
    statement: KnowledgeStatement, named: StatementReferences, services: ServiceState, machine: MachineState
) -> bool:
    """Tell whether it speaks of this machine: it says so, or names its host, or there is no other."""
    if named.here or (machine.host and names_service(statement.text, machine.host)):
        return True
    if named.elsewhere:
        return False
    about = [one for name, one in services.measured.items() if names_service(statement.text, name)]
    if any(not one.local for one in about):
        return False
    return services.single_host or bool(about)


def _of_gone_service(
    statement: KnowledgeStatement, name: str, heir: str, evidence: tuple[ProposalEvidence, ...]
) -> AuditFinding:
    if not heir:
        return _finding(statement, UserMessage("{name} is not set up as a service any more.", name=name), evidence)
    reason = UserMessage("The service {name} is called {heir} now.", name=name, heir=heir)
    # An entry of MEMORY.md that is rewritten gets the date of the day.
    before = statement.text if statement.place == "memory" else statement.raw
    after = _replaced(before, name, heir)
    return _finding(statement, reason, evidence, after if after != before else "")


def _replaced(text: str, old: str, new: str) -> str:
    return re.sub(rf"(?<![\w/.-]){re.escape(old)}(?![\w-]|\.\w)", new, text, flags=re.IGNORECASE)


def _finding(
    statement: KnowledgeStatement, reason: str, evidence: tuple[ProposalEvidence, ...], after: str = ""
) -> AuditFinding:
    said = ProposalEvidence("file", statement.ref, statement.text[:300])
    return AuditFinding(
        "stale", statement.path, statement.line, statement.text, reason, (said, *evidence), statement.raw, after,
        statement.section, confidence=0.8,
    )  # fmt: skip


def _stood(statement: KnowledgeStatement, gone_at: datetime) -> bool:
    """Tell whether it was written while the thing was still there. What is not committed yet was just written."""
    return statement.stated_at is not None and statement.stated_at <= gone_at


def _untouched(statement: KnowledgeStatement, now: datetime) -> bool:
    return statement.stated_at is not None and now - statement.stated_at >= UNTOUCHED
