"""Tool calls that the guard kept beside a store on a server that was away (X3): the application writes them down too.

The guard delivers them with its next call. But a session may have made its last one; and whether it read what others
write must be known before what it says is judged.
"""

from __future__ import annotations

from pathlib import Path

from ..guard import outbox
from ..guard.outbox import KeptCall
from ..records.record_books import RecordRepositories
from ..records.tool_calls import AllowedCall


def note_kept_calls(book: RecordRepositories, folder: Path, session_id: int) -> None:
    """Write down what was kept of one session. Inside ``store.write``, so what was kept stays where it is."""
    if book.store.database.is_server and outbox.any_kept(str(folder)):
        for kept in outbox.kept_calls(str(folder)):
            if kept.call.session_id == session_id:
                book.tool_calls.add_allowed(_allowed(kept))


def deliver_kept_calls(book: RecordRepositories, folder: Path) -> int:
    """Write down all that was kept, and let it go; how many calls. Waits for the store. Raises EnvironmentFault."""
    if not (book.store.database.is_server and outbox.any_kept(str(folder))):
        return 0

    def add(kept: KeptCall) -> None:
        book.store.write(lambda: book.tool_calls.add_allowed(_allowed(kept))).result()

    return outbox.deliver_calls(str(folder), lambda call, by, why, _: add(KeptCall(call, by, why)))


def _allowed(kept: KeptCall) -> AllowedCall:
    call = kept.call
    return AllowedCall(
        call.session_id, call.tool_use_id, call.tool_name, call.input, call.kind, call.services, kept.by, call.asked_at
    )
