"""A tool call that is shown to the guard, as a process from start to end: 25 ms at most; and the broker that answers.

With `--server` also for a store on a PostgreSQL server, in a database that is made there.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil

from claudeops_desktop.agents.broker_process import BrokerProcess
from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.guard.broker_words import DOOR, client_words, own_words
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.records.sessions import RunTrigger
from claudeops_desktop.storage.store_place import server_of

from . import grounds
from .recall_ground import Ground, ground
from .report import Figure, report

TARGET_MS = 25
TARGET_MB = 40
COMMAND = "ssh web1 'sudo docker compose -f /srv/app/docker-compose.yml restart web' && curl -sf http://web1/health"


def payload(session: str) -> bytes:
    """What the CLI says before it runs a command."""
    call = {
        "session_id": session,
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_use_id": "toolu_1",
        "tool_input": {"command": COMMAND},
        "cwd": "/srv",
    }
    return json.dumps(call).encode()


def processor_seconds() -> float:
    """What all processes that we waited for have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def seconds(words: list[str], stdin: bytes) -> float:
    """One process; it must answer."""
    began = time.perf_counter()
    done = subprocess.run(words, input=stdin, capture_output=True, check=False)
    took = time.perf_counter() - began
    if not done.stdout.strip():
        raise SystemExit(f"{' '.join(words)} said nothing: {done.stderr.decode()[-500:]}")
    return took


def measured(name: str, make: Callable[[int], bytes], policy: Path, times: int) -> list[Figure]:
    """A broker with a policy and a database as in a session, and its hook as the CLI starts it."""
    began = time.perf_counter()
    broker = BrokerProcess(own_words("guard", "--broker", str(policy)), os.environ)
    broker.wait_until_ready()
    started = time.perf_counter() - began
    try:
        hook = list(client_words(str(policy.parent / DOOR), "hook"))
        for at in range(3):
            seconds(hook, make(at))
        before = processor_seconds()
        took = [seconds(hook, make(at + 10)) for at in range(times)]
        processor = (processor_seconds() - before) / times
        memory = memory_of(str(policy))
    finally:
        broker.close()
    return [
        Figure(f"{name}: hook", statistics.median(took) * 1000, "ms", TARGET_MS),
        Figure(f"{name}: hook, slowest", max(took) * 1000, "ms"),
        Figure(f"{name}: hook, processor of the client", processor * 1000, "ms"),
        Figure(f"{name}: start of the broker", started * 1000, "ms"),
        Figure(f"{name}: memory of the broker", memory, "MB", TARGET_MB),
    ]


def memory_of(policy: str) -> float:
    """The proportional share of memory (PSS) of the broker of a policy, in MB."""
    (own,) = [one for one in psutil.process_iter(["cmdline"]) if policy in (one.info["cmdline"] or [])]
    return float(own.memory_full_info().pss) / 1e6


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=30)
    parser.add_argument("--server", default="", metavar="URL", help="a PostgreSQL server on which a database is made")
    wanted = parser.parse_args()
    figures: list[Figure] = []
    with grounds.data_folder() as folder, grounds.open_book(folder) as (store, _, _):
        grounds.put_runs(store, 1000)
        grounds.put_the_rest(store, 1000)
        policy = write_policy(folder.root, folder.database)

        def call(at: int) -> bytes:
            return payload("s").replace(b"toolu_1", f"toolu_{at}_{time.monotonic_ns()}".encode())

        figures += measured("file", call, policy, wanted.times)
    if wanted.server:
        with ground(wanted.server) as there:
            policy = write_policy(there.folder, there.folder / "claudeops.db", begin_session(there))
            figures += measured("server", call, policy, wanted.times)
    return report("guard_process", figures, times=wanted.times)


def begin_session(there: Ground) -> str:
    """The first run and its session in an empty store on a server; the URL of that store."""
    book, now = RecordRepositories(there.store), utc_now()

    def rows() -> None:
        run = book.sessions.begin_run(
            trigger=RunTrigger.MANUAL, agent="claude", max_tier=3, dry_run=False, services=(), now=now
        )
        book.sessions.begin(now=now, run_id=run, agent="claude", tier=2, trigger=RunTrigger.MANUAL)

    there.store.write(rows).result()
    address = server_of(DataFolder(there.folder))
    assert address is not None
    return address.text


def write_policy(folder: Path, database: Path, server: str = "") -> Path:
    """The policy of a session of tier 2, as the application writes it; ``server`` is the URL of a store on one."""
    from claudeops_desktop.guard import policy
    from claudeops_desktop.guard.server_store import package_folders

    path = DataFolder(folder).session_work(1).parent / "guard.json"
    work = DataFolder(folder).session_work(1)
    work.mkdir(parents=True, exist_ok=True)
    rules = policy.GuardPolicy(1, 1, 2, False, str(database), str(folder), str(work))
    if server:
        rules = rules._replace(store=server, packages=package_folders())
    policy.write_policy(path, rules)
    return path


if __name__ == "__main__":
    sys.exit(main())
