"""What has been spent when a session wants to start or has ended, and the warnings that come of it."""

from __future__ import annotations

from datetime import UTC, datetime

from ..agents.types import SessionOutcome
from ..core.settings import LimitSettings
from ..core.usage_window import UsageWindow, made_window
from ..records.record_books import RecordRepositories
from ..records.spend import day_start, month_start
from .spend import SpentTotals, spend_warnings


def count_spend(book: RecordRepositories, run_id: int | None, now: datetime) -> SpentTotals:
    """The dollars already spent by run, day and month, which count against the caps at ``now``. Reads the records."""
    run = book.spend.of_run(run_id) if run_id is not None else 0.0
    return SpentTotals(run, book.spend.today(now), book.spend.month(now))


def window_of(outcome: SessionOutcome, now: datetime) -> UsageWindow | None:
    """Return what a session heard of the subscription's window; None where it heard nothing."""
    said, limit = outcome.window, outcome.limit
    if limit is not None:
        name = said.window if said is not None else ""
        return made_window(now, name=name, used=1.0, resets_at=limit.opens_at(now), closed=True)
    if said is None or said.status == "rejected":  # it went on after all, on what is paid beside the subscription
        return None
    ends = None if said.resets_at is None else datetime.fromtimestamp(said.resets_at, UTC)
    return made_window(now, name=said.window, used=said.utilization, resets_at=ends, closed=False)


def warn_of_caps(book: RecordRepositories, limits: LimitSettings, now: datetime) -> None:
    """Events for caps that are near or reached, each once in its period. Runs inside ``store.write``.

    They belong to no session: what an agent says always does, so that it cannot pass for this.
    """
    for warning in spend_warnings(limits, count_spend(book, None, now)):
        starts = day_start(now) if warning.period == "day" else month_start(now)
        if book.spend.note_warning(warning.period, starts, warning.cap_usd, warning.reached, now):
            book.events.add(level=warning.level, message=warning.message, service=None, session_id=None, now=now)
