"""What of a log line is worth finding: what was said, asked of tools, answered by them, and what went wrong. Pure.

Not the JSON around it, and not what says nothing to a person (partial messages, ids, usage).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...stream.events import (
    ApiError,
    AssistantText,
    CliNotice,
    HookEvent,
    PermissionDenied,
    ResultEvent,
    StreamEvent,
    TaskEvent,
    ThinkingBlock,
    ToolResult,
    ToolUse,
    UnparsedLine,
    UserText,
    events_of,
    load,
    parse,
)

PARTS = ("said", "asked", "answered", "errors")
DEEPEST = 12
LONGEST = 2_000_000  # characters of one part of one line


@dataclass(frozen=True, slots=True)
class LogLineText:
    """One log line: when it came (stored text, "" where unknown), and its texts in the order of PARTS.

    ``ends`` says that it is the result of a session or turn, which says the last answer once more.
    """

    at: str
    said: str = ""
    asked: str = ""
    answered: str = ""
    errors: str = ""
    ends: bool = False

    @property
    def texts(self) -> tuple[str, str, str, str]:
        """In the order of PARTS."""
        return self.said, self.asked, self.answered, self.errors


def read_line(line: bytes) -> LogLineText:
    """What one line of a log file says. Never raises: what is not of our form is read as a raw recording."""
    data = load(line) or {}
    at, event, text = data.get("at"), data.get("event"), data.get("text")
    when = at if isinstance(at, str) else ""
    if isinstance(event, dict):
        return said_by(when, events_of(event))
    if not isinstance(text, str):
        return said_by("", parse(line))
    if data.get("stream") == "stderr":
        return LogLineText(when, errors=_sound(text))
    return said_by(when, parse(text.encode("utf-8", "replace")))


def said_by(at: str, events: tuple[StreamEvent, ...]) -> LogLineText:
    """The same for what the events of one line say."""
    parts: dict[str, list[str]] = {name: [] for name in PARTS}
    for event in events:
        match event:
            case AssistantText() | ThinkingBlock() | UserText() | CliNotice():
                parts["said"].append(event.text)
            case ToolUse():
                parts["asked"].append(" ".join((event.name, *_values(event.input, 0))))
            case ToolResult():
                parts["errors" if event.is_error else "answered"].append(event.text)
            case ApiError() | UnparsedLine():
                parts["errors"].append(event.text)
            case PermissionDenied():
                parts["errors"].append(f"{event.tool} {event.message}")
            case HookEvent():
                parts["answered"].append(event.output)
            case TaskEvent():
                parts["said"].append(event.text)
            case ResultEvent():
                parts["errors" if event.is_error else "said"].append("\n".join((event.text, *event.errors)))
            case _:
                pass
    said, asked, answered, errors = (_sound("\n".join(text for text in parts[name] if text)) for name in PARTS)
    return LogLineText(at, said, asked, answered, errors, any(isinstance(event, ResultEvent) for event in events))


def _values(value: Any, depth: int) -> list[str]:
    """The values of a tool's input, without their names."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, bool) or value is None or depth > DEEPEST:
        return []
    if isinstance(value, int | float):
        return [str(value)]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for one in inner for text in _values(one, depth + 1)]


def _sound(text: str) -> str:
    """Without NUL, which would end it, and not endless."""
    return text[:LONGEST].replace("\0", " ")
