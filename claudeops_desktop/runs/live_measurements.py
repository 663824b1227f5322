"""What an agent that measures finds is recorded as it finds it, not when its session ends (S13, D11)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass

from ..core.clock import from_text
from ..records.health import STATES, MeasuredStatus
from ..stream.events import StreamEvent, ToolResult, ToolUse
from .cooldown_reset import clear_by_health
from .run_context import RunContext

TOOL = "Check"
_ANSWER = re.compile(rf"({'|'.join(STATES)}): (.*?)(?: \(([\d.,]+) (ms|s)\))?", re.DOTALL)
_ATTEMPTS = re.compile(r"\((\d+) attempts\)$")


@dataclass(frozen=True, slots=True)
class _AskedCheck:
    service: str
    check_type: str
    label: str


class LiveMeasurements:
    """Reads one session's lines, on its reader thread. ``recorded``: something was measured and is written;
    ``failed``: something could not be written."""

    def __init__(self, around: RunContext, session_id: int) -> None:
        self._around = around
        self._session_id = session_id
        self._asked: dict[str, _AskedCheck] = {}
        self.recorded = self.failed = False

    def read_events(self, at: str, events: Sequence[StreamEvent]) -> None:
        """Take in the events of one line, which arrived ``at``."""
        for event in events:
            if isinstance(event, ToolUse) and event.name == TOOL:
                asked = {name: event.input.get(name) for name in ("service", "check", "label")}
                if all(isinstance(asked[name], str) for name in ("service", "check")):
                    self._asked[event.id] = _AskedCheck(
                        str(asked["service"]), str(asked["check"]), str(asked["label"] or "")
                    )
            elif isinstance(event, ToolResult) and (known := self._asked.pop(event.tool_use_id, None)):
                self._record(known, event.text, at)

    def _record(self, asked: _AskedCheck, text: str, at: str) -> None:
        answer = _ANSWER.fullmatch(text)
        if answer is None:
            return
        attempts = _ATTEMPTS.search(answer[2])
        measured = MeasuredStatus(
            asked.service,
            ":".join(part for part in (asked.service, asked.check_type, asked.label) if part),
            asked.check_type,
            answer[1],
            answer[2],
            from_text(at),
            attempts=int(attempts[1]) if attempts else 1,
            has_own_event=True,
        )
        response_ms = float(answer[3].replace(",", "")) * (1000 if answer[4] == "s" else 1) if answer[3] else None
        self._around.book.store.write(lambda: self._write(measured, response_ms)).add_done_callback(self._written)

    def _written(self, done: Future[None]) -> None:
        """What could not be written now is written when the session ends, with all that it measured."""
        if done.exception() is None:
            self.recorded = True
        else:
            self.failed = True

    def _write(self, measured: MeasuredStatus, response_ms: float | None) -> None:
        book, now = self._around.book, self._around.clock()
        book.health.add(
            service=measured.service,
            status=measured.status,
            session_id=self._session_id,
            check_type=measured.check_type,
            detail=measured.detail,
            response_ms=response_ms,
            measured=True,
            now=now,
        )
        clear_by_health(book, (measured.service,), self._around.settings.current.cooldowns.healthy_minutes, now)
        self._around.measured([measured])
