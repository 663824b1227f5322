"""Memories that were deleted: brought back within thirty days, gone for good when the operator says so or with a purge
(M14).

Each lies in ``memory_trash`` as one document with its history, its links and its words in the records of others. One
that was brought back leaves its document there for the rest of the time, for what joins it to another that comes back
later. Writes run inside ``store.write``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
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
from . import derived_data, tables
from .deletion import CONTRADICTED_BY_DELETED, DELETED, JUDGED_AGAINST_DELETED, MemoryDeletion, texts_of
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
            snapshots = self._forgetting.take_out([number])
            for snapshot in snapshots:
                document = orjson.dumps({"snapshot": snapshot, "records": records}).decode()
                proxy.execute_sql(
                    "INSERT OR REPLACE INTO memory_trash (memory_id, deleted_at, document, audience)"
                    " VALUES (?, ?, ?, ?)",
                    (number, to_text(self._clock()), document, snapshot.memory.audience),
                )
            gone += snapshots
        if gone:
            tables.drop_words()
            self._forgetting.let_go([snapshot.memory.id for snapshot in gone])  # their documents are what comes back
        return MemoryChange(f"Delete {counted(len(gone))}", tuple(gone), ())

    def bring_back(self, memory_id: int) -> Memory:
        """Bring a memory back with its history. Raises OperatorError where it does not lie there, or no longer."""
        return self.bring_all_back([memory_id]).after[0].memory

    def bring_all_back(self, ids: Sequence[int]) -> MemoryChange:
        """Bring these memories back with their histories; the notes say which lie there no longer. Raises OperatorError
        where none does."""
        self.drop_expired()
        found = {number: (snapshot, records) for number, snapshot, records in self._documents("1")}
        lying = set(self._lying())
        back = [number for number in dict.fromkeys(ids) if number in found and number in lying]
        missing = [number for number in dict.fromkeys(ids) if number not in back]
        notes = [UserMessage("Memory {memory_id} is not in the trash.", memory_id=number) for number in missing]
        if not back:
            raise OperatorError(notes[0], UserMessage("See `memory trash`."))
        for number in back:
            lying.discard(number)
            self._bring_one_back(number, found, lying)
        snapshots = tuple(found[number][0] for number in back)
        return MemoryChange(f"Restore {counted(len(back))}", (), snapshots, tuple(map(str, notes)))

    def _bring_one_back(
        self, memory_id: int, found: Mapping[int, tuple[MemorySnapshot, list[derived_data.Row]]], lying: set[int]
    ) -> None:
        """``lying`` are those that stay in the trash."""
        snapshot, records = found[memory_id]
        others = [pair for number, pair in found.items() if number != memory_id and number not in lying]
        self._forgetting.defer_rejoin([other for other, _ in others if _joins(other, memory_id)])
        self._forgetting.restore([snapshot])
        derived_data.bring_back(records)  # what waits for another memory stands in that one's document too
        for _, theirs in others:
            derived_data.bring_back([row for row in theirs if memory_id in row[1].values()])
        proxy.execute_sql(
            "UPDATE memory_trash SET restored_at = ? WHERE memory_id = ?", (to_text(self._clock()), memory_id)
        )

    def delete_for_good(self, ids: Sequence[int]) -> int:
        """Remove memories so that nothing brings them back, from the trash and where they are still there, with their
        words in what else lies in the trash; how many."""
        wanted = set(ids)
        gone = list(self._forgetting.forget(sorted(wanted)))
        self._forgetting.let_go(sorted(wanted))
        left = dict[int, str]()
        for number, document in proxy.execute_sql("SELECT memory_id, document FROM memory_trash").fetchall():
            if number in wanted:
                gone.append(_read(document)[0])
            else:
                left[number] = document
        texts = sorted({text for snapshot in gone for text in texts_of(snapshot)}, key=len, reverse=True)
        for number, document in left.items():
            if (becomes := _without(document, wanted, texts)) != document:
                proxy.execute_sql("UPDATE memory_trash SET document = ? WHERE memory_id = ?", (becomes, number))
        these = orjson.dumps(sorted(wanted)).decode()
        proxy.execute_sql("DELETE FROM memory_trash WHERE memory_id IN (SELECT value FROM json_each(?))", (these,))
        there = {snapshot.memory.id for snapshot in gone}
        self._forgetting.store.changed("memories", *there, what="deleted")
        return len(there)

    def rows(self) -> list[TrashedMemory]:
        """What lies in the trash, the latest first. Inside a read or a write."""
        now = to_text(self._clock())
        rows = proxy.execute_sql("SELECT deleted_at, document FROM memory_trash WHERE restored_at = ''").fetchall()
        found = []
        for deleted_at, document in rows:
            gone_at = to_text(datetime.fromisoformat(deleted_at) + KEPT)
            if gone_at > now:
                found.append(TrashedMemory(_read(document)[0].memory, deleted_at, gone_at))
        return sorted(found, key=lambda one: (one.deleted_at, one.memory.id), reverse=True)

    def count(self) -> int:
        """How many lie in the trash. Inside a read or a write."""
        since = to_text(self._clock() - KEPT)
        sql = "SELECT count(*) FROM memory_trash WHERE restored_at = '' AND deleted_at > ?"
        return int(proxy.execute_sql(sql, (since,)).fetchone()[0])

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
    """Tell whether something of this memory waits for the other one."""
    ends = {end for link in snapshot.links for end in (link.from_id, link.to_id)}
    return (
        memory_id in ends
        or snapshot.memory.superseded_by == memory_id
        or any(one.memory_id == memory_id for one in snapshot.closed)
    )


def _without(document: str, gone: Collection[int], texts: Sequence[str]) -> str:
    """A document of the trash without what joins its memory to those that are gone, and without their words."""
    told = orjson.loads(document)
    snapshot = told["snapshot"]
    snapshot["links"] = [one for one in snapshot["links"] if not {one["from_id"], one["to_id"]} & set(gone)]
    snapshot["closed"] = [one for one in snapshot["closed"] if one["memory_id"] not in gone]
    told["records"] = [row for row in told["records"] if not {row[1].get("old_id"), row[1].get("new_id")} & set(gone)]
    for version in snapshot["versions"]:
        if version.get("other_id") in gone:
            version["why"] = CONTRADICTED_BY_DELETED if version["action"] == "lowered" else JUDGED_AGAINST_DELETED
    own = snapshot["memory"]["observation"]
    return orjson.dumps(derived_data.replace_texts(told, [text for text in texts if text not in own], DELETED)).decode()


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
