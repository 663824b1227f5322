"""The part of a purge that goes through the repository that is exchanged with other workstations (E19, X6).

Its history begins anew without the subject, and facts that went are given out as deleted. What others have is named:
the remote is overwritten only when the operator says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...core.clock import Clock
from ..purged_text import Becomes, Touches
from .progress import SYNCED_BY, SyncProgress
from .shared_repository import SharedRepository

if TYPE_CHECKING:
    from pathlib import Path

    from ...memory import MemoryService
    from ...storage import DataStore


class SharedPurge:
    """Takes a subject out of what is exchanged. The repository is opened for each question and let go of again."""

    kind = "shared knowledge and its versions"

    def __init__(self, store: DataStore, memory: MemoryService, root: Path, clock: Clock) -> None:
        self._store = store
        self._memory = memory
        self._root = root
        self._clock = clock

    def count(self, touches: Touches) -> int:
        """How many objects touch the subject. Changes nothing."""
        return self._with_repository(lambda shared: shared.count_touched(touches))

    def clean(self, touches: Touches, becomes: Becomes) -> int:
        """Take it out; how many objects touched it. Doing it again changes nothing more. Raises OperatorError while a
        sync is under way."""
        self._store.write(self._memory.sharing.drop_words_of_gone).result()
        return self._with_repository(lambda shared: self._clean(shared, touches, becomes))

    def unreachable(self, _touches: Touches) -> list[tuple[str, str]]:
        """The remote, and what others have made of it."""
        progress = SyncProgress.from_rows(self._store.read(self._memory.sharing.sync_state).result())
        if not progress.tip:
            return []
        where = f"the remote {progress.url}, through which knowledge is shared, and other workstations"
        what = (
            "`claudeops knowledge sync --rewrite-remote` replaces its history. Facts are given out as deleted;"
            " files and histories of others are theirs to clean."
        )
        return [(where, what)]

    def _clean(self, shared: SharedRepository, touches: Touches, becomes: Becomes) -> int:
        with shared.alone():
            count = shared.count_touched(touches)
            if not count:
                return 0
            progress = SyncProgress.from_rows(self._store.read(self._memory.sharing.sync_state).result())
            number = shared.purge(progress.base, touches, becomes, SYNCED_BY, self._clock())
            _, rows = progress.changes(base=number, imported=number, pending="", pushing="", purged="1")
            self._store.write(lambda: self._memory.sharing.note_sync(rows)).result()
            return count

    def _with_repository(self, work: Callable[[SharedRepository], int]) -> int:
        if not (self._root / "HEAD").is_file():
            return 0
        shared = SharedRepository(self._root)
        try:
            return work(shared)
        finally:
            shared.close()
