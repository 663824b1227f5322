"""One leader among all machines of a store: a lock of the server's on a connection of its own.

Where the leader dies the connection goes with it, and the lock; where its machine vanishes without a word, the server
looks after the connection every second and gives it up after four.
"""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import Any

from .address import StoreAddress, connect
from .faults import server_fault

LEADERS = 0x636C6F6C  # a number of our own for the lock of the leader
_ALIVE = "SET tcp_keepalives_idle = 1; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 3"


class ServerLead:
    """The lead as one application holds it, or does not."""

    def __init__(self, address: StoreAddress) -> None:
        self._address = address
        self._connection: Any = None
        self._lock = threading.Lock()

    def take_lead(self) -> bool:
        """Whether it is ours now. Raises EnvironmentFault where the server does not answer."""
        with self._lock:
            try:
                if self._connection is None or self._connection.closed:
                    self._connection = connect(self._address, keepalives_idle=1, keepalives_interval=1)
                    self._connection.execute(_ALIVE)
                taken = self._connection.execute(f"SELECT pg_try_advisory_lock({LEADERS})").fetchone()[0]
            except Exception as error:
                self._drop()
                fault = server_fault(error, self._address)
                if fault is None:
                    raise
                raise fault from error
            if not taken:
                self._drop()
            return bool(taken)

    def is_held(self) -> bool:
        """Whether the connection that holds it still stands."""
        with self._lock:
            if self._connection is None:
                return False
            try:
                self._connection.execute("SELECT 1")
            except Exception:
                self._drop()
                return False
            return True

    def give_up(self) -> None:
        """Let it go."""
        with self._lock:
            self._drop()

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                connection.close()
