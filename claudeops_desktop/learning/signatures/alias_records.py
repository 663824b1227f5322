"""The aliases of signatures: proposed, accepted or refused by the operator (L7). Writes must run inside
``store.write``."""

from __future__ import annotations

import builtins
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from ...core.clock import Clock, to_text
from ...core.errors import OperatorError
from ...core.messages import UserMessage
from ...storage import DataStore
from ...storage.database import proxy
from .alias_miner import AliasProposal


@dataclass(frozen=True, slots=True)
class StoredAlias:
    """A row of ``signature_aliases``; ``state`` is proposed, accepted or refused."""

    id: int
    signature: str
    alias_of: str
    state: str
    example: str
    other_example: str
    proposed_at: str

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        return asdict(self)


class AliasRecords:
    """The questions and the writes on aliases."""

    def __init__(self, store: DataStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def propose(self, proposals: Iterable[AliasProposal]) -> int:
        """Note what may be one; what was proposed before, whatever the answer, is not proposed again. How many are
        new."""
        count = 0
        for one in proposals:
            done = proxy.execute_sql(
                "INSERT OR IGNORE INTO signature_aliases (signature, alias_of, example, other_example, proposed_at)"
                " VALUES (?, ?, ?, ?, ?)",
                (one.key, one.alias_of, one.text, one.other_text, to_text(self._clock())),
            )
            count += done.rowcount
        if count:
            self._store.changed("signature_aliases")
        return count

    def answer(self, alias_id: int, accepted: bool) -> StoredAlias:
        """The operator says whether the two are one. Raises OperatorError where there is no such alias."""
        state = "accepted" if accepted else "refused"
        done = proxy.execute_sql(
            "UPDATE signature_aliases SET state = ?, answered_at = ? WHERE id = ?",
            (state, to_text(self._clock()), alias_id),
        )
        if not done.rowcount:
            raise OperatorError(
                UserMessage("There is no alias {id}.", id=alias_id), UserMessage("See `claudeops learn aliases`.")
            )
        self._store.changed("signature_aliases", alias_id)
        return next(one for one in self.list() if one.id == alias_id)

    def list(self) -> builtins.list[StoredAlias]:
        """All of them, the latest first."""
        rows = proxy.execute_sql(
            "SELECT id, signature, alias_of, state, example, other_example, proposed_at FROM signature_aliases"
            " ORDER BY id DESC"
        )
        return [StoredAlias(*row) for row in rows]

    def accepted(self) -> builtins.list[tuple[str, str]]:
        """Keys that stand for another one, each with that one."""
        rows = proxy.execute_sql("SELECT signature FROM signature_aliases WHERE state = 'accepted' ORDER BY id")
        return [(key, self.resolve(key)) for (key,) in rows.fetchall()]

    def resolve(self, key: str) -> str:
        """The key that a key stands for: only where the operator accepted that."""
        seen: set[str] = set()
        while key not in seen:
            seen.add(key)
            row = proxy.execute_sql(
                "SELECT alias_of FROM signature_aliases WHERE signature = ? AND state = 'accepted'", (key,)
            ).fetchone()
            if row is None:
                return key
            key = row[0]
        return key
