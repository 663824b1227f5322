"""How far a sync got, so that one that was killed goes on (X6).

``base`` is the commit that folder and remote agree upon. It moves in three steps, each of which may be the last before
a crash: files of the remote are written here (``pending``, true as soon as the folder's own history has that commit),
their records are taken in (``imported``), and what is here is given to the remote (``pushing``, true as soon as the
remote has it).
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

from ..repository import KnowledgeRepository

if TYPE_CHECKING:
    from .shared_repository import SharedRepository

SYNCED_BY = "process:sync"
MOST_LOOKED_AT = 500


@dataclass(frozen=True, slots=True)
class SyncProgress:
    """The rows of ``sync_state`` that a sync goes by. ``tip`` is the commit that the remote had at the last sync, which
    is not ``base`` where a purge has begun the history anew (``purged``)."""

    url: str = ""
    base: str = ""
    pending: str = ""
    pushing: str = ""
    imported: str = ""
    tip: str = ""
    purged: str = ""
    synced_at: str = ""
    error: str = ""
    error_at: str = ""
    withheld: str = ""

    @classmethod
    def from_rows(cls, rows: dict[str, str]) -> SyncProgress:
        """As it is stored."""
        return cls(**{one.name: rows.get(f"sync_{one.name}", "") for one in fields(cls)})

    def changes(self, **values: str) -> tuple[SyncProgress, list[tuple[str, str]]]:
        """With other values, and the rows that say so."""
        return replace(self, **values), [(f"sync_{name}", value) for name, value in values.items()]


def sync_message(count: int, tip: str) -> str:
    """The message of the commit that brings files of the remote into the folder."""
    files = "1 file" if count == 1 else f"{count} files"
    return f"Synced {files} (from {tip[:12]})"


def agreed_base(
    progress: SyncProgress, tip: str, shared: SharedRepository, repository: KnowledgeRepository
) -> SyncProgress:
    """What a sync that was cut off had reached, whatever it could write down of it."""
    if progress.pushing and (progress.pushing == tip or shared.is_ancestor(progress.pushing, tip)):
        return replace(progress, base=progress.pushing)
    if progress.pending and progress.pending != progress.base and _was_written(repository, progress.pending):
        return replace(progress, base=progress.pending)
    return progress


def _was_written(repository: KnowledgeRepository, tip: str) -> bool:
    """Tell whether the folder's own history has the commit that brought this version in."""
    number, wanted = repository.head(), f"(from {tip[:12]})"
    for _ in range(MOST_LOOKED_AT):
        if not number:
            return False
        commit = repository.git[number.encode()]
        author = commit.author.decode("utf-8", "replace").partition(" <")[0]
        if author == SYNCED_BY and wanted in commit.message.decode("utf-8", "replace"):
            return True
        number = commit.parents[0].decode() if commit.parents else ""
    return False
