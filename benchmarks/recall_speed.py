"""How quick recall is, and how it grows: ``python -m benchmarks.recall_speed [SIZE…]``.

Each size is measured in a process of its own: facts of an operator over 40 services are kept in a data folder, indexed,
and asked for with questions that were not asked before (``cold``: nothing remembered of earlier questions) and again.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import statistics
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter
from typing import Any

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.memory.recall import server_search
from claudeops_desktop.memory.recall.search import StageSwitches
from claudeops_desktop.memory.recall.types import RecallRequest
from claudeops_desktop.storage.database import proxy

from .recall_ground import Told, ground

SIZES = (1_000, 10_000, 100_000, 300_000)
TARGET_MS, TARGET_AT = 30.0, 100_000
QUESTIONS = 200
NOW = datetime(2026, 3, 1, tzinfo=UTC)
_SERVICES = [
    f"{name}{number}"
    for name in ["jellyfin", "caddy", "postgres", "nextcloud", "grafana", "pihole", "immich", "vault"]
    for number in ("", "-2", "-db", "-proxy", "-old")
]
_WHAT = """
    the nightly backup
    a health check
    the reverse proxy
    the login page
    a library scan
    the mail queue
    certificate renewal
    log rotation
    the VPN tunnel
    snapshot pruning
    the cache
    replication
    the webhook receiver
    a disk scrub
""".strip().splitlines()
_DOES = """
    takes about {n}s
    fails once every {n} hours
    returns HTTP {n} when healthy
    needs port {n} free
    uses up to {n} MB
    writes to /srv/data{n}/queue
    waits {n} ms for the lock
    is retried {n} times
    must run before the proxy is reloaded
    hangs when the share is not mounted
    leaves its lock file behind
    was fixed by version 2.{n}.1
    runs on node-{m}
""".strip().splitlines()
_WHEN = """
    after a restart
    while the disk is scrubbed
    before WireGuard is up
    under load in the evening
    on the first of the month
    unless the cache was emptied
    right after midnight
    when the upstream resolver is slow
    during the maintenance window
    since the last update
""".strip().splitlines()
_ASKS = """
    How long does {what} of {service} take {when}?
    Why does {what} fail on {service}?
    what does {service} need {when}
    Which port does {service} use?
    {service} {what}
    what happened to {what} {when}
    is it normal that {service} {does}
    what runs on node-{m}
