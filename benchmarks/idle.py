"""Idle in the tray: at most 2 wake-ups and 1 ms of CPU in 30 s, and 110 MB of proportional memory.

It is looked at over a whole minute, which has one heartbeat and one round of the checks of this machine in it, and only
once all has been looked at for the first time after the start.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from . import grounds
from .report import Figure, report
from .screen import screen

WAKE_UPS, CPU_MS, MEMORY_MB = 2, 1.0, 110.0
PER_S = 30.0


@dataclass(frozen=True, slots=True)
class Standing:
    """What the kernel counts of a process so far, over all its threads."""

    wake_ups: int
    cpu_ns: int
    pss_mb: float
    rss_mb: float


def standing(pid: int) -> Standing:
    """Read it. A wake-up is a voluntary switch: a thread that slept ran."""
    wake_ups = cpu = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        wake_ups += int(re.search(r"^voluntary_ctxt_switches:\s*(\d+)", (task / "status").read_text(), re.M)[1])  # type: ignore[index]
        cpu += int((task / "schedstat").read_text().split()[0])
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    pss, rss = (int(re.search(rf"^{name}:\s*(\d+) kB", rollup, re.M)[1]) * 1024 / 1e6 for name in ("Pss", "Rss"))  # type: ignore[index]
    return Standing(wake_ups, cpu, pss, rss)


def settle_and_measure(words: list[str], environ: dict[str, str], settle_s: float, seconds: float) -> list[Figure]:
    """Start a program, let it come to rest, and look at it over some time."""
    name = "application" if words[0] == "app" else "empty window"
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.window_probe", *words], env=environ, stdout=subprocess.DEVNULL
    )
    try:
        time.sleep(settle_s)
        before = standing(process.pid)
        time.sleep(seconds)
        after = standing(process.pid)
        if process.poll() is not None:
            raise SystemExit(f"the {name} ended by itself with {process.returncode}")
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    ours = words[0] == "app"
    return [
        Figure(
            f"{name}: wake-ups",
            (after.wake_ups - before.wake_ups) * PER_S / seconds,
            f"in {PER_S:g} s",
            WAKE_UPS if ours else None,
        ),
        Figure(
            f"{name}: CPU",
            (after.cpu_ns - before.cpu_ns) / 1e6 * PER_S / seconds,
            f"ms in {PER_S:g} s",
            CPU_MS if ours else None,
        ),
        Figure(f"{name}: proportional memory", after.pss_mb, "MB", MEMORY_MB if ours else None),
        Figure(f"{name}: resident memory", after.rss_mb, "MB"),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--settle", type=float, default=130)
    parser.add_argument("--memories", type=int, default=500)
    wanted = parser.parse_args()
    with screen(tray=True) as shown, grounds.data_folder() as folder:
        with grounds.open_book(folder) as (store, _, _):
            grounds.put_memories(store, wanted.memories)
        environ = shown.environ | {"CLAUDEOPS_DATA_DIR": str(folder.root)}
        figures = settle_and_measure(["app", "stay", "--background"], environ, wanted.settle, wanted.seconds)
        figures += settle_and_measure(["empty", "stay"], environ, 4, 10)
    return report("idle", figures, screen=shown.words)


if __name__ == "__main__":
    sys.exit(main())
