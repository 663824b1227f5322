"""The first tool call of a session that is refused, where the operator wants the session to end there (S10).

It is seen in the stream. 2.1.330 says ``permission_denied``; 2.1.197 only answers the tool call with an error, in one
of a few wordings; and a call that the guard refused is answered with the guard's own words, so its record is asked.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..guard.hook_answer import RUN_INSTEAD
from ..memory import one_line
from ..records.record_books import RecordRepositories
from ..stream.events import PermissionDenied, ResultEvent, StreamEvent, ToolResult, ToolUse
from ..stream.markers import shorten_text

log = logging.getLogger(__name__)

# What the CLI answers where its lists, or nobody, allowed the call.
_REFUSED = re.compile(
    r"(?:Permission to .{1,400}has been denied|Claude requested permissions? to .{1,400}haven't granted it"
    r"|(?:was blocked|needs approval)\. (?:For security|The path)|requires approval\b"
    r"|Permission for this action has been denied)",
    re.DOTALL,
)
_SHOWN = 160


def refusal_sentence(tool: str, what: str) -> str:
    """The reason of the session's end: which tool, and why it was refused."""
    told = shorten_text(one_line(what), _SHOWN)
    return f"It was stopped at the first refused tool call: {one_line(tool) or 'a tool'}{f' ({told})' if told else ''}."


class RefusalWatch:
    """Sees the events of one session, one at a time on the reader thread; ``found`` is called with the reason, once."""

    def __init__(self, book: RecordRepositories, session_id: int, found: Callable[[str], None]) -> None:
        self._book = book
        self._session_id = session_id
        self._found = found
        self._over = False
        self._tools: dict[str, ToolUse] = {}
        self._allowed: list[Mapping[str, Any]] = []

    def read_events(self, events: Sequence[StreamEvent]) -> None:
        """Take the events of one line."""
        for event in events:
            if self._over:
                return
            match event:
                case ToolUse():
                    self._tools[event.id] = event
                case PermissionDenied() if RUN_INSTEAD not in event.message:
                    self._refused(event.tool, event.message)
                case ToolResult(is_error=True):
                    self._look(event)
                case ResultEvent():
                    for denial in event.permission_denials:
                        if denial.input not in self._allowed:
                            self._refused(denial.tool, str(denial.input.get("command") or ""))

    def _look(self, result: ToolResult) -> None:
        tool = self._tools.get(result.tool_use_id)
        name = tool.name if tool else ""
        if _REFUSED.search(result.text):
            self._refused(name, result.text)
        else:
            self._ask_the_guard(name, result)

    def _ask_the_guard(self, name: str, result: ToolResult) -> None:
        """Tell whether the guard refused that call: it writes that down before it answers."""
        try:
            call = self._book.store.read(
                lambda: self._book.tool_calls.get(self._session_id, result.tool_use_id)
            ).result()
        except Exception:
            log.exception("whether a tool call was refused could not be read")
            return
        if call is not None and call.verdict == "deny":
            self._refused(call.tool_name or name, call.why)
        elif call is not None and (tool := self._tools.get(result.tool_use_id)):
            self._allowed.append(
                tool.input
            )  # under another command, which the guard named: the CLI counts it as denied

    def _refused(self, tool: str, what: str) -> None:
        if not self._over:
            self._over = True
            self._found(refusal_sentence(tool, what))
