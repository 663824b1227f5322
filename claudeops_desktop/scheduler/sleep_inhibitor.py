"""Keeping the computer awake while a run lasts that asks for it: an inhibitor lock of the login manager.

The lock is a file descriptor. It is let go of when the run is over however it ended, and by the kernel where this
process is killed.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

from ..core.errors import ClaudeOpsError, EnvironmentFault
from ..core.messages import UserMessage
from ..runs.request import LiveRun, RunRequest
from ..storage.change_events import ChangeHub, CommittedChange

if TYPE_CHECKING:
    from .interfaces import RunQueuePort  # needed to run, it would load the schedule before the first picture

log = logging.getLogger(__name__)

WAIT_S = 5.0
Call = Callable[[Callable[[], None]], None]
Take = Callable[[str], int]


def inhibit_sleep(why: str) -> int:
    """A lock against sleeping and idling, as a file descriptor to be closed. Raises EnvironmentFault."""
    from jeepney import DBusAddress, MessageType, new_method_call  # only where it is asked for
    from jeepney.io.blocking import open_dbus_connection

    login = DBusAddress(
        "/org/freedesktop/login1", bus_name="org.freedesktop.login1", interface="org.freedesktop.login1.Manager"
    )
    try:
        with open_dbus_connection(bus="SYSTEM", enable_fds=True) as connection:
            call = new_method_call(login, "Inhibit", "ssss", ("sleep:idle", "Claude Ops", why, "block"))
            answer = connection.send_and_get_reply(call, timeout=WAIT_S)
            if answer.header.message_type is MessageType.error:
                raise _not_kept(str(answer.body[0]) if answer.body else "the login manager refused")
            return int(answer.body[0].to_raw_fd())
    except (OSError, KeyError, TimeoutError, ValueError) as error:
        raise _not_kept("no login manager answers") from error


def _not_kept(why: str) -> EnvironmentFault:
    return EnvironmentFault(UserMessage("the computer could not be kept awake: {rstrip}", rstrip=why.rstrip(".")))


class SleepInhibitor:
    """Follows the run queue. Lives on the main thread; the login manager is asked on a thread of its own.

    ``trouble`` is told, on the main thread, of a run for which no lock was to be had.
    """

    def __init__(
        self,
        queue: RunQueuePort,
        hub: ChangeHub,
        call: Call,
        trouble: Callable[[RunRequest, str], None],
        take: Take = inhibit_sleep,
    ) -> None:
        self._queue = queue
        self._call = call
        self._trouble = trouble
        self._take = take
        self._for = 0  # number of the run
        self._lock = -1
        self._pool: ThreadPoolExecutor | None = None
        self._asked: set[Future[int]] = set()
        self._closed = False
        self._stop = hub.listen(self._changed)

    @property
    def is_held(self) -> bool:
        """Tell whether a lock is held now."""
        return self._lock >= 0

    def close(self) -> None:
        """Let go, and follow no more."""
        self._closed = True
        self._stop()
        self._release()
        if self._pool is not None:
            self._pool.shutdown(wait=True)
            self._pool = None
        for future in self._asked:  # nobody comes back to these
            if future.exception() is None:
                os.close(future.result())
        self._asked.clear()

    def _changed(self, change: CommittedChange) -> None:
        """Any thread."""
        if change.table == "queue":
            self._call(self._look)

    def _look(self) -> None:
        if self._closed:
            return
        live = self._queue.state.live
        number = live.number if live is not None and live.request.keep_awake else 0
        if number == self._for:
            return
        self._release()
        if live is not None and number:
            self._for = number
            if self._pool is None:
                self._pool = ThreadPoolExecutor(1, thread_name_prefix="keep-awake")
            future = self._pool.submit(self._take, f"{live.request.trigger} run {live.run_id} is on")
            self._asked.add(future)
            future.add_done_callback(partial(self._over, live))

    def _over(self, live: LiveRun, future: Future[int]) -> None:
        """The pool's thread."""
        self._call(partial(self._taken, live, future))

    def _taken(self, live: LiveRun, future: Future[int]) -> None:
        if self._closed:
            return
        self._asked.discard(future)
        error = future.exception()
        if isinstance(error, ClaudeOpsError):
            log.warning("%s", error.full_text)
            self._trouble(live.request, error.full_text)
        elif error is not None:
            log.error("the login manager could not be asked", exc_info=error)
        elif self._for == live.number and not self.is_held:
            self._lock = future.result()
        else:  # the run was over before the answer came
            os.close(future.result())

    def _release(self) -> None:
        self._for = 0
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1
