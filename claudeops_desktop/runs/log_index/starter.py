"""Who starts the process that indexes, and when: some time after the application, and after each run.

A pass that is asked for while one is on follows it. Nobody waits for it; when the application ends, so does it.
"""

from __future__ import annotations

import contextlib
import logging
import os
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from ...core.paths import DataFolder, own_program

if TYPE_CHECKING:
    import subprocess

log = logging.getLogger(__name__)
AFTER_START_S = 8.0
AFTER_RUN_S = 1.0
NOT_AGAIN_S = 10.0
KEPT = ("PATH", "HOME", "LANG", "TZ", "TMPDIR", "LD_LIBRARY_PATH", "PYTHONPATH", "VIRTUAL_ENV", "XDG_DATA_HOME")


class IndexStarter:
    """One for an application. ``ended`` is called, on a thread of ours, whenever a pass is over."""

    def __init__(self, folder: DataFolder, ended: Callable[[], None] = lambda: None) -> None:
        self._folder = folder
        self._ended = ended
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None
        self._last = -NOT_AGAIN_S
        self._process: subprocess.Popen[bytes] | None = None
        self._started = self._again = self._closed = False

    @property
    def running(self) -> bool:
        """Tell whether a pass of ours is on."""
        return self._process is not None

    @property
    def waiting(self) -> bool:
        """Tell whether a pass is to begin soon."""
        return self._timer is not None

    def start(self) -> None:
        """The application is up: a first pass in a while, and from now on one after each run."""
        self._started = True
        self.schedule_pass(AFTER_START_S)

    def request_pass(self) -> None:
        """Somebody looks for what is not in the index yet: a pass now, unless there was one just now."""
        if not self.running and time.monotonic() - self._last >= NOT_AGAIN_S:
            self.schedule_pass(0)

    def run_ended(self, _run: object) -> None:
        """A run is over: what it said can be found soon."""
        if self._started:
            self.schedule_pass()

    def schedule_pass(self, seconds: float = AFTER_RUN_S) -> None:
        """Ask for a pass in a while. Returns at once."""
        with self._lock:
            if self._closed or self._timer is not None:
                return
            self._timer = threading.Timer(seconds, self._begin)
            self._timer.daemon = True
            self._timer.name = "log-index-timer"
            self._timer.start()

    def close(self) -> None:
        """End what runs, and wait for it."""
        with self._lock:
            self._closed = True
            timer, process = self._timer, self._process
            self._timer = None
        if timer is not None:
            timer.cancel()
        if process is not None:
            import subprocess

            with contextlib.suppress(ProcessLookupError):
                process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def _begin(self) -> None:
        with self._lock:
            self._timer = None
            if self._closed:
                return
            if self._process is not None:
                self._again = True
                return
            import subprocess

            from .program import COMMAND, GENTLY  # late: it brings all along that reads logs

            try:
                self._process = subprocess.Popen(
                    own_program(COMMAND, GENTLY, "--data-dir", str(self._folder.root)),
                    env={name: os.environ[name] for name in KEPT if name in os.environ},
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.PIPE,
                    start_new_session=True,
                )
            except OSError as error:
                log.warning("the logs cannot be indexed: %s", error)
                return
            threading.Thread(target=self._follow, args=(self._process,), name="log-index", daemon=True).start()

    def _follow(self, process: subprocess.Popen[bytes]) -> None:
        said = process.stderr.read() if process.stderr else b""
        code = process.wait()
        if process.stderr:
            process.stderr.close()
        with self._lock:
            self._process = None
            self._last = time.monotonic()
            again, self._again = self._again, False
            closed = self._closed
        if closed:
            return
        if code:
            log.warning("indexing the logs ended with %s: %s", code, said[-2000:].decode("utf-8", "replace").strip())
        self._ended()
        if again:
            self.schedule_pass()
