"""The library in the background (C14, C15): watched folders are looked through, feeds that are due are polled.

Only the application that keeps the schedule does it, at each beat and after a run; never beside a session, nor while
everything is stopped. What goes on ends between two files or entries where a session begins, and is done the next time.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from ..core.emergency_stop_marker import is_stopped
from ..core.errors import ClaudeOpsError, EnvironmentFault
from ..records.telemetry.owners import is_alive

if TYPE_CHECKING:
    from ..library import LibraryService
    from .request import RunEnded
    from .run_context import RunContext

log = logging.getLogger(__name__)
BEAT_S = 300.0
FIRST_S = 45.0
FOLDERS_EVERY = timedelta(minutes=5)
EMBEDDED_AT_ONCE = 5_000


class LibraryUpdater:
    """Lives on the main thread; the work is done on the pool. ``busy`` says whether a session of this process runs;
    those of others stand in the database."""

    def __init__(self, around: RunContext, busy: Callable[[], bool]) -> None:
        self._around = around
        self._busy = busy
        self._stop = threading.Event()
        self._call_off: Callable[[], None] | None = None
        self._round: Future[None] | None = None
        self._folders_at: datetime | None = None

    def start(self) -> None:
        """Look now and from time to time."""
        if self._call_off is None:
            self._stop.clear()
            self._call_off = self._around.loop.every(BEAT_S, self.look_now, FIRST_S)

    def run_ended(self, _run: RunEnded) -> None:
        """A run is over: what waited for it goes on."""
        if self._call_off is not None:
            self.look_now()

    def look_now(self) -> None:
        """Do what is due, where nothing speaks against it. Returns at once; main thread."""
        if self._held() or (self._round is not None and not self._round.done()):
            return
        self._round = self._around.pool.submit(self._work)

    def finish(self) -> None:
        """Wait for what goes on."""
        if self._round is not None:
            self._round.result()

    def rest(self) -> None:
        """Begin nothing more, until the next start; what goes on ends after its file or entry."""
        self._stop.set()
        if self._call_off is not None:
            self._call_off()
            self._call_off = None

    def _held(self) -> bool:
        return self._stop.is_set() or self._busy() or is_stopped(self._around.folder.root)

    def _waits(self) -> bool:
        """On the pool, between two files: whether to end here."""
        if self._held():
            return True
        sessions = self._around.book.sessions
        running = self._around.book.store.read(lambda: sessions.list(status="running")).result()
        return any(is_alive(one.owner) for one in running)

    def _work(self) -> None:
        try:
            if not self._waits():
                self._update()
        except ClaudeOpsError as fault:  # tried again at the next beat
            log.warning("the library waits: %s", fault.full_text)
        except Exception:
            log.exception("the library could not be updated")

    def _update(self) -> None:
        from ..knowledge import open_discovery

        around = self._around
        store = around.book.store
        discovery = open_discovery(
            around.folder, around.book, around.settings.current, around.environ, around.clock, ask_model=False
        )
        library = discovery.library
        status = store.read(library.documents.status).result()
        now = around.clock()
        if (status.folders or status.documents) and (
            self._folders_at is None or now - self._folders_at >= FOLDERS_EVERY
        ):
            library.update_folders(self._waits)
            if self._waits():
                return
            self._folders_at = now
        if status.feeds:
            library.web.poll_feeds(due_only=True, stopped=self._waits)
        discovery.judge_new(stopped=self._waits)
        if not self._waits() and store.read(library.documents.status).result().chunks:
            self._embed(library)

    def _embed(self, library: LibraryService) -> None:
        """Vectors of what is new, so that no search has to make them. Words are enough where no model answers."""
        embedder = self._around.memory.recall.load_embedder()
        if embedder is None or not embedder.local:
            return
        try:
            library.embed_chunks(embedder, EMBEDDED_AT_ONCE, self._waits)
        except EnvironmentFault as fault:
            log.info("the library is searched by words alone for now: %s", fault)
