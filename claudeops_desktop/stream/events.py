"""One line of stream-json → what it means.

``parse`` never raises: what is not known is ``Unknown``, what is not JSON is ``Garbage``, and fields that are missing
or of another type than expected are taken as absent. An ``assistant`` line normally holds one content block but may
hold several, so a line gives a tuple of events, in the order of its blocks; a line that says nothing (an empty one)
gives none.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import orjson

SYNTHETIC = "<synthetic>"
STRUCTURED_OUTPUT = "StructuredOutput"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_MOST_BEGINNINGS = 200  # of objects in a torn line, which are looked at


@dataclass(frozen=True, slots=True)
class StreamEvent:
    """Base of all events."""


@dataclass(frozen=True, slots=True)
class InitEvent(StreamEvent):
    """``system/init``. Comes once for each turn of a session that is woken again, so more than one may come."""

    session_id: str
    model: str
    cwd: str
    tools: tuple[str, ...]
    version: str
    permission_mode: str


@dataclass(frozen=True, slots=True)
class AssistantText(StreamEvent):
    """A text block of an assistant message.

    ``block`` is its index in the line's content. ``main`` is true for words of the main agent itself: no sub-agent,
    no synthetic message, no API error. Markers are read from main text only (S7). ``complete`` is false where the
    CLI says that the text was cut off.
    """

    text: str
    block: int
    message_id: str
    main: bool
    complete: bool = True


@dataclass(frozen=True, slots=True)
class ToolUse(StreamEvent):
    """A tool call. ``main`` as in AssistantText; ``parent`` is the call that started the sub-agent who makes it."""

    name: str
    id: str
    input: dict[str, Any]
    block: int
    main: bool
    parent: str = ""


@dataclass(frozen=True, slots=True)
class ThinkingBlock(StreamEvent):
    """A thinking block."""

    text: str
    block: int
    main: bool


@dataclass(frozen=True, slots=True)
class ToolResult(StreamEvent):
    """What a tool answered, as text."""

    tool_use_id: str
    text: str
    is_error: bool
    main: bool


@dataclass(frozen=True, slots=True)
class UserText(StreamEvent):
    """Text in a ``user`` line: a note of the CLI to the model, a compaction summary, command output."""

    text: str
    main: bool


@dataclass(frozen=True, slots=True)
class ApiError(StreamEvent):
    """A synthetic assistant message that tells of an API error. ``kind`` such as ``authentication_failed``."""

    text: str
    kind: str
    status: int | None


@dataclass(frozen=True, slots=True)
class ApiRetry(StreamEvent):
    """``system/api_retry``: a request failed and is tried again after ``delay_ms``. ``status`` None: the network."""

    attempt: int
    max_retries: int
    delay_ms: float
    status: int | None
    error: str


@dataclass(frozen=True, slots=True)
class RateLimitEvent(StreamEvent):
    """``rate_limit_event``: how much of the subscription's window is used. ``status`` is allowed, allowed_warning or
    rejected; ``resets_at`` is in seconds since 1970; ``utilization`` 0 to 1. What it says of overage is no limit."""

    status: str
    window: str
    resets_at: int | None
    utilization: float | None


@dataclass(frozen=True, slots=True)
class CompactionEvent(StreamEvent):
    """``system/compact_boundary``: the conversation was replaced by a summary of it."""

    trigger: str
    pre_tokens: int | None
    post_tokens: int | None


@dataclass(frozen=True, slots=True)
class HookEvent(StreamEvent):
    """``system/hook_started`` or ``hook_response``."""

    name: str
    phase: str
    outcome: str
    exit_code: int | None
    output: str


@dataclass(frozen=True, slots=True)
class TaskEvent(StreamEvent):
    """``system/task_started``, ``task_updated``, ``task_notification``: a sub-agent's life."""

    task_id: str
    phase: str
    status: str
    text: str


@dataclass(frozen=True, slots=True)
class PermissionDenied(StreamEvent):
    """``system/permission_denied``: a tool was refused."""

    tool: str
    message: str


@dataclass(frozen=True, slots=True)
class CliNotice(StreamEvent):
    """``system/informational`` and other words of the CLI for a person."""

    level: str
    text: str


@dataclass(frozen=True, slots=True)
class StatusEvent(StreamEvent):
    """``system/status``: compacting, requesting, or nothing."""

    status: str
    error: str


