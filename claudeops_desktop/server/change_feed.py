"""Committed changes as a stream: each has a number, so that who lost the connection goes on where it was.

What another process writes is noticed by the database's mark, once a second while somebody listens; of that it is only
known that something changed.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass
from threading import Lock

from ..storage import CommittedChange, DataStore

SHOWN = frozenset(
    (
        *("memories", "sessions", "runs", "events", "incidents", "cases", "cooldown_actions", "health_checks"),
        *("approvals", "queue", "stop"),
    )
)
"""Tables of which the interface tells; "*" means any of them."""
REMEMBERED = 1000
LOOK_EVERY_S = 1.0
BEAT_EVERY_S = 15.0
ANY = "*"


@dataclass(frozen=True, slots=True)
class NumberedChange:
    """A change with its number, which counts up from 1 in this process."""

    number: int
    change: CommittedChange


class ChangeFeed:
    """The latest changes, for any number of listeners."""

    def __init__(self, store: DataStore) -> None:
        self._store = store
        self._lock = Lock()
        self._kept: deque[NumberedChange] = deque(maxlen=REMEMBERED)
        self._number = 0
        self._begun = secrets.token_hex(4)  # numbers of another process mean nothing here
        self._own_mark: tuple[int, ...] = ()
        self._closing = False
        self._forget = store.hub.listen(self._changed)

    def close(self) -> None:
        """End every stream within a second, and hear of nothing more."""
        self._closing = True
        self._forget()

    async def listen(self, last_id: str = "") -> AsyncIterator[bytes]:
        """Server-sent events from now on, or from after ``last_id``; a comment now and then while nothing happens."""
        number = self._number_of(last_id)
        yield b": changes\n\n"
        if last_id and number is None:
            yield self._event(NumberedChange(self._number, CommittedChange(ANY)))
        seen = self._number if number is None else number
        mark, quiet = self._store.mark(), 0.0
        while not self._closing:
            found = self._since(seen)
            if found is None:
                seen = self._number
                yield self._event(NumberedChange(seen, CommittedChange(ANY)))
            else:
                for one in found:
                    seen = one.number
                    yield self._event(one)
            now = self._store.mark()
            if now != mark:
                if not found and now != self._own_mark:
                    self._changed(CommittedChange(ANY))
                mark = now
                continue
            await asyncio.sleep(LOOK_EVERY_S / 4)
            quiet = 0.0 if found else quiet + LOOK_EVERY_S / 4
            if quiet >= BEAT_EVERY_S:
                quiet = 0.0
                yield b": still here\n\n"

    def _changed(self, change: CommittedChange) -> None:
        self._own_mark = self._store.mark()
        if change.table in SHOWN or change.table == ANY:
            with self._lock:
                self._number += 1
                self._kept.append(NumberedChange(self._number, change))

    def _since(self, number: int) -> list[NumberedChange] | None:
        """What came after a number; None where some of it is forgotten."""
        with self._lock:
            found = [one for one in self._kept if one.number > number]
            return None if len(found) < self._number - number else found

    def _number_of(self, last_id: str) -> int | None:
        begun, _, number = last_id.partition("-")
        known = begun == self._begun and number.isdecimal() and len(number) < 16 and int(number) <= self._number
        return int(number) if known else None

    def _event(self, one: NumberedChange) -> bytes:
        import msgspec

        change = one.change
        data = msgspec.json.encode({"table": change.table, "ids": list(change.ids), "what": change.what})
        return b"id: %s-%d\nevent: change\ndata: %s\n\n" % (self._begun.encode(), one.number, data)
