"""Which process asks a question, so that others can tell whether anybody still waits for the answer.

A process is named by its id, the moment it was started and the boot of the machine: an id alone is given again.
"""

from __future__ import annotations

import os


def describe_process(pid: int) -> str:
    """How a running process is written down, "" where this system does not tell."""
    started, boot = _started(pid), _boot()
    return f"{pid} {started} {boot}" if started and boot else ""


def still_runs(description: str) -> bool:
    """Tell whether a process that was written down runs on. One that could not be written down is taken to run."""
    pid, _, rest = description.partition(" ")
    if not pid.isdigit() or not os.path.isdir("/proc/self"):
        return True
    return rest == f"{_started(int(pid))} {_boot()}"


def _started(pid: int) -> str:
    """When a process was started, in clock ticks since boot; "" for one that is gone or only waits to be collected."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return ""
    return "" if fields[0] in ("Z", "X") else fields[19]


def _boot() -> str:
    try:
        with open("/proc/sys/kernel/random/boot_id", encoding="utf-8") as file:
            return file.read().strip()[:8]
    except OSError:
        return ""
