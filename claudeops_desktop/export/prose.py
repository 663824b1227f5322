"""What the files for people tell of a session, in words; both forms say the same."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ..agents.turns import LoggedCall
from ..core.clock import from_text
from ..core.money import money
from ..stream.turns import ToolStep, Turn
from .gather_session import SessionExport

RESULT_SHOWN = 20_000
_TURNING = dict.fromkeys((0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)))
_CONTROL = {code: "�" for code in (*range(0x20), *range(0x7F, 0xA0)) if code not in (0x09, 0x0A)}


def clean_text(text: object) -> str:
    """Untrusted text without control characters and without marks that turn the reading direction."""
    return str(text).translate(_TURNING).translate(_CONTROL)


def format_moment(text: str | None) -> str:
    """A stored time: ``2026-05-01 12:00:00 UTC``."""
    if not text:
        return ""
    try:
        return f"{from_text(text):%Y-%m-%d %H:%M:%S} UTC"
    except ValueError:
        return clean_text(text)


def format_seconds(value: float | None) -> str:
    """``12.3 s``."""
    return "" if value is None else f"{value:,.1f} s"


def session_facts(export: SessionExport) -> list[tuple[str, str]]:
    """Names and values of the first table."""
    session: Mapping[str, Any] = export.records.session
    took = session["duration_ms"]
    chain = " → ".join(f"session {one['id']} (tier {one['tier']}, {one['status']})" for one in export.records.chain)
    rows = [
        ("Status", session["status"] + (f": {session['status_reason']}" if session["status_reason"] else "")),
        ("Agent", f"{session['agent']} {session['agent_version']} {session['model']}".strip()),
        ("Tier", str(session["tier"]) + (", dry run" if session["dry_run"] else "")),
        ("Trigger", session["trigger"]),
        ("Started", format_moment(session["started_at"])),
        ("Ended", format_moment(session["ended_at"])),
        ("Took", format_seconds(took / 1000) if took is not None else ""),
        ("Cost", money(session["cost_usd"])),
        ("Turns", str(len(export.turns)) if export.turns else str(session["num_turns"] or "")),
        ("Held by the system", _confinement(session)),
        ("Chain", chain if len(export.records.chain) > 1 else ""),
        ("Exported", f"{format_moment(export.made_at)} by claudeops {export.version}"),
    ]
    return [(name, clean_text(value)) for name, value in rows if value]


def _confinement(session: Mapping[str, Any]) -> str:
    """How the operating system held a session; "" where nothing was recorded."""
    state, reason = session.get("confinement", ""), session.get("confinement_reason", "")
    return f"{state}: {reason}" if reason else state


def turn_facts(turn: Turn) -> str:
    """One line about a turn."""
    tokens = turn.tokens
    parts = [
        format_moment(turn.at),
        f"sub-agent {turn.agent}" if turn.agent else "",
        f"{tokens.context:,} tokens in" if tokens.context else "",
        f"{'about ' if tokens.estimated else ''}{tokens.out:,} out" if tokens.out else "",
        f"about {money(turn.cost_usd)}" if turn.cost_usd is not None else "",
        f"log line {turn.line}",
    ]
    return clean_text(" · ".join(part for part in parts if part))


def format_verdict(call: LoggedCall) -> str:
    """``refused by cooldown: restarted twice in 4 h``."""
    who = f" by {call.by}" if call.by else ""
    if call.outcome == "denied":
        return clean_text(f"refused{who}" + (f": {call.why}" if call.why else ""))
    return clean_text(f"allowed{who}" + (f": {call.why}" if call.why else "")) if call.by else ""


def format_tool_input(step: ToolStep) -> str:
    """A tool's input, readable."""
    command = step.input.get("command")
    if isinstance(command, str) and set(step.input) <= {"command", "description", "timeout"}:
        return clean_text(command)
    return clean_text(json.dumps(step.input, indent=2, ensure_ascii=False, default=str))


def format_result(step: ToolStep) -> str:
    """What came back, and how much is left out."""
    if not step.answered:
        return "no answer"
    shown = clean_text(step.result[:RESULT_SHOWN])
    left = step.result_length - min(len(step.result), RESULT_SHOWN)
    return f"{shown}\n… {left:,} more characters" if left > 0 else shown
