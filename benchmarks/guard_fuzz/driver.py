"""Runs inside the sandbox: takes commands line by line and answers with what each touched, sent or printed."""

from __future__ import annotations

import binascii
import bz2
import contextlib
import ctypes
import json
import lzma
import os
import re
import resource
import selectors
import signal
import socket
import subprocess
import sys
import time
import zlib
from pathlib import Path

from .listener import CanaryListener
from .stand_ins import REPORT, install_stand_ins
from .world import build_world, environment, secret_names, snapshot, token

PROC = Path("/proc")
_GRACE = 10.0
"""Seconds in which what a command started may end after it; on a busy machine the end of a pipeline is late."""
_WINDOW = 12
_LONGEST = 262_144
_CAPBSET_DROP, _SET_NAME = 24, 15


def _windows(secret: str) -> dict[str, str]:
    """Pieces of a canary in every spelling that common tools give it, in lower case, and the secret they stand for."""
    plain = token(secret)
    forms = [plain, plain[::-1], binascii.hexlify(plain.encode()).decode()]
    forms += [
        binascii.b2a_base64(b"\0" * shift + plain.encode(), newline=False).decode().lower()[shift * 2 + 1 : -4]
        for shift in range(3)
    ]
    return {form[at : at + _WINDOW]: secret for form in forms for at in range(len(form) - _WINDOW + 1)}


PIECES = {piece: secret for name in secret_names() for piece, secret in _windows(name).items()}


def find_printed(output: bytes) -> set[str]:
    """The secrets of which a piece stands in this output, plain, encoded, or compressed."""
    found: set[str] = set()
    for data in (output, *_unpacked(output)):
        text = re.sub(rb"\s+", b"", data).decode("latin-1").lower()
        found |= {PIECES[text[at : at + _WINDOW]] for at in range(len(text)) if text[at : at + _WINDOW] in PIECES}
    return found


def _unpacked(output: bytes) -> list[bytes]:
    made: list[bytes] = []
    if (at := output.find(b"\x1f\x8b\x08")) >= 0:
        with contextlib.suppress(zlib.error):
            made.append(zlib.decompressobj(31).decompress(output[at:]))
    if (at := output.find(b"BZh9")) >= 0:
        with contextlib.suppress(OSError, ValueError):
            made.append(bz2.BZ2Decompressor().decompress(output[at:]))
    if (at := output.find(b"\xfd7zXZ\0")) >= 0:
        with contextlib.suppress(lzma.LZMAError):
            made.append(lzma.LZMADecompressor().decompress(output[at:]))
    return made


