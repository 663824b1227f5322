"""A sync as the application makes it: with the token of the keyring."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...core.clock import Clock, utc_now
from ...core.secrets import keyring_store
from .service import KnowledgeSync

if TYPE_CHECKING:
    from ...core.paths import DataFolder
    from ...core.settings.groups import Settings
    from ...memory import MemoryService
    from ...records.record_books import RecordRepositories
    from ..service import KnowledgeService


def open_sync(
    book: RecordRepositories,
    memory: MemoryService,
    knowledge: KnowledgeService,
    folder: DataFolder,
    settings: Settings,
    clock: Clock = utc_now,
    *,
    stopped: Callable[[], bool] = lambda: False,
) -> KnowledgeSync:
    """The sync of an operator's folder and database. The caller closes it. The keyring is asked only when a server of
    https is connected to, never on a GUI thread."""
    from ...learning import LearningService

    return KnowledgeSync(
        book, memory, LearningService(book, clock), knowledge, folder, settings, clock,
        token=lambda: keyring_store.get_secret(keyring_store.REMOTE_TOKEN), stopped=stopped,
    )  # fmt: skip
