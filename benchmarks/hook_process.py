"""A hook in the operator's own session as a whole process: a prompt waits 100 ms for it at most.

With 100,000 memories, and prompts whose words are rare, common, and nowhere; once more while another program writes.
"""

from __future__ import annotations

import json
import os
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.hooks.settings import hook_command
from claudeops_desktop.storage import open_store

from . import grounds
from .report import Figure, report

TARGET_MS = 100
MEMORIES = 100_000
TIMES = 40
PROMPTS = {
    "rare words": "Why does the webhook receiver answer 503 on port 8443 since tonight?",
    "common words": "The service takes long to start after a restart; how long does it take, and what does it need?",
    "no words": "Write a poem about the sea",
    "long": "The service takes long to start after a restart on the server. " * 200,
}


def seconds(words: list[str], given: dict[str, str]) -> tuple[float, int]:
    """One process: how long it took, and how many bytes it said. It must end well."""
    began = time.perf_counter()
    done = subprocess.run(words, input=json.dumps(given).encode(), capture_output=True, check=True)
    return time.perf_counter() - began, len(done.stdout)


def measured(name: str, words: list[str], given: dict[str, str]) -> list[Figure]:
    """Median and slowest of many, after some to warm up, and how many of them told something."""
    for _ in range(3):
        seconds(words, given)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = [seconds(words, given) for _ in range(TIMES)]
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = (after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime) / TIMES
    times = [took for took, _ in found]
    return [
        Figure(f"{name}: median", statistics.median(times) * 1000, "ms", TARGET_MS),
        Figure(f"{name}: slowest", max(times) * 1000, "ms"),
        Figure(f"{name}: processor", processor * 1000, "ms"),
        Figure(f"{name}: told something", 100 * sum(size > 0 for _, size in found) / TIMES, "%"),
    ]


def main() -> int:
    """The exit code is 1 where a median missed its target."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else MEMORIES
    figures = []
    with tempfile.TemporaryDirectory() as place:
        folder = DataFolder(Path(place) / "data").create()
        store = open_store(folder)
        grounds.put_memories(store, number)
        store.close()
        for name, prompt in PROMPTS.items():
            words = shlex.split(hook_command("UserPromptSubmit", folder))
            figures += measured(f"prompt, {name}", words, {"prompt": prompt})
        words = shlex.split(hook_command("SessionStart", folder))
        figures += measured("session start", words, {"source": "startup"})
    return report(f"hook_process, {number:,} memories, {os.cpu_count()} cores", figures)


if __name__ == "__main__":
    sys.exit(main())
