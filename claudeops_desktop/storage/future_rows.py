"""Rows that a clock which was ahead wrote: their moments have not come."""

from __future__ import annotations

from datetime import datetime

from ..core.clock import from_text, to_text
from ..core.trusted_time import TOLERANCE
from .store import DataStore

NEWEST = {
    "sessions": "started_at",
    "events": "created_at",
    "cooldown_actions": "created_at",
    "memory_versions": "created_at",
}
"""Where what happens here leaves a row first."""
LATEST = 1000  # rows of each that are looked at
HAPPENED = {
    "runs": ("started_at", "ended_at"),
    "sessions": ("started_at", "ended_at"),
    "events": ("created_at",),
    "incidents": ("started_at", "opened_at", "acknowledged_at", "resolved_at"),
    "cooldown_actions": ("created_at", "completed_at"),
    "health_checks": ("checked_at",),
    "check_states": ("seen_at", "bad_since"),
    "memories": ("created_at", "updated_at", "decay_from", "ages_from", "last_confirmed_at", "last_recalled_at"),
    "memory_versions": ("created_at",),
    "memory_trash": ("deleted_at",),
    "patterns": ("last_seen_at", "last_used_at"),
}
"""The moments that decisions are made by, of what has happened: cooldowns, money spent, states, ages."""


def newest_moment(store: DataStore) -> datetime | None:
    """Return the newest moment on record; None where there is none. Inside ``store.read``."""
    found = [
        value
        for table, column in NEWEST.items()
        for (value,) in store.database.execute_sql(
            f"SELECT max({column}) FROM (SELECT {column} FROM {table} ORDER BY id DESC LIMIT {LATEST}) AS latest"
        )
        if value
    ]
    return from_text(max(found)) if found else None


def date_future_rows(store: DataStore, now: datetime) -> int:
    """Give what has happened at a time that has not come the moment ``now``: later than that it was not. How many
    moments that were. A cooldown so holds its whole window from now on, and money spent counts. Inside
    ``store.write``."""
    latest, ahead, changed = to_text(now), to_text(now + TOLERANCE), 0
    for table, columns in HAPPENED.items():
        for column in columns:
            done = store.database.execute_sql(
                f"UPDATE {table} SET {column} = ? WHERE {column} > ?", (latest, ahead)
            ).rowcount
            if done:
                changed += int(done)
                store.changed(table)
    return changed
