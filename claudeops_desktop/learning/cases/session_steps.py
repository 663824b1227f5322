"""The steps of a session in order: what was said, and what tools were called with and answered (L6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from ...core.clock import from_text
from ...core.errors import EnvironmentFault
from ...core.messages import UserMessage
from ...memory.extraction import TranscriptReader
from ...stream.events import ToolResult, ToolUse, events_of, load

LONGEST_LINE = 8_000_000  # bytes
LONGEST_OUTPUT = 20_000  # characters of an answer; its beginning and its end are kept
MOST_STEPS = 20_000
_TOOLS = (b"tool_use", b"tool_result")


@dataclass(frozen=True, slots=True)
class SessionStep:
    """One step. ``kind`` is person, agent or call; ``text`` what was said, or the shell command of a call.

    ``at`` None: the transcript does not say when. ``line`` counts from 1. A call without an answer (``ended_at`` None)
    was interrupted.
    """

    kind: str
    line: int
    at: datetime | None = None
    text: str = ""
    tool: str = ""
    call_id: str = ""
    given: tuple[tuple[str, Any], ...] = ()
    output: str = ""
    is_error: bool = False
    ended_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """A whole session: its steps, and the folder in which it worked ("" where it does not say)."""

    steps: tuple[SessionStep, ...]
    folder: str = ""


def read_session(path: Path, redact: Callable[[str], str] = str) -> SessionRecord:
    """The steps of a transcript of the CLI, or of a log of ours. ``redact`` takes secrets out of every text.

    Raises EnvironmentFault where the file cannot be read. Lines that are no JSON, cut in the middle perhaps, are passed
    over.
    """
    steps: list[SessionStep] = []
    places: dict[str, int] = {}
    reader, folder = TranscriptReader(), ""
    try:
        for number, raw in _lines(path):
            if len(steps) >= MOST_STEPS:
                break
            for turn in reader.feed(raw):
                folder = folder or turn.cwd
                if turn.role != "tool" and turn.text:
                    kind = "person" if turn.role == "user" else "agent"
                    steps.append(SessionStep(kind, number, _moment(turn.at), redact(turn.text)))
            if any(word in raw for word in _TOOLS):
                _add_calls(raw, number, steps, places, redact)
    except OSError as error:
        raise EnvironmentFault(
            UserMessage("{path} cannot be read: {strerror}.", path=path, strerror=error.strerror)
        ) from error
    return SessionRecord(tuple(steps), folder)


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """The lines of a file with their numbers; one that is too long is passed over."""
    with path.open("rb") as file:
        number, inside = 0, False
        while raw := file.readline(LONGEST_LINE):
            ended = raw.endswith(b"\n")
            if not inside and (ended or len(raw) < LONGEST_LINE):
                number += 1
                yield number, raw.rstrip(b"\r\n")
            elif not inside:
                number += 1
            inside = not ended


def _add_calls(
    raw: bytes, number: int, steps: list[SessionStep], places: dict[str, int], redact: Callable[[str], str]
) -> None:
    data = load(raw)
    if data is None:
        return
    at = _moment(data.get("at") if "stream" in data else data.get("timestamp"))
    if isinstance(data.get("stream"), str):
        event = data.get("event")
        data = event if isinstance(event, dict) else {}
    for event in events_of(data):
        if isinstance(event, ToolUse) and event.main:
            command = event.input.get("command")
            given = tuple(
                (key, redact(value) if isinstance(value, str) else value) for key, value in event.input.items()
            )
            places[event.id] = len(steps)
            text = redact(command) if isinstance(command, str) else ""
            steps.append(SessionStep("call", number, at, text, event.name, event.id, given))
        elif isinstance(event, ToolResult) and event.tool_use_id in places:
            place = places[event.tool_use_id]
            output = redact(_bounded(event.text))
            steps[place] = replace(steps[place], output=output, is_error=event.is_error, ended_at=at or steps[place].at)


def _bounded(text: str) -> str:
    half = LONGEST_OUTPUT // 2
    return text if len(text) <= LONGEST_OUTPUT else f"{text[:half]}\n{text[-half:]}"


def _moment(text: object) -> datetime | None:
    if not isinstance(text, str) or not text:
        return None
    try:
        return from_text(text)
    except (ValueError, OverflowError):
        return None
