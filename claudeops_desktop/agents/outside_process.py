"""The process that runs a session's commands on services outside of the session (``guard.outside``), started and ended.

It is detached from this application before it begins, so that neither the end of a session nor that of the application
ends the services that it starts. It ends by itself when this process closes its standard input or is gone.
"""

from __future__ import annotations

import logging
import select
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress

from .subreaper import without_adopting

log = logging.getLogger(__name__)
READY_S = 20.0
READY = b"ready"
DETACHES = "setsid"  # of util-linux: it forks, and the child belongs to init once it has ended


def can_start_outside() -> bool:
    """Tell whether this machine has what such a process is started with."""
    return shutil.which(DETACHES) is not None


class OutsideProcess:
    """A running one. Waits for its start, so not on a GUI thread."""

    def __init__(self, words: Sequence[str], environ: Mapping[str, str]) -> None:
        """Start it; ``started`` says whether it listens."""
        self.started = False
        self._process: subprocess.Popen[bytes] | None = None
        detach = shutil.which(DETACHES)
        if detach is None:
            log.warning("commands cannot be run outside of a session: setsid of util-linux is not installed")
            return
        with without_adopting():
            self._process = subprocess.Popen(
                [detach, "--fork", *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=dict(environ),
                start_new_session=True,
            )
            self._process.wait()
        self.started = self._is_ready()
        if not self.started:
            log.warning("commands cannot be run outside of a session: %s did not start", words[0])
            self.close()

    def _is_ready(self) -> bool:
        process = self._process
        if process is None or process.stdout is None:
            return False
        return bool(select.select([process.stdout], [], [], READY_S)[0]) and process.stdout.readline().startswith(READY)

    def close(self) -> None:
        """Let it end: it ends what it still runs, and no service."""
        process, self._process = self._process, None
        if process is not None:
            for end in (process.stdin, process.stdout):
                with suppress(OSError):
                    if end is not None:
                        end.close()
