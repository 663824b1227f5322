"""The knowledge folder synced every so many minutes while the application runs, where the operator wants that (X6).

Only the application that keeps the schedule does it, never beside a session, nor while everything is stopped.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from ..core.emergency_stop_marker import is_stopped
from ..core.errors import ClaudeOpsError

if TYPE_CHECKING:
    from .run_context import RunContext

log = logging.getLogger(__name__)
BEAT_S = 60.0


class KnowledgeSyncTimer:
    """Lives on the main thread; the work is done on the pool. ``busy`` says whether a session of this process runs."""

    def __init__(self, around: RunContext, busy: Callable[[], bool]) -> None:
        self._around = around
        self._busy = busy
        self._stop = threading.Event()
        self._call_off: Callable[[], None] | None = None
        self._round: Future[None] | None = None
        self._synced_at: datetime | None = None

    def start(self) -> None:
        """Look from time to time whether a sync is due."""
        if self._call_off is None:
            self._stop.clear()
            self._call_off = self._around.loop.every(BEAT_S, self.look_now)

    def look_now(self) -> None:
        """Sync where that is due and nothing speaks against it. Returns at once; main thread."""
        if self._is_due() and not self._held() and (self._round is None or self._round.done()):
            self._synced_at = self._around.clock()
            self._round = self._around.pool.submit(self._work)

    def finish(self) -> None:
        """Wait for what goes on."""
        if self._round is not None:
            self._round.result()

    def rest(self) -> None:
        """Begin nothing more, until the next start, and end what goes on; the next sync goes on with it."""
        self._stop.set()
        if self._call_off is not None:
            self._call_off()
            self._call_off = None

    def _is_due(self) -> bool:
        wanted = self._around.settings.current.knowledge
        if not wanted.sync_minutes or not wanted.remote.strip():
            return False
        if self._synced_at is None:
            return True
        # Half a beat too soon rather than a whole one too late.
        apart = timedelta(minutes=wanted.sync_minutes) - timedelta(seconds=BEAT_S / 2)
        return self._around.clock() - self._synced_at >= apart

    def _held(self) -> bool:
        return self._stop.is_set() or self._busy() or is_stopped(self._around.folder.root)

    def _work(self) -> None:
        from ..knowledge import open_knowledge
        from ..knowledge.sync.background import sync_in_background
        from ..knowledge.sync.opening import open_sync

        around = self._around
        settings = around.settings.current
        try:
            with (
                closing(open_knowledge(around.folder, settings, around.clock)) as folder,
                closing(
                    open_sync(
                        around.book, around.memory, folder, around.folder, settings, around.clock, stopped=self._held
                    )
                ) as work,
            ):
                sync_in_background(work, around.book, around.clock)
        except ClaudeOpsError as fault:
            log.warning("knowledge was not synced: %s", fault.full_text)
        except Exception:
            log.exception("knowledge could not be synced")
