"""What benchmarks stand on: data folders with many memories, whose sentences read like an operator's."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.language.types import CATEGORIES
from claudeops_desktop.memory import MemoryService
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import DataStore, open_store

_SUBJECTS = (
    "The nightly backup", "Health check", "DNS lookup", "The reverse proxy", "Container restart", "Login page",
    "Library scan", "Transcoding", "The mail queue", "Certificate renewal", "Image upload", "The metrics scraper",
    "Database vacuum", "Log rotation", "Thumbnail generation", "The VPN tunnel", "Snapshot pruning", "Cache warm-up",
    "The webhook receiver", "Search indexing", "Replication", "The cron job for reports", "Disk scrub", "Sync client",
)  # fmt: skip
_VERBS = (
    "takes about {n}s", "fails once every {n} hours", "returns HTTP {n} when healthy", "needs port {n} free",
    "uses up to {n} MB", "opens {n} connections", "writes {n} lines a minute", "waits {n} ms for the lock",
    "is retried {n} times", "keeps {n} old copies", "holds {n} files open", "drops to {n} requests a second",
    "must run before the proxy is reloaded", "hangs when the share is not mounted", "cannot be run twice at once",
    "leaves its lock file behind", "ignores the proxy settings", "answers slowly until the cache is warm",
)  # fmt: skip
_TAILS = (
    "after a restart", "while the disk is scrubbed", "before WireGuard is up", "when two of them run at once",
    "since the last update; wait and check again before acting on it", "under load in the evening",
    "on the first of the month, when the certificates are renewed and the logs are rotated", "on the second node only",
    "unless the cache was emptied", "if the clock is off by more than a minute", "right after midnight",
    "when the upstream resolver is slow to answer", "during the weekly maintenance window",
)  # fmt: skip


def sentence(chance: random.Random) -> str:
    """One operational fact."""
    verb = chance.choice(_VERBS).format(n=chance.randrange(2, 900))
    return f"{chance.choice(_SUBJECTS)} {verb} {chance.choice(_TAILS)}"


@contextmanager
def data_folder() -> Iterator[DataFolder]:
    """An empty data folder that goes at the end."""
    with tempfile.TemporaryDirectory(prefix="claudeops-bench-", ignore_cleanup_errors=True) as root:
        yield DataFolder(Path(root)).create()


@contextmanager
def open_book(folder: DataFolder) -> Iterator[tuple[DataStore, RecordRepositories, MemoryService]]:
    """The store of a folder with its books, closed at the end."""
    store = open_store(folder)
    try:
        book = RecordRepositories(store)
        yield store, book, MemoryService(book)
    finally:
        store.close()


def leave_sentences_out(memory: MemoryService) -> None:
    """Index and search by the static model alone: the sentence model's index of 100,000 memories takes ten minutes in
    the background, and would be measured with all else."""
    memory.recall.load_embedder(60)
    assert memory.recall.made is not None
    memory.recall.made.embedders._sentences = lambda: None


def put_memories(
    store: DataStore,
    number: int,
    *,
    services: int = 400,
    service: str | None = None,
    category: str | None = None,
    oldest_days: float = 25,
    now: datetime | None = None,
) -> None:
    """Insert that many memories with one version each, in one transaction. The same number gives the same memories."""
    chance = random.Random(number)
    now = now or utc_now()

    def row() -> tuple[object, ...]:
        at = to_text(now - timedelta(days=chance.random() * oldest_days))
        confidence = round(0.2 + 0.8 * chance.random(), 4)
        name = service or (None if chance.random() < 0.05 else f"service-{chance.randrange(services):03d}")
        kind = category or chance.choice(CATEGORIES)
        return name, kind, sentence(chance), confidence, int(confidence >= 0.3), at, at, chance.choice((1, 1, 1, 2, 3))

    def write() -> None:
        connection = store.database.connection()
        connection.executemany(
            "INSERT INTO memories (service, category, observation, confidence, active, created_at, updated_at, tier)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (row() for _ in range(number)),
        )
        connection.execute(
            "INSERT INTO memory_versions (memory_id, action, by, why, service, category, observation, confidence,"
            " active, pinned, created_at) SELECT id, 'inserted', 'agent', '', service, category, observation,"
            " confidence, active, pinned, created_at FROM memories"
        )

    store.write(write).result()
    store.database.execute_sql("ANALYZE")


def put_runs(store: DataStore, number: int, *, now: datetime | None = None) -> None:
    """Insert that many runs of one or two sessions each, newest last, in one transaction."""
    chance = random.Random(number)
    now = now or utc_now()

    def write() -> None:
        connection = store.database.connection()
        for at in range(1, number + 1):
            begun = now - timedelta(minutes=20 * (number - at + 1))
            ended = begun + timedelta(seconds=chance.randrange(5, 900))
            status = chance.choice(("completed",) * 8 + ("failed", "timed_out"))
            tiers = chance.choice((1, 1, 1, 2))
            connection.execute(
                "INSERT INTO runs (id, trigger, agent, status, started_at, ended_at, cost_usd, max_tier)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (at, "scheduled", "claude", status, to_text(begun), to_text(ended), 0.1 * tiers, tiers),
            )
            for tier in range(1, tiers + 1):
                said = sentence(chance)
                values = (at, "claude", tier, "scheduled", status, to_text(begun), to_text(ended), 0.1, said, said)
                connection.execute(
                    "INSERT INTO sessions (run_id, agent, tier, trigger, status, started_at, ended_at, cost_usd,"
                    " response, summary) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    values,
                )

    store.write(write).result()
    store.database.execute_sql("ANALYZE")


def put_events(store: DataStore, number: int, *, services: int = 40, now: datetime | None = None) -> None:
    """Insert that many events, newest last, in one transaction; most were said before with other figures."""
    chance = random.Random(number)
    now = now or utc_now()
    levels = ("info",) * 6 + ("warning", "warning", "critical")
    subjects = [(sentence(chance), chance.choice(levels)) for _ in range(200)]

    def row(at: int) -> tuple[object, ...]:
        subject, level = chance.choice(subjects)
        message = f"{subject} (attempt {chance.randrange(1, 90)} after {chance.random() * 60:.1f} s)"
        return level, f"service-{chance.randrange(services):03d}", message, to_text(now - timedelta(seconds=at))

    def write() -> None:
        store.database.connection().executemany(
            "INSERT INTO events (level, service, message, created_at) VALUES (?, ?, ?, ?)",
            (row(number - at) for at in range(number)),
        )

    store.write(write).result()
    store.database.execute_sql("ANALYZE")


def services_text(number: int) -> str:
    """A services.toml that names services which need not be there."""
    return "".join(
        f'[[service]]\nname = "service-{at:03d}"\ncheck = "http"\nurl = "http://127.0.0.1:9/{at}"\n\n'
        for at in range(number)
    )


def put_the_rest(store: DataStore, runs: int, *, now: datetime | None = None) -> None:
    """What stands beside runs, events and memories: checks, actions, questions, tool calls and due times."""
    chance = random.Random(runs)
    now = now or utc_now()

    def at(hours: float) -> str:
        return to_text(now - timedelta(hours=hours))

    def write() -> None:
        many = store.database.connection().executemany
        many(
            "INSERT INTO health_checks (session_id, service, check_type, status, detail, response_ms, measured,"
            " checked_at) VALUES (?, ?, 'http', ?, 'HTTP 200', ?, 1, ?)",
            (
                (
                    chance.randrange(1, runs),
                    f"service-{number % 40:03d}",
                    chance.choice(("healthy",) * 9 + ("down", "degraded")),
                    chance.random() * 300,
                    at(number / 200),
                )
                for number in range(runs * 10)
            ),
        )
        many(
            "INSERT INTO cooldown_actions (service, action_type, success, message, created_at, session_id, tier)"
            " VALUES (?, ?, ?, 'It did not answer', ?, ?, 2)",
            (
                (
                    f"service-{chance.randrange(40):03d}",
                    chance.choice(("restart", "redeployment")),
                    chance.randrange(2),
                    at(number / 5),
                    chance.randrange(1, runs),
                )
                for number in range(runs // 5)
            ),
        )
        many(
            "INSERT INTO tool_calls (session_id, tool_use_id, tool_name, input, kind, verdict, by, asked_at)"
            " VALUES (?, ?, 'Bash', '{\"command\": \"systemctl status nginx\"}', 'read', 'allow', 'guard', ?)",
            ((1 + number % runs, f"toolu_{number}", at(number / 300)) for number in range(runs * 5)),
        )
        many(
            "INSERT INTO approvals (kind, run_id, session_id, tier, reason, asked_at, expires_at, state, answered_at)"
            " VALUES ('tier', ?, ?, 3, ?, ?, ?, ?, ?)",
            (
                (
                    number + 1, number + 1, sentence(chance), at(number + 2), at(number + 1.5),
                    chance.choice(("approved", "refused", "timed_out")), at(number + 1.8),
                )
                for number in range(min(500, runs))
            ),
        )  # fmt: skip
        connection = store.database.connection()
        connection.execute(
            "INSERT INTO schedules (name, kind, rule, anchor_at, watched_from, created_at)"
            " VALUES ('observe', 'interval', '1800', ?, ?, ?)",
            (at(2000), at(2000), at(2000)),
        )
        many(
            "INSERT INTO due_times (schedule_id, due_at, state, run_id) VALUES (1, ?, ?, ?)",
            (
                (at(number / 2), chance.choice(("ran", "ran", "skipped")), number + 1)
                for number in range(min(3000, runs))
            ),
        )

    store.write(write).result()
    store.database.execute_sql("ANALYZE")
