"""Lines of a transcript → turns of the conversation. Pure; never raises.

Three forms are understood, line by line, so that the version does not matter and a mixture does no harm:

- our own session logs (``{"at": …, "stream": …, "event": {…}}``), the agent's stream with arrival times;
- the CLI's own transcripts (``~/.claude/projects/**/*.jsonl``);
- a recorded stream (``claude -p --output-format stream-json``).

What was said counts: text of the main agent, and of the person in front of it. What a tool answered, what a sub-agent
said, summaries of a compaction, errors of the API, notes of the CLI to the model, prompts and attachments do not: they
repeat what was said elsewhere, or hold what we put into the prompt ourselves. A line of a marker was kept as a marker
where it counts, and counts for nothing elsewhere (S7).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...core.clock import from_text, to_text
from ...language.extraction.types import ConversationTurn
from ...language.prompt_echo import is_injected, is_marker, section_of_ours
from ...stream.events import AssistantText, ToolUse, UserText, events_of, load

LONGEST_TURN = 100_000  # characters; more is a document that was pasted in
LONGEST_COMMAND = 2_000
_SAYING = (b'"user"', b'"assistant"', b'"init"')
_NOTES = re.compile(
    r"<(system-reminder|user-prompt-submit-hook|local-command-stdout|local-command-stderr|ide_[a-z_]+)>.*?(?:</\1>|\Z)",
    re.DOTALL,
)
_NOT_SAID = (
    "<command-",
    "<local-command",
    "<bash-",
    "<task-notification",
    "<teammate-message",
    "[Request interrupted",
    "[structured-output-enforce]",
    "Caveat: The messages below",
    "This session is being continued from a previous conversation",
)
_HEADING = re.compile(r"\s*(#{1,6})\s")


@dataclass(slots=True)
class ReadingCounts:
    """What was met on the way. ``unreadable`` lines are no JSON; ``too_long`` lines and turns were left out or cut;
    ``other`` lines are of types that say nothing, of another version perhaps."""

    lines: int = 0
    turns: int = 0
    unreadable: int = 0
    too_long: int = 0
    other: int = 0

    def add(self, more: ReadingCounts) -> None:
        """Count these too."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(more, name))


class TranscriptReader:
    """Feed it lines in order. ``conversation`` is the id that the transcript gives itself, "" while none was seen."""

    def __init__(self, first_number: int = 1) -> None:
        self.counts = ReadingCounts()
        self.conversation = ""
        self._number = first_number
        self._cwd = ""
        self._said: set[int] = set()

    def feed(self, raw: bytes | None) -> Iterator[ConversationTurn]:
        """The turns of one line, usually one or none. ``raw`` None is a line too long to be read."""
        self.counts.lines += 1
        if raw is None:
            self.counts.too_long += 1
            return
        if not raw or raw.isspace():
            return
        if not any(word in raw for word in _SAYING):  # most of a transcript's bytes: spared the parser
            if not raw.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{"):
                self.counts.unreadable += 1
            else:
                self.counts.other += 1
            return
        data = load(raw)
        if data is None:
            self.counts.unreadable += 1
            return
        at = ""
        if isinstance(data.get("stream"), str) and "at" in data:
            at = _time(data.get("at"))
            data = _event(data)
        yield from self._turns(data, at or _time(data.get("timestamp")))

    def _turns(self, data: dict[str, Any], at: str) -> Iterator[ConversationTurn]:
        own = data.get("sessionId") or data.get("session_id")
        if not self.conversation and isinstance(own, str):
            self.conversation = own
        if isinstance(cwd := data.get("cwd"), str):
            self._cwd = cwd[:LONGEST_COMMAND]
        if data.get("type") not in ("user", "assistant"):
            self.counts.other += 1
            return
        found = False
        for event in events_of(data):
            text, role, tool, command = "", "assistant", "", ""
            if isinstance(event, AssistantText) and event.main:
                text = clean_turn_text(event.text if event.complete else _whole_lines(event.text))
            elif isinstance(event, UserText) and event.main and _is_person(data):
                text, role = clean_turn_text(_NOTES.sub("", event.text)), "user"
                if text.startswith(_NOT_SAID):
                    text = ""
            elif isinstance(event, ToolUse) and event.main:
                role, tool, command = "tool", event.name[:80], _command(event.input)
            if not text and not tool:
                continue
            if text and self._again(role, text):
                continue
            found = True
            if len(text) > LONGEST_TURN:
                self.counts.too_long += 1
                text = text[:LONGEST_TURN]
            self.counts.turns += role != "tool"
            yield ConversationTurn(self._number, role, text, at, tool, command, self._cwd)  # type: ignore[arg-type]
            self._number += 1
        if not found:
            self.counts.other += 1

    def _again(self, role: str, text: str) -> bool:
        """A model that is asked again for its structured output says everything twice, word for word."""
        key = hash((role, text))
        if role == "assistant" and len(text) > 40 and key in self._said:
            return True
        self._said.add(key)
        return False


def clean_turn_text(text: str) -> str:
    """A turn's own words: without sections of ours that came back from a prompt, and without markers."""
    if "[" not in text and "#" not in text and "confidence:" not in text:
        return text.strip()
    kept: list[str] = []
    ours = 0  # the level of the heading of ours under which we are
    for line in text.split("\n"):
        heading = _HEADING.match(line)
        if heading:
            level = len(heading[1])
            if section_of_ours(line):
                ours = level
            elif ours and level <= ours:
                ours = 0
        if not ours and not is_injected(line) and not is_marker(line):
            kept.append(line)
    return "\n".join(kept).strip()


def _command(given: Mapping[str, Any]) -> str:
    """What a tool was asked to run, or the file that it was to open."""
    found = given.get("command") or given.get("file_path")
    return found[:LONGEST_COMMAND] if isinstance(found, str) else ""


def _whole_lines(text: str) -> str:
    """Half a sentence may say the opposite of the whole one."""
    return text.rpartition("\n")[0]


def _is_person(data: dict[str, Any]) -> bool:
    """Tell whether a ``user`` line holds what a person typed. A stream echoes that only where it was asked to replay
    it."""
    if any(
        data.get(flag) is True for flag in ("isMeta", "isCompactSummary", "isSynthetic", "isVisibleInTranscriptOnly")
    ):
        return False
    return "sessionId" in data or "parentUuid" in data or data.get("isReplay") is True


def _event(data: dict[str, Any]) -> dict[str, Any]:
    """The agent's line in a line of our log; empty for what came from stderr."""
    if data["stream"] != "stdout":
        return {}
    event, text = data.get("event"), data.get("text")
    if isinstance(event, dict):
        return event
    return (load(text.encode("utf-8", "replace")) or {}) if isinstance(text, str) else {}


def _time(value: object) -> str:
    if not isinstance(value, str) or not value:
        return ""
    try:
        return to_text(from_text(value))
    except (ValueError, OverflowError):
        return ""
