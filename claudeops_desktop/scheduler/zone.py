"""The operator's time zone, noticed when it changes."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import tzinfo
from pathlib import Path

from ..core.local_zone import read_local_zone

Zone = Callable[[], tzinfo]
LOCALTIME = Path("/etc/localtime")


class LocalZone:
    """Calling it gives the present local zone.

    A laptop travels: the zone is read again when ``TZ`` or ``/etc/localtime`` are others than last time, which costs
    one system call to find out.
    """

    def __init__(self, localtime: Path = LOCALTIME) -> None:
        self._localtime = localtime
        self._sign = self._signature()
        self._zone: tzinfo | None = None

    def __call__(self) -> tzinfo:
        """The present zone."""
        sign = self._signature()
        if self._zone is None or sign != self._sign:
            self._sign = sign
            self._zone = read_local_zone()
        return self._zone

    def _signature(self) -> tuple[str, int, int]:
        try:
            found = self._localtime.lstat()
            return os.environ.get("TZ", ""), found.st_mtime_ns, found.st_ino
        except OSError:
            return os.environ.get("TZ", ""), 0, 0
