"""What the review page asks for, on a reader thread: the facts that wait, and one of them in full."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from ....memory.agent import MemoryAgent
from ....memory.fact import Judgement, Memory, Resource
from ....memory.retraction import RETRACTS
from ....memory.search import Facets, MemoryQuery


@dataclass(frozen=True, slots=True)
class Listed:
    """The ids of the facts that wait under the filters, and how many each filter leaves."""

    ids: tuple[int, ...]
    facets: Facets
    waiting: int


@dataclass(frozen=True, slots=True)
class Listing:
    """Asks for them. Answers with the query first."""

    agent: MemoryAgent
    query: MemoryQuery

    def __call__(self) -> tuple[MemoryQuery, Listed]:
        """Read them."""
        found = tuple(self.agent.ids(self.query))
        return self.query, Listed(found, self.agent.facets(self.query), self.agent.held())


@dataclass(frozen=True, slots=True)
class Rows:
    """Asks for whole rows."""

    agent: MemoryAgent
    ids: tuple[int, ...]

    def __call__(self) -> dict[Hashable, Memory]:
        """Read them."""
        return {memory.id: memory for memory in self.agent.rows(self.ids)}


@dataclass(frozen=True, slots=True)
class Waiting:
    """One fact that waits, in full: the passage that it was drawn from, and what approving it would meet.

    ``meets`` holds the memories that it would confirm or contradict, with the judge's word on each; ``retires`` the one
    that it asks to be forgotten, where it is such a proposal.
    """

    memory: Memory
    passage: Resource | None
    meets: tuple[tuple[Memory, Judgement], ...] = ()
    retires: Memory | None = None


@dataclass(frozen=True, slots=True)
class WaitingOf:
    """Asks for one. Answers with its id first; None where it waits no more."""

    agent: MemoryAgent
    memory_id: int

    def __call__(self) -> tuple[int, Waiting | None]:
        """Read it."""
        memory = self.agent.get(self.memory_id)
        if memory is None or memory.gate != "hold":
            return self.memory_id, None
        passage = self.agent.resource(memory.resource_id) if memory.resource_id is not None else None
        links = self.agent.links(memory.id)
        wanted = [link.to_id for link in links if link.kind == RETRACTS and link.from_id == memory.id]
        retires = self.agent.get(wanted[0]) if wanted else None
        meets = () if retires is not None else tuple(self.agent.would(memory.id))
        return self.memory_id, Waiting(memory, passage, meets, retires)
