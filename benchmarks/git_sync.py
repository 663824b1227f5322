"""How fast two workstations share 10,000 facts through a git remote: ``git_sync [FACTS]``.

The remote is a bare repository on the same disk, so that the figures are those of Claude Ops and dulwich, not of a
network. The facts are made up, of 500 services, and stored without the judge; what comes in at the other workstation
passes gate and judge, as always. Changed are 100 facts: 60 new ones, 30 with other words, 10 deleted.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from dulwich.repo import Repo

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import Settings
from claudeops_desktop.core.settings.groups import KnowledgeSettings
from claudeops_desktop.knowledge import KnowledgeService
from claudeops_desktop.knowledge.renderings.render import render_knowledge
from claudeops_desktop.knowledge.sync.service import KnowledgeSync
from claudeops_desktop.knowledge.sync.types import SyncResult
from claudeops_desktop.learning import LearningService
from claudeops_desktop.memory import MemoryCandidate, MemoryEdit, MemoryService
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store

from .report import Figure, report

FACTS, SERVICES = 10_000, 500
SUBJECTS = (
    "data directory",
    "log file",
    "socket",
    "configuration",
    "cache",
    "backup target",
    "certificate",
    "key ring",
)


class BenchStation:
    """One data folder; a process has one database open at a time."""

    def __init__(self, place: Path, remote: Path) -> None:
        self.folder = DataFolder(place).create()
        self.settings = Settings(knowledge=KnowledgeSettings(remote=str(remote)))

    def use(self, work: Callable[[RecordRepositories, MemoryService], None]) -> None:
        """Do something with its memory."""
        with closing(open_store(self.folder)) as store:
            book = RecordRepositories(store)
            store.write(lambda: work(book, MemoryService(book))).result()

    def render(self) -> None:
        """Write its files."""
        with closing(open_store(self.folder)) as store, closing(KnowledgeService(self.folder.knowledge)) as knowledge:
            book = RecordRepositories(store)
            render_knowledge(book, MemoryService(book), LearningService(book), knowledge)

    def sync(self) -> tuple[SyncResult, float]:
        """Sync once; what was done, and the seconds that it took."""
        with closing(open_store(self.folder)) as store:
            book = RecordRepositories(store)
            memory = MemoryService(book)
            with closing(KnowledgeService(self.folder.knowledge)) as knowledge:
                made = KnowledgeSync(book, memory, LearningService(book), knowledge, self.folder, self.settings)
                with closing(made):
                    started = time.perf_counter()
                    return made.run(), time.perf_counter() - started


def made_up_fact(chance: random.Random, number: int) -> MemoryCandidate:
    """A fact that no other one contradicts: each subject of a service once, with its number in it."""
    service, subject = f"svc-{number % SERVICES}", SUBJECTS[number // SERVICES % len(SUBJECTS)]
    path = "".join(chance.choice("abcdefghijklmnop") for _ in range(12))
    return MemoryCandidate("behavior", service, f"The {subject} {number} of {service} is /srv/{path}/{number}.")


def main() -> int:
    """The exit code is 1 where a target was missed."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else FACTS
    chance = random.Random(1)
    with tempfile.TemporaryDirectory(prefix="git-sync-") as place:
        root = Path(place)
        remote = root / "remote.git"
        remote.mkdir()
        Repo.init_bare(str(remote), default_branch=b"main").close()
        one, two = BenchStation(root / "one", remote), BenchStation(root / "two", remote)

        def fill(_book: RecordRepositories, memory: MemoryService) -> None:
            for number in range(count):
                memory.edits.add(made_up_fact(chance, number))

        def change(_book: RecordRepositories, memory: MemoryService) -> None:
            for number in range(count, count + 60):
                memory.edits.add(made_up_fact(chance, number))
            for number in range(1, 31):
                memory.edits.edit([number], MemoryEdit(observation=made_up_fact(chance, number).observation))
            memory.trash.trash_memories(range(31, 41))

        one.use(fill)
        one.render()  # what a first sync would do as well, and is no part of it
        given, first_s = one.sync()
        _, none_s = one.sync()
        came, in_s = two.sync()
        one.use(change)
        pushed, out_s = one.sync()
        got, pull_s = two.sync()
        if not (given.pushed and pushed.pushed and got.records.deleted == 10):
            raise AssertionError("the changes were not exchanged")
        size = sum(path.stat().st_size for path in remote.rglob("*") if path.is_file()) / 1e6
    taken = came.records.added + came.records.held + came.records.conflicts + came.records.same
    return report(
        "git_sync",
        [
            Figure(f"first push, {given.shared_records:,} facts", first_s, "s", 10.0),
            Figure("sync without news", none_s, "s", 2.0),
            Figure("push of 100 changes", out_s, "s", 5.0),
            Figure("pull of 100 changes", pull_s, "s", 10.0),
            Figure(f"first pull, {taken:,} facts through gate and judge", in_s, "s"),
            Figure("the remote", size, "MB", 10.0),
        ],
        facts=count,
        taken_in=came.records.as_json(),
        pulled=got.records.as_json(),
    )


if __name__ == "__main__":
    sys.exit(main())
