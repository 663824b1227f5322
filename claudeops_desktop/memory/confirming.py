"""Evidence confirms: what the tools of a session measured again, or a check of the watcher, still holds (M12, E4).

It confirms a memory also where the session had it in its prompt, because the tools did not read it there. What the
session only says again is no evidence. What the confirmed fact had likely contradicted is closed by it. Writes run
inside ``store.write``.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from ..clock import to_text
from ..records.book import Book
from . import conflicts, tables
from .evidence import Shown, shown_again
from .expiring import confirm
from .fact import Memory

__all__ = ["confirm_checked", "confirm_measured"]

MEASURED_WITHIN = timedelta(days=1)
MOST_CHECKS = 20


def confirm_measured(
    book: Book, now: datetime, session_id: int, ids: Sequence[int], answers: Sequence[Shown]
) -> dict[int, str]:
    """Confirm what the commands of a session show again; the line that does, by the id of each."""
    found: dict[int, str] = {}
    closed: list[Memory] = []
    for memory in _open(ids):
        if memory.session_id == session_id:
            continue
        if line := shown_again(memory.observation, memory.service, answers):
            found[memory.id] = line
            why = f"Measured again by a tool of the session: “{line}”."
            agreed = bool(memory.confirmed)  # it may be the very source that said it first
            confirm(memory, by="observer", why=why, now=now, session_id=session_id, agreed=agreed)
            closed += conflicts.close_contradicted(memory.id, conflicts.MEASUREMENT, now, why)
    if found:
        book.store.changed("memories", *found, *(memory.id for memory in closed))
    return found


def confirm_checked(book: Book, now: datetime, ids: Sequence[int]) -> dict[int, str]:
    """Confirm what the watcher measured within a day; the line that shows it, by the id of each."""
    found: dict[int, str] = {}
    closed: list[Memory] = []
    for memory in _open(ids):
        if line := shown_again(memory.observation, memory.service, _measured(book, memory.service, now)):
            found[memory.id] = line
            why = f"Measured again: “{line}”."
            confirm(memory, by="watcher", why=why, now=now)
            closed += conflicts.close_contradicted(memory.id, conflicts.WATCHER, now, why)
    if found:
        book.store.changed("memories", *found, *(memory.id for memory in closed))
    return found


def _open(ids: Sequence[int]) -> list[Memory]:
    rows = tables.by_ids(list(dict.fromkeys(ids)))
    return [memory for memory in rows if memory.superseded_by is None and memory.gate == "allow"]


def _measured(book: Book, service: str | None, now: datetime) -> list[Shown]:
    """What our own checks found of a service, the latest first; an agent's word on its health is none of them."""
    if service is None:
        return []
    rows = book.health.of_service(service, since=to_text(now - MEASURED_WITHIN), limit=MOST_CHECKS)
    return [
        Shown(f"{row.service} {row.check_type}", f"{row.service}: {row.detail}")
        for row in rows
        if row.measured and row.status != "unknown"
    ]
