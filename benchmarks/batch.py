"""Bringing in many facts at once, as an import or a backfill does: at least 500 a second, among 100,000 memories.

The texts are those of the labelled pairs beside this file, over forty services, so that some are said again, some
contradict each other, and most are new. They take the way of an observed fact: passage, gate, judge, index. ``--each``
takes them one by one, each in a transaction of its own, for comparison.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import sys
import time
from pathlib import Path

from claudeops_desktop.clock import utc_now
from claudeops_desktop.garbage import collect_if_due, keep_to_main_thread
from claudeops_desktop.memory.fact import CATEGORIES, ExtractedFact
from claudeops_desktop.memory.observe.storing import Conversation, store_fact

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
    chance = random.Random(seed)
    some = texts()
    found = []
    for at in range(number):
        text = chance.choice(some)
        fact = ExtractedFact(text, chance.choice(CATEGORIES), f"service-{chance.randrange(services):03d}", domain="operations",
            quote=f"… {text} …", quote_at=f"2026-03-01T12:{at // 60 % 60:02d}:{at % 60:02d}.000Z")
        found.append(fact)
    return found


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=100_000)
    parser.add_argument("--services", type=int, default=40)
    parser.add_argument("--facts", type=int, default=2_000)
    parser.add_argument("--no-vectors", action="store_true", help="without the embedding model")
    parser.add_argument("--each", action="store_true", help="one by one, not in batches")
    parser.add_argument("--profile", action="store_true")
    wanted = parser.parse_args()
    keep_to_main_thread()
    actions: dict[str, int] = {}
    offered = facts(wanted.facts, wanted.services)
    with grounds.data_folder() as folder, grounds.open_book(folder) as (store, _, memory):
        grounds.put_memories(store, wanted.memories, services=wanted.services)
        store.read(memory.warm).result()
        if not wanted.no_vectors:
            memory.warm_recall()
            memory.indexer.catch_up()
            memory.warm_recall()
        conversation = Conversation("cli:batch")

        def one(fact: ExtractedFact) -> str:
            found = store_fact(memory, fact, conversation, "observe:cli:batch:0", utc_now)
            if found["memory_id"] is not None and not wanted.no_vectors:
                memory.index_one(found["memory_id"])
            return found["action"]

        def all_of_them():
            for fact in offered:
                action = one(fact)
                actions[action] = actions.get(action, 0) + 1
        began, cpu = time.perf_counter(), _cpu()
        if wanted.profile:
            sys.path.insert(0, "/tmp/speed")
            from sampler import Sampler
            sampler = Sampler("database-writer"); sampler.start()
            store.write(all_of_them).result()
            sampler.report()
        elif wanted.each:
            for fact in offered:
                action = store.write(lambda f=fact: one(f)).result()
                actions[action] = actions.get(action, 0) + 1
                collect_if_due()
        else:
            store.write(all_of_them).result()
        took, spent = time.perf_counter() - began, _cpu() - cpu
        memory.close_recall()
    figures = [
        Figure("facts a second", wanted.facts / took, "/s", TARGET_A_SECOND, at_least=True),
        Figure("CPU a fact", spent / wanted.facts * 1000, "ms"),
    ]
    return report("batch", figures, memories=wanted.memories, facts=wanted.facts, actions=actions)


if __name__ == "__main__":
    sys.exit(main())
