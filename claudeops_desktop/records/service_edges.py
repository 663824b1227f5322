"""Dependencies that were proposed (D12): from which service to which, on what evidence, and what became of them.

What the operator declared himself stands in ``services.toml``. A pair that was dismissed stays dismissed: it is not
proposed again, whatever new evidence there is.
"""

from __future__ import annotations

import builtins
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from ..core.clock import to_text
from ..core.errors import OperatorError
from ..core.messages import UserMessage
from ..storage import DataStore
from .tables import ServiceEdgeRow


class EdgeState(StrEnum):
    """What became of a proposed dependency."""

    PROPOSED = "proposed"
    CONFIRMED = "confirmed"
    DISMISSED = "dismissed"


class EdgeFinder(StrEnum):
    """Where a proposal comes from."""

    MEMORY = "memory"
    OUTAGES = "outages"
    COMPOSE = "compose"
    OPERATOR = "operator"


@dataclass(frozen=True, slots=True)
class ServiceEdge:
    """A row of ``service_edges``: ``from_service`` needs ``to_service``. ``evidence`` is one sentence to read."""

    id: int
    from_service: str
    to_service: str
    state: str
    found_by: str
    evidence: str
    created_at: str
    updated_at: str

    @property
    def pair(self) -> tuple[str, str]:
        """The edge itself: (dependent, dependency)."""
        return self.from_service, self.to_service

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        return asdict(self)


_FIELDS = [getattr(ServiceEdgeRow, name) for name in ServiceEdge.__dataclass_fields__]


class ServiceEdgeRecords:
    """The questions and the writes on proposed dependencies. Writes must run inside ``store.write``."""

    def __init__(self, store: DataStore) -> None:
        self._store = store

    def list(self, state: str | None = None) -> builtins.list[ServiceEdge]:
        """All of a state, or all, by their services."""
        query = ServiceEdgeRow.select(*_FIELDS).order_by(ServiceEdgeRow.from_service, ServiceEdgeRow.to_service)
        if state is not None:
            query = query.where(ServiceEdgeRow.state == state)
        return [ServiceEdge(*row) for row in query.tuples()]

    def find(self, from_service: str, to_service: str) -> ServiceEdge | None:
        """What is recorded of a pair."""
        pair = (ServiceEdgeRow.from_service == from_service) & (ServiceEdgeRow.to_service == to_service)
        row = ServiceEdgeRow.select(*_FIELDS).where(pair).tuples().first()
        return ServiceEdge(*row) if row else None

    def propose(
        self, from_service: str, to_service: str, *, found_by: str, evidence: str, now: datetime
    ) -> ServiceEdge | None:
        """Propose a pair; None where it was proposed, confirmed or dismissed before. Newer evidence of a proposal that
        waits replaces the older."""
        known = self.find(from_service, to_service)
        if known is not None:
            if known.state == EdgeState.PROPOSED and (known.found_by, known.evidence) != (found_by, evidence):
                self._update(known.id, found_by=found_by, evidence=evidence, updated_at=to_text(now))
            return None
        return self._insert(from_service, to_service, EdgeState.PROPOSED, found_by, evidence, now)

    def set_state(self, from_service: str, to_service: str, state: EdgeState, now: datetime) -> ServiceEdge:
        """Confirm, dismiss, or take either back. A pair without a record gets one, as the operator's own."""
        known = self.find(from_service, to_service)
        if known is None:
            return self._insert(from_service, to_service, state, EdgeFinder.OPERATOR, "", now)
        self._update(known.id, state=state, updated_at=to_text(now))
        found = self.find(from_service, to_service)
        if found is None:
            raise OperatorError(
                UserMessage(
                    "The dependency of {from_service} on {to_service} is gone.",
                    from_service=from_service,
                    to_service=to_service,
                ),
                UserMessage("Look at the map again."),
            )
        return found

    def forget(self, from_service: str, to_service: str) -> bool:
        """Remove the record of a pair, so that it may be proposed anew; False where there was none."""
        pair = (ServiceEdgeRow.from_service == from_service) & (ServiceEdgeRow.to_service == to_service)
        gone = ServiceEdgeRow.delete().where(pair).execute()
        if gone:
            self._store.changed("service_edges")
        return bool(gone)

    def rename_service(self, old: str, new: str) -> int:
        """Carry a service's dependencies over to its new name; how many. What is known of the new name already, and an
        edge that would lead from a service to itself, is not written twice: the older record goes."""
        mine = [edge for edge in self.list() if old in edge.pair]
        for edge in mine:
            start, end = (new if name == old else name for name in edge.pair)
            if start == end or self.find(start, end) is not None:
                ServiceEdgeRow.delete().where(ServiceEdgeRow.id == edge.id).execute()
            else:
                self._update(edge.id, from_service=start, to_service=end)
        if mine:
            self._store.changed("service_edges")
        return len(mine)

    def remove_service(self, service: str) -> int:
        """Forget all dependencies from and to a service; how many there were."""
        either = (ServiceEdgeRow.from_service == service) | (ServiceEdgeRow.to_service == service)
        gone = int(ServiceEdgeRow.delete().where(either).execute())
        if gone:
            self._store.changed("service_edges")
        return gone

    def _insert(
        self, from_service: str, to_service: str, state: str, found_by: str, evidence: str, now: datetime
    ) -> ServiceEdge:
        moment = to_text(now)
        row = ServiceEdgeRow.create(
            from_service=from_service,
            to_service=to_service,
            state=state,
            found_by=found_by,
            evidence=evidence,
            created_at=moment,
            updated_at=moment,
        )
        self._store.changed("service_edges", row.id, what="inserted")
        return ServiceEdge(int(row.id), from_service, to_service, str(state), str(found_by), evidence, moment, moment)

    def _update(self, edge_id: int, **columns: Any) -> None:
        ServiceEdgeRow.update(**columns).where(ServiceEdgeRow.id == edge_id).execute()
        self._store.changed("service_edges", edge_id)
