"""A 200 MB stream with 1 MB lines through a whole run, beside a live window: 50 MB/s, under 100 MB of growth."""

from __future__ import annotations

import argparse
import re
import sys
import time
from pathlib import Path

from claudeops_desktop.records.sessions import SessionStatus
from claudeops_desktop.runs.request import RunEnded, RunRequest
from claudeops_desktop.stream import writing
from claudeops_desktop.ui.pages.base_page import PageLocation

from . import grounds
from .report import Figure, report, resident_mb
from .window import open_application

MB_A_SECOND, GROWTH_MB, HOLD_MS = 50, 100, 50


def write_recording(path: Path, megabytes: int) -> None:
    """Tool results of a megabyte each, as a tool that prints a log gives them, among words of the agent."""
    about = {"session_id": "s", "model": "m"}
    body = "".join(
        f"{n:07d} an ordinary line of some tool's output, with “quotes” and a tab\t\n" for n in range(13_500)
    )
    with path.open("wb") as file:
        file.write(writing.init(**about))
        for number in range(megabytes):
            said = f"Look at part {number}.\n[EVENT:info:part-{number}] read"
            file.write(writing.assistant_text(said, message_id=f"m{number}", **about))
            file.write(writing.tool_result(body, session_id="s", tool_use_id=f"t{number}"))
        file.write(writing.result("Done.", session_id="s"))


def peak_mb() -> float:
    """The most that this process ever held since the peak was last reset."""
    found = re.search(r"^VmHWM:\s*(\d+) kB", Path("/proc/self/status").read_text(), re.M)
    return int(found[1]) * 1024 / 1e6 if found else 0.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=200)
    wanted = parser.parse_args()
    with grounds.data_folder() as folder:
        recording = folder.root / "stream.ndjson"
        write_recording(recording, wanted.megabytes)
        size_mb = recording.stat().st_size / 1e6
        with open_application(folder) as opened:
            ended: list[RunEnded] = []
            opened.engine.runs.on_ended(ended.append)
            opened.window.show_place(PageLocation("overview"))
            opened.engine.runs.enqueue(RunRequest(agent="watch", services=("disk",)))  # all parts have run once
            opened.wait(lambda: bool(ended))
            for _ in range(50):
                opened.wait(lambda: True)
            Path("/proc/self/clear_refs").write_text("5")
            before = resident_mb()
            opened.pulse.restart()
            began = time.perf_counter()
            opened.engine.runs.enqueue(RunRequest(agent=f"replay:{recording}"))
            opened.wait(lambda: len(ended) == 2)
            seconds = time.perf_counter() - began
            hold, growth = opened.pulse.longest, peak_mb() - before
            session = opened.engine.book.sessions.get(ended[1].session_ids[0])
            events = len(opened.engine.book.events.list(session_id=session.id))
    if session.status != SessionStatus.COMPLETED or events != wanted.megabytes:
        raise SystemExit(f"the run ended {session.status} with {events} of {wanted.megabytes} events")
    figures = [
        Figure("read", size_mb / seconds, "MB/s", MB_A_SECOND, at_least=True),
        Figure("memory growth at its peak", growth, "MB", GROWTH_MB),
        Figure("longest hold of the GUI thread", hold * 1000, "ms", HOLD_MS),
        Figure("the whole run", seconds, "s"),
    ]
    return report("stream", figures, megabytes=round(size_mb), events=events)


if __name__ == "__main__":
    sys.exit(main())
