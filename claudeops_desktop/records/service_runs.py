"""Runs that were about one service."""

from __future__ import annotations

from ..storage import DataStore
from .run_list import like_pattern


def runs_about(store: DataStore, service: str, limit: int = 50) -> list[int]:
    """Ids of the runs that named it, said an event of it, or acted on it; newest first. Call inside ``store.read``."""
    sql = (
        "SELECT id FROM runs WHERE services LIKE ?1 ESCAPE '\\'"
        " UNION SELECT s.run_id FROM events e JOIN sessions s ON s.id = e.session_id WHERE e.service = ?2"
        " UNION SELECT s.run_id FROM cooldown_actions c JOIN sessions s ON s.id = c.session_id WHERE c.service = ?2"
        " ORDER BY 1 DESC LIMIT ?3"
    )
    return [row[0] for row in store.database.execute_sql(sql, (like_pattern(f'"{service}"'), service, limit))]
