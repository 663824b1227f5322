"""Incidents as a page lists them: the open ones first and the worst first, each over those that it explains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from ..storage import DataStore
from .incidents import Incident, IncidentRecords

MOST = 2000


@dataclass(frozen=True, slots=True)
class IncidentLine:
    """One incident. ``folded`` are the services that it explains and ``root`` the one that explains it ("" for none);
    ``runs`` and ``actions`` count what was tried: runs about it, and actions on its services in its time."""

    incident: Incident
    folded: tuple[str, ...] = ()
    root: str = ""
    runs: tuple[int, ...] = ()
    actions: int = 0

    @property
    def is_folded(self) -> bool:
        """Tell whether another incident explains it."""
        return bool(self.root)


def load_incident_lines(store: DataStore, *, open_only: bool = False, limit: int = MOST) -> list[IncidentLine]:
    """All that are open, then the resolved ones from the newest back. Call inside ``store.read``."""
    records = IncidentRecords(store)
    live = records.open_incidents()
    over = [] if open_only else [one for one in records.list(limit=limit) if not one.is_live]
    return describe_incidents(store, [*put_under_roots(live), *over])


def put_under_roots(live: Sequence[Incident]) -> list[Incident]:
    """Open incidents in their order, each followed by those that it explains."""
    here = {one.id for one in live}
    below: dict[int, list[Incident]] = {}
    for one in live:
        if one.folded_into in here:
            below.setdefault(one.folded_into or 0, []).append(one)
    roots = [one for one in live if one.folded_into not in here]
    return [each for root in roots for each in (root, *below.get(root.id, ()))]


def describe_incidents(store: DataStore, incidents: Sequence[Incident]) -> list[IncidentLine]:
    """What a list shows of these, in their order. Call inside ``store.read``."""
    ids = orjson.dumps([one.id for one in incidents]).decode()
    folded: dict[int, list[str]] = {}
    for number, service in _rows(store, "SELECT folded_into, service FROM incidents WHERE folded_into IN {ids}", ids):
        folded.setdefault(number, []).append(service)
    runs: dict[int, list[int]] = {}
    for number, run_id in _rows(store, "SELECT incident_id, run_id FROM incident_runs WHERE incident_id IN {ids}", ids):
        runs.setdefault(number, []).append(run_id)
    acted = dict(
        _rows(
            store,
            "SELECT i.id, count(*) FROM incidents i JOIN cooldown_actions a ON a.service = i.service"
            " AND a.created_at >= i.started_at AND (i.resolved_at IS NULL OR a.created_at <= i.resolved_at)"
            " AND a.state NOT IN ('claimed', 'not_run') WHERE i.id IN {ids} GROUP BY i.id",
            ids,
        )
    )
    roots = dict(
        _rows(
            store,
            "SELECT i.id, root.service FROM incidents i JOIN incidents root ON root.id = i.folded_into"
            " WHERE i.id IN {ids}",
            ids,
        )
    )
    return [
        IncidentLine(
            one,
            tuple(sorted(folded.get(one.id, ()))),
            roots.get(one.id, ""),
            tuple(sorted(runs.get(one.id, ()))),
            acted.get(one.id, 0),
        )
        for one in incidents
    ]


def _rows(store: DataStore, sql: str, ids: str) -> list[tuple[int, Any]]:
    found = store.database.execute_sql(sql.format(ids="(SELECT value FROM json_each(?))"), (ids,))
    return list(found.fetchall())
