"""What happened since a moment, in a few numbers and lines: the overview's question, answered in one go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import orjson

from ..core.clock import to_text
from ..core.cooldown_states import UNCOUNTED
from ..storage import DataStore
from .incident_events import BELONGS_SQL
from .mutes import MuteRecords, matching_sql


@dataclass(frozen=True, slots=True)
class LearnedMemory:
    """One marker that changed a memory: what it said, what it did, which memory and session, when."""

    said: str
    action: str
    memory_id: int | None
    session_id: int
    created_at: str


@dataclass(frozen=True, slots=True)
class ActionCount:
    """What was done to services: ``kind`` restart, start or redeployment, how often and to which; how many calls
    failed, and of how many the outcome is not known."""

    kind: str
    number: int
    failed: int
    services: tuple[str, ...]
    attempted: int = 0


@dataclass(frozen=True, slots=True)
class OpenCritical:
    """A critical event that nobody has acknowledged, of no incident: the newest one, and how many different ones there
    are."""

    number: int
    event_id: int
    message: str
    service: str | None
    created_at: str


@dataclass(frozen=True, slots=True)
class ActivitySummary:
    """``levels`` counts different events (the same ones folded, muted ones left out), ``actions`` the markers that
    changed memories, ``runs`` runs by status, ``missed`` due times that nothing ran at: all since a moment.

    ``critical`` and ``asked`` (missed due times that wait for the operator's word) hold whenever they happened.
    """

    levels: Mapping[str, int] = field(default_factory=dict)
    actions: Mapping[str, int] = field(default_factory=dict)
    learned: tuple[LearnedMemory, ...] = ()
    runs: Mapping[str, int] = field(default_factory=dict)
    acted: tuple[ActionCount, ...] = ()
    missed: int = 0
    asked: int = 0
    critical: OpenCritical | None = None


def load_summary(store: DataStore, since: datetime, now: datetime, *, newest: int = 3) -> ActivitySummary:
    """All of it since a moment, with the newest lines learned ever. Call inside ``store.read``."""
    database: Any = store.database
    moment = to_text(since)
    hidden, values = matching_sql(MuteRecords(store).list_active(now))
    levels = database.execute_sql(
        "SELECT level, count(*) FROM (SELECT DISTINCT level, fold FROM events"  # all of it in the index of folds
        f" WHERE created_at >= ? AND NOT {hidden}) GROUP BY level",
        (moment, *values),
    )
    actions = database.execute_sql(
        "SELECT action, count(*) FROM markers WHERE +kind = 'memory' AND session_id >="  # + : by session, not by kind
        " coalesce((SELECT min(id) FROM sessions WHERE started_at >= ?), 9e18)"
        " AND action IN ('inserted', 'reinforced', 'contradicted') GROUP BY action",
        (moment,),
    )
    lines = database.execute_sql(
        "SELECT said, action, target_id, session_id, created_at FROM markers WHERE +kind = 'memory'"
        " AND action IN ('inserted', 'reinforced', 'contradicted') ORDER BY id DESC LIMIT ?",
        (newest,),
    )
    runs = database.execute_sql("SELECT status, count(*) FROM runs WHERE started_at >= ? GROUP BY status", (moment,))
    missed = database.execute_sql(
        "SELECT sum(state = 'missed' AND due_at >= ?), sum(state = 'asked') FROM due_times"
        " WHERE state IN ('missed', 'asked')",
        (moment,),
    ).fetchone()
    return ActivitySummary(
        dict(levels),
        dict(actions),
        tuple(LearnedMemory(*row) for row in lines),
        dict(runs),
        _acted(database, moment),
        missed[0] or 0,
        missed[1] or 0,
        _critical(database, hidden, values),
    )


def newest_runs(store: DataStore, number: int) -> list[int]:
    """The ids of the newest runs, newest first. Call inside ``store.read``."""
    rows = store.database.execute_sql("SELECT id FROM runs ORDER BY id DESC LIMIT ?", (number,))
    return [row[0] for row in rows]


def _acted(database: Any, moment: str) -> tuple[ActionCount, ...]:
    rows = database.execute_sql(
        "SELECT action_type, count(*), sum(state = 'completed' AND NOT success), sum(state = 'attempted'),"
        " json_group_array(DISTINCT service)"
        " FROM cooldown_actions WHERE created_at >= ? AND state NOT IN (?, ?)"
        " GROUP BY action_type ORDER BY action_type DESC",
        (moment, *UNCOUNTED),
    )
    return tuple(
        ActionCount(kind, number, failed, tuple(sorted(orjson.loads(names))), attempted)
        for kind, number, failed, attempted, names in rows
    )


def _critical(database: Any, hidden: str, values: list[Any]) -> OpenCritical | None:
    found = database.execute_sql(
        "SELECT count(DISTINCT fold), max(id) FROM events WHERE acknowledged_at IS NULL AND level <> 'info'"
        f" AND +level = 'critical' AND NOT {hidden} AND NOT {BELONGS_SQL}",  # as the index of what waits is written
        tuple(values),
    ).fetchone()
    if not found[0]:
        return None
    row = database.execute_sql("SELECT id, message, service, created_at FROM events WHERE id = ?", (found[1],))
    return OpenCritical(int(found[0]), *row.fetchone())
