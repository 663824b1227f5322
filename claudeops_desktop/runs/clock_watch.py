"""Follows whether the computer's clock is trusted: one event tells of a doubt, and what a wrong clock left behind is
put right once the time is known."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from ..core.errors import ClaudeOpsError
from ..core.messages import UserMessage
from ..core.trusted_time import (
    OPERATOR,
    TOLERANCE,
    ClockState,
    TrustedClock,
    current_clock,
    describe_doubt,
    doubt_remedy,
    hear_date,
)
from ..records.record_books import RecordRepositories
from ..storage.change_events import CLOCK, CommittedChange
from ..storage.future_rows import date_future_rows, newest_moment

if TYPE_CHECKING:
    from ..memory import MemoryService
    from .run_context import RunContext

log = logging.getLogger(__name__)
ASK_EVERY_S = 600.0
TOLD_EVERY_S = 3600.0
"""A clock that is set to and fro is one doubt."""
ANSWER_S = 5.0
API = "https://api.anthropic.com"


class RightedRows(Struct, frozen=True):
    """What a clock that was ahead had left: ``moments`` that had not come, and facts that had aged by them."""

    moments: int
    facts: int


class ClockWatch:
    """Looks at the clock for the application that acts: as it begins to, and at each beat of the store's."""

    def __init__(self, around: RunContext) -> None:
        self._around = around
        self._on = False
        self._quiet_at: tuple[int, ...] = ()  # the store's mark at a look without doubt
        self._lock = threading.Lock()
        self._asked: float | None = None
        self._told: float | None = None
        self._doubt = ""

    def start(self) -> None:
        """Look now, and at each beat from now on."""
        self._on = True
        self._around.pool.submit(self.check_clock)

    def rest(self) -> None:
        """Look no more."""
        self._on = False

    def look_again(self) -> None:
        """Judge the clock, where this application acts. On a thread that may wait."""
        if self._on:
            self.check_clock()

    def check_clock(self) -> None:
        """Judge the clock by all that is known; tell of a doubt, or put right what a wrong clock left. Raises nothing:
        what cannot be done now is done at the next look. Waits for the database: not on a GUI thread."""
        clock = current_clock()
        if clock is None or not self._lock.acquire(blocking=False):
            return
        try:
            mark = self._around.book.store.mark()
            if mark == self._quiet_at and not clock.judge_now().doubt:
                return  # nobody wrote since, so that nothing on record says otherwise
            lately = self._told is not None and time.monotonic() - self._told < TOLD_EVERY_S
            state = look_at_clock(clock, self._around.book, self._around.memory_of, tell=not lately)
            self._quiet_at = () if state.doubt else mark
            if state.doubt:
                self._told = time.monotonic()
            if state.doubt != self._doubt:
                self._doubt = state.doubt
                self._around.book.store.hub.publish(CommittedChange(CLOCK))
            if state.doubt and (self._asked is None or time.monotonic() - self._asked >= ASK_EVERY_S):
                self._asked = time.monotonic()
                ask_the_time()
        except ClaudeOpsError as fault:
            log.warning("the clock could not be judged: %s", fault.full_text)
        except Exception:
            log.exception("the clock could not be judged")
        finally:
            self._lock.release()


def look_at_clock(
    clock: TrustedClock, book: RecordRepositories, memory_of: Callable[[], MemoryService], *, tell: bool = True
) -> ClockState:
    """Judge the clock by all that is known. In doubt one event tells of it, unless it is not to ``tell``; without, what
    lies in the future is put right. Waits for the database."""
    store = book.store
    newest = store.read(lambda: newest_moment(store)).result()
    state = clock.judge_now(newest)
    if state.doubt and tell and not state.told:
        said = UserMessage("{doubt} {remedy}", doubt=describe_doubt(clock), remedy=doubt_remedy())
        now = clock.now()
        store.write(
            lambda: book.events.add(level="warning", message=said, service=None, session_id=None, now=now)
        ).result()
        clock.note_told()
    elif not state.doubt and newest is not None and newest > clock.now() + TOLERANCE:
        put_right(clock, book, memory_of())
    return state


def put_right(clock: TrustedClock, book: RecordRepositories, memory: MemoryService) -> RightedRows:
    """Take back what aged by a time that has not come, date what happened then to now, and tell of it. The due times
    are the schedule's own business. Waits for the database."""
    now, store = clock.now(), book.store

    def work() -> RightedRows:
        facts = memory.aging.take_back(now)
        found = RightedRows(date_future_rows(store, now), facts)
        if found.moments or found.facts:
            said = UserMessage(
                "The clock was ahead before: {moments} moments on record had not come and count as now, and {facts} "
                "facts that aged by them have their confidence back.",
                moments=f"{found.moments:,}",
                facts=f"{found.facts:,}",
            )
            book.events.add(level="warning", message=said, service=None, session_id=None, now=now)
        return found

    return store.write(work).result()


def confirm_clock(clock: TrustedClock, book: RecordRepositories, memory: MemoryService) -> RightedRows:
    """Take the operator's word for what the computer's clock says. Waits for the database."""
    clock.confirm(OPERATOR)
    return put_right(clock, book, memory)


def ask_the_time() -> None:
    """Ask the API for nothing but the date of its answer, with no key. What does not answer says nothing."""
    import httpx

    url = os.environ.get("ANTHROPIC_BASE_URL") or API
    if not url.startswith("https://"):
        return
    try:
        hear_date(httpx.head(url, timeout=ANSWER_S).headers.get("date"))
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        log.debug("nobody says what time it is: %s", error)
