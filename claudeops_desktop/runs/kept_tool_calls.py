"""Tool calls that the guard kept beside a store on a server that was away (X3): the application writes them down too.

The guard delivers them with its next call. But a session may have made its last one; and whether it read what others
write must be known before what it says is judged.
"""

from __future__ import annotations

from pathlib import Path

from ..core.clock import to_text
from ..guard import outbox
from ..guard.decide import ALLOW
from ..guard.outbox import KeptCall
from ..records.record_books import RecordRepositories
from ..records.tool_calls import ToolCall


def note_kept_calls(book: RecordRepositories, folder: Path, session_id: int) -> None:
    """Write down what was kept of one session. Inside ``store.write``, so what was kept stays where it is."""
    if book.store.database.is_server and outbox.any_kept(str(folder)):
        for kept in outbox.kept_calls(str(folder)):
            if kept.call.session_id == session_id:
                book.tool_calls.add(_row(kept))


def deliver_kept_calls(book: RecordRepositories, folder: Path) -> int:
    """Write down all that was kept, and let it go; how many calls. Waits for the store. Raises EnvironmentFault."""
    if not (book.store.database.is_server and outbox.any_kept(str(folder))):
        return 0

    def add(kept: KeptCall) -> None:
        book.store.write(lambda: book.tool_calls.add(_row(kept))).result()

    return outbox.deliver_calls(str(folder), lambda call, by, why, _: add(KeptCall(call, by, why)))


def _row(kept: KeptCall) -> ToolCall:
    """What is kept was allowed at once."""
    call, at = kept.call, to_text(kept.call.asked_at)
    return ToolCall(
        id=0,
        session_id=call.session_id,
        tool_use_id=call.tool_use_id,
        tool_name=call.tool_name,
        input=call.input,
        kind=call.kind,
        services=call.services,
        verdict=ALLOW,
        by=kept.by,
        why=kept.why,
        approval_id=None,
        asked_at=at,
        answered_at=at,
        began_at=at,
    )
