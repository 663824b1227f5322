"""Which facts were imported, and what became of them. Inside ``store.read`` or ``store.write``."""

from __future__ import annotations

from collections.abc import Sequence

from ...storage.database import proxy


def known_fingerprints(fingerprints: Sequence[bytes]) -> set[bytes]:
    """Those of some hundred fingerprints that were imported already."""
    marks = ", ".join("?" * len(fingerprints))
    sql = f"SELECT fingerprint FROM imported_facts WHERE fingerprint IN ({marks})"
    return {bytes(found) for (found,) in proxy.execute_sql(sql, tuple(fingerprints))}


def remember_fact(fingerprint: bytes, source: str, outcome: str, memory_id: int | None, at: str) -> None:
    """Note that a fact was taken in, and what became of it."""
    proxy.execute_sql(
        "INSERT OR IGNORE INTO imported_facts (fingerprint, source, outcome, memory_id, imported_at)"
        " VALUES (?, ?, ?, ?, ?)",
        (fingerprint, source, outcome, memory_id, at),
    )


def conflict_of(memory_id: int) -> str:
    """Why the judge could not tell a new memory from another one, in a sentence; "" where it could."""
    sql = "SELECT why, old_id FROM memory_conflicts WHERE new_id = ? AND state = 'open' ORDER BY id LIMIT 1"
    found = proxy.execute_sql(sql, (memory_id,)).fetchone()
    return f"It may contradict memory {found[1]}. {found[0]}".strip() if found else ""
