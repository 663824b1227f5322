"""A change in words, without a window: ``40 min before: postgres 15.6 → 15.7``."""

from __future__ import annotations

from datetime import datetime, timedelta

from ...core.clock import from_text
from ...core.text_format import format_count
from ...records.changes import RecordedChange


def describe_change(change: RecordedChange, before: datetime | None = None) -> str:
    """The change in one line; with ``before``, how long before that moment it was."""
    if before is None:
        return change.text
    return f"{format_lead(before - from_text(change.at))}: {change.text}"


def format_lead(span: timedelta) -> str:
    """``just before``, ``40 min before``, ``3 h before``, ``2 days before``; ``5 min after`` for a negative span."""
    seconds, side = abs(span.total_seconds()), "before" if span >= timedelta() else "after"
    if seconds < 60:
        return f"just {side}"
    if seconds < 90 * 60:
        return f"{round(seconds / 60)} min {side}"
    if seconds < 36 * 3600:
        return f"{round(seconds / 3600)} h {side}"
    return f"{format_count(round(seconds / 86400), 'day')} {side}"
