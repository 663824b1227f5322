"""A place of its own for commands: no file, process or network of the machine, only its programs, read-only."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from .world import environment

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
DRIVER = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from {__package__}.driver import main; main()"
PYTHON = os.path.realpath(sys.executable)
_LINKS = {"bin": "usr/bin", "sbin": "usr/sbin", "lib": "usr/lib", "lib64": "usr/lib64", "lib32": "usr/lib32"}
_NAMESPACES = r"""
set -e
root=$(mktemp -d)
mount -t tmpfs none "$root"
bind() {
    if [ -d "$1" ]; then mkdir -p "$root$1"; else mkdir -p "$root${1%/*}"; : > "$root$1"; fi
    mount --bind "$1" "$root$1"
    mount -o remount,ro,nosuid,bind "$root$1" 2>/dev/null || mount -o remount,ro,nosuid,nodev,bind "$root$1"
}
cd "$root"
mkdir proc dev
for place in "$@"; do [ ! -e "$place" ] || bind "$place"; done
mkdir -p usr/local; mount -t tmpfs none "$root/usr/local"
for link in bin sbin lib lib64 lib32; do [ ! -L "/$link" ] || ln -s "usr/$link" "$link"; done
for link in bin sbin lib lib64; do [ -e "$link" ] || ! [ -d "/$link" ] || bind "/$link"; done
mount -t proc none "$root/proc"
for part in sys sysrq-trigger irq bus; do
    [ ! -e "proc/$part" ] || { mount --bind "proc/$part" "proc/$part"; mount -o remount,ro,bind "proc/$part"; }
done
for device in null zero full random urandom; do : > "dev/$device"; mount --bind "/dev/$device" "dev/$device"; done
mkdir dev/shm; ln -s /proc/self/fd dev/fd
ln -s /proc/self/fd/0 dev/stdin; ln -s /proc/self/fd/1 dev/stdout; ln -s /proc/self/fd/2 dev/stderr
ip link set lo up
exec chroot "$root" "$PYTHON" -IS -c "$DRIVER"
"""


class Outcome(NamedTuple):
    """What a command touched, sent, printed or left (``hits``), and whether it had to be ended."""

    hits: tuple[str, ...]
    timed_out: bool


class SandboxError(Exception):
    """The sandbox did not start, or ended while no command was running."""


def find_kind() -> str:
    """The kind of sandbox that works here: ``bubblewrap``, ``namespaces``, or "" where neither does."""
    for kind in ("bubblewrap", "namespaces"):
        try:
            with Sandbox(kind) as sandbox:
                if sandbox.run("touch /srv/app/new; cat /etc/shadow").hits:
                    return kind
        except (OSError, SandboxError):
            continue
    return ""


def _shared_places() -> list[str]:
    """What the sandbox sees of the machine: its programs, the interpreter, and this folder."""
    places = ["/usr", "/etc/alternatives", "/etc/ld.so.cache", str(HERE.parent / "__init__.py"), str(HERE)]
    if not PYTHON.startswith("/usr/"):
        places.append(os.path.realpath(sys.base_prefix))
    return places


def _command(kind: str) -> list[str]:
    places = _shared_places()
    if kind == "namespaces":
        if not shutil.which("unshare"):
            raise SandboxError("unshare is not installed.")
        setup = ["sh", "-c", _NAMESPACES, "sh", *places]
        return ["unshare", "-Urmnipuf", "--kill-child", "--propagation", "private", *setup]
    if not shutil.which("bwrap"):
        raise SandboxError("bubblewrap is not installed.")
    binds = [word for place in places for word in ("--ro-bind-try", place, place)]
    for name, target in _LINKS.items():
        link = Path("/", name)
        if link.is_symlink():
            binds += ["--symlink", target, str(link)]
        elif link.is_dir():
            binds += ["--ro-bind", str(link), str(link)]
    capabilities = [
        word
        for name in ("NET_BIND_SERVICE", "NET_ADMIN", "SETPCAP", "KILL", "DAC_OVERRIDE", "FOWNER")
        for word in ("--cap-add", f"CAP_{name}")
    ]
    return [
        *("bwrap", "--unshare-user", "--unshare-all", "--die-with-parent", "--new-session", "--uid", "0", "--gid", "0"),
        *(
            "--hostname",
            "web1",
            *binds,
            "--tmpfs",
            "/usr/local",
            "--proc",
            "/proc",
            "--dev",
            "/dev",
            "--cap-drop",
            "ALL",
        ),
        *(*capabilities, "--", PYTHON, "-IS", "-c", DRIVER),
    ]


class Sandbox:
    """Runs commands one by one in a sandbox; starts anew where one has changed what the next would find."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self._start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _start(self) -> subprocess.Popen[str]:
        surroundings = environment() | {"PYTHON": PYTHON, "DRIVER": DRIVER, "PYTHONUTF8": "1"}
        self._process = subprocess.Popen(
            _command(self._kind),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=surroundings,
        )
        assert self._process.stdout and self._process.stderr
        if not self._process.stdout.readline():
            reason = self._process.stderr.read().strip()
            self.close()
            raise SandboxError(f"The sandbox did not start: {reason[-400:]}")
        return self._process

    def run(self, command: str, limit: float = 3.0) -> Outcome:
        """Runs a command, for so many seconds at most, and says what it did to the canaries."""
        process = self._process or self._start()
        assert process.stdin and process.stdout
        process.stdin.write(json.dumps([command, limit]) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
        if not line:
            self.close()
            return Outcome(("ended the sandbox",), False)
        answer = json.loads(line)
        if answer["spoilt"]:
            self.close()
        return Outcome(tuple(answer["hits"]), answer["timed_out"])

    def close(self) -> None:
        """Ends the sandbox with everything in it."""
        if self._process:
            self._process.kill()
            self._process.communicate()
            self._process = None
