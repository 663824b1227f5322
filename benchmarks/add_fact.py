"""Adding one extracted fact through gate, judge and index, among 100,000 memories: at most 10 ms.

Facts come as the observer brings them: a passage is kept, the gate decides, the judge compares the fact with what is
known of its service, and the row is indexed by the static model. Some facts are general, some repeat what is known,
some contradict it.
"""

from __future__ import annotations

import argparse
import random
import sys
import time

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.gc_policy import collect_if_due, keep_to_main_thread
from claudeops_desktop.language.types import CATEGORIES, ExtractedFact
from claudeops_desktop.memory import resources
from claudeops_desktop.memory.gate.gate import gate

from . import grounds
from .report import Figure, median_and_worst, report

TARGET_MS = 10


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=100_000)
    parser.add_argument("--services", type=int, default=400)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--no-vectors", action="store_true", help="without the embedding model")
    wanted = parser.parse_args()
    keep_to_main_thread()  # as in the application
    chance = random.Random(11)
    actions: dict[str, int] = {}
    with grounds.data_folder() as folder, grounds.open_book(folder) as (store, _, memory):
        grounds.put_memories(store, wanted.memories, services=wanted.services)
        store.read(memory.ingest.warm).result()
        if not wanted.no_vectors:
            grounds.leave_sentences_out(memory)
            memory.recall.warm()
            memory.recall.indexer.catch_up()
        times: dict[str, list[float]] = {"of a service": [], "general": []}
        for number in range(wanted.times + 2):
            general = number % 10 == 0
            service = None if general else f"service-{chance.randrange(wanted.services):03d}"
            text = grounds.sentence(chance)
            fact = ExtractedFact(text, chance.choice(CATEGORIES), service, domain="operations")

            def add(fact: ExtractedFact = fact, number: int = number) -> str:
                passage = resources.add(f"… {fact.text} …", "passage", "", f"cli:{number}", utc_now())
                found = memory.ingest.fact(fact, gate(fact, "observed"), source="observed", resource_id=passage)
                if not wanted.no_vectors:
                    memory.recall.index_written()
                return str(found.action)

            began = time.perf_counter()
            action = store.write(add).result()
            took = time.perf_counter() - began
            collect_if_due()
            if number > 1:  # the first of each kind reads the lexicon
                times["general" if general else "of a service"].append(took)
                actions[action] = actions.get(action, 0) + 1
        memory.recall.close()
    every = sorted(times["of a service"] + times["general"])
    median, worst = median_and_worst(every)
    figures = [
        Figure("one fact", median, "ms", TARGET_MS),
        Figure("one fact, 95 of 100 within", every[int(len(every) * 0.95)] * 1000, "ms"),
        Figure("one fact, slowest", worst, "ms"),
        *(Figure(f"one {name}", median_and_worst(some)[0], "ms") for name, some in times.items()),
    ]
    return report("add_fact", figures, memories=wanted.memories, actions=actions)


if __name__ == "__main__":
    sys.exit(main())
