"""Open ledgers of one session, kept from call to call: opening one takes longer than most answers."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from .guard_store import GuardStore
from .policy import GuardPolicy
from .server_store import open_ledger

MOST_KEPT = 2


class LedgerPool:
    """Hands out ledgers, each to one thread at a time."""

    def __init__(self, policy: GuardPolicy) -> None:
        self._policy = policy
        self._lock = threading.Lock()
        self._idle: list[GuardStore] = []

    @contextmanager
    def ledger(self) -> Iterator[GuardStore]:
        """Lend an open ledger. One in which something failed is not lent again. Raises what ``open_ledger`` does."""
        found = self._kept() or open_ledger(self._policy)
        try:
            yield found
        except BaseException:
            found.close()
            raise
        with self._lock:
            keeps = len(self._idle) < MOST_KEPT
            if keeps:
                self._idle.append(found)
        if not keeps:
            found.close()

    def close(self) -> None:
        """Let go of all that nobody uses."""
        with self._lock:
            idle, self._idle = self._idle, []
        for one in idle:
            one.close()

    def _kept(self) -> GuardStore | None:
        """Return one that still leads to the store: the file may have been put back from a backup, the server
        restarted."""
        while True:
            with self._lock:
                if not self._idle:
                    return None
                found = self._idle.pop()
            if found.is_current():
                return found
            found.close()
