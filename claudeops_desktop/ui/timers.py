"""Timers that are set to a moment instead of a length of time."""

from __future__ import annotations

from PySide6.QtCore import QTimer

from ..core.clock import from_text, utc_now

LONGEST_MS = 3_600_000


def start_timer_at(timer: QTimer, moment: str | None) -> None:
    """Set a timer to a stored moment; stop it where there is none."""
    if moment is None:
        timer.stop()
        return
    wait = (from_text(moment) - utc_now()).total_seconds() * 1000
    timer.start(int(min(max(wait, 0) + 20, LONGEST_MS)))
