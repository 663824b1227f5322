"""Memories that were deleted on the command line: brought back within thirty days, gone with a purge (M14).

Each lies in ``memory_trash`` as one document with its history, its links and its words in the records of others. One
that was brought back leaves its document there for the rest of the time, for what joins it to another that comes back
later. Writes run inside ``store.write``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar

import orjson

from ..core.clock import Clock, to_text
from ..core.errors import OperatorError
from ..core.messages import UserMessage
from ..core.trusted_time import is_time_trusted
from ..records.markers import MarkerRecord
from ..storage.database import proxy
from . import derived_data
from .deletion import MemoryDeletion
from .types import (
    ClosedMemory,
    Memory,
    MemoryChange,
    MemoryLink,
    MemoryQuote,
    MemoryResource,
    MemorySnapshot,
    MemoryVersion,
    counted,
)

__all__ = ["KEPT", "MemoryTrash", "TrashedMemory", "empty"]

KEPT = timedelta(days=30)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class TrashedMemory:
    """A deleted memory, when it was deleted, and when it goes for good."""

    memory: Memory
    deleted_at: str
    gone_at: str

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return self.memory.as_json() | {"deleted_at": self.deleted_at, "gone_at": self.gone_at}


class MemoryTrash:
    """Puts memories into the trash and takes them out."""

    def __init__(self, clock: Clock, forgetting: MemoryDeletion) -> None:
        self._clock = clock
        self._forgetting = forgetting

    def trash_memories(self, ids: Sequence[int]) -> MemoryChange:
        """Delete these memories, each by itself, so that each can come back without the others."""
        gone: list[MemorySnapshot] = []
        for number in dict.fromkeys(ids):
            records = derived_data.records_of([number])
            snapshots = self._forgetting.forget([number])
            for snapshot in snapshots:
                document = orjson.dumps({"snapshot": snapshot, "records": records}).decode()
                proxy.execute_sql(
                    "INSERT OR REPLACE INTO memory_trash (memory_id, deleted_at, document, audience)"
                    " VALUES (?, ?, ?, ?)",
                    (number, to_text(self._clock()), document, snapshot.memory.audience),
                )
            gone += snapshots
        return MemoryChange(f"Delete {counted(len(gone))}", tuple(gone), ())

    def bring_back(self, memory_id: int) -> Memory:
        """Bring a memory back with its history. Raises OperatorError where it does not lie there, or no longer."""
        self.drop_expired()
        found = {number: (snapshot, records) for number, snapshot, records in self._documents("1")}
        if memory_id not in found or memory_id not in self._lying():
            raise OperatorError(
                UserMessage("Memory {memory_id} is not in the trash.", memory_id=memory_id),
                UserMessage("See `memory trash`."),
            )
        snapshot, records = found.pop(memory_id)
        joined = [other for other, _ in found.values() if _joins(other, memory_id)]
        self._forgetting.defer_rejoin([other for other in joined if other.memory.id not in self._lying()])
        self._forgetting.restore([snapshot])
        derived_data.bring_back(records)  # what waits for another memory stands in that one's document too
        for other, theirs in found.values():
            if other.memory.id not in self._lying():
                derived_data.bring_back([row for row in theirs if memory_id in row[1].values()])
        proxy.execute_sql(
            "UPDATE memory_trash SET restored_at = ? WHERE memory_id = ?", (to_text(self._clock()), memory_id)
        )
        return snapshot.memory

    def rows(self) -> list[TrashedMemory]:
        """What lies in the trash, the latest first. Inside a read or a write."""
        now = self._clock()
        found = []
        for number, deleted_at in self._lying().items():
            for _, snapshot, _ in self._documents("memory_id = ?", number):
                gone_at = to_text(datetime.fromisoformat(deleted_at) + KEPT)
                if gone_at > to_text(now):
                    found.append(TrashedMemory(snapshot.memory, deleted_at, gone_at))
        return sorted(found, key=lambda one: (one.deleted_at, one.memory.id), reverse=True)

    def drop_expired(self) -> int:
        """Remove for good what was deleted more than thirty days ago; how many."""
        if not is_time_trusted():
            return 0
        before = to_text(self._clock() - KEPT)
        return int(proxy.execute_sql("DELETE FROM memory_trash WHERE deleted_at <= ?", (before,)).rowcount)

    def _lying(self) -> dict[int, str]:
        return dict(iter(proxy.execute_sql("SELECT memory_id, deleted_at FROM memory_trash WHERE restored_at = ''")))

    def _documents(self, where: str, *values: object) -> list[tuple[int, MemorySnapshot, list[derived_data.Row]]]:
        sql = f"SELECT memory_id, document FROM memory_trash WHERE {where} ORDER BY memory_id"
        return [(number, *_read(document)) for number, document in proxy.execute_sql(sql, values)]


def empty() -> int:
    """Remove everything in the trash for good; how many memories lay there. Inside ``store.write``."""
    return int(proxy.execute_sql("DELETE FROM memory_trash").rowcount)


def _joins(snapshot: MemorySnapshot, memory_id: int) -> bool:
    """Whether something of this memory waits for the other one."""
    ends = {end for link in snapshot.links for end in (link.from_id, link.to_id)}
    return (
        memory_id in ends
        or snapshot.memory.superseded_by == memory_id
        or any(one.memory_id == memory_id for one in snapshot.closed)
    )


def _read(document: str) -> tuple[MemorySnapshot, list[derived_data.Row]]:
    read = orjson.loads(document)
    told = read["snapshot"]
    snapshot = MemorySnapshot(
        _made(Memory, told["memory"]),
        _all(MemoryVersion, told["versions"]),
        _all(MemoryLink, told["links"]),
        _all(MarkerRecord, told["markers"]),
        _all(MemoryQuote, told["quotes"]),
        _all(ClosedMemory, told["closed"]),
        _all(MemoryResource, told["resources"]),
    )
    return snapshot, [(table, row) for table, row in read["records"]]


def _all(kind: type[T], rows: Sequence[Mapping[str, Any]]) -> tuple[T, ...]:
    return tuple(_made(kind, row) for row in rows)


def _made(kind: type[T], columns: Mapping[str, Any]) -> T:
    """A dataclass from what was stored: columns that came since take their defaults."""
    known = kind.__dataclass_fields__  # type: ignore[attr-defined]
    return kind(**{name: value for name, value in columns.items() if name in known})
