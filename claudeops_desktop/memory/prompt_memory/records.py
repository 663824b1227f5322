"""What each session was told, and what came of it: the rows of ``injections``. Writes belong inside ``store.write``."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from ...core.clock import to_text
from ...records.telemetry import recording
from ...storage.database import proxy
from .types import SESSION, PromptEntry, PromptMemory


@dataclass(frozen=True, slots=True)
class InjectionRow:
    """A row of ``injections``. ``used`` is 1, 0, or None while nobody looked or nothing could be told; ``how`` says it
    in one sentence."""

    id: int
    session_id: int
    memory_id: int
    part: str
    tokens: int
    used: int | None
    how: str
    created_at: str
    settled_at: str

    def as_json(self) -> dict[str, Any]:
        """The row, under the table's column names."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class InjectionHistory:
    """How often a memory was told, how often it was used and ignored, its priority in recall, and the latest rows."""

    memory_id: int
    times: int
    used: int
    ignored: int
    tokens: int
    priority: float
    rows: tuple[InjectionRow, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Counts and the latest rows."""
        return asdict(self)


def record(session_id: int, injected: PromptMemory, appended: str, now: datetime) -> int:
    """Note what this session is told; how many memories. What the operator took out of ``appended`` was not told.

    Being told in the block is no recall: everything in it would stay fresh for ever (decision 0060). What was looked
    for, because the session is about it, counts as recalled.
    """
    count = 0
    for part in injected.parts:
        told = [entry for entry in part.entries if entry.memory is not None and entry.line in appended]
        count += sum(_row(session_id, part.name, entry, now) for entry in told)
        for entry in told if part.name == SESSION else ():
            assert entry.memory is not None  # noqa: S101
            proxy.execute_sql(
                "UPDATE memories SET recall_count = recall_count + 1, last_recalled_at = ? WHERE id = ?",
                (to_text(now), entry.memory.id),
            )
    recording.emit_event(
        "inject",
        "memory.inject.completed",
        now=now,
        session_id=session_id,
        memories=count,
        tokens=injected.tokens,
        left_out=sum(len(part.left_out) for part in injected.parts),
        parts={part.name: part.tokens for part in injected.parts},
        notes=len(injected.notes),
    )
    return count


def _row(session_id: int, part: str, entry: PromptEntry, now: datetime) -> int:
    assert entry.memory is not None  # noqa: S101
    return int(
        proxy.execute_sql(
            "INSERT INTO injections (session_id, memory_id, part, tokens, created_at)"
            " SELECT ?, id, ?, ?, ? FROM memories WHERE id = ? ON CONFLICT DO NOTHING",  # it may be gone by now
            (session_id, part, entry.tokens, to_text(now), entry.memory.id),
        ).rowcount
    )


_NAMES = ", ".join(InjectionRow.__dataclass_fields__)


def of_session(session_id: int) -> list[InjectionRow]:
    """What a session was told, in the order of the prompt."""
    rows = proxy.execute_sql(f"SELECT {_NAMES} FROM injections WHERE session_id = ? ORDER BY id", (session_id,))
    return [InjectionRow(*row) for row in rows]


def of_memory(memory_id: int, limit: int = 50) -> InjectionHistory:
    """How often a memory was told and used; its latest ``limit`` rows, newest first."""
    row = proxy.execute_sql(
        "SELECT count(*), coalesce(sum(used = 1), 0), coalesce(sum(used = 0), 0), coalesce(sum(tokens), 0)"
        " FROM injections WHERE memory_id = ?",
        (memory_id,),
    ).fetchone()
    found = proxy.execute_sql("SELECT retrieval_priority FROM memories WHERE id = ?", (memory_id,)).fetchone()
    rows = proxy.execute_sql(
        f"SELECT {_NAMES} FROM injections WHERE memory_id = ? ORDER BY id DESC LIMIT ?", (memory_id, limit)
    )
    times, used, ignored, tokens = map(int, row)
    latest = tuple(InjectionRow(*one) for one in rows)
    return InjectionHistory(memory_id, times, used, ignored, tokens, float(found[0]) if found else 0.0, latest)


def list_unsettled(limit: int = 1000) -> list[int]:
    """Sessions that are over and whose memories nobody looked at yet, oldest first."""
    rows = proxy.execute_sql(
        "SELECT DISTINCT i.session_id FROM injections i JOIN sessions s ON s.id = i.session_id"
        " WHERE i.settled_at = '' AND s.status <> 'running' ORDER BY 1 LIMIT ?",
        (limit,),
    )
    return [number for (number,) in rows]


def settle_injection(row: InjectionRow, *, used: bool | None, how: str, priority: float | None, now: datetime) -> None:
    """Write down what came of one; ``priority`` is the memory's new one, None leaves it."""
    proxy.execute_sql(
        "UPDATE injections SET used = ?, how = ?, settled_at = ? WHERE id = ? AND settled_at = ''",
        (None if used is None else int(used), how, to_text(now), row.id),
    )
    if priority is not None:
        proxy.execute_sql("UPDATE memories SET retrieval_priority = ? WHERE id = ?", (priority, row.memory_id))
    if used:
        proxy.execute_sql("UPDATE memories SET last_recalled_at = ? WHERE id = ?", (to_text(now), row.memory_id))
