"""What the next prompt gets, from 100,000 memories (M6, M7): at most 20 ms."""

from __future__ import annotations

import argparse
import sys
import time
from datetime import timedelta

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.memory.context import ContextRequest

from . import grounds
from .report import Figure, median_and_worst, report

TARGET_MS = 20


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=100_000)
    parser.add_argument("--times", type=int, default=30)
    wanted = parser.parse_args()
    figures = []
    with grounds.data_folder() as folder, grounds.open_book(folder) as (store, _, memory):
        grounds.put_memories(store, wanted.memories)
        now = utc_now()
        named = ("service-007", "service-123")
        for name, request in (
            ("context", ContextRequest(2000, now)),
            ("context about two services", ContextRequest(2000, now, named)),
        ):
            times = []
            for _ in range(wanted.times):
                began = time.perf_counter()
                found = memory.prompt.block(request)
                times.append(time.perf_counter() - began)
            median, worst = median_and_worst(times)
            figures += [Figure(name, median, "ms", TARGET_MS), Figure(f"{name}, slowest", worst, "ms")]
        later = ContextRequest(2000, now + timedelta(days=20))
        began = time.perf_counter()
        memory.prompt.block(later)
        figures.append(Figure("with decay due on most of them", (time.perf_counter() - began) * 1000, "ms"))
    return report("context", figures, memories=wanted.memories, tokens=found.tokens)


if __name__ == "__main__":
    sys.exit(main())
