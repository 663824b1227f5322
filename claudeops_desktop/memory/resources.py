"""Resources: the passage that a memory was drawn from (E2). The audit trail: every memory points to one.

Append-only by triggers in the database itself. Only a purge may take the words out, and what it leaves is a tombstone:
the row stands, its content is gone. Deleting a memory is a purge of its own passage; as long as the application is
open, undo can put the words back. Everything that writes must run inside ``store.write``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from ..core.clock import to_text
from ..storage.database import proxy
from .types import MemoryResource

CONTENT_TYPES = ("marker", "operator", "passage", "agent", "import", "tombstone")
TOMBSTONE = "tombstone"
LONGEST_CONTENT = 8_000  # characters: a passage is a few lines, never a transcript

_THESE = "(SELECT value FROM json_each(?))"


def conversation_of(session_id: int | None) -> str:
    """How a session of ours is called in ``conversation_id``; "" for none."""
    return "" if session_id is None else f"session:{session_id}"


def add(raw_content: str, content_type: str, content_at: str, conversation_id: str, now: datetime) -> int:
    """Keep a passage; its id. ``content_at`` "" means now. Raises ValueError for a type that is none."""
    if content_type not in CONTENT_TYPES or content_type == TOMBSTONE:
        raise ValueError(f"no content type of a resource: {content_type}")
    at = to_text(now)
    done = proxy.execute_sql(
        "INSERT INTO resources (raw_content, content_type, content_at, conversation_id, created_at)"
        " VALUES (?, ?, ?, ?, ?)",
        (raw_content[:LONGEST_CONTENT], content_type, content_at or at, conversation_id, at),
    )
    return int(done.lastrowid)


def get_resource(resource_id: int) -> MemoryResource | None:
    """One resource."""
    found = get_all([resource_id])
    return found[0] if found else None


def get_all(ids: Iterable[int]) -> list[MemoryResource]:
    """Resources by their ids, oldest first."""
    return _select(f"id IN {_THESE}", (json.dumps(list(ids)),))


_POINTED_TO = (
    "SELECT resource_id FROM memories WHERE id = ? UNION SELECT resource_id FROM memory_versions WHERE memory_id = ?"
)


def load_resources_of(memory_id: int) -> list[MemoryResource]:
    """All passages that said a memory, oldest first: the one it was drawn from, and those that confirmed it."""
    return _select(f"id IN ({_POINTED_TO})", (memory_id, memory_id))


def of_conversation(conversation_id: str) -> list[MemoryResource]:
    """All passages of one conversation, oldest first."""
    return _select("conversation_id = ?", (conversation_id,))


def list_resources_between(since: str, until: str) -> list[MemoryResource]:
    """Passages that were kept in a span of time, ``until`` left out, oldest first."""
    return _select("created_at >= ? AND created_at < ?", (since, until))


def ids_of(memory_ids: Sequence[int]) -> list[int]:
    """Resources that these memories, or changes in their history, point to."""
    these = json.dumps(list(memory_ids))
    rows = proxy.execute_sql(
        f"SELECT resource_id FROM memories WHERE id IN {_THESE} AND resource_id IS NOT NULL"
        f" UNION SELECT resource_id FROM memory_versions WHERE memory_id IN {_THESE} AND resource_id IS NOT NULL"
        " ORDER BY 1",
        (these, these),
    )
    return [number for (number,) in rows]


def used_by_others(ids: Iterable[int], memory_ids: Sequence[int]) -> set[int]:
    """Those of ``ids`` that memories other than ``memory_ids`` point to as well."""
    wanted, these = json.dumps(list(ids)), json.dumps(list(memory_ids))
    rows = proxy.execute_sql(
        f"SELECT resource_id FROM memories WHERE resource_id IN {_THESE} AND id NOT IN {_THESE}"
        f" UNION SELECT resource_id FROM memory_versions WHERE resource_id IN {_THESE} AND memory_id NOT IN {_THESE}",
        (wanted, these, wanted, these),
    )
    return {number for (number,) in rows}


def blank(ids: Iterable[int]) -> list[MemoryResource]:
    """Take the words out of these resources, as a purge; how they were. A tombstone stays what it is."""
    before = [resource for resource in get_all(ids) if resource.content_type != TOMBSTONE]
    with _purging():
        proxy.execute_sql(
            f"UPDATE resources SET raw_content = '', content_type = '{TOMBSTONE}' WHERE id IN {_THESE}",
            (json.dumps([resource.id for resource in before]),),
        )
    return before


def sharing_words(of: Iterable[MemoryResource]) -> list[MemoryResource]:
    """Others that hold the very passage of one of these: a line with two markers is the passage of two memories."""
    given = {(resource.conversation_id, resource.raw_content): resource.id for resource in of}
    conversations = sorted({conversation for conversation, _ in given if conversation})
    others = _select(f"conversation_id IN {_THESE}", (json.dumps(conversations),)) if conversations else []
    return [one for one in others if given.get((one.conversation_id, one.raw_content), one.id) != one.id]


def reword_resource(resource_id: int, raw_content: str) -> int:
    """Take words of one memory out of a passage of another, or put them back, as a purge; 0 where it is a tombstone."""
    with _purging():
        sql = f"UPDATE resources SET raw_content = ? WHERE id = ? AND content_type <> '{TOMBSTONE}'"
        return int(proxy.execute_sql(sql, (raw_content, resource_id)).rowcount)


def unblank(resources: Iterable[MemoryResource]) -> None:
    """Undo of a deletion: the words stand again as they were."""
    rows = [(resource.id, resource.raw_content, resource.content_type) for resource in resources]
    if not rows:
        return
    with _purging():
        proxy.execute_sql(
            "UPDATE resources SET raw_content = json_extract(j.value, '$[1]'),"
            " content_type = json_extract(j.value, '$[2]')"
            " FROM json_each(?) j WHERE resources.id = json_extract(j.value, '$[0]')",
            (json.dumps(rows),),
        )


@contextmanager
def _purging() -> Iterator[None]:
    """The triggers let a change pass while a row stands in ``resource_purge``, which nobody else ever sees: it is gone
    again before the transaction ends."""
    proxy.execute_sql("INSERT INTO resource_purge (going_on) VALUES (1)")
    try:
        yield
    finally:
        proxy.execute_sql("DELETE FROM resource_purge")


def _select(where: str, parameters: Sequence[object]) -> list[MemoryResource]:
    names = ", ".join(MemoryResource.__dataclass_fields__)
    rows = proxy.execute_sql(f"SELECT {names} FROM resources WHERE {where} ORDER BY id", tuple(parameters))
    return [MemoryResource(*row) for row in rows]
