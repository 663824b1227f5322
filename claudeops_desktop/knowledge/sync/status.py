"""How sync stands: what the window and the command line show of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...core.messages import unpack_message
from ..conflict_files import list_kept_pairs
from .progress import SyncProgress
from .shared_files import RECORDS
from .types import SyncStatus
from .vouched_files import KnownMachine, read_about

if TYPE_CHECKING:
    from ...memory import MemoryService
    from ...storage import DataStore
    from ..service import KnowledgeService
    from .shared_repository import SharedRepository

ABOUT = "about.json"
"""The file in which a workstation says what its operator calls it."""


def read_status(
    store: DataStore, memory: MemoryService, knowledge: KnowledgeService, shared: SharedRepository, remote: str
) -> SyncStatus:
    """How sync stands. Reads the database and the folder, nothing of the network: never on a GUI thread."""
    sharing = memory.sharing
    rows, counts, waiting = store.read(
        lambda: (sharing.sync_state(), sharing.counts(), len(sharing.deletions()))
    ).result()
    progress = SyncProgress.from_rows(rows)
    pairs = len(list_kept_pairs(knowledge)) if knowledge.root.is_dir() else 0
    me = rows.get("workstation", "")
    return SyncStatus(
        remote, me, progress.synced_at, unpack_message(progress.error), progress.error_at, waiting, pairs,
        unpack_message(progress.withheld), counts,
        tuple((one.workstation, one.label) for one in other_machines(shared, progress.base, me)),
    )  # fmt: skip


def list_machines(shared: SharedRepository, files: Mapping[str, str], me: str) -> list[KnownMachine]:
    """The other workstations, as each says of itself. ``files`` are those of the remote."""
    found = []
    for path, revision in sorted(files.items()):
        parts = path.split("/")
        if len(parts) == 3 and parts[0] == RECORDS and parts[2] == ABOUT and parts[1] != me:
            found.append(read_about(parts[1], shared.data(revision)))
    return found


def other_machines(shared: SharedRepository, head: str, me: str) -> list[KnownMachine]:
    """The other workstations at the last sync."""
    if not (shared.root / "HEAD").is_file() or not shared.has(head):
        return []
    return list_machines(shared, shared.files(head), me)
