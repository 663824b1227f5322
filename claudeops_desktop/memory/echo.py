"""Echo and fizzle after a session (E12): what its outcome says of the memories in its prompt moves their priorities,
once.

Which it relied on and which it found wrong is asked for, not guessed: where the outcome names none of them, nothing
moves. Only memories that the session was given count. What it relied on ages later and is believed no more than before.
One that it found wrong loses as much confidence as by a contradiction, and is offered to the operator, who decides
whether to forget it.
What its tools measured again confirms a memory whatever the outcome says.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from ..agents.types import SessionReport
from ..core.clock import Clock, from_text
from ..records.record_books import RecordRepositories
from ..records.sessions import Session
from ..records.telemetry import recording
from ..records.telemetry.steps import DurableSteps
from ..stream.provenance import ProvenanceReader
from . import agent_retraction, lifecycle, tables
from .among_equals import among_equals
from .confirm_by_evidence import confirm_measured
from .prompt_memory import records
from .session_sources import SERVICES, own_hosts_in, read_log_into
from .tool_evidence import ShownOutput
from .types import Memory

USED, IGNORED = 0.1, -0.05
ORDINARY_TOKENS = 30  # a memory that takes as many loses 0.05; one of 90 and more loses three times that
DEAREST = 3.0
LOWEST, HIGHEST = -1.0, 1.0

RELIED_ON = "The session says that it relied on it."
NOT_NAMED = "The session names others that it relied on."
FOUND_WRONG = "The session says that it found it wrong."
NOTHING_SAID = "The session does not say which notes it used."
NOT_FOR_ALL = "Not all who see this fact may read the session: it changes nothing."


def priority(before: float, *, used: bool, tokens: int) -> float:
    """The new priority in recall: +0.1 where it was used, else −0.05 and more the dearer it was, from −1 to 1.

    Ignored it loses 0.05 × tokens / 30, at least 0.05 and at most 0.15.
    """
    change = USED if used else IGNORED * min(DEAREST, max(1.0, tokens / ORDINARY_TOKENS))
    return round(min(HIGHEST, max(LOWEST, before + change)), 4)


def settle_all(book: RecordRepositories, clock: Clock, graces: lifecycle.DecayGraces) -> int:
    """Settle every session that is over and was not settled; how many. Waits: never inside a write."""
    unsettled = book.store.read(records.list_unsettled).result()
    return sum(settle_session(book, clock, number, graces) for number in unsettled)


def settle_session(book: RecordRepositories, clock: Clock, session_id: int, graces: lifecycle.DecayGraces) -> bool:
    """Move the priorities of what one session was told. A session is settled once, whatever ends the process.

    Whether there was anything to settle. Waits for the log: never on a GUI thread, never inside a write.
    """
    rows = book.store.read(lambda: [row for row in records.of_session(session_id) if not row.settled_at]).result()
    session = book.sessions.get(session_id)
    if not rows or session is None or session.status == "running":
        return False
    steps = DurableSteps(book.store, clock)
    printed = _printed(book, session.log_file)

    def apply() -> dict[str, int]:
        with among_equals(session.audience):
            confirm_measured(book, clock(), session_id, [row.memory_id for row in rows], printed)
        return _apply(book, clock, session, graces)

    book.store.write(
        lambda: steps.apply_once(f"echo:session:{session_id}", "settle", apply, session_id=session_id)
    ).result()
    return True


def _printed(book: RecordRepositories, log_file: str) -> list[ShownOutput]:
    """What the commands of a session printed on the operator's own hosts, each with the command."""
    reader = ProvenanceReader(own_hosts_in(Path(book.store.path).with_name(SERVICES)))
    if log_file:
        read_log_into(reader, Path(log_file))
    return [ShownOutput(command, text) for command, text in reader.printed_output()]


def _apply(book: RecordRepositories, clock: Clock, session: Session, graces: lifecycle.DecayGraces) -> dict[str, int]:
    now, counts = clock(), {"used": 0, "ignored": 0, "wrong": 0, "open": 0}
    rows = [row for row in records.of_session(session.id) if not row.settled_at]
    memories = {memory.id: memory for memory in tables.by_ids([row.memory_id for row in rows])}
    report = SessionReport.from_json(session.report)
    wrong = memories.keys() & set(report.memories_wrong)
    used = (memories.keys() & set(report.memories_used)) - wrong
    for row in rows:
        name, how = _verdict(row.memory_id, used, wrong)
        memory = memories.get(row.memory_id)
        if memory is not None and memory.audience != session.audience:
            memory, name, how = None, "open", NOT_FOR_ALL
        value = None
        if memory is not None and name != "open":
            value = priority(memory.retrieval_priority, used=name == "used", tokens=row.tokens)
        if memory is not None and name == "wrong":
            memory = _lower(memory, session, now)
            book.store.changed("memories", memory.id)
            agent_retraction.propose(book.store, memory, how, session.id, session.tier, now)
        if memory is not None and name == "used":
            ended = from_text(session.ended_at) if session.ended_at else now
            tables.update(memory.id, ages_from=lifecycle.ages_from_use(memory, ended, graces))
            book.store.changed("memories", memory.id)
        records.settle_injection(row, used=None if name == "open" else name == "used", how=how, priority=value, now=now)
        counts[name] += 1
    recording.emit_event(
        "echo",
        "memory.echo.settled",
        now=now,
        session_id=session.id,
        success=not counts["open"],
        used=counts["used"],
        ignored=counts["ignored"],
        wrong=counts["wrong"],
        open=counts["open"],
    )
    book.store.changed("injections", session.id)
    return counts


def _lower(old: Memory, session: Session, now: datetime) -> Memory:
    """Take from a memory that a session found wrong what a contradiction takes (SPEC-0015); nothing closes it."""
    value = lifecycle.lowered_confidence(old)
    active = int(bool(old.active) and lifecycle.is_active_confidence(value))
    memory = replace(old, confidence=value, active=active)
    tables.update(old.id, confidence=value, active=active)
    why = f"Session {session.id} was given it and found it wrong."
    tables.add_version(memory, action="lowered", by="agent", why=why, now=now, session_id=session.id)
    return memory


def _verdict(memory_id: int, used: Collection[int], wrong: Collection[int]) -> tuple[str, str]:
    """What the outcome says of one memory, and the sentence for it. What it does not name was ignored only where it
    says which ones it used."""
    if memory_id in wrong:
        return "wrong", FOUND_WRONG
    if memory_id in used:
        return "used", RELIED_ON
    return ("ignored", NOT_NAMED) if used else ("open", NOTHING_SAID)
