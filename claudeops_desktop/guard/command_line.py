"""``claudeops guard``: the broker of a session, or what commands do. Starts with the standard library alone."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .known_services import KnownService

USAGE = """Usage: claudeops guard --classify [--services FILE]
       claudeops guard --broker FILE
       claudeops guard --client FOLDER WORD...

--classify  read JSON lines {"command": "…", "cwd": "…"} and answer each with its class, services and why;
            the services are those of FILE, or of services.toml in CLAUDEOPS_DATA_DIR
--broker    answer one session by the rules in FILE until stdin ends: its tool calls, what it may run, its memory tools
--client    speak with that broker for the session: hook, act TICKET, mcp or compact
"""


def main(words: Sequence[str]) -> int:
    """Run it; the exit code. 2 makes the CLI refuse the tool call."""
    if list(words[:1]) == ["--broker"] and len(words) == 2:
        from .broker import serve

        return serve(words[1])
    if list(words[:1]) == ["--client"] and len(words) > 2:
        from .thin_client import main as speak

        return speak(words[1:])
    if list(words) == ["--classify"]:
        folder = os.environ.get("CLAUDEOPS_DATA_DIR", "")
        return classify(os.path.join(folder, "services.toml") if folder else "")
    if list(words[:2]) == ["--classify", "--services"] and len(words) == 3:
        return classify(words[2])
    sys.stderr.write(USAGE)
    return 0 if list(words) in (["--help"], ["-h"]) else 2


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
