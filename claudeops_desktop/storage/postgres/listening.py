"""What this process knows of writes without asking: its own, and those of others, of which the server tells."""

from __future__ import annotations

import logging
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from . import address as addresses

if TYPE_CHECKING:
    from .database import PostgresDatabase

log = logging.getLogger(__name__)
ALIVE_EVERY_S = 2.0
CHANNEL = "claudeops_changes"
_WRITES = re.compile(
    r"\s*(?:(INSERT|REPLACE)(?:\s+OR\s+\w+)?\s+INTO|(UPDATE)(?:\s+OR\s+(?!SET\b)\w+)?|(DELETE)\s+FROM)"
    r"\s+(?:\"?\w+\"?\.)?\"?(\w+)\"?",
    re.I,
)


@lru_cache(maxsize=4_096)
def written_by(sql: str) -> tuple[str, ...]:
    """What a statement writes to: a table's name, and the name behind what is done (``INSERT memories``). Pure."""
    found = _WRITES.match(sql)
    if found is None:
        return ()
    verb = next(filter(None, found.groups()[:3])).upper()
    return found[4].lower(), f"{verb if verb != 'REPLACE' else 'INSERT'} {found[4].lower()}"


class OwnWrites:
    """Counts what this process has committed, of each table. A statement is noted on the thread that carries it out."""

    def __init__(self) -> None:
        self.total = 0
        self._of: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._here = threading.local()

    def note(self, sql: str) -> None:
        """A statement was carried out, in a transaction or by itself."""
        names = written_by(sql)
        if not names:
            return
        pending = getattr(self._here, "pending", None)
        if pending is None:
            self._count(names)
        else:
            pending.update(names)

    def begin(self) -> None:
        """A writing transaction begins on this thread."""
        self._here.pending = set()

    def commit(self) -> None:
        """It is committed: what it wrote counts from now on."""
        pending, self._here.pending = self._here.pending, None
        self._count(pending)

    def roll_back(self) -> None:
        """It is taken back."""
        self._here.pending = None

    def count_writes(self, names: Iterable[str]) -> tuple[int, ...]:
        """How often each of these was written to."""
        return tuple(self._of[name] for name in names)

    def _count(self, names: Iterable[str]) -> None:
        with self._lock:
            self._of.update(names)
            self.total += 1


class ChangeListener:
    """Counts what other processes wrote, on a connection and thread of its own. When the connection breaks the count
    moves once it stands again: what was written meanwhile was not heard."""

    def __init__(self, database: PostgresDatabase) -> None:
        self.count = 0
        self.hears = False
        """Whether the connection stands: the server tells of each write."""
        self.told: Callable[[], None] = lambda: None
        self._of: Counter[str] = Counter()
        self._gaps = 0
        self._database = database
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="database-listener", daemon=True)
        self._thread.start()

    def count_writes(self, names: Iterable[str]) -> tuple[int, ...]:
        """How often others wrote to each of these tables; it moves too where something may not have been heard."""
        return tuple(self._gaps + self._of[name.rpartition(" ")[2]] for name in names)

    def stop(self) -> None:
        """End the thread and its connection."""
        self._stopped.set()
        if self._thread is not threading.current_thread():
            self._thread.join(addresses.CONNECT_S)

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                with addresses.connect(self._database.address, connect_timeout=2) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._database.come_back()
                    self._gaps += 1
                    self._tell()
                    self.hears = True
                    self._hear(connection)
            except Exception as error:
                self.hears = False
                presence = self._database.presence
                if not self._stopped.is_set() and not presence.is_away:
                    log.warning("changes of others are not heard: %s", type(error).__name__)
                    if presence.copy is not None:
                        presence.went_away()
                self._stopped.wait(1)
        self.hears = False

    def _tell(self) -> None:
        self.count += 1
        self.told()

    def _hear(self, connection: Any) -> None:
        asked = time.monotonic()
        while not self._stopped.is_set():
            if time.monotonic() - asked > ALIVE_EVERY_S:  # a network that swallows everything says nothing by itself
                connection.execute("SELECT 1")
                asked = time.monotonic()
            for heard in connection.notifies(timeout=0.2):
                if heard.pid not in self._database.backend_numbers():
                    self._of[heard.payload] += 1
                    self._tell()
