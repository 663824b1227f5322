"""Recognizes a session that repeats itself without progress, so that it can be ended (S5). Pure.

Some versions of the CLI ask a model for its structured outcome without end, and a model may call one tool with the same
arguments for ever. Neither ends by itself, and every turn costs money.

A turn without progress is one that calls no tool and says the same words again, or is answered by the CLI with the
same demand again; or a call that is made as before and answered as before. A short cycle of such turns counts as well.
Anything else is progress and resets the count. So does a call that waits, by its words or by the time it took: an agent
that polls a service until it is up is doing its work.

The limits: supported versions demand an outcome 9 times at most and then end normally, so 12 is never reached by a
session that ends by itself. The same tool may be called repeatedly for good reasons, so calls have more room: 20 in a
row, none of which waited, all answered exactly as before.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence

import orjson

from ..core.clock import from_text
from ..stream.events import AssistantText, StreamEvent, ToolResult, ToolUse, UserText
from ..stream.markers import shorten_text

MOST_REPEATED_TURNS = 12
MOST_REPEATED_CALLS = 20
LONGEST_CYCLE = 4
WAITED_S = 5.0
_WAITS = re.compile(r"\b(?:u?sleep|\w*wait\w*|retry|retries)\b", re.IGNORECASE)
_Turn = tuple[str, ...]


class StallDetector:
    """Takes the events of one session in stream order and reports when it repeats itself without progress.

    Only the main agent is followed; the work of a sub-agent is one call of it.
    """

    def __init__(self) -> None:
        self._recent: deque[_Turn] = deque(maxlen=LONGEST_CYCLE)
        self._turns = 0
        self._calls = 0
        self._words = ""
        self._open: dict[str, tuple[_Turn, str]] = {}

    def read_events(self, at: str, events: Sequence[StreamEvent]) -> str:
        """Take the events of one line, received at ``at`` (stored form).

        Returns one sentence on why the session should end, "" while it need not.
        """
        for event in events:
            match event:
                case AssistantText(main=True) if event.text.strip():
                    if self._words:
                        self._turn_ended(("words", self._words))
                    self._words = " ".join(event.text.split())
                case UserText(main=True) if self._words:
                    self._turn_ended(("demand", " ".join(event.text.split())))
                    self._words = ""
                case ToolUse(main=True):
                    self._words = ""  # words that go with a call are no turn of their own
                    self._open[event.id] = (_call_of(event), at)
                case ToolResult(main=True):
                    self._call_ended(event, at)
        return self._reason()

    def _turn_ended(self, turn: _Turn) -> None:
        if self._is_new(turn):
            self._progressed(turn)
        else:
            self._turns += 1

    def _call_ended(self, result: ToolResult, at: str) -> None:
        call, asked_at = self._open.pop(result.tool_use_id, (None, ""))
        if call is None:
            return
        turn = (*call, result.text, str(result.is_error))
        if self._is_new(turn) or _WAITS.search(call[2]) or _seconds(asked_at, at) >= WAITED_S:
            self._progressed(turn)
        else:
            self._calls += 1

    def _is_new(self, turn: _Turn) -> bool:
        return turn not in self._recent

    def _progressed(self, turn: _Turn) -> None:
        self._turns = self._calls = 0
        if turn not in self._recent:
            self._recent.append(turn)

    def _reason(self) -> str:
        if self._turns >= MOST_REPEATED_TURNS:
            demanded = any(turn[0] == "demand" for turn in self._recent)
            what = "the CLI made the same demand" if demanded else "it said the same"
            return f"It repeated itself without progress: {what} {self._turns + 1} times, and no tool was called."
        if self._calls >= MOST_REPEATED_CALLS:
            tools = ", ".join(sorted({turn[1] for turn in self._recent if turn[0] == "call"}))
            return (
                f"It repeated itself without progress: {self._calls} tool calls in a row ({shorten_text(tools, 80)})"
                " were the same as before and were answered the same."
            )
        return ""


def _call_of(event: ToolUse) -> _Turn:
    return ("call", event.name, orjson.dumps(event.input, option=orjson.OPT_SORT_KEYS).decode("utf-8", "replace"))


def _seconds(begun: str, ended: str) -> float:
    try:
        return (from_text(ended) - from_text(begun)).total_seconds()
    except ValueError:
        return 0.0
