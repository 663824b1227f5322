"""What a session says is stored as it says it (S7): each marker once, with a copy of its line.

The markers of one line of the log go into one transaction.

What the guard saw being attempted is completed by the tool's result, or by what the session says of it; what it did not
see is kept as a claim, which counts nothing (S11).

The same code reads a running session and, after a crash, the log that it left. What waits for the database's worker
holds no output of tools, however long that is, and is bounded: where the worker falls behind, reading waits for it.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from ..agents.registry import capabilities_of
from ..core.clock import from_text, to_text
from ..core.errors import EnvironmentFault
from ..core.messages import UserMessage
from ..memory import DEFAULT_CONFIDENCE, MarkerOutcome, MarkerPosition, MemoryCandidate, MemoryService
from ..records.incident_events import find_same_statement
from ..records.markers import MarkerPlace
from ..records.record_books import RecordRepositories
from ..stream.events import AssistantText, StreamEvent, ToolResult, UserText
from ..stream.markers import CooldownMarker, EventMarker, Marker, MemoryMarker, NearMiss, markers_of
from ..stream.measured_facts import SINGLE_CONFIDENCE, is_single_measure
from ..stream.provenance import NOWHERE, ClaimOrigin, ClaimProvenance, ProvenanceReader
from .kept_tool_calls import note_kept_calls
from .quote_filter import QuoteFilter

_REFUSED = re.compile(
    r"(?:Claude requested permissions|Permission to use|.*haven't granted|.*has been denied)", re.DOTALL
)

QUOTED = "It repeats a marker from the session's prompt or from a tool: a quotation is no claim."
UNSEEN_ACTION = "The guard did not see it being done, so it is kept as a claim and takes no slot."
MEASURED = ClaimProvenance(ClaimOrigin.MEASURED, "a check of ours", "measured")
RETRY_S = 5.0
MOST_WAITING = 500  # log lines whose markers are not stored yet


class _WaitsForEarlierLines(EnvironmentFault):
    """What was said before is not stored yet, and the order stays."""


class _Unstored(NamedTuple):
    """The markers of a line on their way into the store. ``size`` is how many markers and tool results they are."""

    future: Future[StoredMarkers]
    work: Callable[[], StoredMarkers]
    size: int


class _Read(NamedTuple):
    """A marker, whether the session only quotes it, and where its words stood before."""

    marker: Marker
    quoted: bool
    provenance: ClaimProvenance

    @property
    def is_single_measure(self) -> bool:
        """Tell whether it was measured, and once only."""
        return self.provenance.origin is ClaimOrigin.MEASURED and is_single_measure(self.marker.text)


class _Answer(NamedTuple):
    """What a tool's result means for the call that it answers."""

    tool_use_id: str
    is_error: bool
    refused: bool  # by the CLI's own list of tools


