"""A store as it stands after years: many services, each with facts that say something of their own, of every age."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.memory import MemoryService
from claudeops_desktop.storage import DataStore
from claudeops_desktop.storage.database import proxy

from .lifetime_world import NAMES

DOMAINS = ("operations",) * 6 + ("system-architecture",) * 2 + ("projects", "preferences", "rules-conventions")
SUBJECTS = (
    "connection pool", "disk cache", "write-ahead log", "index", "upload queue", "session table", "TLS certificate",
    "health endpoint", "cron job", "mail relay", "metrics exporter", "log rotation", "database dump", "message broker",
    "reverse proxy", "login page", "API token", "snapshot", "replica", "lock file", "config reload", "worker pool",
    "thumbnail job", "search index", "audit trail", "rate limiter", "webhook", "container image", "swap file", "volume",
)  # fmt: skip
SAYINGS = (
    "The {subject} of {host} takes {n} s to recover after {event}",
    "After {event} the {subject} on {host} needs {n} s before it answers",
    "{host}: the {subject} is rebuilt every {n} h since {event}",
    "The {subject} on {host} fails with code {n} during {event}",
    "Keep at least {n} GB free for the {subject} of {host} before {event}",
    "{event} leaves {n} stale entries in the {subject} of {host}",
    "The {subject} of {host} listens on port {n} until {event}",
    "Only {n} clients may use the {subject} of {host} while {event} goes on",
    "Restart the {subject} of {host} first, then wait {n} s, when {event} has happened",
    "The {subject} of {host} was moved to rack {n} because of {event}",
)
EVENTS = (
    "a power cut", "the nightly backup", "a kernel update", "the quarterly failover test", "a network split",
    "a certificate renewal", "the disk swap", "a schema migration", "heavy upload traffic", "the office move",
    "a full restart", "an expired licence", "the storage upgrade", "a DNS outage", "a memory leak", "the log cleanup",
)  # fmt: skip
AGAIN = {" takes ": " needs about ", "After ": "Following ", "Keep ": "Leave ", "Only ": "Just "}


def fill(store: DataStore, memories: int, now: datetime, seed: int = 7) -> None:
    """Put memories into the store as they would be kept: with their history, one in fifty said twice."""
    chance = random.Random(seed)
    rows = _rows(memories, now, chance)
    for some in iter(lambda: list(itertools.islice(rows, 5_000)), []):
        store.write(lambda some=some: _insert(some)).result()


def settle(store: DataStore, memory: Callable[[Callable[[], datetime]], MemoryService], now: datetime) -> None:
    """What the application did with them over the last weeks: they have aged, and are indexed."""
    for days in (40, 30, 20, 10, 2):
        memory(lambda days=days: now - timedelta(days=days)).aging.age_in_parts()  # type: ignore[misc]
    made = memory(lambda: now)
    made.recall.indexer.catch_up(60)
    made.recall.close()


def pass_a_day(store: DataStore) -> None:
    """Everything happened a day earlier."""
    earlier = "strftime('%Y-%m-%dT%H:%M:%fZ', {}, '-1 day')"
    columns = {
        "memories": ("created_at", "updated_at", "last_confirmed_at", "valid_from", "decay_from"),
        "memory_versions": ("created_at",),
    }

    def shift() -> None:
        for table, names in columns.items():
            sets = ", ".join(f"{name} = CASE {name} WHEN '' THEN '' ELSE {earlier.format(name)} END" for name in names)
            proxy.execute_sql(f"UPDATE {table} SET {sets}")

    store.write(shift).result()


def _insert(rows: list[tuple[object, ...]]) -> None:
    database = proxy.obj
    connection = database.connection()
    first = int(connection.execute("SELECT coalesce(max(id), 0) FROM memories").fetchone()[0])
    connection.executemany(
        "INSERT INTO memories (service, category, observation, confidence, active, created_at, updated_at, domain,"
        " source, last_confirmed_at, valid_from, state, taxonomy_version, tier)"
        " VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, 'active', 'v1', 1)",
        rows,
    )
    connection.execute(
        "INSERT INTO memory_versions"
        " (memory_id, action, by, service, category, observation, confidence, active, pinned, created_at)"
        " SELECT id, 'inserted', source, service, category, observation, confidence, 1, 0, created_at"
        " FROM memories WHERE id > ?",
        (first,),
    )


def _rows(memories: int, now: datetime, chance: random.Random) -> Iterator[tuple[object, ...]]:
    hosts = [f"{name}-{number:02d}" for name in NAMES for number in range(1, 6)]
    last: dict[str, str] = {}
    for _ in range(memories):
        service = chance.choice(hosts)
        if service in last and chance.random() < 0.02:
            text = last.pop(service)
            for old, new in AGAIN.items():
                text = text.replace(old, new)
        else:
            text = chance.choice(SAYINGS).format(
                subject=chance.choice(SUBJECTS), host=service, n=chance.randint(2, 9_999), event=chance.choice(EVENTS)
            )
            last[service] = text
        at = to_text(now - timedelta(days=chance.expovariate(1 / 60), minutes=5))
        yield (
            *(service, "behavior", text, round(chance.uniform(0.4, 0.95), 2), at, at, chance.choice(DOMAINS)),
            *(chance.choice(("marker", "observed", "agent", "import")), at, at),
        )
