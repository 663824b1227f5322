"""What memory keeps under the name of a service beside the memories: summaries and entities. Both are made anew."""

from __future__ import annotations

from collections.abc import Iterable

from ..storage.database import proxy


def drop_service_indexes(names: Iterable[str]) -> None:
    """Drop the summaries and entities of these services; the memories that name them are indexed anew. Inside
    ``store.write``."""
    for name in names:
        proxy.execute_sql("DELETE FROM memory_summaries WHERE kind = 'service' AND name = ?", (name,))
        proxy.execute_sql(
            "DELETE FROM memory_indexed WHERE memory_id IN (SELECT me.memory_id FROM memory_entities me"
            " JOIN entities e ON e.id = me.entity_id WHERE e.kind = 'service' AND e.name = ?)",
            (name,),
        )
        proxy.execute_sql("DELETE FROM entities WHERE kind = 'service' AND name = ?", (name,))
