"""Running other programs for a check, here or on another host over ssh, and leaving none of them behind.

Arguments are lists; this machine's shell is never asked. A remote shell is unavoidable (ssh hands its words to one),
so each argument is quoted for it.
"""

from __future__ import annotations

import contextlib
import errno
import os
import selectors
import shlex
import shutil
import signal
import subprocess
import threading
import time
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..child_environment import check_environment
from .measurement import CheckFinding, unknown
from .text import clean_line

KEPT_BYTES = 256 * 1024
MOST_BYTES = 32 * 1024 * 1024  # a program that writes more than this is ended: nobody reads it, and it costs a core
SSH_FAILED = 255
RUN_MARK = "CLAUDEOPS_CHECK_RUN"
_MARK_ROUNDS = 5
ADMIN_PATH = "/usr/local/sbin:/usr/sbin:/sbin"  # a desktop's PATH seldom has them, and smartctl and mdadm live there
_FAR = ("timed out", "refused", "no route", "unreachable", "could not resolve", "not known", "closed by", "reset by")
_children: dict[subprocess.Popen[bytes], str] = {}
_lock = threading.Lock()
_refusing = False


class CannotRunError(Exception):
    """The program could not be run, so nothing was measured. ``finding`` says so.

    ``hung``: it was started here, and did not come to its end by itself. ``shortage``: this machine lacks what every
    check needs.
    """

    def __init__(self, detail: str, *, urgent: bool = False, hung: bool = False, shortage: bool = False) -> None:
        super().__init__(detail)
        self.hung = hung
        self.finding: CheckFinding = replace(unknown(detail, urgent=urgent), is_shortage=shortage)


class _FloodedError(Exception):
    """The program writes without end."""


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

    def run(self, argv: Sequence[str], *, plain_locale: bool = True, contained: bool = False) -> FinishedProgram:
        """Run a program to its end. Raises CannotRunError where it is missing, hangs, floods its output, or the host
        cannot be reached. ``contained``: what it leaves behind here is ended even in a session of its own."""
        environ = {"LC_ALL": "C", "TZ": "UTC"} if plain_locale else {}
        inherited = check_environment(os.environ)
        if not self.host:
            mark = uuid.uuid4().hex if contained else ""
            return _run(argv, self.timeout, {**inherited, **environ, **({RUN_MARK: mark} if mark else {})}, mark)
        words = [*(["env", *(f"{k}={v}" for k, v in environ.items())] if environ else []), *argv]
        done = _run([*self._ssh(), shlex.join(words)], self.timeout + 2, {**inherited, "LC_ALL": "C"})
        if done.code == SSH_FAILED:
            urgent = any(sign in done.err.lower() for sign in _FAR)
            raise CannotRunError(f"{self.host} cannot be reached by ssh: {done.first_output_line}", urgent=urgent)
        if done.code == 127:
            raise CannotRunError(f"{argv[0]} is not installed on {self.host}")
        return done

    def run_confined(self, argv: Sequence[str]) -> FinishedProgram:
        """Run a program on this machine in the profile of a session that only looks, to its end. Raises CannotRunError
        as ``run`` does, and where it cannot be confined."""
        from ...confinement.single_program import why_not_started  # few checks are confined
        from .confined_run import NotConfinedError, confined_run

        mark = uuid.uuid4().hex
        inherited = check_environment(os.environ)
        try:
            with confined_run([_path_of(argv[0]), *argv[1:]], inherited) as (words, environ):
                done = _run(words, self.timeout, {**environ, RUN_MARK: mark}, mark, name=argv[0])
        except NotConfinedError as error:
            raise CannotRunError(f"{argv[0]} was not run, as it cannot be confined: {error}") from error
        if why := why_not_started(done.code, done.err):
            raise CannotRunError(f"{argv[0]} was not run, as it cannot be confined: {why}")
        return done

    def _ssh(self) -> list[str]:
        wait = max(1, round(self.timeout))
        words = ["ssh", "-T", "-o", "BatchMode=yes", "-o", f"ConnectTimeout={wait}", "-o", "ServerAliveInterval=5"]
        return [*words, *(["-p", str(self.ssh_port)] if self.ssh_port else []), "--", self.host]


