"""Bringing in many facts at once, as a backfill does: at least 500 a second.

The texts are those of the labelled pairs beside this file, spread over forty services, so that some are said again,
some contradict each other, and most are new. They go the whole way of an observed fact: step, passage, gate, judge,
index. ``--each`` takes them one by one, each in a transaction of its own, for comparison. The CPU time of a fact is the
figure to compare where other programs run too.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.gc_policy import keep_to_main_thread
from claudeops_desktop.language.types import CATEGORIES, ExtractedFact
from claudeops_desktop.memory.extraction.store_facts import DrawnFact, FactConversation, StepStoring
from claudeops_desktop.records.telemetry.steps import DurableSteps
from claudeops_desktop.stream.provenance import NOWHERE

from . import grounds
from .report import Figure, report

TARGET_A_SECOND = 500
HERE = Path(__file__).parent


def texts() -> list[str]:
    """Every sentence of the labelled pairs, once."""
    found: dict[str, None] = {}
    for path in sorted(HERE.glob("ops_pairs_*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            pair = json.loads(line)
            found |= dict.fromkeys((pair["old"], pair["new"]))
    return list(found)


def facts(number: int, services: int, seed: int = 5) -> list[ExtractedFact]:
    """So many facts with their passages, a second apart."""
    chance = random.Random(seed)
    some, found = texts(), []
    for at in range(number):
        text = chance.choice(some)
        fact = ExtractedFact(
            text,
            chance.choice(CATEGORIES),
            f"service-{chance.randrange(services):03d}",
            domain="operations",
            quote=f"I looked at it again. {text}.",
            quote_at=f"2026-03-01T{at // 3600:02d}:{at // 60 % 60:02d}:{at % 60:02d}.000000Z",
        )
        found.append(fact)
    return found


def cpu_seconds() -> float:
    """What this process has used so far, over all its threads."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=100_000, help="that are there already")
    parser.add_argument("--services", type=int, default=400, help="over which these are spread, and the new ones")
    parser.add_argument("--facts", type=int, default=2_000)
    parser.add_argument("--no-vectors", action="store_true", help="without the embedding model")
    parser.add_argument("--each", action="store_true", help="one by one, not in batches")
    wanted = parser.parse_args()
    keep_to_main_thread()  # as in the application
    actions: Counter[str] = Counter()
    offered = facts(wanted.facts, wanted.services)
    with grounds.data_folder() as folder, grounds.open_book(folder) as (store, _, memory):
        grounds.put_memories(store, wanted.memories, services=wanted.services)
        store.read(memory.ingest.warm).result()
        if not wanted.no_vectors:
            grounds.leave_sentences_out(memory)
            memory.recall.warm()
            memory.recall.indexer.catch_up()
            memory.recall.warm()
        storing = StepStoring(
            memory, DurableSteps(store), FactConversation("cli:batch"), "observe:cli:batch:0", utc_now
        )
        drawn = [DrawnFact(f"store:all:{number}", fact, False, NOWHERE) for number, fact in enumerate(offered)]

        def committed(results: Sequence[Mapping[str, Any]]) -> None:
            actions.update(str(result.get("action", "failed")) for result in results)

        began, cpu = time.perf_counter(), cpu_seconds()
        for some in [[one] for one in drawn] if wanted.each else [drawn]:
            storing.store(some, committed, lambda: False)
        took, spent = time.perf_counter() - began, cpu_seconds() - cpu
        if not wanted.no_vectors:
            memory.recall.indexer.catch_up()
        indexed = cpu_seconds() - cpu - spent
        memory.recall.close()
    figures = [
        Figure("facts a second", wanted.facts / took, "/s", TARGET_A_SECOND, at_least=True),
        Figure("CPU time a fact", spent / wanted.facts * 1000, "ms"),
        Figure("CPU time a fact for the index, in the background", indexed / wanted.facts * 1000, "ms"),
    ]
    return report("batch", figures, memories=wanted.memories, facts=wanted.facts, actions=dict(actions))


if __name__ == "__main__":
    sys.exit(main())
