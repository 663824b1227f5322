"""``claudeops guard``: as a hook of the CLI, or to say what commands do. Starts with the standard library alone."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Sequence
from types import FrameType
from typing import Any

USAGE = """Usage: claudeops guard --classify
       claudeops guard --hook --policy FILE

--classify  read JSON lines {"command": "…"} and answer each with its class, services and why
--hook      read one PreToolUse call and answer it as the Claude CLI wants it
"""
LONGEST_PAYLOAD = 20_000_000


def main(words: Sequence[str]) -> int:
    """Run it; the exit code. 2 makes the CLI refuse the tool call."""
    if list(words[:2]) == ["--hook", "--policy"] and len(words) == 3:
        return hook(words[2])
    if list(words) == ["--classify"]:
        return classify()
    sys.stderr.write(USAGE)
    return 0 if list(words) in (["--help"], ["-h"]) else 2


def hook(policy_file: str) -> int:
    """Answer the call on stdin."""
    from .hook import answer_text

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, _end)
    payload = sys.stdin.buffer.read(LONGEST_PAYLOAD).decode("utf-8", "replace")
    _say(answer_text(payload, policy_file))
    return 0


def _end(number: int, frame: FrameType | None) -> None:
    """Told to end: what waits is cleared up on the way out, and the CLI is told to refuse the call."""
    raise SystemExit(2)


def classify() -> int:
    """Answer each line at once."""
    for line in sys.stdin.buffer:
        if line.strip():
            _say(classified(line))
    return 0


def classified(line: bytes) -> dict[str, Any]:
    """The answer to one line. What is no request is unknown, and says so."""
    from .understand import understand

    try:
        request = json.loads(line)
        command = request["command"]
        if not isinstance(command, str):
            raise TypeError
    except (ValueError, TypeError, KeyError, RecursionError):
        why = 'This line is no JSON object with a "command".'
        return {"class": "unknown", "services": [], "why": why, "error": why}
    reading = understand(command)
    return {"class": reading.kind, "services": list(reading.services), "why": reading.why}


def _say(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