@dataclass(frozen=True, slots=True)
class StoredMarkers:
    """The outcome of storing the markers of one log line. ``events`` are the ids of new events."""

    memories: tuple[MarkerOutcome, ...] = ()
    events: tuple[int, ...] = ()
    cooldowns: tuple[int, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(slots=True)
class SessionResults:
    """Everything that was stored of one session's markers, in the order of its log."""

    memories: list[MarkerOutcome] = field(default_factory=list)
    events: list[int] = field(default_factory=list)
    cooldowns: list[int] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def add(self, kept: StoredMarkers) -> None:
        """Take in one line's outcome."""
        self.memories += kept.memories
        self.events += kept.events
        self.cooldowns += kept.cooldowns
        self.warnings += kept.warnings


class MarkerStore:
    """Stores the markers of one session."""

    def __init__(
        self,
        book: RecordRepositories,
        memory: MemoryService,
        session_id: int,
        tier: int,
        *,
        dry_run: bool = False,
        told: Sequence[str] = (),
        folder: Path | None = None,
    ) -> None:
        """``told`` are texts that the session was given at its start: markers in them are not its own. ``folder`` is
        the data folder, where the guard keeps calls while the store is away."""
        self._book = book
        self._memory = memory
        self._session_id = session_id
        self._tier = tier
        self._dry_run = dry_run
        self._folder = folder
        self.harvest = SessionResults()
        self._quotations = QuoteFilter(told)
        self._sources: ProvenanceReader | None = None
        self._measures = False
        self._pending: deque[_Unstored] = deque()
        self._unread: deque[tuple[int, str, Sequence[StreamEvent]]] = deque()  # lines that the store was away for
        self._behind = False  # a line could not be stored: those after it wait, so that the order stays
        self._tried_at = 0.0

    def store_line(self, number: int, at: str, events: Sequence[StreamEvent]) -> None:
        """Store the markers of log line ``number``, which arrived ``at``. The worker does it; this returns at once,
        unless very many are waiting for the worker.
        """
        self._unread.append((number, at, events))
        self._read_lines()
        if self._behind and monotonic() - self._tried_at > RETRY_S:
            self._try_again()

    def _read_lines(self) -> None:
        """Read what came, in order. What its claims may repeat stands in the store: without that nothing is read."""
        try:
            self._sources_at_hand()
        except EnvironmentFault as fault:
            self._note(fault)
            return
        while self._unread:
            self._store_line(*self._unread.popleft())

    def _store_line(self, number: int, at: str, events: Sequence[StreamEvent]) -> None:
        found = []
        sources = self._sources_at_hand()
        for event in events:
            if isinstance(event, AssistantText):
                found += [(event.block, self._read(marker)) for marker in markers_of(event)]
            elif isinstance(event, ToolResult | UserText):
                self._quotations.add_text(event.text)
            if sources is not None:
                sources.read_events((event,))
        answers = [_answer(event) for event in events if isinstance(event, ToolResult) and event.tool_use_id]
        if found or answers:
            work = partial(self._store, number, from_text(at), found, answers)
            self._pending.append(_Unstored(self._submit(work), work, len(found) + len(answers)))
            self._reap()

    def _sources_at_hand(self) -> ProvenanceReader | None:
        """What this session's claims may repeat; None for the built-in watcher, whose claims are measured. Made with
        the first line, on the thread that reads it: the sessions before this one are read again for it."""
        if self._sources is None and not self._measures:
            session = self._book.store.read(lambda: self._book.sessions.get(self._session_id)).result()
            self._measures = session is not None and capabilities_of(session.agent).measures
            if not self._measures:
                self._sources = self._memory.provenance.before(self._session_id)
        return self._sources

    def _read(self, marker: Marker) -> _Read:
        provenance = MEASURED if self._measures else NOWHERE
        if self._sources is not None and isinstance(marker, MemoryMarker):
            provenance = self._sources.claim_provenance(marker.text, marker.service or "")
        return _Read(marker, self._quotations.is_quoted(marker), provenance)

    def _reap(self) -> None:
        """Take in what is stored, in order; what failed stays for ``settle``."""
        if len(self._pending) > MOST_WAITING:
            self._pending[-MOST_WAITING].future.exception()  # waits
        while self._pending and (first := self._pending[0].future).done() and first.exception() is None:
            self.harvest.add(first.result())
            self._pending.popleft()

    @property
    def is_behind(self) -> bool:
        """Tell whether something that was said is not stored yet."""
        return bool(self._pending or self._unread)

    @property
    def waiting(self) -> int:
        """Return how many markers and tool results are not stored yet."""
        unread = sum(_count(events) for _, _, events in self._unread)
        return sum(line.size for line in self._pending) + unread

    def _submit(self, work: Callable[[], StoredMarkers]) -> Future[StoredMarkers]:
        """The worker does one thing after the other, so that what failed is known before the next is begun."""

        def in_order() -> StoredMarkers:
            if self._behind:
                raise _WaitsForEarlierLines(UserMessage("It waits for what was said before."))
            return work()

        future = self._book.store.write(in_order)
        future.add_done_callback(self._note_failure)
        return future

    def _note_failure(self, over: Future[StoredMarkers]) -> None:
        if over.cancelled() or isinstance(over.exception(), EnvironmentFault):
            self._behind = True

    def _try_again(self) -> None:
        """Store what waits, in order, from the first that failed. Does not wait."""
        self._tried_at = monotonic()
        if not all(line.future.done() for line in self._pending):
            return
        self._behind = False
        self._pending = deque(
            line._replace(future=self._submit(line.work)) if line.future.exception() is not None else line
            for line in self._pending
        )

    def wait_until_stored(self) -> SessionResults:
        """Wait until all is stored. What failed (a full disk) is tried once more.

        What fails again stays for the next call, and ``harvest.failures`` says why, each reason once.
        """
        still: deque[_Unstored] = deque()
        self.harvest.failures.clear()
        self._read_lines()
        for line in self._pending:
            line.future.exception()  # waits
        self._try_again()
        for line in self._pending:
            error = line.future.exception()
            if error is None:
                self.harvest.add(line.future.result())
            else:
                self._note(error)
                still.append(line)
        self._pending = still
        return self.harvest

    def _note(self, error: BaseException) -> None:
        told = getattr(error, "full_text", None) or f"{type(error).__name__}: {error}"
        if not isinstance(error, _WaitsForEarlierLines) and told not in self.harvest.failures:
            self.harvest.failures.append(told)

    def _store(
        self, number: int, at: datetime, found: Sequence[tuple[int, _Read]], answers: Sequence[_Answer]
    ) -> StoredMarkers:
        kept = StoredMarkers()
        if self._folder is not None:
            note_kept_calls(self._book, self._folder, self._session_id)
        for answer in answers:
            self._complete(answer, at)
        for block, read in found:
            place = MarkerPlace(self._session_id, number, block, read.marker.place)
            part = self._quote(place, read.marker, at) if read.quoted else self._store_one(place, read, at)
            kept = StoredMarkers(
                kept.memories + part.memories,
                kept.events + part.events,
                kept.cooldowns + part.cooldowns,
                kept.warnings + part.warnings,
            )
        return kept

    def _complete(self, answer: _Answer, at: datetime) -> None:
        """A tool came back: what the guard saw it attempt is done, well or badly; or the CLI's own list refused it."""
        book, key = self._book, answer.tool_use_id
        if answer.refused:
            book.cooldowns.not_run(self._session_id, key, at)
            book.tool_calls.refused_by_list(self._session_id, key, "The list of tools of this tier does not have it.")
        else:
            book.cooldowns.complete(self._session_id, key, success=not answer.is_error, now=at)
        book.tool_calls.finish(self._session_id, key, failed=answer.is_error, now=at)

    def _quote(self, place: MarkerPlace, marker: Marker, at: datetime) -> StoredMarkers:
        """It is written down that it was said, and nothing comes of it."""
        claimed = self._book.markers.claim(place, kind=_kind(marker), line=marker.line, said=_said(marker), now=at)
        if claimed is not None:
            self._book.markers.settle(claimed, action="rejected", why=QUOTED, target_id=None)
        return StoredMarkers()

    def _store_one(self, place: MarkerPlace, read: _Read, at: datetime) -> StoredMarkers:
        marker = read.marker
        if isinstance(marker, MemoryMarker):
            candidate = MemoryCandidate(
                marker.category,
                marker.service,
                marker.text,
                SINGLE_CONFIDENCE if read.is_single_measure else DEFAULT_CONFIDENCE,
                session_id=self._session_id,
                tier=self._tier,
                provenance=read.provenance,
            )
            remembered = self._memory.ingest.marker(candidate, MarkerPosition(place, marker.line, to_text(at)))
            return StoredMarkers(memories=(remembered,) if remembered else ())
        said = _said(marker)
        claimed = self._book.markers.claim(place, kind=_kind(marker), line=marker.line, said=said, now=at)
        if claimed is None:
            return StoredMarkers()
        if isinstance(marker, NearMiss):
            self._book.markers.settle(claimed, action="rejected", why=marker.why, target_id=None)
            return StoredMarkers(warnings=(marker.why,))
        if self._book.markers.said_before(self._session_id, _kind(marker), said, claimed):
            self._book.markers.settle(claimed, action="unchanged", why="Said before in this session.", target_id=None)
            return StoredMarkers()
        if isinstance(marker, EventMarker):
            same = self._find_same(read, marker)
            if same is not None:
                self._book.markers.settle(claimed, action="unchanged", why="An event says so already.", target_id=same)
                return StoredMarkers()
            target = self._book.events.add(
                level=marker.level,
                message=marker.text,
                service=marker.service,
                session_id=self._session_id,
                now=at,
            )
            self._book.markers.settle(claimed, action="inserted", why="", target_id=target)
            return StoredMarkers(events=(target,))
        if self._dry_run:
            why = "Nothing is done in a dry run, so this does not count."
            self._book.markers.settle(claimed, action="rejected", why=why, target_id=None)
            return StoredMarkers(warnings=(f"Not recorded: “{said}”. {why}",))
        seen = self._book.cooldowns.report_action(
            self._session_id, marker.service, marker.action, success=marker.success, message=marker.text, now=at
        )
        if seen is not None:
            self._book.markers.settle(claimed, action="inserted", why="The guard saw it being done.", target_id=seen)
            return StoredMarkers(cooldowns=(seen,))
        target = self._book.cooldowns.claim(
            service=marker.service,
            action_type=marker.action,
            success=marker.success,
            message=marker.text,
            session_id=self._session_id,
            tier=self._tier,
            now=at,
        )
        self._book.markers.settle(claimed, action="inserted", why=UNSEEN_ACTION, target_id=target)
        return StoredMarkers(cooldowns=(target,))

    def _find_same(self, read: _Read, marker: EventMarker) -> int | None:
        """Return the event that says already what the watcher has measured."""
        if not marker.service or read.provenance.origin is not ClaimOrigin.MEASURED:
            return None
        return find_same_statement(self._book.events, self._book.incidents, marker.service, marker.level, marker.text)


def _count(events: Sequence[StreamEvent]) -> int:
    """Return how many markers and tool results these are."""
    markers = sum(len(markers_of(event)) for event in events if isinstance(event, AssistantText))
    return markers + sum(isinstance(event, ToolResult) and bool(event.tool_use_id) for event in events)


def _answer(result: ToolResult) -> _Answer:
    refused = result.is_error and _REFUSED.match(result.text) is not None
    return _Answer(result.tool_use_id, result.is_error, refused)


def _kind(marker: Marker) -> str:
    if isinstance(marker, NearMiss):
        return "near_miss"
    if isinstance(marker, MemoryMarker):
        return "memory"
    return "event" if isinstance(marker, EventMarker) else "cooldown"


def _said(marker: Marker) -> str:
    if isinstance(marker, MemoryMarker):
        return f"[MEMORY:{marker.category}:{marker.service or 'general'}] {marker.text}"
    if isinstance(marker, EventMarker):
        return f"[EVENT:{marker.level}:{marker.service or 'general'}] {marker.text}"
    if isinstance(marker, CooldownMarker):
        outcome = "success" if marker.success else "failure"
        return f"[COOLDOWN:{marker.action}:{marker.service}] {outcome} — {marker.text}"
    return marker.text
