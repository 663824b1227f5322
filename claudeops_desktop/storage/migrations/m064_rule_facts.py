"""Which facts rules of an earlier version drew and let in at once, for the operator to decide what becomes of them."""

from __future__ import annotations

from peewee import SqliteDatabase

_STORED = "json_extract(s.result, '$.memory_id')"


def up(database: SqliteDatabase) -> None:
    """Make ``rule_facts`` and fill it. No memory is changed.

    ``latest_version`` is the newest version of any memory at this moment: until then only rules had read what stands
    there, for what a model read too is left out. ``decision`` is "" until the operator decides, then *review* or
    *kept*; ``gate_why`` is how the memory stood before it was moved. Only the record of the step that stored a fact
    says who drew it, so a fact whose step is gone is left out as well. Quotations are what today's rules let in.
    """
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS rule_facts (
            memory_id INTEGER PRIMARY KEY REFERENCES memories(id) ON DELETE CASCADE,
            latest_version INTEGER NOT NULL,
            decision TEXT NOT NULL DEFAULT '',
            decided_at TEXT NOT NULL DEFAULT '',
            gate_why TEXT NOT NULL DEFAULT ''
        )
        """
    )
    database.execute_sql(
        "INSERT INTO rule_facts (memory_id, latest_version)"
        " SELECT m.id, (SELECT coalesce(max(id), 0) FROM memory_versions) FROM memories m"
        " WHERE m.source = 'observed' AND m.gate = 'allow' AND m.observation NOT LIKE '% said: \"%'"
        f" AND m.id IN (SELECT CAST({_STORED} AS INTEGER) FROM steps s"
        " WHERE s.job LIKE 'observe:%' AND s.step LIKE 'store:rules:%' AND s.state = 'done'"
        " AND json_extract(s.result, '$.action') = 'inserted')"
        f" AND m.id NOT IN (SELECT CAST({_STORED} AS INTEGER) FROM steps s"
        " WHERE s.job LIKE 'observe:%' AND s.step LIKE 'store:model:%' AND s.state = 'done'"
        f" AND {_STORED} IS NOT NULL)"
        " ON CONFLICT (memory_id) DO NOTHING"
    )
