"""From the store's threads to the GUI thread: what changed, and answers to questions."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from shiboken6 import isValid

from ..core.errors import is_bug
from ..core.gc_policy import collect_if_due
from ..core.messages import UserMessage
from ..core.principals import ActingPrincipal, acting_as
from .change_events import CommittedChange
from .store import DataStore

log = logging.getLogger(__name__)
T = TypeVar("T")
DATA_VERSION_POLL_MS = 1000
BUG = UserMessage("Something in Claude Ops failed; what you were doing may not have happened. The log says more.")
Done = Callable[[T], None]
Failed = Callable[[Exception], None]
Acting = Callable[[], ActingPrincipal | None]


def nobody_named() -> ActingPrincipal | None:
    """The operator of a store that is a file: all rows are his."""
    return None


class _Asked(Generic[T]):
    """One piece of work on its way, as the thread that does it sees it.

    Closures of the window hold its widgets. Whoever drops the last reference to a widget destroys it, and a thread of
    the store must not be that: so what the window handed over is let go on the GUI thread, when the answer arrives.
    """

    __slots__ = ("_acting", "_done", "_failed", "_work", "turn")

    def __init__(
        self,
        work: Callable[[], T] | None,
        done: Done[T] | None,
        failed: Failed | None,
        acting: Acting = nobody_named,
    ) -> None:
        self._work = work
        self._done = done
        self._failed = failed
        self._acting = acting
        self.turn: tuple[object, int] | None = None

    def __call__(self) -> T:
        """On the thread that does it."""
        assert self._work is not None  # noqa: S101
        principal = self._acting()
        if principal is None:
            return self._work()
        with acting_as(principal):
            return self._work()

    @property
    def teller(self) -> object:
        """Which method of which object is told; nothing is held by it."""
        return id(getattr(self._done, "__self__", None)), getattr(self._done, "__func__", self._done)

    def let_go(self) -> tuple[Done[T] | None, Failed | None]:
        """On the GUI thread: whom to tell. Nothing of the window is held here any more."""
        told = self._done, self._failed
        self._work = self._done = self._failed = None
        return told


class StoreBridge(QObject):
    """Lives on the GUI thread.

    ``changed`` carries every CommittedChange, those of other processes too while ``watch(True)``. What it is asked and
    told is done for whom ``acting`` names: the operator of a store that several people share.
    """

    changed = Signal(object)  # CommittedChange
    failed = Signal(object)  # one plain sentence; an object, so that a message keeps its template

    _told = Signal(object)
    _answered = Signal(object)
    _others_wrote = Signal()

    def __init__(self, store: DataStore, parent: QObject | None = None, acting: Acting = nobody_named) -> None:
        super().__init__(parent)
        self.store = store
        self.acting = acting  # called on the threads that do the work
        self._told.connect(self.changed, Qt.ConnectionType.QueuedConnection)
        self._answered.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._others_wrote.connect(self._look, Qt.ConnectionType.QueuedConnection)
        self._stop = store.hub.listen(self._told.emit)
        self._version: int | None = None
        self._closed = False
        self._on_their_way: set[_Asked[Any]] = set()  # so that the GUI thread is the last to hold what it asked
        self._turns = 0
        self._heard: dict[object, int] = {}  # of each method that hears the newest only: the last answer it was told
        self._poll = QTimer(self, interval=DATA_VERSION_POLL_MS)
        self._poll.setTimerType(Qt.TimerType.CoarseTimer)
        self._poll.timeout.connect(self._look)

    def ask(
        self,
        question: Callable[[], T],
        done: Callable[[T], None],
        failed: Callable[[Exception], None] | None = None,
        *,
        newest: bool = False,
    ) -> Future[T]:
        """Answer ``question`` on a reader thread, then call ``done`` with the answer on the GUI thread.

        The returned future can be cancelled: then neither is called. Without ``failed`` an error is told as a sentence.
        After ``close`` nothing is asked: the future comes back cancelled. There are several readers, so that an answer
        may come after that to a later question: with ``newest`` it is dropped then, where the same method is told.
        """
        if self._closed:
            return _nothing()
        return self._handed(self.store.read, _Asked(question, done, failed, self.acting), newest)

    def write(
        self,
        operation: Callable[[], T],
        done: Callable[[T], None] | None = None,
        failed: Callable[[Exception], None] | None = None,
    ) -> Future[T]:
        """The same for a write on the worker thread."""
        return self.submit_work(self.store.write, operation, done, failed)

    def submit_work(
        self,
        to: Callable[[Callable[[], T]], Future[T]],
        work: Callable[[], T],
        done: Callable[[T], None] | None = None,
        failed: Callable[[Exception], None] | None = None,
    ) -> Future[T]:
        """The same by any pool that takes work: ``to`` submits it."""
        return self._handed(to, _Asked(work, done, failed, self.acting))

    def _handed(self, to: Callable[[Callable[[], T]], Future[T]], asked: _Asked[T], newest: bool = False) -> Future[T]:
        if newest:
            self._turns += 1
            asked.turn = asked.teller, self._turns
        self._on_their_way.add(asked)
        try:
            future = to(asked)
        except BaseException as error:
            self._on_their_way.discard(asked)
            if not (self._closed and isinstance(error, RuntimeError)):
                raise
            return _nothing()  # the pool is shut: the application has ended
        return self._follow(future, asked)

    def follow(
        self,
        future: Future[T],
        done: Callable[[T], None] | None = None,
        failed: Callable[[Exception], None] | None = None,
    ) -> Future[T]:
        """Bring the outcome of any future to the GUI thread."""
        asked = _Asked(None, done, failed)
        self._on_their_way.add(asked)
        return self._follow(future, asked)

    def watch(self, on: bool) -> None:
        """Poll for other processes' writes while a window is visible; not while idle in the tray."""
        self.store.hear_others(self._others_wrote.emit if on else _nobody)
        if on:
            self._look()  # at once: what is written before the first beat is not passed over
            self._poll.start()
        else:
            self._poll.stop()

    def close(self) -> None:
        """Stop telling; answers still on their way are dropped. A second time nothing happens."""
        if self._closed:
            return
        self._closed = True
        self._poll.stop()
        self.store.hear_others(_nobody)
        self._stop()
        self._answered.disconnect(self._deliver)

    def _follow(self, future: Future[T], asked: _Asked[T]) -> Future[T]:
        future.add_done_callback(lambda ended: self._send((ended, asked)))
        return future

    def _send(self, parcel: tuple[Future[Any], _Asked[Any]]) -> None:
        try:
            self._answered.emit(parcel)
        except RuntimeError:  # the application is going down: nobody is left to answer
            log.debug("an answer came after the end")

    @Slot(object)
    def _deliver(self, parcel: tuple[Future[Any], _Asked[Any]]) -> None:
        collect_if_due()
        future, asked = parcel
        self._on_their_way.discard(asked)
        done, failed = asked.let_go()
        if future.cancelled():
            return
        if asked.turn is not None:
            teller, turn = asked.turn
            if turn < self._heard.get(teller, 0):
                return
            self._heard[teller] = turn
        error = future.exception()
        try:
            if _gone(done) or _gone(failed):
                return
            if error is None:
                if done is not None:
                    done(future.result())
                return
            bug = is_bug(error)
            if bug or failed is None:
                log.error("background work failed", exc_info=error)
            if failed is not None and isinstance(error, Exception):
                failed(error)
            else:
                self.failed.emit(BUG if bug else getattr(error, "full_text", str(error)))
        finally:
            _forget_trace(error)

    @Slot()
    def _look(self) -> None:
        self.follow(self.store.external_version(), self._seen)

    def _seen(self, version: int) -> None:
        if self._version is not None and version != self._version:
            self.changed.emit(CommittedChange("*"))
        self._version = version


def _gone(slot: Callable[..., None] | None) -> bool:
    """Tell whether the Qt object that asked was deleted while the answer was on its way."""
    owner = getattr(getattr(slot, "func", slot), "__self__", None)  # of a partial too
    return isinstance(owner, QObject) and not isValid(owner)


def _nobody() -> None:
    """Nobody is told of what others write."""


def _nothing() -> Future[Any]:
    """What is not done any more."""
    future: Future[Any] = Future()
    future.cancel()
    return future


def _forget_trace(error: BaseException | None) -> None:
    """A traceback holds what the work had at hand, widgets too. Who wanted to see it has, so it is let go here."""
    while error is not None:
        error.__traceback__ = None
        error = error.__cause__ or error.__context__
