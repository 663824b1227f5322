"""What the dialog asks of a sync: work with files, the database and the network, on a thread of its own."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING, TypeVar

from ....knowledge import open_knowledge

if TYPE_CHECKING:
    from ....knowledge.sync.service import KnowledgeSync
    from ....knowledge.sync.types import SyncResult, SyncStatus
    from ....memory import SharedDeletion
    from ...app_context import AppContext

T = TypeVar("T")


def _with_sync(
    context: AppContext, work: Callable[[KnowledgeSync], T], stopped: Callable[[], bool] = lambda: False
) -> T:
    from ....knowledge.sync.opening import open_sync

    settings = context.settings.current
    with (
        closing(open_knowledge(context.folder, settings)) as folder,
        closing(open_sync(context.book, context.memory, folder, context.folder, settings, stopped=stopped)) as made,
    ):
        return work(made)


def load_status(context: AppContext) -> tuple[SyncStatus, tuple[SharedDeletion, ...]]:
    """Return how sync stands, and what was deleted elsewhere and still stands here."""
    status = _with_sync(context, lambda made: made.status())
    return status, tuple(context.book.store.read(context.memory.sharing.deletions).result())


def sync_now(context: AppContext, stopped: Callable[[], bool]) -> SyncResult:
    """Sync once. Raises ClaudeOpsError."""
    return _with_sync(context, lambda made: made.run(), stopped)


def check_remote(text: str) -> str:
    """Return the address of a remote as it is kept, "" for none. Raises UsageError for one that cannot be used."""
    from ....knowledge.sync.remote_address import parse_address

    return parse_address(text).text if text.strip() else ""


def answer_deletion(context: AppContext, number: int, delete: bool) -> SharedDeletion:
    """Delete what was deleted elsewhere, or keep it."""
    return context.book.store.write(lambda: context.memory.sharing.answer_deletion(number, delete)).result()


def reopen_deletion(context: AppContext, deletion: SharedDeletion, deleted: bool) -> None:
    """Take an answer back."""
    context.book.store.write(lambda: context.memory.sharing.reopen_deletion(deletion, deleted)).result()
