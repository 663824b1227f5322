"""What the detail pane needs to know of one memory, read in one go (M16, M17)."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from ....memory import (
    ContextRequest,
    InjectionHistory,
    Memory,
    MemoryClosing,
    MemoryContext,
    MemoryLink,
    MemoryResource,
    MemoryService,
    MemoryVersion,
    RecallRecord,
)
from ....records.markers import MarkerRecord
from .rows import Key, MemoryTableRow, fact_row
from .text import ReadingOutlook, reading_outlook


@dataclass(frozen=True, slots=True)
class MemoryDetails:
    """A row; of a fact also its history (oldest first), the lines that said it, its links, and whether it will be read.

    ``row`` is None where it is gone. ``closing`` is what closed or lowered it. ``others`` holds the memories at the
    other ends, where they are still there. ``context`` is what the reading was reckoned from, to be used again while
    nothing changes. ``recalls`` are the latest that found it, ``told`` the sessions that read it, ``chain`` the facts
    that followed one another, old to new, and ``passages`` what it was drawn from and confirmed by.
    """

    key: Key
    row: MemoryTableRow | None
    history: tuple[MemoryVersion, ...] = ()
    sources: tuple[MarkerRecord, ...] = ()
    links: tuple[MemoryLink, ...] = ()
    others: dict[int, Memory] = field(default_factory=dict)
    reading: ReadingOutlook | None = None
    context: MemoryContext | None = None
    recalls: tuple[RecallRecord, ...] = ()
    told: InjectionHistory | None = None
    chain: tuple[Memory, ...] = ()
    passages: tuple[MemoryResource, ...] = ()
    closing: MemoryClosing | None = None

    @property
    def memory(self) -> Memory | None:
        """Return the memory, where it is one."""
        return self.row.memory if self.row is not None else None

    @property
    def memory_id(self) -> int:
        """Return the id of its record."""
        return self.row.id if self.row is not None else 0


def load_memory_details(
    agent: MemoryService,
    memory_id: int,
    budget: int,
    known: MemoryContext | None,
    now: datetime,
) -> MemoryDetails:
    """Read it all on a reader thread. ``known`` is an earlier context that still holds, or None."""
    memory = agent.search.get(memory_id)
    if memory is None:
        return MemoryDetails(memory_id, None)
    history = agent.history.versions(memory.id)
    links = agent.history.links(memory.id)
    ends = {link.from_id for link in links} | {link.to_id for link in links}
    ends |= {version.other_id for version in history if version.other_id is not None}
    others = {other.id: other for other in agent.search.rows(sorted(ends - {memory.id}))}
    context = known or agent.prompt.block(ContextRequest(budget, now))
    return MemoryDetails(
        memory_id,
        fact_row(memory),
        tuple(history),
        tuple(agent.history.markers(memory.id)),
        tuple(links),
        others,
        reading_outlook(memory, context, agent.aging.next_exit(memory, now)),
        context,
        tuple(agent.recall.of_memory(memory.id)),
        agent.prompt.history_of(memory.id),
        tuple(agent.history.chain(memory.id)),
        tuple(agent.history.passages(memory.id)),
        agent.review.closing_of(memory.id),
    )


def first_source(sources: tuple[MarkerRecord, ...], session_id: int | None) -> tuple[int, int | None] | None:
    """Return session and line that said a memory first: its own session's line where there is one (M16)."""
    for source in sources:
        if session_id is None or source.session_id == session_id:
            return source.session_id, source.log_line
    return None if session_id is None else (session_id, None)
