"""Telemetry: one row for each thing that a step of the pipeline did (R5; the component document, Observability)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import orjson

from ...core.clock import to_text
from ...storage.database import proxy


def emit_event(
    component: str,
    action: str,
    *,
    now: datetime,
    level: str = "info",
    success: bool = True,
    duration_ms: float | None = None,
    session_id: int | None = None,
    memory_id: int | None = None,
    job: str = "",
    **detail: Any,
) -> None:
    """Write one event. Inside ``store.write``.

    ``component`` is observe, gate, judge, index, recall, inject, echo, forward, lessons, purge, checkpoint, mcp,
    reflect or triage;
    ``action`` such as ``memory.observe.completed``. ``detail`` must be JSON, and hold no text of a memory: ids and
    counts, so that a purge has nothing to look for here.
    """
    proxy.execute_sql(
        "INSERT INTO telemetry (at, level, component, action, success, duration_ms, session_id, memory_id, job, detail)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(to_text(now), level, component, action, int(success), duration_ms, session_id, memory_id, job),
            orjson.dumps(detail).decode(),
        ),
    )
