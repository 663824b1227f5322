"""Whether the services are checked on time. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from ..agents.watch.models import Service
from ..core.text_format import format_count

KEPT_BACK = timedelta(seconds=15)
"""Results reach the file in batches: so much later than they were measured."""
LATE = timedelta(seconds=5)


@dataclass(frozen=True, slots=True)
class CheckTimeliness:
    """How many checks there are, which are overdue, and how long the one that waits longest is past its time."""

    checks: int
    late: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    worst: timedelta = timedelta(0)

    @property
    def on_time(self) -> bool:
        """Tell whether all were made when they were due."""
        return not self.late and not self.never


def judge_timeliness(
    checks: Iterable[Service], interval: float, last: Mapping[str, datetime], now: datetime
) -> CheckTimeliness:
    """Compare when each check was made last with its interval (``interval`` seconds where it has none of its own).

    ``last`` maps keys of checks to their last result. A check may take as long as its time-out.
    """
    late, never, worst, number = [], [], timedelta(0), 0
    for check in checks:
        number += 1
        at = last.get(check.key)
        if at is None:
            never.append(check.key)
            continue
        allowed = timedelta(seconds=(check.interval or interval) + check.timeout) + KEPT_BACK + LATE
        if now - at > allowed:
            late.append(check.key)
            worst = max(worst, now - at - allowed + LATE)
    return CheckTimeliness(number, tuple(late), tuple(never), worst)


def describe_timeliness(found: CheckTimeliness) -> str:
    """One sentence about it."""
    if found.on_time:
        return f"{format_count(found.checks, 'check')} on time."
    parts = []
    if found.late:
        named = ", ".join(found.late[:3]) + ("…" if len(found.late) > 3 else "")
        parts.append(
            f"{len(found.late)} of {found.checks} late, by up to {found.worst.total_seconds():.0f} s ({named})"
        )
    if found.never:
        named = ", ".join(found.never[:3]) + ("…" if len(found.never) > 3 else "")
        parts.append(f"{len(found.never)} never made ({named})")
    return "; ".join(parts).capitalize() + "."
