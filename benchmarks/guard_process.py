"""`claudeops guard` as a whole process, from start to end: 150 ms at most, in the environment and as installed.

Warm: as every call but the first is. With `--cold` also after the file cache was emptied (root only), with `--server`
also for a store on a PostgreSQL server, in a database that is made there.
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

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.records.sessions import RunTrigger
from claudeops_desktop.storage.store_place import server_of

from . import grounds
from .recall_ground import Ground, ground
from .report import Figure, report

TARGET_MS = 150
INSTALLED = Path("/usr/bin/claudeops")
BUILT = Path(__file__).resolve().parents[1] / "dist" / "claudeops-desktop" / "claudeops"
COMMAND = "ssh web1 'sudo docker compose -f /srv/app/docker-compose.yml restart web' && curl -sf http://web1/health"
COLD_TIMES = 5


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


def forget_files() -> bool:
    """Empty the kernel's file cache; False where we may not."""
    try:
        os.sync()
        Path("/proc/sys/vm/drop_caches").write_text("3")
    except OSError:
        return False
    return True


def measured(name: str, program: list[str], make: Callable[[int], bytes], policy: Path, times: int) -> list[Figure]:
    """Warm, with a policy and a database as in a session; and only classifying."""
    hook = [*program, "guard", "--hook", "--policy", str(policy)]
    line = json.dumps({"command": COMMAND}).encode() + b"\n"
    for at in range(3):
        seconds(hook, make(at))
    before = processor_seconds()
    warm = [seconds(hook, make(at + 10)) for at in range(times)]
    processor = (processor_seconds() - before) / times
    classify = [seconds([*program, "guard", "--classify"], line) for _ in range(times)]
    return [
        Figure(f"{name}: hook, warm", statistics.median(warm) * 1000, "ms", TARGET_MS),
        Figure(f"{name}: hook, warm, slowest", max(warm) * 1000, "ms"),
        Figure(f"{name}: hook, warm, processor", processor * 1000, "ms"),
        Figure(f"{name}: classify, warm", statistics.median(classify) * 1000, "ms", TARGET_MS),
    ]


def cold(name: str, program: list[str], make: Callable[[int], bytes], policy: Path) -> list[Figure]:
    """After the file cache was emptied; nothing where we may not do that. It slows down whatever else runs here."""
    hook = [*program, "guard", "--hook", "--policy", str(policy)]
    found = [seconds(hook, make(at)) for at in range(COLD_TIMES) if forget_files()]
    return [Figure(f"{name}: hook, cold", statistics.median(found) * 1000, "ms")] if found else []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=30)
    parser.add_argument("--cold", action="store_true", help="also with an empty file cache, which slows all else down")
    parser.add_argument("--server", default="", metavar="URL", help="a PostgreSQL server on which a database is made")
    wanted = parser.parse_args()
    programs = {"environment": [str(Path(sys.executable).with_name("claudeops"))]}
    for name, path in (("installed", INSTALLED), ("built", BUILT)):
        if path.exists():
            programs[name] = [str(path)]
            break
    figures: list[Figure] = []
    with grounds.data_folder() as folder, grounds.open_book(folder) as (store, _, _):
        grounds.put_runs(store, 1000)
        grounds.put_the_rest(store, 1000)
        policy = write_policy(folder.root, folder.database)

        def call(at: int) -> bytes:
            return payload("s").replace(b"toolu_1", f"toolu_{at}_{time.monotonic_ns()}".encode())

        for name, program in programs.items():
            figures += measured(name, program, call, policy, wanted.times)
        for name, program in programs.items() if wanted.cold else ():
            figures += cold(name, program, call, policy)
    if wanted.server:
        with ground(wanted.server) as there:
            policy = write_policy(there.folder, there.folder / "claudeops.db", begin_session(there))
            for name, program in programs.items():
                figures += measured(f"{name}, store on a server", program, call, policy, wanted.times)
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

    path = folder / "guard.json"
    hand_off = folder / "sessions" / "1" / "handoff.json"
    rules = policy.GuardPolicy(1, 1, 2, False, str(database), str(folder), str(hand_off))
    if server:
        rules = rules._replace(store=server, packages=package_folders())
    policy.write_policy(path, rules)
    return path


if __name__ == "__main__":
    sys.exit(main())
