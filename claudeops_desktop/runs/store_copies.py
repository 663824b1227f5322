"""Where the store is on a server, a copy of it is kept on this machine, for the time that the server is away (X3).

It is made anew by a process of its own at a low priority, a few minutes after somebody wrote; a store that takes long
to copy is copied less often. One that may hold what was purged meanwhile, on whichever machine, is removed at once.
"""

from __future__ import annotations

import contextlib
import logging
import subprocess
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future

from ..core.errors import ClaudeOpsError
from ..core.paths import own_program
from ..storage import CommittedChange
from ..storage.postgres.copy_file import is_behind_purges, remove_copy, settled_purges
from .run_context import RunContext

log = logging.getLogger(__name__)
FIRST_S = 20.0
BEAT_S = 60.0
APART_S = 300.0
SHARE = 20
"""Between two copies passes this many times as long as one took."""
LONGEST_S = 1800.0


class StoreCopyKeeper:
    """Lives on the main thread; waits for the process on the pool. Does nothing for a store that is a file."""

    def __init__(self, around: RunContext) -> None:
        self._around = around
        self._call_off: Callable[[], None] | None = None
        self._round: Future[None] | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._ending = threading.Event()
        self._looked: tuple[int, ...] | None = None  # how often others had written
        self._wrote = False
        self._due = False  # somebody wrote since the copy was made
        self._forget: Callable[[], None] | None = None
        self._not_before = 0.0

    def start(self) -> None:
        """Look soon, and from time to time."""
        if self._call_off is None and self._around.book.store.database.is_server:
            self._forget = self._around.book.store.hub.listen(self._changed)
            self._call_off = self._around.loop.every(BEAT_S, self.look_now, FIRST_S)

    def look_now(self) -> None:
        """Copy where somebody wrote since. Returns at once; main thread."""
        store = self._around.book.store
        if store.absence is not None or (self._round is not None and not self._round.done()):
            return
        mark = store.mark()
        if mark != self._looked or self._wrote:
            self._looked, self._wrote, self._due = mark, False, True
            self._round = self._around.pool.submit(self._look)
        elif self._due and time.monotonic() >= self._not_before:
            self._round = self._around.pool.submit(self._copy)

    def finish(self) -> None:
        """Wait for what goes on."""
        if self._round is not None:
            self._round.result()

    def close(self) -> None:
        """Copy no more; one that is being made is given up, and the one of before stays."""
        self._ending.set()
        if self._forget is not None:
            self._forget()
            self._forget = None
        if self._call_off is not None:
            self._call_off()
            self._call_off = None
        process = self._process
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()

    def _changed(self, _change: CommittedChange) -> None:
        """Any thread: this process wrote."""
        self._wrote = True

    def _look(self) -> None:
        """Somebody wrote: take away what a purge must reach, and copy where it is time."""
        store, copy = self._around.book.store, self._around.folder.store_copy
        try:
            settled = store.read(lambda: settled_purges(store.database.execute_sql)).result()
        except ClaudeOpsError as error:
            self._looked = None
            log.warning("what was purged cannot be asked: %s", error.full_text)
            return
        behind = is_behind_purges(copy, settled)
        if behind:
            remove_copy(copy)
        if behind or time.monotonic() >= self._not_before:
            self._copy()

    def _copy(self) -> None:
        if self._ending.is_set():
            return
        self._due = False
        began = time.monotonic()
        try:
            process = self._process = subprocess.Popen(
                own_program("--data-dir", str(self._around.folder.root), "store", "copy", "--gently"),
                env=dict(self._around.environ),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
            said = process.communicate(timeout=LONGEST_S)[1]
        except subprocess.TimeoutExpired:
            process.kill()
            said = process.communicate()[1]
        except OSError as error:
            log.warning("no copy of the store can be made on this machine: %s", error)
            return
        finally:
            took = time.monotonic() - began
            self._not_before = time.monotonic() + max(APART_S, SHARE * took)
        if process.returncode and not self._ending.is_set():
            self._due = True
            log.warning("no copy of the store was made on this machine: %s", said[-500:].decode("utf-8", "replace"))
