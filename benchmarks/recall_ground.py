"""A temporary data folder with the real tables, filled with facts as they would be kept, and recall on top of it."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import tomlkit

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import Settings
from claudeops_desktop.language.types import ExtractedFact
from claudeops_desktop.memory import MemoryService, resources, tables
from claudeops_desktop.memory.embed import built_in
from claudeops_desktop.memory.embed.provider import EmbedderProvider
from claudeops_desktop.memory.embed.sentences import sentence_embedder
from claudeops_desktop.memory.gate.stored_context import gate_known
from claudeops_desktop.memory.recall.question import words_of
from claudeops_desktop.memory.recall.recall import Recall
from claudeops_desktop.memory.recall.search import StageSwitches
from claudeops_desktop.memory.types import MarkerOutcome, Memory
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import DataStore, open_store
from claudeops_desktop.storage.database import proxy

STAGES: dict[str, StageSwitches] = {
    "all": StageSwitches(),
    "keywords only": StageSwitches(vectors=False, graph=False, neighbours=False, decay=False),
    "vectors only": StageSwitches(keywords=False, graph=False, neighbours=False, decay=False),
    "fused": StageSwitches(graph=False, neighbours=False, decay=False),
    "without graph": StageSwitches(graph=False),
    "without neighbours": StageSwitches(neighbours=False),
    "without vectors": StageSwitches(vectors=False),
    "without keywords": StageSwitches(keywords=False),
    "without decay": StageSwitches(decay=False),
}

FTS5 = "FTS5 alone"
_PASSAGES: dict[str, str] = {"observed": "passage"}


@dataclass(frozen=True, slots=True)
class Told:
    """One fact as a benchmark has it: its text, when it was said, and in which conversation."""

    text: str
    at: datetime
    conversation: str = ""
    service: str | None = None
    domain: str = "operations"
    category: str = "behavior"


@dataclass(slots=True)
class Ground:
    """An open store with facts in it."""

    store: DataStore
    folder: Path

    def recall(
        self, switches: StageSwitches, settings: Callable[[], Settings] = Settings, *, sentences: bool = False
    ) -> Recall:
        """Recall over these facts with some stages off; close it after. ``sentences``: by the sentence model, which
        takes ten milliseconds a fact to index; else by the static one."""
        model = sentence_embedder() if sentences else None
        embedders = EmbedderProvider(lambda: settings().embedding, lambda _: built_in.load(), lambda: model)
        return Recall(self.store, settings=settings, embedders=embedders, switches=switches)

    def keep(self, facts: Sequence[Told]) -> list[int]:
        """Keep facts as memories with their passages; their ids, in order."""
        return self.store.write(lambda: [_keep(fact) for fact in facts]).result()

    def by_word_index(self, question: str, most: int) -> list[int]:
        """Ids as SQLite's own ``bm25()`` ranks them, the same words asked for: the honest baseline of a word search."""
        words = " OR ".join(f'"{word}"' for word in words_of(question) if word.isalnum())
        sql = "SELECT rowid FROM memory_words WHERE memory_words MATCH ? ORDER BY bm25(memory_words) LIMIT ?"

        def read() -> list[int]:
            return [number for (number,) in proxy.execute_sql(sql, (words, most))] if words else []

        return self.store.read(read).result()

    def take(self, facts: Sequence[Told], source: str) -> list[MarkerOutcome]:
        """Offer facts one after the other to the gate and the judge, each at the moment it was said."""
        clock = [facts[0].at] if facts else []
        memory = MemoryService(RecordRepositories(self.store), clock=lambda: clock[0])
        found = []
        for fact in facts:
            clock[0] = fact.at
            found.append(self.store.write(lambda fact=fact: _take(memory, fact, source)).result())
        return found


@contextmanager
def ground(server: str = "") -> Iterator[Ground]:
    """An empty data folder in a temporary place, gone after. ``server`` is the URL of a database of a PostgreSQL
    server: the store is in another one that is made for it, and gone after too."""
    root = Path(tempfile.mkdtemp(prefix="claudeops-recall-"))
    with _database(server) as url:
        if url:
            folder = DataFolder(root).create()
            folder.settings_file.write_text(tomlkit.dumps({"store": {"url": url}}))
        store = open_store(DataFolder(root))
        try:
            yield Ground(store, root)
        finally:
            store.close()
            shutil.rmtree(root, ignore_errors=True)


@contextmanager
def _database(server: str) -> Iterator[str]:
    if not server:
        yield ""
        return
    import psycopg

    name = f"claudeops_ground_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _take(memory: MemoryService, fact: Told, source: str) -> MarkerOutcome:
    at = to_text(fact.at)
    offered = ExtractedFact(fact.text, fact.category, fact.service, fact.domain, quote_at=at)
    gated = gate_known(offered, source, None)
    passage = None
    if gated.outcome != "discard":
        passage = resources.add(fact.text, _PASSAGES.get(source, source), at, fact.conversation, fact.at)
    return memory.ingest.fact(offered, gated, source=source, resource_id=passage)


def _keep(fact: Told) -> int:
    at = to_text(fact.at)
    passage = proxy.execute_sql(
        "INSERT INTO resources (raw_content, content_type, content_at, conversation_id, created_at)"
        " VALUES (?, 'import', ?, ?, ?)",
        (fact.text, at, fact.conversation, at),
    ).lastrowid
    memory = Memory(
        id=0,
        service=fact.service,
        category=fact.category,
        observation=fact.text,
        confidence=0.7,
        active=1,
        created_at=at,
        updated_at=at,
        session_id=None,
        tier=1,
        domain=fact.domain,
        source="import",
        resource_id=int(passage),
        last_confirmed_at=at,
        valid_from=at,
    )
    return tables.insert(memory).id
