"""What the routine does to all of memory (R1 to R3): each in short transactions, and idempotent."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from ...core.clock import Clock
from ...core.principals import of_everybodys_rows
from ...records.record_books import RecordRepositories
from ...records.telemetry import recording
from ..batches import batched
from . import new_facts
from .statistics import MemoryStatistics, count_memories

if TYPE_CHECKING:
    from ..retrieval import RetrievalService
    from .archived_clusters import ArchivedCluster

AT_ONCE = 50  # facts that one write changes
MODEL_WAIT_S = 60.0


class MemoryMaintenance:
    """Waits for the database: not on a GUI thread, nor inside a read or write of the store. ``stopped`` is asked
    between two parts; what is left then is done next time."""

    def __init__(self, book: RecordRepositories, clock: Clock, recall: RetrievalService) -> None:
        self._book = book
        self._clock = clock
        self._recall = recall

    def prefer_new(self, stopped: Callable[[], bool]) -> int:
        """Raise the priority in recall of what was extracted within a day, once each; how many it raised."""
        store, now, raised = self._book.store, self._clock(), 0
        for some in batched(store.read(lambda: new_facts.list_new(now)).result(), AT_ONCE):
            if stopped():
                break
            raised += store.write(partial(new_facts.prefer, store, some, now)).result()
        return raised

    def note_statistics(self) -> MemoryStatistics:
        """Count what there is, and write it into the activity log."""
        store, now = self._book.store, self._clock()
        found = store.read(lambda: count_memories(now)).result()
        store.write(
            lambda: recording.emit_event("statistics", "memory.statistics", now=now, **found.as_json())
        ).result()
        return found

    @of_everybodys_rows
    def statistics(self) -> MemoryStatistics:
        """Count what there is."""
        now = self._clock()
        return self._book.store.read(lambda: count_memories(now)).result()

    def rebuild_summaries(self, stopped: Callable[[], bool]) -> tuple[int, int]:
        """Write each summary anew from the facts that hold; how many there are, and how many say something else now."""
        from ..recall import summaries

        store, now, changed = self._book.store, self._clock(), 0
        keys = sorted(store.read(summaries.all_keys).result())
        for key in keys:
            if stopped():
                break
            changed += store.write(partial(summaries.build, [key], now)).result()
        return len(keys), changed

    def check_embeddings(self, stopped: Callable[[], bool]) -> tuple[int, int]:
        """Embed some facts again and compare; where the model answers otherwise than it did, all vectors are made
        anew. How many were compared, and how many were made."""
        from .embedding_check import drifted

        embedder = self._recall.load_embedder(MODEL_WAIT_S)
        if embedder is None:
            return 0, 0
        store = self._book.store
        compared, differing = drifted(store, embedder)
        if not differing or stopped():
            return compared, 0
        store.write(lambda: recording.emit_event(
            "index", "memory.embeddings.drifted", now=self._clock(), level="warning", model=embedder.name,
            compared=compared, differing=differing,
        )).result()  # fmt: skip
        return compared, self._recall.indexer.remake_vectors(embedder, stopped)

    @of_everybodys_rows
    def cluster_archived(self, stopped: Callable[[], bool]) -> list[ArchivedCluster]:
        """Archived facts of one service and domain that are about the same, in groups. Needs the embedding model's
        vectors; without them there are none."""
        from ..recall.vectors import index_name
        from .archived_clusters import cluster_group, list_groups

        embedder = self._recall.load_embedder(MODEL_WAIT_S)
        if embedder is None:
            return []
        store, found = self._book.store, list["ArchivedCluster"]()
        for service, domain in store.read(list_groups).result():
            if stopped():
                break
            found += store.read(partial(cluster_group, service, domain, index_name(embedder.name))).result()
        return found