def end_children(*, for_good: bool = False) -> None:
    """End every program that is running for a check.

    ``for_good``: start none any more, for this process is about to leave while threads of it still measure. A process
    that goes on measuring must not say so.
    """
    global _refusing  # noqa: PLW0603 — one process has one set of children
    with _lock:
        _refusing = _refusing or for_good
        children = dict(_children)
    for child, mark in children.items():
        _end(child, mark)


def _path_of(program: str) -> str:
    found = shutil.which(program) or shutil.which(program, path=ADMIN_PATH)
    if found is None:
        raise CannotRunError(f"{program} is not installed here")
    return found


def _run(
    argv: Sequence[str], timeout: float, environ: dict[str, str], mark: str = "", name: str = ""
) -> FinishedProgram:
    """Run a program to its end. ``name`` is what it is called in an error, where that is not its first word."""
    program, name = _path_of(argv[0]), name or argv[0]
    try:
        with _lock:
            if _refusing:
                raise CannotRunError("the watcher is ending")
            child = subprocess.Popen(
                [program, *argv[1:]],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environ,
                start_new_session=True,
            )
            _children[child] = mark
    except OSError as error:
        shortage = error.errno in (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN)
        raise CannotRunError(f"{name} cannot be started: {error.strerror}", shortage=shortage) from error
    try:
        out, err = _collect(child, time.monotonic() + timeout)
    except TimeoutError:
        raise CannotRunError(f"{name} did not end within {timeout:g} s", hung=True) from None
    except _FloodedError:
        size = MOST_BYTES // 1024**2
        raise CannotRunError(f"{name} wrote more than {size} MB and was ended", hung=True) from None
    finally:
        _end(child, mark)
        with _lock:
            _children.pop(child, None)
    return FinishedProgram(child.returncode, out.decode(errors="replace"), err.decode(errors="replace"))


def _collect(child: subprocess.Popen[bytes], deadline: float) -> tuple[bytes, bytes]:
    """Both outputs until the program has ended, even if something that it started still holds the pipes."""
    assert child.stdout is not None and child.stderr is not None  # noqa: S101 — Popen was given PIPE
    kept = {child.stdout.fileno(): bytearray(), child.stderr.fileno(): bytearray()}
    seen = 0
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
                seen += len(chunk)
                if seen > MOST_BYTES:
                    raise _FloodedError
                room = KEPT_BYTES - len(kept[key.fd])
                kept[key.fd] += chunk[: max(0, room)]
    try:
        child.wait(max(0.0, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        raise TimeoutError from None
    out, err = kept.values()
    return bytes(out), bytes(err)


def _end(child: subprocess.Popen[bytes], mark: str = "") -> None:
    """End the program, all of its process group and, by its mark, what it put elsewhere; and take its pipes back."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(2)
    if mark:
        _end_marked(f"{RUN_MARK}={mark}".encode())
    for pipe in (child.stdout, child.stderr):
        if pipe is not None:
            pipe.close()


def _end_marked(mark: bytes) -> None:
    """End every process of ours whose environment has the mark: children that made a session of their own.

    More than one round, for a process may fork while it is looked for. Where there is no /proc nothing is found.
    """
    for _ in range(_MARK_ROUNDS):
        found = list(_marked(mark))
        if not found:
            return
        for number in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(number, signal.SIGKILL)


def _marked(mark: bytes) -> Iterator[int]:
    try:
        numbers = [name for name in os.listdir("/proc") if name.isdigit()]  # noqa: PTH208 — 300 Path objects for nothing
    except OSError:
        return
    for number in numbers:
        with contextlib.suppress(OSError):
            if mark in Path(f"/proc/{number}/environ").read_bytes().split(b"\0"):
                yield int(number)
