"""The rows of the auditor: where it stands, and what it found last. Reads belong inside ``store.read``, all else inside
``store.write``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import orjson

from ...core.clock import Clock, to_text
from ...storage import DataStore
from ...storage.database import proxy
from ..proposals.types import ProposalEvidence
from .types import AuditFinding


class KnowledgePositions:
    """How far a reader of the folder or of sessions has come, by its name."""

    def __init__(self, store: DataStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def get(self, name: str) -> dict[str, Any]:
        """The position of a reader; empty where it never ran, or what is kept cannot be read."""
        row = proxy.execute_sql("SELECT value FROM knowledge_positions WHERE name = ?", (name,)).fetchone()
        try:
            found = orjson.loads(row[0]) if row else {}
        except orjson.JSONDecodeError:
            return {}
        return found if isinstance(found, dict) else {}

    def put(self, name: str, value: dict[str, Any]) -> None:
        """Keep the position of a reader."""
        proxy.execute_sql(
            "INSERT INTO knowledge_positions (name, value, updated_at) VALUES (?, ?, ?)"
            " ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at",
            (name, orjson.dumps(value).decode(), to_text(self._clock())),
        )
        self._store.changed("knowledge_positions")


class AuditFindingRecords:
    """What the last audit found."""

    def __init__(self, store: DataStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def replace(self, findings: Iterable[AuditFinding]) -> None:
        """Keep the findings of an audit in the place of those of the one before."""
        proxy.execute_sql("DELETE FROM audit_findings")
        at = to_text(self._clock())
        for one in findings:
            proxy.execute_sql(
                "INSERT INTO audit_findings (kind, path, line, finding, found_at) VALUES (?, ?, ?, ?, ?)",
                (one.kind, one.path, one.line, orjson.dumps(one.as_json()).decode(), at),
            )
        self._store.changed("audit_findings")

    def list(self) -> list[AuditFinding]:
        """The findings of the last audit, in the order of the folder."""
        rows = proxy.execute_sql("SELECT finding FROM audit_findings ORDER BY id").fetchall()
        return [one for (text,) in rows if (one := _finding(text)) is not None]


def _finding(text: str) -> AuditFinding | None:
    try:
        row = orjson.loads(text)
        evidence = tuple(ProposalEvidence(**one) for one in row.pop("evidence"))
        return AuditFinding(**row | {"evidence": evidence, "memory_ids": tuple(row["memory_ids"])})
    except (orjson.JSONDecodeError, TypeError, KeyError, ValueError):
        return None  # another hand has spoiled it: the next audit finds it again
