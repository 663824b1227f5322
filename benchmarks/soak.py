"""500 sessions through the real queue, watcher and recordings in turn: memory, threads, handles, processes, database.

No growth: from the 100th session to the last, threads, file handles and child processes are no more than they were,
and memory that is no file's (mapped files count for whoever else has them open) grows by at most 5 MB, which is 12 KB
a session, beside what the connections keep of a database that has grown. Every thread that the application may have is
there from the start, with its connection, so that one which is made late is not taken for growth. The database grows by
what is recorded; how much a session takes is told.
"""

from __future__ import annotations

import argparse
import gc
import re
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import psutil

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.runs.request import RunEnded, RunRequest
from claudeops_desktop.stream import writing

from . import grounds
from .report import Figure, report
from .window import Opened, open_application

GROWTH_MB = 5.0
FIRST = 100
CONNECTIONS = 8  # each keeps up to 16 MB of the database
SERVICES = """\
[[service]]
name = "disk"
check = "disk"
path = "/"

[[service]]
name = "self"
check = "process"
process = "python"
"""


@dataclass(frozen=True, slots=True)
class Standing:
    """What this process holds."""

    sessions: int
    own_mb: float
    rss_mb: float
    threads: int
    handles: int
    children: int
    database_mb: float


def standing(sessions: int, folder: DataFolder) -> Standing:
    """Read it, once what can be let go is let go."""
    gc.collect()
    status = Path("/proc/self/status").read_text()
    own, resident = (
        int(re.search(rf"^{name}:\s*(\d+) kB", status, re.M)[1]) * 1024 / 1e6 for name in ("RssAnon", "VmRSS")
    )  # type: ignore[index]
    sizes = [path.stat().st_size for path in folder.root.glob("claudeops.db*")]
    return Standing(
        sessions,
        own,
        resident,
        threading.active_count(),
        len(list(Path("/proc/self/fd").iterdir())),
        len(psutil.Process().children(recursive=True)),
        sum(sizes) / 1e6,
    )


def recording(folder: DataFolder, number: int) -> Path:
    """What an agent said: an event, a memory that is the same in ten sessions, a tool call, an end."""
    about = {"session_id": f"s{number}", "model": "m"}
    path = folder.root / "said.ndjson"
    said = f"[EVENT:info:gitea] checked\n[MEMORY:timing:service-{number % 50:03d}] Takes {number % 50 + 20}s to start"
    path.write_bytes(
        writing.init(**about)
        + writing.assistant_text("I look.", message_id="m0", **about)
        + writing.tool_result("ok " * 300, session_id="s", tool_use_id="t1")
        + writing.assistant_text(said, message_id="m1", **about)
        + writing.result("All is well.", session_id="s")
    )
    return path


def all_threads(opened: Opened) -> None:
    """Have every pool make all its threads, and each thread its connection."""
    engine = opened.engine
    for pool in (engine.pool, engine.store._readers):
        together = threading.Barrier(pool._max_workers)
        waited = [pool.submit(engine.store._answer, lambda b=together: b.wait(30)) for _ in range(pool._max_workers)]
        for one in waited:
            one.result()


def one_session(opened: Opened, folder: DataFolder, number: int) -> str:
    """Make a run and wait for its end; how it ended."""
    ended: list[RunEnded] = []
    opened.engine.runs._listeners[:] = [ended.append]
    agent = "watch" if number % 2 else f"replay:{recording(folder, number)}"
    opened.engine.runs.enqueue(RunRequest(agent=agent))
    opened.wait(lambda: bool(ended))
    return ended[0].status


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=500)
    wanted = parser.parse_args()
    told: list[Standing] = []
    with grounds.data_folder() as folder:
        folder.services_file.write_text(SERVICES)
        with open_application(folder) as opened:
            all_threads(opened)
            listeners = list(opened.engine.runs._listeners)
            began = time.perf_counter()
            for number in range(1, wanted.sessions + 1):
                status = one_session(opened, folder, number)
                if status != "completed":
                    raise SystemExit(f"session {number} ended {status}")
                if number in (10, 50) or number % 100 == 0 or number == wanted.sessions:
                    for _ in range(20):
                        opened.wait(lambda: True)
                    told.append(standing(number, folder))
                    print(f"   {told[-1]}", file=sys.stderr, flush=True)
            seconds = time.perf_counter() - began
            opened.engine.runs._listeners[:] = listeners
            rows = len(opened.engine.book.sessions.list(limit=wanted.sessions + 10))
            left = list(folder.sessions.iterdir())
    if rows != wanted.sessions or left:
        raise SystemExit(f"{rows} sessions are recorded of {wanted.sessions}; left behind: {left}")
    first = next((one for one in told if one.sessions >= FIRST), told[0])
    last = told[-1]
    spread = max(last.sessions - first.sessions, 1)
    kept = (last.database_mb - first.database_mb) * CONNECTIONS
    figures = [
        Figure(f"memory growth from session {first.sessions} on", last.own_mb - first.own_mb, "MB", GROWTH_MB + kept),
        Figure("own memory at the end", last.own_mb, "MB"),
        Figure("more threads", last.threads - first.threads, "", 0),
        Figure("more file handles", last.handles - first.handles, "", 0),
        Figure("child processes left", last.children, "", 0),
        Figure("database, a session", (last.database_mb - first.database_mb) * 1000 / spread, "KB"),
        Figure("a session", seconds * 1000 / wanted.sessions, "ms"),
    ]
    return report("soak", figures, sessions=wanted.sessions, standing=[_row(one) for one in told])


def _row(one: Standing) -> dict[str, float]:
    return {name: round(getattr(one, name), 2) for name in Standing.__slots__}


if __name__ == "__main__":
    sys.exit(main())
