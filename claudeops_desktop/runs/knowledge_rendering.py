"""Facts, lessons and cases go into their files in the background, soon after they changed (C2).

A change is waited out for half a minute, so that what a session says becomes one commit. While a run is on it waits
longer, ten minutes at most: rendering shares the database with it. What other processes wrote, and edits of files, are
noticed at the next heartbeat. Only the application that keeps the schedule renders by itself.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from ..core.emergency_stop_marker import is_stopped
from .run_context import RunContext

if TYPE_CHECKING:
    from ..storage import CommittedChange

log = logging.getLogger(__name__)
QUIET_S = 30.0
LONGEST_WAIT_S = 600.0
BEAT_S = 300.0
FIRST_S = 90.0
LEAVE_S = 5.0
_TABLES = frozenset({"memories", "lessons", "cases"})


class KnowledgeRendering:
    """Lives on the main thread; each round is done on a thread of its own. ``busy`` says whether a run is on."""

    def __init__(
        self, around: RunContext, busy: Callable[[], bool], *, quiet_s: float = QUIET_S, beat_s: float = BEAT_S
    ) -> None:
        self._around = around
        self._busy = busy
        self._quiet_s, self._beat_s = quiet_s, beat_s
        self._stop = threading.Event()
        self._idle = threading.Event()
        self._idle.set()
        self._call_off: Callable[[], None] | None = None
        self._due_off: Callable[[], None] | None = None
        self._forget: Callable[[], None] | None = None
        self._waited_s = 0.0
        self._again = False

    def start(self) -> None:
        """Render what changed meanwhile, and from now on what changes."""
        if self._call_off is None:
            self._stop.clear()
            self._forget = self._around.book.store.hub.listen(self._changed)
            self._call_off = self._around.loop.every(self._beat_s, self._beat, min(FIRST_S, self._beat_s))

    def wait(self, seconds: float) -> bool:
        """Wait until no round is going on, so long at most; whether that is so."""
        return self._idle.wait(seconds)

    def rest(self) -> None:
        """Begin no round any more, until the next start; one that is going on is finished."""
        self._stop.set()
        if self._forget is not None:
            self._forget()
            self._forget = None
        for call_off in (self._call_off, self._due_off):
            if call_off is not None:
                call_off()
        self._call_off = self._due_off = None

    def close(self) -> None:
        """Begin no round any more; one that is going on is given a moment, and finished by the next start otherwise."""
        self.rest()
        self.wait(LEAVE_S)

    def _changed(self, change: CommittedChange) -> None:
        """Any thread."""
        if change.table in _TABLES and not self._stop.is_set():
            self._around.loop.call(self._plan)

    def _plan(self) -> None:
        """Main thread: wait until nothing changes any more."""
        if self._stop.is_set() or (self._due_off is not None and self._waited_s >= LONGEST_WAIT_S):
            return
        if self._due_off is not None:
            self._due_off()
        self._waited_s += self._quiet_s
        self._due_off = self._around.loop.later(self._quiet_s, self._due)

    def _due(self) -> None:
        self._due_off = None
        if self._busy() and self._waited_s < LONGEST_WAIT_S:
            self._plan()
            return
        self._waited_s = 0.0
        self._begin()

    def _beat(self) -> None:
        if not self._busy() and self._due_off is None:
            self._begin()

    def _begin(self) -> None:
        if self._stop.is_set() or is_stopped(self._around.folder.root):
            return
        if not self._idle.is_set():
            self._again = True
            return
        self._idle.clear()
        threading.Thread(target=self._render, name="knowledge-rendering", daemon=True).start()

    def _render(self) -> None:
        from ..knowledge import open_knowledge
        from ..knowledge.renderings.render import render_knowledge

        around = self._around
        try:
            folder = open_knowledge(around.folder, around.settings.current, around.clock)
            try:
                render_knowledge(around.book, around.memory, around.learning, folder, around.clock)
            finally:
                folder.close()
        except Exception:
            if not self._stop.is_set():
                log.exception("the knowledge folder could not be rendered; it is tried again at the next change")
        finally:
            self._idle.set()
            if self._again and not self._stop.is_set():
                self._again = False
                around.loop.call(self._plan)
