"""A sync that nobody waits for: what goes wrong becomes an event, once (X6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.errors import ClaudeOpsError
from ...core.messages import UserMessage

if TYPE_CHECKING:
    from ...core.clock import Clock
    from ...records.record_books import RecordRepositories
    from .service import KnowledgeSync
    from .types import SyncResult


def sync_in_background(work: KnowledgeSync, book: RecordRepositories, clock: Clock) -> tuple[SyncResult | None, str]:
    """Sync once; what was done, None where it failed, and a sentence on what is wrong, "" where all is well. The same
    trouble is an event only the first time: a remote that is away for a week is not one every night."""
    before = work.status()
    try:
        done = work.run()
    except ClaudeOpsError as error:
        if error.full_text != before.error:
            said = UserMessage("Knowledge could not be synced. {why}", why=error.full_text)
            book.store.write(
                lambda: book.events.add(level="warning", message=said, service=None, session_id=None, now=clock())
            ).result()
        return None, error.sentence
    if not done.kept_back:
        return done, ""
    sentence = done.sentences[0]
    if str(sentence) != before.withheld:
        book.store.write(
            lambda: book.events.add(level="warning", message=sentence, service=None, session_id=None, now=clock())
        ).result()
    return done, sentence
