"""Runs the process that reads a document, within limits: time, size of the answer, and no child left behind (C15)."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence

READ_AT_ONCE = 1 << 20
KEPT_VARIABLES = ("PATH", "HOME", "LANG", "LC_ALL", "PYTHONPATH", "PYTHONHASHSEED", "TMPDIR", "VIRTUAL_ENV")
"""What a converter is told of the environment: no key or password of it is within reach of a document."""


class ConversionTimeout(Exception):
    """The process did not answer in time, and was ended."""


def run_converter(
    command: Sequence[str], content: bytes, seconds: float, largest: int, environ: Mapping[str, str]
) -> bytes:
    """What the process writes on stdout for ``content`` on stdin; b"" where it failed or wrote more than ``largest``
    bytes. Raises ConversionTimeout. It is the leader of a process group of its own, which is ended with it."""
    kept = {name: environ[name] for name in KEPT_VARIABLES if name in environ}
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=kept | {"PYTHONDONTWRITEBYTECODE": "1"},
        start_new_session=True,
    )
    try:
        answer = _exchange(process, content, time.monotonic() + seconds, largest)
        if answer is None:
            return b""
        return answer if process.wait(max(0.1, seconds)) == 0 else b""
    except subprocess.TimeoutExpired as error:
        raise ConversionTimeout from error
    finally:
        _end(process)


def _exchange(process: subprocess.Popen[bytes], content: bytes, deadline: float, largest: int) -> bytes | None:
    """Write and read at once, so that neither side waits for the other; None for an answer that is too long."""
    assert process.stdin is not None and process.stdout is not None  # noqa: S101 — both are pipes
    left, found = memoryview(content), bytearray()
    with selectors.DefaultSelector() as waiting:
        for pipe, event in ((process.stdin, selectors.EVENT_WRITE), (process.stdout, selectors.EVENT_READ)):
            os.set_blocking(pipe.fileno(), False)
            waiting.register(pipe, event)
        while waiting.get_map():
            for key, _ in waiting.select(max(0.0, deadline - time.monotonic())):
                if key.fileobj is process.stdin:
                    left = _feed(process.stdin.fileno(), left)
                    if not left:
                        waiting.unregister(process.stdin)
                        process.stdin.close()
                else:
                    part = os.read(process.stdout.fileno(), READ_AT_ONCE)
                    found += part
                    if len(found) > largest:
                        return None
                    if not part:
                        waiting.unregister(process.stdout)
            if time.monotonic() >= deadline and waiting.get_map():
                raise ConversionTimeout
    return bytes(found)


def _feed(descriptor: int, left: memoryview) -> memoryview:
    """What is left to be written; nothing once the other side has closed its end."""
    try:
        return left[os.write(descriptor, left[:READ_AT_ONCE]) :]
    except BlockingIOError:
        return left
    except BrokenPipeError:
        return left[:0]


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the process and whatever it has started."""
    if process.poll() is None:  # until it is waited for, its number belongs to nobody else
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    process.wait()
