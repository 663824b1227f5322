"""One timer for all that looks again at something from time to time.

What is due at about the same moment is done at the same beat, so that an application with nothing to do wakes once a
minute instead of once for each part of it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

log = logging.getLogger(__name__)
SHARED_S = 30.0
"""So much sooner than its own time a listener is called, where somebody else wakes the application anyway."""


class _Listener:
    def __init__(self, work: Callable[[], object], seconds: float, due: float) -> None:
        self.work = work
        self.seconds = seconds
        self.due = due
        self.called = False

    def is_due(self, now: float) -> bool:
        """Tell whether it is called at a beat ``now``. The first time it is not called too soon: a start takes its
        time over what is heavy."""
        sooner = min(SHARED_S, self.seconds / 2) if self.called else 0.0
        return self.due - sooner <= now


class SharedHeartbeat:
    """Belongs to the main thread. ``later`` starts a timer there; none runs while nobody listens."""

    def __init__(
        self,
        later: Callable[[float, Callable[[], None]], Callable[[], None]],
        stopwatch: Callable[[], float] = time.monotonic,
    ) -> None:
        self._later = later
        self._stopwatch = stopwatch
        self._listeners: list[_Listener] = []
        self._call_off: Callable[[], None] | None = None
        self._rings_at = 0.0

    def every(self, seconds: float, work: Callable[[], object], first_s: float | None = None) -> Callable[[], None]:
        """Call ``work`` in ``first_s`` seconds and every so many ``seconds`` from then on, or somewhat sooner; the
        returned function ends that."""
        first = seconds if first_s is None else first_s
        listener = _Listener(work, seconds, self._stopwatch() + first)
        self._listeners.append(listener)
        self._set()

        def end() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)
                self._set()

        return end

    def close(self) -> None:
        """Stop calling anybody."""
        self._listeners.clear()
        self._set()

    def _set(self) -> None:
        """Set the timer to the next moment at which somebody is due."""
        rings_at = min((each.due for each in self._listeners), default=None)
        if self._call_off is not None and rings_at == self._rings_at:
            return
        if self._call_off is not None:
            self._call_off()
            self._call_off = None
        if rings_at is not None:
            self._rings_at = rings_at
            self._call_off = self._later(max(0.0, rings_at - self._stopwatch()), self._beat)

    def _beat(self) -> None:
        self._call_off = None
        now = self._stopwatch()
        for each in [each for each in self._listeners if each.is_due(now)]:
            if each not in self._listeners:  # one that was called before it has ended it
                continue
            each.due, each.called = now + each.seconds, True
            try:
                each.work()
            except Exception:
                log.exception("what looks again from time to time failed; it goes on at its next beat")
        self._set()
