"""What a history told of a fact that not everybody may see who reads the history (X2)."""

from __future__ import annotations

from peewee import SqliteDatabase

_OF_OTHERS = (
    "EXISTS (SELECT 1 FROM memories m WHERE m.id = memory_versions.other_id"
    " AND m.audience NOT IN ('everyone', memory_versions.audience))"
)


def up(database: SqliteDatabase) -> None:
    """Take the reasons out that quote a fact of another audience: what a session for everybody said was judged against
    private facts too. Index what of the gate's log not everybody may read."""
    database.execute_sql(
        "UPDATE markers SET why = 'Judged against a memory that is not shown here.' WHERE id IN"
        f" (SELECT marker_id FROM memory_versions WHERE marker_id IS NOT NULL AND {_OF_OTHERS})"
    )
    database.execute_sql(
        f"UPDATE memory_versions SET why = 'Judged against a memory that is not shown here.' WHERE {_OF_OTHERS}"
    )
    database.execute_sql(
        "CREATE INDEX IF NOT EXISTS idx_gate_log_limited ON gate_log(audience) WHERE audience <> 'everyone'"
    )
