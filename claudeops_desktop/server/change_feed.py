"""Committed changes as a stream: each has a number, so that who lost the connection goes on where it was.

What another process writes is noticed by the database's mark, once a second while somebody listens; of that it is only
known that something changed.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field, replace
from threading import Lock

from ..core.principals import EVERYONE, ActingPrincipal, acting_as
from ..storage import CommittedChange, DataStore
from ..storage.limited_rows import limited_rows, present_rows
from ..storage.row_visibility import VISIBLE_ROWS

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
    mark: str = ""  # how a listener names it: numbers would tell how much happens that it may not see
    gone: Mapping[int, str] = field(default_factory=dict)  # of rows that were deleted, who could see them


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
        self._limited = self._store.read(
            lambda: limited_rows("memories")
        ).result()  # few are; of deleted ones nothing else tells
        self._forget = store.hub.listen(self._changed)

    def close(self) -> None:
        """End every stream within a second, and hear of nothing more."""
        self._closing = True
        self._forget()

    async def listen(self, last_id: str = "", principal: ActingPrincipal | None = None) -> AsyncIterator[bytes]:
        """Server-sent events from now on, or from after ``last_id``; a comment now and then while nothing happens.
        ``principal`` hears of the rows that it may see, None of all."""
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
                    shown = await asyncio.to_thread(self._as_seen_by, principal, one)
                    if shown is not None:
                        yield self._event(shown)
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
            gone = self._note_limited(change)
            with self._lock:
                self._number += 1
                self._kept.append(NumberedChange(self._number, change, secrets.token_hex(6), gone))

    def _note_limited(self, change: CommittedChange) -> Mapping[int, str]:
        """Keep in mind which memories are not everybody's; those among the deleted ones."""
        if change.table != "memories":
            return {}
        if change.what == "deleted":
            return {number: self._limited.pop(number) for number in change.ids if number in self._limited}
        if change.ids:
            with acting_as(None):
                now = limited_rows(change.table, change.ids)
            for number in change.ids:
                self._limited.pop(number, None)
            self._limited |= now
        return {}

    def _as_seen_by(self, principal: ActingPrincipal | None, one: NumberedChange) -> NumberedChange | None:
        """A change without the rows that a principal may not see; None where nothing is left of it."""
        change = one.change
        if principal is None or not change.ids or change.table not in VISIBLE_ROWS:
            return one
        if change.what == "deleted":
            ids = tuple(number for number in change.ids if principal.may_see(one.gone.get(number, EVERYONE)))
        else:
            with acting_as(principal):
                there = self._store.read(lambda: present_rows(change.table, change.ids)).result()
            ids = tuple(number for number in change.ids if number in there)
        return replace(one, change=replace(change, ids=ids)) if ids else None

    def _since(self, number: int) -> list[NumberedChange] | None:
        """What came after a number; None where some of it is forgotten."""
        with self._lock:
            found = [one for one in self._kept if one.number > number]
            return None if len(found) < self._number - number else found

    def _number_of(self, last_id: str) -> int | None:
        begun, _, mark = last_id.partition("-")
        if begun != self._begun or not mark:
            return None
        with self._lock:
            return next((one.number for one in self._kept if one.mark == mark), None)

    def _event(self, one: NumberedChange) -> bytes:
        import msgspec

        change, mark = one.change, one.mark
        if not mark:
            with self._lock:
                mark = self._kept[-1].mark if self._kept else "0"
        data = msgspec.json.encode({"table": change.table, "ids": list(change.ids), "what": change.what})
        return b"id: %s-%s\nevent: change\ndata: %s\n\n" % (self._begun.encode(), mark.encode(), data)
