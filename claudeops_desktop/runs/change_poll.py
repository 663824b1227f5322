"""While a session runs or a question waits, what other processes write is noticed within a second: the guard of the
session (approvals, tool calls, cooldowns) and the command line (answers). Nothing ticks otherwise.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future

from ..storage import CommittedChange
from .run_context import RunContext

log = logging.getLogger(__name__)
EVERY_S = 1.0

# For each table that others write: what grows when a row is added, and what grows when one is changed.
_MARKS = {
    "approvals": "SELECT max(id), count(answered_at) FROM approvals",
    "tool_calls": "SELECT max(id), count(answered_at) FROM tool_calls",
    "cooldown_actions": "SELECT max(id), count(completed_at) + count(cleared_at) FROM cooldown_actions",
    "events": "SELECT max(id), count(acknowledged_at) FROM events",
}


class ChangePoll:
    """Tells ``Change`` of other processes' writes on the store's hub, to the window, the tray and the daemon alike.

    Lives on the main thread.
    """

    def __init__(self, around: RunContext) -> None:
        self._around = around
        self._on = False
        self._version: int | None = None
        self._marks: dict[str, tuple[int, int]] = {}
        self._call_off: Callable[[], None] | None = None
        self._forget: Callable[[], None] | None = None

    def watch(self, on: bool) -> None:
        """Begin to look, or look no longer."""
        if on == self._on:
            return
        self._on = on
        if on:
            self._version, self._marks = None, {}
            self._forget = self._around.book.store.hub.listen(self._told)
            self._look()
        else:
            self.stop()

    def stop(self) -> None:
        """Look no longer."""
        self._on = False
        if self._call_off is not None:
            self._call_off()
            self._call_off = None
        if self._forget is not None:
            self._forget()
            self._forget = None

    def _told(self, change: CommittedChange) -> None:
        """On the store's worker: rows of our own are told already."""
        if change.what == "inserted" and change.ids and change.table in self._marks:
            newest, changed = self._marks[change.table]
            self._marks[change.table] = max(newest, *change.ids), changed

    def _look(self) -> None:
        self._call_off = None
        if self._on:
            self._around.book.store.external_version().add_done_callback(self._looked)

    def _looked(self, future: Future[int]) -> None:
        """On the store's worker: its own writes are all told by now."""
        error = future.exception()
        if error is None:
            self._around.loop.call(lambda: self._seen(future.result()))
        else:
            log.warning("what other processes wrote could not be seen: %s", error)
            self._around.loop.call(self._again)

    def _seen(self, version: int) -> None:
        if self._on and version != self._version:
            self._around.book.store.write(self._tell_news).add_done_callback(_failed)
        self._version = version
        if self._on:
            self._around.book.store.read(self._find_orphans).add_done_callback(_failed)
        self._again()

    def _find_orphans(self) -> None:
        """Off the main thread: a question whose asker was killed is withdrawn, which is told as any other answer."""
        approvals = self._around.book.approvals
        if approvals.orphans():
            now = self._around.clock()
            self._around.book.store.write(lambda: approvals.expire(now))

    def _again(self) -> None:
        if self._on and self._call_off is None:
            self._call_off = self._around.loop.later(EVERY_S, self._look)

    def _tell_news(self) -> None:
        """Inside a write, so that nobody writes meanwhile: what is new since the last look is told."""
        store, first = self._around.book.store, not self._marks
        for table, sql in _MARKS.items():
            newest, changed = store.database.execute_sql(sql).fetchone()
            before, self._marks[table] = self._marks.get(table, (0, 0)), (newest or 0, changed)
            if first or before == self._marks[table]:
                continue
            if self._marks[table][0] > before[0]:
                ids = store.database.execute_sql(f"SELECT id FROM {table} WHERE id > ? LIMIT 500", (before[0],))
                store.note_change(CommittedChange(table, tuple(row[0] for row in ids), "inserted"))
            else:
                store.note_change(CommittedChange(table))


def _failed(future: Future[None]) -> None:
    if (error := future.exception()) is not None:
        log.warning("what other processes wrote could not be read: %s", error)
