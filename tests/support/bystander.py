"""A process that a test has outside of a session, to see that nothing in the session reaches it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

NOTES_SIGNALS = """
import contextlib, signal, sys
for number in set(range(1, signal.NSIG)) - {signal.SIGKILL, signal.SIGSTOP}:
    with contextlib.suppress(OSError):
        signal.signal(number, lambda number, _: print(number, file=sys.stderr, flush=True))
print("ready", flush=True)
while True:
    signal.pause()
"""


@dataclass
class Bystander:
    """A process of the same user outside of the profile, which writes down every signal that it gets."""

    process: subprocess.Popen[bytes]
    notes: Path

    @property
    def pid(self) -> int:
        return self.process.pid

    def state(self) -> dict[str, object]:
        """All that another process can change of it; without its end or a signal the same every time."""
        about = Path(f"/proc/{self.pid}")
        stat = (about / "stat").read_text().rpartition(")")[2].split()
        return {
            "ended": self.process.poll(),
            "stopped": stat[0] in "Tt",
            "signals": self.notes.read_text(),
            "priority, scheduling": (stat[15:17], stat[37:39]),
            "processors": os.sched_getaffinity(self.pid),
            "limits": (about / "limits").read_text(),
        }


@contextmanager
def bystander(python: str, notes: Path, *words: str, user: int | None = None, secret: str = "") -> Iterator[Bystander]:
    """One for as long as the block lasts. The words stand in its command line, the secret in its environment."""
    become = {"user": user, "group": user} if user not in (None, os.geteuid()) else {}
    with (
        notes.open("w") as file,
        subprocess.Popen(
            [python, "-I", "-S", "-c", NOTES_SIGNALS, *words],
            env={"SECRET": secret},
            cwd="/",
            stdout=subprocess.PIPE,
            stderr=file,
            start_new_session=True,
            **become,
        ) as process,
    ):
        assert process.stdout.readline() == b"ready\n"
        try:
            yield Bystander(process, notes)
        finally:
            process.kill()
