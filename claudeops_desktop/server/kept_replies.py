"""Answers to requests with an idempotency key, for a day: a request that is repeated is answered, not carried out."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime, timedelta

from ..core.clock import to_text
from ..storage import DataStore
from .tables import ServerReplyRow

KEPT_FOR = timedelta(days=1)
UNFINISHED = 0


@dataclass(frozen=True, slots=True)
class KeptReply:
    """A kept answer; ``status`` 0 while its request is being carried out, or was when the application ended."""

    request_hash: str
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def is_finished(self) -> bool:
        """Whether there is an answer."""
        return self.status != UNFINISHED


class KeptReplies:
    """The kept answers. Everything here runs inside ``store.write``."""

    def __init__(self, store: DataStore) -> None:
        self._store = store

    def find(self, token_id: int, key: str, now: datetime) -> KeptReply | None:
        """The answer to a key; those that are too old are dropped first."""
        ServerReplyRow.delete().where(ServerReplyRow.created_at < to_text(now - KEPT_FOR)).execute()
        row = ServerReplyRow.get_or_none(
            (ServerReplyRow.token_id == token_id) & (ServerReplyRow.key_hash == _hashed(key))
        )
        if row is None:
            return None
        return KeptReply(row.request_hash, row.status, json.loads(row.headers), row.body.encode())

    def reserve(self, token_id: int, key: str, request_hash: str, now: datetime) -> None:
        """Note that a request is being carried out. Its key must be free."""
        ServerReplyRow.create(
            token_id=token_id, key_hash=_hashed(key), request_hash=request_hash, created_at=to_text(now)
        )

    def finish(self, token_id: int, key: str, status: int, headers: dict[str, str], body: bytes) -> None:
        """Keep the answer of a request that was reserved."""
        ServerReplyRow.update(status=status, headers=json.dumps(headers), body=body.decode()).where(
            (ServerReplyRow.token_id == token_id) & (ServerReplyRow.key_hash == _hashed(key))
        ).execute()

    def release(self, token_id: int, key: str) -> None:
        """Nothing was done: the key is free again."""
        ServerReplyRow.delete().where(
            (ServerReplyRow.token_id == token_id) & (ServerReplyRow.key_hash == _hashed(key))
        ).execute()


def _hashed(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
