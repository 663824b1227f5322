"""A fact that has changed: the newer one closes the older one, visibly and reversibly (E7, M10).

What is closed keeps its row, its history and its confidence; it names its successor and the moment. Prompts leave it
out. It opens again where the newer one goes, where the operator raises or pins it, and where it is said anew. A pinned
memory is never closed: the operator wants it in every prompt.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from ..core.clock import to_text
from ..storage.database import proxy
from . import tables
from .types import ClosedMemory, Memory

OPENED: Mapping[str, Any] = {"superseded_by": None, "valid_until": ""}
NEWER_ONE_WENT = "Valid again: the newer fact that had closed it is gone."


def closes(old: Memory) -> bool:
    """Tell whether a newer fact closes this one: not where it is pinned, nor where one closed it before."""
    return not old.pinned and old.superseded_by is None


def closed(old: Memory, new_id: int, now: datetime) -> Mapping[str, Any]:
    """The columns that close ``old``; none where it stays as it is."""
    return {"superseded_by": new_id, "valid_until": to_text(now)} if closes(old) else {}


def reopening_columns(memory: Memory, now: datetime | None = None) -> Mapping[str, Any]:
    """The columns that open a memory again; ``now`` where it holds anew since then, None where it was never wrong."""
    if memory.superseded_by is None:
        return {}
    return OPENED if now is None else {**OPENED, "valid_from": to_text(now)}


def release(gone: Mapping[int, Memory], by: str, now: datetime) -> dict[int, tuple[ClosedMemory, ...]]:
    """What memories that are about to go had closed: it opens again, or passes to the one that had closed them.

    By the id of the one that goes. Inside ``store.write``, before the rows are removed.
    """
    found: dict[int, tuple[ClosedMemory, ...]] = {}
    for old in _closed_by(gone):
        newer = int(old.superseded_by or 0)
        heir = _heir(newer, gone)
        columns = {"superseded_by": heir} if heir else OPENED
        tables.update(old.id, **columns)
        version = 0
        if heir is None:
            back = replace(old, **OPENED)
            version = tables.add_version(back, action="reopened", by=by, why=NEWER_ONE_WENT, now=now)
        one = ClosedMemory(old.id, old.valid_until, old.updated_at, heir, version)
        found[newer] = (*found.get(newer, ()), one)
    return found


def restore(newer: int, closed_before: Sequence[ClosedMemory], there: Collection[int]) -> bool:
    """Close again what a memory had closed before it went; whether nothing of that is left to do.

    What was changed meanwhile is left as it is. Inside ``store.write``.
    """
    whole = True
    for one in closed_before:
        if one.memory_id not in there:
            whole = False
            continue
        old = tables.get_memory(one.memory_id)
        if old is None or old.superseded_by != one.heir or old.updated_at != one.updated_at or old.pinned:
            continue
        tables.update(old.id, superseded_by=newer, valid_until=one.valid_until)
        if one.version_id:
            tables.remove_version(one.version_id)
    return whole


def rejoin_chain(memory: Memory, there: Collection[int]) -> bool:
    """Close a memory that came back before the one that had closed it; whether nothing of that is left to do."""
    if memory.superseded_by is None:
        return True
    if memory.superseded_by not in there:
        return False
    now = tables.get_memory(memory.id)
    if now is not None and now.superseded_by is None and now.updated_at == memory.updated_at and not now.pinned:
        tables.update(memory.id, superseded_by=memory.superseded_by, valid_until=memory.valid_until)
    return True


def _heir(newer: int, gone: Mapping[int, Memory]) -> int | None:
    """The one that closed those that go, over all that go themselves."""
    seen = set()
    at: int | None = newer
    while at is not None and at in gone and at not in seen:
        seen.add(at)
        at = gone[at].superseded_by
    return at if at is not None and at not in gone and tables.present([at]) else None


def _closed_by(gone: Mapping[int, Memory]) -> list[Memory]:
    these = json.dumps(sorted(gone))
    sql = "superseded_by IN (SELECT value FROM json_each(?)) AND id NOT IN (SELECT value FROM json_each(?))"
    return tables.select(sql, (these, these), "ORDER BY id")


def find_dangling(ids: Sequence[int]) -> list[int]:
    """Those of ``ids`` whose successor is not there."""
    sql = (
        "SELECT id FROM memories WHERE id IN (SELECT value FROM json_each(?)) AND superseded_by IS NOT NULL"
        " AND superseded_by NOT IN (SELECT id FROM memories)"
    )
    return [number for (number,) in proxy.execute_sql(sql, (json.dumps(list(ids)),))]
