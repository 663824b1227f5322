"""From process start to a painted window: at most 0.3 s more than an empty PySide6 window with a table view."""

from __future__ import annotations

import argparse
import compileall
import statistics
import subprocess
import sys
import time
from pathlib import Path

import claudeops_desktop

from . import grounds
from .report import Figure, report
from .screen import screen

TARGET_S = 0.3


def seconds_to_window(what: str, environ: dict[str, str]) -> float:
    """Start a process and wait for the first painting of its window."""
    began = time.monotonic_ns()
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.window_probe", what, "shown"],
        env=environ,
        stdout=subprocess.PIPE,
        text=True,
        timeout=60,
        check=True,
    )
    return (int(done.stdout.split()[-1]) - began) / 1e9


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=9)
    parser.add_argument("--memories", type=int, default=500)
    wanted = parser.parse_args()
    empty: list[float] = []
    ours: list[float] = []
    with screen() as shown, grounds.data_folder() as folder:
        with grounds.open_book(folder) as (store, _, _):
            grounds.put_memories(store, wanted.memories)
        environ = shown.environ | {"CLAUDEOPS_DATA_DIR": str(folder.root)}
        # Bytecode and file cache are there for both, as after `scripts/setup`.
        compileall.compile_dir(Path(claudeops_desktop.__file__).parent, quiet=2)
        for what in ("empty", "app"):
            seconds_to_window(what, environ)
        for _ in range(wanted.times):
            empty.append(seconds_to_window("empty", environ))
            ours.append(seconds_to_window("app", environ))
    one, other = statistics.median(empty), statistics.median(ours)
    figures = [
        Figure("empty window", one, "s"),
        Figure("application", other, "s"),
        Figure("more than the empty window", other - one, "s", TARGET_S),
        Figure("slowest start of the application", max(ours), "s"),
    ]
    return report("start", figures, times=wanted.times, screen=shown.words)


if __name__ == "__main__":
    sys.exit(main())
