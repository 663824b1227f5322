"""The process in which the application has the routine done: at a low priority, so that neither the window nor a
session waits for it.

A thread of the application would hold its window up, because the interpreter lets one thread run at a time. The process
is ``claudeops routine run … --gently``, as anybody may start it; what it does stands in the database after each step,
so that it can be ended at any moment.
"""

from __future__ import annotations

import contextlib
import logging
import os
import subprocess
import threading
import time
from collections.abc import Mapping

import psutil

from ..core.paths import DataFolder, own_program

log = logging.getLogger(__name__)
NICE = 10
"""A lower one would let the process be kept waiting while it holds the database's lock."""
END_S = 5.0
LOOK_S = 0.5
FAILED_STEPS = 1  # its exit code where steps failed: that stands in their notes


def yield_to_others() -> None:
    """A low priority for processor and disk."""
    with contextlib.suppress(OSError):
        os.nice(NICE)
    with contextlib.suppress(OSError, AttributeError, ValueError, psutil.Error):
        psutil.Process().ionice(psutil.IOPRIO_CLASS_BE, 7)


class RoutineProcess:
    """One at a time. ``run`` waits for it, on a thread that may wait; ``ask_to_end`` belongs to any thread."""

    def __init__(self, folder: DataFolder, environ: Mapping[str, str]) -> None:
        self._folder = folder
        self._environ = environ
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._end_at: float | None = None

    def run(self, *words: str) -> None:
        """Do ``claudeops routine run WORD…`` and wait for its end."""
        with self._lock:
            self._end_at = None
            try:
                process = subprocess.Popen(
                    own_program("--data-dir", str(self._folder.root), "routine", "run", *words, "--gently"),
                    env=dict(self._environ),
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.PIPE,
                    start_new_session=True,
                )
            except OSError as error:
                log.warning("the routine cannot be started: %s", error)
                return
            self._process = process
        said = self._wait(process)
        with self._lock:
            self._process = None
            asked = self._end_at is not None
        if process.returncode not in (0, FAILED_STEPS) and not asked:
            log.warning("the routine ended with %s: %s", process.returncode, said[-2000:].decode("utf-8", "replace"))

    def ask_to_end(self) -> None:
        """Have it end after the part of a step that it is at; it is killed where that takes longer than seconds."""
        with self._lock:
            if self._process is not None and self._end_at is None:
                self._end_at = time.monotonic() + END_S
                with contextlib.suppress(ProcessLookupError):
                    self._process.terminate()

    def _wait(self, process: subprocess.Popen[bytes]) -> bytes:
        while True:
            try:
                return process.communicate(timeout=LOOK_S)[1]
            except subprocess.TimeoutExpired:
                with self._lock:
                    late = self._end_at is not None and time.monotonic() > self._end_at
                if late:
                    process.kill()
