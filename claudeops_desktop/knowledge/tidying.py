"""Git housekeeping of the folder's own repository: loose objects go into packs, packs are joined, and what nothing
leads to is removed after two weeks. An operator's own repository around the folder is left to his git.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from ..core.trusted_time import is_time_trusted
from .git_objects import keep_only, loose_objects, reachable_objects, roots_of, write_pack

if TYPE_CHECKING:
    from .service import KnowledgeService

LEAST_LOOSE = 100
MOST_PACKS = 10
KEPT_S = 14 * 24 * 3600.0
"""Seconds that an object which nothing leads to is kept: another program may be about to refer to it."""


@dataclass(frozen=True, slots=True)
class TidyResult:
    """What was done: objects that were ``packed`` or ``removed``, and how many ``packs`` there are."""

    packed: int = 0
    removed: int = 0
    packs: int = 0

    @property
    def changed(self) -> int:
        """How many objects are elsewhere now."""
        return self.packed + self.removed

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return asdict(self)


def tidy_repository(
    knowledge: KnowledgeService, *, least_loose: int = LEAST_LOOSE, kept_s: float = KEPT_S
) -> TidyResult:
    """Tidy up the repository of the folder; a second time changes nothing. Others may write meanwhile: what leads where
    is read first, and the folder is held only while objects are moved. Waits: never on a GUI thread."""
    repository = knowledge.repository
    if not (knowledge.root / ".git").is_dir():
        return TidyResult()
    repo = repository.git
    if not repository.own:
        return TidyResult()
    loose, packs = loose_objects(repo), len(repo.object_store.packs)
    if (len(loose) < least_loose and packs <= MOST_PACKS) or not is_time_trusted():
        return TidyResult(packs=packs)
    before = time.time() - kept_s
    reachable = reachable_objects(repo, roots_of(repo))
    with repository.locked():
        if packs > MOST_PACKS:
            fresh = _young(repo, set(repo.object_store) - reachable, before)
            fresh |= reachable_objects(repo, roots_of(repo)) - reachable
            removed = keep_only(repo, reachable | fresh)
            return TidyResult(len(loose), removed, len(repo.object_store.packs))
        unreached = {number for number in loose if number not in reachable}
        old = unreached - _young(repo, unreached, before)
        old -= reachable_objects(repo, roots_of(repo)) if old else set()
        packed = [number for number in loose if number in reachable]
        write_pack(repo, packed)
        for number in (*packed, *old):
            repo.object_store.delete_loose_object(number)
        return TidyResult(len(packed), len(old), len(repo.object_store.packs))


def _young(repo: Any, numbers: set[Any], before: float) -> set[Any]:
    found = set()
    for number in numbers:
        try:
            if repo.object_store.get_object_mtime(number) >= before:
                found.add(number)
        except (KeyError, OSError):
            continue
    return found
