"""A session for programs: everything, under the names of the tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson

from ..stream.turns import Turn, subject, totals_after
from .gather_session import SessionExport

FORMAT = 1


def write_text(export: SessionExport) -> Iterator[bytes]:
    """One JSON document, piece by piece: the log comes last and line by line."""
    head = orjson.dumps(make_document(export), option=orjson.OPT_INDENT_2, default=str)
    yield head[: head.rindex(b"}")].rstrip() + b',\n  "log": ['
    for number, line in enumerate(export.log):
        yield (b",\n    " if number else b"\n    ") + orjson.dumps(line, default=str)
    yield b"\n  ]\n}\n"


def make_document(export: SessionExport) -> dict[str, Any]:
    """All but the log."""
    records = export.records
    return {
        "format": FORMAT,
        "made_at": export.made_at,
        "made_by": f"claudeops {export.version}",
        "session": records.session,
        "run": records.run,
        "chain": list(records.chain),
        "events": list(records.events),
        "markers": list(records.markers),
        "health_checks": list(records.health_checks),
        "turns": [turn_as_json(turn) for turn in export.turns],
        "tool_calls": [call.as_json() for call in export.calls],
        "log_gone": export.log_gone,
    }


def turn_as_json(turn: Turn) -> dict[str, Any]:
    """One turn, for ``--json`` too."""
    tokens = turn.tokens
    return {
        "turn": turn.number,
        "at": turn.at,
        "ended_at": turn.ended_at,
        "sub_agent": turn.agent,
        "model": turn.model,
        "log_line": turn.line,
        "last_log_line": turn.last_line,
        "text": turn.text,
        "thinking": turn.thinking,
        "failed": turn.failed,
        "notes": turn.notes,
        "tokens": {
            "in": tokens.new,
            "cache_write": tokens.written,
            "cache_read": tokens.read,
            "out": tokens.out,
            "out_estimated": tokens.estimated,
        },
        "cost_usd": turn.cost_usd,
        "tools": [
            {
                "tool_use_id": step.id,
                "name": step.name,
                "subject": subject(step),
                "input": step.input,
                "log_line": step.line,
                "started_at": step.started_at,
                "ended_at": step.ended_at,
                "seconds": step.seconds,
                "answered": step.answered,
                "is_error": step.is_error,
                "denied": step.denied,
                "result": step.result,
                "result_length": step.result_length,
            }
            for step in turn.tools
        ],
    }


def standing_as_json(turns: list[Turn], number: int) -> dict[str, Any]:
    """How the session stood after a turn."""
    now = totals_after(turns, number)
    return {
        "turn": now.turn,
        "of": now.of,
        "cost_usd": now.cost_usd,
        "tokens_in": now.tokens.context,
        "tokens_out": now.tokens.out,
        "context": now.context,
        "calls": now.calls,
        "denied": now.denied,
        "failed": now.failed,
        "seconds": now.seconds,
    }
