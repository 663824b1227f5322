"""Storing one marker, judged against 1,000 memories of its service and category (M9 to M11): at most 10 ms.

The first one too: a run gets the judge ready while its agent starts.
"""

from __future__ import annotations

import argparse
import random
import sys
import time

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.memory import MarkerPosition
from claudeops_desktop.memory.types import MemoryCandidate
from claudeops_desktop.records.markers import MarkerPlace

from . import grounds
from .report import Figure, median_and_worst, report

TARGET_MS = 10


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=1_000)
    parser.add_argument("--times", type=int, default=50)
    wanted = parser.parse_args()
    chance = random.Random(7)
    with grounds.data_folder() as folder, grounds.open_book(folder) as (store, book, memory):
        grounds.put_memories(store, wanted.memories, service="jellyfin", category="timing")

        def begin() -> int:
            run = book.sessions.begin_run(
                trigger="manual", agent="watch", max_tier=1, dry_run=False, services=(), now=utc_now()
            )
            return book.sessions.begin(now=utc_now(), run_id=run, agent="watch", trigger="manual")

        session = store.write(begin).result()
        began = time.perf_counter()
        read = store.read(memory.ingest.warm).result()
        warmed = (time.perf_counter() - began) * 1000
        times, lowered = [], 0
        for line in range(1, wanted.times + 2):
            text = grounds.sentence(chance)
            candidate = MemoryCandidate("timing", "jellyfin", text, session_id=session)
            said = MarkerPosition(MarkerPlace(session, line, 0, 0), f"[MEMORY:timing:jellyfin] {text}")
            began = time.perf_counter()
            found = store.write(lambda c=candidate, s=said: memory.ingest.marker(c, s)).result()
            times.append(time.perf_counter() - began)
            lowered += len(found.lowered)
    first, rest = times[0] * 1000, times[1:]
    median, worst = median_and_worst(rest)
    figures = [
        Figure("one marker", median, "ms", TARGET_MS),
        Figure("one marker, slowest", worst, "ms"),
        Figure("the first of a session", first, "ms", TARGET_MS),
        Figure(f"getting ready beforehand, while the agent starts ({read:,} memories)", warmed, "ms"),
    ]
    return report("marker", figures, memories=wanted.memories, lowered_by_each=round(lowered / len(times), 2))


if __name__ == "__main__":
    sys.exit(main())
