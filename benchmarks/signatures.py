"""Do messages of one kind get one key? ``signatures FILE…``: lines of a true kind, a tab, and the message.

Tells for each file, and over all: the share of messages whose group is exactly the true one (grouping accuracy), and of
pairs under one key how many belong together (pair precision), of those that do how many are under one key (recall).
The same with every alias that would be proposed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from claudeops_desktop.language.signatures.masks import message_key
from claudeops_desktop.learning.signatures.alias_miner import AliasMiner

from .report import Figure, report

PRECISION, ALIAS_PRECISION = 0.99, 0.97


def grouping_accuracy(keys: Sequence[str], kinds: Sequence[str]) -> float:
    """The share of messages whose group is that of their kind, no more and no less."""
    groups, true = defaultdict(set), defaultdict(set)
    for at, (key, kind) in enumerate(zip(keys, kinds, strict=True)):
        groups[key].add(at)
        true[kind].add(at)
    return sum(len(group) for group in groups.values() if group == true[kinds[min(group)]]) / max(1, len(keys))


def count_pairs(sizes: Iterable[int]) -> int:
    """How many pairs there are in groups of these sizes."""
    return sum(size * (size - 1) // 2 for size in sizes)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    figures, accuracies, found, right, true = [], [], 0, 0, 0
    joined, alias_found, alias_right = [], 0, 0
    lines, seconds = 0, 0.0
    for path in parser.parse_args().files:
        rows = [line.split("\t", 1) for line in path.read_text(encoding="utf-8").splitlines() if "\t" in line]
        kinds = [kind for kind, _ in rows]
        began = time.perf_counter()
        keys = [message_key(message) for _, message in rows]
        seconds += time.perf_counter() - began
        lines += len(rows)
        accuracies.append(grouping_accuracy(keys, kinds))
        figures.append(Figure(f"{path.stem}: grouping accuracy", accuracies[-1], ""))
        found += count_pairs(Counter(keys).values())
        right += count_pairs(Counter(zip(keys, kinds, strict=True)).values())
        true += count_pairs(Counter(kinds).values())
        miner = AliasMiner()
        miner.add_messages(message for _, message in rows)
        heads = {one.key: one.alias_of for one in miner.proposals()}
        aliased = [heads.get(key, key) for key in keys]
        joined.append(grouping_accuracy(aliased, kinds))
        figures.append(Figure(f"{path.stem}: with aliases", joined[-1], ""))
        alias_found += count_pairs(Counter(aliased).values())
        alias_right += count_pairs(Counter(zip(aliased, kinds, strict=True)).values())
    figures += [
        Figure("grouping accuracy, mean", sum(accuracies) / len(accuracies), ""),
        Figure("pair precision", right / max(1, found), "", PRECISION, at_least=True),
        Figure("pair recall", right / max(1, true), ""),
        Figure("with aliases: grouping accuracy, mean", sum(joined) / len(joined), ""),
        Figure("with aliases: pair precision", alias_right / max(1, alias_found), "", ALIAS_PRECISION, at_least=True),
        Figure("with aliases: pair recall", alias_right / max(1, true), ""),
        Figure("messages a second", lines / max(seconds, 1e-9), ""),
    ]
    return report("signatures", figures)


if __name__ == "__main__":
    sys.exit(main())
