"""The part of a purge that goes through the check results, and who hands it to the purge."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from ...core.paths import DataFolder
from ...core.settings import Settings
from ...memory import MemoryService
from ...records.record_books import RecordRepositories
from ...runs.purge_everywhere import PurgeRunner
from .store import CheckResultStore


class CheckResultPurge:
    """Services of the name go with all of their results; texts of others lose the lines that touch it."""

    kind = "check results"

    def __init__(self, path: Path) -> None:
        self._path = path

    def count(self, touches: Callable[[str], bool]) -> int:
        """How many checks and results would be changed. Raises EnvironmentFault."""
        store = CheckResultStore(self._path)
        try:
            return len(store.find_names(touches)) + store.count_details(touches)
        finally:
            store.close()

    def unreachable(self, touches: Callable[[str], bool]) -> list[tuple[str, str]]:
        """Nothing: all of it is ours."""
        return []

    def clean(self, touches: Callable[[str], bool], becomes: Callable[[str], str]) -> int:
        """Take it out; how many checks and results that concerned. Raises EnvironmentFault.

        A file that was set aside goes: it is damaged, and cannot be looked through.
        """
        for path in self._path.parent.glob(f"{self._path.name}.aside-*"):
            path.unlink(missing_ok=True)
        store = CheckResultStore(self._path)
        try:
            removed = sum(store.remove(name) for name in store.find_names(touches))
            return removed + store.clean_details(becomes)
        finally:
            store.close()


def prepare_purge(
    book: RecordRepositories,
    memory: MemoryService,
    folder: DataFolder,
    settings: Settings,
    environ: Mapping[str, str],
) -> PurgeRunner:
    """A purge that reaches everything, the check results and the knowledge folder too."""
    from ...knowledge import open_knowledge
    from ...knowledge.purging import KnowledgePurge
    from ...knowledge.renderings.render import render_knowledge
    from ...knowledge.sync.purging import SharedPurge
    from ...learning import LearningService

    def render() -> None:
        knowledge = open_knowledge(folder, settings, book.clock)
        try:
            render_knowledge(book, memory, LearningService(book, book.clock), knowledge, book.clock)
        finally:
            knowledge.close()

    files = KnowledgePurge(book.store, lambda: open_knowledge(folder, settings, book.clock), render)
    shared = SharedPurge(book.store, memory, folder.shared_knowledge, book.clock)
    parts = (CheckResultPurge(folder.check_results), files, shared)
    return PurgeRunner(book, memory, folder, settings, environ, parts=parts)
