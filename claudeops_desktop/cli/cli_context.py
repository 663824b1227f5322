"""What the command line is given from above: the engine that runs agents, which needs Qt, behind plain callables."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Protocol, TypeVar

from ..core.errors import EnvironmentFault
from ..core.principals import ActingPrincipal, acting, acting_as

if TYPE_CHECKING:
    from pathlib import Path

    from ..core.paths import DataFolder
    from ..core.settings.groups import Settings
    from ..knowledge import KnowledgeService
    from ..learning import LearningService
    from ..memory import MemoryService
    from ..records.record_books import RecordRepositories
    from ..runs.request import RunEnded, RunRequest
    from ..storage import CommittedChange, DataStore

    OpenKnowledge = KnowledgeService
else:

    class OpenKnowledge:
        """Stands for the open knowledge folder in the parameters of a command; only a type checker loads its type."""


T = TypeVar("T")
log = logging.getLogger(__name__)


class CliEngine(Protocol):
    """One operator's engine, open: it can make runs."""

    @property
    def store(self) -> DataStore:
        """The database."""

    @property
    def book(self) -> RecordRepositories:
        """What happened."""

    @property
    def memory(self) -> MemoryService:
        """What is known."""

    def run_to_end(self, request: RunRequest, on_change: Callable[[CommittedChange], None]) -> RunEnded:
        """Make one run and wait for its end; every change is told meanwhile. Ctrl+C stops the agent first."""

    def close(self) -> None:
        """Finish what was asked for and let go."""


@dataclass(frozen=True, slots=True)
class CliBackend:
    """What lies above the command line: opening an engine, and staying as the scheduler or
    as the server without a window."""

    open_engine: Callable[[DataFolder], CliEngine]
    run_daemon: Callable[[DataFolder, bool], int]
    run_server: Callable[[DataFolder], int]


@dataclass(frozen=True, slots=True)
class OpenData:
    """The database open for questions and edits, without the engine."""

    store: DataStore
    book: RecordRepositories
    memory: MemoryService

    def ask(self, question: Callable[[], T]) -> T:
        """Answer a question now."""
        return self.store.read(question).result()

    def write(self, operation: Callable[[], T]) -> T:
        """Change something, in a transaction, now."""
        return self.store.write(operation).result()

    @property
    def learning(self) -> LearningService:
        """What was learned, with the numbers of patterns as the operator set them."""
        from ..core.paths import DataFolder
        from ..core.settings.file import load
        from ..learning import LearningService, PatternRules

        folder = DataFolder(self.store.path.parent)
        return LearningService(self.book, rules=cache(lambda: PatternRules.from_settings(load(folder.settings_file))))

    def close_what_a_crash_left(self, folder: Path) -> None:
        """Runs whose application is gone are no longer running, and what they had said is known (S6)."""
        sessions = self.book.sessions
        if sessions.list(status="running", limit=1) or sessions.open_runs() or sessions.with_waiting_markers():
            from ..runs.reconcile import reconcile_records  # knows processes and logs: loaded only where it is needed

            try:
                reconcile_records(self.book, self.memory, folder)
            except EnvironmentFault as fault:  # it is done at a later start; what is stored can be read
                log.warning("what a crash left open cannot be closed yet: %s", fault)


@dataclass(frozen=True, slots=True)
class CliContext:
    """What every command has at hand: the data folder as it was named, and the doors."""

    folder: DataFolder
    doors: CliBackend

    @contextmanager
    def data(self) -> Iterator[OpenData]:
        """Open the database, and close it after; of a store that several people share the operator sees what he may.
        Raises EnvironmentFault or OperatorError."""
        from ..memory import MemoryService
        from ..records.record_books import RecordRepositories
        from ..storage import open_store
        from .output import warn

        store = open_store(self.folder, to_read=True)
        try:
            book = RecordRepositories(store)
            memory = MemoryService(book, settings=self.settings)
            data = OpenData(store, book, memory)
            if store.only_read is None:
                with acting_as(None):
                    data.close_what_a_crash_left(self.folder.root)
            try:
                with acting_as(self.acting(store)):
                    yield data
                if store.only_read is not None:
                    warn(f"{store.only_read.full_text} What was stored before can be read.")
            finally:
                memory.recall.close()
        finally:
            store.close()

    @contextmanager
    def knowledge(self) -> Iterator[OpenKnowledge]:
        """Open the knowledge folder, and close it after."""
        from ..knowledge import open_knowledge

        with closing(open_knowledge(self.folder, self.settings())) as folder:
            yield folder

    def acting(self, store: DataStore) -> ActingPrincipal | None:
        """Who acts on a store at the command line: an agent that calls it, the operator of a store that several people
        share, or nobody for a file, whose operator sees all."""
        if acting() is not None or not store.database.is_server:
            return acting()
        from ..runs.store_operator import store_operator

        return store_operator(self.settings())

    def settings(self) -> Settings:
        """Return the operator's settings as the file holds them now."""
        from ..core.settings.file import load

        return load(self.folder.settings_file)
