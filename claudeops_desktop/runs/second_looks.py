"""The second look in the background (E7): after a run, and while nothing runs. No run and no window waits for it.

Only the application that keeps the schedule asks a model by itself. It does not while schedules are paused or
everything is stopped, and after a call that failed it waits before the next one.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

from ..core.emergency_stop_marker import is_stopped
from ..models.permission import is_allowed
from .request import RunEnded
from .run_context import RunContext

if TYPE_CHECKING:
    from ..memory import Due

log = logging.getLogger(__name__)
BEAT_S = 60.0
FIRST_S = 30.0
NEXT_TRY = timedelta(minutes=15)
"""So long nothing is tried after a round that ended early: no model, the day's money is spent, a call failed."""
LEAVE_S = 2.0


class SecondLookRunner:
    """Lives on the main thread; a thread of its own asks the model. ``busy`` says whether a run is on."""

    def __init__(self, around: RunContext, busy: Callable[[], bool]) -> None:
        self._around = around
        self._busy = busy
        self._stop = threading.Event()
        self._call_off: Callable[[], None] | None = None
        self._idle = threading.Event()
        self._idle.set()
        self._not_before: datetime | None = None
        self._after_run = False
        self._quiet_at: tuple[int, ...] = ()

    def start(self) -> None:
        """Look for pairs that wait, now and from time to time."""
        if self._call_off is None:
            self._stop.clear()
            self._call_off = self._around.loop.every(BEAT_S, self.look_now, FIRST_S)

    def rest(self) -> None:
        """Ask nothing more, until the next start. Does not wait."""
        self._stop.set()
        if self._call_off is not None:
            self._call_off()
            self._call_off = None

    def run_ended(self, _run: RunEnded) -> None:
        """What its sessions said was judged: what is in doubt need not wait for a full batch."""
        self._after_run = True
        self._quiet_at = ()

    def wait(self, seconds: float) -> bool:
        """Wait until nothing is being asked, so long at most; whether that is so."""
        return self._idle.wait(seconds)

    def close(self) -> None:
        """Ask nothing more. A model that does not answer now is given up: what was sent is asked again later."""
        self.rest()
        self.wait(LEAVE_S)

    def look_now(self) -> None:
        """Look now, if anything is due and nothing speaks against it. Returns at once; main thread."""
        if self._over() or self._busy() or not self._idle.is_set():
            return
        settings = self._around.settings.current
        if settings.run.paused or not is_allowed(settings):
            return
        if self._not_before is not None and self._around.clock() < self._not_before:
            return
        store = self._around.book.store
        mark = store.mark()
        if mark == self._quiet_at:
            return  # nobody wrote since nothing was due
        after_run = self._after_run
        self._idle.clear()
        question = store.read(lambda: self._around.memory.second_look.is_due(at_once=after_run))
        question.add_done_callback(partial(self._looked, mark))

    def _looked(self, mark: tuple[int, ...], answer: Future[Due]) -> None:
        """Any thread: whether something is due is known."""
        if not answer.cancelled() and answer.exception() is not None:
            log.warning("the second look could not read its queue: %s", answer.exception())
        elif not answer.cancelled() and answer.result() == "now" and not self._over():
            threading.Thread(target=self._look, name="second-look", daemon=True).start()
            return
        elif not answer.cancelled() and answer.result() == "nothing":
            self._quiet_at = mark
        self._idle.set()

    def _look(self) -> None:
        from ..agents.redact import text_redactor
        from ..models.choose import choose_model

        around = self._around
        settings = around.settings.current
        try:
            model = choose_model(settings, around.folder, around.environ, around.clock)
            redact = text_redactor(around.environ, settings.logs.secret_variables)
            found = around.memory.second_look.ask_model(model, redact=redact, stopped=self._held)
            self._after_run = False
            self._not_before = around.clock() + NEXT_TRY if found.note else None
        except Exception:
            if not self._stop.is_set():
                log.exception("the second look failed; it is tried again at the next beat")
        finally:
            self._idle.set()

    def _over(self) -> bool:
        return self._stop.is_set() or is_stopped(self._around.folder.root)

    def _held(self) -> bool:
        settings = self._around.settings.current
        return self._over() or settings.run.paused or not is_allowed(settings)
