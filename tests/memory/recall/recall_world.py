"""A memory that is asked questions: facts go in with their age, answers come out with their stages."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any

import numpy as np
from memory_world import Desk

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.settings.groups import Settings
from claudeops_desktop.memory import tables
from claudeops_desktop.memory.embed import built_in
from claudeops_desktop.memory.embed.provider import EmbedderProvider
from claudeops_desktop.memory.embed.sentences import SentenceEmbedder
from claudeops_desktop.memory.embed.types import TextEmbedder
from claudeops_desktop.memory.recall.recall import Recall
from claudeops_desktop.memory.recall.search import StageSwitches
from claudeops_desktop.memory.recall.types import RecallRequest, RecallResult
from claudeops_desktop.memory.types import Memory
from claudeops_desktop.models.base import ModelAnswer


class Asking:
    """A desk with recall on top; ``put`` keeps a fact as it would stand, ``ask`` asks."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.store, self.clock = desk.store, desk.clock
        self.settings = Settings()
        self.model: Any = None
        self.embedder: TextEmbedder | None = built_in.load()
        self.sentences: SentenceEmbedder | None = None
        self.keeper = self._keep()
        self.recall = self.another()

    def _keep(self) -> EmbedderProvider:
        return EmbedderProvider(lambda: self.settings.embedding, lambda _: self.embedder, lambda: self.sentences)

    def start_again(self) -> None:
        """As after the application was started again: nothing is in memory."""
        self.recall.close()
        self.keeper = self._keep()
        self.recall = self.another()

    def another(self, switches: StageSwitches | None = None) -> Recall:
        return Recall(
            self.store,
            self.clock,
            lambda: self.settings,
            lambda: self.model,
            embedders=self.keeper,
            switches=switches,
        )

    def put(
        self, text: str, service: str | None = None, *, days: float = 0, conversation: str = "", **more: Any
    ) -> int:
        at = to_text(self.clock() - timedelta(days=days))

        def write() -> int:
            sql = (
                "INSERT INTO resources (raw_content, content_type, content_at, conversation_id, created_at)"
                " VALUES (?, 'passage', ?, ?, ?)"
            )
            passage = self.store.database.execute_sql(sql, (text, at, conversation, at)).lastrowid
            row = {
                "id": 0, "service": service, "category": "behavior", "observation": text, "confidence": 0.7,
                "active": 1, "created_at": at, "updated_at": at, "session_id": None, "tier": 1,
                "last_confirmed_at": at, "valid_from": at, "resource_id": passage,
            } | more  # fmt: skip
            memory = tables.insert(Memory(**row))
            tables.add_version(memory, action="inserted", by="test", why="", now=self.clock())
            self.store.changed("memories", memory.id, what="inserted")
            return memory.id

        return self.store.write(write).result()

    def change(self, memory_id: int, **columns: Any) -> None:
        def write() -> None:
            tables.update(memory_id, **columns)
            self.store.changed("memories", memory_id)

        self.store.write(write).result()

    def ask(self, question: str, **more: Any) -> RecallResult:
        found = self.recall.recall(RecallRequest(question, self.clock(), **more))
        self.store.drain()
        return found

    def ids(self, question: str, **more: Any) -> list[int]:
        return [item.memory.id for item in self.ask(question, **more).items]

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        return self.store.read(lambda: self.store.database.execute_sql(sql, values).fetchall()).result()

    def execute(self, sql: str, *values: Any) -> None:
        self.store.write(lambda: self.store.database.execute_sql(sql, values)).result()


def stage(found: RecallResult, name: str) -> str:
    """What a stage says it did."""
    return next(one.detail for one in found.stages if one.name == name)


class Letters:
    """An embedding model of another size: how often each letter stands in a text."""

    local = True
    reads = False

    def __init__(self, name: str = "letters", size: int = 26) -> None:
        self.name, self.size = name, size
        self.texts: list[str] = []

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        self.texts += texts
        rows = np.array(
            [[text.lower().count(chr(97 + n % 26)) for n in range(self.size)] for text in texts], np.float32
        )
        return (rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)).astype(np.float32)

    def question(self, text: str, weights: Mapping[str, float]) -> np.ndarray:
        return self.embed([text])[0]


class Says:
    """A model that answers with what it was given; an exception is raised, a gate is waited for."""

    name = "small"

    def __init__(self, answer: str | Exception, cost: float = 0.0, gate: threading.Event | None = None) -> None:
        self.answer, self.cost, self.gate = answer, cost, gate
        self.prompts: list[str] = []

    def ask(self, prompt: str, *, system: str = "", schema: Any = None, timeout_s: float | None = None) -> ModelAnswer:
        self.prompts.append(prompt)
        if self.gate is not None:
            self.gate.wait(90)
        if isinstance(self.answer, Exception):
            raise self.answer
        return ModelAnswer(self.answer, None, self.name, self.cost)


Make = Callable[[], Asking]
