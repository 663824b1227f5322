"""What the tests of reliability break, and how they look at what is left."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
from pathlib import Path

import psutil
from support.other_process import stored_rows

from claudeops_desktop.core.paths import DataFolder

PLAIN_PATH = "/usr/bin:/bin"  # where no Claude CLI of the developer's can be


class SmallDisk:
    """A disk of a few megabytes: a mounted one for root, else a limit on how long files may become."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = DataFolder(root / "data")
        self._filler = root / "filler"
        self._limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        self._before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        root.mkdir()
        words = ["mount", "-t", "tmpfs", "-o", "size=12m,mode=0700", "claudeops-test", str(root)]
        self.mounted = os.geteuid() == 0 and not subprocess.run(words, capture_output=True, check=False).returncode

    def fill(self) -> None:
        """Not a byte is left."""
        if not self.mounted:
            longest = max((path.stat().st_size for path in self.root.rglob("*") if path.is_file()), default=0)
            resource.setrlimit(resource.RLIMIT_FSIZE, (longest, self._limits[1]))
            return
        with self._filler.open("ab", buffering=0) as file:
            for size in (1 << 20, 4096, 512, 1):
                try:
                    while True:
                        file.write(b"x" * size)
                except OSError:
                    continue

    def free(self) -> None:
        """As much space as at first."""
        resource.setrlimit(resource.RLIMIT_FSIZE, self._limits)
        self._filler.unlink(missing_ok=True)

    def close(self) -> None:
        self.free()
        signal.signal(signal.SIGXFSZ, self._before)
        if self.mounted:
            subprocess.run(["umount", "--lazy", str(self.root)], check=True)


def words_of(process: psutil.Process) -> list[str]:
    """The words that a process was started with; none where it is gone."""
    try:
        return process.cmdline() if process.status() != psutil.STATUS_ZOMBIE else []
    except psutil.Error:
        return []


def rows(database: Path, sql: str) -> list[tuple]:
    """What is stored in the data folder of that database file."""
    return stored_rows(database.parent, sql)


class Program:
    """``claudeops`` as a process of its own, on a data folder."""

    def __init__(self, root: Path, path: str = PLAIN_PATH) -> None:
        self.root = root
        self.environ = dict(os.environ) | {
            "CLAUDEOPS_DATA_DIR": str(root),
            "PATH": path,
            "QT_QPA_PLATFORM": "offscreen",
        }
        self.started: list[subprocess.Popen[str]] = []

    def start(self, *words: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "claudeops_desktop", *words],
            env=self.environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.started.append(process)
        return process

    def ask(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run it to its end. It never ends in a traceback."""
        done = subprocess.run(
            [sys.executable, "-m", "claudeops_desktop", *words],
            env={name: value for name, value in self.environ.items() if name != "QT_QPA_PLATFORM"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=200,
            check=False,
        )
        assert "Traceback" not in done.stderr, done.stderr
        assert "That is a bug" not in done.stderr, done.stderr
        return done

    def json(self, *words: str) -> list[dict]:
        done = self.ask(*words, "--json")
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def close(self) -> None:
        for process in self.started:
            if process.poll() is None:
                process.kill()
            process.communicate(timeout=90)


TALKER = """#!/usr/bin/env python3
import json, os, subprocess, sys, time
if "--version" in sys.argv:
    print("2.1.330 (Claude Code)"); sys.exit()
def say(text):
    print(json.dumps({"type": "assistant", "message": {"content": [{"type": "text", "text": text}]}}), flush=True)
say("[MEMORY:timing:jellyfin] Takes 60s to start\\n[EVENT:warning:jellyfin] restarted twice")
subprocess.Popen(["sleep", "598.NUMBER"], start_new_session=True)
say("[MEMORY:dependency:caddy] Needs WireGuard")
time.sleep(598)
"""


def left_of_talker() -> list[int]:
    """What still runs of it."""
    return [p.pid for p in psutil.process_iter() if f"598.{os.getpid()}" in words_of(p)]


class ReadOnly:
    """Makes a folder one that nothing can be written to, also for root, and writable again."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._mounted = False

    def begin(self) -> None:
        if os.geteuid() == 0:
            subprocess.run(["mount", "--bind", str(self._root), str(self._root)], check=True)
            subprocess.run(["mount", "-o", "remount,ro,bind", str(self._root)], check=True)
            self._mounted = True
        else:
            for path in (self._root, *self._root.rglob("*")):
                path.chmod(0o500 if path.is_dir() else 0o400)

    def end(self) -> None:
        if self._mounted:
            subprocess.run(["umount", "--lazy", str(self._root)], check=True)
            self._mounted = False
        elif os.geteuid() != 0:
            for path in (self._root, *self._root.rglob("*")):
                path.chmod(0o700 if path.is_dir() else 0o600)


def spoil(path: Path, at: int, length: int = 4096) -> None:
    """Put bytes of no meaning into a file, the same every time."""
    with path.open("r+b") as file:
        file.seek(at)
        file.write(random.Random(at).randbytes(length))
