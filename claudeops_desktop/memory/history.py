"""Where a memory comes from and what became of it: its versions, its sources, what it replaced (E2, E7, M16)."""

from __future__ import annotations

from datetime import datetime

from ..core.principals import of_everybodys_rows
from ..records.markers import MarkerRecord
from ..records.record_books import RecordRepositories
from . import operator_corrections, resources, supersession_chain, tables
from .operator_corrections import CorrectedMemory
from .period_summary import PeriodSummary, summarize_period
from .types import Memory, MemoryLink, MemoryResource, MemoryVersion


class MemoryHistory:
    """Reads the history of memories. Everything belongs inside ``store.read``."""

    def __init__(self, book: RecordRepositories) -> None:
        self._book = book

    def versions(self, memory_id: int) -> list[MemoryVersion]:
        """Every change of a memory, oldest first (M16)."""
        return tables.versions(memory_id)

    def links(self, memory_id: int) -> list[MemoryLink]:
        """What it contradicts or returns, and what contradicts it."""
        return tables.links(memory_id)

    def markers(self, memory_id: int) -> list[MarkerRecord]:
        """The markers that said it, oldest first."""
        return self._book.markers.of_target("memory", memory_id)

    def chain(self, memory_id: int) -> list[Memory]:
        """The facts that followed one another, old to new, where it replaced one or was replaced (E7)."""
        return supersession_chain.chain(memory_id)

    def passages(self, memory_id: int) -> list[MemoryResource]:
        """All passages that said it, oldest first: what it was drawn from, and what confirmed it (E2)."""
        return resources.load_resources_of(memory_id)

    def resource(self, resource_id: int) -> MemoryResource | None:
        """A passage that a memory was drawn from (E2)."""
        return resources.get_resource(resource_id)

    def last_version(self) -> int:
        """The number of the last change of any memory: it grows with each."""
        return operator_corrections.last_version()

    def corrected_since(self, version: int) -> list[CorrectedMemory]:
        """Facts that the operator reworded after a change, the oldest first."""
        return operator_corrections.corrected_since(version)

    @of_everybodys_rows
    def period(self, since: datetime, until: datetime) -> PeriodSummary:
        """What was learned from ``since`` until before ``until``, and how many facts held at both moments."""
        return summarize_period(since, until)
