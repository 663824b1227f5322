"""How well the guard tells harmless commands from risky ones, and how quickly it answers as a whole process.

    python benchmarks/guard.py [FILE]

FILE holds a label (harmless or risky), a tab and a command on each line, ``␤`` for a line break in it; a line
``# family: NAME`` names what follows. Without FILE it is the one that ships here.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from claudeops_desktop.clock import utc_now
from claudeops_desktop.guard.policy import GuardPolicy, write_policy
from claudeops_desktop.guard.understand import understand
from claudeops_desktop.paths import DataFolder
from claudeops_desktop.records.book import Book
from claudeops_desktop.records.sessions import Trigger
from claudeops_desktop.store import open_store

HERE = Path(__file__).parent
CALLS = 30
START = "import sys; sys.path.insert(0, sys.argv.pop(1)); from claudeops_desktop.__main__ import main; sys.exit(main())"


def judged(file: Path) -> None:
    """Shares of the two labels."""
    counts: dict[str, list[int]] = {"harmless": [0, 0], "risky": [0, 0]}
    family = ""
    for line in file.read_text(encoding="utf-8").split("\n"):
        family = line.removeprefix("# family: ") if line.startswith("# family: ") else family
        label, _, command = line.partition("\t")
        if label not in ("harmless", "risky"):
            continue
        kind = understand(command.replace("␤", "\n")).kind
        for group in (label, *([f"{label}, {family}"] if family else [])):
            count = counts.setdefault(group, [0, 0])
            count[0] += 1
            count[1] += kind == "read"
        if (kind == "read") == (label == "risky"):
            print(f"  {label}, called {kind}: {command}")
    for group, (number, read) in counts.items():
        print(f"{group}: {number}, called read: {read} ({read / max(number, 1):.1%})")


def answered() -> None:
    """Wall and processor time of the hook as a process."""
    with tempfile.TemporaryDirectory() as place:
        folder = DataFolder(Path(place)).create()
        store = open_store(folder)
        book = Book(store)

        def rows() -> tuple[int, int]:
            run = book.sessions.begin_run(
                trigger=Trigger.MANUAL, agent="claude", max_tier=2, dry_run=False, services=(), now=utc_now()
            )
            return run, book.sessions.begin(now=utc_now(), run_id=run, agent="claude", tier=2, trigger=Trigger.MANUAL)

        run_id, session_id = store.write(rows).result()
        rules = folder.root / "guard.json"
        write_policy(rules, GuardPolicy(session_id, run_id, 2, False, str(folder.database), str(folder.root), ""))
        argv = [sys.executable, "-I", "-S", "-c", START, str(HERE.parent), "guard", "--hook", "--policy", str(rules)]
        times, before = [], resource.getrusage(resource.RUSAGE_CHILDREN)
        for number in range(CALLS):
            given = {"command": f"ssh nas 'sudo docker restart web{number}' | tail -n 3"}
            call = json.dumps({"tool_name": "Bash", "tool_input": given, "tool_use_id": f"toolu_{number}"})
            start = time.perf_counter()
            subprocess.run(argv, input=call, capture_output=True, text=True, check=True)
            times.append((time.perf_counter() - start) * 1000)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        store.close()
    cpu = (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / CALLS * 1000
    print(
        f"hook as a process, {CALLS} calls: median {statistics.median(times):.0f} ms, slowest {max(times):.0f} ms,"
        f" processor {cpu:.0f} ms each (load {os.getloadavg()[0]:.1f})"
    )


if __name__ == "__main__":
    judged(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "data" / "guard_commands.tsv")
    answered()
