"""Starts the broker of a session (``guard.broker``) as a process, waits for it and ends it.

It is detached from this application before it begins, so that neither the end of a session nor that of the application
ends the services that it starts. It ends by itself when this process closes its standard input or is gone.
"""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress

from ..core.errors import EnvironmentFault
from ..core.messages import UserMessage
from .subreaper import without_adopting
from .types import TOKEN_VARIABLE

READY_S = 20.0
ENDS_S = 5.0
READY = b"ready"
DETACHES = "setsid"  # of util-linux: it forks, and the child belongs to init once it has ended


class BrokerProcess:
    """A running broker. Its start and its end block, so they do not belong on a GUI thread."""

    def __init__(self, words: Sequence[str], environ: Mapping[str, str]) -> None:
        """Start it, without the token by which the session's processes are ended. Raises EnvironmentFault."""
        detach = shutil.which(DETACHES)
        if detach is None:
            raise EnvironmentFault(
                UserMessage("No session can be guarded: {program} is not installed.", program=DETACHES),
                UserMessage("Install util-linux."),
            )
        with without_adopting():
            self._process = subprocess.Popen(
                [detach, "--fork", *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={name: value for name, value in environ.items() if name != TOKEN_VARIABLE},
                start_new_session=True,
            )
            self._process.wait()

    def wait_until_ready(self) -> None:
        """Wait until it listens. Raises EnvironmentFault where it does not."""
        out = self._process.stdout
        if out is None or not select.select([out], [], [], READY_S)[0] or not out.readline().startswith(READY):
            self.close()
            raise EnvironmentFault(
                UserMessage("No session can be guarded: the guard's own process does not start."),
                UserMessage("See the log for the reason."),
            )

    def has_ended(self) -> bool:
        """Tell whether it has ended by itself, after which every call of the session was refused."""
        out = self._process.stdout
        if out is None or out.closed:
            return True
        return bool(select.select([out], [], [], 0)[0]) and not os.read(out.fileno(), 100)

    def close(self) -> None:
        """End it together with the commands that it still runs, but not the services, and wait until it has ended."""
        held, out, until = self._process.stdin, self._process.stdout, time.monotonic() + ENDS_S
        if held is None or out is None or out.closed:
            return
        with suppress(OSError):
            held.close()
        while (left := until - time.monotonic()) > 0 and select.select([out], [], [], left)[0]:
            if not os.read(out.fileno(), 100):
                break
        out.close()