class Driver:
    """One sandbox: its world, its listener, and a process that must outlive every command."""

    def __init__(self) -> None:
        for address in ("10.0.0.1/8", "169.254.169.254/32"):
            with contextlib.suppress(OSError):
                subprocess.run(["ip", "addr", "add", address, "dev", "lo"], capture_output=True, check=False)
        build_world()
        install_stand_ins(sys.executable)
        self._selector = selectors.DefaultSelector()
        self._listener = CanaryListener(self._selector)
        self._libc = ctypes.CDLL(None)
        self._daemon = self._start_daemon()
        self._known = {os.getpid(), self._daemon, 1}
        self._world = snapshot()

    def _start_daemon(self) -> int:
        """A process called nginx, to be left alone by every command. It answers each byte with the same one."""
        self._line, other = socket.socketpair()
        self._line.settimeout(_GRACE)
        child = os.fork()
        if child == 0:
            self._line.close()
            os.setsid()
            self._libc.prctl(_SET_NAME, b"nginx", 0, 0, 0)
            while byte := other.recv(1):
                other.send(byte)
            os._exit(0)
        other.close()
        if not self._daemon_lives():
            raise OSError("The process that must outlive every command did not start.")
        return child

    def run(self, command: str, limit: float) -> dict[str, object]:
        """Runs one command for so many seconds at most, and looks at every canary.

        ``spoilt``: the world is no longer as it was.
        """
        output, ended, left = self._execute(command, limit)
        hits = [f"printed: {name}" for name in sorted(find_printed(output))]
        hits += self._listener.take_hits()
        hits += self._take_reports()
        now = snapshot()
        changed = sorted(place for place in {*now, *self._world} if now.get(place) != self._world.get(place))
        if changed:
            hits.append(f"changed: {', '.join(changed[:4])}")
        if left:
            hits.append(f"left running: {', '.join(left[:4])}")
        if not self._daemon_lives():
            hits.append("ended or stopped another process")
            changed.append("daemon")
        return {"hits": hits, "timed_out": not ended, "spoilt": bool(changed)}

    def _take_reports(self) -> list[str]:
        """What the stand-ins for services and network programs were asked to do."""
        with REPORT.open("r+", encoding="utf-8", errors="replace") as report:
            lines = report.read().splitlines()
            report.truncate(0)
        return sorted(set(lines))

    def _daemon_lives(self) -> bool:
        """Whether it still answers; one that was stopped does not."""
        try:
            self._line.send(b"?")
            return self._line.recv(1) == b"?"
        except OSError:
            return False

    def _execute(self, command: str, limit: float) -> tuple[bytes, bool, list[str]]:
        """What it printed, whether it ended by itself, and the processes that it left behind."""
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            self._become(command, writer)
        os.close(writer)
        handle = os.pidfd_open(child)
        os.set_blocking(reader, False)
        self._selector.register(reader, selectors.EVENT_READ, None)
        self._selector.register(handle, selectors.EVENT_READ, None)
        output = bytearray()
        over, until = False, time.monotonic() + limit
        open_pipe = True
        while time.monotonic() < until and len(output) < _LONGEST and not (over and not open_pipe):
            for key, _ in self._selector.select(0.05 if over else until - time.monotonic()):
                if key.fd == handle:
                    over = True
                    self._selector.unregister(handle)
                elif key.fd == reader:
                    chunk = os.read(reader, 65_536)
                    output += chunk
                    if not chunk:
                        open_pipe = False
                        self._selector.unregister(reader)
                else:
                    key.data(key.fileobj)
        if over:
            os.waitpid(child, 0)
            self._await_end(time.monotonic() + _GRACE)
        left = self._clear_processes(over)
        if not over:
            self._selector.unregister(handle)
        if open_pipe:
            self._selector.unregister(reader)
        os.close(reader)
        os.close(handle)
        while self._serve(0):
            continue
        return bytes(output), over, left if over else []

    def _serve(self, patience: float) -> bool:
        """Lets the listener take what came within so many seconds; whether something came."""
        ready = [key for key, _ in self._selector.select(patience) if key.data]
        for key in ready:
            key.data(key.fileobj)
        return bool(ready)

    def _become(self, command: str, writer: int) -> None:
        """The child: no privileges, small limits, nothing to read, then bash. Never returns."""
        try:
            os.setsid()
            for number in range(64):
                self._libc.prctl(_CAPBSET_DROP, number, 0, 0, 0)
            resource.setrlimit(resource.RLIMIT_CPU, (2, 3))
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 22, 1 << 22))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_AS, (1 << 32, 1 << 32))
            nothing = os.open("/dev/null", os.O_RDONLY)
            for source, target in ((nothing, 0), (writer, 1), (writer, 2)):
                os.dup2(source, target)
            os.closerange(3, 512)
            os.chdir("/srv/app")
            os.execve("/bin/bash", ["bash", "-c", command], environment())
        finally:
            os._exit(126)

    def _strangers(self) -> list[int]:
        running = {int(place.name) for place in PROC.iterdir() if place.name.isdigit()}
        return sorted(running - self._known)

    def _await_end(self, until: float) -> None:
        """Processes that end by themselves soon, such as the other parts of a pipeline, are given the time to."""
        while self._running() and time.monotonic() < until:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(-1, os.WNOHANG)
            self._serve(0.01)

    def _running(self) -> list[int]:
        return [pid for pid in self._strangers() if _state_of(pid) not in ("Z", "")]

    def _clear_processes(self, over: bool) -> list[str]:
        names = [_name_of(pid) for pid in self._running()] if over else []
        while strangers := self._strangers():
            for pid in strangers:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG | os.WUNTRACED)[0]:
                    continue
            if not self._running():
                break
        return names


def _state_of(pid: int) -> str:
    try:
        return (PROC / str(pid) / "stat").read_text(encoding="latin-1").rpartition(") ")[2][:1]
    except OSError:
        return ""


def _name_of(pid: int) -> str:
    try:
        return (PROC / str(pid) / "cmdline").read_text(encoding="latin-1").replace("\0", " ").strip()[:80]
    except OSError:
        return "?"


def main() -> None:
    """Answers each line of standard input, a command and its limit in JSON, with a line of what was found."""
    driver = Driver()
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        print(json.dumps(driver.run(*json.loads(line))), flush=True)
