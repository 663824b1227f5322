"""``claudeops guard``: as a hook of the CLI, or to say what commands do. Starts with the standard library alone."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Sequence
from types import FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .known_services import KnownService

USAGE = """Usage: claudeops guard --classify [--services FILE]
       claudeops guard --hook --policy FILE
       claudeops guard --outside FILE
       claudeops guard --act FOLDER TOKEN

--classify  read JSON lines {"command": "…", "cwd": "…"} and answer each with its class, services and why;
            the services are those of FILE, or of services.toml in CLAUDEOPS_DATA_DIR
--hook      read one PreToolUse call and answer it as the Claude CLI wants it
--outside   run what a session's guard allowed to act on services, outside of the session, until stdin ends
--act       have one such command run, in the place of the session's own
"""
LONGEST_PAYLOAD = 20_000_000


def main(words: Sequence[str]) -> int:
    """Run it; the exit code. 2 makes the CLI refuse the tool call."""
    if list(words[:2]) == ["--hook", "--policy"] and len(words) == 3:
        return hook(words[2])
    if list(words[:1]) == ["--outside"] and len(words) == 2:
        from .outside import serve

        return serve(words[1])
    if list(words[:1]) == ["--act"] and len(words) == 3:
        from .outside_client import main as act

        return act(words[1:])
    if list(words) == ["--classify"]:
        folder = os.environ.get("CLAUDEOPS_DATA_DIR", "")
        return classify(os.path.join(folder, "services.toml") if folder else "")
    if list(words[:2]) == ["--classify", "--services"] and len(words) == 3:
        return classify(words[2])
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


def classify(services_file: str = "") -> int:
    """Answer each line at once. 1 where the services cannot be read."""
    from .known_services import services_of_file

    try:
        known = services_of_file(services_file) if services_file else ()
    except (OSError, ValueError) as error:
        sys.stderr.write(f"The services of {services_file} cannot be read: {error}\n")
        return 1
    for line in sys.stdin.buffer:
        if line.strip():
            _say(classified(line, known))
    return 0


def classified(line: bytes, known: tuple[KnownService, ...] = ()) -> dict[str, Any]:
    """The answer to one line. What is no request is unknown, and says so."""
    from .classify import understand
    from .local_machine import LocalMachine
    from .resolve import named_services
    from .target_context import starting_context

    try:
        request = json.loads(line)
        command = request["command"]
        folder = request.get("cwd") or ""
        if not isinstance(command, str) or not isinstance(folder, str):
            raise TypeError
    except (ValueError, TypeError, KeyError, RecursionError):
        why = 'This line is no JSON object with a "command".'
        return {"class": "unknown", "services": [], "why": why, "error": why}
    reading = named_services(understand(command, starting_context(folder)), known, LocalMachine())
    return {"class": reading.kind, "services": list(reading.services), "why": reading.why}


def _say(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
