"""Once a minute: is the database still the file that was opened, and can what waits be stored now?

Every process that stays does so, whether it keeps the schedule or not.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
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
    to say.
    """

    def __init__(self, around: RunContext, lost: Callable[[], None]) -> None:
        self._around = around
        self._lost = lost
        self.tell: Callable[[EnvironmentFault], None] = lambda _fault: None
        self._call_off: Callable[[], None] | None = None

    def start(self) -> None:
        """Look in a minute, and so on."""
        if self._call_off is None:
            self._call_off = self._around.loop.later(EVERY_S, self._beat)

    def close(self) -> None:
        """Look no longer."""
        if self._call_off is not None:
            self._call_off()
            self._call_off = None

    def look_at_store(self) -> bool:
        """Check the file and store what waits, on any thread that may wait; False where the database is lost."""
        from .emergency_stop import record_stop  # not before the first picture
        from .read_again import store_waiting_markers

        around = self._around
        try:
            around.book.store.database.check_same_file()
            record_stop(around.book, around.folder.root)
            store_waiting_markers(around.book, around.memory, around.folder.root)
        except ReplacedDatabase as fault:
            log.error("%s", fault.full_text)
            told = EnvironmentFault(fault.sentence, join_messages(fault.remedy, self._saved_copy()))
            around.loop.call(self._lost)
            around.loop.call(lambda: self.tell(told))
            return False
        except EnvironmentFault as fault:
            log.warning("what waits cannot be stored yet: %s", fault)
        except Exception:
            log.exception("what waits could not be stored")
        return True

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
        self._call_off = None

        def work() -> None:
            if self.look_at_store():
                self._around.loop.call(self.start)

        self._around.pool.submit(work)
