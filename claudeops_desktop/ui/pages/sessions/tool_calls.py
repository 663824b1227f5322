"""The tool calls of a session, in order, as its log has them. Pure: call off the GUI thread."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from ....clock import from_text
from ....streamjson.display import clean, display
from ....streamjson.events import Denial, PermissionDenied, Result, StreamEvent, ToolResult, ToolUse
from ...widgets.log_source import LogSource

OK, FAILED, DENIED, OPEN = "ok", "failed", "denied", "open"
MOST = 20_000


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call.

    ``line`` is where the log has it; ``outcome`` ok, failed, denied, or open where no answer came; ``answer`` the
    first line of it; ``seconds`` until it came; ``main`` false for a sub-agent's.
    """

    line: int
    at: str
    name: str
    subject: str
    outcome: str = OPEN
    answer: str = ""
    seconds: float | None = None
    main: bool = True


def read_calls(path: Path) -> list[ToolCall]:
    """The calls of a log file, at most MOST of them. Raises FileNotFoundError."""
    source = LogSource(path)
    source.scan()
    return calls_of(source.events())


def calls_of(lines: Iterable[tuple[int, str, tuple[StreamEvent, ...]]]) -> list[ToolCall]:
    """Calls with their outcomes, from the lines of a log: number, time, events."""
    calls: list[ToolCall] = []
    by_id: dict[str, int] = {}
    asked: list[ToolUse] = []
    for number, at, events in lines:
        for event in events:
            if isinstance(event, ToolUse) and len(calls) < MOST:
                by_id[event.id] = len(calls)
                asked.append(event)
                calls.append(ToolCall(number, at, clean(event.name), _subject(event), main=event.main))
            elif isinstance(event, ToolResult) and event.tool_use_id in by_id:
                place = by_id[event.tool_use_id]
                calls[place] = _answered(calls[place], event, at)
            elif isinstance(event, PermissionDenied):
                _deny_last(calls, event.tool)
            elif isinstance(event, Result):
                for denial in event.permission_denials:
                    _deny(calls, asked, denial)
    return calls


def _answered(call: ToolCall, event: ToolResult, at: str) -> ToolCall:
    outcome = DENIED if call.outcome == DENIED else FAILED if event.is_error else OK
    first = next((line.strip() for line in event.text[:4000].split("\n") if line.strip()), "")
    return replace(call, outcome=outcome, answer=clean(first), seconds=_between(call.at, at))


def _deny(calls: list[ToolCall], asked: list[ToolUse], denial: Denial) -> None:
    for place, event in enumerate(asked):
        if event.name == denial.tool and event.input == denial.input and calls[place].outcome != OK:
            calls[place] = replace(calls[place], outcome=DENIED)


def _deny_last(calls: list[ToolCall], tool: str) -> None:
    for place in range(len(calls) - 1, -1, -1):
        if calls[place].name == tool and calls[place].outcome in (OPEN, FAILED):
            calls[place] = replace(calls[place], outcome=DENIED)
            return


def _subject(event: ToolUse) -> str:
    shown = display(event)
    return shown[0].text.removeprefix(event.name).strip() if shown else ""


def _between(start: str, end: str) -> float | None:
    try:
        return max(0.0, (from_text(end) - from_text(start)).total_seconds())
    except ValueError:
        return None
