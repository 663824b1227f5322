"""While the server is away: whether it is, and the copy on this machine that is read meanwhile.

The copy is a SQLite file that is made anew now and then (``keeping_copy.py``). The application speaks SQLite's SQL, so
that what it asks can be answered from there as it stands.
"""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from ...core.clock import utc_now
from ..database import TrackedDatabase
from .address import StoreAddress, connect
from .copy_file import is_readable

log = logging.getLogger(__name__)
PROBE_S = 2
_READS = re.compile(r"\s*(?:SELECT|WITH|PRAGMA|VALUES)\b", re.I)


@dataclass(frozen=True, slots=True)
class StoreAbsence:
    """A server that does not answer: host and database, since when, and the moment of the copy that is read instead;
    None where there is none."""

    place: str
    since: datetime
    copy_at: datetime | None


class ServerPresence:
    """Whether the server answers, as far as this process knows. Any thread."""

    def __init__(self, address: StoreAddress) -> None:
        self.copy: Path | None = None
        """Where the copy is, or would be; None where nothing is to be read from one."""
        self.changed: Callable[[], None] = lambda: None
        self._address = address
        self._lock = threading.Lock()
        self._since: datetime | None = None
        self._opened: TrackedDatabase | None = None

    @property
    def is_away(self) -> bool:
        """Tell whether it is known not to answer."""
        return self._since is not None

    @property
    def absence(self) -> StoreAbsence | None:
        """What is to be said of it; None while it answers."""
        since = self._since
        return None if since is None else StoreAbsence(self._address.place, since, self._copy_moment())

    def went_away(self) -> bool:
        """Something came to nothing as if the server were away: whether it is. Asks it once, two seconds at most."""
        if self.is_away:
            return True
        try:
            connect(self._address, connect_timeout=PROBE_S).close()
        except Exception as error:
            log.warning("the server of the store does not answer: %s", type(error).__name__)
            self.note_away()
            return True
        return False

    def note_away(self) -> None:
        """It does not answer."""
        with self._lock:
            if self._since is not None:
                return
            self._since = utc_now()
        self.changed()

    def note_back(self) -> None:
        """It answers again: what is read comes from there."""
        with self._lock:
            if self._since is None:
                return
            self._since = None
            opened, self._opened = self._opened, None
        if opened is not None:
            opened.close_everywhere()
        log.info("the server of the store answers again")
        self.changed()

    def stand_in(self, sql: str) -> TrackedDatabase | None:
        """The copy, where the server is away and the statement changes nothing; None where there is no copy."""
        return self._open() if self.is_away and _READS.match(sql) else None

    def close(self) -> None:
        """Let go of the copy."""
        with self._lock:
            opened, self._opened = self._opened, None
        if opened is not None:
            opened.close_everywhere()

    def _open(self) -> TrackedDatabase | None:
        with self._lock:
            if self._opened is None and self.copy is not None and is_readable(self.copy):
                self._opened = TrackedDatabase(str(self.copy), pragmas={"query_only": 1}, timeout=1)
            return self._opened

    def _copy_moment(self) -> datetime | None:
        try:
            return None if self.copy is None else datetime.fromtimestamp(self.copy.stat().st_mtime, UTC)
        except OSError:
            return None
