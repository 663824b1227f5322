"""How soon another machine leads when the leader of a shared store dies or hangs: ``takeover URL [ROUNDS]``.

Two processes ask for the lead as the application does, in the PostgreSQL database of the URL. In each round the leader
is killed once (SIGKILL) and once stopped where it stands (SIGSTOP); what is timed is how long until the other leads.
"""

from __future__ import annotations

import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import file as settings_file
from claudeops_desktop.storage import open_store
from claudeops_desktop.storage.leadership import LeadWatch, StoreLead

from .report import Figure, report

ROUNDS = 10
AIM_MS = 5_000.0
STAND = "--stand"


def main() -> int:
    """Run it; 0 where the aims are met."""
    if sys.argv[1:2] == [STAND]:
        return _stand(Path(sys.argv[2]))
    url, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else ROUNDS
    took: dict[str, list[float]] = {"killed": [], "hung": []}
    with tempfile.TemporaryDirectory() as place:
        folders = [_folder(Path(place, name), url) for name in ("one", "two")]
        open_store(folders[0]).close()
        leader = _start(folders[0])
        _wait(leader, "taken")
        for number in range(rounds * 2):
            how = ("killed", "hung")[number % 2]
            other = _start(folders[1 - number % 2])
            _wait(other, "stands")
            time.sleep(1.0 + number / 20)  # somewhere between two looks of both
            began = time.monotonic()
            leader.send_signal(signal.SIGKILL if how == "killed" else signal.SIGSTOP)
            _wait(other, "taken")
            took[how].append((time.monotonic() - began) * 1000)
            leader.kill()
            leader.wait()
            leader = other
        leader.kill()
        leader.wait()
    figures = []
    for how, times in took.items():
        figures.append(Figure(f"{how}: median", statistics.median(times), "ms"))
        figures.append(Figure(f"{how}: longest", max(times), "ms", AIM_MS))
    return report("takeover", figures, rounds=rounds)


def _folder(root: Path, url: str) -> DataFolder:
    folder = DataFolder(root).create()
    settings_file.change(folder.settings_file, "store.url", url)
    return folder


def _start(folder: DataFolder) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "benchmarks.takeover", STAND, str(folder.root)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def _wait(process: subprocess.Popen[str], word: str) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        if line.strip() == word:
            return
    raise SystemExit(f"a process ended before it said that it has {word}")


def _stand(root: Path) -> int:
    """Ask for the lead until standard input ends; print how that changes."""
    store = open_store(DataFolder(root))
    watch = LeadWatch(StoreLead(store, root), lambda found: print(found, flush=True))
    watch.start()
    print("stands", flush=True)
    sys.stdin.read()
    watch.close()
    store.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
