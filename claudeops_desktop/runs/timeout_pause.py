"""The time limit of a session stands still while it waits for the operator's yes: that time is not the agent's."""

from __future__ import annotations

import logging
from collections.abc import Callable

from ..core.clock import from_text
from ..records.approvals import Approval
from ..storage import CommittedChange
from .run_context import RunContext
from .wait_for_answer import WallClockTimer

log = logging.getLogger(__name__)


class TimeoutPause:
    """Calls ``hold`` with True when a question of the session begins to wait, with False when none waits any more.

    On the main thread. A question that runs out while nobody writes that down holds nothing up for longer.
    """

    def __init__(self, around: RunContext, session_id: int, hold: Callable[[bool], None]) -> None:
        self._around = around
        self._session_id = session_id
        self._hold = hold
        self._over = False
        self._wait: WallClockTimer | None = None
        self._forget = around.book.store.hub.listen(self._changed)

    def end(self) -> None:
        """The session is over."""
        self._over = True
        self._forget()
        self._set(None)

    def _changed(self, change: CommittedChange) -> None:
        """Any thread."""
        if change.table == "approvals":
            self._around.book.store.read(self._read)

    def _read(self) -> None:
        try:
            waiting = self._around.book.approvals.waiting(self._around.clock())
        except Exception:  # the limit runs on: that errs on the side that ends
            log.exception("what waits for an answer could not be read")
            return
        mine = [asked for asked in waiting if asked.session_id == self._session_id]
        self._around.loop.call(lambda: self._seen(mine))

    def _seen(self, waiting: list[Approval]) -> None:
        if self._over:
            return
        self._set(None)
        self._hold(bool(waiting))
        if waiting:
            until = max(from_text(asked.expires_at) for asked in waiting)
            self._set(WallClockTimer(self._around, until, lambda: self._seen([])))

    def _set(self, wait: WallClockTimer | None) -> None:
        if self._wait is not None:
            self._wait.cancel()
        self._wait = wait
