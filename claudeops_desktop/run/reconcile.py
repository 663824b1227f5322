"""After a crash (S6): sessions whose application is gone become ``interrupted``, and their logs are read again.

Storing a marker twice is impossible, whatever was stored before the crash: its key is the session, the line of the
log, the block and the place in the block.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path

from ..agent.leftover import end_leftovers
from ..agent.reader import replay_events
from ..clock import to_text
from ..memory.agent import MemoryAgent
from ..records.book import Book
from ..records.sessions import Session, Status
from .keep import Keeper
from .surroundings import is_alive, owner

log = logging.getLogger(__name__)
REASON = "The application ended while this session was running."


@dataclass(frozen=True, slots=True)
class Recovered:
    """What was found and saved. Counts; ``session_ids`` the sessions concerned."""

    session_ids: tuple[int, ...] = ()
    memories: int = 0
    events: int = 0
    processes: int = 0

    @property
    def sentence(self) -> str:
        """For the operator; empty where nothing was amiss."""
        if not self.session_ids:
            return ""
        many = len(self.session_ids) > 1
        saved = f"{self.memories} memories and {self.events} events were read again from the log"
        left = f"; {self.processes} left-over processes were ended" if self.processes else ""
        return (
            f"The application ended in the middle of {'sessions' if many else 'session'}"
            f" {', '.join(map(str, self.session_ids))}: {saved}{left}."
        )


def reconcile(book: Book, memory: MemoryAgent) -> Recovered:
    """Close what a crash left open. Sessions of another application that still runs are left alone."""
    orphans = [s for s in book.sessions.list(status=Status.RUNNING) if s.owner != owner() and not is_alive(s.owner)]
    if not orphans:
        return Recovered()
    processes = end_leftovers([s.process_token for s in orphans if s.process_token])
    memories = events = 0
    for session in reversed(orphans):
        found = _read_again(book, memory, session)
        memories, events = memories + found[0], events + found[1]
        book.store.write(lambda s=session: _close(book, s)).result()  # type: ignore[misc]
    recovered = Recovered(tuple(sorted(s.id for s in orphans)), memories, events, processes)
    log.warning("%s", recovered.sentence)
    return recovered


def _read_again(book: Book, memory: MemoryAgent, session: Session) -> tuple[int, int]:
    path = Path(session.log_file)
    if not session.log_file or not path.exists():
        return 0, 0
    keeper = Keeper(book, memory, session.id, session.tier, dry_run=bool(session.dry_run))
    for line, events in replay_events(path):
        keeper.keep(line.number, line.at, events)
    harvest = keeper.settle()
    for failure in harvest.failures:
        log.error("session %d, read again: %s", session.id, failure)
    return len(harvest.memories), len(harvest.events)


def _close(book: Book, session: Session) -> None:
    now = book.clock()
    book.sessions.update(session.id, status=Status.INTERRUPTED, status_reason=REASON, ended_at=to_text(now))
    book.sessions.end_run(session.run_id, Status.INTERRUPTED, now)
