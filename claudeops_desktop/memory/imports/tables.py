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


def conflict_of(memory_id: int) -> tuple[str, str]:
    """Why the judge could not tell a new memory from another one, in a sentence, and the text of that; twice "" where
    it could."""
    sql = (
        "SELECT c.why, c.old_id, m.observation FROM memory_conflicts c LEFT JOIN memories m ON m.id = c.old_id"
        " WHERE c.new_id = ? AND c.state = 'open' ORDER BY c.id LIMIT 1"
    )
    found = proxy.execute_sql(sql, (memory_id,)).fetchone()
    return (f"It may contradict memory {found[1]}. {found[0]}".strip(), found[2] or "") if found else ("", "")


def text_before(memory_id: int) -> str:
    """What a memory said before its last change."""
    sql = "SELECT observation FROM memory_versions WHERE memory_id = ? ORDER BY id DESC LIMIT 1 OFFSET 1"
    found = proxy.execute_sql(sql, (memory_id,)).fetchone()
    return str(found[0]) if found else ""


def closer_of(memory_id: int) -> str:
    """The text of the memory that closes another one; "" for none."""
    sql = "SELECT o.observation FROM memories m JOIN memories o ON o.id = m.superseded_by WHERE m.id = ?"
    found = proxy.execute_sql(sql, (memory_id,)).fetchone()
    return str(found[0]) if found else ""
