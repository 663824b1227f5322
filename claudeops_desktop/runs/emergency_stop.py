"""The emergency stop: every agent of the data folder is ended, every question refused, and nothing starts until the
operator resumes.

The marker (``stop_marker``) comes first and the records last: what must act at once asks the file system and the table
of processes alone, so that a locked database or a full disk holds nothing up. The records follow when they can.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from ..agents.running_agents import AgentsEnded, end_agents
from ..core.emergency_stop_marker import (
    REASON,
    clear_marker,
    note_recorded,
    resumed_at,
    set_marker,
    stopped_at,
)
from ..core.errors import EnvironmentFault
from ..core.principals import with_all_rows
from ..records.record_books import RecordRepositories

log = logging.getLogger(__name__)
BY = "emergency stop"
RESUMED = "The operator resumed after an emergency stop: runs and schedules go on."


@dataclass(frozen=True, slots=True)
class StopResult:
    """What a stop did. ``again``: everything was stopped already. ``fault`` says why the marker could not be set, ""
    where it was."""

    agents: AgentsEnded
    again: bool = False
    fault: str = ""


def stop_everything(root: Path) -> StopResult:
    """Mark the stop and end every agent of this data folder, whichever process started it. Neither opens the database
    nor writes a file; takes up to some eight seconds where an agent does not listen.
    """
    again, fault = False, ""
    try:
        again = not set_marker(root)
    except EnvironmentFault as error:
        fault = error.full_text
    return StopResult(end_agents(root), again, fault)


@with_all_rows
def record_stop(book: RecordRepositories, root: Path) -> tuple[int, ...]:
    """Refuse what still waits for an answer, and note the stop among the events, once; the questions refused.

    So it is done for a stop that ended before it could be put on record. Any process of the folder may do it, as often
    as it likes. Raises EnvironmentFault where the database cannot be written now.
    """
    moment, is_over = stopped_at(root), False
    if moment is None:
        moment, is_over = resumed_at(root), True
    if moment is None:
        return ()
    now = book.clock()
    message = stop_message(moment)

    def write() -> tuple[int, ...]:
        refused = tuple(book.approvals.refuse_all(REASON, BY, now))
        if not any(event.message == message for event in book.events.list(level="warning", limit=200)):
            book.events.add(level="warning", message=message, service=None, session_id=None, now=now)
        if is_over:
            book.events.add(level="info", message=RESUMED, service=None, session_id=None, now=now)
        return refused

    refused = book.store.write(write).result()
    if is_over:
        note_recorded(root)
    return refused


def resume_everything(book: RecordRepositories, root: Path) -> bool:
    """Let runs and schedules start again; False where nothing was stopped. What was pending at the stop is refused
    first, so that no question outlives it; where the database cannot be written, as soon as it can be. Raises
    EnvironmentFault where the marker cannot be cleared; then everything stays stopped.
    """
    if stopped_at(root) is None:
        return False
    try:
        record_stop(book, root)
    except EnvironmentFault as fault:
        log.info("the records of the emergency stop follow later: %s", fault)
        return clear_marker(root, recorded=False)
    if not clear_marker(root):
        return False
    now = book.clock()
    book.store.write(
        lambda: book.events.add(level="info", message=RESUMED, service=None, session_id=None, now=now)
    ).result()
    return True


def stop_message(moment: float) -> str:
    """The event of a stop at ``moment`` (seconds of the epoch): the same from every process that notes it."""
    at = datetime.fromtimestamp(moment, UTC).astimezone()
    return f"Emergency stop at {at:%Y-%m-%d %H:%M:%S}: agents were ended, questions refused and schedules paused."
