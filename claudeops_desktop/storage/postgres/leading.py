"""One leader among all machines of a store: a lock of the server's on a connection of its own.

Where the leader dies the connection goes with it, and the lock. Where it hangs, its machine sleeps or vanishes without
a word, the server ends the connection: a leader that says nothing for three seconds leads no more.
"""

from __future__ import annotations

import select
import threading
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

from ...core.clock import utc_now
from ...core.errors import EnvironmentFault
from .address import StoreAddress, connect
from .faults import away, server_fault

LEADERS = 0x636C6F6C  # a number of our own for the lock of the leader
ASK_EVERY_S = 1.0
LEASE_S = 3
ANSWER_S = 1.5
"""So long a leader waits for the server before it takes the lead for lost: less than the lease."""
_LEASE = (
    f"SET idle_session_timeout = '{LEASE_S}s';"
    " SET tcp_keepalives_idle = 1; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 2"
)
_NO_LEASE = "SET idle_session_timeout = 0"
_NOW = "SELECT extract(epoch FROM clock_timestamp())"
_WORTH_IT = timedelta(seconds=2)


class ServerLead:
    """The lead as one application holds it, or does not; and how far the server's clock is from this machine's."""

    def __init__(self, address: StoreAddress) -> None:
        self._address = address
        self._connection: Any = None
        self._lock = threading.Lock()
        self._led = False
        self.backend = 0
        """The server's number of the connection that holds the lead, 0 while none does."""
        self.ahead = timedelta()
        """What to add to this machine's clock to have the server's; nothing for less than two seconds."""

    @property
    def was_lost(self) -> bool:
        """Tell whether this application led, and does not now. False where it never asked to lead."""
        return self._led and not self.backend

    def take_lead(self) -> bool:
        """Tell whether it is ours now. Raises EnvironmentFault where the server does not answer."""
        with self._lock:
            try:
                if self._connection is None or self._connection.closed:
                    self._connection = connect(self._address, connect_timeout=2, tcp_user_timeout=2000)
                    self._connection.execute(_NO_LEASE)
                taken = self._ask(f"SELECT pg_try_advisory_lock({LEADERS})") == "t"
                if taken:
                    self._connection.execute(_LEASE)
                    self._led, self.backend = True, int(self._connection.info.backend_pid)
                self._compare_clocks()
            except EnvironmentFault:
                self._drop()
                raise
            except Exception as error:
                self._drop()
                fault = server_fault(error, self._address)
                if fault is None:
                    raise
                raise fault from error
            return taken

    def is_held(self) -> bool:
        """Tell whether the connection that holds it still stands, and the server answers on it at once."""
        with self._lock:
            if self._connection is None or not self.backend:
                return False
            try:
                self._compare_clocks()
            except Exception:
                self._drop()
                return False
            return True

    def give_up(self) -> None:
        """Let it go, of our own will."""
        with self._lock:
            self._led = False
            self._drop()

    def _compare_clocks(self) -> None:
        before, began = utc_now(), time.monotonic()
        there = self._time_there()
        here = before + timedelta(seconds=(time.monotonic() - began) / 2)
        ahead = there - here
        if abs(ahead - self.ahead) >= _WORTH_IT:  # a clock that steps for milliseconds would look like one set back
            self.ahead = ahead if abs(ahead) >= _WORTH_IT else timedelta()

    def _time_there(self) -> datetime:
        return datetime.fromtimestamp(float(self._ask(_NOW)), UTC)

    def _ask(self, sql: str) -> str:
        """One value, under a limit of time: a network that swallows everything must not look like a lead."""
        raw = self._connection.pgconn
        raw.send_query(sql.encode())
        until, found = time.monotonic() + ANSWER_S, ""
        while True:
            if not select.select([raw.socket], [], [], max(0.0, until - time.monotonic()))[0]:
                raise away(self._address)
            raw.consume_input()
            while not raw.is_busy():
                result = raw.get_result()
                if result is None:
                    return found
                value = result.get_value(0, 0) if result.ntuples else None
                if value is None:
                    raise away(self._address)
                found = value.decode()

    def _drop(self) -> None:
        self.backend = 0
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                connection.close()
