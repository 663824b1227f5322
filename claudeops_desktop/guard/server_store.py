"""The guard's side of a store on a PostgreSQL server: the same steps, under a limit of time (X3).

A slot is taken on the server before the tool runs, so that cooldowns hold across workstations; without an answer in
time nothing is taken for granted, and the caller refuses. psycopg alone, and late: the broker must be small. Guards of
all machines take turns by a lock of their own, so that a long write of an application does not keep one waiting.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar

from ..core.clock import Clock, utc_now
from ..core.errors import EnvironmentFault
from ..core.store_setting import PASSWORD
from .guard_store import GuardStore

if TYPE_CHECKING:
    from .policy import GuardPolicy

T = TypeVar("T")

LIMIT_S = 0.1
"""For each answer of the server."""
CONNECT_S = 1.0
"""For reaching it, which takes several answers of the network."""
APART = timedelta(seconds=2)
_GUARDS = 0x636C6F67  # a number of our own for the lock of guards


class ServerSilent(Exception):
    """The server did not answer in time, or cannot be reached from here."""


class ServerGuardStore(GuardStore):
    """An open store on a server. Raises ServerSilent.

    ``packages`` are folders that it may be imported from beside those of this process: the broker starts without any.
    They come last, so that nothing of ours or of Python's own is taken from there.
    """

    def __init__(self, url: str, conceal: Callable[[str], str] = str, packages: Sequence[str] = ()) -> None:
        sys.path += [folder for folder in packages if folder not in sys.path]
        self._conceal = conceal
        self._db: Any = _Connection(url)

    def is_current(self) -> bool:
        """Tell whether the server still answers. How far its clock is apart is looked at anew."""
        try:
            self._db.compare_clocks()
        except ServerSilent:
            return False
        return True

    def shared_clock(self, clock: Clock) -> Clock:
        """The server's clock, where this machine's is apart from it: windows of cooldowns are the same for all."""
        ahead: timedelta = self._db.ahead
        return (lambda: clock() + ahead) if abs(ahead) >= APART else clock


def open_ledger(policy: GuardPolicy) -> GuardStore:
    """The store that a session's rules name. Raises sqlite3.Error, OSError or ServerSilent."""
    if policy.store:
        return ServerGuardStore(policy.store, policy.conceal, policy.packages)
    return GuardStore(policy.database, policy.conceal)


def package_folders() -> tuple[str, ...]:
    """The folders of installed packages of this process; none in the frozen program, which holds what it needs."""
    named = ("site-packages", "dist-packages")
    return tuple(os.path.abspath(folder) for folder in sys.path if os.path.basename(folder.rstrip(os.sep)) in named)


class _Connection:
    """A connection that is spoken with as with sqlite3's, each answer under the limit."""

    def __init__(self, url: str) -> None:
        psycopg, password = _driver_and_password()
        self._faults = (psycopg.OperationalError, psycopg.InterfaceError)

        def connect() -> Any:
            given: dict[str, Any] = {"password": password} if password else {}
            given |= {"autocommit": True, "connect_timeout": 2, "application_name": "claudeops guard"}
            made: Any = psycopg.connect(url, cursor_factory=psycopg.ClientCursor, **given)
            made.execute(
                f"SET search_path = claudeops, pg_catalog; SET statement_timeout = {LIMIT_S * 1000:.0f};"
                " SET claudeops.quiet = 'on'; SET idle_in_transaction_session_timeout = '1s'"
            )
            self.ahead = _ahead(made)
            return made

        self.ahead = timedelta()
        self._inner = self._within(CONNECT_S, connect)

    def compare_clocks(self) -> None:
        """Look anew how far the server's clock is ahead of ours."""
        self.ahead = self._within(LIMIT_S, lambda: _ahead(self._inner))

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Any:
        """One statement; ``BEGIN IMMEDIATE`` waits for its turn among guards."""
        if sql == "BEGIN IMMEDIATE":
            sql = f"BEGIN; SELECT pg_advisory_xact_lock({_GUARDS})"
        return self._within(LIMIT_S, lambda: self._inner.execute(sql.replace("?", "%s"), tuple(values) or None))

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """The same for several rows."""
        for row in rows:
            self.execute(sql, row)

    def close(self) -> None:
        """Let go of the server, without waiting for it."""
        threading.Thread(target=self._inner.close, daemon=True).start()

    def _within(self, limit: float, work: Callable[[], T]) -> T:
        """The network may keep silent for longer than the server would: so another thread waits for it."""
        told: SimpleQueue[tuple[T | None, BaseException | None]] = SimpleQueue()

        def do() -> None:
            try:
                told.put((work(), None))
            except BaseException as error:  # told to who waits
                told.put((None, error))

        threading.Thread(target=do, daemon=True).start()
        try:
            found, error = told.get(timeout=limit)
        except Empty:
            raise ServerSilent(f"the server of the store did not answer within {limit * 1000:.0f} ms") from None
        if isinstance(error, self._faults):
            raise ServerSilent("the server of the store does not answer") from error
        if error is not None:
            raise error
        return found  # type: ignore[return-value]


def _ahead(connection: Any) -> timedelta:
    there = connection.execute("SELECT extract(epoch FROM clock_timestamp())::float8").fetchone()[0]
    return datetime.fromtimestamp(there, UTC) - utc_now()


def _driver_and_password() -> tuple[Any, str | None]:
    """Outside of the limit: both are of this machine, and a keyring has a limit of its own."""
    try:
        import psycopg

        from ..core.secrets.keyring_store import get_secret

        return psycopg, get_secret(PASSWORD)
    except ImportError as error:
        raise ServerSilent(f"the store is on a server, and {error.name or 'its driver'} is not installed") from error
    except EnvironmentFault as fault:
        raise ServerSilent(f"the password of the store cannot be read: {fault.sentence}") from fault
