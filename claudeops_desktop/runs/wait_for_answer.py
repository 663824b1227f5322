"""Waiting for the operator's answer, or for a better time: nothing ticks while nothing changes."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from ..core.clock import from_text
from ..records.approvals import Approval
from ..storage import CommittedChange
from .run_context import RunContext

log = logging.getLogger(__name__)

LOOKS_EACH_S = 60.0  # timers stand still while the computer sleeps: the clock on the wall is compared meanwhile


class WallClockTimer:
    """Calls ``reached`` on the main thread once ``moment`` has come by the clock on the wall. Main thread only."""

    def __init__(self, around: RunContext, moment: datetime, reached: Callable[[], None]) -> None:
        self._around = around
        self._moment = moment
        self._reached = reached
        self._over = False
        self._call_off = self._set()

    def cancel(self) -> None:
        """Wait no longer."""
        self._over = True
        self._call_off()

    def _look(self) -> None:
        if self._over:
            return
        if self._around.clock() >= self._moment:
            self._over = True
            self._reached()
        else:
            self._call_off = self._set()

    def _set(self) -> Callable[[], None]:
        left = (self._moment - self._around.clock()).total_seconds()
        return self._around.loop.later(min(max(left, 0.0), LOOKS_EACH_S), self._look)


class ApprovalWaiter:
    """Calls ``answered`` with the approval, on the main thread and once, as soon as it waits no longer.

    Whoever answered: this process, the guard of a session or the command line (``notice`` tells of those), or time.
    """

    def __init__(self, around: RunContext, asked: Approval, answered: Callable[[Approval], None]) -> None:
        self._around = around
        self._id = asked.id
        self._answered = answered
        self._over = False
        self._forget = around.book.store.hub.listen(self._changed)
        self._timer = WallClockTimer(around, from_text(asked.expires_at), self._run_out)
        self._look()  # it may have been answered before anybody listened

    def cancel(self) -> None:
        """Wait no longer; the question itself is left as it is."""
        self._over = True
        self._forget()
        self._timer.cancel()

    def _changed(self, change: CommittedChange) -> None:
        """Any thread."""
        if change.table == "approvals" and (not change.ids or self._id in change.ids):
            self._look()

    def _look(self) -> None:
        self._around.book.store.read(self._read)

    def _read(self) -> None:
        try:
            found = self._around.book.approvals.get(self._id)
        except Exception:  # the next change, or the end of the time, looks again
            log.exception("approval %d could not be read", self._id)
            return
        if found is not None and not found.is_waiting:
            self._around.loop.call(lambda: self._take(found))

    def _run_out(self) -> None:
        """What is written is told, and read then."""
        now = self._around.clock()
        self._around.book.store.write(lambda: self._around.book.approvals.expire(now))
        if not self._over:  # should that write fail, it is tried again
            self._timer = WallClockTimer(self._around, now + timedelta(seconds=LOOKS_EACH_S), self._run_out)

    def _take(self, found: Approval) -> None:
        if not self._over:
            self.cancel()
            self._answered(found)
