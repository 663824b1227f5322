"""A command of ours as a program of its own: long work that keeps the window free, can be cancelled, and of which the
window shows how far it is. The same as the operator's own terminal would do, with the same rules.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any

from ....core.errors import EnvironmentFault, OperatorError
from ....core.messages import UserMessage, unpack_message
from ....core.paths import DataFolder, own_program
from ....storage.archive import Stopped

LOOK_S = 0.1
PATIENCE_S = 20.0
"""How long a program that was asked to end may take for the fact at hand, before it is ended at once."""


class ProgramEnded(OperatorError):
    """It was stopped before it had anything to answer."""


def run_command(
    folder: DataFolder, words: Sequence[str], said: Callable[[dict[str, Any]], None], stopped: Stopped
) -> Any:
    """Run ``claudeops WORD…`` on this data folder; the JSON document that it printed.

    ``said`` hears each line of JSON on its stderr. Once ``stopped`` says so it is interrupted as by Ctrl+C. Raises
    OperatorError with its sentence where it fails, EnvironmentFault where it cannot be started. Waits: on a thread.
    """
    with tempfile.TemporaryDirectory(prefix="claudeops-window-") as place, (Path(place) / "answer").open("w+b") as out:
        try:
            process = subprocess.Popen(
                own_program("--data-dir", str(folder.root), *words),
                env={**os.environ, "TMPDIR": place},  # what it leaves there when it is killed goes with the folder
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise EnvironmentFault(
                UserMessage("The program cannot be started: {error}.", error=error.strerror)
            ) from error
        try:
            lines = _Lines(said)
            with process:
                interrupted = _follow(process, lines, stopped)
            out.seek(0)
            return _answer(process.returncode, out, lines, interrupted=interrupted)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()


class _Lines:
    """What the program says on stderr, line by line: JSON goes to ``said``, the rest is kept."""

    def __init__(self, said: Callable[[dict[str, Any]], None]) -> None:
        self._said = said
        self._left = b""
        self.error = ""
        self.other = ""

    def add(self, raw: bytes) -> None:
        *lines, self._left = (self._left + raw).split(b"\n")
        for line in lines:
            self._take(line)

    def _take(self, line: bytes) -> None:
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        if not isinstance(found, dict):
            self.other = line.decode(errors="replace").strip() or self.other
        elif "error" in found:
            self.error = unpack_message(str(found["error"]))
        else:
            self._said(found)


def _follow(process: subprocess.Popen[bytes], lines: _Lines, stopped: Stopped) -> bool:
    """Hear the program until it ends; whether it was interrupted."""
    assert process.stderr is not None  # noqa: S101
    asked = 0.0
    with selectors.DefaultSelector() as ready:
        ready.register(process.stderr, selectors.EVENT_READ)
        while True:
            if stopped() and not asked:
                process.send_signal(signal.SIGINT)
                asked = time.monotonic()
            if asked and time.monotonic() - asked > PATIENCE_S:
                process.kill()
            if ready.select(LOOK_S):
                raw = os.read(process.stderr.fileno(), 1 << 16)
                if not raw:
                    return bool(asked)
                lines.add(raw)


def _answer(code: int, out: IO[bytes], lines: _Lines, *, interrupted: bool) -> Any:
    try:
        document = json.loads(out.read())
    except ValueError:
        document = None
    if document is not None and "error" not in document:
        return document
    if interrupted or code in (130, -signal.SIGINT, -signal.SIGKILL):  # while Python starts, it ends with other codes
        raise ProgramEnded(UserMessage("It was stopped."))
    said = lines.error or (document or {}).get("error") or lines.other
    raise OperatorError(said or UserMessage("The program ended with code {code} and said nothing.", code=code))
