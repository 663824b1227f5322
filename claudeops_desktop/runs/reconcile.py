"""After a crash or a long outage of the store (S6): the logs of sessions whose application is gone are read again.

One whose agent had given its result ends as that says; the others become ``interrupted``. Runs that were parked
between two sessions are closed as their last session ended, and what they asked is withdrawn.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from ..agents.orphan_cleanup import end_leftovers
from ..agents.registry import capabilities_of
from ..agents.types import SessionOutcome
from ..core.errors import ClaudeOpsError, EnvironmentFault
from ..core.paths import DataFolder
from ..core.settings import load as load_settings
from ..memory import MemoryService
from ..records.record_books import RecordRepositories
from ..records.sessions import ConfinementState, Session, SessionStatus
from ..records.telemetry.owners import belongs_here
from .confinement import KeptFiles
from .escalation import QUIT, why_not
from .kept_tool_calls import deliver_kept_calls
from .read_again import LogReadAgain, not_all_stored, note_waiting, read_log_again, store_waiting_markers
from .resume import REASON
from .run_context import is_alive, process_owner
from .session_close import ended_columns, keep_reported_health

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RecoveredSessions:
    """What was found and saved. Counts; ``session_ids`` the sessions concerned, ``finished_ids`` those of them whose
    agent had finished, ``run_ids`` runs that were parked."""

    session_ids: tuple[int, ...] = ()
    finished_ids: tuple[int, ...] = ()
    memories: int = 0
    events: int = 0
    processes: int = 0
    run_ids: tuple[int, ...] = ()

    @property
    def sentence(self) -> str:
        """For the operator; empty where nothing was amiss."""
        return " ".join(part for part in (self._of_sessions(), self._of_runs()) if part)

    def _of_runs(self) -> str:
        if not self.run_ids:
            return ""
        many = len(self.run_ids) > 1
        return (
            f"{'Runs' if many else 'Run'} {', '.join(map(str, self.run_ids))} waited for approval, or to be tried"
            f" again, when the application ended: {'they are' if many else 'it is'} closed."
        )

    def _of_sessions(self) -> str:
        if not self.session_ids:
            return ""
        cut_short = [number for number in self.session_ids if number not in self.finished_ids]
        when = [f"in the middle of {_named(cut_short)}"] if cut_short else []
        when += [f"before the end of {_named(self.finished_ids)} was written down"] if self.finished_ids else []
        saved = f"{self.memories} memories and {self.events} events were read again from the log"
        left = f"; {self.processes} left-over processes were ended" if self.processes else ""
        return f"The application ended {' and '.join(when)}: {saved}{left}."


def _named(session_ids: Sequence[int]) -> str:
    return f"{'sessions' if len(session_ids) > 1 else 'session'} {', '.join(map(str, session_ids))}"


def reconcile_records(book: RecordRepositories, memory: MemoryService, folder: Path) -> RecoveredSessions:
    """Close what a crash left open. What another application that still runs has open is left alone."""
    with suppress(EnvironmentFault):  # the server is away: it is done when it is back
        deliver_kept_calls(book, folder)
    orphans = [s for s in book.sessions.list(status=SessionStatus.RUNNING) if _is_orphan(s)]
    confined = [DataFolder(folder).session_work(s.id) for s in orphans if s.confinement == ConfinementState.CONFINED]
    processes = len(end_leftovers([s.process_token for s in orphans], mounted=confined)) if orphans else 0
    memories = events = 0
    finished = []
    for session in reversed(orphans):
        found = read_log_again(book, memory, session, folder)
        harvest = found.keeper.harvest
        memories, events = memories + len(harvest.memories), events + len(harvest.events)
        _take_files_back(session, found.outcome.agent_session_id, DataFolder(folder))
        book.store.write(partial(_close, book, session, found)).result()
        finished += [session.id] if found.finished else []
    parked = [last for run in book.sessions.open_runs() if (last := _last_of_parked(book, run)) is not None]
    for last in parked:
        book.store.write(partial(_close_parked, book, last)).result()
    with suppress(EnvironmentFault):  # it is tried again in a minute
        store_waiting_markers(book, memory, folder)
    if not orphans and not parked:
        return RecoveredSessions()
    recovered = RecoveredSessions(
        tuple(sorted(s.id for s in orphans)),
        tuple(finished),
        memories,
        events,
        processes,
        tuple(sorted(s.run_id for s in parked)),
    )
    log.warning("%s", recovered.sentence)
    return recovered


def _is_orphan(session: Session) -> bool:
    return session.owner != process_owner() and belongs_here(session.owner) and not is_alive(session.owner)


def _last_of_parked(book: RecordRepositories, run_id: int) -> Session | None:
    """The last session of a run that nobody goes on with; None where one is on, or its application lives."""
    sessions = book.sessions.of_run(run_id)
    if not sessions or any(s.status == SessionStatus.RUNNING for s in sessions) or not _is_orphan(sessions[-1]):
        return None
    return sessions[-1]


def _close_parked(book: RecordRepositories, last: Session) -> None:
    now = book.clock()
    if book.sessions.of_run(last.run_id)[-1].id != last.id:  # it went on meanwhile, after all
        return
    withdrawn = book.approvals.withdraw(QUIT, now, run_id=last.run_id)
    asked = book.approvals.get(withdrawn[0]) if withdrawn else None
    message = why_not(asked) if asked is not None else f"The run does not go on. {QUIT}"
    book.events.add(level="warning", message=message, service=None, session_id=last.id, now=now)
    book.sessions.end_run(last.run_id, last.status, now)


def _take_files_back(session: Session, conversation: str, folder: DataFolder) -> None:
    """Keep what a confined session had renewed or said to its agent, so that it can be taken up again."""
    if session.confinement != ConfinementState.CONFINED:
        return
    try:
        moved = load_settings(folder.settings_file).agent.extra_env
    except ClaudeOpsError:  # the settings are being mended: the environment says where the agent keeps its files
        moved = {}
    KeptFiles(session.agent, {**os.environ, **moved}, folder.sessions / str(session.id)).take_back(conversation)


def _close(book: RecordRepositories, session: Session, found: LogReadAgain) -> None:
    """Close a session as its log says that it ended; that it was interrupted is ours to say. Inside ``store.write``."""
    now, said, why = book.clock(), found.outcome, " ".join(found.keeper.harvest.failures)
    if not found.finished:
        said = replace(said, status=SessionStatus.INTERRUPTED, reason=REASON)
    ended = not_all_stored(said, found.keeper.waiting, why)
    note_waiting(book, session.id, found.keeper.waiting, why)
    found.note(book, session.id)
    book.sessions.update(session.id, **ended_columns(ended, now))
    if found.finished:
        _close_finished(book, session, said)
    book.approvals.withdraw(REASON, now, run_id=session.run_id)
    book.sessions.end_run(session.run_id, ended.status, now)


def _close_finished(book: RecordRepositories, session: Session, said: SessionOutcome) -> None:
    """Keep what it says of services, and tell what did not follow on it. Inside ``store.write``."""
    now = book.clock()
    if not book.health.of_session(session.id):  # what is measured while it runs is kept then
        measured = capabilities_of(session.agent).measures
        keep_reported_health(book, session.id, said, measured=measured, now=now)
    message = (
        f"The application ended before the end of session {session.id} was written down: it was read from its log."
    )
    if said.escalate is not None:
        message += f" The next tier, which it asked for, did not follow: {said.escalate.reason}"
    book.events.add(level="warning", message=message, service=None, session_id=session.id, now=now)
