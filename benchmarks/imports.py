"""An import of another program's memory: at least 500 facts a second, and quickly through what was imported before.

The facts are the sentences of the labelled pairs, each about one of forty services, written as mem0 lists its memories:
`imports 2000`. They are read from a file and go the whole way of an import: wording, gate, judge, passage, row,
fingerprint. The CPU time of a fact is the figure to compare where other programs run too.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from claudeops_desktop.core.gc_policy import keep_to_main_thread
from claudeops_desktop.imports.mem0 import Mem0Importer
from claudeops_desktop.memory.imports.types import KNOWN, REJECTED

from . import grounds
from .batch import TARGET_A_SECOND, cpu_seconds, facts
from .report import Figure, report


def write_source(path: Path, number: int, services: int) -> None:
    """A list of memories as mem0 gives it."""
    listed = [
        {"id": str(at), "memory": f"{fact.service}: {fact.text}", "created_at": fact.quote_at}
        for at, fact in enumerate(facts(number, services))
    ]
    path.write_text(json.dumps({"results": listed}), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("facts", type=int, nargs="?", default=2_000)
    parser.add_argument("--services", type=int, default=40)
    parser.add_argument("--memories", type=int, default=0, help="that are there already")
    wanted = parser.parse_args()
    keep_to_main_thread()  # as in the application
    with grounds.data_folder() as folder, grounds.open_book(folder) as (store, _, memory):
        grounds.put_memories(store, wanted.memories, services=wanted.services)
        source = folder.root / "memories.json"
        write_source(source, wanted.facts, wanted.services)
        store.read(memory.ingest.warm).result()
        times = []
        for _again in range(2):
            began, cpu = time.perf_counter(), cpu_seconds()
            totals = memory.imports.take_in(Mem0Importer().read_facts(source), kind="mem0", origin=source.name)
            times.append((time.perf_counter() - began, cpu_seconds() - cpu, totals))
        memory.recall.close()
    (took, spent, first), (again, _, second) = times
    if second.counts[KNOWN] + first.counts[REJECTED] != second.read:
        raise SystemExit(f"The second import of the same file changed something: {first.counts}, {second.counts}.")
    figures = [
        Figure("facts a second", first.read / took, "/s", TARGET_A_SECOND, at_least=True),
        Figure("CPU time a fact", spent / first.read * 1000, "ms"),
        Figure("facts a second that were imported before", second.read / again, "/s"),
    ]
    return report("imports", figures, memories=wanted.memories, facts=wanted.facts, outcomes=first.counts)


if __name__ == "__main__":
    sys.exit(main())
