"""A session's profile around real programs, as root and as an ordinary user, in a folder that it does not hide.

Root becomes a user that nobody is for the second case; who runs the tests as an ordinary user has that case alone.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import claudeops_desktop.confinement as package

ORDINARY = 64999
SECRET = "a key that nobody else reads"
COMPOSE = """
import json, os, sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from claudeops_desktop.confinement.profile import *
given = json.loads(sys.argv[2])
session = ConfinedSession(
    place=Path(given["place"]), data=Path(given["data"]), environ=os.environ, hidden=("guard.json",),
    writable=tuple(map(Path, given["writable"])), shown=tuple(map(Path, given["shown"])),
    sockets=tuple((Path(one), Path(other)) for one, other in given["sockets"]), user=os.geteuid(),
    own_pids=given["own_pids"] or needs_own_pids(),
)
start = [sys.executable, "-I", "-S", str(Path(sys.argv[1], "claudeops_desktop/confinement/shim.py"))]
words = [*profile_words(session), *given["more"], *shim_words(session, start, given["door"]), *sys.argv[3:]]
os.chdir(given["place"])
os.execvpe(words[0], words, confined_environment(os.environ, session.place))
"""


@dataclass
class Confined:
    """A session's folder below ``base``, beside an operator's home, and what runs in its profile."""

    base: Path
    user: int
    code: Path
    writable: list[Path] = field(default_factory=list)
    sockets: list[tuple[Path, Path]] = field(default_factory=list)
    door: str = "-"
    more: list[str] = field(default_factory=list)
    own_pids: bool = False

    @property
    def home(self) -> Path:
        return self.base / "home"

    @property
    def data(self) -> Path:
        return self.base / "data"

    @property
    def place(self) -> Path:
        return self.data / "sessions" / "1"

    @property
    def python(self) -> str:
        """An interpreter that this user may start."""
        return sys.executable if self.user == os.geteuid() else "/usr/bin/python3"

    def words(self, *program: str | Path) -> list[str]:
        """What starts a program in the profile."""
        given = {
            "place": str(self.place),
            "data": str(self.data),
            "writable": [str(path) for path in self.writable],
            "shown": [str(self.code), sys.prefix],  # a checkout may lie in a folder that the profile hides
            "sockets": [[str(one), str(other)] for one, other in self.sockets],
            "door": self.door,
            "more": self.more,
            "own_pids": self.own_pids,
        }
        become = ["setpriv", f"--reuid={self.user}", f"--regid={self.user}", "--clear-groups"]
        return [
            *(become if self.user != os.geteuid() else ()),
            *(self.python, "-c", COMPOSE, str(self.code), json.dumps(given)),
            *map(str, program),
        ]

    @property
    def environ(self) -> dict[str, str]:
        return {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": str(self.home)}

    def run(self, *program: str | Path, timeout: float = 60) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.words(*program), env=self.environ, capture_output=True, text=True, timeout=timeout, check=False
        )

    def shell(self, text: str) -> subprocess.CompletedProcess[str]:
        return self.run("/bin/sh", "-c", text)

    def popen(self, *program: str | Path) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            ["env", "--ignore-signal=INT", "--ignore-signal=TERM", *self.words(*program)],
            env=self.environ,
            start_new_session=True,
            stdout=subprocess.PIPE,
        )


def users() -> Sequence[int]:
    return (0, ORDINARY) if os.geteuid() == 0 else (os.geteuid(),)


def make_confined(user: int) -> Confined:
    above = "/var/lib" if os.geteuid() == 0 else str(Path.home())
    base = Path(tempfile.mkdtemp(prefix="claudeops-test-", dir=above))
    code = base / "code" / "claudeops_desktop"
    shutil.copytree(Path(package.__file__).parent, code / "confinement", ignore=shutil.ignore_patterns("__pycache__"))
    (code / "__init__.py").touch()
    found = Confined(base, user, base / "code")
    files = {
        "outside/canary": "as it was",
        "home/.bashrc": "as it was",
        "home/.ssh/id_test": SECRET,
        "home/.ssh/config": "Host web",
        "home/.claude/settings.json": "{}",
        "home/.claude/.credentials.json": SECRET,
        "home/.claude/projects/p/one.jsonl": SECRET,
        "data/claudeops.db": SECRET,
        "data/sessions/1/prompt.md": "told",
        "data/sessions/1/mcp.json": "{}",
        "data/sessions/1/guard.json": SECRET,
        "data/sessions/1/door/token": "token",
        "data/sessions/2/door/token": SECRET,
    }
    for name, text in files.items():
        (base / name).parent.mkdir(parents=True, exist_ok=True)
        (base / name).write_text(text)
    for name in ("work", "config", "tmp"):
        (found.place / name).mkdir()
    if user != os.geteuid():
        for path in (base, *base.rglob("*")):
            os.chown(path, user, user)
    return found
