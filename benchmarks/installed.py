"""From process start to a window on the screen: the installed application takes at most 1.2 times this checkout's."""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

from . import grounds
from .report import Figure, report
from .screen import screen

TARGET = 1.2
INSTALLED = Path("/usr/bin/claudeops")
BUILT = Path(__file__).resolve().parents[1] / "dist" / "claudeops-desktop" / "claudeops"
LONGEST_S = 30


def seconds_to_window(words: list[str], environ: dict[str, str]) -> float:
    """Start a program, wait until a window of its own is on the screen, end it.

    Both programs are watched from outside, by the same means, as the frozen one can have no probe in it.
    """
    began = time.monotonic()
    process = subprocess.Popen(words, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    search = ["xdotool", "search", "--onlyvisible", "--class", "claudeops"]
    try:
        while not subprocess.run(search, env=environ, capture_output=True, check=False).stdout.strip():
            if process.poll() is not None or time.monotonic() - began > LONGEST_S:
                raise SystemExit(f"{words[0]} shows no window")
            time.sleep(0.005)
        took = time.monotonic() - began
    finally:
        process.terminate()
        process.wait(30)
    return took


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=9)
    parser.add_argument("--memories", type=int, default=500)
    wanted = parser.parse_args()
    program = next((path for path in (INSTALLED, BUILT) if path.exists()), None)
    if program is None:
        print("There is no installed application and none in dist/: run scripts/package first.", file=sys.stderr)
        return 2
    checkout, installed = [str(Path(sys.executable).with_name("claudeops"))], [str(program)]
    times: dict[str, list[float]] = {"checkout": [], "installed": []}
    with screen() as shown, grounds.data_folder() as folder:
        if "DISPLAY" not in shown.environ:
            print("Xvfb is not installed: there is no screen to start on.", file=sys.stderr)
            return 2
        with grounds.open_book(folder) as (store, _, _):
            grounds.put_memories(store, wanted.memories)
        environ = {k: v for k, v in shown.environ.items() if not k.startswith("PYTHON")}
        environ["CLAUDEOPS_DATA_DIR"] = str(folder.root)
        for words in (checkout, installed):
            seconds_to_window(words, environ)
        for _ in range(wanted.times):
            times["checkout"].append(seconds_to_window(checkout, environ))
            times["installed"].append(seconds_to_window(installed, environ))
    one, other = (statistics.median(found) for found in times.values())
    figures = [
        Figure("checkout", one, "s"),
        Figure("installed", other, "s"),
        Figure("installed, as a multiple", other / one, "×", TARGET),
        Figure("slowest start of the installed one", max(times["installed"]), "s"),
    ]
    return report("installed", figures, program=str(program), screen=shown.words, load=round(os.getloadavg()[0], 2))


if __name__ == "__main__":
    sys.exit(main())
