"""A turn of the log → its checkpoint (E1), and back. Pure.

What is kept is cut: a replay and a hand-over need the words and what the calls were about, not every megabyte that a
tool has printed. The log has all of it as long as it lasts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

import orjson

from ..records.checkpoints import Checkpoint
from ..stream.turns import TokenCount, ToolStep, Turn

SAID_KEPT = 20_000
RESULT_KEPT = 2_000
THOUGHT_KEPT = 2_000
INPUT_KEPT = 8_000
MOST_CALLS = 200
_DEEPEST = 6
_WIDEST = 50


def checkpoint_of(
    session_id: int, turn: Turn, *, user_input: str, so_far: TokenCount, status: str, about: Mapping[str, str]
) -> Checkpoint:
    """The checkpoint of a turn. ``so_far`` are the tokens of all turns up to it; ``about`` what the CLI said of itself.

    ``status`` is running, or how the session ended with this turn: completed or failed.
    """
    state: dict[str, Any] = {
        "line": turn.line,
        "last_line": turn.last_line,
        "at": turn.at,
        "ended_at": turn.ended_at,
        "message_id": turn.message_id[:200],
        "model": turn.model[:200],
        "agent": turn.agent[:200],
        "failed": turn.failed,
        "status": status,
        "tokens": _tokens(turn.tokens),
        "so_far": _tokens(so_far),
        "cost_usd": None if turn.cost_usd is None else money(turn.cost_usd),
        "notes": [note[:500] for note in turn.notes[:20]],
        "thinking": turn.thinking[:THOUGHT_KEPT],
        **{name: value for name, value in about.items() if value},
    }
    if len(turn.tools) > MOST_CALLS:
        state["calls_left_out"] = len(turn.tools) - MOST_CALLS
    return Checkpoint(
        session_id=session_id,
        turn=turn.number,
        user_input=cut(user_input, SAID_KEPT),
        tool_calls=tuple(_call(step) for step in turn.tools[:MOST_CALLS]),
        model_output=cut(turn.text, SAID_KEPT),
        state=state,
        created_at=turn.ended_at or turn.at,
    )


def turn_of(checkpoint: Checkpoint) -> Turn:
    """The turn again, as far as it was kept. What is missing or of another kind is taken as absent."""
    state = checkpoint.state
    cost = state.get("cost_usd")
    return Turn(
        number=checkpoint.turn,
        line=_number(state, "line"),
        at=_word(state, "at"),
        message_id=_word(state, "message_id"),
        model=_word(state, "model"),
        agent=_word(state, "agent"),
        last_line=_number(state, "last_line"),
        ended_at=_word(state, "ended_at"),
        text=checkpoint.model_output,
        thinking=_word(state, "thinking"),
        failed=state.get("failed") is True,
        tools=[_step(call) for call in checkpoint.tool_calls],
        tokens=_tokens_of(state.get("tokens")),
        cost_usd=float(cost) if isinstance(cost, int | float) else None,
        notes=[str(note) for note in state.get("notes") or ()] if isinstance(state.get("notes"), list) else [],
    )


def turns_of_checkpoints(checkpoints: Iterable[Checkpoint]) -> list[Turn]:
    """The turns of a session whose log is gone."""
    return [turn_of(one) for one in checkpoints]


def answer_of(step: ToolStep) -> dict[str, Any]:
    """What became of a call, to amend a checkpoint that was stored before."""
    return {
        "id": step.id,
        "ended_at": step.ended_at,
        "ended_line": step.ended_line,
        "result": cut(step.result, RESULT_KEPT),
        "result_length": step.result_length,
        "answered": step.answered,
        "is_error": step.is_error,
        "denied": step.denied,
        "denial": step.denial[:500],
    }


def money(amount: float) -> float:
    """Dollars as they are kept: a millionth of one is enough."""
    return round(amount, 6)


def cut(text: str, most: int) -> str:
    """A text of at most so many characters, its end being kept too: what went wrong stands at the end."""
    if len(text) <= most:
        return text
    tail = most // 4
    return f"{text[: most - tail]}\n… ({len(text) - most:,} more characters) …\n{text[-tail:]}"


def _call(step: ToolStep) -> dict[str, Any]:
    return {
        "id": step.id,
        "name": step.name[:200],
        "input": _input(step.input),
        "line": step.line,
        "started_at": step.started_at,
    } | answer_of(step)


def _step(call: Mapping[str, Any]) -> ToolStep:
    given = call.get("input")
    return ToolStep(
        id=_word(call, "id"),
        name=_word(call, "name"),
        input=given if isinstance(given, dict) else {},
        line=_number(call, "line"),
        started_at=_word(call, "started_at"),
        ended_at=_word(call, "ended_at"),
        ended_line=_number(call, "ended_line"),
        result=_word(call, "result"),
        result_length=_number(call, "result_length"),
        answered=call.get("answered") is True,
        is_error=call.get("is_error") is True,
        denied=call.get("denied") is True,
        denial=_word(call, "denial"),
    )


def _input(given: dict[str, Any]) -> dict[str, Any]:
    """What a tool was given, such that it can be stored and is not endless."""
    plain = _plain(given, 0)
    text = orjson.dumps(plain)
    if len(text) <= INPUT_KEPT:
        return plain if isinstance(plain, dict) else {}
    return {"cut": cut(text.decode(), INPUT_KEPT)}


def _plain(value: Any, depth: int) -> Any:
    if isinstance(value, str):
        return cut(value, RESULT_KEPT)
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int):
        return value if -(2**63) <= value < 2**63 else str(value)[:100]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if depth >= _DEEPEST:
        return "…"
    if isinstance(value, dict):
        return {str(name)[:200]: _plain(part, depth + 1) for name, part in list(value.items())[:_WIDEST]}
    return [_plain(part, depth + 1) for part in value[:_WIDEST]] if isinstance(value, list) else str(value)[:200]


def _tokens(tokens: TokenCount) -> dict[str, Any]:
    return {
        "new": tokens.new,
        "written": tokens.written,
        "read": tokens.read,
        "out": tokens.out,
        "estimated": tokens.estimated,
    }


def _tokens_of(data: Any) -> TokenCount:
    if not isinstance(data, dict):
        return TokenCount()
    new, written, read, out = (_number(data, name) for name in ("new", "written", "read", "out"))
    return TokenCount(new, written, read, out, data.get("estimated") is not False)


def _word(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name)
    return value if isinstance(value, str) else ""


def _number(data: Mapping[str, Any], name: str) -> int:
    value = data.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
