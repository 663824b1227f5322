"""One operator's memory with a clock that the test moves, and words for what a session says."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.settings.groups import ModelSettings, Settings
from claudeops_desktop.memory import MemoryService
from claudeops_desktop.memory.context import ContextRequest, MemoryContext
from claudeops_desktop.memory.types import MarkerOutcome, Memory, MemoryCandidate, MemoryChange, MemoryEdit
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.runs.marker_store import MarkerStore
from claudeops_desktop.storage import DataStore
from claudeops_desktop.stream.events import parse
from claudeops_desktop.stream.writing import assistant_text

T = TypeVar("T")


class MovingClock:
    """Stands still until the test moves it."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **span: float) -> None:
        self.now += timedelta(**span)


class Desk:
    """One operator's memory, and what one does to it."""

    def __init__(self, store: DataStore, clock: MovingClock) -> None:
        self.store, self.clock = store, clock
        self.book = RecordRepositories(store, clock)
        self.memory = MemoryService(self.book, clock)
        self._line = 0

    def write(self, operation: Callable[[], T]) -> T:
        return self.store.write(operation).result()

    def allow_model(self) -> None:
        """The operator lets a model be asked: what is uncertain is queued from now on."""
        self.memory.settings.current = lambda: Settings(model=ModelSettings(allowed="yes"))

    def session(self, tier: int = 1) -> int:
        def begin() -> int:
            run = self.book.sessions.begin_run(
                trigger="manual", agent="replay", max_tier=3, dry_run=False, services=[], now=self.clock()
            )
            return self.book.sessions.begin(now=self.clock(), run_id=run, agent="replay", trigger="manual", tier=tier)

        return self.write(begin)

    def says(self, text: str, *, session: int | None = None, tier: int = 1) -> list[MarkerOutcome]:
        """A session says this text; what became of each memory marker in it."""
        number = session or self.session(tier)
        keeper = MarkerStore(self.book, self.memory, number, tier)
        self._line += 1
        keeper.store_line(
            self._line,
            to_text(self.clock()),
            parse(assistant_text(text, session_id="s", message_id="m", model="haiku")),
        )
        harvest = keeper.wait_until_stored()
        assert not harvest.failures
        self.warnings = harvest.warnings
        return harvest.memories

    def add(self, observation: str, category: str = "timing", service: str | None = None, **more: object) -> Memory:
        change = self.write(lambda: self.memory.edits.add(MemoryCandidate(category, service, observation, **more)))
        return change.after[0].memory

    def edit(self, memory_id: int, **fields: object) -> MemoryChange:
        return self.write(lambda: self.memory.edits.edit([memory_id], MemoryEdit(**fields)))  # type: ignore[arg-type]

    def all(self) -> list[Memory]:
        return self.memory.search.list()

    def get(self, memory_id: int) -> Memory:
        found = self.memory.search.get(memory_id)
        assert found is not None
        return found

    def context(self, budget: int = 2000, *services: str) -> MemoryContext:
        return self.memory.prompt.block(ContextRequest(budget, self.clock(), services))