""".strip().splitlines()


def made_up_fact(chance: random.Random, number: int) -> Told:
    """A fact of an operator, said ``number`` minutes ago."""
    text = f"{chance.choice(_WHAT).strip()} {chance.choice(_DOES).strip()} {chance.choice(_WHEN).strip()}"
    text = text.format(n=chance.randrange(1, 9000), m=chance.randrange(1, 60)).capitalize()
    at = NOW - timedelta(minutes=number)
    return Told(text, at, f"session:{number // 5}", chance.choice(_SERVICES))


def made_up_question(chance: random.Random) -> str:
    """A question that one of those facts may answer."""
    ask = chance.choice(_ASKS).strip()
    does = chance.choice(_DOES).strip().format(n=chance.randrange(1, 9000), m=chance.randrange(1, 60))
    words = {
        "what": chance.choice(_WHAT).strip(),
        "service": chance.choice(_SERVICES),
        "when": chance.choice(_WHEN).strip(),
    }
    return ask.format(**words, does=does, m=chance.randrange(1, 60))


def measure(size: int, server: str = "", pgvector: bool = False, sentences: bool = False) -> dict[str, Any]:
    """One size, in this process. ``pgvector``: the server searches the vectors, however few there are; how many of the
    first ten memories are those that the process itself finds is told then. ``sentences``: the sentence model's index
    is made too, which takes some ten minutes at 100,000."""
    server_search.FROM_MEMORIES = sys.maxsize
    chance = random.Random(size)
    with ground(server) as there:
        for start in range(0, size, 10_000):
            there.keep([made_up_fact(chance, number) for number in range(start, min(size, start + 10_000))])
        recall = there.recall(StageSwitches(), sentences=sentences)
        recall.embedders.wait(60)
        before = _memory()
        started = perf_counter()
        recall.indexer.catch_up()
        indexed = perf_counter() - started
        started = perf_counter()
        recall.warm()
        warm = perf_counter() - started
        questions = [made_up_question(chance) for _ in range(QUESTIONS)]
        same: dict[str, Any] = {}
        if pgvector:
            here = [_first_ten(recall, question) for question in questions]
            server_search.FROM_MEMORIES = 1
            started = perf_counter()
            recall.indexer.catch_up()
            same["server_index_s"] = round(perf_counter() - started, 2)
            there_too = [_first_ten(recall, question) for question in questions]
            shares = [len(one & other) / len(one) for one, other in zip(here, there_too, strict=True) if one]
            same["same_of_first_ten"] = round(statistics.fmean(shares), 4)
        first = [_ask(recall, question) for question in questions]
        there.store.drain()
        again = [_ask(recall, question) for question in questions]
        there.store.drain()
        one = [_one_more(there, recall, chance, size + number) for number in range(20)]
        found = {
            "memories": size,
            "index_s": round(indexed, 2),
            "warm_ms": round(warm * 1000, 1),
            "cold_p50_ms": _percentile(first, 50),
            "cold_p95_ms": _percentile(first, 95),
            "p50_ms": _percentile(again, 50),
            "p95_ms": _percentile(again, 95),
            "index_written_ms": round(statistics.median(ms for ms, _ in one), 2),
            "after_a_write_ms": round(statistics.median(ms for _, ms in one), 2),
            "memory_mb": round(_memory() - before, 1),
            "vectors_mb": round(recall.loaded_index.vectors.nbytes / 1e6, 1),
        } | same
        recall.close()
    return found


def _first_ten(recall: Any, question: str) -> set[int]:
    request = RecallRequest(question, NOW, limit=10, everything=True, asked_by="benchmark")
    return {item.memory.id for item in recall.recall(request).items}


def _ask(recall: Any, question: str) -> float:
    return float(recall.recall(RecallRequest(question, NOW, asked_by="benchmark")).duration_ms)


def _one_more(there: Any, recall: Any, chance: random.Random, number: int) -> tuple[float, float]:
    """Milliseconds to index one new fact inside its write, and of the recall after it."""
    spent = []

    def write() -> None:
        started = perf_counter()
        recall.indexer.index_written([key])
        spent.append((perf_counter() - started) * 1000)

    (key,) = there.keep([made_up_fact(chance, -number)])
    at = to_text(NOW)
    there.store.write(
        lambda: proxy.execute_sql(
            "INSERT INTO memory_versions (memory_id, action, by, category, observation, confidence, active, pinned,"
            " created_at) SELECT id, 'inserted', 'agent', category, observation, confidence, 1, 0, ? FROM memories"
            " WHERE id = ?",
            (at, key),
        )
    ).result()
    there.store.write(write).result()
    recall.loaded_index.touched((key,))
    return spent[0], _ask(recall, made_up_question(chance))


def _memory() -> float:
    """Megabytes that this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1e6


def _percentile(numbers: Sequence[float], percent: int) -> float:
    return round(statistics.quantiles(numbers, n=100)[percent - 1], 2)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure each size and print a table; exit code 1 where the target at 100,000 is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.recall_speed", description=__doc__)
    parser.add_argument("sizes", nargs="*", type=int, default=list(SIZES))
    parser.add_argument("--server", default="", metavar="URL", help="a PostgreSQL server on which databases are made")
    parser.add_argument("--pgvector", action="store_true", help="have the server search the vectors")
    parser.add_argument("--sentences", action="store_true", help="with the index of the sentence model")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    if options.here:
        print(json.dumps(measure(options.sizes[0], options.server, options.pgvector, options.sentences)))
        return 0
    rows = []
    for size in options.sizes:
        command = [sys.executable, "-m", "benchmarks.recall_speed", str(size), "--here", "--server", options.server]
        command += ["--pgvector"] * options.pgvector + ["--sentences"] * options.sentences
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        rows.append(json.loads(done.stdout.splitlines()[-1]))
    if options.json:
        print(json.dumps(rows, indent=2))
    else:
        names = list(rows[0])
        print("| " + " | ".join(name.replace("_", " ") for name in names) + " |")
        print("|" + "---|" * len(names))
        for row in rows:
            print("| " + " | ".join(f"{row[name]:,}" for name in names) + " |")
    return int(any(row["memories"] == TARGET_AT and row["p95_ms"] > TARGET_MS for row in rows))


if __name__ == "__main__":
    sys.exit(main())
