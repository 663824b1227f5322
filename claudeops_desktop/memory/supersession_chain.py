"""The chain of a fact that changed: what it replaced, itself, and what replaced it (E7)."""

from __future__ import annotations

from . import tables
from .types import Memory

LONGEST = 40


def chain(memory_id: int) -> list[Memory]:
    """Old to new, ``memory_id`` among them; that one alone where nothing was replaced. Inside ``store.read``.

    Where it replaced several, the way back goes along the latest of them. At most ``LONGEST`` each way.
    """
    found = tables.get_memory(memory_id)
    if found is None:
        return []
    seen = {found.id}
    line = [found]
    while len(line) < LONGEST and (newer := _get(line[-1].superseded_by)) is not None and newer.id not in seen:
        seen.add(newer.id)
        line.append(newer)
    before: list[Memory] = []
    at = found
    while len(before) < LONGEST and (older := _replaced_by(at.id)) is not None and older.id not in seen:
        seen.add(older.id)
        before.append(older)
        at = older
    return [*reversed(before), *line]


def _get(memory_id: int | None) -> Memory | None:
    return tables.get_memory(memory_id) if memory_id is not None else None


def _replaced_by(memory_id: int) -> Memory | None:
    found = tables.select("superseded_by = ?", (memory_id,), "ORDER BY valid_until DESC, id DESC LIMIT 1")
    return found[0] if found else None
