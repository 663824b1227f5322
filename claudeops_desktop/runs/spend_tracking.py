"""What has been spent when a session wants to start or has ended, and the warnings that come of it."""

from __future__ import annotations

from datetime import datetime

from ..core.settings import LimitSettings
from ..records.record_books import RecordRepositories
from ..records.spend import day_start, month_start
from .spend import SpentTotals, spend_warnings


def count_spend(book: RecordRepositories, run_id: int | None, now: datetime) -> SpentTotals:
    """The dollars already spent by run, day and month, which count against the caps at ``now``. Reads the records."""
    run = book.spend.of_run(run_id) if run_id is not None else 0.0
    return SpentTotals(run, book.spend.today(now), book.spend.month(now))


def warn_of_caps(book: RecordRepositories, limits: LimitSettings, now: datetime) -> None:
    """Events for caps that are near or reached, each once in its period. Runs inside ``store.write``.

    They belong to no session: what an agent says always does, so that it cannot pass for this.
    """
    for warning in spend_warnings(limits, count_spend(book, None, now)):
        starts = day_start(now) if warning.period == "day" else month_start(now)
        if book.spend.note_warning(warning.period, starts, warning.cap_usd, warning.reached, now):
            book.events.add(level=warning.level, message=warning.message, service=None, session_id=None, now=now)
