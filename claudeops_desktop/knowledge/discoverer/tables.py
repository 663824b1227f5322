"""The rows of signals, and what is new among the records that they are drawn from. Reads belong inside ``store.read``,
all else inside ``store.write``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...core.clock import Clock, to_text
from ...core.principals import EVERYONE
from ...storage import DataStore
from ...storage.database import proxy
from .types import DiscoverySignal

_COLUMNS = "place, kind, principle, quote, said_by, about, lasting, session_id, said_at"


@dataclass(frozen=True, slots=True)
class MinedConversation:
    """A conversation to read: ``name`` is ``session:<id>`` or ``cli:<uuid>``, ``path`` its log; the rest is known of
    sessions of ours only."""

    name: str
    path: str
    moved_at: str
    session_id: int | None = None
    trigger: str = ""
    prompt: str = ""
    appended: str = ""


class SignalRecords:
    """The signals that were heard so far."""

    def __init__(self, store: DataStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def add(self, signals: Iterable[DiscoverySignal]) -> int:
        """Keep signals; how many are new. What was heard at a place before is not counted again."""
        added, at = 0, to_text(self._clock())
        for one in signals:
            done = proxy.execute_sql(
                f"INSERT OR IGNORE INTO discovery_signals ({_COLUMNS}, found_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (one.place, one.kind, one.principle, one.quote, one.said_by, one.service, int(one.lasting),
                 one.session_id, one.said_at, at),
            )  # fmt: skip
            added += done.rowcount
        if added:
            self._store.changed("discovery_signals")
        return added

    def since(self, number: int) -> set[str]:
        """The places of signals after this id."""
        return {place for (place,) in proxy.execute_sql("SELECT place FROM discovery_signals WHERE id > ?", (number,))}

    def last(self) -> int:
        """The id of the last signal."""
        return int(proxy.execute_sql("SELECT coalesce(max(id), 0) FROM discovery_signals").fetchone()[0])

    def list(self, limit: int) -> list[DiscoverySignal]:
        """The last signals, in the order in which they were heard."""
        sql = f"SELECT {_COLUMNS} FROM (SELECT * FROM discovery_signals ORDER BY id DESC LIMIT ?) ORDER BY id"
        return [
            DiscoverySignal(place, kind, principle, quote, said_by, service, bool(lasting), session_id, said_at)
            for place, kind, principle, quote, said_by, service, lasting, session_id, said_at in proxy.execute_sql(
                sql, (limit,)
            )
        ]


def new_conversations(since: str, most: int) -> list[MinedConversation]:
    """Conversations of ours that ended, and transcripts of the CLI that were read, after a moment (stored text), the
    oldest first."""
    ours = proxy.execute_sql(
        "SELECT 'session:' || id, log_file, ended_at, id, trigger, prompt_text, appended_prompt FROM sessions"
        f" WHERE ended_at > ? AND log_file <> '' AND status <> 'running' AND audience = '{EVERYONE}'"
        " ORDER BY ended_at LIMIT ?",
        (since, most),
    ).fetchall()
    others = proxy.execute_sql(
        "SELECT conversation_id, path, updated_at FROM transcripts WHERE conversation_id LIKE 'cli:%'"
        " AND updated_at > ? AND state <> 'failed' ORDER BY updated_at LIMIT ?",
        (since, most),
    ).fetchall()
    found = [MinedConversation(*row) for row in (*ours, *others)]
    return sorted(found, key=lambda one: (one.moved_at, one.name))[:most]


def refused_approvals(since: int) -> list[tuple[int, int | None, str, str, str, str, str]]:
    """Questions that the operator refused with a reason, after an id: id, session, class of action, services as JSON,
    command, reason and time."""
    return list(
        proxy.execute_sql(
            "SELECT id, session_id, action, services, command, note, answered_at FROM approvals WHERE id > ?"
            " AND state = 'refused' AND answered_by <> 'time' AND note <> '' AND (session_id IS NULL OR session_id"
            f" NOT IN (SELECT id FROM sessions WHERE audience <> '{EVERYONE}')) ORDER BY id",
            (since,),
        )
    )


def last_answered_approval() -> int:
    """The last approval before any that waits still."""
    waiting = proxy.execute_sql("SELECT min(id) FROM approvals WHERE state = 'waiting'").fetchone()[0]
    last = proxy.execute_sql("SELECT coalesce(max(id), 0) FROM approvals").fetchone()[0]
    return int(waiting) - 1 if waiting is not None else int(last)
