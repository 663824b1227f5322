"""Logs are read again until everything in them is stored (S6): after a crash, and after a disk that took nothing.

A session is completed only when every marker of its log is stored. Until then it counts as failed, its row says how
many wait, and they are read again at every start and once a minute. Storing a marker twice is impossible: its key is
the session, the line of the log, the block and the place in the block.
"""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from ..agents.outcome import OutcomeReader
from ..agents.reader import replay_lines
from ..agents.redact import LineRedactor, secrets_of
from ..agents.registry import capabilities_of
from ..agents.types import SessionOutcome
from ..core.errors import EnvironmentFault
from ..core.text_format import format_count
from ..memory import MemoryService
from ..records.record_books import RecordRepositories
from ..records.sessions import Session, SessionStatus
from ..records.telemetry.owners import belongs_here
from .checkpointer import SessionCheckpointer
from .marker_store import MarkerStore
from .quote_filter import markers_at_start

log = logging.getLogger(__name__)


def not_all_stored(outcome: SessionOutcome, waiting: int, why: str) -> SessionOutcome:
    """Return the outcome of a session of which something is not stored: it is not completed yet."""
    if not waiting or outcome.status != SessionStatus.COMPLETED:
        return outcome
    return replace(outcome, status=SessionStatus.FAILED, reason=waiting_sentence(waiting, why), escalate=None)


def waiting_sentence(waiting: int, why: str) -> str:
    """Say how many markers wait, and why."""
    are = "is" if waiting == 1 else "are"
    told = f"{format_count(waiting, 'marker or tool result', 'markers or tool results')} of its log {are} not stored"
    return f"{told} yet, and will be read from there again. {why}".strip()


@dataclass(frozen=True, slots=True)
class LogReadAgain:
    """What came of it. ``finished``: the agent gave its result and did nothing after it. ``missing`` is how many lines
    the log does not have, since the disk did not take them."""

    keeper: MarkerStore
    outcome: SessionOutcome
    finished: bool
    missing: int

    def note(self, book: RecordRepositories, session_id: int) -> None:
        """Write down what is missing in the log. Inside ``store.write``."""
        if self.missing:
            lines = format_count(self.missing, "line")
            message = f"The log of session {session_id} lacks {lines}, which the disk did not take."
            book.events.add(level="warning", message=message, service=None, session_id=session_id, now=book.clock())


def read_log_again(book: RecordRepositories, memory: MemoryService, session: Session, folder: Path) -> LogReadAgain:
    """Store what a session's log holds and is not stored; what could not be stays with the store of its markers."""
    told = markers_at_start(session.prompt_text, session.appended_prompt, session.tier, session.trigger)
    dry_run = bool(session.dry_run)
    keeper = MarkerStore(book, memory, session.id, session.tier, dry_run=dry_run, told=told, folder=folder)
    said = OutcomeReader()
    redactor = LineRedactor(secrets_of(os.environ))
    asked = redactor.text(session.prompt_text) if capabilities_of(session.agent).takes_prompt else ""
    turns = SessionCheckpointer(book, session.id, asked)
    missing = 0
    if session.log_file:
        for line, data, events in replay_lines(Path(session.log_file)):
            if data is not None:
                turns.read_line(line.number, line.at, data, events)
            keeper.store_line(line.number, line.at, events)
            missing += not line.raw
            for event in events:
                said.read_event(event)
    for failure in keeper.wait_until_stored().failures:
        log.error("session %d, read again: %s", session.id, failure)
    try:
        turns.wait_until_stored()
    except EnvironmentFault as fault:  # turns that cannot be kept now do not keep the rest from being put in order
        log.error("the turns of session %d could not be kept: %s", session.id, fault)
    return LogReadAgain(keeper, said.outcome(None), said.gave_result, missing)


def store_waiting_markers(book: RecordRepositories, memory: MemoryService, folder: Path) -> tuple[int, ...]:
    """Read the logs again of which something waits; the sessions of which everything is stored now.

    Raises EnvironmentFault where the database cannot even be asked.
    """
    settled = []
    for session in book.store.read(book.sessions.with_waiting_markers).result():
        if not belongs_here(session.owner):
            continue
        if not Path(session.log_file).is_file():
            book.store.write(partial(_note_lost, book, session)).result()
            continue
        found = read_log_again(book, memory, session, folder)
        if not found.keeper.is_behind:
            book.store.write(partial(_settle, book, session, found)).result()
            settled.append(session.id)
    return tuple(settled)


def _settle(book: RecordRepositories, session: Session, found: LogReadAgain) -> None:
    """Inside a write."""
    note_all_stored(book, session.id, found.outcome.status)
    found.note(book, session.id)


def note_all_stored(book: RecordRepositories, session_id: int, ended_as: str) -> None:
    """Write down that everything of a session is stored; one that failed for that alone is completed, and its run as
    well. Inside ``store.write``."""
    session = book.sessions.get(session_id)
    if session is None or not session.markers_waiting:
        return
    book.sessions.update(session_id, markers_waiting=0)
    failed_for_that = session.status_reason.startswith(waiting_sentence(session.markers_waiting, ""))
    if ended_as == SessionStatus.COMPLETED and session.status == SessionStatus.FAILED and failed_for_that:
        book.sessions.update(session_id, status=ended_as, status_reason="")
        book.sessions.amend_run(session_id, ended_as)
    message = f"Everything in the log of session {session_id} is stored now."
    book.events.add(level="info", message=message, service=None, session_id=session_id, now=book.clock())


def note_waiting(book: RecordRepositories, session_id: int, waiting: int, why: str) -> None:
    """Write down how much of a session is not stored yet. Inside ``store.write``."""
    book.sessions.update(session_id, markers_waiting=waiting)
    if waiting:
        message = f"Session {session_id}: {waiting_sentence(waiting, why)}"
        book.events.add(level="warning", message=message, service=None, session_id=session_id, now=book.clock())


def _note_lost(book: RecordRepositories, session: Session) -> None:
    """Inside a write: the log is gone before all of it was stored."""
    count = format_count(session.markers_waiting, "marker or tool result", "markers or tool results")
    message = f"The log of session {session.id} is gone, and with it {count} that could not be stored."
    log.error("%s", message)
    book.sessions.update(session.id, markers_waiting=0, status_reason=message)
    book.events.add(level="warning", message=message, service=None, session_id=session.id, now=book.clock())