@dataclass(frozen=True, slots=True)
class ToolDenial(StreamEvent):
    """One refused tool call, as a ``result`` lists it."""

    tool: str
    input: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ResultEvent(StreamEvent):
    """``result``: how a turn ended. Several may come in one session; the last counts.

    Failure is ``is_error``, never the subtype: an API error has subtype ``success``. ``cost_usd`` is the sum since
    the process began; ``num_turns`` and ``duration_ms`` are this turn's alone.
    """

    is_error: bool
    subtype: str
    terminal_reason: str
    text: str
    cost_usd: float | None
    num_turns: int | None
    duration_ms: int | None
    structured: dict[str, Any] | None
    errors: tuple[str, ...]
    api_error_status: int | None
    api_error_type: str
    stop_reason: str
    session_id: str
    permission_denials: tuple[ToolDenial, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class UnknownEvent(StreamEvent):
    """Valid JSON that says nothing to us: a type or subtype of another version, partial messages. Ignored."""

    type: str
    subtype: str


@dataclass(frozen=True, slots=True)
class UnparsedLine(StreamEvent):
    """A line that is not a JSON object: the first 500 characters of it."""

    text: str


def parse(line: bytes) -> tuple[StreamEvent, ...]:
    """What one line says. Never raises."""
    data = load(line)
    if data is not None:
        return events_of(data)
    stripped = line.strip()
    return (UnparsedLine(stripped[:2000].decode("utf-8", "replace")[:500]),) if stripped else ()


def load(line: bytes) -> dict[str, Any] | None:
    """The JSON object of a line, or None. Broken UTF-8 and lone surrogates are mended, never refused.

    A byte order mark, as editors put one before the first line of a recording, is not of the line, nor are the NULs
    with which a file system fills a file after a crash. Of a record that was torn and the next one on the same line,
    the whole one is read.
    """
    line = line.removeprefix(_BYTE_ORDER_MARK).rstrip(b"\0\r\n")
    try:
        data = orjson.loads(line)
    except orjson.JSONDecodeError:
        if not line.lstrip().startswith(b"{"):
            return None
        try:
            data = _mended(json.loads(line.decode("utf-8", "replace")))
        except (ValueError, RecursionError):
            return _record_at_end(line)
    return data if isinstance(data, dict) else None


def _record_at_end(line: bytes) -> dict[str, Any] | None:
    """The whole record behind a torn one. What follows a bracket, a comma or a colon is a part of the torn one."""
    place = line.find(b'{"', 1)
    for _ in range(_MOST_BEGINNINGS):
        if place < 0:
            return None
        if line[:place].rstrip()[-1:] not in (b"[", b",", b":"):
            try:
                found = orjson.loads(line[place:])
            except orjson.JSONDecodeError:
                pass
            else:
                return found if isinstance(found, dict) and isinstance(found.get("type"), str) else None
        place = line.find(b'{"', place + 1)
    return None


def events_of(data: dict[str, Any]) -> tuple[StreamEvent, ...]:
    """What one JSON object says. Never raises."""
    kind = _text(data, "type")
    if kind == "assistant":
        return _assistant(data)
    if kind == "user":
        return _user(data)
    if kind == "result":
        return (_result(data),)
    if kind == "system":
        return (_system(data),)
    if kind == "rate_limit_event":
        return (_rate_limit(_dict(data, "rate_limit_info")),)
    return (UnknownEvent(kind, _text(data, "subtype")),)


def _assistant(data: dict[str, Any]) -> tuple[StreamEvent, ...]:
    message = _dict(data, "message")
    synthetic = message.get("model") == SYNTHETIC
    failed = bool(data.get("error")) or data.get("is_api_error_message") is True
    main = _is_main(data) and not synthetic and not failed
    message_id, parent = _text(message, "id"), _text(data, "parent_tool_use_id")
    complete = data.get("aborted") is not True
    found: list[StreamEvent] = []
    for block, part in enumerate(_blocks(message.get("content"))):
        what = part.get("type")
        if what == "text":
            text = _text(part, "text")
            if failed:
                found.append(ApiError(text, _text(data, "error"), _int(data, "api_error_status")))
            else:
                found.append(AssistantText(text, block, message_id, main, complete))
        elif what == "tool_use":
            found.append(ToolUse(_text(part, "name"), _text(part, "id"), _dict(part, "input"), block, main, parent))
        elif what in ("thinking", "redacted_thinking"):
            found.append(ThinkingBlock(_text(part, "thinking"), block, main))
        else:
            found.append(UnknownEvent("assistant", _text(part, "type")))
    return tuple(found) or (UnknownEvent("assistant", ""),)


def _user(data: dict[str, Any]) -> tuple[StreamEvent, ...]:
    main = _is_main(data)
    found: list[StreamEvent] = []
    for part in _blocks(_dict(data, "message").get("content")):
        if part.get("type") == "tool_result":
            text = "\n".join(_answered(inner) for inner in _blocks(part.get("content")))
            found.append(ToolResult(_text(part, "tool_use_id"), text, part.get("is_error") is True, main))
        elif part.get("type") == "text":
            found.append(UserText(_text(part, "text"), main))
        else:
            found.append(UnknownEvent("user", _text(part, "type")))
    return tuple(found) or (UnknownEvent("user", ""),)


def _answered(block: dict[str, Any]) -> str:
    """The text of one block of a tool's answer; what a server hands over as a resource is text too."""
    return _text(block, "text") or _text(_dict(block, "resource"), "text")


def _result(data: dict[str, Any]) -> ResultEvent:
    subtype = _text(data, "subtype")
    structured = data.get("structured_output")
    denials = data.get("permission_denials")
    errors = data.get("errors")
    return ResultEvent(
        # A result that does not say is judged by its subtype.
        is_error=data["is_error"] if isinstance(data.get("is_error"), bool) else subtype not in ("", "success"),
        subtype=subtype,
        terminal_reason=_text(data, "terminal_reason"),
        text=_text(data, "result"),
        cost_usd=_number(data, "total_cost_usd"),
        num_turns=_int(data, "num_turns"),
        duration_ms=_int(data, "duration_ms"),
        structured=structured if isinstance(structured, dict) else None,
        errors=tuple(e for e in errors if isinstance(e, str)) if isinstance(errors, list) else (),
        api_error_status=_int(data, "api_error_status"),
        api_error_type=_text(data, "api_error_type"),
        stop_reason=_text(data, "stop_reason"),
        session_id=_text(data, "session_id"),
        permission_denials=tuple(
            ToolDenial(_text(denial, "tool_name"), _dict(denial, "tool_input"))
            for denial in (denials if isinstance(denials, list) else ())
            if isinstance(denial, dict)
        ),
    )


def _rate_limit(data: dict[str, Any]) -> RateLimitEvent:
    window = _text(data, "rateLimitType")
    of_window = _dict(_dict(data, "unifiedWindows"), window)
    used = _number(data, "utilization")
    return RateLimitEvent(
        status=_text(data, "status"),
        window=window,
        resets_at=_int(data, "resetsAt") or _int(of_window, "resetsAt"),
        utilization=_number(of_window, "utilization") if used is None else used,
    )


def _system(data: dict[str, Any]) -> StreamEvent:
    subtype = _text(data, "subtype")
    match subtype:
        case "init":
            tools = data.get("tools")
            return InitEvent(
                session_id=_text(data, "session_id"),
                model=_text(data, "model"),
                cwd=_text(data, "cwd"),
                tools=tuple(t for t in tools if isinstance(t, str)) if isinstance(tools, list) else (),
                version=_text(data, "claude_code_version"),
                permission_mode=_text(data, "permissionMode"),
            )
        case "api_retry":
            return ApiRetry(
                attempt=_int(data, "attempt") or 0,
                max_retries=_int(data, "max_retries") or 0,
                delay_ms=_number(data, "retry_delay_ms") or 0.0,
                status=_int(data, "error_status"),
                error=_text(data, "error"),
            )
        case "compact_boundary":
            about = _dict(data, "compact_metadata")
            return CompactionEvent(_text(about, "trigger"), _int(about, "pre_tokens"), _int(about, "post_tokens"))
        case "hook_started" | "hook_response":
            output = _text(data, "output") or _text(data, "stdout") or _text(data, "stderr")
            phase = "started" if subtype == "hook_started" else "ended"
            return HookEvent(_text(data, "hook_name"), phase, _text(data, "outcome"), _int(data, "exit_code"), output)
        case "task_started" | "task_updated" | "task_notification":
            status = _text(data, "status") or _text(_dict(data, "patch"), "status")
            text = _text(data, "summary") or _text(data, "description")
            return TaskEvent(_text(data, "task_id"), subtype.removeprefix("task_"), status, text)
        case "permission_denied":
            return PermissionDenied(_text(data, "tool_name"), _text(data, "message"))
        case "informational":
            return CliNotice(_text(data, "level"), _text(data, "content"))
        case "status":
            return StatusEvent(_text(data, "status"), _text(data, "compact_error"))
        case _:
            return UnknownEvent("system", subtype)


def _is_main(data: dict[str, Any]) -> bool:
    return not data.get("parent_tool_use_id") and not data.get("subagent_type") and data.get("isSidechain") is not True


def _blocks(content: Any) -> list[dict[str, Any]]:
    """Content as a list of blocks; a plain string is one text block."""
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [block if isinstance(block, dict) else {} for block in content] if isinstance(content, list) else []


def _text(data: dict[str, Any], name: str) -> str:
    value = data.get(name)
    return value if isinstance(value, str) else ""


def _dict(data: dict[str, Any], name: str) -> dict[str, Any]:
    value = data.get(name)
    return value if isinstance(value, dict) else {}


def _number(data: dict[str, Any], name: str) -> float | None:
    value = data.get(name)
    sound = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e15
    return float(value) if sound else None  # type: ignore[arg-type]


def _int(data: dict[str, Any], name: str) -> int | None:
    value = _number(data, name)
    return None if value is None else int(value)


def _mended(data: Any) -> Any:
    """Strings without lone surrogates, which neither a database nor a terminal can take."""
    if isinstance(data, str):
        return data.encode("utf-8", "replace").decode("utf-8")
    if isinstance(data, list):
        return [_mended(part) for part in data]
    if isinstance(data, dict):
        return {_mended(name): _mended(value) for name, value in data.items()}
    return data
