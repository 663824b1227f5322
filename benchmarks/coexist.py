"""Do true facts of one service close each other, and are true changes still found?

``python -m benchmarks.coexist [--sizes 10 80 500] [--seed 1] [--json]``. Each kind of facts that hold side by side is
brought into a store of its own, through gate, judge and index, as the observer brings them. A fact is gone where it is
closed, lowered, or not stored at all. Then each change is brought to a store that holds the old value among 80 others:
it is found where the old value is closed or lowered.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.language.types import ExtractedFact
from claudeops_desktop.memory import MemoryService, resources
from claudeops_desktop.memory.types import GateDecision
from claudeops_desktop.storage import DataStore

from . import grounds
from .coexist_world import changes, facts_in_pairs, facts_of_parts, facts_of_scopes

KINDS: dict[str, Callable[[int, int], list[str]]] = {
    "parts": facts_of_parts,
    "scopes": facts_of_scopes,
    "pairs": facts_in_pairs,
}
_ALLOWED = GateDecision("allow", "benchmark", "Said by the benchmark.", 0.9)


def bring(store: DataStore, memory: MemoryService, texts: Sequence[str], service: str | None, first: int = 0) -> None:
    """Bring facts into a store, each from a conversation of its own."""
    for number, text in enumerate(texts, first):

        def add(text: str = text, number: int = number) -> None:
            passage = resources.add(text, "passage", "", f"talk:{service}:{number}", utc_now())
            memory.ingest.fact(
                ExtractedFact(text, "behavior", service), _ALLOWED, source="observed", resource_id=passage
            )

        store.write(add).result()


def gone(store: DataStore, memory: MemoryService, texts: Sequence[str], service: str | None) -> int:
    """How many of these facts the store no longer holds as they were said."""
    rows = [row for row in store.read(memory.search.list).result() if row.service == service]
    whole = {row.observation for row in rows if row.active and row.superseded_by is None and row.confidence >= 0.7}
    return sum(text not in whole for text in texts)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10, 80, 500])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    found: dict[str, str] = {}
    with grounds.data_folder() as folder, grounds.open_book(folder) as (store, _, memory):
        for kind, make in KINDS.items():
            for size in wanted.sizes:
                for service in (f"{kind}-{size}",):
                    texts = make(size, wanted.seed)
                    bring(store, memory, texts, service)
                    lost = gone(store, memory, texts, service)
                    found[f"{kind}, {len(texts)} facts of a service"] = f"{lost} gone, {lost / len(texts):.1%}"
        hits = total = 0
        for number, (old, new) in enumerate(changes(wanted.seed)):
            service = f"changes-{number}"
            bring(store, memory, [*facts_in_pairs(80, number), old], service)
            bring(store, memory, [new], service, 100)
            hits += gone(store, memory, [old], service)
            total += 1
        found["true changes found among 80 others"] = f"{hits} of {total}, {hits / total:.1%}"
    for name, value in found.items():
        print(f"{name}: {value}", file=sys.stderr)
    if wanted.json:
        print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
