"""Workstations that share one bare repository: each with a data folder, a database and a clock of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from dulwich.repo import Repo
from rendered_world import RenderedWorld

from claudeops_desktop.core.machine_key import KEY_FILE, MachineKey
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import Settings
from claudeops_desktop.core.settings.groups import KnowledgeSettings
from claudeops_desktop.knowledge.sync.service import KnowledgeSync
from claudeops_desktop.knowledge.sync.shared_files import is_shared
from claudeops_desktop.knowledge.sync.types import SyncResult, SyncStatus
from claudeops_desktop.memory import MemoryCandidate

T = TypeVar("T")


def bare_repository(place: Path) -> Path:
    """An empty remote."""
    place.mkdir(parents=True)
    Repo.init_bare(str(place), default_branch=b"main").close()
    return place


class Workstation:
    """One operator's machine. A process has one database open at a time, so that one is opened as it is used, and the
    one before it closed."""

    _open: Workstation | None = None

    def __init__(self, place: Path, remote: Path | str, *, trusts: bool = True, **settings: Any) -> None:
        """``trusts``: its operator trusts the machines whose folders stand beside its own."""
        self.place = place
        self.trusts = trusts
        self.settings = Settings(knowledge=KnowledgeSettings(remote=str(remote), **settings))
        self._world: RenderedWorld | None = None
        self._now: Any = None

    @property
    def world(self) -> RenderedWorld:
        if self._world is None:
            if Workstation._open is not None:
                Workstation._open.close()
            self._world = RenderedWorld(self.place)
            if self._now is not None:
                self._world.clock.now = self._now
            Workstation._open = self
        return self._world

    def close(self) -> None:
        if self._world is not None:
            self._now = self._world.clock.now
            self._world.close()
            self._world = None
            Workstation._open = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.world, name)

    def make_sync(self, **more: Any) -> KnowledgeSync:
        return KnowledgeSync(
            self.desk.book,
            self.desk.memory,
            self.learning,
            self.knowledge,
            self.data,
            self.settings,
            self.clock,
            **more,
        )

    def sync(self, *, accept_rewritten: bool = False, rewrite_remote: bool = False, **more: Any) -> SyncResult:
        if self.trusts:
            for other in self.place.parent.glob(f"*/{KEY_FILE}"):
                self.trust(MachineKey.of_folder(DataFolder(other.parent)).public, other.parent.name)
        made = self.make_sync(**more)
        try:
            return made.run(accept_rewritten=accept_rewritten, rewrite_remote=rewrite_remote)
        finally:
            made.close()

    @property
    def key(self) -> str:
        """The public key of this machine."""
        return MachineKey.of_folder(DataFolder(self.place)).public

    def trust(self, key: str, name: str = "") -> None:
        self.desk.write(lambda: self.desk.memory.sharing.trust_machine(key, name))

    def sync_status(self) -> SyncStatus:
        made = self.make_sync()
        try:
            return made.status()
        finally:
            made.close()

    def learn(self, text: str, service: str | None = "nginx", category: str = "behavior") -> int:
        """The operator adds a fact; its number here."""
        candidate = MemoryCandidate(category, service, text)
        change = self.desk.write(lambda: self.desk.memory.edits.add_judged(candidate))
        return max(one.memory.id for one in change.after)

    def delete(self, *ids: int) -> None:
        self.desk.write(lambda: self.desk.memory.trash.trash_memories(ids))

    def read(self, question: Callable[[], T]) -> T:
        """Ask the database."""
        return self.store.read(question).result()  # type: ignore[no-any-return]

    def facts(self) -> set[tuple[str | None, str]]:
        """What is known here, by service and text: open facts that are allowed."""
        rows = self.read(self.desk.memory.search.list)
        return {(one.service, one.observation) for one in rows if one.superseded_by is None}

    def shared_files(self) -> dict[str, str]:
        """The files that are shared, with what they say."""
        root = self.knowledge.root
        found = (path for path in sorted(root.rglob("*")) if path.is_file() and ".git" not in path.parts)
        names = {path.relative_to(root).as_posix(): path for path in found}
        return {name: path.read_text(encoding="utf-8") for name, path in names.items() if is_shared(name)}
