"""What recalls cost, and when to save (E16): 10 becomes 5, no model, no graph, the two tiers alone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import orjson

from ...core.clock import to_text
from ...core.secrets.redact_shapes import without_shapes
from ...records.telemetry import recording
from ...storage.database import proxy
from .types import RecallRequest, RecallResult

# An injection asks for more than it tells, and counts what it told itself; a purge leaves no words of its own.
UNCOUNTED = ("injection", "benchmark", "purge")


class RecallSpend:
    """What recalls cost today, read once and then only what came since."""

    def __init__(self) -> None:
        self._day, self._last, self._spent = "", 0, 0.0
        self._mark: tuple[int, ...] | None = None

    def spent(self, now: datetime, mark: tuple[int, ...] | None = None) -> float:
        """Dollars of all recalls since midnight UTC. ``mark``: as long as it stays the same nobody else has asked, and
        only what ``ask_again`` tells of is read."""
        day = to_text(now)[:10]
        if day == self._day and mark is not None and mark == self._mark:
            return self._spent
        if day != self._day:
            self._day, self._last, self._spent = day, 0, 0.0
        sql = "SELECT coalesce(sum(cost_usd), 0), max(id) FROM recalls WHERE id > ? AND at >= ?"
        more, last = proxy.execute_sql(sql, (self._last, day)).fetchone()
        self._spent += float(more)
        self._last = max(self._last, int(last or 0))
        self._mark = mark
        return self._spent

    def ask_again(self) -> None:
        """This process has written down a recall that cost something."""
        self._mark = None


def spent_today(now: datetime) -> float:
    """Dollars of all recalls since midnight UTC."""
    start = to_text(now.replace(hour=0, minute=0, second=0, microsecond=0))
    row = proxy.execute_sql("SELECT coalesce(sum(cost_usd), 0) FROM recalls WHERE at >= ?", (start,)).fetchone()
    return float(row[0])


def under_pressure(spent: float, allowed: float) -> bool:
    """Tell whether recall must save: the day's money is spent. 0 allows any."""
    return allowed > 0 and spent >= allowed


def record(request: RecallRequest, found: RecallResult, now: datetime) -> int:
    """Keep what was asked, which tier answered, what it cost; count the recall at each memory. Inside ``store.write``.

    The row's id. Telemetry holds counts only, no words.
    """
    ids: Sequence[int] = [item.memory.id for item in found.items]
    asked = (
        ("", "")
        if request.asked_by == "purge"
        else (
            without_shapes(request.question, 4000),
            without_shapes(found.rewritten, 4000),
        )
    )
    stages = {stage.name: round(stage.ms, 3) for stage in found.stages}
    done = proxy.execute_sql(
        "INSERT INTO recalls (at, session_id, asked_by, question, rewritten, profile, tier, memory_ids, duration_ms,"
        " cost_usd, detail) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(to_text(now), request.session_id, request.asked_by, *asked),
            *(found.profile, found.tier, orjson.dumps(ids).decode(), round(found.duration_ms, 3), found.cost_usd),
            orjson.dumps({"stages": stages, "note": found.note, "conflicts": found.conflicts}).decode(),
        ),
    )
    if request.asked_by not in UNCOUNTED:
        proxy.execute_sql(
            "UPDATE memories SET recall_count = recall_count + 1, last_recalled_at = ?"
            " WHERE id IN (SELECT value FROM json_each(?))",
            (to_text(now), orjson.dumps(ids).decode()),
        )
    recording.emit_event(
        "recall",
        "memory.recall.completed",
        now=now,
        duration_ms=round(found.duration_ms, 3),
        session_id=request.session_id,
        tier=found.tier,
        profile=found.profile,
        asked_by=request.asked_by,
        found=len(ids),
        conflicts=len(found.conflicts),
        cost_usd=found.cost_usd,
        stages=stages,
    )
    return int(done.lastrowid)
