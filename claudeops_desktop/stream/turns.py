"""The lines of a session → its turns: what the agent said, what it called, what came back, what it took. Pure.

A turn is one answer of the model: the blocks of one message, and the results of the tools that it called. A sub-agent's
turns stand among the others with ``agent`` set. What is not known stays None or empty; garbage gives no turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from ..core.clock import from_text
from .display import clean
from .display import subject as subject_of
from .events import (
    ApiError,
    ApiRetry,
    AssistantText,
    CliNotice,
    CompactionEvent,
    PermissionDenied,
    ResultEvent,
    StreamEvent,
    ThinkingBlock,
    ToolResult,
    ToolUse,
    events_of,
)

KEPT_TEXT = 100_000
KEPT_INPUT = 20_000
MOST_TURNS = 50_000
CHARACTERS_A_TOKEN = 4
# What a token costs, by what it is, relative to a plain one that goes in: the ratios that all models share.
OUT, CACHE_WRITE, CACHE_READ = 5.0, 1.25, 0.1


@dataclass(frozen=True, slots=True)
class TokenCount:
    """What went in (new, written to the cache, read from it) and came out. ``estimated``: ``out`` is our guess."""

    new: int = 0
    written: int = 0
    read: int = 0
    out: int = 0
    estimated: bool = True

    @property
    def context(self) -> int:
        """All that the model read for this turn."""
        return self.new + self.written + self.read

    @property
    def weight(self) -> float:
        """What the turn cost, in plain input tokens."""
        return self.new + self.written * CACHE_WRITE + self.read * CACHE_READ + self.out * OUT

    def __add__(self, other: TokenCount) -> TokenCount:
        return TokenCount(
            self.new + other.new,
            self.written + other.written,
            self.read + other.read,
            self.out + other.out,
            self.estimated or other.estimated,
        )


@dataclass(slots=True)
class ToolStep:
    """One tool call. ``line`` and ``ended_line`` are log lines; times are stored text, "" while nothing came.

    ``denied`` says that the CLI refused it, ``denial`` in which words.
    """

    id: str
    name: str
    input: dict[str, Any]
    line: int
    started_at: str
    ended_at: str = ""
    ended_line: int = 0
    result: str = ""
    result_length: int = 0
    answered: bool = False
    is_error: bool = False
    denied: bool = False
    denial: str = ""

    @property
    def seconds(self) -> float | None:
        """From the call to its answer."""
        return seconds_between(self.started_at, self.ended_at)


@dataclass(slots=True)
class Turn:
    """One answer of the model. ``number`` counts from 1; ``agent`` names a sub-agent, empty for the main one.

    ``line`` to ``last_line`` are its log lines; ``cost_usd`` is its share of what the session said it cost, None until
    it said so; ``notes`` is what the CLI said in between (retries, a shortened conversation).
    """

    number: int
    line: int
    at: str
    message_id: str = ""
    model: str = ""
    agent: str = ""
    last_line: int = 0
    ended_at: str = ""
    text: str = ""
    thinking: str = ""
    failed: bool = False
    tools: list[ToolStep] = field(default_factory=list)
    tokens: TokenCount = field(default_factory=TokenCount)
    cost_usd: float | None = None
    notes: list[str] = field(default_factory=list)

    @property
    def seconds(self) -> float | None:
        """From its first word to its last answer."""
        return seconds_between(self.at, self.ended_at)


@dataclass(frozen=True, slots=True)
class SessionTotals:
    """How a session stood after a turn: money and tokens so far, calls and how many of them were refused or failed."""

    turn: int
    of: int
    cost_usd: float | None
    tokens: TokenCount
    context: int
    calls: int
    denied: int
    failed: int
    seconds: float | None


def forget_words(turn: Turn) -> None:
    """Let go of what was said and answered in a turn; that there was one, and what it cost, stays."""
    turn.text = turn.thinking = ""
    turn.notes = []
    for step in turn.tools:
        step.input, step.result = {}, ""


class TurnReader:
    """Feed it the lines of a session, as they come; ``turns`` is what they make so far."""

    def __init__(self) -> None:
        self.turns: list[Turn] = []
        self._by_message: dict[tuple[str, str], Turn] = {}
        self._by_tool: dict[str, ToolStep] = {}
        self._turn_of: dict[str, Turn] = {}
        self._unpaid: list[Turn] = []
        self._paid = 0.0
        self._notes: list[str] = []
        self._last: dict[str, Turn] = {}

    def feed(self, number: int, at: str, data: dict[str, Any], events: tuple[StreamEvent, ...] | None = None) -> None:
        """One line: its number, when it came, its JSON object, and what that means where it is known. Never raises."""
        if data.get("type") == "stream_event":
            self._partial(data)
            return
        if events is None:
            events = events_of(data)
        if data.get("type") == "assistant":
            self._assistant(number, at, data, events)
            return
        for event in events:
            self._other(number, at, data, event)

    def of_call(self, tool_use_id: str) -> tuple[Turn, ToolStep] | None:
        """The turn that made a call, and the call."""
        step = self._by_tool.get(tool_use_id)
        return (self._turn_of[tool_use_id], step) if step is not None else None

    @property
    def unpaid(self) -> Sequence[Turn]:
        """Turns of which the session has not said yet what they cost."""
        return tuple(self._unpaid)

    def _assistant(self, number: int, at: str, data: dict[str, Any], events: tuple[StreamEvent, ...]) -> None:
        shown = [event for event in events if isinstance(event, AssistantText | ToolUse | ThinkingBlock | ApiError)]
        if not shown:
            return
        turn = self._turn(number, at, data)
        if turn is None:
            return
        turn.last_line, turn.ended_at = number, at
        for event in shown:
            match event:
                case AssistantText() | ApiError():
                    turn.text = _joined(turn.text, event.text)
                    turn.failed = turn.failed or isinstance(event, ApiError)
                case ThinkingBlock():
                    turn.thinking = _joined(turn.thinking, event.text)
                case ToolUse():
                    step = ToolStep(event.id, event.name, _bounded(event.input), number, at)
                    turn.tools.append(step)
                    if event.id:
                        self._by_tool[event.id], self._turn_of[event.id] = step, turn
        _count(turn, _of(_of(data, "message"), "usage"))

    def _turn(self, number: int, at: str, data: dict[str, Any]) -> Turn | None:
        message = _of(data, "message")
        agent = _agent(data)
        name = _text(message, "id")
        found = self._by_message.get((agent, name)) if name else None
        if found is not None:
            return found
        if len(self.turns) >= MOST_TURNS:
            return None
        turn = Turn(len(self.turns) + 1, number, at, name, _text(message, "model"), agent, notes=self._notes)
        self._notes = []
        self.turns.append(turn)
        self._unpaid.append(turn)
        self._last[agent] = turn
        if name:
            self._by_message[agent, name] = turn
        return turn

    def _other(self, number: int, at: str, data: dict[str, Any], event: StreamEvent) -> None:
        match event:
            case ToolResult():
                self._answer(number, at, event)
            case PermissionDenied():
                step = self._by_tool.get(_text(data, "tool_use_id")) or self._open(event.tool)
                if step is not None:
                    step.denied, step.denial = True, event.message
            case ResultEvent():
                self._end(data, event)
            case ApiRetry():
                self._notes.append(f"The API did not answer ({event.error or 'the network'}); asked again.")
            case CompactionEvent():
                self._notes.append("The conversation was shortened to a summary.")
            case CliNotice() if event.text:
                self._notes.append(event.text)
            case _:
                pass

    def _answer(self, number: int, at: str, event: ToolResult) -> None:
        step = self._by_tool.get(event.tool_use_id)
        if step is None:
            return
        step.answered, step.is_error, step.ended_at, step.ended_line = True, event.is_error, at, number
        step.result, step.result_length = event.text[:KEPT_TEXT], len(event.text)
        turn = self._turn_of[event.tool_use_id]
        turn.last_line, turn.ended_at = max(turn.last_line, number), at or turn.ended_at

    def _open(self, tool: str) -> ToolStep | None:
        for turn in reversed(self.turns):
            for step in reversed(turn.tools):
                if step.name == tool and not step.denied and (not step.answered or step.is_error):
                    return step
        return None

    def _end(self, data: dict[str, Any], event: ResultEvent) -> None:
        denials = data.get("permission_denials")
        for denial in denials if isinstance(denials, list) else ():
            step = self._by_tool.get(_text(denial, "tool_use_id")) if isinstance(denial, dict) else None
            if step is not None:
                step.denied = True
        if event.cost_usd is None or not self._unpaid:
            return
        spent = max(0.0, event.cost_usd - self._paid)
        whole = sum(turn.tokens.weight for turn in self._unpaid)
        for turn in self._unpaid:
            turn.cost_usd = spent * turn.tokens.weight / whole if whole else spent / len(self._unpaid)
        self._paid = max(self._paid, event.cost_usd)
        self._unpaid = []

    def _partial(self, data: dict[str, Any]) -> None:
        """Partial messages tell what really came out, at their end."""
        event = _of(data, "event")
        if event.get("type") == "message_delta" and (turn := self._last.get(_agent(data))) is not None:
            out = _number(_of(event, "usage"), "output_tokens")
            if out:
                turn.tokens = TokenCount(turn.tokens.new, turn.tokens.written, turn.tokens.read, out, False)


def turns_of(lines: Iterable[tuple[int, str, dict[str, Any]]]) -> list[Turn]:
    """The turns of a whole session: number, time and JSON object of each line."""
    reader = TurnReader()
    for line in lines:
        reader.feed(*line)
    return reader.turns


def totals_after(turns: list[Turn], number: int) -> SessionTotals:
    """How the session stood after turn ``number``."""
    upto = turns[: max(0, number)]
    steps = [step for turn in upto for step in turn.tools]
    costs = [turn.cost_usd for turn in upto if turn.cost_usd is not None]
    main = [turn for turn in upto if not turn.agent]
    return SessionTotals(
        turn=len(upto),
        of=len(turns),
        cost_usd=sum(costs) if costs else None,
        tokens=sum((turn.tokens for turn in upto), TokenCount(estimated=False)),
        context=main[-1].tokens.context if main else 0,
        calls=len(steps),
        denied=sum(step.denied for step in steps),
        failed=sum(step.is_error and not step.denied for step in steps),
        seconds=seconds_between(upto[0].at, upto[-1].ended_at) if upto else None,
    )


def totals_after_each(turns: Sequence[Turn]) -> list[SessionTotals]:
    """How the session stood after each turn: the same as ``standing`` of each, in one go."""
    found: list[SessionTotals] = []
    cost: float | None = None
    tokens = TokenCount(estimated=False)
    context = calls = denied = failed = 0
    for turn in turns:
        if turn.cost_usd is not None:
            cost = (cost or 0.0) + turn.cost_usd
        tokens += turn.tokens
        context = context if turn.agent else turn.tokens.context
        calls += len(turn.tools)
        denied += sum(step.denied for step in turn.tools)
        failed += sum(step.is_error and not step.denied for step in turn.tools)
        took = seconds_between(turns[0].at, turn.ended_at)
        found.append(SessionTotals(turn.number, len(turns), cost, tokens, context, calls, denied, failed, took))
    return found


def subject(step: ToolStep) -> str:
    """What a call was about, in one line: the command, the file, the address."""
    return clean(subject_of(ToolUse(step.name, step.id, step.input, 0, True)))


def seconds_between(start: str, end: str) -> float | None:
    """Seconds between two stored times; None where one is not known."""
    try:
        return max(0.0, (_at(end) - _at(start)).total_seconds())
    except ValueError:
        return None


def _at(text: str) -> datetime:
    return from_text(text)


def _agent(data: dict[str, Any]) -> str:
    """The sub-agent that speaks; empty for the main one."""
    return (
        _text(data, "parent_tool_use_id")
        or _text(data, "subagent_type")
        or ("sub-agent" if data.get("isSidechain") is True else "")
    )


def _count(turn: Turn, usage: dict[str, Any]) -> None:
    """The last word on usage counts; what came out is a placeholder there until the message has ended.

    An agent that tells of no usage, such as the watcher, uses no tokens.
    """
    if not usage:
        return
    length = len(turn.text) + len(turn.thinking) + sum(len(str(step.input)) for step in turn.tools)
    estimate = -(-length // CHARACTERS_A_TOKEN)
    said = _number(usage, "output_tokens")
    known = not turn.tokens.estimated
    turn.tokens = TokenCount(
        _number(usage, "input_tokens"),
        _number(usage, "cache_creation_input_tokens"),
        _number(usage, "cache_read_input_tokens"),
        turn.tokens.out if known else max(said, estimate),
        not known and said < estimate,
    )


def _bounded(given: dict[str, Any]) -> dict[str, Any]:
    """An input whose texts are not endless."""
    return {
        name: f"{value[:KEPT_INPUT]}… ({len(value) - KEPT_INPUT:,} more)"
        if isinstance(value, str) and len(value) > KEPT_INPUT
        else value
        for name, value in given.items()
    }


def _joined(before: str, more: str) -> str:
    return (f"{before}\n\n{more}" if before and more else before or more)[:KEPT_TEXT]


def _of(data: dict[str, Any], name: str) -> dict[str, Any]:
    value = data.get(name)
    return value if isinstance(value, dict) else {}


def _text(data: dict[str, Any], name: str) -> str:
    value = data.get(name)
    return value if isinstance(value, str) else ""


def _number(data: dict[str, Any], name: str) -> int:
    value = data.get(name)
    sound = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e12
    return int(value) if sound else 0  # type: ignore[arg-type]
