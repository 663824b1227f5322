"""Why nobody looked at the clock for a while: sleep, a clock that was set, or an application that was held up."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TimeGap:
    """``cause`` is a clause ("the machine was asleep"); ``back`` says when a catch-up ran ("on wake")."""

    cause: str
    back: str


ASLEEP = TimeGap("the machine was asleep", "on wake")
NOT_RUNNING = TimeGap("the application was not running", "at the next start")
CLOCK_FORWARD = TimeGap("the clock was set forward", "afterwards")
HELD_UP = TimeGap("the application was held up", "afterwards")


@dataclass(frozen=True, slots=True)
class ElapsedClocks:
    """Seconds since some fixed moment, as two clocks that nobody can set: one counts sleep, one does not."""

    with_sleep: float
    awake: float


Stopwatch = Callable[[], ElapsedClocks]


def read_stopwatches() -> ElapsedClocks:
    """The machine's own stopwatches. Where sleep cannot be told apart both are the same."""
    awake = time.monotonic()
    boot: int | None = getattr(time, "CLOCK_BOOTTIME", None)  # Linux only
    return ElapsedClocks(awake if boot is None else time.clock_gettime(boot), awake)


def explain_gap(wall_s: float, before: ElapsedClocks, after: ElapsedClocks) -> TimeGap:
    """Explain a gap of ``wall_s`` seconds on the wall clock: sleep, a clock that was set, or a busy machine."""
    with_sleep = after.with_sleep - before.with_sleep
    awake = after.awake - before.awake
    parts = ((wall_s - with_sleep, CLOCK_FORWARD), (with_sleep - awake, ASLEEP), (awake, HELD_UP))
    return max(parts, key=lambda part: part[0])[1]
