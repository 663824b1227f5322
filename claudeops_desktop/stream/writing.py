"""Writing stream-json: the same vocabulary that ``events`` reads.

Each function returns one line of bytes, its newline included. The built-in watcher speaks it, and tests make their
streams with it. Only fields that a reader uses are written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import orjson


def init(
    *,
    session_id: str,
    model: str,
    cwd: str = "",
    tools: Sequence[str] = (),
    version: str = "",
    **more: Any,
) -> bytes:
    """The ``system/init`` line that opens a session."""
    event: dict[str, Any] = {"type": "system", "subtype": "init", "session_id": session_id, "model": model, "cwd": cwd}
    event |= {"tools": list(tools), "permissionMode": "default", "claude_code_version": version}
    return line(event | more)


def assistant_text(
    text: str,
    *,
    session_id: str,
    model: str,
    message_id: str = "msg",
    parent_tool_use_id: str | None = None,
    **more: Any,
) -> bytes:
    """What the agent says: an ``assistant`` line with one text block."""
    about = {"session_id": session_id, "parent_tool_use_id": parent_tool_use_id} | more
    return _assistant({"type": "text", "text": text}, model, message_id, about)


def tool_use(
    name: str,
    arguments: Mapping[str, Any],
    *,
    session_id: str,
    model: str,
    tool_use_id: str = "tool",
    message_id: str = "msg",
    parent_tool_use_id: str | None = None,
    **more: Any,
) -> bytes:
    """An ``assistant`` line that calls a tool."""
    block = {"type": "tool_use", "id": tool_use_id, "name": name, "input": dict(arguments)}
    about = {"session_id": session_id, "parent_tool_use_id": parent_tool_use_id} | more
    return _assistant(block, model, message_id, about)


def tool_result(
    content: str | Sequence[Mapping[str, Any]],
    *,
    session_id: str,
    tool_use_id: str = "tool",
    is_error: bool = False,
    parent_tool_use_id: str | None = None,
    **more: Any,
) -> bytes:
    """A ``user`` line that answers a tool call."""
    block = {"type": "tool_result", "tool_use_id": tool_use_id, "content": content, "is_error": is_error}
    event = {
        "type": "user",
        "message": {"role": "user", "content": [block]},
        "parent_tool_use_id": parent_tool_use_id,
        "session_id": session_id,
    }
    return line(event | more)


def result(
    text: str,
    *,
    session_id: str,
    is_error: bool = False,
    subtype: str = "success",
    cost_usd: float = 0.0,
    num_turns: int = 1,
    duration_ms: int = 0,
    structured: Mapping[str, Any] | None = None,
    errors: Sequence[str] = (),
    **more: Any,
) -> bytes:
    """The ``result`` line that closes a session. ``structured`` is the structured outcome (S9)."""
    event: dict[str, Any] = {
        "type": "result",
        "subtype": subtype,
        "is_error": is_error,
        "duration_ms": duration_ms,
        "num_turns": num_turns,
        "session_id": session_id,
        "total_cost_usd": cost_usd,
        "permission_denials": [],
    }
    if subtype == "success":
        event["result"] = text
    if errors:
        event["errors"] = list(errors)
    if structured is not None:
        event["structured_output"] = dict(structured)
    return line(event | more)


def line(event: Mapping[str, Any]) -> bytes:
    """Any event as one line."""
    return orjson.dumps(event, option=orjson.OPT_APPEND_NEWLINE | orjson.OPT_NON_STR_KEYS)


def _assistant(block: Mapping[str, Any], model: str, message_id: str, about: Mapping[str, Any]) -> bytes:
    message = {"id": message_id, "type": "message", "role": "assistant", "model": model, "content": [block]}
    return line({"type": "assistant", "message": message | {"stop_reason": None}} | dict(about))
