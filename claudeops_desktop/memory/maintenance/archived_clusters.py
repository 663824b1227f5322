"""Archived facts that are about the same (ADR-0077, Weekly): what they say together may be worth one line of knowledge.

Within one service and domain, greedily: the surest fact begins a group, and what is near enough to it joins. Numbers in
the texts are no obstacle here: nothing is merged, and the operator decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...storage.database import proxy
from .. import tables
from ..types import Memory

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NEAR = 0.8  # cosine to the fact that a group began with, the service before both
LEAST = 3  # facts of a group
MOST = 1_000  # facts of a service and domain that are looked at, the surest
_ARCHIVED = "state IN ('archived', 'cold') AND superseded_by IS NULL AND gate = 'allow'"


@dataclass(frozen=True, slots=True)
class ArchivedCluster:
    """Facts that are about the same, the surest one first. ``service`` "" for general ones."""

    service: str
    domain: str
    facts: tuple[Memory, ...]

    @property
    def surest_words(self) -> str:
        """The words of the surest of them. What they say together is for a model to write, or for the operator."""
        first = self.facts[0]
        return f"{self.service}: {first.observation}" if self.service else first.observation


def list_groups() -> list[tuple[str, str]]:
    """Services ("" for none) and domains with enough archived facts. Inside ``store.read``."""
    sql = (
        f"SELECT coalesce(service, ''), domain FROM memories WHERE {_ARCHIVED} GROUP BY 1, 2"
        " HAVING count(*) >= ? ORDER BY 1, 2"
    )
    return list(proxy.execute_sql(sql, (LEAST,)))


def cluster_group(service: str, domain: str, model: str) -> list[ArchivedCluster]:
    """The groups among the archived facts of one service and domain. Inside ``store.read``."""
    import numpy as np

    sql = (
        f"SELECT m.id, v.vector FROM memories m JOIN memory_vectors v ON v.memory_id = m.id AND v.model = ?"
        f" WHERE coalesce(m.service, '') = ? AND m.domain = ? AND {_ARCHIVED}"
        " ORDER BY m.confirmed DESC, m.confidence DESC, m.id LIMIT ?"
    )
    rows = proxy.execute_sql(sql, (model, service, domain, MOST)).fetchall()
    if len(rows) < LEAST:
        return []
    vectors = np.stack([np.frombuffer(vector, "<f4") for _, vector in rows])
    vectors = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    found = []
    for places in group_near(vectors):
        facts = tables.by_ids([rows[place][0] for place in places])
        found.append(ArchivedCluster(service, domain, tuple(facts)))
    return found


def group_near(vectors: NDArray[np.float32]) -> list[list[int]]:
    """The rows of unit vectors in groups of at least ``LEAST``, each begun by the first that is in none yet."""
    import numpy as np

    free = np.ones(len(vectors), bool)
    found = []
    for place in range(len(vectors)):
        if not free[place]:
            continue
        members = np.flatnonzero(free & (vectors @ vectors[place] >= NEAR))
        if len(members) >= LEAST:
            free[members] = False
            found.append([place, *(int(one) for one in members if one != place)])
    return found
