"""Events as plain text, for log views and the terminal. What an agent says is untrusted: control characters go."""

from __future__ import annotations

from dataclasses import dataclass

import orjson

from ..core.money import money
from .events import (
    ApiError,
    ApiRetry,
    AssistantText,
    CliNotice,
    CompactionEvent,
    HookEvent,
    InitEvent,
    PermissionDenied,
    RateLimitEvent,
    ResultEvent,
    StatusEvent,
    StreamEvent,
    TaskEvent,
    ThinkingBlock,
    ToolResult,
    ToolUse,
    UnparsedLine,
    UserText,
)

WIDTH = 500
LINES = 200
_MAPPED: dict[int, str | int | None] = {code: 0x2400 + code for code in range(0x20) if code not in (0x09, 0x0A)}
_MAPPED |= {0x09: "    ", 0x0D: None, 0x7F: 0x2421, 0x2028: " ", 0x2029: " "}
_MAPPED |= dict.fromkeys([*range(0x80, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F], "�")
_SUBJECTS = ("command", "file_path", "path", "pattern", "url", "query", "description", "prompt")


@dataclass(frozen=True, slots=True)
class DisplayLine:
    """One line to show. ``kind`` is start, text, tool, output, error, thinking, note, result or garbage."""

    kind: str
    text: str


def display(event: StreamEvent) -> list[DisplayLine]:
    """An event as lines of at most 500 characters each; none for what says nothing to a person."""
    match event:
        case InitEvent():
            version = f" {event.version}" if event.version else ""
            if event.model == "watch":
                return lines("start", f"Watcher{version} started")
            return lines("start", f"Agent{version} started with {event.model or 'its own model'}")
        case AssistantText():
            return lines("text" if event.main else "note", event.text)
        case ToolUse():
            return lines("tool", f"{event.name} {subject(event)}")
        case ToolResult():
            return lines("error" if event.is_error else "output", event.text)
        case ThinkingBlock():
            return lines("thinking", event.text)
        case ApiError() | CliNotice() | UserText():
            return lines("error" if isinstance(event, ApiError) else "note", event.text)
        case ApiRetry():
            of = f" of {event.max_retries}" if event.max_retries else ""
            why = event.error.replace("_", " ") or "the network"
            status = f" ({event.status})" if event.status else ""
            return lines("note", f"The API did not answer: {why}{status}. Attempt {event.attempt}{of} follows.")
        case RateLimitEvent(status="rejected"):
            return lines("error", "The subscription's usage limit is reached.")
        case CompactionEvent():
            return lines("note", "The conversation was shortened to a summary.")
        case HookEvent(phase="ended"):
            return lines("note", f"Hook {event.name}: {event.outcome or 'done'}")
        case TaskEvent(phase="started" | "notification"):
            return lines("note", f"Sub-agent {event.status or event.phase}: {event.text}")
        case PermissionDenied():
            return lines("error", f"{event.tool} was refused. {event.message}")
        case StatusEvent(status="compacting"):
            return lines("note", "Shortening the conversation…")
        case ResultEvent():
            return lines("error" if event.is_error else "result", _ended(event))
        case UnparsedLine():
            return lines("garbage", event.text)
        case _:
            return []


def lines(kind: str, text: str) -> list[DisplayLine]:
    """Any text as lines to show: control characters mapped to visible signs, long lines and long texts shortened."""
    parts = text.strip("\r\n").split("\n", LINES) if text.strip() else []
    found = [DisplayLine(kind, clean(part)) for part in parts[:LINES]]
    if len(parts) > LINES:
        found.append(DisplayLine(kind, f"… ({parts[LINES].count(chr(10)) + 1:,} more lines)"))
    return found


def clean(line: str) -> str:
    """One line without control or direction characters, at most 500 characters long, with "… (n more)"."""
    shown = line[:WIDTH].translate(_MAPPED)
    if len(line) <= WIDTH and len(shown) <= WIDTH:
        return shown
    kept = WIDTH - 24
    return f"{shown[:kept]}… ({max(len(line), len(shown)) - kept:,} more)"


def subject(event: ToolUse) -> str:
    """What a tool call is about, in one line: its command, file or address; else its whole input."""
    for name in _SUBJECTS:
        value = event.input.get(name)
        if isinstance(value, str) and value.strip():
            first, *rest = value.strip().split("\n")
            return f"{first} … ({len(rest)} more lines)" if rest else first
    return orjson.dumps(event.input, default=str)[:2000].decode("utf-8", "replace") if event.input else ""


def _ended(event: ResultEvent) -> str:
    parts = ["Failed" if event.is_error else "Done"]
    if event.is_error:
        parts.append("; ".join(event.errors) or event.text or event.subtype)
    if event.num_turns is not None:
        parts.append(f"{event.num_turns} turn{'' if event.num_turns == 1 else 's'}")
    if event.cost_usd is not None:
        parts.append(money(event.cost_usd))
    return " · ".join(parts)
