"""What a run says: stream-json lines on stdout, each flushed as it is written.

Markers are only ever made here, from our own words; what others said is made harmless first (``words.plain``).
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from ... import __version__
from ...core.clock import to_text
from ...stream import writing
from .events import WatchEvent
from .lessons import MeasuredFact
from .measurement import CheckMeasurement, ServiceStatus
from .text import clean_line, milliseconds

MODEL = "watch"
TOOLS = ("Check",)


class WatchReport:
    """One session's stream. Every public method writes whole lines and flushes them."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self._session = str(uuid.uuid4())
        self._began = time.monotonic()
        self._messages = 0
        self._checks = 0
        self.failed = False
        """Whether nothing could be checked."""
        self.found_down = False
        """Whether a service was down at the end."""

    def write_opening(self) -> None:
        """The session begins."""
        self._write(
            writing.init(
                session_id=self._session, model=MODEL, cwd=str(Path.cwd()), tools=TOOLS, version=f"watch {__version__}"
            )
        )

    def write_text(self, *lines: str) -> None:
        """Plain words of the watcher."""
        self._write(self._text("\n".join(lines)))

    def write_measurement(self, seen: CheckMeasurement, events: Iterable[WatchEvent]) -> None:
        """One check: as a tool that was used, its answer, a readable line and its events."""
        self._messages += 1
        self._checks += 1
        number = f"check_{self._checks}"
        asked = {"service": seen.service, "check": seen.check, "target": seen.target}
        if label := _label(seen):
            asked["label"] = label
        answer = f"{seen.status}: {seen.detail} ({milliseconds(seen.response_ms)})"
        words = [_line(seen), *(_event(event) for event in events)]
        self._write(
            writing.tool_use(
                "Check",
                asked,
                session_id=self._session,
                model=MODEL,
                tool_use_id=number,
                message_id=f"msg_{self._messages}",
            ),
            writing.tool_result(answer, session_id=self._session, tool_use_id=number),
            self._text("\n".join(words)),
        )

    def write_events(self, events: Sequence[WatchEvent]) -> None:
        """Events that belong to no single check."""
        if events:
            self.write_text(*(_event(event) for event in events))

    def write_lessons(self, lessons: Sequence[MeasuredFact]) -> None:
        """What is worth remembering, as markers (SPEC-0015, Memory Marker Format)."""
        if lessons:
            self.write_text(*(f"[MEMORY:{one.category}:{one.service}] {clean_line(one.text, 400)}" for one in lessons))

    def write_closing(self, summary: str, checked: Sequence[CheckMeasurement], *, error: bool = False) -> None:
        """The session ends: all of it in a few lines to read, and the structured outcome (PRODUCT S9)."""
        self.failed = error
        self.found_down = any(seen.status is ServiceStatus.DOWN for seen in checked)
        words = "\n".join([summary, "", *(f"- {_line(seen)}" for seen in checked)]).strip()
        self._write(
            self._text(words),
            writing.result(
                words,
                session_id=self._session,
                is_error=error,
                num_turns=self._checks + 1,
                duration_ms=self._elapsed_ms(),
                structured=outcome(summary, checked),
                terminal_reason="completed",
            ),
        )

    def interrupted(self, checked: Sequence[CheckMeasurement]) -> None:
        """The session was ended from outside."""
        summary = "Ended by a signal before all checks were done."
        self._write(
            writing.result(
                summary,
                session_id=self._session,
                is_error=True,
                subtype="error_during_execution",
                num_turns=self._checks + 1,
                duration_ms=self._elapsed_ms(),
                structured=outcome(summary, checked),
                errors=[summary],
                terminal_reason="aborted_tools",
            )
        )

    def _elapsed_ms(self) -> int:
        return round((time.monotonic() - self._began) * 1000)

    def _text(self, text: str) -> bytes:
        self._messages += 1
        return writing.assistant_text(text, session_id=self._session, model=MODEL, message_id=f"msg_{self._messages}")

    def _write(self, *lines: bytes) -> None:
        self._out.write(b"".join(lines))
        self._out.flush()


def outcome(summary: str, checked: Sequence[CheckMeasurement]) -> dict[str, Any]:
    """The structured outcome of S9. The watcher never escalates."""
    return {"summary": summary, "services_checked": [_row(seen) for seen in checked], "escalation": None}


def _line(seen: CheckMeasurement) -> str:
    """One check in words; its label where the service has several of a kind."""
    label = _label(seen)
    return f"{seen.service}{f' ({label})' if label else ''}: {seen.status}, {seen.detail}"


def _label(seen: CheckMeasurement) -> str:
    return seen.key.removeprefix(f"{seen.service}:{seen.check}").removeprefix(":")


def _row(seen: CheckMeasurement) -> Mapping[str, Any]:
    return {
        "service": seen.service,
        "status": str(seen.status),
        "detail": seen.detail,
        "check_type": seen.check,
        "response_ms": round(seen.response_ms, 1),
        "attempts": seen.attempts,
        "at": to_text(seen.at),
        "key": seen.key,
    }


def _event(event: WatchEvent) -> str:
    place = f":{event.service}" if event.service else ""
    return f"[EVENT:{event.level}{place}] {clean_line(event.text, 400)}"
