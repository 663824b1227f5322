"""What a session says is stored as it says it (S7): each marker once, with a copy of its line.

The markers of one line of the log go into one transaction.

The same code reads a running session and, after a crash, the log that it left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from ..clock import from_text
from ..memory.agent import MemoryAgent, Said
from ..memory.fact import Candidate, Remembered
from ..records.book import Book
from ..records.markers import MarkerPlace
from ..streamjson.events import AssistantText, StreamEvent
from ..streamjson.markers import CooldownMarker, EventMarker, Marker, MemoryMarker, NearMiss, markers_of


@dataclass(frozen=True, slots=True)
class Kept:
    """What became of the markers of one log line. ``events`` are ids."""

    memories: tuple[Remembered, ...] = ()
    events: tuple[int, ...] = ()
    cooldowns: tuple[int, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(slots=True)
class Harvest:
    """All that one session left in store, in the order of the log."""

    memories: list[Remembered] = field(default_factory=list)
    events: list[int] = field(default_factory=list)
    cooldowns: list[int] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def add(self, kept: Kept) -> None:
        """Take in one line's outcome."""
        self.memories += kept.memories
        self.events += kept.events
        self.cooldowns += kept.cooldowns
        self.warnings += kept.warnings


class Keeper:
    """Stores the markers of one session."""

    def __init__(self, book: Book, memory: MemoryAgent, session_id: int, tier: int, *, dry_run: bool = False) -> None:
        self._book = book
        self._memory = memory
        self._session_id = session_id
        self._tier = tier
        self._dry_run = dry_run
        self.harvest = Harvest()
        self._pending: list[tuple[Future[Kept], Callable[[], Kept]]] = []

    def keep(self, number: int, at: str, events: Sequence[StreamEvent]) -> None:
        """Store the markers of log line ``number``, which arrived ``at``. Returns at once; the worker does it."""
        found = [(event.block, m) for event in events if isinstance(event, AssistantText) for m in markers_of(event)]
        if found:
            work = partial(self._store, number, from_text(at), found)
            self._pending.append((self._book.store.write(work), work))

    def settle(self) -> Harvest:
        """Wait until all is stored. What failed (a full disk) is tried once more, for the log may have a gap there too.

        What fails again is told in ``harvest.failures``; the log can be read again.
        """
        for future, work in self._pending:
            if future.exception() is not None:
                future = self._book.store.write(work)  # noqa: PLW2901
            error = future.exception()
            if error is None:
                self.harvest.add(future.result())
            else:
                self.harvest.failures.append(getattr(error, "told", None) or f"{type(error).__name__}: {error}")
        self._pending.clear()
        return self.harvest

    def _store(self, number: int, at: datetime, found: Sequence[tuple[int, Marker]]) -> Kept:
        kept = Kept()
        for block, marker in found:
            place = MarkerPlace(self._session_id, number, block, marker.place)
            part = self._store_one(place, marker, at)
            kept = Kept(
                kept.memories + part.memories,
                kept.events + part.events,
                kept.cooldowns + part.cooldowns,
                kept.warnings + part.warnings,
            )
        return kept

    def _store_one(self, place: MarkerPlace, marker: Marker, at: datetime) -> Kept:
        if isinstance(marker, MemoryMarker):
            candidate = Candidate(
                marker.category, marker.service, marker.text, session_id=self._session_id, tier=self._tier
            )
            remembered = self._memory.take(candidate, Said(place, marker.line))
            return Kept(memories=(remembered,) if remembered else ())
        said = _said(marker)
        claimed = self._book.markers.claim(place, kind=_kind(marker), line=marker.line, said=said, now=at)
        if claimed is None:
            return Kept()
        if isinstance(marker, NearMiss):
            self._book.markers.settle(claimed, action="rejected", why=marker.why, target_id=None)
            return Kept(warnings=(marker.why,))
        if self._book.markers.said_before(self._session_id, _kind(marker), said, claimed):
            self._book.markers.settle(claimed, action="unchanged", why="Said before in this session.", target_id=None)
            return Kept()
        if isinstance(marker, EventMarker):
            target = self._book.events.add(
                level=marker.level,
                message=marker.text,
                service=marker.service,
                session_id=self._session_id,
                now=at,
            )
            self._book.markers.settle(claimed, action="inserted", why="", target_id=target)
            return Kept(events=(target,))
        if self._dry_run:
            why = "Nothing is done in a dry run, so this does not count."
            self._book.markers.settle(claimed, action="rejected", why=why, target_id=None)
            return Kept(warnings=(f"Not recorded: “{said}”. {why}",))
        target = self._book.cooldowns.add(
            service=marker.service,
            action_type=marker.action,
            success=marker.success,
            message=marker.text,
            session_id=self._session_id,
            tier=self._tier,
            now=at,
        )
        self._book.markers.settle(claimed, action="inserted", why="", target_id=target)
        return Kept(cooldowns=(target,))


def _kind(marker: Marker) -> str:
    if isinstance(marker, NearMiss):
        return "near_miss"
    return "event" if isinstance(marker, EventMarker) else "cooldown"


def _said(marker: EventMarker | CooldownMarker | NearMiss) -> str:
    if isinstance(marker, EventMarker):
        return f"[EVENT:{marker.level}:{marker.service or 'general'}] {marker.text}"
    if isinstance(marker, CooldownMarker):
        outcome = "success" if marker.success else "failure"
        return f"[COOLDOWN:{marker.action}:{marker.service}] {outcome} — {marker.text}"
    return marker.text
