"""Running other programs for a check, here or on another host over ssh, and leaving none of them behind.

Arguments are lists; this machine's shell is never asked. A remote shell is unavoidable (ssh hands its words to one),
so each argument is quoted for it.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import shlex
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

from .measurement import CheckFinding, unknown
from .text import clean_line

KEPT_BYTES = 256 * 1024
SSH_FAILED = 255
_FAR = ("timed out", "refused", "no route", "unreachable", "could not resolve", "not known", "closed by", "reset by")
_children: set[subprocess.Popen[bytes]] = set()
_lock = threading.Lock()
_closed = False


class CannotRunError(Exception):
    """The program could not be run, so nothing was measured. ``finding`` says so."""

    def __init__(self, detail: str, *, urgent: bool = False) -> None:
        super().__init__(detail)
        self.finding: CheckFinding = unknown(detail, urgent=urgent)


@dataclass(frozen=True, slots=True)
class FinishedProgram:
    """A program that has ended. ``code`` is negative for a signal. Each output is its first 256 KiB."""

    code: int
    out: str
    err: str

    @property
    def first_output_line(self) -> str:
        """The first line of what it said, errors first."""
        lines = [line for line in (self.err + "\n" + self.out).splitlines() if line.strip()]
        return clean_line(lines[0], 160) if lines else "it said nothing"


@dataclass(frozen=True, slots=True)
class ProgramHost:
    """Where programs run: here (``host`` empty) or on a host that ssh reaches. ``timeout`` is for each program."""

    host: str = ""
    ssh_port: int | None = None
    timeout: float = 10.0

    def run(self, argv: Sequence[str], *, plain_locale: bool = True) -> FinishedProgram:
        """Run a program to its end. Raises CannotRunError where it is missing, hangs, or the host cannot be reached."""
        environ = {"LC_ALL": "C", "TZ": "UTC"} if plain_locale else {}
        if not self.host:
            return _run(argv, self.timeout, {**os.environ, **environ})
        words = [*(["env", *(f"{k}={v}" for k, v in environ.items())] if environ else []), *argv]
        done = _run([*self._ssh(), shlex.join(words)], self.timeout + 2, {**os.environ, "LC_ALL": "C"})
        if done.code == SSH_FAILED:
            urgent = any(sign in done.err.lower() for sign in _FAR)
            raise CannotRunError(f"{self.host} cannot be reached by ssh: {done.first_output_line}", urgent=urgent)
        if done.code == 127:
            raise CannotRunError(f"{argv[0]} is not installed on {self.host}")
        return done

    def _ssh(self) -> list[str]:
        wait = max(1, round(self.timeout))
        words = ["ssh", "-T", "-o", "BatchMode=yes", "-o", f"ConnectTimeout={wait}", "-o", "ServerAliveInterval=5"]
        return [*words, *(["-p", str(self.ssh_port)] if self.ssh_port else []), "--", self.host]


def end_children() -> None:
    """End every program that is still running for a check, and start no more: the watcher is ending."""
    global _closed  # noqa: PLW0603 — one process has one set of children
    with _lock:
        _closed = True
        children = tuple(_children)
    for child in children:
        _end(child)


def _run(argv: Sequence[str], timeout: float, environ: dict[str, str]) -> FinishedProgram:
    program = shutil.which(argv[0])
    if program is None:
        raise CannotRunError(f"{argv[0]} is not installed here")
    try:
        with _lock:
            if _closed:
                raise CannotRunError("the watcher is ending")
            child = subprocess.Popen(
                [program, *argv[1:]],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environ,
                start_new_session=True,
            )
            _children.add(child)
    except OSError as error:
        raise CannotRunError(f"{argv[0]} cannot be started: {error.strerror}") from error
    try:
        out, err = _collect(child, time.monotonic() + timeout)
    except TimeoutError:
        raise CannotRunError(f"{argv[0]} did not end within {timeout:g} s") from None
    finally:
        _end(child)
        with _lock:
            _children.discard(child)
    return FinishedProgram(child.returncode, out.decode(errors="replace"), err.decode(errors="replace"))


def _collect(child: subprocess.Popen[bytes], deadline: float) -> tuple[bytes, bytes]:
    """Both outputs until the program has ended, even if something that it started still holds the pipes."""
    assert child.stdout is not None and child.stderr is not None  # noqa: S101 — Popen was given PIPE
    kept = {child.stdout.fileno(): bytearray(), child.stderr.fileno(): bytearray()}
    with selectors.DefaultSelector() as selector:
        for number in kept:
            selector.register(number, selectors.EVENT_READ)
        while selector.get_map():
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            ended = child.poll() is not None
            ready = selector.select(0 if ended else min(left, 0.1))
            if ended and not ready:
                break
            for key, _ in ready:
                chunk = os.read(key.fd, 65536)
                if not chunk:
                    selector.unregister(key.fd)
                    continue
                room = KEPT_BYTES - len(kept[key.fd])
                kept[key.fd] += chunk[: max(0, room)]
    try:
        child.wait(max(0.0, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        raise TimeoutError from None
    out, err = kept.values()
    return bytes(out), bytes(err)


def _end(child: subprocess.Popen[bytes]) -> None:
    """End the program and all of its process group, and take its pipes back."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(2)
    for pipe in (child.stdout, child.stderr):
        if pipe is not None:
            pipe.close()
