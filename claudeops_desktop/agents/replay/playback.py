"""Play a recorded stream: ``python -m claudeops_desktop.agents.replay FILE [--speed X]``, a program of its own.

FILE is raw stream-json or a session's log. It is played at once, or with ``--speed`` in its own time: 1 as it was, 10
ten times as fast. Times are those of the log, or the ``timestamp`` that some events carry. Imports nothing but the
standard library, so that it starts in a few milliseconds.
"""

from __future__ import annotations

import json
import signal
import sys
import time
from datetime import datetime
from typing import BinaryIO

_LOG_LINE = b'{"at":"'
_EVENT = b',"event":'
_LONGEST_WAIT_S = 3600.0


def main(arguments: list[str]) -> int:
    """Play a file to stdout (and what came on stderr to stderr). 0 done, 2 a wrong call or no such file."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    speed = 0.0
    files = []
    rest = iter(arguments)
    for argument in rest:
        if argument == "--speed":
            try:
                speed = float(next(rest, ""))
            except ValueError:
                return _fault("--speed wants a number, such as 1 or 10.")
        else:
            files.append(argument)
    if len(files) != 1:
        return _fault("Name one recording.")
    try:
        with open(files[0], "rb") as file:  # noqa: PTH123 — pathlib would double the time to start
            play(file, sys.stdout.buffer, sys.stderr.buffer, speed)
    except OSError as error:
        return _fault(f"The recording {files[0]} cannot be read: {error.strerror}.")
    return 0


def play(file: BinaryIO, out: BinaryIO, err: BinaryIO, speed: float) -> None:
    """Play an open recording. ``speed`` 0 is at once."""
    before: float | None = None
    for line in file:
        stream, said, at = _line(line, timed=speed > 0)
        if speed > 0 and at is not None:
            if before is not None and at > before:
                time.sleep(min((at - before) / speed, _LONGEST_WAIT_S))
            before = max(at, before or at)
        (err if stream == "stderr" else out).write(said if said.endswith(b"\n") else said + b"\n")
        if speed > 0 or stream == "stderr":
            out.flush()
            err.flush()
    out.flush()


def _line(line: bytes, *, timed: bool) -> tuple[str, bytes, float | None]:
    """One line's stream, its bytes as the agent wrote them, and its time in seconds."""
    if line.startswith(_LOG_LINE):
        head, event, rest = line.partition(_EVENT)
        if event and len(head) < 80 and rest.rstrip().endswith(b"}}"):
            return "stdout", rest.rstrip()[:-1], _seconds(_object(head + b"}").get("at")) if timed else None
        data = _object(line)
        if isinstance(data.get("text"), str):
            said = str(data["text"]).encode("utf-8", "replace")
            return str(data.get("stream")), said, _seconds(data.get("at"))
    return "stdout", line, _seconds(_object(line).get("timestamp")) if timed else None


def _object(line: bytes) -> dict[str, object]:
    try:
        data = json.loads(line)
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}


def _seconds(text: object) -> float | None:
    try:
        return datetime.fromisoformat(str(text)).timestamp() if text else None
    except ValueError:
        return None


def _fault(sentence: str) -> int:
    sys.stderr.write(sentence + "\n")
    return 2
