"""Once a minute: is the database still the file that was opened, can what waits be stored now, and what time is it?

Every process that stays does so, whether it keeps the schedule or not; the clock is judged by the one that keeps it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

from ..core.errors import EnvironmentFault
from ..core.messages import UserMessage, join_messages
from ..storage.database import ReplacedDatabase
from .run_context import RunContext

log = logging.getLogger(__name__)
EVERY_S = 60.0


class StoreHeartbeat:
    """Lives on the main thread; the work is done in the pool.

    Where the database was replaced or deleted, ``lost`` is called on the main thread, once, and ``tell`` then with what
    to say. Where it was not, ``then`` is called in the pool, on the thread that has looked.
    """

    def __init__(self, around: RunContext, lost: Callable[[], None], then: Callable[[], None]) -> None:
        self._around = around
        self._lost = lost
        self._then = then
        self._round: Future[None] | None = None
        self._quiet_at: tuple[int, ...] = ()  # the store's mark at a look that found nothing waiting
        self.tell: Callable[[EnvironmentFault], None] = lambda _fault: None
        self._call_off: Callable[[], None] | None = None

    def start(self) -> None:
        """Look in a minute, and so on."""
        if self._call_off is None:
            self._call_off = self._around.loop.every(EVERY_S, self._beat)

    def close(self) -> None:
        """Look no longer."""
        if self._call_off is not None:
            self._call_off()
            self._call_off = None

    def look_at_store(self) -> bool:
        """Check the file and store what waits, on any thread that may wait; False where the database is lost."""
        from .emergency_stop import record_stop  # not before the first picture

        around = self._around
        try:
            around.book.store.database.check_same_file()
            record_stop(around.book, around.folder.root)
            self._store_what_waits()
        except ReplacedDatabase as fault:
            log.error("%s", fault.full_text)
            told = EnvironmentFault(fault.sentence, join_messages(fault.remedy, self._saved_copy()))
            around.loop.call(self.close)
            around.loop.call(self._lost)
            around.loop.call(lambda: self.tell(told))
            return False
        except EnvironmentFault as fault:
            log.warning("what waits cannot be stored yet: %s", fault)
        except Exception:
            log.exception("what waits could not be stored")
        return True

    def _store_what_waits(self) -> None:
        book = self._around.book
        mark = book.store.mark()
        if mark == self._quiet_at:
            return  # nobody wrote since nothing waited
        if book.store.read(book.sessions.with_waiting_markers).result():
            from .read_again import store_waiting_markers

            store_waiting_markers(book, self._around.memory, self._around.folder.root)
        else:
            self._quiet_at = mark

    def _saved_copy(self) -> str:
        """Save what the lost file held, where its folder is left, and say where."""
        target: Path = self._around.folder.backups / f"claudeops-replaced-{self._around.clock():%Y%m%dT%H%M%SZ}.db"
        if not target.parent.is_dir():
            return ""
        try:
            self._around.book.store.save_copy(target).result()
        except Exception as error:
            log.warning("what the lost database held cannot be saved: %s", error)
            return ""
        return UserMessage("What the former one held until then is saved in {target}.", target=target)

    def _beat(self) -> None:
        if self._round is None or self._round.done():
            self._round = self._around.pool.submit(self._look)

    def _look(self) -> None:
        if self.look_at_store():
            self._then()
