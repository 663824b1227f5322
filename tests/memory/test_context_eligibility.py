"""The context with decay that is due but not yet taken off (M12) is what it is once it was taken off."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest
from support.folders import used_folder

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.language.types import CATEGORIES
from claudeops_desktop.memory import MemoryService, context, lifecycle, tables
from claudeops_desktop.memory.context import ContextBlock, ContextRequest, MemoryContext
from claudeops_desktop.memory.types import Memory
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store

NOW = datetime(2026, 11, 21, 12, 0, 0, 123_456, tzinfo=UTC)
WEEK_EDGES = [
    timedelta(days=grace + 7 * weeks, milliseconds=ms) for grace in (30, 60) for weeks in range(12) for ms in (-1, 0, 1)
]


@pytest.fixture
def book(tmp_path):
    store = open_store(used_folder(tmp_path / "data"))
    yield RecordRepositories(store)
    store.close()


def put(book: RecordRepositories, number: int, chance: random.Random) -> None:
    def write() -> None:
        for _ in range(number):
            age = chance.choice([*WEEK_EDGES, timedelta(days=chance.random() * 120)])
            updated = to_text(NOW - age)
            counted = chance.choice((0, 0, 1, 2))
            confidence = lifecycle.clamp_confidence(chance.choice((chance.random(), 0.9, 1.0)))
            memory = Memory(
                id=0,
                service=chance.choice((None, "jellyfin", "caddy", "postgres")),
                category=chance.choice(CATEGORIES),
                observation=" ".join(
                    chance.choices(("takes", "60s", "restart", "health", "proxy"), k=chance.randrange(1, 25))
                ),
                confidence=confidence,
                active=int(lifecycle.is_active_confidence(confidence)),
                created_at=updated,
                updated_at=updated,
                session_id=None,
                tier=1,
                pinned=int(chance.random() < 0.05),
                decay_from=updated if counted else "",
                decay_weeks=counted,
                source=chance.choice(("marker", "operator", "observed", "agent")),
                domain=chance.choice(("operations", "rules-conventions", "preferences")),
                superseded_by=chance.choice((None, None, None, 1)),
                state=chance.choice(("active", "active", "stale", "archived", "cold")),
                ages_from=chance.choice(("", "", to_text(NOW - chance.choice(WEEK_EDGES)))),
            )
            tables.insert(memory)

    book.store.write(write).result()


def by_the_rules(request: ContextRequest) -> MemoryContext:
    """Every memory reckoned by the pure rule, the best first, each tried."""
    known = []
    for memory in tables.select(tail="ORDER BY updated_at DESC, id"):
        due = lifecycle.decay_due(memory, request.now)
        confidence = due.confidence if due else memory.confidence
        told = memory.superseded_by is None and memory.state in ("active", "stale")
        if (
            told
            and memory.active
            and lifecycle.is_active_confidence(memory.confidence)
            and lifecycle.is_active_confidence(confidence)
        ):
            known.append((memory, confidence))
    known.sort(key=lambda pair: -pair[1])
    block = ContextBlock(request.budget, len(known), request.now)
    block.add_memories(pair for pair in known if pair[0].pinned)
    block.add_memories(pair for pair in known if pair[0].service in request.services)
    block.add_memories(known)
    return block.finish()


@pytest.mark.parametrize("seed", range(12))
def test_reckoned_in_the_database_it_is_what_the_rules_say(book, seed):
    chance = random.Random(seed)
    put(book, chance.choice((5, 150, 400)), chance)
    agent = MemoryService(book)
    for budget in (0, 60, 400, 2000, 50_000):
        for services in ((), ("caddy",)):
            for later in (timedelta(0), timedelta(days=16), timedelta(days=90)):
                request = ContextRequest(budget, NOW + later, services)
                found, expected = agent.prompt.block(request), by_the_rules(request)
                assert found.text == expected.text
                assert (found.total, found.left_out_count) == (expected.total, expected.left_out_count)
                assert found.included == expected.included


@pytest.mark.parametrize("seed", (93, 99))  # in the first, facts of one confidence had more before they decayed
def test_the_same_block_comes_before_and_after_the_staleness_check(book, seed):
    put(book, 200, random.Random(seed))
    agent = MemoryService(book)
    request = ContextRequest(1000, NOW)
    before = agent.prompt.block(request).text
    book.store.write(lambda: agent.aging.decay(NOW)).result()
    assert context.TITLE in before
    assert agent.prompt.block(request).text == before
