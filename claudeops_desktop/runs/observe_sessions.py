"""After a session its words become facts, in the background (E3, E14): no run and no window waits for it.

What is to be observed is noted in the database first. A thread of its own does the work, one transcript after the
other; the application that keeps the schedule looks each minute for what others noted (the hook before a compaction) or
a crash left behind.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from functools import partial
from typing import TYPE_CHECKING

from ..core.emergency_stop_marker import is_stopped
from ..core.errors import EnvironmentFault
from .request import RunEnded
from .run_context import RunContext

if TYPE_CHECKING:
    from ..core.clock import Clock
    from ..core.paths import DataFolder
    from ..core.settings.groups import Settings
    from ..memory import MemoryService
    from ..memory.extraction import ObservationResult, Observer, ReadTranscript
    from ..records.record_books import RecordRepositories

log = logging.getLogger(__name__)
HEARTBEAT_S = 60.0
PASSED_OVER = 9  # heartbeats: the mark is a time, and two writes may fall into one tick of the clock
FIRST_S = 10.0
PATIENCE_S = 5.0
Work = Callable[["Observer"], "ObservationResult"]


class SessionObserver:
    """Observes what ended. Lives on the main thread; its own thread is made when it is first needed.

    ``on_done`` is called on that thread with what came of each piece of work.
    """

    def __init__(self, around: RunContext, on_done: Callable[[ObservationResult], None] | None = None) -> None:
        self._around = around
        self._on_done = on_done
        self._work: queue.SimpleQueue[Work | None] = queue.SimpleQueue()
        self._waiting = 0
        self._idle = threading.Condition()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._call_off: Callable[[], None] | None = None
        self._quiet_at: tuple[int, ...] = ()  # the store's mark at a look that found nothing
        self._passed_over = 0

    def start(self) -> None:
        """Look for what waits, now and from time to time. Only who keeps the schedule does so."""
        if self._call_off is None:
            self._call_off = self._around.loop.every(HEARTBEAT_S, self._beat, FIRST_S)

    def run_ended(self, run: RunEnded) -> None:
        """Its sessions have something to say."""
        if self._wanted:
            for number in run.session_ids:
                self._submit(partial(_one_session, number))

    def wait(self, seconds: float) -> bool:
        """Wait until nothing is left to do, so long at most; whether that is so."""
        with self._idle:
            return self._idle.wait_for(lambda: self._waiting == 0, seconds)

    def close(self) -> None:
        """Finish what takes a moment. What takes longer is given up at the next fact, and caught up later."""
        if self._call_off is not None:
            self._call_off()
            self._call_off = None
        self.wait(PATIENCE_S)
        with self._idle:
            self._stop.set()
            thread = self._thread
        if thread is not None:
            self._work.put(None)
            thread.join(PATIENCE_S)  # one that waits for a model holds nothing up: it is a daemon

    @property
    def _wanted(self) -> bool:
        return self._around.settings.current.memory.observe and not self._is_over()

    def _is_over(self) -> bool:
        """The application ends, or the operator stopped everything: what is left is caught up later."""
        return self._stop.is_set() or is_stopped(self._around.folder.root)

    def _beat(self) -> None:
        if not self._wanted or self._waiting:
            return
        store = self._around.book.store
        if store.absence is not None:
            return
        from ..memory.extraction import any_noted

        if any_noted(str(self._around.folder.root)):
            self._submit(_catch_up)
            return
        mark = store.mark()
        if mark == self._quiet_at and self._passed_over < PASSED_OVER:
            self._passed_over += 1  # nobody wrote since: what did not wait then does not wait now
            return
        self._passed_over = 0
        from ..memory.extraction import anything_waits

        now = self._around.clock()
        with self._idle:
            self._waiting += 1
        store.read(lambda: anything_waits(now)).add_done_callback(partial(self._looked, mark))

    def _looked(self, mark: tuple[int, ...], answer: Future[bool]) -> None:
        """Where nothing waits, nothing that observes is even loaded."""
        if answer.cancelled() or answer.exception() is not None or answer.result():
            self._submit(_catch_up)
        else:
            self._quiet_at = mark
        with self._idle:
            self._waiting -= 1
            self._idle.notify_all()

    def _submit(self, work: Work) -> None:
        with self._idle:
            if self._stop.is_set():  # the answer to a look came after the end
                return
            self._waiting += 1
            self._work.put(work)
            if self._thread is None:
                self._thread = threading.Thread(target=self._go_on, name="observer", daemon=True)
                self._thread.start()

    def _go_on(self) -> None:
        while (work := self._work.get()) is not None:
            try:
                if not self._is_over():
                    self._told(work(self._observer()))
            except EnvironmentFault as fault:
                log.warning("a session cannot be observed yet; it is tried again at the next heartbeat: %s", fault)
            except Exception:
                if not self._stop.is_set():
                    log.exception("a session could not be observed; it is tried again at the next heartbeat")
            finally:
                with self._idle:
                    self._waiting -= 1
                    self._idle.notify_all()

    def _observer(self) -> Observer:
        around = self._around
        return make_observer(
            around.book,
            around.memory,
            around.settings.current,
            around.folder,
            around.clock,
            around.environ,
            self._is_over,
        )

    def _told(self, done: ObservationResult) -> None:
        if self._on_done is not None:
            self._on_done(done)


def make_observer(
    book: RecordRepositories,
    memory: MemoryService,
    settings: Settings,
    folder: DataFolder,
    clock: Clock,
    environ: Mapping[str, str],
    stopped: Callable[[], bool],
) -> Observer:
    """What observes the sessions of a data folder; ``stopped`` is asked between facts. Of several processes one
    observes at a time."""
    from ..memory.extraction import Observer, ObserverCallbacks
    from ..records.prompt_requests import wish_in

    return Observer(
        book,
        memory,
        settings,
        folder,
        clock,
        environ=environ,
        hooks=ObserverCallbacks(
            wish_of=wish_in,
            stopped=stopped,
            observed=partial(learn_from_transcript, book),
            refutes=refuted_claims,
        ),
    )


def learn_from_transcript(book: RecordRepositories, read: ReadTranscript) -> None:
    """File the problems that a transcript of somebody else's session shows (L6); those of our own are incidents.
    Raises EnvironmentFault where it cannot be read."""
    if read.session_id is not None:
        return
    from ..learning import LearningService

    LearningService(book).learn_from_transcript(
        read.path, read.conversation, services=read.services, redact=read.redact
    )


def refuted_claims(read: ReadTranscript) -> Callable[[str], str]:
    """What says why a statement of a transcript is contradicted by its own checks (L6). Raises EnvironmentFault where
    it cannot be read."""
    from ..learning import find_refuted, read_cases

    return find_refuted(read_cases(read.path, read.conversation, services=read.services))


def _one_session(session_id: int, observer: Observer) -> ObservationResult:
    return observer.observe_session(session_id)


def _catch_up(observer: Observer) -> ObservationResult:
    return observer.catch_up()
