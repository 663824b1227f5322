"""Who wrote what over the server, and when: one row for every request that may change something."""

from __future__ import annotations

import builtins
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Literal

from ..core.clock import to_text
from ..storage import DataStore
from .tables import ServerWriteRow
from .token_types import TokenCaller

KEPT = 100_000
LONGEST_DETAIL = 500


@dataclass(frozen=True, slots=True)
class ServerWrite:
    """A row of the log. ``target`` is a path such as ``memories/12``; ``detail`` names fields, never their contents."""

    id: int
    written_at: str
    token_id: int
    token_name: str
    came_from: str
    interface: str
    operation: str
    target: str
    status: int
    detail: str

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        return asdict(self)


_FIELDS = [getattr(ServerWriteRow, name) for name in ServerWrite.__dataclass_fields__]


class WriteLog:
    """The log of writes. ``add`` must run inside ``store.write``."""

    def __init__(self, store: DataStore) -> None:
        self._store = store

    def add(
        self,
        caller: TokenCaller,
        interface: Literal["rest", "mcp", "link"],
        operation: str,
        target: str,
        status: int,
        detail: str,
        now: datetime,
    ) -> None:
        """Record one write. The oldest rows go once there are more than a hundred thousand."""
        row = ServerWriteRow.create(
            written_at=to_text(now),
            token_id=caller.token_id,
            token_name=caller.name,
            came_from=caller.came_from,
            interface=interface,
            operation=operation,
            target=target[:200],
            status=status,
            detail=detail[:LONGEST_DETAIL],
        )
        ServerWriteRow.delete().where(ServerWriteRow.id <= row.id - KEPT).execute()
        self._store.changed("server_writes", row.id, what="inserted")

    def list(
        self, *, token: str = "", before: int | None = None, limit: int | None = None
    ) -> builtins.list[ServerWrite]:
        """Rows, newest first; with ``before`` those of smaller ids."""
        query = ServerWriteRow.select(*_FIELDS).order_by(ServerWriteRow.id.desc())
        if token:
            query = query.where(ServerWriteRow.token_name == token.strip().lower())
        if before is not None:
            query = query.where(ServerWriteRow.id < before)
        if limit is not None:
            query = query.limit(limit)
        return [ServerWrite(*row) for row in query.tuples()]
