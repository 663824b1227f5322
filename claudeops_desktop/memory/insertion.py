"""A memory that is new: its row, the passage it came from (E2), and the beginning of its history."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from ..core.clock import to_text
from ..core.principals import audience_here, owner_here
from ..language.tone import tone_of
from ..storage import DataStore
from . import lifecycle, resources, tables
from .domains import TAXONOMY, domain_of
from .types import Memory, MemoryCandidate


@dataclass(frozen=True, slots=True)
class MemoryOrigin:
    """Where a memory comes from.

    ``source`` is marker, operator, observed, agent or import; ``words`` the passage that said it, which becomes its
    resource ("" takes the memory's own text); ``content_type`` as in ``resources`` ("" takes the source's name);
    ``conversation_id`` and ``at`` say where and when it was said. ``resource_id`` names a resource that is there
    already instead.
    """

    source: str
    words: str = ""
    content_type: str = ""
    conversation_id: str = ""
    at: str = ""
    resource_id: int | None = None

    def store_resource(self, observation: str, now: datetime) -> int:
        """The id of the resource, made where it is not there. Inside ``store.write``."""
        if self.resource_id is not None:
            return self.resource_id
        kind = self.content_type or self.source
        return resources.add(self.words or observation, kind, self.at, self.conversation_id, now)


def domain_columns(candidate: MemoryCandidate) -> dict[str, Any]:
    """The domain of a new memory: the one that was named, else the one that its words mean, with how sure that is."""
    if candidate.domain:
        return {"domain": candidate.domain, "taxonomy_version": TAXONOMY}
    domain, confidence = domain_of(candidate.observation, candidate.service)
    return {"domain": domain, "category_confidence": confidence, "taxonomy_version": TAXONOMY}


def preload_expressions() -> None:
    """Compile now what the words of a new memory are read with: the first row would wait for it."""
    domain_of("")
    tone_of("")


def insert(
    store: DataStore,
    candidate: MemoryCandidate,
    now: datetime,
    *,
    origin: MemoryOrigin,
    by: str,
    why: str,
    marker_id: int | None = None,
    other_id: int | None = None,
    action: str = "inserted",
    more: Mapping[str, Any] | None = None,
) -> Memory:
    """A new row with its resource and the first version of its history. Inside ``store.write``. ``other_id``: whom
    ``why`` speaks of; ``more``: further columns, which go before those that follow from the rest."""
    value = lifecycle.clamp_confidence(candidate.confidence)
    at = to_text(now)
    memory = tables.insert(
        replace(
            Memory(
                id=0,
                service=candidate.service,
                category=candidate.category,
                observation=candidate.observation,
                confidence=value,
                active=int(lifecycle.is_active_confidence(value)),
                created_at=at,
                updated_at=at,
                session_id=candidate.session_id,
                tier=candidate.tier,
                source=origin.source,
                resource_id=origin.store_resource(candidate.observation, now),
                last_confirmed_at=at,
                valid_from=at,
                sentiment=tone_of(candidate.observation),
                owner=owner_here(),
                audience=audience_here(),
                **domain_columns(candidate),
                **candidate.standing,
            ),
            **(more or {}),
        )
    )
    tables.add_version(
        memory,
        action=action,
        by=by,
        why=why,
        now=now,
        session_id=candidate.session_id,
        marker_id=marker_id,
        other_id=other_id,
        resource_id=memory.resource_id,
    )
    store.changed("memories", memory.id, what="inserted")
    return memory
