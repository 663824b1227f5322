"""What happened since a moment, in a few numbers and lines: the overview's question, answered in one go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import orjson

from ..core.clock import from_text, to_text
from ..core.cooldown_states import UNCOUNTED
from ..storage import DataStore
from .mutes import MuteRecords, matching_sql
from .run_findings import find_left_by_runs


@dataclass(frozen=True, slots=True)
class LearnedMemory:
    """A memory that a session stored, confirmed or contradicted, in the words that hold now; what it did, and when."""

    text: str
    action: str
    memory_id: int
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
class ActivitySummary:
    """``levels`` counts different events (the same ones folded, muted ones left out), ``actions`` the markers that
    changed memories, ``runs`` runs by status, ``left`` those of the completed that left a service down or degraded,
    ``missed`` due times that nothing ran at: all since a moment."""

    levels: Mapping[str, int] = field(default_factory=dict)
    actions: Mapping[str, int] = field(default_factory=dict)
    learned: tuple[LearnedMemory, ...] = ()
    runs: Mapping[str, int] = field(default_factory=dict)
    acted: tuple[ActionCount, ...] = ()
    missed: int = 0
    left: Mapping[str, int] = field(default_factory=dict)


def load_summary(store: DataStore, since: datetime, now: datetime, *, newest: int = 3) -> ActivitySummary:
    """Return all of it since a moment, with the newest memories that still hold. Call inside ``store.read``."""
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
        "SELECT o.observation, m.action, o.id, m.session_id, m.created_at FROM markers m JOIN memories o"
        " ON o.id = m.target_id AND o.active WHERE +m.kind = 'memory'"
        " AND m.action IN ('inserted', 'reinforced', 'contradicted') ORDER BY m.id DESC LIMIT ?",
        (newest,),
    )
    runs = database.execute_sql("SELECT status, count(*) FROM runs WHERE started_at >= ? GROUP BY status", (moment,))
    completed = "SELECT id FROM runs WHERE started_at >= ? AND status = 'completed'"
    left = find_left_by_runs(store, completed, (moment,))
    missed = database.execute_sql(
        "SELECT count(*) FROM due_times WHERE state = 'missed' AND due_at >= ?", (moment,)
    ).fetchone()
    return ActivitySummary(
        dict(levels),
        dict(actions),
        tuple(LearnedMemory(*row) for row in lines),
        dict(runs),
        _acted(database, moment),
        missed[0],
        dict(Counter(left.values())),
    )


def first_moment(store: DataStore) -> datetime:
    """Return when the records begin: with the data folder, or with what was brought into it from before. Call inside
    ``store.read``."""
    firsts = (
        "SELECT min(applied_at) FROM schema_migrations",
        "SELECT started_at FROM runs ORDER BY id LIMIT 1",
        "SELECT created_at FROM events ORDER BY id LIMIT 1",
    )
    rows = [store.database.execute_sql(sql).fetchone() for sql in firsts]
    return from_text(min(row[0] for row in rows if row and row[0]))


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
