"""The routine in the application: at each beat, before a scheduled run and after each run it does what is overdue (R4).

The work is done by a process of its own at a low priority. It waits while a session runs: where one begins, a step
stops after the part that it is at, and goes on after the session.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from datetime import tzinfo
from functools import partial
from typing import TYPE_CHECKING

from ..core.errors import ClaudeOpsError
from ..core.lazy import is_made, lazy_property
from ..records.sessions import RunTrigger
from ..storage.change_events import CommittedChange

if TYPE_CHECKING:
    from ..runs.request import QueuedRun, RunEnded
    from ..runs.run_context import RunContext
    from .control import RoutineControl
    from .process import RoutineProcess
    from .weekly.types import WeeklyReport

log = logging.getLogger(__name__)
DUE = "--due"
MOST_WAIT_S = 60.0  # that long at most a scheduled run waits for the routine
WAITING = (RunTrigger.SCHEDULED, RunTrigger.CATCH_UP)
"""Who waits for the routine. What somebody or an incident asks for does not."""


class RoutineService:
    """Does the routine's jobs, one round at a time. Lives on the main thread; ``control`` belongs to any. ``zone``
    gives the operator's time zone."""

    def __init__(self, around: RunContext, zone: Callable[[], tzinfo]) -> None:
        self._around = around
        self._zone = zone
        self._acting = False
        self._ending = threading.Event()
        self._in_a_hurry = threading.Event()  # a scheduled run has waited long enough
        self._round: Future[None] | None = None
        self._again = False
        self._asked: list[str] = []  # by the operator; taken out once the process was started for it
        self._held: dict[int, bool] = {}  # runs that wait, by number: whether they may begin now
        self._go_on: Callable[[], None] = lambda: None
        self._report_written: Callable[[WeeklyReport], object] = lambda _report: None

    @lazy_property
    def control(self) -> RoutineControl:
        """What the operator sees of it. Loaded when it is first asked for."""
        from .control import RoutineControl

        around = self._around
        return RoutineControl(
            around.folder,
            around.book,
            around.memory_of,
            lambda: around.settings.current,
            around.clock,
            self._zone,
        )

    @lazy_property
    def _process(self) -> RoutineProcess:
        from .process import RoutineProcess

        return RoutineProcess(self._around.folder, self._around.environ)

    def on_report(self, tell: Callable[[WeeklyReport], object]) -> None:
        """Have ``tell`` called with each new weekly report, on a thread that may wait."""
        self._report_written = tell

    def start(self) -> None:
        """This application keeps the schedule: what is overdue is done from now on."""
        self._acting = True
        self.check_soon()

    def rest(self) -> None:
        """Another application keeps the schedule: what goes on stops soon, and nothing waits for it. What the operator
        asks for is done all the same."""
        self._acting = False
        self._ask_to_end()
        self._let_go()

    def run_ended(self, _run: RunEnded) -> None:
        """A run is over: what waited for it goes on."""
        self._in_a_hurry.clear()
        self.check_soon()

    def run_now(self, job: str) -> None:
        """Do a job as soon as no session runs, whether it is due or not."""
        self._asked.append(job)
        self.check_soon()

    def check_soon(self) -> None:
        """Look for what is overdue now, or once more after the round that is on."""
        if self._ending.is_set() or not (self._acting or self._asked):
            return
        if self._round is not None and not self._round.done():
            self._again = True
            return
        self._again = False
        self._round = self._around.pool.submit(self._work)
        self._round.add_done_callback(lambda _done: self._around.loop.call(self._round_ended))

    def holds(self, queued: QueuedRun, go_on: Callable[[], None]) -> bool:
        """Tell whether a run is to wait for what is overdue; ``go_on`` is called once it need not."""
        if not self._acting or queued.request.trigger not in WAITING or self._ending.is_set():
            return False
        if queued.number not in self._held:
            self._held[queued.number] = False
            self._go_on = go_on
            self._around.loop.later(MOST_WAIT_S, partial(self._hurry, queued.number))
            self.check_soon()
        return not self._held[queued.number]

    def finish(self) -> None:
        """Wait for the round that is on."""
        if self._round is not None:
            self._round.result()

    def close(self) -> None:
        """Begin nothing more; what goes on stops soon, and is done next time."""
        self._ending.set()
        self._ask_to_end()

    def _ask_to_end(self) -> None:
        if is_made(self, "_process"):
            self._process.ask_to_end()

    def _hurry(self, number: int) -> None:
        if self._held.get(number) is False:
            self._in_a_hurry.set()
            self._ask_to_end()
            self._let_go()

    def _let_go(self) -> None:
        waiting = [number for number, may_begin in self._held.items() if not may_begin]
        self._held |= dict.fromkeys(waiting, True)
        if waiting:
            self._go_on()

    def _round_ended(self) -> None:
        """On the main thread."""
        if self._again and not self._ending.is_set():
            self.check_soon()
        else:
            self._let_go()

    def _is_held(self) -> bool:
        """Tell whether a session runs, or everything is stopped. On a thread that may wait."""
        return self._in_a_hurry.is_set() or self.control.is_held()

    def _work(self) -> None:
        try:
            if self._is_held():
                return
            while self._asked and not self._ending.is_set():
                self._run(self._asked.pop(0))
            if self._acting and not self._ending.is_set() and not self._is_held() and self.control.runner.overdue():
                self._run(DUE)
        except ClaudeOpsError as fault:  # tried again at the next beat
            log.warning("the routine waits: %s", fault.full_text)
        except Exception:
            log.exception("the routine failed")

    def _run(self, what: str) -> None:
        before = self._latest_report()
        self._process.run(what)
        self._around.book.store.hub.publish(CommittedChange("*"))  # whatever the process wrote
        report = self._latest_report()
        if report is not None and (before is None or before.span.week != report.span.week):
            self._report_written(report)

    def _latest_report(self) -> WeeklyReport | None:
        return self._around.book.store.read(self.control.latest_report).result()
