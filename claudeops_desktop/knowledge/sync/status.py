"""How sync stands: what the window and the command line show of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson

from ...core.messages import unpack_message
from ..conflict_files import list_kept_pairs
from .progress import SyncProgress
from .shared_files import RECORDS
from .types import SyncStatus

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
        unpack_message(progress.withheld), counts, other_workstations(shared, progress.base, me),
    )  # fmt: skip


def other_workstations(shared: SharedRepository, head: str, me: str) -> tuple[tuple[str, str], ...]:
    """The other workstations, each with the label that its operator gave it, "" for none."""
    if not (shared.root / "HEAD").is_file() or not shared.has(head):
        return ()
    found = {}
    for path, revision in shared.files(head).items():
        parts = path.split("/")
        if len(parts) == 3 and parts[0] == RECORDS and parts[2] == ABOUT and parts[1] != me:
            found[parts[1]] = _label(shared.data(revision))
    return tuple(sorted(found.items()))


def _label(data: bytes) -> str:
    try:
        said = orjson.loads(data)
    except orjson.JSONDecodeError:
        return ""
    label = said.get("label") if isinstance(said, dict) else ""
    return "".join(sign for sign in label if sign.isprintable())[:40] if isinstance(label, str) else ""
