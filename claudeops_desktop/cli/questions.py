"""What a run in the terminal asks its operator: put on the screen where somebody sits there, else told of (S10)."""

from __future__ import annotations

import logging
import os
import select
import sys
import threading
from collections import deque
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from ..core.clock import from_text, utc_now
from ..core.errors import EnvironmentFault, OperatorError
from ..operations.approvals import AnswerApproval, AnswerTooLate, ApprovalAnswer, answer_approval
from ..storage.store import PRESENCE
from .approvals import about, describe_request
from .output import clean, print_line, warn

if TYPE_CHECKING:
    from ..records.approvals import Approval
    from ..storage import CommittedChange
    from .cli_context import CliEngine

log = logging.getLogger(__name__)
ANSWERS: dict[str, ApprovalAnswer] = {
    "y": "approved",
    "yes": "approved",
    "r": "approved_run",
    "run": "approved_run",
    "n": "refused",
    "no": "refused",
}


class TerminalQuestions:
    """Feed it every change. With ``prompt`` it asks on the terminal, on a thread of its own; without, it says once how
    each question can be answered from elsewhere. Only what the runs of this process ask is its business."""

    def __init__(self, engine: CliEngine, *, prompt: bool) -> None:
        self._engine = engine
        self._prompt = prompt
        self._told: set[int] = set()
        self._waits: set[int] = set()
        self._ended: deque[int] = deque()
        self._closed = threading.Event()
        self._woken, self._wake = os.pipe()
        os.set_blocking(self._wake, False)  # read only while a question stands: who tells of a change never waits
        self._pipe = threading.Lock()
        self._gone = False
        self._news = threading.Event()
        self._thread = threading.Thread(target=self._work, name="questions", daemon=True)
        self._thread.start()

    def changed(self, change: CommittedChange) -> None:
        """May be called from any thread; returns at once."""
        if change.table in ("approvals", PRESENCE):
            self._rouse()
        elif change.table == "sessions" and change.what == "updated":
            self._ended.extend(change.ids)
            self._rouse()

    def close(self) -> None:
        """Ask no more."""
        self._closed.set()
        self._rouse()
        self._thread.join()
        with self._pipe:
            self._gone = True
            for end in (self._woken, self._wake):
                os.close(end)

    def _rouse(self) -> None:
        self._news.set()
        with self._pipe, suppress(BlockingIOError):
            if not self._gone:  # a change may be on its way to us while we close
                os.write(self._wake, b".")

    def _work(self) -> None:
        while True:
            self._news.wait()
            self._news.clear()
            if self._closed.is_set():
                return
            try:
                self._look()
            except EnvironmentFault as fault:  # it looks again when the store is back, and at the next change
                log.info("what the run asks is not known: %s", fault)

    def _look(self) -> None:
        self._say_who_waits()
        for asked in self._asked():
            if self._closed.is_set():
                return
            self._put(asked)

    def _say_who_waits(self) -> None:
        """A run that is tried again after a while is not over, though nothing happens."""
        from ..runs.retry import AGAIN

        while self._ended:
            number = self._ended[0]
            session = self._engine.store.read(partial(self._engine.book.sessions.get, number)).result()
            self._ended.popleft()
            if session is not None and AGAIN in session.status_reason and number not in self._waits:
                self._waits.add(number)
                warn(f"{session.status_reason} Ctrl+C gives it up.")

    def _asked(self) -> list[Approval]:
        from ..runs.run_context import process_owner

        book = self._engine.book

        def ours() -> list[Approval]:
            waiting = [a for a in book.approvals.waiting(utc_now()) if a.id not in self._told and a.run_id is not None]
            return [a for a in waiting if any(s.owner == process_owner() for s in book.sessions.of_run(a.run_id or 0))]

        return self._engine.store.read(ours).result()

    def _put(self, asked: Approval) -> None:
        self._told.add(asked.id)
        until = from_text(asked.expires_at)
        if not self._prompt:
            warn(
                f"{describe_request(asked)} needs approval until {until.astimezone():%H:%M}:"
                f" claudeops approvals approve {asked.id}, or refuse {asked.id}."
            )
            return
        print_line()
        print_line(f"── {describe_request(asked)} needs approval ──")
        for line in about(asked):
            print_line(line)
        answer = self._read(asked, until)
        if answer:
            self._answer(asked, ANSWERS[answer])

    def _answer(self, asked: Approval, answer: ApprovalAnswer) -> None:
        request = AnswerApproval(asked.id, answer, "terminal", confirmed=True)
        try:
            self._engine.store.write(lambda: answer_approval(self._engine.book, request, utc_now())).result()
        except EnvironmentFault as fault:
            warn(f"Your answer could not be stored. {fault.full_text}")
            self._told.discard(asked.id)
            raise
        except AnswerTooLate:
            print_line("It was answered meanwhile.")
        except OperatorError as error:
            print_line(error.full_text)
        else:
            print_line()

    def _read(self, asked: Approval, until: datetime) -> str:
        """The answer as typed; "" where there is none in time, or it waits no longer."""
        while True:
            left = (until - utc_now()).total_seconds()
            minutes = max(1, round(left / 60))
            sys.stdout.write(f"Approve? [y]es, yes for the whole [r]un, [N]o ({minutes} min): ")
            sys.stdout.flush()
            typed = self._line(asked, until)
            if typed is None:
                print_line()
                return ""
            word = clean(typed).lower()
            if word in ANSWERS or not word:
                return word or "n"

    def _line(self, asked: Approval, until: datetime) -> str | None:
        """One line from the terminal; None at its end, when time is up, or when it waits no longer."""
        book = self._engine.book
        while (left := (until - utc_now()).total_seconds()) > 0:
            ready, _, _ = select.select([sys.stdin, self._woken], [], [], left)
            if sys.stdin in ready:
                return sys.stdin.readline() or None
            if self._woken in ready:
                os.read(self._woken, 4096)
                found = self._engine.store.read(lambda: book.approvals.get(asked.id)).result()
                if self._closed.is_set() or found is None or not found.is_waiting:
                    return None
        return None
