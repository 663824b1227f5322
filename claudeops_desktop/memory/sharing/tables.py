"""The rows of what is shared. Reads belong inside ``store.read``, writes inside ``store.write``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from ...core.principals import EVERYONE
from ...storage.database import proxy
from ..types import ACTIVE_FROM
from .types import DROPPED, FACT, GONE, LESSON, OWN, KnownRecord, SharedDeletion, SharedEntry, SharedRecord

_NAMES = "uid, kind, relation, entry_id, revision, state, digest, stored"
_THESE = "(SELECT value FROM json_each(?))"
_SHOWN = (
    "active = 1 AND superseded_by IS NULL AND gate = 'allow' AND state IN ('active', 'stale')"
    f" AND confidence >= {ACTIVE_FROM} AND audience = '{EVERYONE}'"
)


def shown_facts() -> list[SharedEntry]:
    """The facts that prompts may take: the ones that the knowledge folder shows."""
    sql = f"SELECT id, observation, category, service, domain, confidence, created_at FROM memories WHERE {_SHOWN}"
    return [
        SharedEntry(FACT, number, text, category, service or "", domain, confidence, at[:10])
        for number, text, category, service, domain, confidence, at in proxy.execute_sql(sql)
    ]


def facts_that_hold(ids: Iterable[int]) -> dict[int, SharedEntry]:
    """Those of these facts that are neither deleted nor replaced nor held back: what has merely grown old is among
    them."""
    sql = (
        "SELECT id, observation, category, service, domain, confidence, created_at FROM memories"
        f" WHERE superseded_by IS NULL AND gate = 'allow' AND audience = '{EVERYONE}' AND id IN {_THESE}"
    )
    return {
        number: SharedEntry(FACT, number, text, category, service or "", domain, confidence, at[:10])
        for number, text, category, service, domain, confidence, at in proxy.execute_sql(sql, (json.dumps(list(ids)),))
    }


def active_lessons() -> list[SharedEntry]:
    """The lessons that sessions are told."""
    sql = "SELECT id, text, created_at FROM lessons WHERE active = 1 AND gate = 'allow'"
    return [SharedEntry(LESSON, number, text, at=at[:10]) for number, text, at in proxy.execute_sql(sql)]


def entry_of(kind: str, entry_id: int) -> SharedEntry | None:
    """A fact or a lesson as it stands, whether it may be given out or not; None where it is gone."""
    if kind == LESSON:
        row = proxy.execute_sql("SELECT id, text FROM lessons WHERE id = ?", (entry_id,)).fetchone()
        return SharedEntry(LESSON, row[0], row[1]) if row else None
    sql = "SELECT id, observation, category, service, domain, confidence FROM memories WHERE id = ?"
    row = proxy.execute_sql(sql, (entry_id,)).fetchone()
    return SharedEntry(FACT, row[0], row[1], row[2], row[3] or "", row[4], row[5]) if row else None


def is_as_it_came(memory_id: int) -> bool:
    """Tell whether nobody here has confirmed, approved, pinned or merged a memory: its row stands as another
    workstation gave it."""
    sql = "SELECT 1 FROM memories WHERE id = ? AND (confirmed = 0 OR gate = 'hold') AND pinned = 0 AND merged_count = 0"
    return proxy.execute_sql(sql, (memory_id,)).fetchone() is not None


def existing(kind: str, ids: Iterable[int]) -> set[int]:
    """Those of these facts or lessons that are there."""
    table = "lessons" if kind == LESSON else "memories"
    found = proxy.execute_sql(f"SELECT id FROM {table} WHERE id IN {_THESE}", (json.dumps(list(ids)),))
    return {number for (number,) in found}


def known_records(uids: Iterable[str]) -> dict[str, KnownRecord]:
    """The rows of these records."""
    sql = f"SELECT {_NAMES} FROM shared_records WHERE uid IN {_THESE}"
    return {row[0]: _known(row) for row in proxy.execute_sql(sql, (json.dumps(list(uids)),))}


def all_records(*relations: str) -> list[KnownRecord]:
    """The rows that stand in these relations."""
    marks = ", ".join("?" * len(relations))
    sql = f"SELECT {_NAMES} FROM shared_records WHERE relation IN ({marks}) ORDER BY uid"
    return [_known(row) for row in proxy.execute_sql(sql, relations)]


def put_record(row: KnownRecord, at: str) -> None:
    """Write a row."""
    proxy.execute_sql(
        f"INSERT OR REPLACE INTO shared_records ({_NAMES}, noted_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (row.uid, row.kind, row.relation, row.entry_id, row.revision, row.state, row.digest, row.stored, at),
    )


def remove_records(uids: Iterable[str]) -> None:
    """Take rows out."""
    proxy.execute_sql(f"DELETE FROM shared_records WHERE uid IN {_THESE}", (json.dumps(list(uids)),))


def blank_gone() -> int:
    """Let nothing stand for the words of memories that are gone for good; how many rows."""
    sql = (
        "UPDATE shared_records SET digest = x'', stored = x'' WHERE kind = 'fact' AND (digest <> x'' OR stored <> x'')"
        " AND entry_id NOT IN (SELECT id FROM memories UNION SELECT memory_id FROM memory_trash)"
    )
    return int(proxy.execute_sql(sql).rowcount)


# --- deletions -------------------------------------------------------------------------------------------------------


def offer_deletion(record: SharedRecord, workstation: str, entry_id: int, at: str) -> bool:
    """Note that something was deleted elsewhere, once for each workstation that did so; whether that is news."""
    done = proxy.execute_sql(
        "INSERT OR IGNORE INTO shared_deletions (uid, workstation, kind, entry_id, state, noted_at)"
        " VALUES (?, ?, ?, ?, 'open', ?)",
        (record.uid, workstation, record.kind, entry_id, at),
    )
    return bool(done.rowcount)


def open_deletions() -> list[SharedDeletion]:
    """Those that wait for an answer, the oldest first; what is gone meanwhile waits for none."""
    sql = (
        "SELECT d.id, d.uid, d.workstation, d.kind, d.entry_id, d.noted_at, coalesce(m.observation, l.text),"
        " r.relation FROM shared_deletions d JOIN shared_records r ON r.uid = d.uid"
        " LEFT JOIN memories m ON d.kind = 'fact' AND m.id = d.entry_id"
        " LEFT JOIN lessons l ON d.kind = 'lesson' AND l.id = d.entry_id"
        " WHERE d.state = 'open' AND coalesce(m.id, l.id) IS NOT NULL ORDER BY d.id"
    )
    return [
        SharedDeletion(number, uid, place, kind, entry, at, text, relation == OWN)
        for number, uid, place, kind, entry, at, text, relation in proxy.execute_sql(sql)
    ]


def settle_deletion(number: int, state: str, at: str) -> None:
    """Note the operator's answer: kept, deleted, or open again."""
    sql = "UPDATE shared_deletions SET state = ?, answered_at = ? WHERE id = ?"
    proxy.execute_sql(sql, (state, at if state != "open" else "", number))


# --- state -----------------------------------------------------------------------------------------------------------


def get_state() -> dict[str, str]:
    """How far a sync got, by key."""
    return dict(iter(proxy.execute_sql("SELECT key, value FROM sync_state")))


def set_state(values: Sequence[tuple[str, str]]) -> None:
    """Write it."""
    for key, value in values:
        proxy.execute_sql("INSERT OR REPLACE INTO sync_state (key, value) VALUES (?, ?)", (key, value))


def remove_state(key: str) -> None:
    """Forget some of it."""
    proxy.execute_sql("DELETE FROM sync_state WHERE key = ?", (key,))


def count_states() -> dict[str, int]:
    """How many records of each relation there are."""
    sql = "SELECT relation, count(*) FROM shared_records WHERE state NOT IN (?, ?) GROUP BY relation"
    return dict(iter(proxy.execute_sql(sql, (GONE, DROPPED))))


def _known(row: Sequence[object]) -> KnownRecord:
    uid, kind, relation, entry_id, revision, state, digest, stored = row
    return KnownRecord(
        str(uid), str(kind), str(relation), entry_id, int(revision), str(state),  # type: ignore[arg-type, call-overload]
        bytes(digest), bytes(stored),  # type: ignore[call-overload]
    )  # fmt: skip
